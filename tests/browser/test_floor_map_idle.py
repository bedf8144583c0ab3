"""The map of the room: tables out of play give their space to the others."""

import pytest
from playwright.sync_api import expect

from tests.browser.map_page import MARK, Open, place, row, rows, show, still, width

pytestmark = pytest.mark.browser


def play(count: int, *broken: int) -> list[list[object]]:
    """Show this many tables, some of them broken."""
    return [row(n, players=0, state="reserve") if n in broken else row(n) for n in range(1, count + 1)]


def test_broken_tables_give_up_their_size(open_room: Open) -> None:
    page = open_room(rows(30), leaves_idle=True)
    before = width(page)
    show(page, play(30, *range(7, 31)))
    assert width(page) > before * 1.5
    rest = page.get_by_role("button", name="24 tables not in play")
    rest.click()
    still(page)
    assert width(page) == pytest.approx(before, rel=0.1)
    rest.click()
    still(page)
    assert width(page) > before * 1.5


@pytest.mark.soak
def test_one_broken_table_of_many_does_not_move_the_map(open_room: Open) -> None:
    page = open_room(rows(30), leaves_idle=True)
    before = [place(page, number) for number in (1, 15, 30)]
    show(page, play(30, 22))
    assert [place(page, number) for number in (1, 15, 30)] == before


@pytest.mark.soak
def test_broken_table_stays_as_long_as_its_players_are_under_way(open_room: Open) -> None:
    page = open_room(rows(4), leaves_idle=True)
    page.evaluate(MARK, {"breaking": [4]})
    show(page, play(4, 4))
    expect(page.locator(".floor-map-list > li:not([hidden])")).to_have_count(4)
    page.evaluate(MARK, {})
    expect(page.locator(".floor-map-list > li:not([hidden])")).to_have_count(3)


@pytest.mark.soak
def test_table_reappears_when_a_player_is_seated(open_room: Open) -> None:
    page = open_room(play(6, 5, 6), leaves_idle=True)
    expect(page.locator(".floor-map-list > li:not([hidden])")).to_have_count(4)
    show(page, play(6, 6))
    expect(page.locator(".floor-map-list > li:not([hidden])")).to_have_count(5)


def test_map_does_not_move_while_it_is_touched(open_room: Open) -> None:
    page = open_room(rows(4), leaves_idle=True)
    before = width(page)
    page.mouse.move(20, 200)
    page.mouse.down()
    show(page, play(4, 3, 4))
    assert width(page) == before
    page.mouse.up()
    expect(page.locator(".floor-map-list > li:not([hidden])")).to_have_count(2)


@pytest.mark.soak
def test_search_finds_a_table_that_is_left_off(open_room: Open) -> None:
    page = open_room(play(12, 11, 12), leaves_idle=True)
    assert page.evaluate("window.map.filter({ text: '12' })") == [12]
    expect(page.locator(".floor-map-list > li:not([hidden])")).to_have_count(1)
