"""Sounds: on time, once, from one window."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.browsers import Open
from tests.browser.mock_feed import MockFeed
from tests.browser.scenes import STRUCTURE, Board, board, clock, level, screen

pytestmark = pytest.mark.browser

CUES = """async ({ board, now }) => {
  const { cues } = await import("/static/tv/cues.js");
  return cues(board, now).map(({ event, position, at }) => [event, position, at - now]);
}"""
PLAYABLE = """async ({ cue, now, played }) => {
  const { playable } = await import("/static/tv/cues.js");
  return playable(cue, now, played);
}"""
# Records when a tone was scheduled to begin, on the machine's clock.
EAR = """
  window.heard = [];
  const start = OscillatorNode.prototype.start;
  OscillatorNode.prototype.start = function (when) {
    const stamp = this.context.getOutputTimestamp();
    const at = stamp.performanceTime > 0
      ? stamp.performanceTime + (when - stamp.contextTime) * 1000
      : performance.now() + (when - this.context.currentTime) * 1000;
    window.heard.push(performance.timeOrigin + at);
    return start.call(this, when);
  };
"""


# A browser that blocks autoplay. Whether Chromium does depends on how a test opened the page.
STRICT = """
  const Real = window.AudioContext;
  window.AudioContext = class extends Real {
    constructor(...words) {
      super(...words);
      this.suspend();
    }
  };
"""


def cues_at(page: Page, boards: dict[str, Board], now: int) -> list[tuple[str, int, int]]:
    """Return the cues around an instant: event, position, ms from now."""
    whole = {**boards["structure"], **boards["clock"]}
    found: list[Any] = page.evaluate(CUES, {"board": whole, "now": now})
    return [(event, position, round(at)) for event, position, at in found if event != "tick"]


def test_a_level_owes_its_minute_and_its_end(tv: Open) -> None:
    found = cues_at(tv("/blank/"), board(clock(1, 0, 0)), 16 * 60_000)
    assert found == [
        ("level_end", 0, -16 * 60_000), ("one_minute", 1, 60_000), ("level_end", 1, 120_000)
    ]  # fmt: skip


def test_the_last_five_seconds_of_a_level_and_a_break_are_counted_aloud(tv: Open) -> None:
    page = tv("/blank/")
    for position, minutes in ((1, 18), (4, 10)):
        whole = board(clock(position, 0, 0))
        found = page.evaluate(CUES, {"board": {**whole["structure"], **whole["clock"]}, "now": 0})
        ticks = [minutes * 60_000 - round(at) for event, _position, at in found if event == "tick"]
        assert ticks == [5_000, 4_000, 3_000, 2_000, 1_000]


def test_a_break_owes_its_minute_and_its_end(tv: Open) -> None:
    found = cues_at(tv("/blank/"), board(clock(4, 0, 0)), 0)
    assert found[1:] == [("one_minute", 4, 540_000), ("break_end", 4, 600_000)]


def test_a_planned_start_and_an_announced_level_are_begun_aloud(tv: Open) -> None:
    page = tv("/blank/")
    waiting = {"started": False, "running": False, "position": 0, "elapsed": 0, "anchor": None}
    assert cues_at(page, board(waiting, planned_start=9_000), 0) == [("level_start", 0, 9_000)]
    announced = cues_at(page, board(clock(1, 0, 500), advance="announced"), 700)
    assert announced[0] == ("level_start", 1, -200)
    assert ("level_end", 0, -200) not in announced, "the end of the previous level was played at its 0:00"


def test_a_paused_closed_or_ending_event_is_silent(tv: Open) -> None:
    page = tv("/blank/")
    for state in ({}, {"closed": True}, {"last_hands": {"hands": 5}}):
        assert cues_at(page, board(clock(1, 17 * 60_000), **state), 0) == []


def test_a_cue_is_never_late_and_sounds_again_only_where_time_was_added(tv: Open) -> None:
    page = tv("/blank/")
    cases: list[tuple[int, dict[str, int], bool, bool]] = [
        (0, {}, False, True),
        (900, {}, False, True),
        (1_100, {}, False, False),
        (0, {"k": 100_000 - 900}, False, False),
        (0, {"k": 100_000 - 29_000}, False, False),
        (0, {"k": 100_000 - 60_000}, False, True),
        (0, {"k": 100_000 - 60_000}, True, False),
        (0, {"other": 100_000}, False, True),
    ]
    for late, played, once, may in cases:
        cue = {"key": "k", "at": 100_000, "once": once}
        found = page.evaluate(PLAYABLE, {"cue": cue, "now": 100_000 + late, "played": played})
        assert found is may, (late, played, once)


def minute_in(feed: MockFeed, ms: int) -> int:
    """Let the last minute of level 1 begin in this many ms; return that instant on the machine's clock."""
    now = feed.now()
    feed.press("room", screen__5=screen(sound=True))
    feed.press("t7", **board(clock(0, 17 * 60_000 - ms, now)))
    return now + ms


def heard(page: Page) -> list[float]:
    """Return when tones began, on the machine's clock."""
    found: list[float] = page.evaluate("heard")
    return found


def test_the_sound_lands_on_the_second_and_once_even_after_a_reload(tv: Open, feed: MockFeed) -> None:
    due = minute_in(feed, 5_000)
    page = tv(script=EAR)
    page.wait_for_selector(".clock .time")
    page.mouse.click(100, 100)
    page.wait_for_timeout(max(0, due - feed.now()) + 600)
    tones = heard(page)
    assert tones
    assert abs(min(tones) - due) < 60
    page.reload()
    page.wait_for_selector(".clock .time")
    page.mouse.click(100, 100)
    page.wait_for_timeout(800)
    assert heard(page) == []


def test_two_windows_of_a_machine_sound_once_and_the_second_takes_over(tv: Open, feed: MockFeed) -> None:
    due = minute_in(feed, 6_000)
    first, second = tv(script=EAR), tv(script=EAR)
    for page in (first, second):
        page.wait_for_selector(".clock .time")
        page.mouse.click(100, 100)
    first.wait_for_timeout(max(0, due - feed.now()) + 600)
    assert heard(first)
    assert heard(second) == []
    due = feed.now() + 4_000
    feed.press("t7", **board(clock(5, 17 * 60_000 - 4_000, feed.now())))
    first.close()
    second.mouse.click(100, 100)
    second.wait_for_timeout(max(0, due - feed.now()) + 900)
    assert heard(second)


def test_a_paused_clock_takes_its_planned_sound_back(tv: Open, feed: MockFeed) -> None:
    due = minute_in(feed, 4_000)
    listening = """
      window.taken = 0;
      const stop = OscillatorNode.prototype.stop;
      OscillatorNode.prototype.stop = function (when) {
        if (this.planned) window.taken += 1;
        this.planned = true;
        return stop.call(this, when);
      };
    """
    page = tv(script=EAR + listening)
    page.wait_for_selector(".clock .time")
    page.mouse.click(100, 100)
    page.wait_for_timeout(max(0, due - feed.now() - 1_200))
    feed.press("t7", **board(clock(0, 16 * 60_000 + 59_000)))
    page.wait_for_timeout(1_800)
    assert page.evaluate("window.taken") == len(heard(page)) > 0
    assert page.evaluate("localStorage.getItem('sounds:played')") is None


def test_silent_display_plays_no_sound_and_does_not_ask_for_it(tv: Open, feed: MockFeed) -> None:
    due = minute_in(feed, 3_000)
    feed.press("room", screen__5=screen(sound=False))
    page = tv(script=EAR)
    page.wait_for_selector(".clock .time")
    page.mouse.click(100, 100)
    page.wait_for_timeout(max(0, due - feed.now()) + 500)
    assert heard(page) == []
    expect(page.locator("#hint-sound")).to_be_hidden()


def test_browser_that_requires_a_gesture_shows_a_hint(tv: Open, feed: MockFeed) -> None:
    minute_in(feed, 60_000)
    page = tv(script=STRICT)
    hint = page.locator("#hint-sound")
    expect(hint).to_have_text("Tap once to allow sound")
    page.mouse.click(100, 100)
    expect(hint).to_be_hidden()


def test_announcements_are_spoken_in_the_screens_language_where_asked_for(tv: Open, feed: MockFeed) -> None:
    now = feed.now()
    feed.press("room", screen__5=screen(sound=True, speech=True))
    short = [level(1, 50, 100, duration=60_000), *STRUCTURE[5:]]
    feed.press("t7", **board(clock(0, 55_000, now), levels=short))
    page = tv(
        script="""
      window.spoken = [];
      speechSynthesis.speak = (speech) => window.spoken.push([speech.text, speech.lang]);
    """
    )
    page.wait_for_selector(".clock .time")
    page.mouse.click(100, 100)
    page.wait_for_function("() => spoken.length", timeout=15_000)
    assert page.evaluate("spoken") == [["Level 5. Blinds 200, 400. Ante 400.", "en"]]
