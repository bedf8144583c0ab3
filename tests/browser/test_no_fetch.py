"""A bust on a tablet reaches every page over the feed: none of them asks the server for it."""

from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, Request, expect

from clock.commands.clock import start
from tests.browser import floors
from tests.browser.phones import live
from tests.browser.rooms import PHONE, Visit
from tests.browser.tablets import opened, player, tap, two_tables
from tests.browser.walls import wall
from tests.fixtures.room import MakesEvents, press
from tests.fixtures.servers import Server
from tests.phone.people import path_of
from tests.seating.seating_scenes import Places, button
from tourney.access.roles import Actor
from tourney.models import Entry

pytestmark = [pytest.mark.browser, pytest.mark.processes]


@pytest.fixture
def event(make_event: MakesEvents) -> int:
    """Make an event with a dead button."""
    return make_event(book="tda")


@pytest.fixture
def at(event: int) -> Places:
    """Seat six players at table 3 and two at table 7; return the entry at each (table, seat)."""
    found = two_tables(event)
    button(event, t3=2)
    return found


def asked_by(page: Page) -> list[str]:
    """Collect the requests that a page sends from now on, as "GET /path".

    Scripts loaded on demand, the question every half minute whether the server is well and the report of a display
    every minute do not count.
    """
    found: list[str] = []

    def note(request: Request) -> None:
        path = urlsplit(request.url).path
        if not path.startswith(("/static/", "/health/", "/tv/report/")):
            found.append(f"{request.method} {path}")

    page.on("request", note)
    return found


def test_a_bust_on_a_tablet_reaches_floor_wall_and_phone_without_a_request(
    visit: Visit, web_server: Server, dealer: Actor, floor: Actor, director: Actor, event: int, at: Places
) -> None:
    press(start, event, by=director)
    tablet = opened(visit, event, dealer)
    map_page = floors.opened(visit, event, floor, 3)
    display = wall(visit, web_server, event, "eliminations")
    phone = live(visit(path_of(Entry.objects.get(pk=at[3, 4]).player), size=PHONE))
    # A list without rows yields to the clock.
    expect(display.locator("[data-layout=clock]")).to_be_visible()
    expect(floors.seat_at(map_page, 4)).to_contain_text("Émile")
    for page in (tablet, map_page, display, phone):
        page.wait_for_load_state("networkidle")
    by_tablet, *by_others = (asked_by(page) for page in (tablet, map_page, display, phone))
    player(tablet, 4)
    tap(tablet, "Bust")
    expect(floors.seat_at(map_page, 4)).not_to_contain_text("Émile")
    expect(display.locator(".paged-row")).to_contain_text(["de La Rochefoucauld"])
    expect(phone.locator("#answer")).to_have_attribute("data-look", "out")
    assert by_others == [[], [], []]
    assert by_tablet == [f"POST /do/t/{event}/entry.bust/"]
