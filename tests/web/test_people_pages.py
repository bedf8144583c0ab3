"""Logins and tokens: passwords and secrets are shown only to their owners."""

import json
import re
import uuid

import pytest
from django.test import Client

from players.commands.players import add_player
from players.rules.player_fields import MOST_NAMESAKES
from tests.fixtures.room import PASSWORD
from tests.web.visitors import Person, client_of, done, lines, send, text_of
from tourney.access.roles import Actor, Role
from tourney.access.viewers import token_of
from tourney.journal.undo import undo_in_room
from tourney.models import JournalEntry, Token, User

pytestmark = pytest.mark.django_db
PEOPLE = "/staff/people/"
TOKENS = "/staff/people/tokens/"
SECRET = "Nobody-reads-this-7"


def everything_journalled() -> str:
    """Return the whole content of the room's journal."""
    return json.dumps(list(JournalEntry.objects.values("arguments", "answer", "changes")), default=str)


def test_a_login_is_added_and_works(page: Client) -> None:
    assert send(page, PEOPLE, username="anna", role="desk", password=SECRET).status_code == 302
    assert User.objects.get(username="anna").check_password(SECRET)
    assert SECRET not in everything_journalled()
    assert User.objects.get(username="anna").password not in everything_journalled()


@pytest.mark.parametrize(
    ("username", "role", "password"),
    [
        ("", "desk", SECRET),
        ("anna", "desk", "short"),
        ("anna", "desk", "password"),
        ("anna", "desk", ""),
        ("anna", "king", SECRET),
        ("anna", "display", SECRET),
        ("DORA", "desk", SECRET),
        ("x" * 61, "desk", SECRET),
        ("an\x00na", "desk", SECRET),
        ("anna", "desk", "x" * 300),
    ],
)
def test_a_login_that_is_wrong_is_refused_and_its_password_never_sent_back(
    page: Client, username: str, role: str, password: str
) -> None:
    before = lines()
    answer = send(page, PEOPLE, username=username, role=role, password=password)
    assert answer.status_code == 422
    assert 'role="alert"' in text_of(answer)
    assert SECRET not in text_of(answer)
    assert lines() == before


def test_a_new_password_ends_the_sessions_of_that_login(page: Client, floor: Actor) -> None:
    client = client_of(floor)
    assert client.get("/staff/journal/").status_code == 200
    send(page, f"{PEOPLE}{floor.key.removeprefix('user:')}/", what="password", password=SECRET)
    assert client.get("/staff/journal/").status_code == 302
    assert User.objects.get(username="flo").check_password(SECRET)
    assert SECRET not in everything_journalled()


def test_a_login_that_is_switched_off_is_out_at_once(page: Client, floor: Actor) -> None:
    client = client_of(floor)
    send(page, f"{PEOPLE}{floor.key.removeprefix('user:')}/", role="floor")
    assert client.get("/staff/journal/").status_code == 302


@pytest.mark.parametrize("way", ["switched on", "undone"])
def test_a_session_does_not_revive_with_its_login(page: Client, floor: Actor, way: str) -> None:
    client, path = client_of(floor), f"{PEOPLE}{floor.key.removeprefix('user:')}/"
    send(page, path, role="floor")
    if way == "undone":
        done(undo_in_room, seq=JournalEntry.journal(None).latest("seq").seq)
    else:
        send(page, path, role="floor", active="on")
    assert User.objects.get(username="flo").is_active
    assert client.get("/staff/journal/").status_code == 302
    assert client_of(floor).get("/staff/journal/").status_code == 200


def test_a_role_is_changed(page: Client, floor: Actor) -> None:
    client = client_of(floor)
    send(page, f"{PEOPLE}{floor.key.removeprefix('user:')}/", role="dealer", active="on")
    assert client.get("/staff/journal/").status_code == 403


def test_the_last_director_stays_one(page: Client, director: Actor) -> None:
    path = f"{PEOPLE}{director.key.removeprefix('user:')}/"
    for change in ({"role": "floor", "active": "on"}, {"role": "director"}):
        answer = send(page, path, own_password=PASSWORD, **change)
        assert answer.status_code == 422
        assert "last director" in text_of(answer)
    assert page.get(PEOPLE).status_code == 200


# --- tokens -------------------------------------------------------------------------------------------
def secret_on(shown: str) -> str:
    """Return the secret that a page shows."""
    return re.findall(r'class="secret-text" value="([^"]+)"', shown)[0]


def test_a_secret_is_shown_once_and_kept_nowhere(page: Client) -> None:
    answer = send(page, TOKENS, label="Scoreboard", role="floor")
    secret = secret_on(text_of(answer))
    assert len(secret) >= 40
    token = token_of(secret)
    assert token is not None
    assert (token.label, token.role) == ("Scoreboard", "floor")
    assert secret not in text_of(page.get(TOKENS))
    assert secret not in everything_journalled()
    assert "no-store" in answer["Cache-Control"]


def test_loading_the_answer_again_issues_no_second_token(page: Client) -> None:
    command = str(uuid.uuid4())
    send(page, TOKENS, command=command, label="Scoreboard", role="floor")
    answer = send(page, TOKENS, command=command, label="Scoreboard", role="floor")
    assert answer.status_code == 422
    assert "has already been issued" in text_of(answer)
    assert "secret-text" not in text_of(answer)
    assert Token.objects.count() == 1


def test_revoked_token_is_refused(page: Client) -> None:
    secret = secret_on(text_of(send(page, TOKENS, label="Scoreboard", role="floor")))
    send(page, f"{TOKENS}{Token.objects.get().pk}/revoke/")
    assert token_of(secret) is None
    again = page.post(
        f"{TOKENS}{Token.objects.get().pk}/revoke/", {"command_id": str(uuid.uuid4())}, follow=True
    )
    assert "already been revoked" in text_of(again)


@pytest.mark.parametrize(("label", "role"), [("", "floor"), ("x" * 81, "floor"), ("A", "player"), ("A", "")])
def test_a_token_that_is_wrong_is_refused(page: Client, label: str, role: str) -> None:
    answer = send(page, TOKENS, label=label, role=role)
    assert answer.status_code == 422
    assert not Token.objects.exists()


def test_no_page_of_people_is_kept_by_a_browser(page: Client, person: Person) -> None:
    user = person("anna", Role.DESK).key.removeprefix("user:")
    for path in (PEOPLE, f"{PEOPLE}{user}/", TOKENS):
        assert "no-store" in page.get(path)["Cache-Control"]


def test_clerk_sees_dates_of_birth_in_search_results_but_not_in_the_full_list(
    people: dict[Role, Client],
) -> None:
    done(add_player, name="Ann Zimmer", birth_date="1931-07-09", card="CANARY-77", staff_notes="canary note")
    clerk, floor = people[Role.DESK], people[Role.FLOOR]
    listed = text_of(clerk.get("/staff/room/players/"))
    assert "Ann Zimmer" in listed
    assert "1931" not in listed
    assert "CANARY-77" not in listed
    assert "export.csv" not in listed
    assert "CANARY-77" in text_of(clerk.get("/staff/room/players/", {"q": "Zimmer"}))
    assert clerk.get("/staff/room/players/export.csv").status_code == 403
    assert "CANARY-77" in text_of(floor.get("/staff/room/players/"))
    assert "canary note" in text_of(floor.get("/staff/room/players/export.csv"))


def test_a_search_that_finds_many_shows_a_clerk_no_dates_of_birth_or_cards(
    people: dict[Role, Client],
) -> None:
    for number in range(MOST_NAMESAKES + 1):
        done(add_player, name=f"Ann Zimmer {number}", birth_date="1931-07-09", card=f"CANARY{number:03}")
    clerk, floor = people[Role.DESK], people[Role.FLOOR]
    for sought in ("a", "1931", "zimmer"):
        found = text_of(clerk.get("/staff/room/players/", {"q": sought}))
        assert "Ann Zimmer" in found
        assert "CANARY" not in found
        assert "CANARY" in text_of(floor.get("/staff/room/players/", {"q": sought}))
    assert "CANARY003" in text_of(clerk.get("/staff/room/players/", {"q": "canary003"}))
