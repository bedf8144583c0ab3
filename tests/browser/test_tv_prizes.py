"""Displays of prizes: the clock with the ladder, payouts, and legibility of all displays of prizes and results."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.barriers import ENHANCED, barriers
from tests.browser.browsers import Open, settle, show_still
from tests.browser.floor_scenes import eliminations
from tests.browser.floor_screens import ROW, SMALL, VERY_LONG, rows, show
from tests.browser.mock_feed import MockFeed
from tests.browser.prize_scenes import (
    AFTER_A_DEAL,
    CLUB,
    THINGS,
    bounties,
    long_ladder,
    prizes,
    results,
    tier,
)  # fmt: skip
from tests.browser.prize_screens import room
from tests.browser.scenes import (
    BIG,
    BIG_FIELD,
    LONG_NAME,
    STRUCTURE,
    Board,
    board,
    clock,
    level,
    running,
    screen,
    states,
)  # fmt: skip
from tests.browser.test_tv_looks import FAULTS, SIZES
from tests.examples import in_soak
from tests.pictures.faults import faults_of

__all__ = ["room"]
pytestmark = pytest.mark.browser


LADDER = ".side .ladder-row"


def ladder(page: Page) -> list[list[str]]:
    """Return the rows of the ladder beside the clock: places and amount."""
    found: list[list[str]] = page.locator(LADDER).evaluate_all(
        """(all) => all.map((row) => [row.firstChild, row.lastChild].map(
          (part) => part.textContent.replaceAll("\\u00a0", " ")))"""
    )
    return found


def plain(page: Page, selector: str) -> str:
    """Return the text of an element with plain spaces."""
    return (page.locator(selector).text_content() or "").replace("\u00a0", " ")


# --- the clock ----------------------------------------------------------------------------------------------
def test_the_next_ante_stands_beside_prizes_on_a_wide_screen_where_it_fits(tv: Open, room: MockFeed) -> None:
    page = tv()
    ante = page.locator("[data-fact=next] .fact-below")
    high = [level(1, 20_000, 40_000, 40_000), level(2, 1_250_000, 2_500_000, 2_500_000)]
    for levels, position, size, fits in (
        (STRUCTURE, 2, (2560, 1080), True), (STRUCTURE, 2, (1920, 1080), False), (high, 0, (2560, 1080), True),
        (high, 0, (2200, 1080), False),
    ):  # fmt: skip
        show_still(page, size)
        room.press("t7", **board(clock(position, 60_000, room.now()), levels=levels, field=BIG_FIELD))
        settle(page, room)
        expect(page.locator(".side .ladder")).to_be_visible()
        expect(ante).to_have_text(re.compile("^BB ante "))
        expect(ante).to_be_visible(visible=fits)
        assert page.evaluate(FAULTS) == []


def test_prizes_stand_beside_the_clock_once_they_are_set(tv: Open, room: MockFeed) -> None:
    page = tv()
    expect(page.locator(LADDER)).to_have_count(6)
    assert ladder(page)[0] == ["1", "€4,500"]
    assert plain(page, ".pool") == "€12,000"
    for left, lines in {
        19: ["13 to the money", "Min-cash: €500"], 7: ["On the bubble", "Min-cash: €500"],
        5: ["Next pay jump", "5th €800 → 4th €1,300"], 1: [],
    }.items():  # fmt: skip
        room.press("t7", prizes=prizes(left=left))
        settle(page, room)
        assert [
            text.replace("\u00a0", " ") for text in page.locator(".side-card span").all_text_contents()
        ] == lines
        # Said once, also while the money is celebrated.
        assert page.locator(".clock").inner_text().count("pay jump") == (left == 5)
    # The distance to the money is unknown while registration is open; without a pool there is none.
    room.press("t7", prizes=prizes(money=None, guarantee=5_000_000))
    expect(page.locator(".side-card")).to_be_hidden()
    expect(page.locator(".side-note")).to_have_text(re.compile("guaranteed"))
    room.press("t7", prizes=prizes(state="open", money=None))
    expect(page.locator(".side-note")).to_have_text("The prizes may still change")
    for nothing in ({"state": "none"}, prizes(currency=""), prizes([], pool=0)):
        room.press("t7", prizes=nothing)
        expect(page.locator(".side-money")).to_be_hidden()
        expect(page.locator(".side-chips .chip").first).to_be_visible()


@pytest.mark.soak
def test_a_long_ladder_turns_its_pages_beside_the_clock(tv: Open, room: MockFeed) -> None:
    room.press("t7", prizes=prizes(long_ladder(20), left=800))
    page = tv()
    expect(page.locator(".side .page-number")).to_have_text(re.compile(r"^\d / \d$"))
    before = ladder(page)
    expect(page.locator(".side .page-number")).not_to_have_text(
        page.locator(".side .page-number").text_content() or "", timeout=15_000
    )
    assert ladder(page) != before


def test_money_is_written_as_the_language_writes_it(tv: Open, room: MockFeed) -> None:
    room.config["language"] = "de-de"
    room.press("room", screen__5=screen(language="de-de", layout="payouts"))
    page = tv()
    expect(page.locator(ROW)).to_have_count(6)
    assert rows(page)[0] == ["1", "4.500\u00a0€"]


# --- payouts --------------------------------------------------------------------------------------------------
def test_all_places_are_paged_and_equal_prizes_grouped(tv: Open, room: MockFeed) -> None:
    show(room, "payouts")
    room.press("t7", prizes=prizes(long_ladder(60), left=800))
    page = tv()
    expect(page.locator(".page-number")).to_have_text(re.compile(r"\d / [234]"))
    for places, _amount in rows(page):
        assert re.fullmatch(r"\d+(–\d+)?", places)
    room.press("t7", prizes=prizes([tier(1, 1, 0, THINGS), tier(2, 4, 12_345)]))
    expect(page.locator(ROW)).to_have_count(2)
    assert rows(page) == [[f"1 · {THINGS}", ""], ["2–4", "€123.45"]]
    room.press("t7", prizes=prizes(state="open", money=None))
    expect(page.locator(".places")).to_contain_text("The prizes may still change")


def test_ladder_shows_remaining_prizes_after_a_deal_and_no_jump_after_the_win(
    tv: Open, room: MockFeed
) -> None:
    show(room, "payouts")
    page = tv()
    room.press("t7", prizes=prizes(AFTER_A_DEAL, left=4, deal="stands"))
    expect(page.locator(ROW)).to_have_count(6)
    assert rows(page) == [
        ["1", "Deal + €50"], ["2", "Deal + €20"], ["3 · Trophy", "Deal"], ["4", "Deal"],
        [f"5 · {THINGS}", "€40 + €110"], ["6", "€110"],
    ]  # fmt: skip
    show(room, "clock")
    # Nothing is certain beside the shares of the deal.
    expect(page.locator(".side-card span")).to_have_text(["Next pay jump", "2nd €20"])
    expect(page.locator(LADDER).first).to_be_visible()
    assert ladder(page)[0] == ["1", "Deal + €50"]
    room.press("t7", prizes=prizes(AFTER_A_DEAL, left=1, deal="stands"))
    expect(page.locator(".side-card")).not_to_contain_text("Next pay jump")


# Rows that are lower than their type including descenders, and the size of the type.
ROWS_AS_DRAWN = """() => [...document.querySelectorAll("#stage > :not(.leaving) .paged-row")].map((row) => {
  const size = parseFloat(getComputedStyle(row).fontSize);
  return { height: row.clientHeight / size, size: size / Math.min(innerWidth, innerHeight) };
})"""


@pytest.mark.soak
@pytest.mark.parametrize("size", [(1920, 1080), in_soak((1366, 768)), (1080, 1920)])
def test_rows_use_the_free_space_also_after_late_boards(
    tv: Open, room: MockFeed, size: tuple[int, int]
) -> None:
    page = tv()
    show_still(page, size)
    for layout in ("payouts", "results"):
        room.press("t7", prizes={"state": "none"}, results=results(0))
        show(room, layout)
        page.wait_for_selector("#stage > .clock:not(.leaving)")
        settle(page, room)
        large = {}
        for count in (3, 6):
            ladder = prizes(CLUB[:count], left=2)
            room.press("t7", prizes=ladder, results=results(count, first=1, prize=90_000))
            expect(page.locator(ROW)).to_have_count(count)
            settle(page, room)
            drawn = page.evaluate(ROWS_AS_DRAWN)
            assert min(one["height"] for one in drawn) >= 1.14, (layout, count)
            large[count] = drawn[0]["size"]
        assert large[3] >= large[6] >= 0.04, "fewer rows are never smaller"


# --- all layouts --------------------------------------------------------------------------------------------
def scenes(now: int) -> list[tuple[str, str, dict[str, Any]]]:
    """Return the boards that the layouts must fit."""
    big: dict[str, Board] = board(clock(0, 1_000, now), levels=BIG, name=LONG_NAME, field=BIG_FIELD)
    table = board(running(3, 1_000_000, now), name=LONG_NAME)
    return [
        ("clock", "money", {**table, "prizes": prizes()}),
        ("prizes", "club", {**table, "prizes": prizes()}),
        ("prizes", "big", {**big, "prizes": prizes(long_ladder(60), left=800)}),
        ("prizes", "paused", {**states(now)["paused"], "prizes": prizes(left=4)}),
        ("prizes", "last minute", {**states(now)["last_minute"], "prizes": prizes(left=4)}),
        ("prizes", "break", {**states(now)["break"], "prizes": prizes()}),
        ("prizes", "announcement", {**states(now)["announcement"], "prizes": prizes()}),
        ("prizes", "hands", {**states(now)["hands"], "prizes": prizes()}),
        ("payouts", "club", {**table, "prizes": prizes()}),
        ("payouts", "long", {"prizes": prizes(long_ladder(190), left=9_000)}),
        ("prizes", "deal", {**table, "prizes": prizes(AFTER_A_DEAL, left=4, deal="stands")}),
        ("payouts", "deal", {"prizes": prizes(AFTER_A_DEAL, left=4, deal="stands")}),
        ("payouts", "things", {"prizes": prizes([tier(1, 9, 0, THINGS), *CLUB])}),
        ("results", "many", {"prizes": prizes(), "results": results(30, prize=100_000)}),
        ("results", "shared", {"prizes": prizes(), "results": results(30, best=114, worst=115)}),
        ("bounty_leaderboard", "money", {"bounties": bounties(20)}),
        ("bounty_leaderboard", "envelopes", {"bounties": bounties(0, [(500 * n, 3) for n in range(1, 20)])}),
        ("eliminations", "placed", {"eliminations": eliminations(20, 0, now), "results": results(30)}),
    ]  # fmt: skip


def test_an_upright_display_keeps_the_prizes_beside_a_band_and_an_announcement(
    tv: Open, room: MockFeed
) -> None:
    page = tv()
    show_still(page, (1080, 1920))
    room.press("room", screen__5=screen(layout="prizes"))
    text = {"text": "Please take your seats", "at": room.now()}
    room.press("t7", **{**states(room.now())["break"], "prizes": prizes()})
    room.press("t7", **board(running(4, 512_000, room.now()), announcement=text))
    expect(page.locator(".clock[data-band][data-announced]")).to_be_visible()
    expect(page.locator(".clock .ladder-row").first).to_be_visible()
    settle(page, room)
    assert page.evaluate(FAULTS) == []


@pytest.mark.soak
@pytest.mark.parametrize("size", SIZES)
def test_layout_fits_the_screen_and_is_legible(tv: Open, room: MockFeed, size: tuple[int, int]) -> None:
    page = tv()
    show_still(page, size)
    faults = {}
    for layout, name, boards in scenes(room.now()):
        show(room, layout)
        room.press("t7", **boards)
        page.wait_for_selector(f"#stage > .{'clock' if layout == 'prizes' else layout}:not(.leaving)")
        settle(page, room)
        found = [fault for fault in page.evaluate(FAULTS) if not VERY_LONG.match(fault)]
        if layout not in ("prizes", "clock"):
            found += page.evaluate(SMALL, [0.08, 0.0275])
        if found:
            faults[f"{layout} {name}"] = found[:8]
    assert faults == {}


@pytest.mark.soak
@pytest.mark.parametrize("width", [1_920, 1_280], ids=["16:9", "5:4"])
def test_foot_of_the_payouts_stays_within_its_margin(tv: Open, room: MockFeed, width: int) -> None:
    page = tv()
    page.set_viewport_size({"width": width, "height": 1_080 if width == 1_920 else 1_024})
    show(room, "payouts")
    scene = board(
        running(2, 1_000_000, room.now()), name="International Championship of the Alps, Main Event"
    )
    room.press("t7", **scene, prizes=prizes(state="open", currency="CHF", pool=123_456_789_00))
    expect(page.locator(".places")).to_contain_text("may still change")
    settle(page, room)
    edges = page.evaluate("""() => {
      const foot = document.querySelector(".list-foot").getBoundingClientRect();
      const range = document.createRange();
      range.selectNodeContents(document.querySelector(".places"));
      return [range.getBoundingClientRect().right, foot.right];
    }""")
    assert edges[0] <= edges[1] + 1


@pytest.mark.soak
def test_axe_finds_no_barrier_and_seven_to_one(tv: Open, room: MockFeed) -> None:
    page = tv()
    # A page has less contrast while it fades in.
    page.emulate_media(reduced_motion="reduce")
    faults = {}
    for layout, name, boards in scenes(room.now()):
        show(room, layout)
        room.press("t7", **boards)
        page.wait_for_selector(f"#stage > .{'clock' if layout == 'prizes' else layout}:not(.leaving)")
        settle(page, room)
        found = barriers(page, ENHANCED)
        if found:
            faults[f"{layout} {name}"] = found
    assert faults == {}


def test_a_winners_name_is_whole_above_the_prizes_of_an_upright_display(tv: Open, feed: MockFeed) -> None:
    feed.press("room", screen__5=screen(layout="clock"))
    feed.press("t7", **board(clock(8, 60_000), winner="Anna-Katharina Fontana-Berger"), prizes=prizes(left=1))
    page = tv()
    show_still(page, (1080, 1920))
    expect(page.locator("[data-role=blinds]")).to_have_text("Anna-Katharina Fontana-Berger")
    expect(page.locator(".ladder")).to_be_visible()
    settle(page, feed)
    assert faults_of(page) == []


@pytest.mark.soak
def test_the_pool_is_whole_beside_a_band_on_an_upright_screen_that_is_nearly_square(
    tv: Open, room: MockFeed
) -> None:
    show(room, "prizes")
    page = tv()
    show_still(page, (768, 1024))
    now = room.now()
    called = {"text": "Now called: " + ", ".join(["Bruno García-Fernández de la Rosa"] * 2), "at": now}
    levels = [*BIG[:2], {**BIG[2], "colour_up": [25_000]}, BIG[3]]
    long = {"levels": levels, "name": LONG_NAME, "field": BIG_FIELD, "announcement": called}
    # Level 10 has an ante below its blinds.
    faults = {}
    for name, shown, pool in (
        ("break", board(running(2, 500_000, now), **long), 2_500_000_000),
        ("paused", board(clock(11, 0)), 611_000),
    ):
        room.press("t7", **shown, prizes=prizes(state="open", pool=pool, money=None))
        settle(page, room)
        expect(page.locator(".clock[data-pays][data-band] .pool")).to_be_visible()
        faults[name] = faults_of(page)
    room.press("t7", prizes=prizes(left=4))
    settle(page, room)
    faults["locked"] = faults_of(page)
    assert not any(faults.values()), faults
