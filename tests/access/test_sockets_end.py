"""Open sockets close at once when the session, the password, the login or the role changes."""

import time
from collections.abc import Callable

import pytest
from django.conf import settings
from django.core.management import call_command
from django.test import Client

from tests.fixtures.room import PASSWORD, press
from tests.fixtures.servers import Screen, Server
from tourney.access.roles import Actor, Role
from tourney.commands import change_person, set_password
from tourney.commands.login_sessions import end_sessions_of

pytestmark = [pytest.mark.processes, pytest.mark.django_db(transaction=True)]
Opens = Callable[..., Screen]
Starts = Callable[..., Server]
# Sockets are notified at once; without that they would check within a minute.
_AT_ONCE = 20.0


class Tab:
    """A logged-in browser with an open socket."""

    def __init__(self, server: Server, screens: Opens, name: str, event: int) -> None:
        self.browser = Client()
        answer = self.browser.post("/login/", {"username": name, "password": PASSWORD})
        assert answer.status_code == 302
        key = self.browser.cookies[settings.SESSION_COOKIE_NAME].value
        self.screen = screens(server, f"t{event}", Cookie=f"{settings.SESSION_COOKIE_NAME}={key}")
        self.screen.until(lambda: f"t{event}/clock_staff" in self.screen.boards)

    def is_closed(self) -> bool:
        """Return whether its socket is closed as revoked, within a few seconds."""
        began = time.monotonic()
        code, _refusals = self.screen.closed(_AT_ONCE)
        assert time.monotonic() - began < _AT_ONCE
        return code == 4003


@pytest.fixture
def flo(person: Callable[..., Actor]) -> int:
    """Return the id of a floor login."""
    return int(person("flo", Role.FLOOR).key.partition(":")[2])


def test_logging_out_closes_the_sockets_of_that_browser_alone(
    server: Server, screens: Opens, flo: int, event: int
) -> None:
    here, there = Tab(server, screens, "flo", event), Tab(server, screens, "flo", event)
    here.browser.post("/logout/")
    assert here.is_closed()
    there.screen.say(do="ping", n=1)
    there.screen.until(lambda: there.screen.of("pong"))


@pytest.mark.parametrize("what", ["password", "command", "sessions", "switched off", "other role"])
def test_a_change_of_the_login_closes_its_sockets(
    start_server: Starts,
    screens: Opens,
    director: Actor,
    flo: int,
    event: int,
    monkeypatch: pytest.MonkeyPatch,
    what: str,
) -> None:
    tab = Tab(start_server(), screens, "flo", event)
    if what == "password":
        press(set_password, by=director, user=flo, password="another fine one")
    elif what == "sessions":
        press(end_sessions_of, by=director, user=flo)
    elif what == "command":
        monkeypatch.setattr("getpass.getpass", lambda **_more: "another fine one")
        call_command("changepassword", "flo")
    else:
        active = what != "switched off"
        press(change_person, by=director, user=flo, role="dealer" if active else "floor", active=active)
    assert tab.is_closed()


def test_without_redis_a_logged_out_browser_is_found_in_the_database(
    start_server: Starts, screens: Opens, flo: int, event: int
) -> None:
    server = start_server(REDIS_URL="unix:///nowhere/redis.sock")
    tab = Tab(server, screens, "flo", event)
    tab.browser.post("/logout/")
    assert tab.is_closed()
