"""The live map of the room by keyboard: navigation and search."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.map_page import (
    Open,
    cut_out,
    focused,
    marked,
    opened,
    place,
    row,
    rows,
    show,
    still,
    width,
)

pytestmark = pytest.mark.browser


# --- keyboard ----------------------------------------------------------------------------------------------
def test_arrows_go_from_table_to_table_and_enter_opens(open_room: Open) -> None:
    page = open_room(rows(27))
    in_a_row = len([n for n in range(1, 28) if place(page, n)[1] == place(page, 1)[1]])
    page.keyboard.press("Tab")
    assert focused(page) == 1
    for key, number in (
        ("ArrowRight", 2), ("ArrowDown", 2 + in_a_row), ("ArrowLeft", 1 + in_a_row), ("ArrowUp", 1), ("ArrowUp", 1),
        ("End", 27), ("Home", 1), ("PageDown", 2), ("PageUp", 1), ("ArrowRight", 2),
    ):  # fmt: skip
        page.keyboard.press(key)
        assert focused(page) == number, key
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Space")
    assert opened(page) == [2, 3]
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Tab")
    assert focused(page) == 3


def test_the_focus_is_seen_on_the_map_and_brought_into_sight(open_room: Open) -> None:
    page = open_room(rows(120))
    without = cut_out(page, 2)
    page.keyboard.press("Tab")
    page.keyboard.press("ArrowRight")
    still(page)
    assert cut_out(page, 2) != without
    for _ in range(5):
        page.keyboard.press("+")
    still(page)
    page.keyboard.press("End")
    still(page)
    x, y = place(page, 120)
    assert 0 < x < 1024 - 64
    assert 0 < y < 768


def test_plus_minus_and_zero_zoom(open_room: Open) -> None:
    page = open_room(rows(120))
    wide = width(page)
    page.keyboard.press("Tab")
    page.keyboard.press("+")
    page.keyboard.press("+")
    page.keyboard.press("-")
    still(page)
    assert width(page) == pytest.approx(wide * 1.5)
    page.keyboard.press("0")
    still(page)
    assert width(page) == pytest.approx(wide)


def test_every_table_is_reachable_by_arrow_keys(open_room: Open) -> None:
    spread = [row(n, across=(n * 3701) % 10_001, down=(n * 6113) % 10_001) for n in range(1, 41)]
    page = open_room(spread)
    page.keyboard.press("Tab")
    reached = {focused(page)}
    for key in ("ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp"):
        page.keyboard.press(key)
        reached.add(focused(page))
    assert len(reached) > 2
    page.keyboard.press("Home")
    by_number = [focused(page)]
    for _ in range(39):
        page.keyboard.press("PageDown")
        by_number.append(focused(page))
    assert by_number == list(range(1, 41))


# --- search ----------------------------------------------------------------------------------------------
def found(page: Page, text: str = "", states: list[str] | None = None) -> list[int]:
    """Search for a text and return the tables that match."""
    left = page.evaluate("([text, states]) => window.map.filter({ text, states })", [text, states or []])
    still(page)
    return list(left)


def test_a_number_is_found_and_gone_to(open_room: Open) -> None:
    page = open_room(rows(1200))
    wide = width(page)
    assert found(page, "117") == [117, *range(1170, 1180)]
    x, y = place(page, 117)
    assert 0 < x < 1024
    assert 0 < y < 768
    assert width(page) >= 48
    assert found(page, "1178") == [1178]
    x, y = place(page, 1178)
    assert 0 < x < 1024
    assert 0 < y < 768
    assert found(page, "9999") == []
    assert found(page) == list(range(1, 1201))
    assert width(page) == pytest.approx(wide), "the map is as it was before the search"


@pytest.mark.soak
def test_tables_outside_the_filter_are_dimmed_and_unlisted(open_room: Open) -> None:
    tables = [row(1), row(2, state="paused"), row(3), row(4, state="paused", under_way=1), row(5)]
    page = open_room(tables)
    before = {number: cut_out(page, number) for number in (2, 3)}
    assert found(page, states=["paused"]) == [2, 4]
    assert cut_out(page, 2) == before[2]
    assert cut_out(page, 3) != before[3]
    expect(page.get_by_role("list", name="Tables").get_by_role("button")).to_have_count(2)
    expect(page.get_by_role("status")).to_have_text("Tables found: 2")
    page.keyboard.press("Tab")
    assert focused(page) == 2
    page.keyboard.press("PageDown")
    assert focused(page) == 4
    assert found(page, states=["waiting"]) == [4]
    assert found(page, "2", ["paused"]) == [2]


def test_filter_applies_to_later_changes(open_room: Open) -> None:
    page = open_room(rows(4))
    assert found(page, states=["halted"]) == []
    plain = cut_out(page, 3)
    show(page, [row(1), row(2), row(3, state="halted"), row(4)])
    assert cut_out(page, 3) != plain
    expect(page.get_by_role("list", name="Tables").get_by_role("button")).to_have_count(1)
    marked(page, breaking=[1])
    assert found(page, states=["halted", "breaking"]) == [1, 3]


def test_the_chosen_table_is_ringed_and_in_sight(open_room: Open) -> None:
    page = open_room(rows(120))
    without = cut_out(page, 120)
    page.evaluate("() => window.map.choose(120)")
    still(page)
    assert cut_out(page, 120) != without
    expect(page.locator("[data-table='120']")).to_have_attribute("aria-current", "true")
    page.evaluate("() => window.map.choose(null)")
    still(page)
    assert cut_out(page, 120) == without
    expect(page.locator("[aria-current]")).to_have_count(0)
