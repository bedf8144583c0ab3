"""A desk in a browser that is operated by keyboard alone, with each key press counted."""

from collections.abc import Callable
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

# A text that is missing shows as its key: an error of the page, which `visit` reports.
KEY_SHOWN = """
new MutationObserver((changes) => {
  for (const { addedNodes, target, type } of changes) {
    for (const { textContent } of type === "characterData" ? [target] : addedNodes) {
      const key = /(?:^|[\\s>])(?:desk|page)\\.[a-z]\\w*/.exec(textContent ?? "");
      if (key && target.nodeName !== "SCRIPT") setTimeout(() => { throw new Error(`No text for ${key[0]}`); });
    }
  }
}).observe(document, { childList: true, characterData: true, subtree: true });
"""


class Keyboard:
    """A keyboard that counts key presses.

    Attributes:
        presses: keys pressed since `start`; a modifier is one, the letters of a name are none.
    """

    def __init__(self, page: Page) -> None:
        self.page = page
        self.presses = 0

    def start(self) -> None:
        """Start counting."""
        self.presses = 0

    def name(self, text: str) -> None:
        """Type a name, which is not counted, and wait for the search to finish."""
        assert self.focused() == "desk-q", "the cursor is not in the search field"
        wanted = urlencode({"q": text})
        with self.page.expect_response(lambda answer: f"{wanted}&" in f"{answer.url}&"):
            self.page.keyboard.type(text)

    def type(self, text: str) -> None:
        """Type other text; each letter counts as a press."""
        self.page.keyboard.type(text)
        self.presses += len(text)

    def key(self, *keys: str) -> None:
        """Press keys in order: "Enter", "Alt+R"."""
        for key in keys:
            # Hold the key as long as a finger does; the page ignores a second press that follows too fast.
            self.page.keyboard.press(key, delay=60)
            self.presses += len(key.split("+"))

    def focused(self) -> str:
        """Return the id of the focused element."""
        return str(self.page.evaluate("document.activeElement.id"))

    def check_presses(self, task: str, most: int) -> None:
        """Print how many presses a task took; assert the limit and that the cursor is back in the search."""
        expect(self.page.locator("#desk-q")).to_be_focused()
        print(f"{task}: {self.presses} presses (at most {most})")
        assert self.presses <= most


def add(name: str, **more: Any) -> int:
    """Add a player to the room."""
    done = press(add_player, by=FIRST_START, **{"name": name, "birth_date": "1990-05-30", **more})
    assert done.answer is not None
    return int(done.answer["player"])


def sells(event: int, **more: Any) -> None:
    """Set up the registration of an event."""
    press(set_registration, event, by=FIRST_START, **{**PRICE, "late_ends": "row", "late_row": 3, **more})


def set_up_tables(event: int, first: int = 1, tables: int = 2) -> None:
    """Assign tables to an event."""
    press(add_tables, by=FIRST_START, first=first, last=first + tables - 1, seats=9)
    for number in range(first, first + tables):
        press(assign_table, event, by=FIRST_START, number=number)


def opened(
    visit: Visit, event: int, by: Actor, *, before: Callable[[Page], None] | None = None, **more: Any
) -> Page:
    """Open the desk's page, ready for typing. A test fails if the page shows the key of a text."""

    def watched(page: Page) -> None:
        page.add_init_script(KEY_SHOWN)
        if before is not None:
            before(page)

    page = visit(f"/staff/desk/{event}/", by, size=more.pop("size", DESK), before=watched, **more)
    expect(page.locator(".desk-event[aria-pressed=true][data-open]")).to_be_visible()
    return page


@pytest.fixture
def selling(make_event: MakesEvents) -> int:
    """Make an event with entries at 110.00, two tables, rebuys, add-ons and unlimited re-entries."""
    event = make_event(book="tda")
    set_up_tables(event)
    sells(event, extras=EXTRAS, re_entries_most=None, surrender_allowed=True)
    return event


@pytest.fixture
def clerk(desk: Actor) -> Actor:
    """Make a clerk with an open drawer."""
    press(open_drawer, by=desk, opening_float=20_000)
    return desk


def entered(event: int, clerk: Actor, player: int) -> int:
    """Register a player without the page and return the entry."""
    paid = [PaymentInput(method="cash", amount=sum(PRICE.values()))]
    done = press(register_player, event, by=clerk, player=player, payments=paid)
    assert done.answer is not None
    return int(done.answer["entry"])


def draw(event: int) -> None:
    """Hold the draw of the field; later players are seated at once."""
    press(set_plan, event, by=FIRST_START, seats_per_table=9)
    press(draw_seats, event, by=FIRST_START)


def in_play(event: int) -> list[str]:
    """Return the names of the players in play."""
    return list(
        Entry.objects.filter(tournament=event, out_at__isnull=True, voided_at__isnull=True)
        .order_by("pk")
        .values_list("player__name", flat=True)
    )
