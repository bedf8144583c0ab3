"""Announcements appear on every display, and a display changes to a new colour of the room at once."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.browsers import Open, settle, show_still
from tests.browser.floor_scenes import breaking, eliminations, free, moves
from tests.browser.mock_feed import MockFeed
from tests.browser.scenes import STRUCTURE, board, clock, running, screen, waiting_list
from tests.waiting import until

pytestmark = pytest.mark.browser
TEXT = {"text": "Dinner is served", "at": 0}
SHOWINGS = json.loads((Path(__file__).parents[1] / "data" / "showings.json").read_text())
MINUTE = 60_000
# Keeps what is read aloud, and when the message that fills the display appeared and disappeared.
_WATCHES = """
  window.spoken = [];
  window.changes = [];
  speechSynthesis.speak = ({ text }) => spoken.push(text);
  let seen = false;
  setInterval(() => {
    const message = document.querySelector("[data-layout=message]");
    if ((message?.checkVisibility() ?? false) === seen) return;
    seen = !seen;
    changes.push(Date.now());
  }, 20);
"""


def announcement(number: int, text: str, starts: int, **more: Any) -> dict[str, Any]:
    """Return one announcement of the room, for all displays, until it is removed."""
    return {
        "id": number, "text": text, "spoken": "", "priority": "normal", "starts": starts, "ends": None, "every": None,
        "shown": None, "shown_on": "all", "tournament": None, "screens": [], **more,
    }  # fmt: skip


def test_the_browser_computes_the_showings_of_the_server_and_their_order(tv: Open) -> None:
    page = tv("/blank/")
    found = page.evaluate(
        """async (vectors) => {
          const { showing } = await import("/static/shared/feed/announcements.js");
          return vectors.map(({ times: [starts, ends, every, shown], now }) =>
            showing({ starts, ends, every, shown }, now));
        }""",
        SHOWINGS,
    )
    assert [one and [one["starts"], one["ends"]] for one in found] == [one["expect"] for one in SHOWINGS]
    standing = [
        announcement(1, "old", 0),
        announcement(2, "urgent", 10, priority="urgent"),
        announcement(3, "new", 20),
        announcement(4, "repeated", 0, every=100, shown=10),
        announcement(5, "of event 7", 5, shown_on="event", tournament=7),
        announcement(6, "of event 8", 5, shown_on="event", tournament=8),
        announcement(7, "of this display", 5, shown_on="screens", screens=[4, 5]),
        announcement(8, "of another display", 5, shown_on="screens", screens=[4]),
        announcement(9, "also urgent", 0, priority="urgent", ends=205),
    ]
    order, wait = page.evaluate(
        """async (standing) => {
          const { shownOn } = await import("/static/shared/feed/announcements.js");
          const { shown, wait } = shownOn(standing, { id: 5, tournament: 7 }, 200);
          return [shown.map(({ announcement }) => announcement.text), wait];
        }""",
        standing,
    )
    assert order == ["urgent", "also urgent", "repeated", "new", "of this display", "of event 7", "old"]
    assert wait == 5


def test_placeholders_are_filled_from_the_clock_and_a_missing_value_leaves_the_text_out(tv: Open) -> None:
    page = tv("/blank/")
    whole = board(clock(2, 3 * MINUTE, 0))
    in_break = board(clock(4, 4 * MINUTE, 0))
    not_started = {"started": False, "running": False, "position": 0, "elapsed": 0, "anchor": None}
    found, again = page.evaluate(
        """async ([clock, inBreak, waiting, texts]) => {
          const { filled, missingIn } = await import("/static/tv/placeholders.js");
          const one = ({ clock, structure }) => ({ ...structure, ...clock });
          const all = (of) => texts.map((text) => filled(text, of, "en", 0));
          const missing = missingIn("{level} {ante} {next_level}", one(inBreak), "en", 0);
          const after = [missing, filled("{next_break}", one(inBreak), "en", 0)];
          return [[one(clock), one(inBreak), one(waiting), undefined].map(all), after];
        }""",
        [
            whole, in_break, board(not_started),
            ["{level} {next_level} {next_blinds} {players_left}", "{next_break} {break_end}", "{break_end}", "{event}",
             "x"],
        ],
    )  # fmt: skip
    level, times, end, event, plain = found[0]
    assert level.replace("\u00a0", " ") == "3 4 150 / 300 19"
    assert times == "01:33 01:43"
    assert (end, event, plain) == ("01:43", whole["clock"]["name"], "x")
    assert found[1][:3] == [None, "02:18 01:06", "01:06"]
    assert again == [["{level}", "{ante}"], "02:18"], "a break has no level; after it come four levels"
    assert found[2][1:4] == [None, None, whole["clock"]["name"]], "nothing is planned yet"
    assert found[3] == [None, None, None, None, "x"]
    silent, heard = page.evaluate(
        """async ([screen, texts]) => {
          const { announced } = await import("/static/tv/announced.js");
          return texts.map((one) => announced(screen, { announcements: [one] }, undefined, "en", 1000).aloud);
        }""",
        [
            screen(),
            [announcement(1, text, 0, spoken="Dinner break") for text in ("Until {break_end}", "Dinner")],
        ],
    )
    assert silent == [], "what a display leaves out, it does not read aloud"
    assert [one["text"] for one in heard] == ["Dinner break"]


def test_after_the_end_of_an_event_or_a_day_placeholders_have_no_value(tv: Open) -> None:
    page = tv("/blank/")
    stopped = clock(2, 3 * MINUTE)
    one_day = [{**row, "ends_day": position == 2} for position, row in enumerate(STRUCTURE)]
    ends = {
        "paused": board(stopped, winner=None, qualified=None),
        "won": board(stopped, winner="Ada"),
        "tickets won": board(stopped, winner=None, qualified={"players": 3, "ticket": "Main"}),
        "closed": board(stopped, closed=True),
        "last level held": board(running(2, -3_000, 0), levels=one_day),
        "day closed": board(stopped, day_over={"number": 1, "next_start": 40 * 60 * MINUTE}),
    }
    texts = ["{next_break}", "{break_end}", "{next_level}", "{level}", "{event}"]
    found = page.evaluate(
        """async ([ends, texts]) => {
          const { filled } = await import("/static/tv/placeholders.js");
          return Object.fromEntries(Object.entries(ends).map(([name, { clock, structure }]) =>
            [name, texts.map((text) => filled(text, { ...structure, ...clock }, "en", 0))]));
        }""",
        [ends, texts],
    )
    after_day, after_all = [None, None, "4", "3", "Friday Deep"], [None, None, None, None, "Friday Deep"]
    assert found == {
        "paused": ["01:33", "01:43", "4", "3", "Friday Deep"],
        "won": after_all,
        "tickets won": after_all,
        "closed": after_all,
        "last level held": after_day,
        "day closed": after_day,
    }


def test_a_planned_urgent_announcement_fills_a_blank_display_on_the_second_and_is_read_once(
    tv: Open, feed: MockFeed
) -> None:
    feed.press("room", screen__5=screen(layout="structure", sound=True, speech=True, blank=True))
    feed.press("t7", **board(running(2, 1_000_000, feed.now()), announcement=TEXT))
    bar = announcement(2, "Bar is open", feed.now())
    feed.press("room", announcements={"announcements": [bar]})
    page = tv(script=_WATCHES)
    page.mouse.click(100, 100)
    page.wait_for_selector("#announcement-bar:not([hidden])", state="attached")
    page.wait_for_function("() => spoken.length === 1")
    # The page is loaded, however long that took: it is planned now, for the beginning of a second.
    starts = feed.now() // 1_000 * 1_000 + 3_000
    late = {"priority": "urgent", "spoken": "Level {level}, please listen"}
    urgent = announcement(1, "Level {level} is on", starts, **late, ends=starts + 600_000)
    seq = feed.press("room", announcements={"announcements": [urgent, bar]})
    page.wait_for_function("seq => received.room === seq", arg=seq)
    # Between now and the start, nothing is heard from the server.
    feed.deaf = True
    message = page.locator("[data-layout=message]")
    expect(message).to_be_visible()
    page.wait_for_function("() => changes.length === 1")
    assert starts - 100 <= page.evaluate("changes[0]") < starts + 3_000
    expect(message.locator(".message-text")).to_have_text("Level 3 is on")
    expect(message.locator(".message-time")).not_to_be_empty()
    expect(page.locator("body")).not_to_have_attribute("data-blank", "")
    expect(page.locator("#announcement-bar")).to_be_hidden()
    page.wait_for_function("() => spoken.length === 2")
    assert page.evaluate("spoken") == ["Bar is open", "Level 3, please listen"]
    feed.deaf = False
    page.reload()
    page.mouse.click(100, 100)
    expect(message).to_be_visible()
    # It ends on the second as well; the newest normal one returns, not the event's older one.
    ends = feed.now() // 1_000 * 1_000 + 3_000
    feed.press("room", announcements={"announcements": [{**urgent, "ends": ends}, bar]})
    expect(page.locator("body")).to_have_attribute("data-blank", "")
    page.wait_for_function("() => changes.length === 2")
    assert ends - 100 <= page.evaluate("changes[1]") < ends + 3_000
    expect(page.locator("#announcement-bar")).to_have_text("Bar is open")
    assert page.evaluate("spoken") == []


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


def test_rows_of_an_upright_structure_hold_both_lines_below_an_announcement(tv: Open, feed: MockFeed) -> None:
    feed.press("room", screen__5=screen(layout="structure"))
    levels = STRUCTURE[:12]
    feed.press("t7", **board(running(2, 1_000_000, feed.now()), announcement=TEXT, levels=levels))
    page = tv()
    show_still(page, (1080, 1920))
    expect(page.locator("#announcement-bar")).to_have_text("Dinner is served")
    settle(page, feed)
    over = page.locator(".level-row").evaluate_all(
        """(rows) => rows.map((row) => Math.max(...[...row.children].filter((cell) => cell.textContent)
          .map((cell) => cell.getBoundingClientRect().bottom)) - row.getBoundingClientRect().bottom)"""
    )
    assert over
    assert max(over) <= 1, over


def test_title_of_an_upright_list_stands_beside_its_page_number(tv: Open, feed: MockFeed) -> None:
    feed.press("room", screen__5=screen(layout="eliminations"))
    feed.press("t7", **board(running(2, 1_000_000, feed.now())), eliminations=eliminations(39, 0, feed.now()))
    page = tv()
    show_still(page, (1080, 1920))
    number = page.locator(".eliminations .page-number")
    expect(number).to_have_text(re.compile(r"^1 / \d$"))
    settle(page, feed)
    title, place = page.locator(".eliminations .letters").bounding_box(), number.bounding_box()
    assert title is not None
    assert place is not None
    assert abs(title["y"] + title["height"] / 2 - place["y"] - place["height"] / 2) < 40


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
