"""Accessibility of the displays: no barrier that axe finds, and a contrast of 7:1 in every state."""

import pytest

from tests.browser.barriers import ENHANCED, examine
from tests.browser.browsers import Open, settle
from tests.browser.mock_feed import MockFeed
from tests.browser.scenes import screen, states

pytestmark = pytest.mark.browser


def test_axe_finds_no_barrier_and_seven_to_one_in_every_state(tv: Open, feed: MockFeed) -> None:
    feed.press("room", screen__5=screen())
    feed.press("t7", **states(feed.now())["running"])
    page = tv()
    # A page has less contrast while it fades in.
    page.emulate_media(reduced_motion="reduce")
    page.wait_for_selector(".clock")
    faults = {}
    looked_at: set[str] = set()
    looks = [(name, "clock") for name in states(0)] + [("running", "structure")]
    for name, layout in looks:
        feed.press("room", screen__5=screen(layout=layout))
        feed.press("t7", **states(feed.now())[name])
        settle(page, feed)
        answer = examine(page, ENHANCED)
        looked_at.update(answer["passed"])
        if answer["found"]:
            faults[f"{name} {layout}"] = answer["found"]
    assert faults == {}
    assert "color-contrast-enhanced" in looked_at
