"""Sessions are stored under a hash and deleted when they end."""

from datetime import timedelta

import pytest
from django.conf import settings
from django.contrib.sessions.models import Session
from django.test import Client

from tests.fixtures.room import PASSWORD
from tourney.access.roles import Actor
from tourney.access.sessions import SessionStore
from tourney.models import Attempt, LoginSession, User
from tourney.now import room_now
from tourney.periodic_jobs import delete_expired_at


@pytest.fixture
def browser(director: Actor) -> Client:
    """Return a logged-in browser."""
    client = Client()
    client.post("/login/", {"username": "dora", "password": PASSWORD})
    return client


def _key(browser: Client) -> str:
    return browser.cookies[settings.SESSION_COOKIE_NAME].value


def test_session_keys_are_not_stored_in_the_database(browser: Client) -> None:
    assert browser.get("/staff/").status_code == 200
    rows = list(Session.objects.all())
    assert rows
    assert not any(_key(browser) in f"{row.session_key} {row.session_data}" for row in rows)


def test_stored_session_hash_does_not_log_in(browser: Client) -> None:
    rows = list(Session.objects.all())
    assert rows, "the browser is logged in"
    for row in rows:
        thief = Client()
        thief.cookies[settings.SESSION_COOKIE_NAME] = row.session_key
        assert thief.get("/staff/").status_code == 302
    owner = Client()
    owner.cookies[settings.SESSION_COOKIE_NAME] = _key(browser)
    assert owner.get("/staff/").status_code == 200, "a cookie set by hand with the real key is accepted"


def test_logging_out_leaves_no_row(browser: Client) -> None:
    before = _key(browser)
    browser.post("/logout/")
    assert not Session.objects.exists()
    assert not SessionStore().exists(before)


def test_a_session_is_read_written_and_given_a_new_key(db: None) -> None:
    session = SessionStore()
    session["a"] = 1
    session.save()
    again = SessionStore(session.session_key)
    assert again["a"] == 1
    again["a"] = 2
    again.save()
    assert SessionStore(session.session_key)["a"] == 2
    again.cycle_key()
    assert not SessionStore().exists(session.session_key or "")
    assert SessionStore(again.session_key)["a"] == 2
    assert Session.objects.count() == 1
    SessionStore().delete(again.session_key)
    assert not Session.objects.exists()


def test_expired_sessions_and_attempts_that_no_longer_count_are_deleted(
    monkeypatch: pytest.MonkeyPatch, director: Actor
) -> None:
    now = room_now()
    for hours in (23, 25):
        Attempt.objects.create(kind="code_day", address="1", at=now - timedelta(hours=hours))
    kept, gone = (
        Session.objects.create(session_key=key, session_data="", expire_date=now + timedelta(minutes=minutes))
        for key, minutes in (("kept", 1), ("gone", -1))
    )
    user = User.objects.get()
    LoginSession.objects.create(session=gone, user=user, address="192.0.2.1", started_at=now, seen_at=now)
    monkeypatch.setattr(settings, "LOGIN_LOCKED_HOURS", 13.0)
    delete_expired_at(now)
    assert Attempt.objects.count() == 2, "it counts for the lock of a login"
    assert list(Session.objects.all()) == [kept]
    assert not LoginSession.objects.exists()
    monkeypatch.setattr(settings, "LOGIN_LOCKED_HOURS", 0.25)
    delete_expired_at(now)
    assert Attempt.objects.get().at == now - timedelta(hours=23)
