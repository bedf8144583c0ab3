"""Helpers of the tests of the player's page: a seated player and a loaded page."""

from typing import Any

from playwright.sync_api import Page, expect

from players.models import Player
from tests.phone.people import a_player, a_seat, a_table, an_entry, path_of
from tests.waiting import until

SMALL = {"width": 320, "height": 568}


def figures(page: Page) -> Any:
    """Return the main figures of the page."""
    return page.locator("#answer-big dd")


def a_room(event: int) -> Any:
    """Place twelve tables and return tournament table 12."""
    tournament_tables = [
        a_table(
            event, number, across=1000 + 2600 * ((number - 1) % 4), down=1500 + 3200 * ((number - 1) // 4)
        )
        for number in range(1, 13)
    ]
    return tournament_tables[-1]


def seated(event: int, player: Player | None = None, seat: int = 4) -> tuple[str, int]:
    """Seat a player at table 12; return the path and the entry."""
    player = player or a_player()
    entry = an_entry(event, player)
    a_seat(entry, a_room(event), seat)
    return path_of(player), entry.pk


def live(page: Page) -> Page:
    """Wait until the feed has brought the clock; an event that is over shows no time."""
    page.locator("#clock[data-state]").wait_for()
    return page


def steady(page: Page) -> Page:
    """Wait until all parts of a seated player's page are there: no button moves under a finger any more."""
    live(page)
    expect(page.locator("#map .is-mine text")).to_have_text("12")
    return page


def kept(page: Page) -> None:
    """Wait until the page's worker has cached all files of the page."""
    until(
        lambda: page.evaluate(
            """async () => {
                const copy = await caches.open("phone-1");
                // Served files have a hash in their names.
                const plain = (path) => path.replace(/\\.[0-9a-f]{12}(?=\\.)/, "");
                const keys = (await copy.keys()).map((one) => plain(new URL(one.url).pathname));
                return keys.includes(location.pathname) && keys.includes("/static/shared/ui/zone.js")
                    && keys.includes("/static/phone/page.css") && keys.includes("/p/map.json");
            }"""
        ),
        message="the page is not cached",
    )
