"""A home game from a phone: an empty room to a running clock on a display, by few presses."""

import re

import pytest
from playwright.sync_api import expect

from desk.commands.home_game import bust
from tests.browser.presses import Presses
from tests.browser.rooms import LAPTOP, PHONE, Visit, no_barriers, no_barriers_in
from tests.browser.walls import wall
from tests.fixtures.room import press
from tests.fixtures.servers import Server
from tests.waiting import until
from tourney.access.roles import Actor
from tourney.models import Entry, Tournament
from tourney.services.field_counts import field_of

pytestmark = [pytest.mark.browser, pytest.mark.processes]
MOST = 15


def test_empty_room_to_running_home_game_on_a_display(
    visit: Visit, web_server: Server, director: Actor
) -> None:
    hands = Presses()
    page = visit("/staff/", director, size=PHONE, has_touch=True)
    hands.click(page.get_by_role("link", name="Home game"))
    hands.fill(page.get_by_label("Players"), "9")
    # Each typed figure counts as a press here.
    hands.log.append("9")
    hands.fill(page.get_by_label("Buy-in in"), "20")
    hands.log += ["2", "0"]
    hands.click(page.get_by_label("4 hours"))
    no_barriers(page)
    hands.click(page.get_by_role("button", name="Go", exact=True))
    hands.click(page.locator(".home-clock-presses .btn-primary"))
    expect(page.locator(".home-clock")).to_have_attribute("data-state", "running")
    print(f"{hands.count} presses: {', '.join(hands.log)}")
    assert hands.count <= MOST
    event = Tournament.objects.get()
    assert field_of(event).left == 9
    # A wrong press is taken back by one.
    page.get_by_role("button", name="One player is out").click()
    until(lambda: field_of(event).left == 8)
    page.get_by_role("button", name="One player is back in").click()
    until(lambda: field_of(event).left == 9)
    expect(page.get_by_label("Players left")).to_contain_text("9")
    # A double tap takes one player out, not two.
    page.get_by_role("button", name="One player is out").dblclick()
    expect(page.get_by_label("Players left")).to_contain_text("8")
    for _one in range(3):
        page.get_by_role("button", name="One more entry").click()
    expect(page.get_by_label("Entries")).to_contain_text("12")
    page.get_by_role("button", name="One more rebuy").click()
    expect(page.get_by_label("Rebuys")).to_contain_text("1")
    assert Entry.objects.filter(tournament=event, out_at__isnull=True).count() == 11
    no_barriers_in(page, PHONE, "dark")
    no_barriers_in(page, LAPTOP, "light")
    tv = wall(visit, web_server, event.pk)
    expect(tv.locator("body")).to_contain_text("Home game")
    expect(tv.locator("body")).to_contain_text("11 / 12")
    # With one player left, none is taken out any more, and the page says what ends the event.
    for _one in range(10):
        press(bust, event.pk, by=director)
    expect(page.get_by_label("Players left")).to_contain_text("1")
    expect(page.locator(".home-counts + p")).to_have_text(re.compile(r"^One player is left\."))
    expect(page.get_by_role("button", name="One player is out")).to_be_disabled()
    expect(page.get_by_role("button", name="One player is back in")).to_be_enabled()
    no_barriers_in(page, PHONE, "light")
    page.get_by_role("button", name="Close registration").click()
    expect(page.locator(".home-counts + p")).to_have_text("Registration is closed.")
    expect(tv.locator(".clock")).to_have_attribute("data-state", "won")
    # The page leads on, with the players and settings of this game.
    page.get_by_role("link", name="Start the next home game").click()
    expect(page.get_by_label("Players")).to_have_value("12")
    expect(page.get_by_label("4 hours")).to_be_checked()
