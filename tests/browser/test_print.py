"""Print layout in a real browser: nothing is cut on a roll of 80 mm, and codes are large and correct."""

import base64
import re
from typing import Any

import pytest
import segno
from django.db.models import F
from playwright.sync_api import Page

from desk.commands.print_settings import set_printing
from seating.commands import redraw_field
from seating.models import Table
from tests.browser.rooms import Visit, no_barriers
from tests.examples import in_soak
from tests.fixtures.room import MakesEvents, level, pause
from tests.seating.people import drawn_event
from tests.web.till_room import drawer_of, drawn, on_sale, sold_to
from tests.web.visitors import done
from tourney.access.roles import Actor
from tourney.now import room_now, to_ms

pytestmark = [pytest.mark.browser, pytest.mark.processes]
# CSS pixels per millimetre; the printable width of an 80 mm roll.
MM = 96 / 25.4
ROLL = {"width": round(80 * MM), "height": 1000}
SHEET = {"width": round(210 * MM), "height": round(297 * MM)}
_LONG = "Maximiliana-Alexandra von und zu Hohenlohe-Waldenburg-Schillingsfürst"

# Right edges of everything on the sheet, and the size of each code without its quiet zone, in millimetres.
MEASURE = """(mm) => {
  const sheet = document.querySelector('.sheet');
  const box = sheet.getBoundingClientRect();
  const all = [...sheet.querySelectorAll('*')].map((one) => one.getBoundingClientRect());
  return {
    over: Math.max(...all.map((one) => one.right - box.right)) / mm,
    under: Math.max(...all.map((one) => box.left - one.left)) / mm,
    width: box.width / mm,
    scrolls: document.documentElement.scrollWidth - innerWidth,
    codes: [...sheet.querySelectorAll('svg')].map((one) => {
      const path = one.querySelector('path').getBoundingClientRect();
      const quiet = one.getBoundingClientRect();
      return [path.width / mm, path.height / mm, (path.left - quiet.left) / mm];
    }),
    cut: [...sheet.querySelectorAll('.slip')].filter((one) => one.scrollHeight > one.clientHeight + 1).length,
  };
}"""
# Of each card in millimetres: the height of digits (.7 of their size), the distance of the name from the boxes of
# table and seat, and how much wider than their box figures are.
FIGURES = """(cards, mm) => cards.map((card) => {
  const [name, seat] = [".slip-name", ".slip-seat"].map((one) => card.querySelector(one));
  const boxes = [...seat.querySelectorAll("div")];
  return {
    digits: (parseFloat(getComputedStyle(seat.querySelector("dd")).fontSize) * 0.7) / mm,
    apart: (seat.getBoundingClientRect().top - name.getBoundingClientRect().bottom) / mm,
    over: Math.max(...boxes.map((one) => one.scrollWidth - one.clientWidth), seat.scrollWidth - seat.clientWidth),
  };
})"""
# The grey value at the middle of each module of a code, including its quiet zone.
SAMPLE = """async ({ data, modules }) => {
  const image = new Image();
  image.src = 'data:image/png;base64,' + data;
  await image.decode();
  const canvas = Object.assign(document.createElement('canvas'), { width: image.width, height: image.height });
  const pen = canvas.getContext('2d');
  pen.drawImage(image, 0, 0);
  const at = (i, size) => Math.floor(((i + 0.5) * size) / modules);
  return Array.from({ length: modules }, (_r, y) => Array.from({ length: modules }, (_c, x) =>
    pen.getImageData(at(x, image.width), at(y, image.height), 1, 1).data[0] < 128 ? 1 : 0));
}"""


HEADING = {
    "company": "Grand Casino Bern AG",
    "address": "Kornhausstrasse 3, 3013 Bern",
    "tax_number": "CHE-123.456.789 MWST",
    "wifi_name": "Poker Guests",
    "wifi_password": "ace-king",
}


@pytest.fixture
def field(make_event: MakesEvents, desk: Actor) -> dict[str, Any]:
    """Register nine players and draw their seats; one has a long name."""
    event = on_sale(make_event(book="munot", name="Große Schweizer Pokermeisterschaft, Finaltag"))
    drawer_of(desk)
    sales = [sold_to(desk, event, name) for name in (_LONG, *(f"Player {number}" for number in range(8)))]
    drawn(event)
    return {"event": event, **sales[0]}


def as_printed(page: Page) -> dict[str, Any]:
    """Return the measurements of the printed page."""
    page.emulate_media(media="print")
    found: dict[str, Any] = page.evaluate(MEASURE, MM)
    return found


def pages_of(pdf: bytes) -> list[tuple[float, float]]:
    """Return width and height of each page of a file in mm."""
    boxes = re.findall(rb"/MediaBox\s*\[\s*0 0 ([0-9.]+) ([0-9.]+)\s*\]", pdf)
    return [(float(width) / 72 * 25.4, float(height) / 72 * 25.4) for width, height in boxes]


def code_on(page: Page) -> list[list[int]]:
    """Return the modules of the first code on a page, as they are painted."""
    view = page.locator(".sheet svg").first
    modules = int((view.get_attribute("viewBox") or "").split()[2])
    picture = base64.b64encode(view.screenshot(scale="device")).decode()
    other = page.context.new_page()
    found: list[list[int]] = other.evaluate(SAMPLE, {"data": picture, "modules": modules})
    other.close()
    return found


@pytest.mark.parametrize("kind", ["entry", in_soak("receipt")])
def test_80_mm_roll_fits_the_slip_and_a_25_mm_code(
    visit: Visit, desk: Actor, field: dict[str, Any], kind: str
) -> None:
    page = visit(f"/staff/print/{kind}/{field[kind]}/", desk, size=ROLL, device_scale_factor=3)
    measured = as_printed(page)
    assert measured["width"] <= 72.01
    assert measured["over"] <= 0.01
    assert measured["under"] <= 0.01
    assert measured["scrolls"] <= 0
    [(width, height, quiet)] = measured["codes"]
    assert width >= 25
    assert height >= 25
    assert quiet >= 4 * width / 50
    for box in pages_of(page.pdf(width="80mm", height="200mm", print_background=False)):
        assert box[0] == pytest.approx(80, abs=0.5)
    assert len(pages_of(page.pdf(width="80mm", height="200mm"))) == 1


def test_the_painted_code_is_the_link_to_the_phones_page(
    visit: Visit, desk: Actor, field: dict[str, Any]
) -> None:
    from notifications.commands.player_links import valid_links

    page = visit(f"/staff/print/entry/{field['entry']}/", desk, size=ROLL, device_scale_factor=4)
    as_printed(page)
    secret = valid_links([field["player"]])[field["player"]]
    painted = code_on(page)
    inner = [row[4:-4] for row in painted[4:-4]]
    assert not any(painted[0])
    assert not any(row[0] for row in painted)
    origins = [page.evaluate("location.origin")]
    # A room opened by its loopback name prints its network address.
    from ops.network import lan_addresses

    port = origins[0].rpartition(":")[2]
    origins += [f"http://{host}:{port}" for host in lan_addresses()]
    codes = [segno.make(f"{origin}/p/{secret}/", error="m", micro=False).matrix for origin in origins]
    assert inner in [[list(row) for row in matrix] for matrix in codes]


@pytest.mark.parametrize("paper", ["a4", in_soak("letter")])
def test_seat_cards_print_eight_to_a_sheet_without_cuts(
    visit: Visit, desk: Actor, field: dict[str, Any], paper: str
) -> None:
    done(set_printing, **HEADING)
    Table.objects.update(number=F("number") + 37)
    page = visit(f"/staff/t/{field['event']}/cards/?paper={paper}", desk, size=SHEET)
    # The paper that was chosen is marked.
    choices = page.locator(".no-print a[href^='?paper=']:not([href*='by=name'])")
    marks = choices.evaluate_all(
        "all => all.map(one => [getComputedStyle(one, '::before').content, one.textContent])"
    )
    assert {text for mark, text in marks if "✓" in mark} == {
        {"a4": "A4", "letter": "US Letter"}[paper],
        "By table",
    }
    measured = as_printed(page)
    assert measured["cut"] == 0
    assert measured["over"] <= 0.01
    # Table and seat are read at arm's length, and no name touches their boxes; below a long name they are smaller.
    cards = page.locator(".slip").evaluate_all(FIGURES, MM)
    assert sorted(card["digits"] for card in cards)[1] >= 10
    assert min(card["apart"] for card in cards) >= 1.5
    assert max(card["over"] for card in cards) <= 0
    assert len(measured["codes"]) == 9
    assert all(min(width, height) >= 25 for width, height, _quiet in measured["codes"])
    # Nine cards: a sheet of eight, and one more.
    boxes = pages_of(page.pdf(prefer_css_page_size=True))
    assert len(boxes) == 2
    for width, height in boxes:
        assert (width, height) == pytest.approx((210, 297) if paper == "a4" else (215.9, 279.4), abs=0.5)


@pytest.mark.soak
def test_a_card_on_a6_fills_one_sheet_and_names_the_network(
    visit: Visit, desk: Actor, field: dict[str, Any]
) -> None:
    done(set_printing, **HEADING, paper="a6")
    page = visit(f"/staff/print/entry/{field['entry']}/", desk, size=SHEET)
    measured = as_printed(page)
    assert measured["cut"] == 0
    [box] = pages_of(page.pdf(prefer_css_page_size=True))
    assert box == pytest.approx((105, 148), abs=0.5)
    assert "Wi-Fi: Poker Guests" in page.locator(".sheet").inner_text()


@pytest.mark.soak
def test_receipt_names_its_issuer(visit: Visit, desk: Actor, field: dict[str, Any]) -> None:
    done(set_printing, **HEADING)
    text = visit(f"/staff/print/receipt/{field['receipt']}/", desk, size=ROLL).locator(".sheet").inner_text()
    for part in ("Grand Casino Bern AG", "3013 Bern", "Tax number CHE-123.456.789 MWST"):
        assert part in text


@pytest.mark.soak
def test_a_field_on_a_roll_is_a_card_a_page(visit: Visit, desk: Actor, field: dict[str, Any]) -> None:
    page = visit(f"/staff/t/{field['event']}/cards/?paper=roll", desk, size=ROLL)
    assert as_printed(page)["scrolls"] <= 0
    assert len(pages_of(page.pdf(width="80mm", height="120mm"))) == 9


@pytest.fixture
def moving(make_event: MakesEvents, desk: Actor) -> int:
    """Redraw the seats of a full table; one player has a long name."""
    event = on_sale(make_event(book="munot", name="Große Schweizer Pokermeisterschaft, Finaltag"))
    drawer_of(desk)
    for name in (_LONG, *(f"Player {n}" for n in range(7))):
        sold_to(desk, event, name)
    drawn(event)
    done(redraw_field, event, tables=1)
    return event


@pytest.mark.soak
def test_move_slips_are_one_per_roll_page_and_not_cut_off(visit: Visit, desk: Actor, moving: int) -> None:
    page = visit(f"/staff/t/{moving}/moves/print/?paper=roll", desk, size=ROLL)
    measured = as_printed(page)
    assert (measured["cut"], measured["scrolls"] <= 0) == (0, True)
    assert measured["width"] <= 72.01
    assert measured["over"] <= 0.01
    assert len(pages_of(page.pdf(width="80mm", height="120mm"))) == 8


@pytest.mark.soak
def test_the_list_of_moves_fits_a_sheet(visit: Visit, desk: Actor, moving: int) -> None:
    page = visit(f"/staff/t/{moving}/moves/print/", desk, size=SHEET)
    no_barriers(page)
    measured = as_printed(page)
    assert measured["over"] <= 0.01
    assert measured["scrolls"] <= 0
    assert page.locator(".moves-table tbody tr").count() == 8
    assert len(pages_of(page.pdf(format="A4"))) == 1


def test_the_structure_fits_a_sheet_and_is_black_on_white(visit: Visit, make_event: MakesEvents) -> None:
    rows = [level(100 * number, ante=100 * number, ante_kind="big_blind") for number in range(1, 21)]
    rows[5:5] = [pause(colour_up=[25])]
    event = on_sale(make_event(rows, name=_LONG, planned_start=(to_ms(room_now()) or 0) + 86_400_000))
    page = visit(f"/events/{event}/print/", size=SHEET, color_scheme="dark")
    no_barriers(page)
    measured = as_printed(page)
    assert (measured["over"] <= 0.01, measured["scrolls"] <= 0) == (True, True)
    assert page.locator(".levels tbody tr").count() == 21
    assert len(pages_of(page.pdf(prefer_css_page_size=True))) == 1


@pytest.mark.soak
@pytest.mark.parametrize("by", ["name", in_soak("table")])
def test_seat_lists_use_columns_and_keep_rows_whole(
    visit: Visit, floor: Actor, make_event: MakesEvents, by: str
) -> None:
    event = make_event(book="munot", name=_LONG)
    drawn_event(event, 100, range(1, 13))
    page = visit(f"/staff/t/{event}/seats/print/?by={by}", floor, size=SHEET)
    no_barriers(page)
    measured = as_printed(page)
    assert (measured["over"] <= 0.01, measured["scrolls"] <= 0) == (True, True)
    assert page.locator(".seats-table tbody tr").count() == 100
    styles = "(one) => [getComputedStyle(one).display, getComputedStyle(one).breakInside]"
    # Browsers repeat the head of a table on every page.
    assert page.locator(".seat-list-head").evaluate(styles) == ["table-header-group", "avoid"]
    # So are its headings in every column.
    assert page.locator(".seats-table thead").first.evaluate(styles) == ["table-header-group", "avoid"]
    whole = ".list-part" if by == "table" else ".seats-table tbody tr"
    assert page.locator(whole).first.evaluate(styles)[1] == "avoid"
    # One column would fill three sheets by name, and five by table.
    assert len(pages_of(page.pdf(prefer_css_page_size=True))) == 2
