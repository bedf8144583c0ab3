"""The page of data retention: what each schedule deletes, when it last ran, and what the next run takes."""

from datetime import timedelta
from typing import Any

import pytest
from django.conf import settings
from django.contrib.sessions.models import Session

from operations.periodic import carry_out_retention
from operations.services.deletions import Deletion, deletions
from players.commands.retention import set_retention
from players.models import PlayerImport
from players.periodic import continue_imports
from tests.desk.tills import player
from tests.fixtures.room import press
from tests.web.visitors import client_of, text_of
from tourney.access.roles import Actor, Role
from tourney.models import Attempt, Job
from tourney.now import room_now
from tourney.periodic import note
from tourney.periodic_jobs import delete_expired_at, delete_old_jobs
from web.office.retention import WORDS

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]
PAGE = "/staff/room/players/retention/"


def named(name: str, now: Any) -> Deletion:
    """Return a schedule."""
    return next(row for row in deletions(now) if row.name == name)


def test_what_is_due_is_what_the_next_run_deletes(director: Actor) -> None:
    now = room_now()
    Attempt.objects.create(kind="code_day", address="1", at=now - timedelta(days=30))
    Attempt.objects.create(kind="code_day", address="1", at=now)
    for key, minutes in (("kept", 5), ("gone", -5)):
        Session.objects.create(session_key=key, session_data="", expire_date=now + timedelta(minutes=minutes))
    assert {name: named(name, now).due for name in ("attempts", "sessions")} == {"attempts": 1, "sessions": 1}
    assert named("sessions", now).ran_at is None
    delete_expired_at(now)
    assert (Attempt.objects.count(), Session.objects.get().pk) == (1, "kept")
    after = named("sessions", now)
    assert (after.due, after.ran_at) == (0, now)


def test_schedules_that_are_checked_every_second_ran_when_the_worker_did(director: Actor) -> None:
    assert named("jobs", room_now()).ran_at is None
    now = room_now()
    note("worker", now)
    assert named("jobs", now).ran_at == now
    assert [row.due for row in deletions(now) if row.name in {"jobs", "imports"}] == [0, 0]
    continue_imports(), delete_old_jobs()
    assert not Job.objects.exists()
    assert not PlayerImport.objects.exists()


def test_players_are_due_once_the_policy_is_in_force_at_most_twenty_at_once(
    director: Actor, monkeypatch: pytest.MonkeyPatch
) -> None:
    later = room_now() + timedelta(days=1000)
    assert named("players", later).due is None, "no policy"
    for number in range(21):
        player(f"Anna {number}")
    press(set_retention, by=director, months=24)
    assert named("players", room_now()).due == 0, "it does not apply yet"
    row = named("players", later)
    assert (row.due, row.at_once) == (21, 20)
    assert carry_out_retention(later) == 20
    row = named("players", later)
    assert (row.due, row.at_once, row.ran_at) == (1, 1, later)


def test_the_page_names_every_schedule_and_what_stays(director: Actor, person: Any) -> None:
    now = room_now()
    assert [row.name for row in deletions(now)] == list(WORDS)
    Session.objects.create(session_key="gone", session_data="", expire_date=now - timedelta(minutes=5))
    text = text_of(client_of(director).get(PAGE))
    for words in (*map(str, WORDS.values()), "the next run deletes 1<", "Switched off", settings.BACKUP_KEEP):
        assert words in text, words
    assert "Never deleted automatically" in text
    assert client_of(person("flo", Role.FLOOR)).get(PAGE).status_code == 403
