"""A player without a tournament joins a cash list on the phone, is called and comes, in a real browser."""

import pytest
from playwright.sync_api import expect

from cash.commands.calls import call_next
from cash.commands.seats import take_seat
from cash.models import ListEntry
from notifications.commands.player_links import path_of
from tests.browser.rooms import PHONE, Visit, no_barriers
from tests.cash.scenes import BUY_IN, offer, open_game, person, sit
from tests.fixtures.room import press
from tests.waiting import until
from tourney.access.roles import FIRST_START

pytestmark = [pytest.mark.browser, pytest.mark.processes]


def test_a_player_without_an_event_joins_a_list_is_called_and_comes(visit: Visit) -> None:
    game = open_game(7)
    sit(7, {1: "Zoe", 2: "Yan"})
    offer(small_blind=1_000, big_blind=2_000)
    anna = person("Anna Berg")
    page = visit(path_of(anna), size=PHONE)
    page.get_by_role("button", name="Join the list: No-limit hold’em 5/10").click()
    expect(page.locator("#answer-title")).to_have_text("No-limit hold’em 5/10")
    expect(page.locator("#answer-note")).to_have_text("You are next")
    no_barriers(page)
    press(call_next, by=FIRST_START, game=game)
    expect(page.locator("#answer-title")).to_have_text("Your seat is open: table 7")
    expect(page.locator("#answer-big dd")).to_have_text("2:59", timeout=15_000)
    no_barriers(page)
    page.get_by_role("button", name="I’m coming").click()
    until(lambda: ListEntry.objects.filter(coming=True).exists())
    expect(page.locator("#answer-note")).to_contain_text("Your seat is kept")
    press(take_seat, by=FIRST_START, player=anna, table=7, seat=3, buy_in=BUY_IN)
    expect(page.locator("#answer-big dd")).to_have_text(["7", "3"])
