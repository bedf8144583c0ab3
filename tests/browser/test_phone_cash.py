"""A player without a tournament joins a cash list on the phone, is called and comes, in a real browser."""

import pytest
from playwright.sync_api import expect

from cash.commands.calls import call_next
from cash.commands.lists import join_list
from cash.commands.seats import take_seat
from cash.models import ListEntry
from notifications.commands.player_links import path_of
from tests.browser.phones import seated
from tests.browser.rooms import PHONE, Visit, no_barriers
from tests.cash.scenes import BUY_IN, offer, open_game, person, sit
from tests.fixtures.room import press
from tests.waiting import until
from tourney.access.roles import FIRST_START
from tourney.models import Entry

pytestmark = [pytest.mark.browser, pytest.mark.processes]


def test_a_player_without_an_event_joins_a_list_is_called_and_comes(visit: Visit) -> None:
    game = open_game(7)
    sit(7, {1: "Zoe", 2: "Yan"})
    offer(small_blind=1_000, big_blind=2_000)
    anna = person("Anna Berg")
    page = visit(path_of(anna), size=PHONE)
    page.get_by_role("button", name="Join the list: No-Limit Hold’em 5/10").click()
    expect(page.locator("#answer-title")).to_have_text("No-Limit Hold’em 5/10")
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


def test_the_games_do_not_push_away_the_seat_of_a_player_in_an_event(visit: Visit, event: int) -> None:
    path, entry = seated(event)
    game = open_game(27)
    page = visit(path, size=PHONE)
    expect(page.locator("#clock ~ #cash-card")).to_have_count(1)
    expect(page.locator("#cash-games[open]")).to_have_count(0)
    player = Entry.objects.get(pk=entry).player_id
    press(join_list, by=FIRST_START, player=player, game=game)
    expect(page.locator("#cash-card ~ #clock")).to_have_count(1)
    expect(page.locator("#cash-places")).to_contain_text("Position 1: You are next")
    press(call_next, by=FIRST_START, game=game)
    expect(page.locator("#cash-call")).to_contain_text("Your seat is open: table 27")
    page.get_by_role("button", name="Not now").click()
    page.get_by_role("button", name="Press again to decline the seat").click()
    expect(page.locator("#cash-news")).to_contain_text("You were skipped and are now at the end of the list")
