"""An event with three tables in hand-for-hand, and helpers that read it."""

from collections.abc import Mapping
from typing import Any

import pytest

from prizes.services.places import ranking_of
from procedures.boards import hand_for_hand as boards_rounds
from procedures.commands.hand_for_hand import announce, deal, end
from seating.commands import finish_hand
from seating.models import Bust, TournamentTable
from tests.fixtures.room import MakesEvents, press
from tests.fixtures.wire import as_sent
from tests.seating.seating_scenes import Places, seated
from tourney.access.roles import Actor
from tourney.models import Tournament

hand_for_hand = as_sent(boards_rounds.hand_for_hand)
ROOM = {1: (1, 3, 5, 7), 2: (2, 4, 6), 3: (1, 2, 9)}


@pytest.fixture
def event(make_event: MakesEvents) -> int:
    """Create a PokerStars Live event."""
    return make_event(book="pokerstars_live")


@pytest.fixture
def at(event: int) -> Places:
    """Seat players at three tables."""
    return seated(event, ROOM)


def shown(event: int) -> Mapping[str, Any]:
    """Return the public board."""
    found = hand_for_hand(event)
    assert found is not None
    return found


def states(event: int) -> dict[int, str]:
    """Return the states by table number."""
    return {number: state for number, state, _hands in shown(event)["tables"]}


def ends_hand(event: int, by: Actor, *tables: int) -> None:
    """Report the end of a hand at each table."""
    for number in tables:
        hands = TournamentTable.objects.get(tournament=event, table__number=number).hands
        press(finish_hand, event, by=by, number=number, hand=hands + 1)


def together(entry: int) -> tuple[int | None, bool]:
    """Return the hand number of an entry's bust, and whether it has a claim to share."""
    row = Bust.objects.get(entry=entry)
    return row.together, row.claimed


def ranks(event: int) -> dict[int, tuple[int, int]]:
    """Return places by entry."""
    return {one.entry: (one.best, one.worst) for one in ranking_of(Tournament.objects.get(pk=event)).places}


def announced_and_over(event: int, floor: Actor, dealer: Actor, *tables: int) -> None:
    """Announce hand-for-hand, deal one hand at all tables, and end it."""
    press(announce, event, by=floor)
    ends_hand(event, dealer, *tables)
    press(deal, event, by=floor, hand=0)
    ends_hand(event, dealer, *tables)
    press(end, event, by=floor, hand=1)
