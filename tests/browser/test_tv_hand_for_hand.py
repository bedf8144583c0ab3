"""Hand-for-hand on the clock's display: the number of the hand and the tables still playing."""

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.browsers import Open
from tests.browser.mock_feed import MockFeed
from tests.browser.scenes import board, clock, screen, waiting_list

pytestmark = pytest.mark.browser


def playing(*states: str, hand: int = 3, **more: Any) -> dict[str, Any]:
    """Return the board with tables 1, 2, … in these states."""
    tables = [[number, state, 40] for number, state in enumerate(states, start=1)]
    count = sum(state == "playing" for state in states)
    turned_up = [number for number, state in enumerate(states, start=1) if state in {"all_in", "resolving"}]
    return {
        "on": True, "due": False, "reached": False, "left": 13, "paid": 12, "reason": "money", "way": "per_hand",
        "minutes": 2, "hand": hand, "announced": 1, "dealt": 1, "tables": tables, "playing": count,
        "turned_up": turned_up, "next": None, "over": not count and not turned_up, "rule": "Munot 77", **more,
    }  # fmt: skip


OFF = {**playing(), "on": False, "hand": None}


def test_display_names_the_tables_still_playing(tv: Open, feed: MockFeed) -> None:
    feed.press("room", screen__5=screen(layout="clock"))
    waiting = waiting_list([("Anna B.", feed.now() + 170_000)], [], rule="")
    feed.press("t7", **board(clock(2, 1_000)), waiting_list=waiting, hand_for_hand=OFF)
    page = tv()
    line = page.locator(".announcement")
    expect(line).to_contain_text("Anna")
    for states, hand, text in (
        (("playing", "done", "playing"), 0, "Waiting for tables 1, 3"),
        (("playing", "done", "all_in"), 3, "Waiting for table 1"),
        (("playing",) * 9, 3, "Waiting for 9 tables"),
        (("done", "all_in", "all_in"), 3, "Table 2: all-in, next to turn up"),
        (("done", "resolving", "all_in"), 3, "Table 2: all-in, cards up"),
        (("done", "done"), 3, "All tables have finished"),
    ):
        feed.press("t7", hand_for_hand=playing(*states, hand=hand))
        expect(line).to_have_text(text)
        expect(page.locator(".clock[data-scene=hand_for_hand]")).to_have_count(1)
        expect(page.locator(".band .word")).to_have_text("Hand-for-hand")
        expect(page.locator(".band .note")).to_have_text(f"Hand {hand}" if hand else "")
    feed.press("t7", hand_for_hand=OFF)
    expect(line).to_contain_text("Anna")
    expect(page.locator(".clock[data-hand-for-hand]")).to_have_count(0)
