"""Whole tournaments by each rulebook, played with the pure rules; `pure_event_checks` checks every step.

`TOURNAMENTS` in the environment sets the number per rulebook: `TOURNAMENTS=1000` for a soak test.
"""

import os
from collections import Counter

import pytest

from tests.seating.floors import BOOKS, book
from tests.seating.pure_event import events

COUNT = int(os.environ.get("TOURNAMENTS", "12"))
# Each part plays its own events, so that a failure can be found by its number.
PARTS = 4 if COUNT > 12 else 2


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("key", BOOKS)
def test_random_tournaments_of_each_book_end_with_one_player_and_no_rule_broken(key: str, part: int) -> None:
    count = -(-COUNT // PARTS)
    seen: Counter[str] = Counter()
    for event in events(book(key), part * count, count):
        try:
            event.play()
        except AssertionError as error:
            error.add_note(f"event {event.number} by {key}, round {event.round}")
            raise
        seen.update(event.counts)
    if count >= 5:
        # Every kind of proposal in the rulebook has occurred.
        assert min(seen["redraw"], seen["break"], seen["balance"]) > 0
