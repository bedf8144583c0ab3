"""A display with layouts of the house, a rotation, a ticker and triggers does not grow over hours of its own clock."""

import json
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.browser.browsers import Open, settle
from tests.browser.floor_scenes import eliminations
from tests.browser.mock_feed import MockFeed
from tests.browser.prize_scenes import prizes
from tests.browser.scenes import STRUCTURE, board, clock, look, registration, screen, seated, waiting_list
from tests.browser.test_tv_groups import programme, slide
from tests.browser.test_tv_growth import size_of
from tests.browser.test_tv_triggers import field, shows_triggers, trigger
from tests.examples import in_soak

pytestmark = pytest.mark.browser
SHIPPED = Path(__file__).parents[2] / "displays" / "shipped"
HOUSE = {11: "classic", 12: "lobby", 13: "break"}
MINUTE = 60_000
HOUR = 60
# The page's clocks go on by `window.passed` (ms); timers that wait are counted.
CLOCK = """
  window.passed = 0;
  window.timers = new Set();
  const [now, date] = [performance.now.bind(performance), Date.now.bind(Date)];
  performance.now = () => now() + window.passed;
  Date.now = () => date() + window.passed;
  const [later, each] = [window.setTimeout.bind(window), window.setInterval.bind(window)];
  window.setTimeout = (run, wait, ...given) => {
    const id = later(() => { window.timers.delete(id); run(...given); }, wait);
    window.timers.add(id);
    return id;
  };
  window.setInterval = (...given) => {
    const id = each(...given);
    window.timers.add(id);
    return id;
  };
  for (const name of ["clearTimeout", "clearInterval"]) {
    const clear = window[name].bind(window);
    window[name] = (id) => { window.timers.delete(id); clear(id); };
  }
"""


def wall_of(feed: MockFeed) -> dict[str, Any]:
    """Serve the layouts and a rotation of them, with triggers; return the board of the display."""
    for key, name in HOUSE.items():
        document = json.loads((SHIPPED / f"{name}.json").read_text(encoding="utf-8"))
        feed.files[f"/tv/layouts/{key}.json"] = json.dumps({"version": "v1", "document": document}).encode()
    rows = [
        {
            "id": key,
            "name": name,
            "version": "v1",
            "events": 4 if name == "lobby" else 1,
            "seats": name == "break",
        }
        for key, name in HOUSE.items()
    ]
    slides = [
        *(slide(f"house:{key}", 15) for key in HOUSE),
        slide("seats", 10),
        slide("house:13", 10, "break"),
    ]
    shown = screen(group=3, group_name="Bar", programmes=[programme(0, "clock", *slides)], sound=True)
    fired = [
        trigger(1, "level_end", before=MINUTE, sound="gong", message="Last minute of level {level}"),
        trigger(2, "break_start", layout="structure", layout_for=MINUTE // 2),
        trigger(3, "players_left", number=30, message="Thirty left", message_for=MINUTE),
    ]
    events = [{"tournament": key, "name": f"Event {key}"} for key in (7, 8)]
    coming = {"announcements": []}
    feed.press(
        "room", screen__5=shown, house_layouts={"layouts": rows}, triggers={"triggers": fired}, announcements=coming,
        look=look(sponsor="Presented by Example Watches"), lobby={"events": events},
    )  # fmt: skip
    feed.seat("t7", seated(90))
    return shown


def pass_a_minute(page: Page, feed: MockFeed) -> None:
    """Move the server's clock and the page's on together."""
    feed.skew += MINUTE
    page.evaluate("ms => { window.passed += ms; }", MINUTE)


def at_rest(page: Page, feed: MockFeed, shown: dict[str, Any]) -> dict[str, float]:
    """Return the size of the page while it shows its clock, with the timers that wait; then go on with the rotation."""
    # What a trigger shows is over by then.
    pass_a_minute(page, feed)
    feed.press("room", screen__5={**shown, "programmes": []})
    page.wait_for_selector("#stage > .clock:not(.leaving)")
    settle(page, feed)
    cdp = page.context.new_cdp_session(page)
    cdp.send("Performance.enable")
    found = {**size_of(cdp), "timers": page.evaluate("window.timers.size")}
    cdp.detach()
    feed.press("room", screen__5=shown)
    return found


def state(minute: int, feed: MockFeed) -> dict[str, Any]:
    """Return the boards of an event at a minute of the evening: levels, breaks, busts and calls in turn."""
    length = STRUCTURE[position := minute // 20 % len(STRUCTURE)]["duration"]
    now = feed.now()
    left = 40 - minute % 40
    called = [(f"Player {minute}", now + MINUTE)] if minute % 3 else []
    waiting = waiting_list(called, [("Reto", "entry")] * (minute % 4))
    return {
        **board(clock(position, min(length - 1, minute % 20 * MINUTE), now), field=field(left, 90)),
        "eliminations": eliminations(minute % 12, 9, now), "prizes": prizes(left=left),
        "registration": registration(places_left=minute % 20), "waiting_list": waiting,
    }  # fmt: skip


def play(page: Page, feed: MockFeed, minutes: range) -> set[str]:
    """Let minutes pass, with a change and what the display draws in each; return the layouts that were seen."""
    seen = set()
    for minute in minutes:
        pass_a_minute(page, feed)
        feed.press("t7", **state(minute, feed))
        if minute % 4 == 0:
            feed.press("t8", **state(minute + 7, feed))
        # A busy machine may take longer than the layout of a trigger stays.
        page.wait_for_function("(seq) => window.received.t7 === seq", arg=feed.seqs["t7"])
        page.wait_for_timeout(20)
        seen.add(
            page.evaluate("document.querySelector('#stage > [data-layout]:not(.leaving)')?.dataset.layout")
        )
    return seen


@pytest.mark.soak
@pytest.mark.parametrize("hours", [1, in_soak(8)])
def test_hours_of_rotation_ticker_and_triggers_leave_nothing_behind(
    tv: Open, feed: MockFeed, hours: int
) -> None:
    shown = wall_of(feed)
    feed.press("t7", **state(0, feed))
    feed.press("t8", **state(7, feed))
    page = tv(script=CLOCK)
    page.wait_for_selector("#stage > [data-layout]")
    shows_triggers(page)
    # Everything has been shown once before the page is measured.
    assert {"house", "seats", "structure"} <= play(page, feed, range(2 * HOUR))
    before = at_rest(page, feed, shown)
    for hour in range(2, 2 + hours):
        play(page, feed, range(hour * HOUR, (hour + 1) * HOUR))
        after = at_rest(page, feed, shown)
        print(hour, after)
    # Which page of a list is in the document differs by some hundred nodes.
    assert after["Nodes"] <= before["Nodes"] + 600
    assert after["JSEventListeners"] <= before["JSEventListeners"] + 5
    assert after["JSHeapUsedSize"] <= before["JSHeapUsedSize"] * 1.3
    assert after["timers"] <= before["timers"] + 5
