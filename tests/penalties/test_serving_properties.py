"""After any course of play: no hand counts twice for a penalty, and it is over exactly when it is served."""

from collections import Counter
from typing import Any

import pytest
from django.db import transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from penalties.commands.penalties import impose
from penalties.models import Penalty
from seating.commands import bust, finish_hand, give_seat
from seating.commands.seats import reinstate
from seating.models import Seat, TournamentTable
from tests.examples import examples
from tests.fixtures.journalled import journal_tells_the_rows
from tests.fixtures.room import MakesEvents, press
from tests.seating.people import HOUSE
from tests.seating.seating_scenes import Places, seated
from tourney.journal.undo import undo
from tourney.models import Entry, JournalEntry

pytestmark = pytest.mark.django_db
STEPS = st.lists(
    st.tuples(
        st.sampled_from([*["hand"] * 8, "misdeal", "move", "move", "bust", "back", "undo", "impose"]),
        st.integers(0, 99),
    ),
    min_size=4,
    max_size=25,
)


class Room:
    """Two tables and four players who may be penalised; impossible steps are skipped."""

    def __init__(self, event: int, at: Places) -> None:
        self.event, self.entries = event, sorted(at.values())[:4]

    def hand(self, dice: int, misdeal: bool = False) -> int:
        tournament_table = TournamentTable.objects.get(table__number=1 + dice % 2)
        number = tournament_table.table.number
        done = press(
            finish_hand, self.event, by=HOUSE, number=number, hand=tournament_table.hands + 1, misdeal=misdeal
        )
        return done.seq

    def take(self, what: str, dice: int) -> None:
        entry = self.entries[dice % len(self.entries)]
        sits = Seat.objects.filter(entry=entry).first()
        if what in ("hand", "misdeal"):
            self.hand(dice, misdeal=what == "misdeal")
        elif what == "undo":
            # A hand is reported and undone at once.
            press(undo, self.event, by=HOUSE, seq=self.hand(dice))
        elif what == "back" and not Entry.objects.get(pk=entry).in_play:
            table, seat = self._free(1 + dice % 2)
            press(reinstate, self.event, by=HOUSE, entry=entry, table=table, seat=seat)
        elif sits is None:
            return
        elif what == "move":
            table, seat = self._free(3 - sits.tournament_table.table.number)
            press(give_seat, self.event, by=HOUSE, entry=entry, table=table, seat=seat)
        elif what == "bust":
            press(bust, self.event, by=HOUSE, entry=entry)
        elif what == "impose":
            press(impose, self.event, by=HOUSE, entry=entry, kind="hands", count=1 + dice % 4, reason="x")

    def _free(self, number: int) -> tuple[int, int]:
        taken = set(
            Seat.objects.filter(tournament_table__table__number=number).values_list("number", flat=True)
        )
        return number, next(seat for seat in range(1, 13) if seat not in taken)


def counted_in(journal_entry: JournalEntry) -> Counter[int]:
    """Return the hands that a journal entry counts, by penalty."""
    found: Counter[int] = Counter()
    for change in journal_entry.changes:
        if change["model"] == "penalties.penalty" and change["before"] and "served" in change["after"]:
            found[change["pk"]] += change["after"]["served"] - change["before"]["served"]
    return found


def served_well(event: int) -> None:
    """Check that each hand counts at most once per entry and penalties end when no hands are left."""
    owner = dict(Penalty.objects.values_list("pk", "entry_id"))
    reported: Counter[int] = Counter()
    for line in JournalEntry.journal(event).filter(kind="hand.finish"):
        counted = counted_in(line)
        assert set(counted.values()) <= {1}
        entries = Counter(owner[pk] for pk in counted)
        assert set(entries.values()) <= {1}
        assert not (counted and line.arguments["misdeal"])
        if line.standing_undo() is None:
            reported += counted
    for row in Penalty.objects.all():
        assert row.served == reported[row.pk]
        assert row.hands_left is not None
        assert row.served + row.hands_left == row.count
        if row.outcome == "out":
            assert not row.entry.in_play
            assert row.hands_left > 0
        else:
            assert (row.outcome == "served") == (row.hands_left == 0)


@pytest.fixture
def room(make_event: MakesEvents) -> Room:
    """Create a Munot event with two tables of twelve seats."""
    event = make_event(book="munot")
    return Room(event, seated(event, {1: (1, 3, 5, 7), 2: (2, 4, 6)}, seats=12))


@settings(
    max_examples=examples(12),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(steps=STEPS, long=st.integers(1, 5))
def test_no_hand_counts_twice_and_a_penalty_is_over_when_it_is_served(
    room: Room, steps: list[tuple[str, int]], long: int
) -> None:
    with transaction.atomic():
        for entry in room.entries[:2]:
            press(impose, room.event, by=HOUSE, entry=entry, kind="hands", count=long, reason="x")
        for what, dice in steps:
            room.take(what, dice)
        served_well(room.event)
        journal_tells_the_rows()
        transaction.set_rollback(True)


def test_steps_do_happen(room: Room) -> None:
    """The property above would also hold if no hand were ever counted."""
    press(impose, room.event, by=HOUSE, entry=room.entries[0], kind="hands", count=2, reason="x")
    number = Seat.objects.get(entry=room.entries[0]).tournament_table.table.number
    steps: list[tuple[str, Any]] = [("hand", number - 1)] * 3
    for what, dice in steps:
        room.take(what, dice)
    served_well(room.event)
    assert Penalty.objects.get().outcome == "served"
