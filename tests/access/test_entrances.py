"""Authentication by login, token and display cookie, on pages, sockets and the poll."""

import hashlib
import secrets
from collections.abc import Callable
from typing import Any

import pytest
from django.conf import settings
from django.test import Client, RequestFactory

from displays.commands.displays import pair_screen, retire_screen
from displays.services.pairing import new_pairing
from tests.fixtures.room import PASSWORD, press
from tests.fixtures.servers import Screen, Server
from tests.fixtures.wall import Wall
from tourney.access import guard
from tourney.access.roles import FIRST_START, Actor, Role
from tourney.access.viewers import (
    PUBLIC,
    SCREEN_COOKIE,
    Held,
    UnknownToken,
    address_of_request,
    address_of_scope,
    still_valid,
    viewer_of_token,
    viewer_of_user,
)
from tourney.commands import change_person, issue_token, revoke_token, set_password
from tourney.journal.undo import undo_in_room
from tourney.live.boards import Audience
from tourney.models import Attempt, JournalEntry, User

Opens = Callable[..., Screen]


def a_token(director: Actor, role: str) -> tuple[int, str]:
    """Return a token and its secret."""
    secret = secrets.token_urlsafe(32)
    digest = hashlib.sha256(secret.encode()).hexdigest()
    done = press(
        issue_token,
        by=FIRST_START if role == "director" else director,
        label=f"A {role}",
        role=role,
        digest=digest,
    )
    assert done.answer is not None
    return done.answer["token"], secret


def a_display(director: Actor, event: int | None = None) -> tuple[int, str]:
    """Return a paired display and the secret in its cookie."""
    secret, pairing = new_pairing("10.0.0.9")
    done = press(pair_screen, by=director, code=pairing.code, name="Wall", tournament=event)
    assert done.answer is not None
    return done.answer["screen"], secret


def a_session(actor: Actor) -> str:
    """Return the cookie of a logged-in user."""
    client = Client()
    client.force_login(
        User.objects.get(pk=int(actor.key.partition(":")[2])), "django.contrib.auth.backends.ModelBackend"
    )
    return client.cookies[settings.SESSION_COOKIE_NAME].value


# --- tokens and lockout ----------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("role", "audience"),
    [
        ("director", Audience.FLOOR),
        ("floor", Audience.FLOOR),
        ("desk", Audience.DESK),
        ("dealer", Audience.DEALER),
        ("display", Audience.DISPLAY),
    ],
)
def test_token_sees_only_boards_of_its_role(director: Actor, role: str, audience: Audience) -> None:
    number, secret = a_token(director, role)
    viewer = viewer_of_token(secret, "10.0.0.1")
    assert (viewer.audience, viewer.credential) == (audience, f"token:{number}")
    assert viewer.actor is not None
    assert viewer.actor.role == Role(role)


def test_unknown_or_revoked_token_is_refused(director: Actor) -> None:
    number, secret = a_token(director, "floor")
    press(revoke_token, by=director, token=number)
    for wrong in (secret, "", "x", "ü\u2028", secret + " "):
        with pytest.raises(UnknownToken):
            viewer_of_token(wrong, "10.0.0.1")
    token, login = Held(f"token:{number}", "", "director"), Held(director.key, "", "director")
    assert still_valid({token, login}) == {login}


def test_an_address_that_guesses_is_locked_out_and_no_other(director: Actor, wall: Wall) -> None:
    _number, secret = a_token(director, "floor")
    for _guess in range(20):
        with pytest.raises(UnknownToken):
            viewer_of_token("wrong", "10.0.0.66")
    with pytest.raises(guard.LockedOut):
        viewer_of_token("wrong", "10.0.0.66")
    assert viewer_of_token(secret, "10.0.0.66").actor, "a valid token is not blocked by failed attempts"
    assert viewer_of_token(secret, "10.0.0.67").actor
    wall.passes(minutes=10, seconds=1)
    assert viewer_of_token(secret, "10.0.0.66").actor
    with pytest.raises(UnknownToken):
        viewer_of_token("wrong", "10.0.0.66")
    assert Attempt.objects.count() == 1, "old attempts are deleted"


def test_a_header_that_passed_the_edge_names_no_address(settings: Any) -> None:
    settings.TRUSTED_PROXIES = 1
    request = RequestFactory().get("/", REMOTE_ADDR="10.0.0.5", HTTP_X_FORWARDED_FOR="1.1.1.1, 2.2.2.2")
    scope = {"client": ("10.0.0.5", 1), "headers": [(b"x-forwarded-for", b"1.1.1.1, 2.2.2.2")]}
    assert address_of_request(request) == address_of_scope(scope) == "10.0.0.5"


# --- logins ------------------------------------------------------------------------------------------
def test_repeated_wrong_passwords_lock_a_login_from_that_address(director: Actor) -> None:
    def attempt(password: str, address: str) -> int:
        sent = {"username": "dora", "password": password}
        return Client().post("/login/", sent, REMOTE_ADDR=address).status_code

    assert attempt(PASSWORD, "10.0.0.1") == 302
    for _try in range(settings.LOGIN_FAILURES):
        assert attempt("wrong", "10.0.0.66") == 200
    assert attempt(PASSWORD, "10.0.0.66") == 429, "locked, even with the correct password"
    assert attempt(PASSWORD, "10.0.0.1") == 302, "a stranger does not lock out the director at the desk"


def test_disabled_login_or_new_password_ends_the_session(
    director: Actor, person: Callable[..., Actor]
) -> None:
    flo = person("flo", Role.FLOOR)
    number = int(flo.key.partition(":")[2])
    client = Client()
    client.cookies[settings.SESSION_COOKIE_NAME] = a_session(flo)
    body = {"command_id": "8c9f7f2e-0000-4000-8000-000000000001", "arguments": {"language": "de"}}

    def status() -> int:
        answer = client.post("/do/login.language/", body, content_type="application/json")
        return answer.status_code

    assert status() == 200
    press(set_password, by=director, user=number, password="another fine one")
    assert status() == 401
    client.cookies[settings.SESSION_COOKIE_NAME] = a_session(flo)
    assert status() == 200
    press(change_person, by=director, user=number, role="floor", active=False)
    assert status() == 401
    assert viewer_of_user(User.objects.get(pk=number)) == PUBLIC


def test_commands_need_a_login_a_role_and_the_pages_own_token(event: int, dealer: Actor) -> None:
    body = {"command_id": "8c9f7f2e-0000-4000-8000-000000000002", "arguments": {}}
    anonymous = Client()
    answer = anonymous.post(f"/do/t/{event}/clock.start/", body, content_type="application/json")
    assert (answer.status_code, answer.json()["code"]) == (401, "log_in")
    client = Client()
    client.cookies[settings.SESSION_COOKIE_NAME] = a_session(dealer)
    answer = client.post(f"/do/t/{event}/clock.start/", body, content_type="application/json")
    assert (answer.status_code, answer.json()["code"]) == (403, "not_allowed")
    strict = Client(enforce_csrf_checks=True)
    strict.cookies[settings.SESSION_COOKIE_NAME] = a_session(dealer)
    answer = strict.post(f"/do/t/{event}/clock.start/", body, content_type="application/json")
    assert (answer.status_code, answer.json()["code"]) == (403, "page_out_of_date")
    assert not JournalEntry.journal(event).exists()


@pytest.mark.parametrize(
    "body",
    [b"", b"{", b"[]", b"null", b'"x"', b"{}", b'{"command_id":1}', b'{"command_id":"x"}', b"\xff\xfe",
     b'{"command_id":"8c9f7f2e-0000-4000-8000-000000000003","arguments":[]}', b"[" * 100_000],
)  # fmt: skip
def test_a_body_that_is_no_command_is_refused(event: int, director: Actor, body: bytes) -> None:
    client = Client()
    client.cookies[settings.SESSION_COOKIE_NAME] = a_session(director)
    answer = client.post(f"/do/t/{event}/clock.start/", body, content_type="application/json")
    assert (answer.status_code, answer.json()["code"]) == (422, "bad_argument")
    assert not JournalEntry.journal(event).exists()


@pytest.mark.parametrize("reserved", ["actor", "command_id", "tournament_id", "due", "tx", "self"])
def test_arguments_cannot_replace_values_set_by_the_server(
    event: int, dealer: Actor, director: Actor, reserved: str
) -> None:
    """A command's arguments contain neither the user nor the time at which it was due."""
    client = Client(raise_request_exception=False)
    client.cookies[settings.SESSION_COOKIE_NAME] = a_session(director)
    body = {"command_id": "8c9f7f2e-0000-4000-8000-000000000004", "arguments": {reserved: None}}
    answer = client.post(f"/do/t/{event}/clock.start/", body, content_type="application/json")
    assert (answer.status_code, answer.json()["code"]) == (422, "bad_argument")
    assert not JournalEntry.journal(event).exists()


@pytest.mark.parametrize("kind", ["clock.due", "clock.note_outage", "nonsense", "table.add", "x" * 200])
def test_pages_cannot_call_internal_commands(event: int, director: Actor, kind: str) -> None:
    client = Client()
    client.cookies[settings.SESSION_COOKIE_NAME] = a_session(director)
    body = {"command_id": "8c9f7f2e-0000-4000-8000-000000000005", "arguments": {}}
    answer = client.post(f"/do/t/{event}/{kind}/", body, content_type="application/json")
    assert (answer.status_code, answer.json()["code"]) == (404, "unknown_command")


# --- sockets and the poll ----------------------------------------------------------------------------
pytest_sockets = [pytest.mark.processes, pytest.mark.django_db(transaction=True)]


# Boards that every viewer receives of an event whose registration is not set up.
PUBLIC_BOARDS = {
    "clock",
    "structure",
    "seating",
    "moves",
    "eliminations",
    "free",
    "prizes",
    "results",
    "bounties",
    "race",
    "hand_for_hand",
    "chip_leaders",
}
STAFF_ROOM = {
    "lobby", "look", "announcements", "triggers", "house_layouts", "demos", "attention", "attention_room",
}  # fmt: skip
STAFF_BOARDS = {
    *PUBLIC_BOARDS,
    "bags",
    "stack_count",
    "feature_table",
    "season_ranking",
    "clock_staff",
    "map",
    "floor",
    "payables",
    "deal",
    "penalties",
    "jobs",
}


class TestSockets:
    """Authentication over real sockets, on both servers."""

    pytestmark = pytest_sockets

    def test_each_viewer_sees_only_their_own_boards(
        self, server: Server, screens: Opens, event: int, director: Actor
    ) -> None:
        number, cookie = a_display(director, event)
        _token, floor_token = a_token(director, "floor")
        display_cookie = f"{SCREEN_COOKIE}={cookie}"
        session_cookie = f"{settings.SESSION_COOKIE_NAME}={a_session(director)}"
        topic, mine = f"t{event}", f"screen:{number}"
        for headers, query, room, tournament in (
            ({}, "", {"lobby", "look"}, PUBLIC_BOARDS),
            ({"Cookie": f"{SCREEN_COOKIE}=nonsense"}, "", {"lobby", "look"}, PUBLIC_BOARDS),
            ({"Cookie": f"{settings.SESSION_COOKIE_NAME}=nonsense"}, "", {"lobby", "look"}, PUBLIC_BOARDS),
            ({"Cookie": "=;;; a[=1; room_screen"}, "", {"lobby", "look"}, PUBLIC_BOARDS),
            (
                {"Cookie": display_cookie},
                "",
                {"lobby", "look", "announcements", "triggers", "house_layouts", mine},
                {*PUBLIC_BOARDS, "map", "season_ranking", "feature_table"},
            ),
            (
                {"Cookie": session_cookie},
                "",
                {*STAFF_ROOM, mine, f"screen_health:{number}"},
                STAFF_BOARDS,
            ),
            (
                {},
                f"?token={floor_token}",
                {*STAFF_ROOM, mine, f"screen_health:{number}"},
                STAFF_BOARDS,
            ),
        ):
            screen = screens(server, query=query, **headers)
            for name, boards in (("room", room), (topic, tournament)):
                screen.say(do="follow", topic=name, seq=None)
                screen.until(lambda: screen.messages and screen.messages[-1].get("topic") == name)  # noqa: B023
                assert set(screen.messages[-1]["boards"]) == boards
                if not query:
                    status, polled = server.get(f"/live/{name}/", **headers)
                    assert (status, set(polled["boards"])) == (200, boards)
        status, polled = server.get("/live/room/", Authorization=f"Bearer {floor_token}")
        assert set(polled["boards"]) == {*STAFF_ROOM, mine, f"screen_health:{number}"}

    def test_unknown_token_is_refused_on_socket_and_poll(
        self, server: Server, screens: Opens, event: int
    ) -> None:
        code, refusals = screens(server, query="?token=wrong").closed()
        assert (code, [refusal["code"] for refusal in refusals]) == (4003, ["unknown_token"])
        status, polled = server.get(f"/live/t{event}/", Authorization="Bearer wrong")
        assert (status, polled["code"]) == (403, "unknown_token")

    def test_a_socket_that_guesses_too_often_is_locked_out(self, server: Server, screens: Opens) -> None:
        for _guess in range(20):
            guard.count(guard.Bound("token", "127.0.0.1"))
        code, refusals = screens(server, query="?token=wrong").closed()
        assert (code, refusals[0]["code"]) == (4029, "locked_out")
        # A request without a token is allowed: a locked-out address still sees the public clock.
        anybody = screens(server)
        anybody.say(do="ping", n=1)
        anybody.until(lambda: anybody.of("pong"))
        Attempt.objects.all().delete()

    @pytest.mark.parametrize("way", ["revoked", "undone", "retired", "role", "dismissed", "password"])
    def test_an_open_socket_is_closed_when_its_key_is_taken_away(
        self,
        server: Server,
        screens: Opens,
        event: int,
        director: Actor,
        person: Callable[..., Actor],
        way: str,
    ) -> None:
        flo = person("flo", Role.FLOOR)
        number = int(flo.key.partition(":")[2])
        token, secret = a_token(director, "floor")
        issued = JournalEntry.journal(None).latest("seq").seq
        display, cookie = a_display(director, event)
        keys: dict[str, dict[str, str]] = {
            "revoked": {"query": f"?token={secret}"},
            "undone": {"query": f"?token={secret}"},
            "retired": {"Cookie": f"{SCREEN_COOKIE}={cookie}"},
        }
        key = keys.get(way, {"Cookie": f"{settings.SESSION_COOKIE_NAME}={a_session(flo)}"})
        held, other = screens(server, **key), screens(server)
        for screen in (held, other):
            screen.say(do="ping", n=1)
            screen.until(lambda: screen.of("pong"))  # noqa: B023
        if way == "revoked":
            press(revoke_token, by=director, token=token)
        elif way == "undone":
            press(undo_in_room, by=director, seq=issued)
        elif way == "retired":
            press(retire_screen, by=director, screen=display)
        elif way == "password":
            press(set_password, by=director, user=number, password="another fine one")
        else:
            press(change_person, by=director, user=number, role="desk", active=way == "role")
        code, _refusals = held.closed()
        assert code == 4003
        other.say(do="ping", n=2)
        other.until(lambda: len(other.of("pong")) == 2)
