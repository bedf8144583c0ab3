"""The end of registration and called players, on the clock and below the lists."""

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.barriers import ENHANCED, barriers
from tests.browser.browsers import Open, settle, show_still
from tests.browser.mock_feed import MockFeed
from tests.browser.scenes import (
    LONG_TEXT,
    MINUTE,
    NOT_STARTED,
    Board,
    board,
    clock,
    people,
    registration,
    running,
    screen,
    states,
    waiting_list,
)
from tests.browser.test_tv_looks import FAULTS, SIZES, too_small

pytestmark = pytest.mark.browser
ENTRY = ".clock .entry"
STRIP = ".clock .announcement"
NOW = 1_800_000_000_000
NOTHING = ("", False)
CLOSED = ("Registration is closed", True)


def late(**more: Any) -> Board:
    """Return when late registration ends."""
    return {"ends": "row", "row": None, "at": None, "closes_row": None, "rule": "", **more}


def closes(seconds: str) -> tuple[str, bool]:
    """Return the sentence with a time in it."""
    return (f"Registration closes in {seconds}", False)


# Four levels of 18 minutes, then a break of 10: rows 0 … 4.
ROW = registration()
AFTER_THE_BREAK = registration(late=late(row=3, closes_row=5))
AT_THE_START = registration(late=late(ends="none", closes_row=0))
AT_A_TIME = registration(late=late(ends="time", at=NOW + 754_001))
ANNOUNCED = {"advance": "announced", "advance_rule": "Munot 23"}
VECTORS: dict[str, tuple[Board, dict[str, Board], tuple[str, bool]]] = {
    "in the last row": (ROW, board(running(3, 754_000, NOW)), closes("12:34")),
    "a moment before it flips": (ROW, board(running(3, 753_001, NOW)), closes("12:34")),
    "a moment after it flipped": (ROW, board(running(3, 753_000, NOW)), closes("12:33")),
    "the rows between count": (ROW, board(running(1, 754_000, NOW)), closes("48:34")),
    "the last millisecond": (ROW, board(running(3, 1, NOW)), closes("0:01")),
    "the row is over": (ROW, board(running(3, 0, NOW)), CLOSED),
    "long over": (ROW, board(running(8, 754_000, NOW)), CLOSED),
    "the break after it counts where the book says so": (
        AFTER_THE_BREAK, board(running(3, 754_000, NOW)), closes("22:34"),
    ),
    "within that break": (AFTER_THE_BREAK, board(running(4, 61_000, NOW)), closes("1:01")),
    "after that break": (AFTER_THE_BREAK, board(running(5, 61_000, NOW)), CLOSED),
    "paused: it stands": (ROW, board(clock(3, 326_000)), closes("12:34")),
    "announced levels: those to come count": (
        ROW, board(running(2, -5_000, NOW), **ANNOUNCED), closes("18:00"),
    ),
    "announced levels: the last one may be overdue": (ROW, board(running(3, -5_000, NOW), **ANNOUNCED), CLOSED),
    "before the start": (ROW, board(NOT_STARTED, planned_start=NOW + 60_000), closes("1:13:00")),
    "until the start": (AT_THE_START, board(NOT_STARTED, planned_start=NOW + 60_000), closes("1:00")),
    "started": (AT_THE_START, board(running(0, 18 * MINUTE, NOW)), CLOSED),
    "started by hand, some day": (AT_THE_START, board(NOT_STARTED), NOTHING),
    "until a time": (AT_A_TIME, board(running(3, 5_000, NOW)), closes("12:35")),
    "until a time, paused": (AT_A_TIME, board(clock(3, 326_000)), closes("12:35")),
    "the time has come": (registration(late=late(ends="time", at=NOW)), board(running(3, 5_000, NOW)), CLOSED),
    "it never closes before the start": (
        registration(late=late(ends="time", at=NOW - 5)), board(NOT_STARTED), NOTHING,
    ),
    "tomorrow: no countdown": (
        registration(late=late(ends="time", at=NOW + 86_400_000)), board(clock(3, 0)), NOTHING,
    ),
    "closed by hand": (registration(open=False, closed_at=NOW - 1), board(running(0, 9_000, NOW)), CLOSED),
    "the event is over": (registration(open=False), board(clock(3, 0), closed=True), NOTHING),
}  # fmt: skip
READ_ALL = """async ([vectors, sentences, now]) => {
  const { entryView } = await import("/static/tv/layouts/entry.js");
  const { Words } = await import("/static/shared/ui/words.js");
  const words = new Words("en", sentences);
  return vectors.map(([registration, { clock, structure }]) => {
    const view = entryView(registration, { ...structure, ...clock }, words, now);
    return [[view.before, view.time, view.after].filter(Boolean).join(" "), view.closed, view.wait];
  });
}"""


@pytest.fixture
def room(feed: MockFeed) -> MockFeed:
    """Return a screen that shows the clock of tournament 7."""
    feed.press("room", screen__5=screen())
    feed.press(
        "t7",
        **board(running(3, 1_000_000, feed.now())),
        registration=registration(),
        waiting_list=waiting_list(),
    )
    return feed


def test_the_time_until_registration_closes_follows_from_the_clock(tv: Open, feed: MockFeed) -> None:
    page = tv("/blank/")
    asked = [[entry, boards] for entry, boards, _ in VECTORS.values()]
    answers = page.evaluate(READ_ALL, [asked, feed.words, NOW])
    found = {name: (text, closed) for name, (text, closed, _) in zip(VECTORS, answers, strict=True)}
    assert found == {name: expected for name, (_, _, expected) in VECTORS.items()}
    waits = {name: wait for name, (_, _, wait) in zip(VECTORS, answers, strict=True)}
    assert waits["a moment before it flips"] == 1, "the figure flips on the boundary of the second"
    assert waits["a moment after it flipped"] == 1_000
    assert waits["paused: it stands"] is None
    assert waits["until a time, paused"] == 1


def test_clock_counts_down_to_the_close_of_entry_and_announces_it(tv: Open, room: MockFeed) -> None:
    page = tv()
    expect(page.locator(ENTRY)).to_contain_text("Registration closes in")
    before = page.locator(".clock .entry-time").text_content() or ""
    expect(page.locator(".clock .entry-time")).not_to_have_text(before)
    expect(page.locator(ENTRY)).not_to_have_attribute("data-soon", "")
    room.press("t7", **board(running(3, 200_000, room.now())))
    expect(page.locator(ENTRY)).to_have_attribute("data-soon", "")
    # The row ends without a message from the server.
    room.press("t7", **board(running(3, 2_500, room.now())))
    expect(page.locator(ENTRY)).to_have_text("Registration is closed")
    room.press("t7", registration=registration(open=False, closed_at=room.now() - 30 * MINUTE))
    expect(page.locator(ENTRY)).to_be_hidden()


@pytest.mark.soak
def test_the_lists_say_that_registration_is_closed_for_as_long_as_it_is(tv: Open, room: MockFeed) -> None:
    room.press("t7", registration=registration(open=False, closed_at=room.now() - 300 * MINUTE))
    room.seat("t7", [("Anna B.", 3, 4)])
    room.press("t7", waiting_list=waiting_list([("Reto", None)]))
    page = tv()
    for layout in ("seats", "waiting"):
        room.press("room", screen__5=screen(layout=layout))
        foot = page.locator(f".{layout} .list-foot")
        expect(foot).to_contain_text("Registration is closed")
        expect(foot.locator(".places")).to_be_empty()


@pytest.mark.soak
def test_event_without_registration_shows_no_entry_line(tv: Open, room: MockFeed) -> None:
    room.boards["t7"].pop("registration")
    room.boards["t7"].pop("waiting_list")
    page = tv()
    page.wait_for_selector(".clock .time")
    expect(page.locator(ENTRY)).to_be_hidden()
    expect(page.locator(STRIP)).to_be_hidden()


def test_called_players_are_shown_across_the_clock(tv: Open, room: MockFeed) -> None:
    page = tv()
    page.wait_for_selector(".clock .time")
    until = room.now() + 100_000
    room.press("t7", waiting_list=waiting_list([("Anna B.", until)]))
    expect(page.locator(STRIP)).to_have_text("Now calling: Anna B.")
    expect(page.locator(STRIP)).to_be_visible()
    room.press(
        "t7",
        waiting_list=waiting_list([(name, until) for name in ("Anna", "Beat", "Carla", "Dora", "Élodie")]),
    )
    expect(page.locator(STRIP)).to_have_text("Now calling: Anna, Beat, Carla and 2 more")
    room.press("t7", waiting_list=waiting_list())
    expect(page.locator(STRIP)).to_be_hidden()


@pytest.mark.soak
def test_a_message_and_a_call_take_turns(tv: Open, room: MockFeed) -> None:
    page = tv()
    message = board(running(3, 1_000_000, room.now()), announcement={"text": LONG_TEXT, "at": room.now()})
    room.press("t7", **message, waiting_list=waiting_list([("Anna B.", room.now() + 100_000)]))
    for _ in range(2):
        for text in ("Now calling: Anna B.", LONG_TEXT):
            expect(page.locator(STRIP)).to_have_text(text, timeout=25_000)
    room.press("t7", waiting_list=waiting_list())
    settle(page, room)
    expect(page.locator(STRIP)).to_have_text(LONG_TEXT)


@pytest.mark.soak
@pytest.mark.parametrize("size", SIZES)
def test_every_state_fits_the_screen_with_large_main_figures(
    tv: Open, room: MockFeed, size: tuple[int, int]
) -> None:
    page = tv()
    show_still(page, size)
    page.wait_for_selector(".clock")
    faults: dict[str, Any] = {}
    for name in states(0):
        now = room.now()
        called = [(person, now + 100_000) for person in people(50)[::9]]
        open_until = registration(late=late(ends="time", at=now + 7_750_000))
        room.press("t7", **states(now)[name], registration=open_until, waiting_list=waiting_list(called))
        settle(page, room)
        found = page.evaluate(FAULTS)
        found += too_small(page, long_figures=name.startswith("big"))
        if found:
            faults[name] = found
    assert faults == {}


@pytest.mark.soak
def test_axe_finds_no_barrier_and_seven_to_one(tv: Open, room: MockFeed) -> None:
    page = tv()
    # A page has less contrast while it fades in.
    page.emulate_media(reduced_motion="reduce")
    faults = {}
    for left in (1_000_000, 200_000, -1_000):
        now = room.now()
        room.press(
            "t7", **board(running(3, left, now)), waiting_list=waiting_list([("Anna B.", now + 100_000)])
        )
        settle(page, room)
        found = barriers(page, ENHANCED)
        if found:
            faults[left] = found
    assert faults == {}
