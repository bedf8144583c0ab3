"""A dealer's tablet at a table, ready for touch."""

from typing import Any

from playwright.sync_api import Page, expect

from players.commands.players import change_player
from tests.browser.rooms import TABLET, Visit
from tests.fixtures.room import press
from tests.seating.people import HOUSE
from tests.seating.seating_scenes import Places, seated
from tourney.access.roles import Actor
from tourney.models import Entry

UPRIGHT = {"width": 768, "height": 1024}
NAMES = ["Anna Berger", "Bert Conrad", "Émile de La Rochefoucauld", "Dora", "Ed", "Fatma Yıldırım-Öztürk"]


def two_tables(event: int) -> Places:
    """Seat six players at table 3 and two at table 7; return the entry at each (table, seat)."""
    found = seated(event, {3: (1, 2, 4, 6, 7, 9), 7: (2, 5)})
    seats = [place for place in found if place[0] == 3]
    for name, place in zip(NAMES, sorted(seats), strict=True):
        player = Entry.objects.get(pk=found[place]).player_id
        press(change_player, by=HOUSE, player=player, name=name, privacy="full", nickname="")
    return found


def opened(visit: Visit, event: int, by: Actor, table: int = 3, **more: Any) -> Page:
    """Open a tablet at a table, ready for touch."""
    page = visit(
        f"/staff/t/{event}/dealer/{table}/", by, size=more.pop("size", TABLET), has_touch=True, **more
    )
    page.wait_for_selector("#dealer:not([data-loading])")
    return page


def seat_at(page: Page, seat: int) -> Any:
    """A seat on the tablet."""
    return page.locator(f'.dealer-seat[data-seat="{seat}"]')


def tap(page: Page, name: str) -> None:
    """Tap a button by its text."""
    page.get_by_role("button", name=name, exact=True).tap()


def player(page: Page, seat: int) -> None:
    """Tap a player, and wait until the opened actions can be pressed."""
    seat_at(page, seat).tap()
    expect(page.locator("#player")).to_be_visible()
    page.wait_for_timeout(400)
