"""Legibility of displays: nothing is cut off, everything is large enough, and each state has its word."""

import re
from itertools import product
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.barriers import ENHANCED, barriers
from tests.browser.browsers import Open, settle, show_still
from tests.browser.floor_scenes import eliminations
from tests.browser.mock_feed import MockFeed
from tests.browser.prize_scenes import prizes
from tests.browser.scenes import (
    BIG,
    BIG_FIELD,
    LONG_NAME,
    LONG_TEXT,
    board,
    clock,
    look,
    registration,
    running,
    screen,
    states,
)
from tests.examples import in_soak
from tests.pictures.faults import faults_of

pytestmark = pytest.mark.browser
# A layout scales with its screen: landscape and portrait are tested, and more sizes in a soak.
SIZES = [
    in_soak((1366, 768)), (1920, 1080), in_soak((2560, 1080)), in_soak((3840, 2160)), (1080, 1920),
]  # fmt: skip

# Everything that lies outside the screen (layouts drift by four pixels), is wider than its box, or overlaps its
# neighbour.
FAULTS = """() => {
  const faults = [];
  const stage = document.querySelector("#stage > *:not(.leaving)");
  for (const part of stage.querySelectorAll("*")) {
    const box = part.getBoundingClientRect();
    if (!box.width || !box.height) continue;
    const name = part.dataset?.role ?? part.className;
    if (box.left < -5 || box.top < -5 || box.right > innerWidth + 5 || box.bottom > innerHeight + 5) {
      faults.push(`${name} leaves the screen`);
    }
    if (!part.closest("svg") && part.scrollWidth > part.clientWidth + 2 && part.clientWidth && name !== "event") {
      faults.push(`${name} is cut: ${part.textContent}`);
    }
  }
  const parts = [...stage.children, ...(stage.querySelector(".side")?.children ?? [])]
    .filter((part) => part.offsetHeight && !part.matches(".side, .oval"));
  for (const one of parts) {
    for (const other of parts) {
      const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()];
      if (one !== other && !one.contains(other) && a.top < b.top && a.bottom > b.top + 2 && a.right > b.left
          && a.left < b.right) {
        faults.push(`${one.className} runs into ${other.className}`);
      }
    }
  }
  return faults;
}"""
# Heights of capitals as a fraction of the screen's shorter side: they are .655 of the typeface's size.
CAPITALS = """() => {
  const short = Math.min(innerWidth, innerHeight);
  const all = (selector) => [...document.querySelectorAll(selector)].filter((part) => !part.closest(".leaving"))
    .filter((part) => part.checkVisibility() && part.textContent.trim() && part.getClientRects().length)
    .map((part) => (parseFloat(getComputedStyle(part).fontSize) * 0.655) / short);
  const least = (selector) => Math.min(...all(selector), 9);
  return {
    time: Math.min(least(".time"), least(".playing-card .count")),
    blinds: least(".clock:not([data-state=won], [data-state=closed]) .blinds"),
    ante: least("[data-stacked] .ante b"),
    facts: Math.min(least(".fact-value"), least(".side-field .side-value")),
    labels: Math.min(least(".fact dt span"), least(".side-label"), least(".side-block dt"), least(".entry-words")),
    chips: least(".chip-value b"),
    band: least(".band .word"),
    announcement: least(".announcement"),
  };
}"""
# The least of each, and for figures so long that the room must be shared.
LEAST = {
    "time": 0.25, "blinds": 0.14, "ante": 0.08, "facts": 0.08, "labels": 0.035, "chips": 0.035, "band": 0.05,
    "announcement": 0.035,
}  # fmt: skip
LONG_FIGURES = {**LEAST, "ante": 0.065, "facts": 0.07, "labels": 0.03}


def too_small(page: Page, *, long_figures: bool = False) -> list[str]:
    """Return what on the clock is smaller than it must be."""
    capitals = page.evaluate(CAPITALS)
    least = dict(LONG_FIGURES if long_figures else LEAST)
    if page.locator(".time[data-words]").count():
        # Words stand in place of a start that is not planned.
        least["time"] = 0.08
    return [f"{name} {capitals[name]:.3f}" for name, low in least.items() if capitals[name] < low - 0.0015]


@pytest.fixture
def room(feed: MockFeed) -> MockFeed:
    """Return a screen that shows tournament 7."""
    feed.press("room", screen__5=screen())
    feed.press("t7", **board(running(2, 1_000_000, feed.now())))
    return feed


@pytest.mark.soak
@pytest.mark.parametrize("size", SIZES)
def test_every_state_fits_the_screen_and_shows_main_figures_large(
    tv: Open, room: MockFeed, size: tuple[int, int]
) -> None:
    page = tv()
    show_still(page, size)
    page.wait_for_selector(".clock")
    faults: dict[str, Any] = {}
    for name in states(0):
        room.press("t7", **states(room.now())[name])
        settle(page, room)
        found = page.evaluate(FAULTS)
        found += too_small(page, long_figures=name.startswith("big"))
        if found:
            faults[name] = found
    assert faults == {}


@pytest.mark.soak
def test_wide_blinds_fit_an_upright_screen_that_is_nearly_square(tv: Open, room: MockFeed) -> None:
    page = tv()
    show_still(page, (768, 1024))
    faults: dict[str, Any] = {}
    for name in ("big", "big_paused", "big_announcement", "break"):
        room.press("t7", **states(room.now())[name])
        settle(page, room)
        faults[name] = page.evaluate(FAULTS)
    room.press("t7", **board(clock(1, 200, room.now()), levels=BIG))
    expect(page.locator(".clock[data-scene=level_up]")).to_be_visible()
    expect(page.locator(".clock .facts")).to_be_hidden()
    settle(page, room)
    faults["level_up"] = page.evaluate(FAULTS) + barriers(page, ENHANCED)
    assert not any(faults.values()), faults


def test_the_frame_of_a_pause_covers_neither_a_long_name_nor_an_announcement(
    tv: Open, room: MockFeed
) -> None:
    page = tv()
    show_still(page, (1280, 720))
    text = {"text": "Please take your seats", "at": room.now()}
    room.press("t7", registration=registration())
    room.press("t7", **board(clock(4, 219_000), name=LONG_NAME + " of the deep stack", announcement=text))
    expect(page.locator(".clock[data-state=paused] .event[data-long]")).to_be_visible()
    settle(page, room)
    above, below = page.evaluate("""() => {
      const frame = parseFloat(getComputedStyle(document.querySelector(".clock"), "::after").borderTopWidth);
      const range = document.createRange();
      range.selectNodeContents(document.querySelector(".clock .event"));
      const note = document.querySelector(".clock .announcement");
      return [range.getBoundingClientRect().top - frame, innerHeight - frame - note.getBoundingClientRect().bottom];
    }""")
    assert (above > 0, below > -1) == (True, True), (above, below)
    assert page.evaluate(FAULTS) == []


@pytest.mark.soak
def test_the_prize_pool_is_whole_in_a_break_that_is_paused(tv: Open, room: MockFeed) -> None:
    page = tv()
    show_still(page, (768, 1024))
    levels = [*BIG[:2], {**BIG[2], "colour_up": [25_000]}, BIG[3]]
    room.press(
        "t7",
        **board(clock(2, 38_000), levels=levels, name=LONG_NAME, field=BIG_FIELD),
        registration=registration(),
        prizes=prizes(state="open", pool=2_500_000_000, money=None),
    )
    settle(page, room)
    expect(page.locator(".clock[data-pays][data-band] .pool")).to_be_visible()
    assert faults_of(page) == []


WORDS = {
    "last_minute": "Last minute", "paused": "Paused", "break": "Break", "held": "Level over",
    "day_over": "End of the day",
    "day_closed": "Day 1 is over",
    "waiting": "Starts in", "waiting_by_hand": "Not started yet", "over": "Final level: blinds stay",
    "closed": "Event over",
    "draw": "Clock stopped", "hands": "hands to play", "last_hand": "Last hand before the next level",
}  # fmt: skip


def test_every_state_has_a_look_and_a_word_of_its_own(tv: Open, room: MockFeed) -> None:
    page = tv()
    page.wait_for_selector(".clock")
    looks = set()
    for name, word in WORDS.items():
        room.press("t7", **states(room.now())[name])
        expect(page.locator(".clock").get_by_text(word, exact=True).first).to_be_visible()
        looks.add(page.locator(".clock").get_attribute("data-state"))
        if name == "paused":
            expect(page.locator("[data-role=total]")).to_have_text("270,000")
            expect(page.locator("[data-role=total]")).to_be_visible()
        if name == "day_closed":
            # The large figure is no time left.
            expect(page.locator(".clock .level")).to_have_text("Day 2 starts")
    # A word and a sign announce the last hand during a running level; the day's end looks the same before it is closed
    # and after that.
    assert len(looks) == len(WORDS) - 2


# How far the middle of the digits is from the middle of their box, as a fraction of its width. The space after the last
# digit (letter-spacing) is no part of them.
OFF_CENTRE = """() => {
  const [time, box] = [document.querySelector(".clock .time"), document.querySelector(".clock .time-box")];
  if (!box.checkVisibility() || !time.textContent) return 0;
  const range = document.createRange();
  range.selectNodeContents(time);
  const [digits, place] = [range.getBoundingClientRect(), box.getBoundingClientRect()];
  const after = parseFloat(getComputedStyle(time).letterSpacing) || 0;
  return Math.abs(digits.left + (digits.width - after) / 2 - place.left - place.width / 2) / place.width;
}"""


def test_the_time_stands_in_the_middle_of_its_box_in_every_state(tv: Open, room: MockFeed) -> None:
    page = tv()
    show_still(page, (1080, 1920))
    page.wait_for_selector(".clock")
    off: dict[str, float] = {}
    for name in WORDS:
        room.press("t7", **states(room.now())[name])
        settle(page, room)
        off[name] = page.evaluate(OFF_CENTRE)
    assert {name: part for name, part in off.items() if part > 0.01} == {}


def test_the_sponsor_stays_in_a_break_and_below_the_winner_until_something_is_announced(
    tv: Open, room: MockFeed
) -> None:
    room.press("room", look=look(sponsor="Presented by Example Watches"))
    page = tv()
    sponsor = page.locator(".sponsor")
    for name, size in product(("break", "won"), ((1920, 1080), (1080, 1920))):
        room.press("t7", **states(room.now())[name], prizes=prizes(left=1))
        show_still(page, size)
        settle(page, room)
        expect(sponsor).to_be_visible()
        expect(page.locator(".strip .chips")).to_be_hidden()
        assert (page.evaluate(FAULTS), faults_of(page)) == ([], [])
    won = states(room.now())["won"]
    won["clock"]["announcement"] = {"text": "Thank you all", "at": room.now()}
    room.press("t7", **won)
    settle(page, room)
    expect(sponsor).to_be_hidden()


def test_a_sponsor_text_that_does_not_fit_beside_its_picture_is_left_out(tv: Open, room: MockFeed) -> None:
    picture = "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' width='400' height='40'></svg>"
    room.press("t7", **states(room.now())["running"], prizes=prizes(left=9))
    page = tv()
    show_still(page, (1280, 720))
    for text, is_shown in (
        ("By Ada", True),
        ("Presented by the Lakeside Casino & Spa of Bad Example", False),
    ):
        room.press("room", look=look(sponsor=text, sponsor_picture=picture))
        expect(page.locator(".sponsor span")).to_have_text(text)
        settle(page, room)
        strip, image, words = (
            page.locator(one).bounding_box() for one in (".strip", ".sponsor img", ".sponsor span")
        )
        assert strip
        assert image
        assert words
        assert strip["y"] <= image["y"]
        assert image["y"] + image["height"] <= strip["y"] + strip["height"]
        assert (words["y"] < strip["y"] + strip["height"]) == is_shown
        if is_shown:
            assert words["x"] + words["width"] < image["x"]


@pytest.mark.soak
def test_a_final_table_with_prizes_fits_an_upright_screen(tv: Open, room: MockFeed) -> None:
    now = room.now()
    room.press(
        "t7",
        **states(now)["running"],
        eliminations=eliminations(9, 6, now, tables=1),
        prizes=prizes(left=9),
        registration=registration(),
    )
    page = tv()
    expect(page.locator(".clock[data-scene=final_table]")).to_be_visible()
    settle(page, room)
    # Without a stack, the name stands in the middle of its box.
    middles = page.locator(".plate:not(:has(.plate-stack:not(:empty)))").evaluate_all(
        """(all) => all.map((plate) => {
          const [box, name] = [plate, plate.querySelector(".plate-name")].map((one) => one.getBoundingClientRect());
          return (name.top + name.height / 2 - box.top) / box.height;
        })"""
    )
    assert middles == [pytest.approx(0.52, abs=0.04)]
    show_still(page, (1080, 1920))
    settle(page, room)
    assert page.evaluate(FAULTS) == []
    expect(page.locator(".side-money")).to_contain_text("€12,000")
    money = page.locator(".side-money").evaluate("one => [one.scrollHeight, one.clientHeight]")
    assert money[0] <= money[1] + 1


@pytest.mark.soak
@pytest.mark.parametrize("size", SIZES)
def test_the_structure_pages_through_all_levels_and_marks_the_current_one(
    tv: Open, room: MockFeed, size: tuple[int, int]
) -> None:
    room.press("room", screen__5=screen(layout="structure"))
    room.press("t7", **board(clock(1, 1_000), levels=BIG * 5))
    page = tv()
    show_still(page, size)
    page.wait_for_selector(".level-row")
    settle(page, room)
    assert page.evaluate(FAULTS) == []
    here, pages = (page.locator(".page-number").text_content() or "").split(" / ")
    assert 1 <= int(here) <= int(pages) == -(-20 // (12 if size[0] < size[1] else 8))
    first = int(page.locator(".level-row").first.get_attribute("data-position") or 0)
    current = page.locator('.level-row[aria-current="step"]')
    expect(current).to_have_count(1 if first == 0 else 0)


def test_message_covers_all_but_the_time_and_blanked_display_is_dark(tv: Open, room: MockFeed) -> None:
    page = tv()
    room.press("room", screen__5=screen(message=LONG_TEXT))
    expect(page.locator(".message-text")).to_have_text(LONG_TEXT)
    expect(page.locator(".message-time")).to_contain_text(re.compile(r"Level \d+ · Time left"))
    settle(page, room)
    assert page.evaluate(FAULTS) == []
    room.press("t7", **board(clock(2, 219_000)))
    expect(page.locator(".message-time")).to_contain_text(re.compile(r"Level \d+ · Paused"))
    room.press("room", screen__5=screen(blank=True))
    expect(page.locator(".clock")).to_be_hidden()
    room.press("room", screen__5=screen())
    expect(page.locator(".clock")).to_be_visible()


@pytest.mark.soak
def test_motion_is_off_if_reduced_motion_is_requested(chromium: Browser, room: MockFeed) -> None:
    context = chromium.new_context(reduced_motion="reduce")
    page = context.new_page()
    page.goto(room.url + "/tv/")
    page.wait_for_selector(".clock")
    assert page.evaluate("document.getAnimations().length") == 0
    assert page.evaluate("getComputedStyle(document.querySelector('.clock')).animationName") == "none"
    context.close()
