"""The map of the room on a display: tiles by state, placed as in the room, and all of them on pages."""

import pytest
from playwright.sync_api import expect

from tests.browser.browsers import Open, settle, show_still
from tests.browser.floor_scenes import room_map
from tests.browser.floor_screens import TILE, room, show
from tests.browser.mock_feed import MockFeed
from tests.browser.scenes import STRUCTURE, board, clock, running
from tests.browser.test_tv_looks import FAULTS

__all__ = ["room"]
pytestmark = pytest.mark.browser


def test_every_table_is_a_tile_that_says_its_state_by_shape_and_word(tv: Open, room: MockFeed) -> None:
    show(room, "map")
    page = tv()
    room.press("t7", map={"tables": []})
    expect(page.locator("#stage > .clock")).to_be_visible()
    room.press("t7", map=room_map(12))
    expect(page.locator(TILE)).to_have_count(12)
    labels = page.locator(TILE).evaluate_all("(all) => all.map((one) => one.getAttribute('aria-label'))")
    assert labels[0] == "Table 1, 8 / 9"
    assert labels[2] == "Table 3, 9 / 9, paused"
    assert labels[4] == "Table 5, 7 / 9, halted"
    assert labels[5] == "Table 6, 9 / 9, full"
    assert labels[7] == "Table 8, 0 / 9, in reserve"
    expect(page.locator(".legend li")).to_have_text(
        ["full", "in reserve", "paused", "halted", "players moving here"]
    )
    shapes = page.locator(".legend i").evaluate_all(
        """(all) => all.map((one) => {
          const style = getComputedStyle(one);
          return [style.clipPath, style.borderStyle, style.backgroundImage, style.borderRadius].join();
        })"""
    )
    assert len(set(shapes)) == 5, "the shape shows the state as well as the word does"
    expect(page.locator('.tile[data-sign="coming"]')).to_have_attribute("data-table", "4")
    # The reserve table has no players.
    expect(page.get_by_text("11 tables · 89 players")).to_be_visible()


def test_placed_tables_are_drawn_as_in_the_room(tv: Open, room: MockFeed) -> None:
    show(room, "map")
    placed = room_map(3)
    for row, (across, down) in zip(placed["tables"], [(9_000, 0), (0, 9_000), (5_000, 5_000)], strict=True):
        row[5], row[6] = across, down
    room.press("t7", map=placed)
    page = tv()
    expect(page.locator(TILE)).to_have_count(3)
    # Read in one call: the layout may be redrawn between two calls.
    boxes = page.locator(TILE).evaluate_all("all => all.map((one) => one.getBoundingClientRect().toJSON())")
    assert boxes[0]["x"] > boxes[2]["x"] > boxes[1]["x"]
    assert boxes[0]["y"] < boxes[2]["y"] < boxes[1]["y"]


def test_the_map_says_that_the_clock_is_paused_and_how_long_a_break_lasts(tv: Open, room: MockFeed) -> None:
    show(room, "map")
    page = tv()
    room.press("t7", map=room_map(12), **board(running(2, 600_000, room.now())))
    line = page.locator(".map .list-break")
    at = next(place for place, row in enumerate(STRUCTURE) if row["kind"] == "break")
    for size in ((1280, 720), (1080, 1920)):
        show_still(page, size)
        room.press("t7", **board(running(2, 600_000, room.now())))
        expect(page.locator(TILE)).to_have_count(12)
        expect(line).to_be_hidden()
        for shown, text in ((clock(2, 60_000), "Paused"), (clock(at, 219_000), "Break · Paused 6:21")):
            room.press("t7", **board(shown))
            expect(line).to_have_text(text)
            settle(page, room)
            assert page.evaluate(FAULTS) == []
            assert page.evaluate(
                """() => {
                  const body = document.querySelector(".map-body").getBoundingClientRect();
                  return [...document.querySelectorAll(".tile")].every((one) => {
                    const { top, bottom } = one.getBoundingClientRect();
                    return top >= body.top - 1 && bottom <= body.bottom + 1;
                  });
                }"""
            ), "The tiles have moved with the head."


LAY_OUT = """async ([counts, box]) => {
  const { layOutTiles } = await import("/static/tv/layouts/map_view.js");
  return counts.map((count) => {
    const plan = layOutTiles(Array.from({ length: count }, () => [null, null]), box);
    const shown = Math.min(count, plan.per);
    return { ...plan, spots: Array.from({ length: shown }, (_, index) => plan.at(index, shown)) };
  });
}"""


def test_every_tile_has_a_place_of_its_own_on_a_page(tv: Open) -> None:
    page = tv("/blank/")
    counts = [1, 2, 9, 40, 91, 200, 1_200]
    for box in ({"width": 1_200, "height": 500, "side": 720}, {"width": 980, "height": 1_500, "side": 1_080}):
        for count, plan in zip(counts, page.evaluate(LAY_OUT, [counts, box]), strict=True):
            high, wide = plan["height"], plan["height"] * 1.4
            assert (plan["pages"] - 1) * plan["per"] < count <= plan["pages"] * plan["per"]
            assert high >= 0.085 * box["side"] - 0.01
            spots = sorted(plan["spots"])
            for x, y in spots:
                assert 0 <= x <= box["width"] - wide + 0.5
                assert 0 <= y <= box["height"] - high + 0.5
            for i, (x, y) in enumerate(spots):
                for left, top in spots[i + 1 :]:
                    assert abs(left - x) >= wide or abs(top - y) >= high
