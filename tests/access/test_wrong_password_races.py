"""Two workers that record wrong passwords for one login at the same time."""

import threading
from types import SimpleNamespace
from typing import Any

import pytest

from tests.fixtures.together import at_once
from tourney.access.roles import Actor
from tourney.commands.login_notes import note_wrong_password
from tourney.models import Attempt, JournalEntry
from tourney.now import room_now
from tourney.services import wrong_passwords

pytestmark = pytest.mark.django_db(transaction=True)


def entries_of_two_workers(director: Actor, monkeypatch: pytest.MonkeyPatch) -> int:
    """Record wrong passwords from two addresses, both looked up before either is written; return the entries."""
    gate = threading.Barrier(2)

    def after_both(*given: Any, **named: Any) -> None:
        gate.wait(10)
        note_wrong_password.carry_out(*given, **named)

    noted = SimpleNamespace(kind=note_wrong_password.kind, carry_out=after_both)
    monkeypatch.setattr(wrong_passwords, "note_wrong_password", noted)
    user = int(director.key.partition(":")[2])
    attempts = [
        Attempt.objects.create(kind="wrong_password", address=f"192.0.2.{last}", at=room_now()).pk
        for last in (1, 2)
    ]
    at_once(*(lambda attempt=attempt: wrong_passwords.record(user, attempt) for attempt in attempts))
    return JournalEntry.objects.filter(kind=note_wrong_password.kind).count()


def test_of_two_wrong_passwords_at_once_one_is_recorded(
    director: Actor, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    assert entries_of_two_workers(director, monkeypatch) == 1
    assert "is not in the journal" not in caplog.text


def test_without_the_look_under_the_lock_both_are_recorded(
    director: Actor, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The control: the race is real."""
    monkeypatch.setattr(wrong_passwords, "_refuse_another", lambda _actor: None)
    assert entries_of_two_workers(director, monkeypatch) == 2
