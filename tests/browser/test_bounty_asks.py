"""A bust in a bounty event asks who won the chips, on the floor's page and on the dealer's tablet."""

import pytest
from playwright.sync_api import expect

from seating.models import Bust, Knockout
from tests.browser import floors, tablets
from tests.browser.rooms import Visit
from tests.fixtures.room import MakesEvents
from tests.seating.seating_scenes import Places
from tests.waiting import until
from tourney.access.roles import Actor

pytestmark = [pytest.mark.browser, pytest.mark.processes]


@pytest.fixture
def event(make_event: MakesEvents) -> int:
    """Make a bounty event."""
    event = make_event(book="tda")
    floors.with_bounties(event)
    return event


@pytest.fixture
def at(event: int) -> Places:
    """Seat six players at table 3 and two at table 7; return the entry at each (table, seat)."""
    return tablets.two_tables(event)


def out() -> set[int]:
    return set(Bust.objects.values_list("entry_id", flat=True))


def test_bust_on_the_floor_asks_who_won_the_chips(visit: Visit, floor: Actor, event: int, at: Places) -> None:
    page = floors.opened(visit, event, floor, 3)
    floors.seat_at(page, 4).tap()
    floors.act(page, "out").tap()
    # The bust is not recorded before the question is answered.
    floors.act(page, "unknown").wait_for()
    assert out() == set()
    floors.seat_at(page, 6).tap()
    until(lambda: out() == {at[3, 4]})
    assert list(Knockout.objects.values_list("winner_id", flat=True)) == [at[3, 6]]
    floors.seat_at(page, 7).tap()
    floors.act(page, "out").tap()
    floors.act(page, "unknown").tap()
    floors.act(page, "different").tap()
    until(lambda: out() == {at[3, 4], at[3, 7]})


def test_bust_on_the_tablet_asks_once_who_won_the_chips(
    visit: Visit, dealer: Actor, event: int, at: Places
) -> None:
    page = tablets.opened(visit, event, dealer)
    tablets.player(page, 4)
    page.locator(".dealer-out").tap()
    expect(page.locator(".dealer-asked")).to_be_visible()
    assert out() == set()
    page.locator(".dealer-out").tap()
    until(lambda: out() == {at[3, 4]})
    assert not Knockout.objects.exists()
