"""The live map of the room by touch: panned, arranged, and a player dragged to it."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.map_page import (
    LANDSCAPE,
    PORTRAIT,
    Open,
    Row,
    cut_out,
    drag,
    fingers,
    opened,
    place,
    placed,
    row,
    rows,
    show,
    still,
    touch,
    width,
)

pytestmark = pytest.mark.browser


# --- touch -----------------------------------------------------------------------------------------------
def test_a_tap_opens_the_table(open_room: Open) -> None:
    page = open_room(rows(27))
    for number in (1, 14, 27):
        page.touchscreen.tap(*place(page, number))
    assert opened(page) == [1, 14, 27]


@pytest.mark.soak
def test_a_finger_beside_a_small_table_means_the_nearest(open_room: Open) -> None:
    page = open_room(rows(1200))
    assert width(page) < 30
    x, y = place(page, 1)
    page.touchscreen.tap(x - 8, y - 20)
    x, y = place(page, 618)
    page.touchscreen.tap(x + 4, y + 3)
    assert opened(page) == [1, 618]
    # A touch target reaches 48 px and no further.
    x, y = place(page, 1)
    assert page.evaluate("([x, y]) => window.map.tableAt(x, y)", [x, y - 23]) == 1
    assert page.evaluate("([x, y]) => window.map.tableAt(x, y)", [x, y - 26]) is None


@pytest.mark.soak
def test_two_fingers_zoom_around_the_place_between_them(open_room: Open) -> None:
    page = open_room(rows(120))
    hand = fingers(page)
    before, wide = place(page, 55), width(page)
    x, y = before
    touch(hand, "Start", (x - 40, y), (x + 40, y))
    for apart in (60, 80, 100, 120):
        touch(hand, "Move", (x - apart, y), (x + apart, y))
    touch(hand, "End")
    still(page)
    assert width(page) == pytest.approx(3 * wide, rel=0.02)
    assert place(page, 55) == pytest.approx(before, abs=2)
    assert opened(page) == []


@pytest.mark.soak
def test_one_finger_moves_the_map(open_room: Open) -> None:
    page = open_room(rows(120))
    before = place(page, 55)
    drag(page, (500, 400), (420, 460))
    assert place(page, 55) == pytest.approx((before[0] - 80, before[1] + 60), abs=1)
    assert opened(page) == []
    assert placed(page) == []


@pytest.mark.soak
def test_the_wheel_zooms_around_the_pointer_and_never_loses_the_map(open_room: Open) -> None:
    page = open_room(rows(120))
    before, wide = place(page, 34), width(page)
    page.mouse.move(*before)
    page.mouse.wheel(0, -300)
    still(page)
    assert width(page) > 1.3 * wide
    assert place(page, 34) == pytest.approx(before, abs=1)
    for _ in range(12):
        page.mouse.wheel(0, -900)
    still(page)
    assert width(page) == pytest.approx(420)
    for _ in range(20):
        page.mouse.wheel(0, 900)
    still(page)
    assert wide * 0.6 < width(page) < wide
    for _ in range(10):
        drag(page, (100, 100), (900, 700))
    assert any(0 < x < 1024 and 0 < y < 768 for x, y in (place(page, 1), place(page, 120)))


@pytest.mark.soak
def test_buttons_zoom_and_show_all_again(open_room: Open) -> None:
    page = open_room(rows(120))
    wide = width(page)
    page.get_by_role("button", name="Zoom in").tap()
    page.get_by_role("button", name="Zoom in").tap()
    still(page)
    assert width(page) == pytest.approx(wide * 2.25)
    page.get_by_role("button", name="Zoom out").tap()
    still(page)
    assert width(page) == pytest.approx(wide * 1.5)
    page.get_by_role("button", name="Show all tables").tap()
    still(page)
    assert width(page) == pytest.approx(wide)
    for name in ("Zoom in", "Zoom out", "Show all tables", "Legend"):
        box = page.get_by_role("button", name=name).bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 48


@pytest.mark.soak
def test_rotated_tablet_refits_the_map_unless_zoomed_in(open_room: Open) -> None:
    page = open_room(rows(120))
    page.set_viewport_size(PORTRAIT)  # type: ignore[arg-type]
    still(page)
    assert all(0 < place(page, number)[0] < 768 - 64 for number in range(1, 121))
    x, y = place(page, 60)
    page.mouse.move(x, y)
    page.mouse.wheel(0, -800)
    still(page)
    wide = width(page)
    page.set_viewport_size(LANDSCAPE)  # type: ignore[arg-type]
    still(page)
    assert width(page) == pytest.approx(wide)


@pytest.mark.soak
def test_map_does_not_animate_with_reduced_motion(open_room: Open) -> None:
    page = open_room(rows(27), reduced_motion="reduce")
    wide = width(page)
    assert page.evaluate(
        "() => { window.map.zoomBy(2); return window.map.placeOf(1).width; }"
    ) == pytest.approx(2 * wide)


# --- arranging -------------------------------------------------------------------------------------------
def spots() -> list[Row]:
    """Return four tables with a place in the room and a fifth without one."""
    return [
        row(1, across=2000, down=2000), row(2, across=8000, down=2000),
        row(3, across=2000, down=8000), row(4, across=8000, down=8000), row(5),
    ]  # fmt: skip


def arranging(page: Page) -> Page:
    """Begin to arrange."""
    page.evaluate("() => { window.map.arranging = true; }")
    still(page)
    return page


def between(page: Page, one: int, other: int, share: float = 0.5) -> tuple[float, float]:
    """Return a point between two tables."""
    (x, y), (a, b) = place(page, one), place(page, other)
    return x + (a - x) * share, y + (b - y) * share


def test_placed_tables_keep_their_position_and_others_are_beside_the_room(open_room: Open) -> None:
    page = open_room(spots())
    (x1, y1), (x2, y2), (x3, y3) = (place(page, number) for number in (1, 2, 3))
    assert (y1, x1) == pytest.approx((y2, x3))
    assert (x2 - x1) / (y3 - y1) == pytest.approx(10 / 7, rel=0.01)
    x5, y5 = place(page, 5)
    assert x5 > x2 or y5 > y3


def test_a_table_dragged_by_a_finger_is_placed(open_room: Open) -> None:
    page = arranging(open_room(spots()))
    drag(page, place(page, 1), between(page, 1, 4))
    assert placed(page) == [[1, 5000, 5000]]
    assert place(page, 1) == pytest.approx(between(page, 2, 3), abs=2), (
        "the table is there before the server has confirmed it"
    )
    drag(page, place(page, 5), between(page, 2, 4))
    number, across, down = placed(page)[-1]
    assert (number, across) == (5, 8000)
    assert down == pytest.approx(5000, abs=30)
    assert opened(page) == []


@pytest.mark.soak
def test_dragged_table_snaps_into_line_with_others(open_room: Open) -> None:
    page = arranging(open_room(spots()))
    x, y = between(page, 2, 4, 0.4)
    drag(page, place(page, 1), (x + 5, y))
    assert placed(page)[-1][1] == 8000
    drag(page, place(page, 3), (x - 40, y + 80))
    across = placed(page)[-1][1]
    assert across is not None
    assert 7000 < across < 7900, "at another zoom it stays where it was put"


@pytest.mark.soak
def test_tables_are_placed_within_the_room_or_taken_off_the_map(open_room: Open) -> None:
    page = arranging(open_room(spots()))
    (x, y), (other, _y) = place(page, 1), place(page, 2)
    edge = x - (other - x) * 2000 / 6000
    drag(page, (x, y), (edge - 5, y))
    assert placed(page)[-1][:2] == [1, 0]
    shelf = place(page, 5)
    drag(page, place(page, 2), (shelf[0] + width(page) * 1.5, shelf[1]))
    assert placed(page)[-1] == [2, None, None]


@pytest.mark.soak
def test_a_table_can_be_placed_with_two_taps_instead_of_a_drag(open_room: Open) -> None:
    page = arranging(open_room(spots()))
    page.touchscreen.tap(*place(page, 1))
    expect(page.get_by_role("status")).to_contain_text("Table 1 is selected.")
    page.touchscreen.tap(*between(page, 1, 4))
    assert placed(page) == [[1, 5000, 5000]]
    page.touchscreen.tap(*place(page, 2))
    page.touchscreen.tap(*place(page, 2))
    assert len(placed(page)) == 1, "back at its old place"


@pytest.mark.soak
def test_a_table_can_be_placed_with_keys(open_room: Open) -> None:
    page = arranging(open_room(spots()))
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    for key in ("ArrowRight", "ArrowRight", "ArrowDown", "Shift+ArrowLeft"):
        page.keyboard.press(key)
    page.keyboard.press("Enter")
    number, across, down = placed(page)[0]
    assert number == 1
    assert (across, down) == (2000 + 250 + 250 - 25, 2000 + round(250 / 0.7))
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Escape")
    expect(page.get_by_role("status")).to_have_text("Table 1 stays in place.")
    assert len(placed(page)) == 1


def test_refused_seat_is_reverted_and_an_accepted_one_waits_for_the_board(open_room: Open) -> None:
    page = arranging(open_room(spots()))
    before = place(page, 1)
    page.evaluate("() => { window.answer = () => Promise.resolve({ code: 'not_allowed', message: '' }); }")
    drag(page, before, between(page, 1, 4))
    assert place(page, 1) == pytest.approx(before, abs=2)
    page.evaluate("() => { window.answer = () => Promise.resolve({ ok: true }); }")
    drag(page, place(page, 1), between(page, 1, 4))
    there = place(page, 1)
    assert there != pytest.approx(before, abs=20)
    late = spots()
    late[0][2] = 3
    show(page, late)
    assert place(page, 1) == pytest.approx(there, abs=1), "a board from before the move does not move it back"
    moved = spots()
    moved[0][5:7] = [5000, 5000]
    show(page, moved)
    show(page, spots())
    assert place(page, 1) == pytest.approx(before, abs=2), "but an undo does"


def test_tables_move_only_while_arranging_with_permission(open_room: Open) -> None:
    for may, wanted in ((False, True), (True, False)):
        page = open_room(spots(), may_place=may)
        page.evaluate("(on) => { window.map.arranging = on; }", wanted)
        still(page)
        assert page.evaluate("() => window.map.arranging") is False
        start = place(page, 1)
        drag(page, start, (start[0] + 60, start[1] + 60))
        assert placed(page) == []
        assert place(page, 1) == pytest.approx((start[0] + 60, start[1] + 60), abs=2), "the map moved"


@pytest.mark.soak
def test_a_second_finger_ends_a_drag_without_placing(open_room: Open) -> None:
    page = arranging(open_room(spots()))
    hand = fingers(page)
    x, y = place(page, 1)
    touch(hand, "Start", (x, y))
    touch(hand, "Move", (x + 40, y + 40))
    touch(hand, "Start", (x + 40, y + 40), (x + 200, y))
    touch(hand, "Move", (x + 40, y + 40), (x + 240, y))
    touch(hand, "End")
    still(page)
    assert placed(page) == []


# --- a player dragged to a table -------------------------------------------------------------------------
@pytest.mark.soak
def test_table_under_a_dragged_player_is_found_and_marked(open_room: Open) -> None:
    page = open_room(rows(27))
    x, y = place(page, 9)
    without = cut_out(page, 9)
    find = "([x, y]) => window.map.tableAt(x, y)"
    assert page.evaluate(find, [x, y]) == 9
    assert page.evaluate(find, [5, 5]) is None
    assert page.evaluate(find, [5_000, 5_000]) is None
    page.evaluate("() => window.map.hover(9)")
    still(page)
    assert cut_out(page, 9) != without
    page.evaluate("() => window.map.hover(null)")
    still(page)
    assert cut_out(page, 9) == without
