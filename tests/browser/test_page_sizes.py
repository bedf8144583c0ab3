"""Bytes over the wire of a first visit: the player's page, the lobby, a display."""

import re
from urllib.parse import urljoin

import pytest
from playwright.sync_api import expect

from clock.commands.clock import start
from tests.browser.page_sizes import Loaded
from tests.browser.phones import live
from tests.browser.rooms import LAPTOP, PHONE, Visit
from tests.browser.walls import wall
from tests.fixtures.room import press
from tests.fixtures.servers import Server
from tests.phone.people import a_player, a_seat, a_table, an_entry, path_of
from tourney.access.roles import Actor
from web.shared.modules import modules_of

pytestmark = [pytest.mark.browser, pytest.mark.processes]
KB = 1024


def test_the_first_view_of_a_phone_is_small(visit: Visit, event: int, director: Actor) -> None:
    """A phone on its first visit reads the answer after 40 KB in 12 responses; 64 KB is the page with push messages."""
    tournament_tables = [a_table(event, number) for number in range(1, 121)]
    player = a_player()
    a_seat(an_entry(event, player), tournament_tables[-1], 4)
    loaded = Loaded()
    page = live(visit(path_of(player), size=PHONE, before=loaded.listen, service_workers="block"))
    expect(page.locator("#map .is-mine text")).to_have_text("120")
    loaded.show()
    assert 3 < len(loaded.first) <= 12
    assert sum(loaded.first) < 40 * KB
    assert loaded.total < 64 * KB
    scripts = {url for url in loaded.names.values() if "/static/" in url and url.endswith(".js")}
    modules = modules_of(["phone/page.js"])
    assert {urljoin(page.url, one) for one in [*modules.preloads(), *modules.scripts()]} <= scripts


def test_the_first_view_of_the_lobby_is_small(visit: Visit, event: int, director: Actor) -> None:
    """A guest reads the events after 20 KB; 60 KB is all of the page, with its clocks."""
    press(start, event, by=director)
    loaded = Loaded()
    page = visit("/", size=PHONE, before=loaded.listen, service_workers="block")
    expect(page.locator(".event-time")).to_have_text(re.compile(r"^(19:5\d|20:00)$"))
    loaded.show()
    assert 3 * KB < sum(loaded.first) < 20 * KB
    assert loaded.total < 60 * KB


def test_a_display_shows_its_clock_after_90_kb(
    visit: Visit, web_server: Server, event: int, director: Actor
) -> None:
    press(start, event, by=director)
    loaded = Loaded()
    page = wall(visit, web_server, event, size=LAPTOP, before=loaded.listen, service_workers="block")
    expect(page.locator("[data-layout=clock]")).to_contain_text("Friday Deep")
    page.evaluate("document.fonts.ready")
    loaded.show()
    assert any(name.endswith(".woff2") for name in loaded.names.values())
    assert sum(loaded.first) < 90 * KB
