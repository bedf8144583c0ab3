"""The second step of a login: codes of an app and recovery codes, each accepted once."""

import json
import uuid

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command
from django.test import Client

from tests.access.second_factors import CODE, ENROL, App, enrol, is_in, log_in
from tests.fixtures.room import press
from tests.fixtures.wall import Wall
from tests.web.visitors import send, text_of
from tourney.access.roles import FIRST_START, Actor
from tourney.access.sessions import SessionStore
from tourney.commands import reset_factors, set_login_policy, set_password
from tourney.journal.boards import text_of as line_of
from tourney.models import Authenticator, JournalEntry, RecoveryCode, User

POLICY = {"factor_roles": ["director"], "session_hours": 336, "idle_minutes": 0, "password_length": 8}


@pytest.fixture
def app(director: Actor, wall: Wall) -> App:
    """Require a second factor of directors, and let one set up an app at the login."""
    press(set_login_policy, by=FIRST_START, **POLICY)
    client = Client()
    assert log_in(client)["Location"] == ENROL
    return enrol(client, wall, ENROL)


@pytest.mark.django_db
def test_what_waits_in_a_session_is_given_to_one_of_two_requests() -> None:
    first = SessionStore()
    first["challenge"], first["other"] = {"challenge": "abc"}, 1
    first.save()
    second, late = SessionStore(first.session_key), SessionStore(first.session_key)
    assert "challenge" in second
    assert first.take("challenge") == {"challenge": "abc"}
    assert (second.take("challenge"), late.take("challenge"), late["other"]) == (None, None, 1)


def waiting(wall: Wall) -> Client:
    """Return a browser that has given the right password, a minute after the last code."""
    wall.passes(minutes=1)
    client = Client()
    assert log_in(client)["Location"] == CODE
    assert not is_in(client)
    return client


def test_a_login_that_needs_a_factor_sets_it_up_before_anything_else(director: Actor, wall: Wall) -> None:
    press(set_login_policy, by=FIRST_START, **POLICY)
    client = Client()
    assert log_in(client)["Location"] == ENROL
    assert not is_in(client)
    assert client.post("/do/login.language/", {}, content_type="application/json").status_code == 401
    assert client.get("/api/v1/room").status_code == 401
    assert client.get(CODE)["Location"] == "/login/", "there is no code yet"
    app = App(text_of(client.get(ENROL)))
    assert send(client, ENROL, code="000000").status_code == 422
    assert not is_in(client)
    done = send(client, ENROL, code=app.code(wall))
    assert 'href="/staff/journal/"' in text_of(done), "it goes on where it wanted to go"
    assert is_in(client)


def test_login_with_the_apps_code(app: App, wall: Wall) -> None:
    client = waiting(wall)
    assert send(client, CODE, code="000000").status_code == 200
    assert not is_in(client)
    done = send(client, CODE, code=app.code(wall))
    assert (done.status_code, done["Location"]) == (302, "/staff/journal/")
    assert is_in(client)


def test_a_code_is_accepted_once(app: App, wall: Wall) -> None:
    first, second = waiting(wall), waiting(wall)
    code = app.code(wall)
    assert send(first, CODE, code=code).status_code == 302
    assert send(second, CODE, code=code).status_code == 200
    assert not is_in(second)
    earlier = app.code(wall, seconds=-30)
    assert send(second, CODE, code=earlier).status_code == 200, "earlier codes are used up as well"
    assert send(second, CODE, code=app.code(wall, seconds=30)).status_code == 302, "clocks may differ"
    assert send(waiting(wall), CODE, code=app.code(wall, seconds=90)).status_code == 200


def test_guessed_codes_are_throttled_and_journalled_without_secrets(app: App, wall: Wall) -> None:
    client = waiting(wall)
    for guess in range(5):
        assert send(client, CODE, code=f"98765{guess}").status_code == 200
    assert send(client, CODE, code=app.code(wall)).status_code == 429
    assert send(waiting(wall), CODE, code=app.code(wall)).status_code == 429, "in each browser"
    wrong = JournalEntry.objects.filter(kind="factor.note_wrong")
    assert [entry.actor for entry in wrong] == [f"user:{Authenticator.objects.get().user_id}"] * 5
    assert {entry.arguments["address"] for entry in wrong} == {"127.0.0.1"}
    wall.passes(minutes=11)
    assert send(waiting(wall), CODE, code=app.code(wall)).status_code == 302
    written = json.dumps(list(JournalEntry.objects.values("arguments", "answer", "changes")), default=str)
    row = Authenticator.objects.get()
    digests = RecoveryCode.objects.values_list("digest", flat=True)
    for secret in (row.key, app.key, "98765", *app.recovery, *digests):
        assert secret not in written
    assert app.key not in row.key


def test_too_many_wrong_codes_name_the_wait_and_leave_recovery_codes_working(app: App, wall: Wall) -> None:
    first, client = waiting(wall), waiting(wall)
    used = app.code(wall)
    assert send(first, CODE, code=used).status_code == 302
    for _again in range(6):
        assert "has already been used. Enter another" in text_of(send(client, CODE, code=used))
    for guess in range(5):
        send(client, CODE, code=f"98765{guess}")
    wall.passes(minutes=3)
    page = text_of(send(client, CODE, code="987650"))
    assert "Too many wrong codes. Try again in 7 minutes. Your recovery codes still work." in page
    for _guess in range(5):
        send(client, CODE, code="bbbb-bbbb-bbbb")
    assert "Too many wrong recovery codes." in text_of(send(client, CODE, code=app.recovery[0]))
    wall.passes(minutes=10)
    late = waiting(wall)
    assert send(late, CODE, code=app.recovery[0]).status_code == 302
    assert "You logged in with a recovery code. 9 unused codes are left." in text_of(late.get("/staff/own/"))


def test_a_recovery_code_logs_in_once(app: App, wall: Wall) -> None:
    code = app.recovery[3]
    assert send(waiting(wall), CODE, code=code.upper().replace("-", " ")).status_code == 302
    assert send(waiting(wall), CODE, code=code).status_code == 200
    used = JournalEntry.objects.get(kind="factor.use_recovery_code")
    assert used.answer == {"left": 9}


def test_the_second_step_ends_with_time_and_with_a_new_password(
    app: App, wall: Wall, director: Actor
) -> None:
    late = waiting(wall)
    wall.passes(minutes=11)
    assert send(late, CODE, code=app.code(wall))["Location"] == "/login/"
    changed = waiting(wall)
    number = int(director.key.partition(":")[2])
    press(set_password, by=FIRST_START, user=number, password="another fine one")
    line = JournalEntry.objects.get(kind="login.password")
    assert line_of(line) == f"Gave {User.objects.get(pk=number).username} a new password"
    assert send(changed, CODE, code=app.code(wall))["Location"] == "/login/"
    assert send(Client(), CODE, code=app.code(wall))["Location"] == "/login/"


def test_the_browser_gets_a_new_session_at_each_step(app: App, wall: Wall) -> None:
    client = Client()
    client.get("/login/")
    wall.passes(minutes=1)
    log_in(client)
    between = client.cookies[settings.SESSION_COOKIE_NAME].value
    send(client, CODE, code=app.code(wall))
    thief = Client()
    thief.cookies[settings.SESSION_COOKIE_NAME] = between
    assert not is_in(thief)


def test_another_key_of_the_server_opens_no_secret(app: App, wall: Wall) -> None:
    client = waiting(wall)
    row = Authenticator.objects.get()
    Authenticator.objects.update(key=f"A{row.key[1:]}" if row.key[0] != "A" else f"B{row.key[1:]}")
    assert send(client, CODE, code=app.code(wall)).status_code == 200
    assert not is_in(client)


def test_a_director_resets_the_factor_of_another_login(app: App, wall: Wall, director: Actor) -> None:
    client = waiting(wall)
    send(client, CODE, code=app.code(wall))
    assert is_in(client)
    number = int(director.key.partition(":")[2])
    press(reset_factors, by=FIRST_START, user=number)
    assert not is_in(client), "its sessions end"
    assert not RecoveryCode.objects.exists()
    assert log_in(Client())["Location"] == ENROL
    assert JournalEntry.objects.get(kind="login.reset_factors").answer == {"name": "dora"}


def test_the_only_director_resets_the_own_factor_on_the_server(app: App, director: Actor) -> None:
    call_command("reset_factors", "dora")
    assert not Authenticator.objects.exists()
    assert log_in(Client())["Location"] == ENROL
    with pytest.raises(CommandError, match="no second factor"):
        call_command("reset_factors", "dora")


def test_loading_the_recovery_codes_again_sets_up_nothing(director: Actor, wall: Wall) -> None:
    press(set_login_policy, by=FIRST_START, **POLICY)
    client = Client()
    log_in(client)
    app = App(text_of(client.get(ENROL)))
    command = str(uuid.uuid4())
    send(client, ENROL, command=command, code=app.code(wall))
    again = send(client, ENROL, command=command, code=app.code(wall))
    assert again["Location"] == "/login/"
    assert Authenticator.objects.count() == 1
