"""The floor's page with two users, without a network, and its address."""

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from seating.commands import bust
from tests.browser.floors import (
    act,
    done,
    floor_of,
    name_of,
    opened,
    places,
    seat_at,
    seated,
    tap_table,
)
from tests.browser.rooms import Visit, kinds, toast
from tests.fixtures.room import press
from tourney.access.roles import Actor

pytestmark = [pytest.mark.browser, pytest.mark.processes]


def test_change_by_another_login_is_shown_and_clears_the_selection(
    visit: Visit, floor: Actor, director: Actor, event: int
) -> None:
    seated(event, 9, 1)
    entry = places(event)[1, 3]
    page = opened(visit, event, floor, 1)
    seat_at(page, 3).tap()
    expect(act(page, "out")).to_be_visible()
    press(bust, event, by=director, entry=entry)
    toast(page, "is no longer seated at table 1")
    expect(act(page, "out")).to_have_count(0)
    expect(page.locator(".panel-last")).to_contain_text("dora")


def test_second_of_two_gets_a_readable_refusal(
    visit: Visit, floor: Actor, director: Actor, event: int
) -> None:
    seated(event, 9, 1)
    entry = places(event)[1, 3]
    cut = False

    def hold_back(page: Page) -> None:
        def connect(socket: WebSocketRoute) -> None:
            server = socket.connect_to_server()
            server.on_message(lambda message: None if cut else socket.send(message))

        page.route_web_socket("**/ws/live/", connect)

    page = opened(visit, event, floor, 1, before=hold_back)
    # The network lets only presses through.
    page.route("**/live/**", lambda route: route.abort())
    cut = True
    seat_at(page, 3).tap()
    press(bust, event, by=director, entry=entry)
    expect(page.locator(".floor-stale")).to_contain_text("The server is not responding", timeout=40_000)
    act(page, "out").tap()
    expect(page.locator(".toast.is-bad")).to_contain_text("is already out")
    assert kinds(event).count("entry.bust") == 1


def test_lost_connection_is_shown_and_the_bust_is_sent_once(visit: Visit, floor: Actor, event: int) -> None:
    seated(event, 9, 1)
    page = opened(visit, event, floor, 1)
    seat_at(page, 3).tap()
    page.context.set_offline(True)
    act(page, "out").tap()
    toast(page, "is waiting for the network")
    page.context.set_offline(False)
    done(event, "entry.bust")
    expect(seat_at(page, 3)).to_have_attribute("data-kind", "free")
    assert kinds(event).count("entry.bust") == 1


@pytest.mark.soak
def test_a_finger_that_is_down_keeps_the_table_as_it_is(
    visit: Visit, floor: Actor, director: Actor, event: int
) -> None:
    seated(event, 9, 1)
    here = places(event)
    page = opened(visit, event, floor, 1)
    page.locator("#panel").dispatch_event("pointerdown", {"isPrimary": True})
    press(bust, event, by=director, entry=here[1, 3])
    expect(page.locator("#lines")).to_contain_text("is out")
    page.wait_for_timeout(400)
    expect(seat_at(page, 3)).to_have_attribute("data-entry", str(here[1, 3]))
    page.locator("#panel").dispatch_event("pointerup", {"isPrimary": True})
    expect(seat_at(page, 3)).to_have_attribute("data-kind", "free")


@pytest.mark.soak
def test_back_leads_from_the_table_to_the_map(visit: Visit, floor: Actor, event: int) -> None:
    seated(event, 18, 2)
    page = opened(visit, event, floor)
    tap_table(page, 2)
    assert page.url.endswith("#table-2")
    tap_table(page, 1)
    page.go_back()
    expect(page.locator("#panel")).to_be_hidden()
    assert page.url.endswith(floor_of(event))


def test_a_player_is_found_by_name(visit: Visit, floor: Actor, event: int) -> None:
    seated(event, 18, 2)
    (table, seat), entry = max(places(event).items())
    page = opened(visit, event, floor)
    page.locator("#find").fill(name_of(entry).lower())
    page.locator("#found button").first.tap()
    expect(page.locator("#panel-title")).to_have_text(f"Table {table}")
    expect(seat_at(page, seat)).to_have_attribute("aria-pressed", "true")
