"""Logins that begin while what they need is changed: none is left that the change does not admit."""

import threading
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test import Client

from tests.access.second_factors import App, log_in
from tests.fixtures.room import PASSWORD, press
from tests.fixtures.together import at_once
from tests.fixtures.wall import Wall
from tests.web.visitors import send, text_of
from tourney.access import login_lock, login_sessions
from tourney.access.roles import FIRST_START, Actor
from tourney.commands import set_login_policy
from tourney.models import Authenticator, LoginSession
from web.office import own_login

pytestmark = pytest.mark.django_db(transaction=True)
POLICY = {"factor_roles": ["director"], "session_hours": 336, "idle_minutes": 0, "password_length": 8}
APP = "/staff/own/app/"
# How long a change may take that waits for nothing; a change that waits is given this long.
_PATIENCE = 3.0


def sessions_after_a_change_during_a_login(monkeypatch: pytest.MonkeyPatch) -> int:
    """Change the policy between the check of a login and its session; return the sessions left without a factor."""
    begin, checked, changed = login_sessions.begin, threading.Event(), threading.Event()

    def slowly(*given: Any, **named: Any) -> None:
        checked.set()
        changed.wait(_PATIENCE)
        begin(*given, **named)

    def change() -> None:
        assert checked.wait(60)
        press(set_login_policy, by=FIRST_START, **POLICY)
        changed.set()

    # The first request of a process takes long.
    Client().get("/login/")
    monkeypatch.setattr(login_sessions, "begin", slowly)
    at_once(lambda: log_in(Client()), change)
    return LoginSession.objects.filter(proven=False).count()


def test_no_login_without_a_factor_is_left_by_a_policy_that_requires_one(
    director: Actor, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert sessions_after_a_change_during_a_login(monkeypatch) == 0


def test_without_the_lock_a_login_outlives_the_policy_on_postgresql(
    director: Actor, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The control: the race is real."""
    if connection.vendor != "postgresql":
        pytest.skip("SQLite queues the transactions themselves.")
    monkeypatch.setattr(login_lock, "locking", False)
    assert sessions_after_a_change_during_a_login(monkeypatch) == 1


def setting_up(
    client: Client, wall: Wall, monkeypatch: pytest.MonkeyPatch, before: Callable[[], object]
) -> Callable[[], int]:
    """Return what sends the set-up of an app, and stops after the password was checked until `before` has returned."""
    app = App(text_of(client.get(APP)))
    set_up = own_login.set_up_app

    def after_that(*given: Any) -> Any:
        before()
        return set_up(*given)

    monkeypatch.setattr(own_login, "set_up_app", after_that)
    return lambda: send(client, APP, code=app.code(wall), password=PASSWORD).status_code


def test_of_two_browsers_that_set_up_a_first_factor_at_once_one_succeeds_and_goes_on(
    director: Actor, wall: Wall, monkeypatch: pytest.MonkeyPatch
) -> None:
    clients = [Client(), Client()]
    for client in clients:
        log_in(client)
    # Both have had their password checked before either sets its factor up.
    gate = threading.Barrier(2)
    first = setting_up(clients[0], wall, monkeypatch, lambda: gate.wait(10))
    monkeypatch.undo()
    second = setting_up(clients[1], wall, monkeypatch, lambda: gate.wait(10))
    assert sorted(map(str, at_once(first, second))) == ["200", "422"]
    assert Authenticator.objects.count() == 1
    assert LoginSession.objects.get().proven


def test_a_session_that_was_ended_meanwhile_sets_up_no_factor(
    director: Actor, wall: Wall, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = Client()
    log_in(client)
    user = int(director.key.partition(":")[2])
    asked = setting_up(client, wall, monkeypatch, lambda: login_sessions.end_all(user))
    assert asked() == 422
    assert not Authenticator.objects.exists()
