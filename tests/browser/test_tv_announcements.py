"""Announcements appear on every display, and a display changes to a new colour of the room at once."""

import pytest
from playwright.sync_api import expect

from tests.browser.browsers import Open
from tests.browser.floor_scenes import breaking, eliminations, free, moves
from tests.browser.mock_feed import MockFeed
from tests.browser.scenes import board, clock, running, screen, waiting_list
from tests.waiting import until

pytestmark = pytest.mark.browser
TEXT = {"text": "Dinner is served", "at": 0}


def test_announcement_is_shown_above_every_layout(tv: Open, feed: MockFeed) -> None:
    boards = {
        "waiting_list": waiting_list([], [("Reto", "entry")]),
        "moves": moves(breaking(7, 3)),
        "eliminations": eliminations(3, 0, 0),
        "free": free(3),
    }
    feed.press("room", screen__5=screen())
    feed.press("t7", **board(running(2, 1_000_000, feed.now())), **boards)
    page = tv()
    for layout in ("structure", "moves", "eliminations", "free", "waiting"):
        feed.press("room", screen__5=screen(layout=layout))
        feed.press("t7", **board(running(2, 1_000_000, feed.now()), announcement=TEXT))
        expect(page.locator(f"#stage > [data-layout={layout}]:not(.leaving)")).to_be_visible()
        expect(page.locator("#announcement-bar")).to_have_text("Dinner is served")
        bar, stage = page.locator("#announcement-bar").bounding_box(), page.locator("#stage").bounding_box()
        assert bar is not None
        assert stage is not None
        assert stage["y"] >= bar["y"] + bar["height"] - 1, f"the announcement covers no part of {layout}"
        feed.press("t7", **board(running(2, 1_000_000, feed.now())))
        expect(page.locator("#announcement-bar")).to_be_hidden()


def test_clock_says_an_announcement_in_its_own_place(tv: Open, feed: MockFeed) -> None:
    feed.press("room", screen__5=screen(layout="clock"))
    feed.press("t7", **board(clock(2, 1_000), announcement=TEXT))
    page = tv()
    expect(page.locator(".announcement")).to_have_text("Dinner is served")
    expect(page.locator("#announcement-bar")).to_be_hidden()


def test_new_colour_of_the_room_is_taken_without_a_reload(tv: Open, feed: MockFeed) -> None:
    feed.press(
        "room", screen__5=screen(layout="clock"), lobby={"room": "Club", "accent": "#aa3300", "events": []}
    )
    feed.press("t7", **board(clock(2, 1_000)))
    page = tv()
    colour = "getComputedStyle(document.documentElement).getPropertyValue('--room').trim()"
    expect(page.locator(".clock")).to_be_visible()
    assert page.evaluate(colour) == "#aa3300"
    feed.press("room", lobby={"room": "Club", "accent": "#0044cc", "events": []})
    # Waiting within the page would need `eval`, which its policy forbids.
    until(lambda: page.evaluate(colour) == "#0044cc")
