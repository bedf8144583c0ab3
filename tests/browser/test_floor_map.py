"""The live map of the room: its contents and labels, by touch and by keyboard."""

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.barriers import barriers
from tests.browser.map_page import (
    LANDSCAPE,
    PORTRAIT,
    Open,
    cut_out,
    drag,
    marked,
    place,
    row,
    rows,
    screen_reader_text,
    show,
    still,
    width,
    work,
)
from tests.examples import in_soak

pytestmark = pytest.mark.browser


# Every state of a table, and how it arises.
STATES: dict[str, tuple[dict[str, Any], str | None]] = {
    "Playing": ({}, None),
    "No players": ({"players": 0}, None),
    "Short": ({"players": 5}, "short"),
    "2 moving": ({"under_way": 2}, None),
    "Breaking": ({}, "breaking"),
    "Halted": ({"state": "halted"}, None),
    "Hand-for-hand": ({}, "hand_for_hand"),
    "Paused": ({"state": "paused"}, None),
    "Reserve": ({"state": "reserve", "players": 0}, None),
    "Proposal": ({}, "proposed"),
    "Call": ({"calls": 1}, None),
}


# --- reading ---------------------------------------------------------------------------------------------
@pytest.mark.parametrize("count", [1, in_soak(27), 120, in_soak(1200)])
@pytest.mark.parametrize("size", [LANDSCAPE, in_soak(PORTRAIT)], ids=["landscape", "portrait"])
def test_all_tables_are_in_sight_from_one_to_twelve_hundred(
    open_room: Open, count: int, size: dict[str, int]
) -> None:
    page = open_room(rows(count), size)
    half = width(page) / 2
    assert half > 8
    places = [place(page, number) for number in range(1, count + 1)]
    buttons = page.locator(".floor-map-tools").bounding_box()
    assert buttons is not None
    for x, y in places:
        assert half <= x <= buttons["x"] - half
        assert half * 0.6 <= y <= size["height"] - half * 0.6
    # By number, row by row, without overlaps.
    assert places == sorted(places, key=lambda at: (at[1], at[0]))
    rows_of = {y for _x, y in places}
    assert len({(round(x), round(y)) for x, y in places}) == count
    assert all(b - a > width(page) * 0.62 for a, b in zip(sorted(rows_of), sorted(rows_of)[1:], strict=False))


@pytest.mark.soak
def test_every_state_has_a_label_and_a_shape_independent_of_colour(open_room: Open) -> None:
    tables = [row(number, **more) for number, (more, _mark) in enumerate(STATES.values(), 1)]
    page = open_room(tables, color_scheme="light")
    marks: dict[str, list[int]] = {}
    for number, (_more, mark) in enumerate(STATES.values(), 1):
        if mark:
            marks.setdefault(mark, []).append(number)
    marked(page, **marks)
    for number, word in enumerate(STATES, 1):
        expect(page.locator(f"[data-table='{number}']")).to_contain_text(word)
    # Without colour, at the same number and player count, each state still has its own picture.
    page.locator("canvas.floor-map-picture").evaluate("(canvas) => { canvas.style.filter = 'grayscale(1)'; }")
    looks = {}
    for more, mark in STATES.values():
        one = row(7, **({"players": 0} | {**more, "players": 0}))
        show(page, [one])
        marked(page, **({mark: [7]} if mark else {}))
        looks[str((more, mark))] = cut_out(page, 7)
    # A table in play without players shows zero seated.
    assert len(set(looks.values())) == len(STATES) - 1


def test_table_is_described_in_full_to_screen_readers(open_room: Open) -> None:
    page = open_room([row(12, players=7, ghosts=1, button=3, hands=41, calls=1, under_way=2, away=1)])
    assert screen_reader_text(page, 12) == (
        "Table 12, Playing, 2 moving, Call, 7 of 9 seated, ghost stacks: 1, button in seat 3, 1 away, Hand 42"
    )
    expect(page.get_by_role("list", name="Tables").get_by_role("button")).to_have_count(1)


@pytest.mark.parametrize("scheme", ["light", in_soak("dark")])
def test_axe_finds_no_barrier(open_room: Open, scheme: str) -> None:
    page = open_room([row(1), row(2, state="paused"), row(3, state="reserve")], color_scheme=scheme)
    page.evaluate("() => { window.map.arranging = true; }")
    still(page)
    for open_list in (False, True):
        if open_list:
            page.get_by_role("button", name="Legend").tap()
        assert barriers(page) == []


@pytest.mark.soak
def test_colours_follow_the_system_while_the_map_is_open(open_room: Open) -> None:
    in_the_dark = cut_out(open_room(rows(3), color_scheme="dark"), 2)
    page = open_room(rows(3), color_scheme="light")
    assert cut_out(page, 2) != in_the_dark
    page.emulate_media(color_scheme="dark")
    still(page)
    assert cut_out(page, 2) == in_the_dark


@pytest.mark.soak
def test_the_signs_are_explained(open_room: Open) -> None:
    page = open_room(rows(3))
    page.get_by_role("button", name="Legend").tap()
    for word in (
        "Playing",
        "Short",
        "Breaking",
        "Halted",
        "Hand-for-hand",
        "Paused",
        "Reserve",
        "Players moving",
    ):
        expect(page.locator(".floor-map-rows").get_by_text(word, exact=True)).to_be_visible()


def test_an_event_without_tables_says_so(open_room: Open) -> None:
    page = open_room([])
    expect(page.get_by_text("This event has no tables yet.")).to_be_visible()
    show(page, rows(2))
    expect(page.get_by_text("This event has no tables yet.")).to_be_hidden()


@pytest.mark.parametrize(
    "size",
    [{"width": 712, "height": 298}, PORTRAIT, {"width": 366, "height": 473}],
    ids=["low", "portrait", "phone"],
)
def test_few_placed_tables_always_fill_the_map(open_room: Open, size: dict[str, int]) -> None:
    page = open_room([row(number, across=2000 * number, down=3000) for number in (1, 2, 3)], size)

    def fill(size: dict[str, int]) -> None:
        across = [place(page, number)[0] for number in (1, 2, 3)]
        assert across[2] - across[0] + width(page) > (size["width"] - 64) * 0.7
        assert across[0] > width(page) / 2
        assert across[2] < size["width"] - 64 - width(page) / 2

    # Wide enough to show the player counts.
    assert width(page) > 55
    fill(size)
    turned = {"width": size["height"] + 64, "height": size["width"]}
    page.set_viewport_size(turned)  # type: ignore[arg-type]
    still(page)
    fill(turned)
    page.evaluate("() => window.map.zoomBy(2)")
    still(page)
    wide = width(page)
    page.set_viewport_size(size)  # type: ignore[arg-type]
    still(page)
    assert width(page) == pytest.approx(wide), "the player count stays visible while zoomed in"


# --- how much is drawn -----------------------------------------------------------------------------------
def test_only_a_changed_table_is_drawn_again(open_room: Open) -> None:
    page = open_room(rows(1200))
    before = work(page)
    show(page, rows(1200))
    assert work(page) == before, "the same board again"
    tables = rows(1200)
    tables[599][2] = 4
    show(page, tables)
    after = work(page)
    assert after["whole"] == before["whole"]
    assert after["painted"] == before["painted"] + 1
    assert after["drawn"] - before["drawn"] < 12, "the table and its neighbours"


@pytest.mark.soak
def test_details_invisible_at_low_zoom_are_not_redrawn(open_room: Open) -> None:
    page = open_room(rows(1200))
    before = work(page)["painted"]
    show(page, rows(1200, hands=1))
    assert work(page)["painted"] == before
    expect(page.locator("[data-table='900']"), "the text for screen readers changes").to_contain_text(
        "Hand 2"
    )


@pytest.mark.soak
def test_fifty_changes_within_a_second_all_arrive_on_the_picture(open_room: Open) -> None:
    """The limit is so high that only a page that hangs exceeds it."""
    page = open_room(rows(1200))
    before = work(page)
    changed = [7 + 23 * i for i in range(50)]
    untouched = cut_out(page, 8)
    pictures = {number: cut_out(page, number) for number in changed[:5]}
    frames = page.evaluate(
        """(changed) => new Promise((done) => {
          const rows = window.rows.map((row) => [...row]);
          let frames = 0;
          let next = 0;
          const count = () => {
            frames += 1;
            if (next < changed.length) requestAnimationFrame(count); else done(frames);
          };
          requestAnimationFrame(count);
          const timer = setInterval(() => {
            rows[changed[next] - 1][2] = 2;
            window.map.show(rows.map((row) => [...row]));
            next += 1;
            if (next === changed.length) clearInterval(timer);
          }, 20);
        })""",
        changed,
    )
    assert frames > 5
    still(page)
    after = work(page)
    assert after["painted"] - before["painted"] == 50
    assert after["whole"] == before["whole"]
    for number, picture in pictures.items():
        assert cut_out(page, number) != picture
    assert cut_out(page, 8) == untouched
    for number in changed:
        expect(page.locator(f"[data-table='{number}']")).to_contain_text("2 of 9 seated")


@pytest.mark.soak
def test_panning_the_map_reuses_its_pictures(open_room: Open) -> None:
    page = open_room(rows(1200))
    before = work(page)["painted"]
    drag(page, (500, 400), (520, 410))
    assert work(page)["painted"] == before
