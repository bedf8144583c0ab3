"""The list board of the cash room on a display: games, open seats, lists, and called players; without any event."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.barriers import ENHANCED, barriers
from tests.browser.browsers import DRAWN, Open, show_still
from tests.browser.mock_feed import MockFeed
from tests.browser.scenes import Board, board, clock, people, screen
from tests.browser.test_tv_looks import FAULTS
from tests.examples import in_soak

pytestmark = pytest.mark.browser
LONG = 30_000
NAMES = people(60)
SIZES = [(1280, 720), (1920, 1080), (3840, 2160), (2560, 1080), (1080, 1920)]


def listed(name: str, position: int = 0, table: int | None = None, until: int | None = None) -> Board:
    """Return a player of a list; a called one has a table."""
    entry = NAMES.index(name) if name in NAMES else 99
    return {"entry": entry, "name": name, "position": position, "table": table, "until": until}


def game(limit: str, tables: list[tuple[int, int]], waiting: int, called: list[Board] | None = None) -> Board:
    """Return a game with tables (number, open seats) and a list of players."""
    key = 1 + int(limit.partition("/")[0])
    return {
        "game": key, "name": f"No-Limit Hold’em {limit}", "variant": "hold’em", "limit": limit, "currency": "CHF",
        "buy_in_min": 50_000, "buy_in_max": None, "note": "", "straddle": "none", "run_it_twice": False,
        "tables": [
            {"number": number, "seats": 9, "taken": 9 - free, "open": free, "buy_in_min": 50_000,
             "buy_in_max": None, "must_move": None}
            for number, free in tables
        ],
        "called": called or [],
        "waiting": [listed(name, at) for at, name in enumerate(NAMES[key : key + waiting], start=1)],
        "total": waiting,
    }  # fmt: skip


def lists(*games: Board) -> Board:
    """Return the list board of the room."""
    return {"games": list(games), "answer_seconds": 180, "by_phone": True}


@pytest.fixture
def room(feed: MockFeed) -> MockFeed:
    """Return a screen that shows the cash lists and no event."""
    feed.press("room", screen__5=screen(layout="cash_lists", tournament=None))
    return feed


def texts(page: Page, selector: str) -> list[Any]:
    """Return the text of each element."""
    return page.locator(selector).all_text_contents()


def test_games_seats_and_lists_are_shown_without_any_event(tv: Open, room: MockFeed) -> None:
    page = tv()
    expect(page.get_by_text("The room offers no cash games now")).to_be_visible()
    room.press("room", cash_lists=lists(game("5/10", [(7, 0), (8, 2)], 3), game("10/20", [], 2)))
    expect(page.locator(".letters")).to_have_text("Cash games")
    assert texts(page, ".cash-limit") == ["5/10", "10/20"]
    assert texts(page, ".cash-name") == ["No-Limit Hold’em", "No-Limit Hold’em"]
    assert texts(page, ".cash-tables") == ["Table 7, 8 · 2 seats open", "No table yet · 2 interested"]
    assert texts(page, ".cash-game:first-child .wait-name") == NAMES[6:9]
    expect(page.locator(".called")).to_be_hidden()
    call = [listed("Zoe Z.", table=8, until=room.now() + 170_000)]
    room.press("room", cash_lists=lists(game("5/10", [(7, 0), (8, 1)], 3, call), game("10/20", [], 2)))
    expect(page.locator(".called-name")).to_have_text("Zoe Z.")
    expect(page.locator(".called-game")).to_have_text("No-Limit Hold’em 5/10")
    expect(page.locator(".called-table")).to_have_text("Table 8")
    expect(page.locator(".cash-lists[data-fresh]")).to_be_visible()
    share = "(part) => parseFloat(getComputedStyle(part).fontSize) / innerHeight"
    assert page.locator(".called-name").evaluate(share) > 0.11
    assert page.locator(".called-time").evaluate(share) >= 0.08
    before = page.locator(".called-time").text_content() or ""
    expect(page.locator(".called-time")).not_to_have_text(before)
    # With an event the clock stands in once the room has no games.
    room.press("t7", **board(clock(2, 1_000)))
    room.press("room", screen__5=screen(layout="cash_lists"), cash_lists=lists())
    expect(page.locator("#stage > .clock")).to_be_visible()


@pytest.mark.soak
def test_lists_that_do_not_fit_are_in_pages(tv: Open, room: MockFeed) -> None:
    page = tv()
    room.press(
        "room", cash_lists=lists(*(game(f"{limit}/{limit * 2}", [(limit, 0)], 20) for limit in (1, 2, 5)))
    )
    number = page.locator(".list-head .page-number")
    expect(number).not_to_be_empty()
    first = texts(page, ".cash-list .wait-name")
    expect(number).not_to_have_text(number.text_content() or "", timeout=LONG)
    assert texts(page, ".cash-list .wait-name") != first


@pytest.mark.parametrize("scene", ["called", *map(in_soak, ("few", "many", "upright"))])
def test_the_board_fits_each_screen_and_can_be_read_from_afar(tv: Open, room: MockFeed, scene: str) -> None:
    call = [listed(name, table=12, until=room.now() + 170_000) for name in NAMES[50:53]]
    boards = {
        "few": lists(game("5/10", [(7, 1)], 4)),
        "many": lists(
            game("1/2", [(1, 0), (2, 0), (3, 0)], 14), game("2/5", [(4, 1)], 3), game("5/10", [(7, 0)], 9),
            game("25/50", [], 5),
        ),
        "upright": lists(game("5/10", [(7, 1)], 3, call[:1]), game("10/20", [], 0), game("1/2", [], 0)),
        "called": lists(game("1/2", [(12, 0), (13, 1)], 9, call), game("5/10", [(7, 0)], 6)),
    }  # fmt: skip
    page = tv()
    room.press("room", cash_lists=boards[scene])
    faults = {}
    for size in SIZES:
        show_still(page, size)
        expect(page.locator(".cash-limit").first).to_be_visible()
        page.evaluate(DRAWN)
        found = page.evaluate(FAULTS)
        short = min(size)
        for selector, least in (
            (".wait-name", 0.03),
            (".cash-tables", 0.044),
            (".cash-limit", 0.08),
            (".called-game", 0.035),
        ):
            sizes = page.locator(selector).evaluate_all(
                "(all) => all.map((one) => parseFloat(getComputedStyle(one).fontSize))"
            )
            found += [f"{selector} {one}" for one in sizes if one < least * short]
        if found:
            faults[size] = found[:8]
    assert faults == {}
    # The last screen is upright: games that fit below each other are not on another page.
    expect(page.locator(".cash-limit")).to_have_count({"few": 1, "many": 4, "called": 2, "upright": 3}[scene])
    assert barriers(page, ENHANCED) == []
