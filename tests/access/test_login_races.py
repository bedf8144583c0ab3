"""Logins that begin while what they need is changed: none is left that the change does not admit."""

import threading
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.sessions.models import Session
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.access.second_factors import App, log_in
from tests.fixtures.room import PASSWORD, press
from tests.fixtures.together import at_once
from tests.fixtures.wall import Wall
from tests.web.visitors import send, text_of
from tourney.access import login_lock, login_sessions
from tourney.access.roles import FIRST_START, Actor, Role
from tourney.commands import change_person, set_login_policy, set_password
from tourney.commands.own_password import change_password
from tourney.commands.password_links import use_password_link
from tourney.journal.undo import undo_in_room
from tourney.models import Authenticator, JournalEntry, LoginSession, PasswordLink, User
from tourney.now import room_now
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
    return LoginSession.objects.filter(verified=False).count()


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


def test_changes_of_a_login_take_the_lock_before_its_row(
    director: Actor, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A login that begins has the lock when it changes its row: the other order ends in a deadlock."""

    def lock(_function: str) -> None:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 'lock'")

    flo = User.objects.create_user("flo", password=PASSWORD, role="floor")
    client = Client()
    client.force_login(flo)
    acting = Actor(f"user:{flo.pk}", "flo", Role.FLOOR)
    secret, later = "a rather fine one", room_now() + timedelta(hours=1)
    key, digest = Session.objects.get().pk, flo.get_session_auth_hash()
    monkeypatch.setattr(login_lock, "_lock", lock)

    def use_link() -> None:
        PasswordLink.objects.create(user=flo, digest="link", expires_at=later, way="mail")
        press(use_password_link, by=acting, digest="link", password=secret)

    def undo() -> None:
        press(undo_in_room, by=director, seq=JournalEntry.journal(None).latest("seq").seq)

    for change in (
        lambda: press(change_password, by=acting, password=secret, own_digest=digest, own_session=key),
        use_link,
        lambda: press(set_password, by=director, user=flo.pk, password=secret),
        lambda: press(change_person, by=director, user=flo.pk, role="desk", active=False),
        undo,
    ):
        with CaptureQueriesContext(connection) as caught:
            change()
        said = [query["sql"] for query in caught.captured_queries]
        locked = next(at for at, sql in enumerate(said) if "'lock'" in sql)
        written = next(at for at, sql in enumerate(said) if sql.startswith('UPDATE "tourney_user"'))
        assert locked < written


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
    assert LoginSession.objects.get().verified


def test_a_session_that_was_ended_meanwhile_sets_up_no_factor(
    director: Actor, wall: Wall, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = Client()
    log_in(client)
    user = int(director.key.partition(":")[2])
    asked = setting_up(client, wall, monkeypatch, lambda: login_sessions.end_all(user))
    assert asked() == 422
    assert not Authenticator.objects.exists()
