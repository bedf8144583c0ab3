"""Chip races on the clock's display: which chip leaves and when."""

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.browsers import Open
from tests.browser.mock_feed import MockFeed
from tests.browser.scenes import board, clock, running, screen

pytestmark = pytest.mark.browser
LEAVES = {
    "small": 25, "big": 100, "at": 0, "in_break": True, "lack": "", "planned": False, "by_itself": False,
    "self_dealt": False, "policy": "half",
}  # fmt: skip


def race(*states: str, **more: Any) -> dict[str, Any]:
    """Return the board with tables 1, 2, … in these states; without states no table races."""
    tables = [[number, state] for number, state in enumerate(states, start=1)]
    left = sum(state != "done" for state in states)
    return {
        "on": bool(states), "due": [], "race": 1, "small": 25, "big": 1_000, "policy": "half", "self_dealt": False,
        "started": 1, "tables": tables, "left": left, "over": not left, "totals": None, "past": [], "rounds": False,
        "rule": "Munot 24", **more,
    }  # fmt: skip


def test_the_display_says_which_chip_leaves_and_no_table_that_is_late(tv: Open, feed: MockFeed) -> None:
    feed.press("room", screen__5=screen(layout="clock"))
    scene = board(clock(2, 1_000))
    levels = scene["structure"]["levels"]
    position = next(at for at, level in enumerate(levels) if at > 2 and level["kind"] == "break")
    feed.press("t7", **scene, race=race(due=[{**LEAVES, "at": position}]))
    page = tv()
    line = page.locator(".announcement")
    expect(page.locator(".clock")).to_be_visible()
    expect(line).to_have_text("")
    feed.press("t7", **board(clock(position, 1_000)), race=race(due=[{**LEAVES, "at": position}]))
    expect(line).to_have_text("25s will be coloured up in this break")
    expect(page.locator(".clock[data-race]")).to_have_count(1)
    feed.press("t7", race=race("open", "done", "dealt"))
    expect(line).to_have_text("Chip race 25 for 1,000")
    # Only staff see which tables are late with the race, also while hands are dealt.
    feed.press("t7", **board(running(position + 1, 1_000, feed.now())), race=race("open", "done"))
    expect(page.locator(".clock[data-race]")).to_have_count(0)
    expect(line).to_have_text("")
    feed.press("t7", race=race())
    expect(line).to_have_text("")


def test_in_the_minutes_before_the_break_it_says_when(tv: Open, feed: MockFeed) -> None:
    feed.press("room", screen__5=screen(layout="clock"))
    scene = board(clock(2, 1_000))
    levels = scene["structure"]["levels"]
    position = next(at for at, level in enumerate(levels) if at > 0 and level["kind"] == "break")
    elapsed = levels[position - 1]["duration"] - 4 * 60_000 + 1_000
    feed.press("t7", **board(clock(position - 1, elapsed)), race=race(due=[{**LEAVES, "at": position}]))
    page = tv()
    expect(page.locator(".announcement")).to_have_text("25s will be coloured up in 4 min")
    feed.press("t7", **board(clock(position - 1, elapsed), winner="Kira Zeller"))
    expect(page.locator(".clock[data-state=won]")).to_be_visible()
    expect(page.locator(".announcement")).to_have_text("")
