"""Two directors press at random from two processes: the lock keeps changes from being lost."""

import json
import subprocess
import sys
from collections import Counter
from dataclasses import dataclass
from typing import Any

import pytest
from django.db import connection

from ops.paths import PROJECT
from tests.examples import EXPLORES
from tests.fixtures.database import environment
from tests.fixtures.journalled import journal_tells_the_rows
from tests.fixtures.processes import start_process
from tests.fixtures.room import MakesEvents, press
from tourney.access.roles import Actor
from tourney.commands import set_field
from tourney.journal.replay import disagreements, gaps, replay
from tourney.models import JournalEntry, Tournament

pytestmark = [pytest.mark.processes, pytest.mark.django_db(transaction=True)]
# Number of presses by each director.
STEPS = 500 if EXPLORES else 120


@dataclass
class Outcome:
    """Combined outcomes of both processes."""

    outcomes: Counter[str]
    errors: list[str]


def two_directors(event: int, keys: tuple[str, str], *, locking: bool, steps: int = STEPS) -> Outcome:
    """Let two processes press at the same time."""
    words = [str(event), "{key}", "{seed}", str(steps), "lock" if locking else "no lock"]
    presses = [
        start_process(
            [sys.executable, "-m", "tests.journal.presser"]
            + [word.format(key=key, seed=seed) for word in words],
            cwd=PROJECT,
            env=environment(),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for seed, key in enumerate(keys, start=11)
    ]
    found = Outcome(Counter(), [])
    for process in presses:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
    for process in presses:
        assert process.stdin is not None
        process.stdin.write("\n")
        process.stdin.flush()
    for process in presses:
        output, _ = process.communicate(timeout=120)
        assert process.returncode == 0
        answer: dict[str, Any] = json.loads(output)
        found.outcomes.update(answer["outcomes"])
        found.errors += answer["errors"]
    return found


def test_hundreds_of_commands_from_two_processes_are_all_kept(
    event: int, director: Actor, other_director: Actor
) -> None:
    press(set_field, event, by=director, entries=30, left=30)
    found = two_directors(event, (director.key, other_director.key), locking=True)
    assert found.errors == []
    assert sum(found.outcomes.values()) == 2 * STEPS
    assert found.outcomes["conflict"] == 0
    assert found.outcomes["meanwhile"] > 0, "no two presses collided"
    assert gaps(event) == []
    lines = JournalEntry.journal(event)
    by_hand = lines.exclude(actor="system:clock").exclude(kind="field.set")
    both = lines.filter(kind="field.set").count() - 1 + by_hand.count()
    assert both == found.outcomes["done"]
    assert Tournament.objects.get(pk=event).seq == lines.count()
    assert lines.filter(actor=director.key).count() > STEPS / 10
    assert lines.filter(actor=other_director.key).count() > STEPS / 10
    journal_tells_the_rows()


def test_without_the_lock_the_same_presses_go_wrong_on_postgresql(
    event: int, director: Actor, other_director: Actor
) -> None:
    """The control: without the lock the race is real, and the test above detects it.

    SQLite queues the transactions themselves (IMMEDIATE), so no error occurs there even without the row lock.
    """
    press(set_field, event, by=director, entries=30, left=30)
    found = two_directors(event, (director.key, other_director.key), locking=False, steps=120)
    # Only errors caused by the race count: a deadlock does, an unavailable database does not.
    assert all("deadlock" in error for error in found.errors), found.errors
    wrong = (
        len(found.errors)
        + found.outcomes["conflict"]
        + len(gaps(event))
        + len(disagreements(replay(JournalEntry.objects.order_by("id"))))
    )
    if connection.vendor == "postgresql":
        assert wrong > 0, f"{found}: no error without the lock: the race test proves nothing"
    else:
        assert wrong == 0


def test_two_events_do_not_wait_for_each_other(
    make_event: MakesEvents, director: Actor, other_director: Actor
) -> None:
    """While one event's row is locked for long, another event's command succeeds (on PostgreSQL)."""
    import threading

    from django.db import transaction

    from tourney.commands import count_field
    from tourney.journal.commands import lock_tournament

    one, other = make_event(), make_event()
    held, let_go = threading.Event(), threading.Event()

    def hold() -> None:
        with transaction.atomic():
            lock_tournament(one)
            held.set()
            let_go.wait(30)
        connection.close()

    holder = threading.Thread(target=hold)
    holder.start()
    try:
        assert held.wait(10)
        if connection.vendor == "postgresql":
            assert press(count_field, other, by=director, entries_by=1).seq == 1
    finally:
        let_go.set()
        holder.join(30)
    assert press(count_field, one, by=director, entries_by=1).seq == 1
