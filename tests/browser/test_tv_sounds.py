"""Sounds: on time, once, from one window."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.browsers import Open
from tests.browser.mock_feed import MockFeed
from tests.browser.scenes import STRUCTURE, Board, board, clock, level, look, running, screen
from tests.fixtures.sound import mp3, opus, wav

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
  window.own = [];
  window.cut = 0;
  window.decoded = 0;
  const begins = (context, when) => {
    const stamp = context.getOutputTimestamp();
    const at = stamp.performanceTime > 0
      ? stamp.performanceTime + (when - stamp.contextTime) * 1000
      : performance.now() + (when - context.currentTime) * 1000;
    return performance.timeOrigin + at;
  };
  for (const [{ prototype }, list] of [[OscillatorNode, window.heard], [AudioBufferSourceNode, window.own]]) {
    const start = prototype.start;
    prototype.start = function (when, ...more) {
      list.push(begins(this.context, when));
      return start.call(this, when, ...more);
    };
  }
  const decode = BaseAudioContext.prototype.decodeAudioData;
  BaseAudioContext.prototype.decodeAudioData = function (...more) {
    return decode.apply(this, more).finally(() => setTimeout(() => { window.decoded += 1; }));
  };
  AudioBufferSourceNode.prototype.stop = function (...more) {
    window.cut += 1;
    return AudioScheduledSourceNode.prototype.stop.apply(this, more);
  };
"""
# What becomes of files of the room, and of the ticks of a level.
READY = """async (sounds) => {
  const { OwnSounds } = await import("/static/tv/own_sounds.js");
  const context = new AudioContext();
  let changes = 0;
  const own = new OwnSounds(context, context.destination, () => { changes += 1; });
  own.use(sounds);
  const readable = Object.entries(sounds).filter(([, address]) => !address.includes("no"));
  while (changes < 1 + readable.length) await new Promise((done) => setTimeout(done, 20));
  const rings = Object.keys(sounds).map((event) => [event, own.ringing(event)]);
  own.use({});
  return { rings: Object.fromEntries(rings), after: own.ringing(readable[0][0]) };
}"""


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


@pytest.mark.soak
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


@pytest.mark.soak
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


@pytest.mark.soak
def test_browser_that_requires_a_gesture_shows_a_hint(tv: Open, feed: MockFeed) -> None:
    minute_in(feed, 60_000)
    page = tv(script=STRICT)
    hint = page.locator("#hint-sound")
    expect(hint).to_have_text("Tap once to allow sound")
    page.mouse.click(100, 100)
    expect(hint).to_be_hidden()


@pytest.mark.soak
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


def own_sounds(tv: Open, feed: MockFeed, **sounds: str) -> Page:
    """Open a display whose clock is paused, and give the room sounds of its own."""
    feed.press("room", screen__5=screen(sound=True), look=look())
    feed.press("t7", **board(clock(0, 17 * 60_000)))
    page = tv(script=EAR)
    page.wait_for_selector(".clock .time")
    page.mouse.click(100, 100)
    feed.press("room", look=look(sounds=sounds))
    page.wait_for_function(f"() => decoded === {len(sounds)}")
    return page


def end_in(feed: MockFeed, ms: int) -> int:
    """Let level 1 end in this many ms; return that instant on the machine's clock."""
    now = feed.now()
    feed.press("t7", **board(running(0, ms, now)))
    return now + ms


@pytest.mark.soak
def test_own_sounds_come_over_the_feed_land_on_the_second_and_give_way_to_built_in_ones(
    tv: Open, feed: MockFeed
) -> None:
    feed.files = {"/media/count.wav": wav(3), "/media/broken.wav": wav()[:40]}
    page = own_sounds(tv, feed, tick="/media/count.wav", level_end="/media/broken.wav")
    end = end_in(feed, 6_000)
    page.wait_for_timeout(max(0, end - feed.now()) + 400)
    # A countdown of several seconds is heard once, where the first of the last seconds begins.
    begun: list[float] = page.evaluate("own")
    assert begun == [pytest.approx(end - 5_000, abs=60)]
    assert min(heard(page)) == pytest.approx(end, abs=60)


def test_a_paused_clock_ends_the_countdown_that_is_playing(tv: Open, feed: MockFeed) -> None:
    feed.files = {"/media/count.wav": wav(5)}
    page = own_sounds(tv, feed, tick="/media/count.wav")
    end = end_in(feed, 5_800)
    page.wait_for_timeout(max(0, end - 5_000 - feed.now()) + 400)
    assert page.evaluate("[own.length, cut]") == [1, 0]
    feed.press("t7", **board(clock(0, 17 * 60_000 + 55_400)))
    page.wait_for_function("() => cut === 1")
    assert heard(page) == []


def test_every_format_is_decoded_and_another_file_leaves_the_built_in_sound(tv: Open, feed: MockFeed) -> None:
    files = {"a.wav": wav(0.5), "b.mp3": mp3(20), "c.ogg": opus(50), "no.wav": wav()[:40] + b"x"}
    feed.files = {f"/media/{name}": data for name, data in files.items()}
    found = tv("/blank/").evaluate(READY, {
        "one_minute": "/media/a.wav", "level_end": "/media/b.mp3", "break_end": "/media/c.ogg",
        "tick": "/media/no.wav", "level_start": "/media/nothing.wav",
    })  # fmt: skip
    assert found["rings"] == {
        "one_minute": pytest.approx(0.5, abs=0.01), "level_end": pytest.approx(0.52, abs=0.06),
        "break_end": pytest.approx(1, abs=0.06), "tick": 0, "level_start": 0,
    }  # fmt: skip
    assert found["after"] == 0
