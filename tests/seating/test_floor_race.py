"""Two floor staff and twenty dealers' tablets press at random on ten tables: no change is lost.

`make soak` has them press 2,000 times.
"""

import json
import os
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

import pytest
from django.db import connection

from ops.paths import PROJECT
from seating.models import Draw, Seat, TournamentTable
from seating.services.draw_verification import verdict_of
from tests.fixtures.database import environment
from tests.fixtures.journalled import journal_tells_the_rows
from tests.fixtures.processes import start_process
from tests.fixtures.room import MakesEvents
from tests.seating.people import drawn_event
from tests.seating.seating_scenes import button
from tourney.access.roles import Actor, Role
from tourney.journal.replay import disagreements, gaps, replay
from tourney.models import Entry, JournalEntry, Tournament

pytestmark = [pytest.mark.processes, pytest.mark.django_db(transaction=True)]
STEPS = int(os.environ.get("STEPS_ON_THE_FLOOR", "70"))
TABLES = list(range(1, 11))
TABLETS = 20
PresserConfig = dict[str, object]
# Kinds of the journal entries that each press writes.
LINES = {
    "hand": ["hand.finish"],
    "button": ["table.button"],
    "bust": ["entry.bust"],
    "count": ["stack.count"],
    "presence": ["seat.absent", "seat.back"],
    "call": ["table.call"],
    "answer": ["table.answer"],
    "arrive": ["move.arrive"],
    "move": ["seat.give"],
    "swap": ["seat.swap"],
    "break": ["table.break"],
    "accept": ["proposal.accept"],
    "dismiss": ["proposal.dismiss"],
    "undo": ["undo"],
    "back": ["entry.reinstate"],
}


@dataclass
class Outcome:
    """Combined outcomes of all presses."""

    outcomes: Counter[str] = field(default_factory=Counter)
    sentences: dict[str, str] = field(default_factory=dict)
    errors: list[str] = field(default_factory=list)


@pytest.fixture
def full_room(make_event: MakesEvents) -> int:
    """Create an event that fills all ten tables, with known buttons."""
    event = make_event(book="tda")
    drawn_event(event, 82, TABLES, seats_per_table=9)
    button(event, **{f"t{number}": 1 for number in TABLES})
    return event


@pytest.fixture
def staff(person: Callable[..., Actor]) -> list[tuple[str, int]]:
    """Create the staff with their tables: two tablets per table."""
    floor = [(person(f"flo{number}", Role.FLOOR).key, 0) for number in range(2)]
    dealers = [
        (person(f"dean{number}", Role.DEALER).key, TABLES[number % len(TABLES)]) for number in range(TABLETS)
    ]
    return [*floor, *dealers]


def all_at_once(event: int, people: list[tuple[str, int]], steps: int, *, locking: bool = True) -> Outcome:
    """Let all staff press at the same time from two processes; each table has a tablet in both.

    Args:
        steps: total number of presses; a floor member presses as often as four tablets.
    """
    each = max(1, steps // (TABLETS + 8))
    start_at = time.time() + 5
    groups: tuple[list[PresserConfig], list[PresserConfig]] = ([], [])
    for number, (key, table) in enumerate(people):
        count = each if table else 4 * each
        one: PresserConfig = {"key": key, "table": table, "seed": number + 5, "steps": count}
        groups[(number + number // (TABLETS // 2 + 2)) % 2].append(one)
    processes = []
    for group in groups:
        process = start_process(
            [sys.executable, "-X", "faulthandler", "-m", "tests.seating.floor_presser"],
            cwd=PROJECT,
            env=environment(),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        config = {
            "event": event,
            "people": group,
            "tables": TABLES,
            "locking": locking,
            "start_at": start_at,
        }
        assert process.stdin is not None
        process.stdin.write(json.dumps(config))
        process.stdin.close()
        process.stdin = None
        processes.append(process)
    found = Outcome()
    for process in processes:
        output, _ = process.communicate(timeout=600 + steps)
        assert process.returncode == 0
        answer = json.loads(output)
        found.outcomes.update(answer["outcomes"])
        found.sentences.update(answer["sentences"])
        found.errors += answer["errors"]
    return found


def refused(found: Outcome) -> Counter[str]:
    """Count the refusals by code."""
    codes: Counter[str] = Counter()
    for outcome, count in found.outcomes.items():
        if ": " in outcome:
            codes[outcome.partition(": ")[2]] += count
    return codes


def test_two_floor_staff_and_twenty_tablets_keep_seats_consistent(
    full_room: int, staff: list[tuple[str, int]]
) -> None:
    before = Counter(JournalEntry.journal(full_room).values_list("kind", flat=True))
    found = all_at_once(full_room, staff, STEPS)
    print(dict(sorted(found.outcomes.items())))
    assert found.errors == []

    # Each successful press has its journal entry, and there are no other entries.
    written = Counter(JournalEntry.journal(full_room).values_list("kind", flat=True))
    written.subtract(before)
    for what, kinds in LINES.items():
        assert sum(written[kind] for kind in kinds) == found.outcomes[what], what
    for what in ("hand", "button", "bust"):
        assert found.outcomes[what] > 0, (what, found.outcomes)
    # The others may change everything first that somebody wants to undo.
    assert any(what.startswith("undo") for what in found.outcomes), found.outcomes
    # In a full room the target seat of a move may be taken: only some change of seat must have succeeded.
    assert sum(found.outcomes[what] for what in ("move", "swap", "back")) > 0, found.outcomes
    assert gaps(full_room) == []
    assert Tournament.objects.get(pk=full_room).seq == JournalEntry.journal(full_room).count()

    # Slower presses got a message that explains the refusal, and no other error.
    codes = refused(found)
    assert sum(codes.values()) > 0, "no two presses collided"
    assert codes["conflict"] == 0, found.outcomes
    assert all(found.sentences[code].endswith((".", "!")) for code in codes), found.sentences
    assert_seats(full_room)
    assert_hands(full_room)
    assert all(verdict_of(draw).fits for draw in Draw.objects.filter(tournament=full_room))
    journal_tells_the_rows()


def assert_seats(event: int) -> None:
    """Check that each entry in play has one seat of its own and busted entries have none."""
    seats = Seat.objects.filter(tournament_table__tournament=event, kind="player")
    playing = Entry.objects.filter(tournament=event, out_at__isnull=True)
    assert set(seats.values_list("entry_id", flat=True)) == set(playing.values_list("pk", flat=True))
    assert seats.values("tournament_table", "number").distinct().count() == seats.count()
    assert not seats.filter(number__gt=9).exists()
    assert not Entry.objects.filter(tournament=event, out_at__isnull=False, bust__isnull=True).exists()
    assert not Entry.objects.filter(tournament=event, out_at__isnull=True, bust__isnull=False).exists()


def assert_hands(event: int) -> None:
    """Check that each table counted its finished hands one by one, each only once."""
    finished: dict[int, list[int]] = {number: [] for number in TABLES}
    for line in JournalEntry.journal(event).filter(kind="hand.finish").order_by("seq"):
        if line.standing_undo() is None:
            finished[line.arguments["number"]].append(line.arguments["hand"])
    counted = dict(TournamentTable.objects.filter(tournament=event).values_list("table__number", "hands"))
    assert {number: list(range(1, hands + 1)) for number, hands in counted.items()} == finished
    assert sum(counted.values()) > 0


def test_without_the_lock_the_same_presses_go_wrong_on_postgresql(
    full_room: int, staff: list[tuple[str, int]]
) -> None:
    """The control: without the lock the race is real, and the test above detects it.

    SQLite queues the transactions themselves (IMMEDIATE), so no error occurs there even without the row lock.
    """
    found = all_at_once(full_room, staff, min(STEPS, 250), locking=False)
    # Only errors caused by the race count, not an unavailable database.
    assert all("deadlock" in error or "IntegrityError" in error for error in found.errors), found.errors
    wrong = (
        len(found.errors)
        + refused(found)["conflict"]
        + len(gaps(full_room))
        + len(disagreements(replay(JournalEntry.objects.order_by("id"))))
    )
    if connection.vendor == "postgresql":
        assert wrong > 0, f"{found}: no error without the lock: the race test proves nothing"
    else:
        assert wrong == 0
