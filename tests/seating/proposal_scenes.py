"""Two tables out of balance and the proposal for them."""

import pytest

from seating.models import Proposal
from tests.fixtures.room import MakesEvents
from tests.seating.seating_scenes import (
    Places,
    button,
    proposed,
    seated,
)
from tourney.models import JournalEntry

SEVEN, FIVE, FOUR = (1, 2, 3, 4, 5, 6, 7), (1, 2, 3, 4, 5), (1, 2, 3, 4)


@pytest.fixture
def event(make_event: MakesEvents) -> int:
    """Create an event with the TDA rulebook."""
    return make_event(book="tda")


@pytest.fixture
def at(event: int) -> Places:
    """Seat seven players at table 1 and five at table 2, with the button at seat 1 of both."""
    found = seated(event, {1: SEVEN, 2: FIVE})
    button(event, t1=1, t2=1)
    return found


def only(event: int, kind: str = "balance") -> Proposal:
    """Return the only proposal."""
    (found,) = proposed(event)
    assert found.kind == kind
    return found


def lines(event: int) -> int:
    return JournalEntry.journal(event).count()
