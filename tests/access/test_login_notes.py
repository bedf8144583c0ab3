"""A login is recorded in the journal of the room, but does not depend on it."""

import pytest
from django.test import Client

from tests.access.second_factors import is_in, log_in
from tests.fixtures.wall import Wall
from tests.web.visitors import send, text_of
from tourney.access.roles import Actor
from tourney.journal.refused import Refused
from tourney.models import Attempt, JournalEntry
from tourney.services import wrong_passwords
from tourney.tasks import record_wrong_password
from web.public import pending_login

pytestmark = pytest.mark.django_db


def test_a_login_is_recorded_unless_the_journal_of_the_room_is_busy(
    director: Actor, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    notes = JournalEntry.objects.filter(kind="login.note")
    assert log_in(Client()).status_code == 302
    assert notes.count() == 1

    def busy(**_arguments: object) -> None:
        # What a command gets while another one of the room, such as an import, holds its lock.
        raise Refused("conflict", "Another change is taking a long time.")

    monkeypatch.setattr(pending_login, "note_login", busy)
    client = Client()
    assert log_in(client).status_code == 302
    assert is_in(client)
    assert notes.count() == 1
    assert "is not in the journal: conflict" in caplog.text


def test_a_wrong_password_is_listed_for_its_owner_once_in_six_hours(
    director: Actor, wall: Wall, monkeypatch: pytest.MonkeyPatch
) -> None:
    jobs: list[tuple[int, ...]] = []
    monkeypatch.setattr(wrong_passwords, "enqueue", lambda _task, *numbers, **_more: jobs.append(numbers))

    def guess(name: str, last: int) -> None:
        log_in(Client(REMOTE_ADDR=f"192.0.2.{last}"), name, "wrong")
        for numbers in jobs:
            # Like a worker that gets the same job twice.
            record_wrong_password(*numbers)
            record_wrong_password(*numbers)

    guess("stranger", 1)
    assert len(jobs) == 1, "an unknown name takes as long as a known one"
    for last in (2, 3):
        guess("dora", last)
    wall.passes(minutes=361)
    client = Client(REMOTE_ADDR="192.0.2.9")
    log_in(client)
    send(client, "/staff/own/", what="codes", password="wrong")
    guess("dora", 4)
    text = text_of(client.get("/staff/own/"))
    found = [last for last in range(1, 10) if f"Wrong password, from 192.0.2.{last}" in text]
    assert found == [2, 9]
    assert JournalEntry.objects.filter(kind="login.note_wrong_password").count() == 2
    assert not Attempt.objects.filter(kind="wrong_password").exists()
