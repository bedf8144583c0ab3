"""A login is recorded in the journal of the room, but does not depend on it."""

import pytest
from django.test import Client

from tests.access.second_factors import is_in, log_in
from tourney.access.roles import Actor
from tourney.journal.refused import Refused
from tourney.models import JournalEntry
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
