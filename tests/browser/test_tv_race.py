"""Chip races on the clock's display: which chip leaves and when, and which tables are not done."""

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.browsers import Open
from tests.browser.mock_feed import MockFeed
from tests.browser.scenes import board, clock, screen

pytestmark = pytest.mark.browser
LEAVES = {
    "small": 25, "big": 100, "at": 0, "in_break": True, "lack": "", "planned": False, "by_itself": False,
    "self_dealt": False, "policy": "half",
}  # fmt: skip


def race(*states: str, **more: Any) -> dict[str, Any]:
    """The board with tables 1, 2, … in these states; without any none is raced."""
    tables = [[number, state] for number, state in enumerate(states, start=1)]
    left = sum(state != "done" for state in states)
    return {
        "on": bool(states), "due": [], "race": 1, "small": 25, "big": 1_000, "policy": "half", "self_dealt": False,
        "started": 1, "tables": tables, "left": left, "over": not left, "totals": None, "past": [], "rounds": False,
        "rule": "Munot 24", **more,
    }  # fmt: skip


def test_the_display_says_which_chip_leaves_and_which_tables_are_not_done(tv: Open, feed: MockFeed) -> None:
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
    expect(line).to_have_text("Chips of 25 leave play in this break")
    expect(page.locator(".clock[data-race]")).to_have_count(1)
    for states, text in (
        (("open", "done", "dealt"), "Chip race 25 for 1,000 · Tables 1, 3 are not done"),
        (("done", "counted"), "Chip race 25 for 1,000 · Table 2 is not done"),
        (("open",) * 9, "Chip race 25 for 1,000 · 9 tables are not done"),
        (("done", "done"), "Chip race 25 for 1,000 · All tables are done"),
    ):
        feed.press("t7", race=race(*states))
        expect(line).to_have_text(text)
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
    expect(page.locator(".announcement")).to_have_text("Chips of 25 leave play in 4 min")
