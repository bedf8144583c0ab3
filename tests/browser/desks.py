"""A desk in a browser, worked by keys alone, with every press counted."""

from typing import Any
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Page, expect

from desk.commands.drawers import open_drawer
from desk.commands.registration import set_registration
from desk.commands.sales import PaymentInput, register_player
from players.commands.players import add_player
from seating.commands import add_tables, assign_table
from seating.commands.draws import draw_seats
from seating.commands.plan import set_plan
from tests.browser.rooms import Visit
from tests.fixtures.room import MakesEvents, press
from tourney.access.roles import FIRST_START, Actor
from tourney.models import Entry

DESK = {"width": 1366, "height": 768}
PRICE = {"pool": 10_000, "fee": 1_000}
EXTRAS = [
    {"kind": "rebuy", "pool": 5_000, "chips": 10_000, "from_row": 0, "until_row": 4, "double": True},
    {"kind": "add_on", "pool": 5_000, "chips": 15_000, "from_row": 0, "until_row": 4},
]


class Keyboard:
    """Hands on a keyboard.

    Attributes:
        presses: keys pressed since `start`; a modifier is one, the letters of a name are none.
    """

    def __init__(self, page: Page) -> None:
        self.page = page
        self.presses = 0

    def start(self) -> None:
        """Count from here."""
        self.presses = 0

    def name(self, text: str) -> None:
        """Type a name, which is not counted, and wait until it was looked for."""
        assert self.focused() == "desk-q", "the cursor is not where the next name is typed"
        wanted = urlencode({"q": text})
        with self.page.expect_response(lambda answer: f"{wanted}&" in f"{answer.url}&"):
            self.page.keyboard.type(text)

    def type(self, text: str) -> None:
        """Type something else; each letter is a press."""
        self.page.keyboard.type(text)
        self.presses += len(text)

    def key(self, *keys: str) -> None:
        """Press keys one after the other: "Enter", "Alt+R"."""
        for key in keys:
            # As long as a finger is down; two presses without it would be one that bounced.
            self.page.keyboard.press(key, delay=60)
            self.presses += len(key.split("+"))

    def focused(self) -> str:
        """Where the cursor stands."""
        return str(self.page.evaluate("document.activeElement.id"))

    def told(self, task: str, most: int) -> None:
        """Print and assert how many presses a task took, and that the cursor is back."""
        expect(self.page.locator("#desk-q")).to_be_focused()
        print(f"{task}: {self.presses} presses (at most {most})")
        assert self.presses <= most


def add(name: str, **more: Any) -> int:
    """Somebody known to the room."""
    done = press(add_player, by=FIRST_START, **{"name": name, "birth_date": "1990-05-30", **more})
    assert done.answer is not None
    return int(done.answer["player"])


def sells(event: int, **more: Any) -> None:
    """Set an event's registration up, by hand of the house."""
    press(set_registration, event, by=FIRST_START, **{**PRICE, "late_ends": "row", "late_row": 3, **more})


def furnish(event: int, first: int = 1, tables: int = 2) -> None:
    """Assign an event tables of its own."""
    press(add_tables, by=FIRST_START, first=first, last=first + tables - 1, seats=9)
    for number in range(first, first + tables):
        press(assign_table, event, by=FIRST_START, number=number)


def opened(visit: Visit, event: int, by: Actor, **more: Any) -> Page:
    """The desk's page, ready to be typed on."""
    page = visit(f"/staff/desk/{event}/", by, size=more.pop("size", DESK), **more)
    expect(page.locator(".desk-event[aria-pressed=true][data-open]")).to_be_visible()
    return page


@pytest.fixture
def selling(make_event: MakesEvents) -> int:
    """An event whose entries are sold for 110.00: two tables, rebuys and add-ons, re-entries without end."""
    event = make_event(book="tda")
    furnish(event)
    sells(event, extras=EXTRAS, re_entries_most=None, surrender_allowed=True)
    return event


@pytest.fixture
def clerk(desk: Actor) -> Actor:
    """A clerk with an open drawer."""
    press(open_drawer, by=desk, opening_float=20_000)
    return desk


def entered(event: int, clerk: Actor, player: int) -> int:
    """Register somebody without the page; the entry."""
    paid = [PaymentInput(method="cash", amount=sum(PRICE.values()))]
    done = press(register_player, event, by=clerk, player=player, payments=paid)
    assert done.answer is not None
    return int(done.answer["entry"])


def draw(event: int) -> None:
    """Hold the draw of the field: who comes later is seated at once."""
    press(set_plan, event, by=FIRST_START, seats_per_table=9)
    press(draw_seats, event, by=FIRST_START)


def in_play(event: int) -> list[str]:
    """Who is in play."""
    return list(
        Entry.objects.filter(tournament=event, out_at__isnull=True, voided_at__isnull=True)
        .order_by("pk")
        .values_list("player__name", flat=True)
    )
