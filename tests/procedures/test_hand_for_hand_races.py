"""Concurrent reports in hand-for-hand: a hand is dealt once, and no table is left out."""

import threading
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection

from clock.commands.clock import start
from clock.services.event_clock import event_clock_of
from procedures.boards import hand_for_hand as boards_rounds
from procedures.commands.hand_for_hand import all_in, announce, deal
from procedures.rules import hand_for_hand as rules
from seating.commands import finish_hand
from seating.models import TournamentTable
from tests.fixtures.journalled import journal_tells_the_rows
from tests.fixtures.room import MINUTE, MakesEvents, level, press
from tests.fixtures.together import at_once
from tests.fixtures.wall import Wall
from tests.fixtures.wire import as_sent
from tests.seating.seating_scenes import seated
from tourney.access.roles import Actor
from tourney.journal.commands import without_lock
from tourney.journal.refused import Refused
from tourney.models import JournalEntry, Tournament

hand_for_hand = as_sent(boards_rounds.hand_for_hand)

pytestmark = pytest.mark.django_db(transaction=True)
TABLES = range(1, 9)


@pytest.fixture
def event(make_event: MakesEvents) -> int:
    """Create a TDA event with eight tables and a running clock."""
    made = make_event([level(100)], book="tda")
    seated(made, {number: (1, 2, 3) for number in TABLES})
    return made


def states(event: int) -> dict[int, str]:
    """Return the states by table number."""
    board = hand_for_hand(event)
    assert board is not None
    return {number: state for number, state, _hands in board["tables"]}


def ends_hand(event: int, by: Actor, number: int, hand: int) -> Callable[[], object]:
    return lambda: press(finish_hand, event, by=by, number=number, hand=hand)


def deals(event: int, by: Actor, hand: int) -> Callable[[], object]:
    return lambda: press(deal, event, by=by, hand=hand)


def codes(outcomes: list[object]) -> list[str]:
    return [outcome.code for outcome in outcomes if isinstance(outcome, Refused)]


def first_hand_is_over(event: int, floor: Actor, dealer: Actor) -> None:
    """Announce hand-for-hand and finish the hand in progress at all tables."""
    press(start, event, by=floor)
    press(announce, event, by=floor)
    for number in TABLES:
        press(finish_hand, event, by=dealer, number=number, hand=1)
    press(deal, event, by=floor, hand=0)
    for number in TABLES:
        press(finish_hand, event, by=dealer, number=number, hand=2)


def minutes_left(event: int, wall: Wall) -> float:
    return event_clock_of(Tournament.objects.get(pk=event)).read(wall.ms).remaining / MINUTE


def test_all_tables_end_their_hand_together_without_omission(event: int, floor: Actor, dealer: Actor) -> None:
    """Each hand is reported twice, by the tablet and by the floor. One table has an all-in."""
    press(announce, event, by=floor)
    waits = [lambda: press(all_in, event, by=dealer, number=8, hand=0)]
    taps = [ends_hand(event, by, number, 1) for number in TABLES if number != 8 for by in (dealer, floor)]
    found = at_once(*taps, *waits)
    assert codes(found) == ["hand_finished"] * 7
    assert states(event) == {**dict.fromkeys(range(1, 8), "done"), 8: "all_in"}
    assert set(TournamentTable.objects.filter(table__number__lt=8).values_list("hands", flat=True)) == {1}
    journal_tells_the_rows()


def test_two_simultaneous_deals_make_one_hand(
    event: int, floor: Actor, director: Actor, dealer: Actor, wall: Wall
) -> None:
    first_hand_is_over(event, floor, dealer)
    before = minutes_left(event, wall)
    found = at_once(deals(event, floor, 1), deals(event, director, 1))
    assert codes(found) == ["another_hand"]
    assert minutes_left(event, wall) == before - 2
    assert set(states(event).values()) == {"playing"}
    assert JournalEntry.journal(event).filter(kind="hand_for_hand.deal").count() == 2
    journal_tells_the_rows()


def test_two_simultaneous_deals_both_succeed_without_the_lock(
    event: int, floor: Actor, director: Actor, dealer: Actor, wall: Wall, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The control: both transactions read before either writes. On SQLite they queue anyway."""
    if connection.vendor != "postgresql":
        # The first transaction blocks the other's read, so there is no race to show.
        assert connection.settings_dict["OPTIONS"]["transaction_mode"] == "IMMEDIATE"
        return
    first_hand_is_over(event, floor, dealer)
    both_have_looked = threading.Barrier(2)
    dealt = rules.deal

    def looked(*words: Any) -> rules.HandState:
        found = dealt(*words)
        both_have_looked.wait(10)
        return found

    monkeypatch.setattr(rules, "deal", looked)
    with without_lock():
        found = at_once(deals(event, floor, 1), deals(event, director, 1))
    # Without the lock no rule refuses the second deal: only the number of its journal entry stops it.
    assert codes(found) == ["conflict"], found
