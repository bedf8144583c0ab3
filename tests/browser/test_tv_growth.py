"""A display that is left open for a day of play does not grow."""

import pytest
from playwright.sync_api import CDPSession, Page, expect

from tests.browser.browsers import Open, settle
from tests.browser.floor_scenes import breaking, eliminations, moves
from tests.browser.mock_feed import MockFeed
from tests.browser.prize_scenes import prizes
from tests.browser.scenes import board, registration, running, screen, seated, waiting_list
from tests.examples import in_soak

pytestmark = pytest.mark.browser
# Something changes every ten seconds of play.
AN_HOUR = 360
LAYOUTS = ("clock", "seats", "eliminations", "moves", "payouts", "waiting", "structure")


def play(page: Page, room: MockFeed, changes: int) -> None:
    """Let a number of changes happen: busts, moves, levels, calls, and another layout now and then."""
    for number in range(changes):
        now = room.now()
        left = 90 - number % 60
        called = [("Anna B.", now + 60_000)] if number % 3 else []
        room.press(
            "t7",
            **board(running(number // 60 % 4, 600_000 - number % 60 * 5_000, now)),
            eliminations=eliminations(number % 12, 9, now),
            moves=moves(breaking(1 + number % 9, number % 7)),
            prizes=prizes(left=left),
            registration=registration(places_left=number % 20),
            waiting_list=waiting_list(called, [("Reto", "entry")] * (number % 4)),
        )
        if number % 12 == 0:
            room.press("room", screen__5=screen(layout=LAYOUTS[number // 12 % len(LAYOUTS)]))
        page.wait_for_timeout(20)
    room.press("room", screen__5=screen())
    expect(page.locator("[data-layout=clock]")).to_be_visible()
    settle(page, room)


def size_of(cdp: CDPSession) -> dict[str, float]:
    """Return DOM nodes, listeners and the script heap (bytes) after garbage has been collected."""
    cdp.send("HeapProfiler.collectGarbage")
    metrics = {one["name"]: one["value"] for one in cdp.send("Performance.getMetrics")["metrics"]}
    return {name: metrics[name] for name in ("Nodes", "JSEventListeners", "JSHeapUsedSize")}


@pytest.mark.soak
@pytest.mark.parametrize("hours", [1 / 6, in_soak(8)], ids=["ten-minutes", "eight-hours"])
def test_a_display_left_open_does_not_grow(tv: Open, feed: MockFeed, hours: float) -> None:
    feed.press("room", screen__5=screen())
    feed.press("t7", **board(running(0, 600_000, feed.now())))
    feed.seat("t7", seated(180))
    page = tv()
    cdp = page.context.new_cdp_session(page)
    cdp.send("Performance.enable")
    # Every layout has been shown before the page is measured. Whole hours end with the same boards.
    play(page, feed, AN_HOUR if hours >= 1 else 12 * len(LAYOUTS))
    before = size_of(cdp)
    play(page, feed, round(AN_HOUR * hours))
    after = size_of(cdp)
    print(before, after)
    # Which page of a list is in the document differs by some hundred nodes.
    assert after["Nodes"] <= before["Nodes"] + 400
    assert after["JSEventListeners"] <= before["JSEventListeners"] + 5
    assert after["JSHeapUsedSize"] <= before["JSHeapUsedSize"] * 1.3
