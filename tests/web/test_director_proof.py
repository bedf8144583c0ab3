"""What makes a director, or takes over one's login, needs a director's password: an open browser is not enough."""

import json
import uuid
from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from tests.access.second_factors import enrol, is_in, log_in
from tests.api.caller import Program, program_of
from tests.fixtures.journalled import journal_tells_the_rows
from tests.fixtures.room import PASSWORD, press, refusal
from tests.fixtures.wall import Wall
from tests.web.visitors import send, text_of
from tourney.access.roles import FIRST_START, Actor, Role
from tourney.access.viewers import digest_of_secret
from tourney.commands import add_person, change_person, issue_token, reset_factors, set_password
from tourney.commands.login_policy import set_login_policy
from tourney.commands.login_sessions import end_sessions_of
from tourney.commands.password_links import make_password_link, set_email
from tourney.journal.undo import undo_in_room
from tourney.models import Attempt, JournalEntry, LoginPolicy, LoginSession, PasswordLink, Token, User

PEOPLE, TOKENS, APP = "/staff/people/", "/staff/people/tokens/", "/staff/own/app/"
POLICY = "/staff/people/policy/"
HOURS = {"session_hours": "12", "idle_minutes": "0", "password_length": "8"}
NEW = "a better one than that"
pytestmark = pytest.mark.django_db


def number_of(login: Actor) -> int:
    return int(login.key.partition(":")[2])


@pytest.fixture
def dora(director: Actor) -> Client:
    client = Client()
    assert log_in(client, "dora", PASSWORD).status_code == 302
    return client


@pytest.fixture
def boss(person: Callable[..., Actor]) -> Actor:
    """Return another director."""
    return person("boss", Role.DIRECTOR)


def rows() -> list[object]:
    """Return all that an attack could change."""
    logins = User.objects.order_by("pk").values_list("username", "role", "is_active", "email", "password")
    others = Token.objects.values_list("label", "role"), PasswordLink.objects.values_list("user")
    kept = LoginPolicy.objects.values_list("session_hours"), _sessions_of("boss")
    return [*logins, *others[0], *others[1], *kept[0], *kept[1]]


def _sessions_of(name: str) -> list[str]:
    return list(LoginSession.objects.filter(user__username=name).values_list("session", flat=True))


def test_pages_ask_for_the_own_password_where_a_director_is_made_or_changed(
    dora: Client, floor: Actor, boss: Actor
) -> None:
    of_floor, of_boss = (f"{PEOPLE}{number_of(login)}/" for login in (floor, boss))
    for _browser in range(2):
        assert log_in(Client(), "boss", PASSWORD).status_code == 302
    for path, given in (
        (of_boss, {"what": "end_sessions", "session": str(LoginSession.objects.earliest("pk").pk + 1)}),
        (of_boss, {"what": "end_sessions", "session": ""}),
        (POLICY, HOURS),
        (of_floor, {"what": "email", "email": "thief@example.com"}),
        (PEOPLE, {"username": "mallory", "role": "director", "password": NEW}),
        (of_floor, {"what": "change", "role": "director", "active": "on"}),
        (of_boss, {"what": "email", "email": "boss@example.com"}),
        (of_boss, {"what": "link"}),
        (of_boss, {"what": "password", "password": NEW}),
        (of_boss, {"what": "change", "role": "director"}),
        (of_boss, {"what": "change", "role": "floor", "active": "on"}),
        (TOKENS, {"label": "Mine", "role": "director"}),
    ):
        before = rows()
        # Limits on guesses are tested elsewhere.
        Attempt.objects.all().delete()
        page = text_of(dora.get(path))
        assert 'name="own_password"' in page
        assert "To confirm that it is you." in page
        for wrong in ({}, {"own_password": "not it"}):
            refused = send(dora, path, **given, **wrong)
            assert (refused.status_code, text_of(refused).count("This is not your password.")) == (422, 1), (
                given
            )
        assert rows() == before
        assert send(dora, path, **given, own_password=PASSWORD).status_code in {200, 302}
        assert rows() != before, given
    written = json.dumps(list(JournalEntry.objects.values("arguments", "answer", "changes")), default=str)
    acting = User.objects.get(username="dora")
    assert acting.get_session_auth_hash() not in written
    assert PASSWORD not in written


def test_other_roles_are_managed_without_the_own_password(dora: Client, floor: Actor) -> None:
    path = f"{PEOPLE}{number_of(floor)}/"
    assert log_in(Client(), "flo", PASSWORD).status_code == 302
    for where, given in (
        (PEOPLE, {"username": "anna", "role": "desk", "password": NEW}),
        (path, {"what": "change", "role": "desk", "active": "on"}),
        (path, {"what": "end_sessions"}),
        (path, {"what": "link"}),
        (path, {"what": "password", "password": NEW}),
        (TOKENS, {"label": "Scores", "role": "floor"}),
    ):
        assert send(dora, where, **given).status_code in {200, 302}, given


def test_any_director_revokes_a_token_at_once_without_a_password(dora: Client) -> None:
    token = press(issue_token, by=FIRST_START, label="Lost", role="director", digest="cd" * 32)
    number = (token.answer or {})["token"]
    assert send(dora, f"{TOKENS}{number}/revoke/").status_code == 302
    assert Token.objects.get(pk=number).revoked_at is not None


def test_own_sessions_end_without_a_password(dora: Client, director: Actor) -> None:
    assert log_in(Client(), "dora", PASSWORD).status_code == 302
    other = LoginSession.objects.latest("pk").pk
    path = f"{PEOPLE}{number_of(director)}/"
    assert send(dora, path, what="end_sessions", session=other).status_code == 302
    assert len(_sessions_of("dora")) == 1


def test_a_new_director_needs_the_code_too_and_a_password_or_address_that_is_refused_uses_up_none(
    dora: Client, wall: Wall
) -> None:
    app = enrol(dora, wall, APP, password=PASSWORD)
    wall.passes(minutes=1)
    given = {"username": "mona", "role": "director", "own_password": PASSWORD}
    assert "This code is wrong" in text_of(send(dora, PEOPLE, **given, password=NEW, code="000000"))
    code = app.code(wall)
    assert "at least 8 characters" in text_of(send(dora, PEOPLE, **given, password="short", code=code))
    own = f"{PEOPLE}{User.objects.get(username='dora').pk}/"
    wrong = send(dora, own, what="email", email="a@b", own_password=PASSWORD, code=code)
    assert "Enter a valid e-mail address." in text_of(wrong)
    assert send(dora, PEOPLE, **given, password=NEW, code=code).status_code == 302
    assert User.objects.get(username="mona").role == "director"


def test_commands_refuse_a_login_without_proof_and_take_a_token(
    director: Actor, floor: Actor, boss: Actor
) -> None:
    other = number_of(boss)
    acts = (
        (end_sessions_of, {"user": other}),
        (add_person, {"username": "mallory", "role": "director", "password": NEW}),
        (change_person, {"user": number_of(floor), "role": "director", "active": True}),
        (set_password, {"user": other, "password": NEW}),
        (set_email, {"user": other, "email": "thief@example.com"}),
        (make_password_link, {"user": other, "digest": "ab" * 32, "way": "director"}),
        (issue_token, {"label": "Mine", "role": "director", "digest": "cd" * 32}),
        (set_email, {"user": number_of(floor), "email": "thief@example.com"}),
        (set_login_policy, {"factor_roles": [], **_numbers(HOURS)}),
        (change_person, {"user": other, "role": "director", "active": False}),
        (change_person, {"user": other, "role": "floor", "active": True}),
    )
    assert log_in(Client(), "boss", PASSWORD).status_code == 302
    before = rows()
    for act, given in acts:
        assert refusal(act, by=director, **given).code == "password_needed", act
        guessed = {"own_digest": "0" * 64, "own_session": "0" * 32}
        assert refusal(act, by=director, **given, **guessed).code == "log_in_again", act
    assert refusal(reset_factors, by=director, user=other).code == "password_needed"
    assert rows() == before
    program = Actor("token:1", "Program", Role.DIRECTOR)
    for act, given in acts:
        press(act, by=program, **given)


def test_an_undo_makes_no_director_without_the_password(director: Actor, boss: Actor) -> None:
    number = number_of(boss)
    demoted = press(change_person, by=FIRST_START, user=number, role="floor", active=True)
    press(set_password, by=director, user=number, password=NEW)
    assert refusal(undo_in_room, by=director, seq=demoted.seq).code == "password_needed"
    assert User.objects.get(pk=number).role == "floor"
    promoted = press(change_person, by=FIRST_START, user=number, role="director", active=True)
    assert refusal(undo_in_room, by=director, seq=promoted.seq).code == "password_needed"
    locked = press(change_person, by=FIRST_START, user=number, role="director", active=False)
    assert refusal(undo_in_room, by=director, seq=locked.seq).code == "password_needed"


def test_an_undo_changes_no_address_and_no_policy_without_the_password(director: Actor, floor: Actor) -> None:
    for act, given in (
        (set_email, {"user": number_of(floor), "email": "flo@example.com"}),
        (set_login_policy, {"factor_roles": [], **_numbers(HOURS)}),
        (set_login_policy, {"factor_roles": [], **_numbers(HOURS | {"session_hours": "13"})}),
    ):
        done = press(act, by=FIRST_START, **given)
        assert refusal(undo_in_room, by=director, seq=done.seq).code == "password_needed", act
        press(undo_in_room, by=FIRST_START, seq=done.seq)


def test_a_password_set_before_does_not_open_the_login_of_a_new_director(
    dora: Client, director: Actor, floor: Actor
) -> None:
    path = f"{PEOPLE}{number_of(floor)}/"
    send(dora, path, what="password", password=NEW)
    thief = Client()
    assert log_in(thief, "flo", NEW).status_code == 302
    given = {"what": "change", "role": "director", "active": "on", "own_password": PASSWORD}
    assert send(dora, path, **given).status_code == 302
    assert not is_in(thief)
    assert log_in(thief, "flo", NEW).status_code == 200
    assert "This login has no password." in text_of(dora.get(path))
    assert send(dora, path, what="link", own_password=PASSWORD).status_code == 200
    journal_tells_the_rows()


def test_a_password_stays_while_the_role_stays_and_ends_with_an_undo_that_makes_a_director(
    director: Actor, boss: Actor
) -> None:
    number = number_of(boss)
    for active in (False, True):
        press(change_person, by=FIRST_START, user=number, role="director", active=active)
    assert User.objects.get(pk=number).check_password(PASSWORD)
    demoted = press(change_person, by=FIRST_START, user=number, role="floor", active=True)
    press(set_password, by=director, user=number, password=NEW)
    assert log_in(Client(), "boss", NEW).status_code == 302
    press(undo_in_room, by=FIRST_START, seq=demoted.seq)
    assert not User.objects.get(pk=number).has_usable_password()
    assert _sessions_of("boss") == []


def _numbers(given: dict[str, str]) -> dict[str, int]:
    return {name: int(number) for name, number in given.items()}


def test_an_undo_deletes_no_director_without_the_password(director: Actor) -> None:
    added = press(add_person, by=FIRST_START, username="mona", role="director", password=NEW)
    assert refusal(undo_in_room, by=director, seq=added.seq).code == "password_needed"
    assert User.objects.filter(username="mona").exists()
    press(undo_in_room, by=FIRST_START, seq=added.seq)


def test_an_undo_brings_no_token_of_a_director_back_without_the_password(director: Actor) -> None:
    secret = "x" * 43
    for role, comes_back in (("director", False), ("floor", True)):
        given = {"label": role, "role": role, "digest": digest_of_secret(secret)}
        issued = press(issue_token, by=FIRST_START, **given)
        gone = press(undo_in_room, by=director, seq=issued.seq)
        if comes_back:
            press(undo_in_room, by=director, seq=gone.seq)
        else:
            assert refusal(undo_in_room, by=director, seq=gone.seq).code == "password_needed"
            # Nor by the entry that issued it.
            assert refusal(undo_in_room, by=director, seq=issued.seq).code == "already_undone"
        assert Program(secret).get("me").status_code == (200 if comes_back else 401), role


def test_a_link_for_a_new_password_ends_when_its_login_becomes_a_director(
    director: Actor, desk: Actor, client: Client, person: Callable[..., Actor]
) -> None:
    """Also if it becomes one by an undo, or is made active again, or its role rises to another one."""
    changes = {
        "director": {"role": "director", "active": True},
        "floor": {"role": "floor", "active": True},
        "inactive": {"role": "desk", "active": False},
        "same": {"role": "desk", "active": True},
    }
    for name, change in changes.items():
        number = number_of(person(name, Role.DESK))
        works = _link_of(client, director, number)
        assert works()
        done = press(change_person, by=FIRST_START, user=number, **change)
        assert works() == (name == "same")
        press(undo_in_room, by=FIRST_START, seq=done.seq)
        assert works() == (name == "same"), "an undo brings it back"
    former = number_of(person("former", Role.DIRECTOR))
    demoted = press(change_person, by=FIRST_START, user=former, role="desk", active=True)
    works = _link_of(client, director, former)
    undone = press(undo_in_room, by=FIRST_START, seq=demoted.seq)
    assert not works()
    press(undo_in_room, by=FIRST_START, seq=undone.seq)
    assert not works()
    assert not PasswordLink.objects.exclude(user__username="same").exists()
    journal_tells_the_rows()


def _link_of(client: Client, director: Actor, user: int) -> Callable[[], bool]:
    """Make a link for a new password; return whether it works."""
    secret = f"link-{user}"
    press(make_password_link, by=director, user=user, digest=digest_of_secret(secret), way="director")
    path = reverse("login_new_password", args=[secret])
    return lambda: 'name="password"' in text_of(client.get(path, follow=True))


def test_the_api_issues_a_directors_token_to_a_token_and_not_to_an_open_browser(
    dora: Client,
) -> None:
    given = {"label": "Mine", "role": "director"}
    headers = {"Idempotency-Key": str(uuid.uuid4())}
    refused = dora.post("/api/v1/tokens", json.dumps(given), "application/json", headers=headers)
    assert (refused.status_code, "password_needed" in refused.content.decode()) == (409, True), (
        refused.content
    )
    assert not Token.objects.filter(label="Mine").exists()
    assert program_of(Role.DIRECTOR).do("tokens", **given).status_code == 200


def test_the_api_demotes_a_director_for_a_token_and_not_for_an_open_browser(
    dora: Client, boss: Actor
) -> None:
    given = {"user": number_of(boss), "role": "floor", "active": True}
    headers = {"Idempotency-Key": str(uuid.uuid4())}
    refused = dora.post("/api/v1/room/login/change", json.dumps(given), "application/json", headers=headers)
    assert (refused.status_code, "password_needed" in refused.content.decode()) == (409, True)
    assert User.objects.get(username="boss").role == "director"
    assert program_of(Role.DIRECTOR).do("room/login/change", **given).status_code == 200
    assert User.objects.get(username="boss").role == "floor"
