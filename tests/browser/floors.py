"""Floors for browser tests: events with drawn fields, a tablet to work on them, and fingers."""

from typing import Any

from playwright.sync_api import Locator, Page, expect

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
    """So many people, no two of one name."""
    kinds = len(_FIRST) * len(_LAST)
    return [
        f"{_FIRST[at % 12]} {_LAST[at % 13]}" + ("" if at < kinds else f" {at // kinds + 1}")
        for at in range(count)
    ]


def seated(event: int, people: int, tables: int, first: int = 1, **plan: Any) -> dict[tuple[int, int], int]:
    """An event whose field is drawn to so many tables from `first` on; the entry of each taken (table, seat)."""
    tables_for(event, range(first, first + tables))
    press(set_plan, event, by=HOUSE, **{"seats_per_table": 9, **plan})
    press(enter, event, by=HOUSE, names=names(people), needs=[])
    press(draw_seats, event, by=HOUSE)
    return places(event)


def places(event: int) -> dict[tuple[int, int], int]:
    """The entry of each taken (table, seat)."""
    rows = Seat.objects.filter(tournament_table__tournament=event, entry__isnull=False)
    return {
        (table, seat): entry
        for table, seat, entry in rows.values_list("tournament_table__table__number", "number", "entry")
        if entry is not None
    }


def name_of(entry: int) -> str:
    """As staff see it."""
    seat = Seat.objects.select_related("entry__player").get(entry=entry)
    assert seat.entry is not None
    return seat.entry.player.name


def free_seats(event: int, table: int) -> list[int]:
    """Seats of a table of nine that nobody has."""
    taken = {seat for number, seat in places(event) if number == table}
    return [seat for seat in range(1, 10) if seat not in taken]


def proposed(event: int) -> list[Proposal]:
    """Look at the floor as the server does by itself; what is proposed."""
    review_now(event)
    return list(Proposal.objects.filter(tournament=event, state="open").order_by("pk"))


def floor_of(event: int, table: int | None = None) -> str:
    """Where an event's floor is."""
    return f"/staff/t/{event}/floor/" + ("" if table is None else f"#table-{table}")


def opened(visit: Visit, event: int, by: Actor, table: int | None = None, **more: Any) -> Page:
    """The floor's page on a tablet, in a hand."""
    page = visit(
        floor_of(event, table),
        by,
        size=more.pop("size", TABLET),
        has_touch=True,
        # The first page of a server that has just started takes its time.
        before=lambda page: page.set_default_navigation_timeout(30_000),
        **more,
    )
    page.wait_for_selector("#floor:not([data-loading])")
    if table is not None:
        expect(chair(page, 1)).to_be_visible()
    return page


def chair(page: Page, seat: int) -> Locator:
    """A seat of the table that is open."""
    return page.locator(f"#panel .chair[data-seat='{seat}']")


def act(page: Page, name: str) -> Locator:
    """What can be done with who or what is chosen."""
    return page.locator(f"#panel .act-grid [data-act='{name}']")


def rare_act(page: Page, name: str) -> Locator:
    """What is rarely done with the chosen player: shown after "More" was tapped once."""
    if not act(page, name).is_visible():
        act(page, "more").tap()
    return act(page, name)


def on_map(page: Page, table: int) -> tuple[float, float]:
    """Where a table is on the screen."""
    # The list for those who do not see the picture stands where the table is that has the focus.
    page.locator(f"#map [data-table='{table}']").focus()
    # It moves there, and the map to it, with the next frames.
    page.evaluate(
        "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 100))))"
    )
    return centre(page.locator(".floor-map-spoken"))


def tap_table(page: Page, table: int) -> None:
    """Tap a table on the map."""
    page.touchscreen.tap(*on_map(page, table))
    expect(page.locator("#panel-title")).to_have_text(f"Table {table}")


def centre(where: Locator) -> tuple[float, float]:
    """The middle of what is on the screen."""
    box = where.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(page: Page, start: tuple[float, float], end: tuple[float, float], steps: int = 8) -> None:
    """A finger that goes down, moves and comes up."""
    hand = page.context.new_cdp_session(page)

    def touch(kind: str, *points: tuple[float, float]) -> None:
        told = [{"x": x, "y": y} for x, y in points]
        hand.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": told})

    touch("touchStart", start)
    for step in range(1, steps + 1):
        part = step / steps
        touch("touchMove", (start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part))
    touch("touchEnd")
    hand.detach()


def done(event: int, kind: str) -> None:
    """Wait until a command of this kind is the last one."""
    until(lambda: kinds(event)[-1:] == [kind], message=f"{kind} never came: {kinds(event)}")
