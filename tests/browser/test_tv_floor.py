"""Displays of the floor: moves, busts and players left, free seats, the state of the tables."""

import re
import time
from datetime import datetime
from zoneinfo import ZoneInfo

import pytest
from playwright.sync_api import expect

from tests.browser.barriers import ENHANCED, barriers
from tests.browser.browsers import Open, settle, show_still
from tests.browser.floor_scenes import NAMES, batch, breaking, eliminations, free, moves, redraw, room_map
from tests.browser.floor_screens import LONG, ROW, SMALL, VERY_LONG, room, rows, show
from tests.browser.mock_feed import MockFeed
from tests.browser.scenes import LONG_NAME, MINUTE, STRUCTURE, Board, board, clock, running
from tests.browser.test_tv_looks import FAULTS, SIZES
from tests.pictures.faults import faults_of

__all__ = ["room"]
pytestmark = pytest.mark.browser


# --- moves --------------------------------------------------------------------------------------------------
def test_breaking_table_shows_its_number_and_its_players_until_they_sit(tv: Open, room: MockFeed) -> None:
    page = tv()
    expect(page.locator("#stage > .clock")).to_be_visible()
    room.press("t7", moves=moves(batch(7, "break", [("Zoë", 7, 9, 3), ("Anna B.", 7, 12, 1)])))
    expect(page.locator(".letters")).to_have_text("Table 7 is breaking")
    expect(page.get_by_text("2 moving")).to_be_visible()
    assert rows(page) == [["Anna B.", "12", "1"], ["Zoë", "9", "3"]]
    share = "(part) => parseFloat(getComputedStyle(part).fontSize) / innerHeight"
    assert page.locator(".letters").evaluate(share) >= 0.08
    assert page.locator(".row-name").first.evaluate(share) >= 0.08
    room.press("t7", moves=moves(batch(7, "break", [("Zoë", 7, 9, 3)])))
    expect(page.locator(ROW)).to_have_count(1)
    expect(page.get_by_text("1 moving")).to_be_visible()
    room.press("t7", moves=moves())
    expect(page.locator("#stage > .clock")).to_be_visible()


@pytest.mark.soak
def test_each_breaking_table_has_own_pages_and_other_moves_share_pages(tv: Open, room: MockFeed) -> None:
    room.press(
        "t7",
        moves=moves(
            breaking(12, 2),
            batch(11, "balance", [("Reto", 3, 4, 8)]),
            breaking(7, 2, first=4),
            batch(6, "swap", [("Ömer", 1, 2, 5), ("Beat", 2, 1, 6)]),
        ),
    )
    page = tv()
    seen: dict[str, tuple[str, list[list[str]]]] = {}
    for number in ("1 / 3", "2 / 3", "3 / 3"):
        expect(page.locator(".page-number")).to_have_text(number, timeout=LONG)
        seen[number] = (page.locator(".letters").text_content() or "", rows(page))
    assert [title for title, _rows in seen.values()] == [
        "Table 12 is breaking", "Table 7 is breaking", "Seat changes",
    ]  # fmt: skip
    assert seen["3 / 3"][1] == [
        ["Beat", "2 →", "1", "6"],
        ["Ömer", "1 →", "2", "5"],
        ["Reto", "3 →", "4", "8"],
    ]


def test_redraw_of_thousands_names_no_player_but_where_seats_are_listed(tv: Open, room: MockFeed) -> None:
    page = tv()
    room.press("t7", moves=moves(redraw(10_000)))
    expect(page.locator(".letters")).to_have_text("Redraw")
    expect(page.locator(".list-note")).to_contain_text("10,000 moving. Your new seat is on your phone")
    expect(page.locator(ROW)).to_have_count(0)


@pytest.mark.soak
def test_names_stay_in_place_when_a_player_is_confirmed(tv: Open, room: MockFeed) -> None:
    page = tv()
    room.press("t7", moves=moves(breaking(7, 60)))
    number = page.locator("#stage > :not(.leaving) .page-number")
    expect(number).to_have_text(re.compile(r"^\d / \d$"))
    before = number.text_content() or ""
    expect(number).not_to_have_text(before, timeout=LONG)
    tops = "(all) => all.map((one) => [one.textContent, Math.round(one.getBoundingClientRect().top)])"
    was = page.locator(ROW).evaluate_all(tops)
    names = [row[0] for row in rows(page)]
    all_rows = breaking(7, 60)["rows"]
    left = [row for row in all_rows if row[1] != names[1]]
    room.press("t7", moves=moves({**breaking(7, 60), "rows": left, "count": 59}))
    expect(page.locator(f"{ROW}[data-gone]")).to_have_count(1)
    assert page.locator(ROW).evaluate_all(tops) == was
    assert names[1] not in [row[0] for row in rows(page)]


def test_the_clock_says_on_a_strip_which_table_breaks_and_how_many_are_on_the_way(
    tv: Open, room: MockFeed
) -> None:
    show(room, "clock")
    page = tv()
    page.wait_for_selector(".clock")
    strip = page.locator(".announcement")
    expect(strip).to_be_hidden()
    now = room.now()
    notices = {
        "Table 7 is breaking: 6 players moving": moves(breaking(7, 6, at=now)),
        "Table 7 is breaking: 1 player moving": moves(breaking(7, 1, at=now)),
        "Tables 7, 12 are breaking: 9 players moving": moves(breaking(12, 4, at=now), breaking(7, 5, at=now)),
        "1 seat change": moves(batch(3, "balance", [("Reto", 3, 4, 8)], at=now)),
        "Redraw: 10,000 players moving": moves(redraw(10_000, now)),
    }
    for text, moved in notices.items():
        room.press("t7", moves=moved)
        expect(strip).to_have_text(text)
        expect(strip).to_be_visible()
    # Unconfirmed moves leave the display after a quarter of an hour.
    room.press("t7", moves=moves(breaking(7, 6, at=now - 16 * MINUTE)))
    expect(strip).to_be_hidden()


@pytest.mark.soak
def test_a_message_and_people_on_the_way_take_turns_on_the_clock(tv: Open, room: MockFeed) -> None:
    show(room, "clock")
    now = room.now()
    body = {"text": "Dinner at the bar", "at": now}
    room.press("t7", **board(clock(2, 1_000), announcement=body), moves=moves(breaking(7, 6, at=now)))
    page = tv()
    for text in ("Dinner at the bar", re.compile("Table 7 is breaking")):
        expect(page.locator(".announcement")).to_have_text(text, timeout=LONG)


# --- busts and players left ---------------------------------------------------------------------------------
def test_last_busts_are_listed_newest_first_with_table_and_time(tv: Open, room: MockFeed) -> None:
    show(room, "eliminations")
    page = tv()
    expect(page.locator("#stage > .clock")).to_be_visible()
    board = eliminations(5, 0, room.now())
    room.press("t7", eliminations=board)
    expect(page.locator(ROW)).to_have_count(5)
    assert [row[:2] for row in rows(page)] == [
        [name, str(table)] for name, table, _at, _entry in board["busts"]
    ]
    assert all(re.fullmatch(r"(\w+,? )?\d\d:\d\d", row[2]) for row in rows(page))
    expect(page.locator(".letters")).to_have_text("Latest eliminations")
    expect(page.get_by_text("120 players left")).to_be_visible()


def test_last_busts_say_how_long_a_break_lasts_below_an_announcement(tv: Open, room: MockFeed) -> None:
    show(room, "eliminations")
    page = tv()
    show_still(page, (1280, 720))
    at = next(place for place, row in enumerate(STRUCTURE) if row["kind"] == "break")
    room.press("t7", **board(running(at, 9 * 60_000 + 500, room.now())), eliminations=eliminations(5, 0, 0))
    left = page.locator(".eliminations .list-break")
    room.press("t7", **board(clock(at + 1, 60_000)))
    expect(left).to_have_text("Paused")
    room.press("t7", **board(clock(at + 1, 60_000), winner="Kira Zeller"))
    expect(left).to_have_text("Winner: Kira Zeller")
    assert page.evaluate(FAULTS) == []
    room.press("t7", **board(running(at, 9 * 60_000 + 500, room.now())))
    expect(left).to_have_text(re.compile(r"^Break ends in (9:00|8:5\d)$"))
    expect(left.locator("strong")).not_to_have_text("9:00")
    text = {"text": "Dinner at the bar", "at": room.now()}
    room.press("t7", **board(clock(at, 219_000), announcement=text))
    expect(left).to_have_text("Break · Paused 6:21")
    expect(page.locator("#announcement-bar")).to_be_visible()
    settle(page, room)
    assert page.evaluate(FAULTS) == []
    gap = page.evaluate("""() => {
      const [bar, title] = ["#announcement-bar", ".letters"].map(
        (one) => document.querySelector(one).getBoundingClientRect());
      return (title.top - bar.bottom) / innerHeight;
    }""")
    assert gap > 0.005
    room.press("t7", **board(running(at + 1, 60_000, room.now())))
    expect(left).to_be_hidden()


def test_busts_before_midnight_show_a_short_day_and_no_name_is_cut(tv: Open, room: MockFeed) -> None:
    # In the room, it is a quarter past midnight on Sunday.
    now = round(datetime(2026, 11, 29, 0, 15, tzinfo=ZoneInfo("Europe/Zurich")).timestamp() * 1000)
    room.skew = now - round(time.time() * 1000)
    show(room, "eliminations")
    busts = [
        [f"Bartholomäus Wolfeschlegelsteinhausenberg {at}", 1 + at, now - 6 * at * MINUTE, at + 1]
        for at in range(5)
    ]
    room.press("t7", **board(running(3, 600_000, now)), eliminations={"left": 12, "busts": busts, "last": []})
    page = tv()
    show_still(page, (1280, 720))
    expect(page.locator(ROW)).to_have_count(5)
    times = [row[2].replace("\u00a0", " ") for row in rows(page)]
    assert times == ["00:15", "00:09", "00:03", "Sat 23:57", "Sat 23:51"]
    edges = page.locator(f"{ROW} td:nth-child(2)").evaluate_all(
        "all => all.map((one) => one.getBoundingClientRect().right)"
    )
    assert max(edges) - min(edges) < 1, "table numbers are aligned"
    assert faults_of(page) == []


def test_last_players_are_listed_with_seats_and_counted_stacks(tv: Open, room: MockFeed) -> None:
    show(room, "eliminations")
    room.press("t7", eliminations=eliminations(0, 5, room.now()))
    page = tv()
    expect(page.locator(".letters")).to_have_text("Last players")
    expect(page.locator(ROW)).to_have_count(5)
    assert [row[1:] for row in rows(page)] == [
        ["1", "1", "1,250,000"], ["2", "1", "1,189,000"], ["1", "2", "1,128,000"], ["2", "2", "–"],
        ["1", "3", "1,006,000"],
    ]  # fmt: skip
    room.press("t7", eliminations=eliminations(0, 5, room.now(), chips=False, tables=1))
    expect(page.locator(".letters")).to_have_text("The final table")
    expect(page.locator(f"{ROW}:first-child > *")).to_have_count(3)


# --- free seats ---------------------------------------------------------------------------------------------
def test_tables_with_free_seats_are_sorted_and_updated_at_once(tv: Open, room: MockFeed) -> None:
    show(room, "free")
    page = tv()
    expect(page.locator("#stage > .clock")).to_be_visible()
    room.press("t7", free=free(4))
    expect(page.locator(ROW)).to_have_count(4)
    assert rows(page) == [
        ["Table 1", "1", "8"], ["Table 4", "2", "7"], ["Table 7", "3", "6"], ["Table 10", "4", "5"],
    ]  # fmt: skip
    expect(page.get_by_text("10 open seats at 4 tables")).to_be_visible()
    room.press("t7", free={"total": 1, "seats": 1, "tables": [[4, 1, 8]]})
    expect(page.locator(ROW)).to_have_count(1)
    assert rows(page) == [["Table 4", "1", "8"]]
    expect(page.get_by_text("1 open seat at 1 table")).to_be_visible()


@pytest.mark.soak
def test_two_hundred_tables_with_free_seats_are_in_pages_and_figures_change_on_them(
    tv: Open, room: MockFeed
) -> None:
    show(room, "free")
    room.press("t7", free=free(200))
    page = tv()
    number = page.locator(".page-number")
    expect(number).to_have_text(re.compile(r"^\d / \d+$"))
    before = number.text_content() or ""
    expect(number).not_to_have_text(before, timeout=LONG)
    names = [row[0] for row in rows(page)]
    changed = free(200)
    changed["tables"] = [[table, 9, 0] for table, _seats, _players in changed["tables"]]
    room.press("t7", free=changed)
    expect(page.locator(f"{ROW} td").first).to_have_text("9")
    assert [row[0] for row in rows(page)] == names


# --- all layouts --------------------------------------------------------------------------------------------
def scenes(now: int) -> list[tuple[str, str, dict[str, Board]]]:
    """Return the boards that the layouts must fit."""
    long = [("Maximilian Caduff-Zimmermann", 123, 118, 10), ("Reto", 3, 4, 8)]
    return [
        ("moves", "a table", {"moves": moves(breaking(123, 9, at=now))}),
        ("moves", "many", {"moves": moves(breaking(123, 9), breaking(7, 8, first=30), redraw(10_000))}),
        ("moves", "redraw", {"moves": moves(redraw(1_234))}),
        ("moves", "named redraw", {"moves": moves(batch(8, "redraw", [(name, 1, 12, 10) for name in NAMES[:199]]))}),
        ("moves", "others", {"moves": moves(batch(3, "balance", long))}),
        ("eliminations", "busts", {"eliminations": eliminations(20, 0, now)}),
        ("eliminations", "last", {"eliminations": eliminations(20, 18, now)}),
        ("eliminations", "final", {"eliminations": eliminations(0, 9, now, tables=1)}),
        ("free", "some", {"free": free(5)}),
        ("free", "many", {"free": free(200)}),
        ("map", "few", {"map": room_map(6)}),
        ("map", "some", {"map": room_map(40)}),
        ("map", "placed", {"map": room_map(24, placed=True)}),
        ("map", "all", {"map": room_map(1_200)}),
    ]  # fmt: skip


@pytest.mark.soak
@pytest.mark.parametrize("size", SIZES)
def test_layout_fits_the_screen_and_is_legible(tv: Open, room: MockFeed, size: tuple[int, int]) -> None:
    page = tv()
    show_still(page, size)
    room.press("t7", **board(running(3, 1_000_000, room.now()), name=LONG_NAME))
    faults = {}
    for layout, name, boards in scenes(room.now()):
        room.press("t7", **boards)
        show(room, layout)
        page.wait_for_selector(f"section.{layout}:not(.leaving)")
        settle(page, room)
        found = [fault for fault in page.evaluate(FAULTS) if not VERY_LONG.match(fault)]
        found += page.evaluate(SMALL, [0.08, 0.03])
        if found:
            faults[f"{layout} {name}"] = found[:8]
    assert faults == {}


@pytest.mark.soak
@pytest.mark.parametrize("size", SIZES)
def test_clock_has_room_for_the_strip_in_play_and_in_a_break(
    tv: Open, room: MockFeed, size: tuple[int, int]
) -> None:
    show(room, "clock")
    page = tv()
    show_still(page, size)
    faults = {}
    for name, position, left in (
        ("running", 3, 1_000_000),
        ("last minute", 3, 40_000),
        ("break", 4, 500_000),
    ):
        now = room.now()
        room.press(
            "t7", **board(running(position, left, now), name=LONG_NAME), moves=moves(breaking(123, 9, at=now))
        )
        expect(page.locator(".announcement")).to_contain_text("Table 123 is breaking")
        settle(page, room)
        found = page.evaluate(FAULTS)
        if found:
            faults[name] = found
    assert faults == {}


@pytest.mark.soak
def test_axe_finds_no_barrier_and_seven_to_one(tv: Open, room: MockFeed) -> None:
    page = tv()
    # A page has less contrast while it fades in.
    page.emulate_media(reduced_motion="reduce")
    faults = {}
    for layout, name, boards in scenes(room.now()):
        room.press("t7", **boards)
        show(room, layout)
        page.wait_for_selector(f"section.{layout}:not(.leaving)")
        settle(page, room)
        found = barriers(page, ENHANCED)
        if found:
            faults[f"{layout} {name}"] = found
    assert faults == {}


@pytest.mark.soak
def test_all_of_it_stays_while_the_server_is_away(tv: Open, room: MockFeed) -> None:
    page = tv()
    room.press("t7", moves=moves(breaking(7, 3)))
    expect(page.locator(ROW)).to_have_count(3)
    room.stop()
    expect(page.locator("#hint-alone")).to_be_visible(timeout=LONG)
    expect(page.locator(ROW)).to_have_count(3)
