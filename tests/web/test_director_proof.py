"""What makes a director, or takes over one's login, needs the own password: an open browser is not enough."""

import json
import uuid
from collections.abc import Callable

import pytest
from django.test import Client

from tests.access.second_factors import enrol, log_in
from tests.api.caller import program_of
from tests.fixtures.room import PASSWORD, press, refusal
from tests.fixtures.wall import Wall
from tests.web.visitors import send, text_of
from tourney.access.roles import FIRST_START, Actor, Role
from tourney.commands import add_person, change_person, issue_token, reset_factors, set_password
from tourney.commands.password_links import make_password_link, set_email
from tourney.journal.undo import undo_in_room
from tourney.models import Attempt, JournalEntry, PasswordLink, Token, User

PEOPLE, TOKENS, APP = "/staff/people/", "/staff/people/tokens/", "/staff/own/app/"
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
    return [*logins, *Token.objects.values_list("label", "role"), *PasswordLink.objects.values_list("user")]


def test_pages_ask_for_the_own_password_where_a_director_is_made_or_changed(
    dora: Client, floor: Actor, boss: Actor
) -> None:
    of_floor, of_boss = (f"{PEOPLE}{number_of(login)}/" for login in (floor, boss))
    for path, given in (
        (PEOPLE, {"username": "mallory", "role": "director", "password": NEW}),
        (of_floor, {"what": "change", "role": "director", "active": "on"}),
        (of_boss, {"what": "email", "email": "boss@example.com"}),
        (of_boss, {"what": "link"}),
        (of_boss, {"what": "password", "password": NEW}),
        (TOKENS, {"label": "Mine", "role": "director"}),
    ):
        before = rows()
        # Limits on guesses are tested elsewhere.
        Attempt.objects.all().delete()
        assert 'name="own_password"' in text_of(dora.get(path))
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
    for where, given in (
        (PEOPLE, {"username": "anna", "role": "desk", "password": NEW}),
        (path, {"what": "change", "role": "desk", "active": "on"}),
        (path, {"what": "email", "email": "flo@example.com"}),
        (path, {"what": "link"}),
        (path, {"what": "password", "password": NEW}),
        (TOKENS, {"label": "Scores", "role": "floor"}),
    ):
        assert send(dora, where, **given).status_code in {200, 302}, given


def test_a_new_director_needs_the_code_too_and_a_weak_password_uses_up_none(dora: Client, wall: Wall) -> None:
    app = enrol(dora, wall, APP, password=PASSWORD)
    wall.passes(minutes=1)
    given = {"username": "mona", "role": "director", "own_password": PASSWORD}
    assert "This code is wrong" in text_of(send(dora, PEOPLE, **given, password=NEW, code="000000"))
    code = app.code(wall)
    assert "at least 8 characters" in text_of(send(dora, PEOPLE, **given, password="short", code=code))
    assert send(dora, PEOPLE, **given, password=NEW, code=code).status_code == 302
    assert User.objects.get(username="mona").role == "director"


def test_commands_refuse_a_login_without_proof_and_take_a_token(
    director: Actor, floor: Actor, boss: Actor
) -> None:
    other = number_of(boss)
    acts = (
        (add_person, {"username": "mallory", "role": "director", "password": NEW}),
        (change_person, {"user": number_of(floor), "role": "director", "active": True}),
        (set_password, {"user": other, "password": NEW}),
        (set_email, {"user": other, "email": "thief@example.com"}),
        (make_password_link, {"user": other, "digest": "ab" * 32, "way": "director"}),
        (issue_token, {"label": "Mine", "role": "director", "digest": "cd" * 32}),
    )
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
    demoted = press(change_person, by=director, user=number, role="floor", active=True)
    press(set_password, by=director, user=number, password=NEW)
    assert refusal(undo_in_room, by=director, seq=demoted.seq).code == "password_needed"
    assert User.objects.get(pk=number).role == "floor"
    press(undo_in_room, by=FIRST_START, seq=demoted.seq)
    promoted = press(change_person, by=FIRST_START, user=number, role="director", active=True)
    locked = press(change_person, by=director, user=number, role="director", active=False)
    assert refusal(undo_in_room, by=director, seq=locked.seq).code == "password_needed"
    assert promoted.seq


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
