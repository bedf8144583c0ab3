"""Floors for browser tests: events with drawn fields, a tablet to work on them, and touch gestures."""

from typing import Any

from playwright.sync_api import Locator, Page, expect

from prizes.commands.payouts import set_payout
from seating.commands import draw_seats, set_plan
from seating.commands.floor_review import review_now
from seating.models import Proposal, Seat
from tests.browser.rooms import TABLET, Visit, kinds
from tests.fixtures.room import press
from tests.seating.people import HOUSE, enter, tables_for
from tests.waiting import until
from tourney.access.roles import Actor

UPRIGHT = {"width": 768, "height": 1024}
_FIRST = (
    "Anna",
    "Beat",
    "Chiara",
    "Dominik",
    "Elena",
    "Fritz",
    "Gaëlle",
    "Hannes",
    "Ivana",
    "Jonas",
    "Katrin",
    "Luca",
)
_LAST = (
    "Berger",
    "Caduff",
    "Dubois",
    "Egli",
    "Fontana",
    "Gerber",
    "Huber",
    "Imhof",
    "Jenni",
    "Keller",
    "Lüthi",
    "Marti",
    "Novak",
)


def names(count: int) -> list[str]:
    """Return this many names without duplicates."""
    kinds = len(_FIRST) * len(_LAST)
    return [
        f"{_FIRST[at % 12]} {_LAST[at % 13]}" + ("" if at < kinds else f" {at // kinds + 1}")
        for at in range(count)
    ]


def seated(event: int, people: int, tables: int, first: int = 1, **plan: Any) -> dict[tuple[int, int], int]:
    """Return the entry at each (table, seat) of an event whose field is drawn to tables from `first` on."""
    tables_for(event, range(first, first + tables))
    press(set_plan, event, by=HOUSE, **{"seats_per_table": 9, **plan})
    press(enter, event, by=HOUSE, names=names(people), needs=[])
    press(draw_seats, event, by=HOUSE)
    return places(event)


def with_bounties(event: int) -> None:
    """Set up prizes with a bounty on each player."""
    press(set_payout, event, by=HOUSE, method="formula", percent=5_000, bounties="fixed")


def places(event: int) -> dict[tuple[int, int], int]:
    """Return the entry at each taken (table, seat)."""
    rows = Seat.objects.filter(tournament_table__tournament=event, entry__isnull=False)
    return {
        (table, seat): entry
        for table, seat, entry in rows.values_list("tournament_table__table__number", "number", "entry")
        if entry is not None
    }


def first_at(event: int, table: int) -> tuple[int, int]:
    """Return the first taken seat of a table and its entry."""
    return min((seat, entry) for (number, seat), entry in places(event).items() if number == table)


def name_of(entry: int) -> str:
    """Return an entry's name as staff see it."""
    seat = Seat.objects.select_related("entry__player").get(entry=entry)
    assert seat.entry is not None
    return seat.entry.player.name


def free_seats(event: int, table: int) -> list[int]:
    """Return the free seats of a table of nine."""
    taken = {seat for number, seat in places(event) if number == table}
    return [seat for seat in range(1, 10) if seat not in taken]


def proposed(event: int) -> list[Proposal]:
    """Run the check that proposes moves and return its proposals."""
    review_now(event)
    return list(Proposal.objects.filter(tournament=event, state="open").order_by("pk"))


def floor_of(event: int, table: int | None = None) -> str:
    """Return the address of an event's floor."""
    return f"/staff/t/{event}/floor/" + ("" if table is None else f"#table-{table}")


def opened(visit: Visit, event: int, by: Actor, table: int | None = None, **more: Any) -> Page:
    """Open the floor's page on a tablet held in the hand."""
    prepare = more.pop("before", None)

    def before(page: Page) -> None:
        # The first page of a newly started server is slow.
        page.set_default_navigation_timeout(30_000)
        if prepare is not None:
            prepare(page)

    page = visit(
        floor_of(event, table), by, size=more.pop("size", TABLET), has_touch=True, before=before, **more
    )
    page.wait_for_selector("#floor:not([data-loading])")
    if table is not None:
        expect(seat_at(page, 1)).to_be_visible()
    return page


def seat_at(page: Page, seat: int) -> Locator:
    """Return a seat of the open table."""
    return page.locator(f"#panel .chair[data-seat='{seat}']")


def act(page: Page, name: str) -> Locator:
    """Return a button among the actions for the current selection."""
    return page.locator(f"#panel .act-grid [data-act='{name}']")


def rare_act(page: Page, name: str) -> Locator:
    """Return an action that is shown only after "More" is tapped."""
    if not act(page, name).is_visible():
        act(page, "more").tap()
    return act(page, name)


def on_map(page: Page, table: int) -> tuple[float, float]:
    """Return the position of a table on the screen."""
    # The list for screen readers is placed over the table that has the focus.
    page.locator(f"#map [data-table='{table}']").focus()
    # The list and the map move there within the next frames.
    page.evaluate(
        "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 100))))"
    )
    return centre(page.locator(".floor-map-spoken"))


def tap_table(page: Page, table: int) -> None:
    """Tap a table on the map."""
    page.touchscreen.tap(*on_map(page, table))
    expect(page.locator("#panel-title")).to_have_text(f"Table {table}")


def centre(where: Locator) -> tuple[float, float]:
    """Return the middle of an element on the screen."""
    box = where.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(page: Page, start: tuple[float, float], end: tuple[float, float], steps: int = 8) -> None:
    """Put a finger down, move it and lift it."""
    hand = page.context.new_cdp_session(page)

    def touch(kind: str, *points: tuple[float, float]) -> None:
        touch_points = [{"x": x, "y": y} for x, y in points]
        hand.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touch_points})

    touch("touchStart", start)
    for step in range(1, steps + 1):
        part = step / steps
        touch("touchMove", (start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part))
    touch("touchEnd")
    hand.detach()


def done(event: int, kind: str) -> None:
    """Wait until the last command is of this kind."""
    until(lambda: kinds(event)[-1:] == [kind], message=f"{kind} never came: {kinds(event)}")
