"""What a dealer does on the tablet beside hands and busts: the winner of a pot, the count of all stacks."""

import pytest
from playwright.sync_api import expect

from clock.commands.clock import start
from procedures.commands.stack_counts import open_count
from procedures.models import StackByValue
from seating.models import Seat
from tests.browser.rooms import Visit, fits, no_barriers
from tests.browser.tablets import opened, seat_at, two_tables
from tests.fixtures.room import MakesEvents, press
from tests.procedures.chip_race_scenes import with_chips
from tests.seating.people import HOUSE
from tests.seating.seating_scenes import Places, button, tournament_table
from tourney.access.roles import Actor
from tourney.models import Tournament

pytestmark = [pytest.mark.browser, pytest.mark.processes]


@pytest.fixture
def event(make_event: MakesEvents) -> int:
    """Make an event with a dead button."""
    return make_event(book="tda")


@pytest.fixture
def at(event: int) -> Places:
    """Seat six players at table 3 and two at table 7; return the entry at each (table, seat)."""
    return two_tables(event)


@pytest.mark.soak
def test_the_dealer_taps_the_winner_of_the_pot_who_gets_the_button(
    visit: Visit, dealer: Actor, event: int, at: Places
) -> None:
    Tournament.objects.filter(pk=event).update(book="five_spades", mode="win_the_button")
    button(event, t3=2)
    press(start, event, by=HOUSE)
    page = opened(visit, event, dealer)
    page.locator("#hand-over").tap()
    expect(page.locator('[data-part="hint"]')).to_have_text(
        "Tap the winner of the pot: the button goes there"
    )
    seat_at(page, 3).tap()
    expect(page.locator('[data-part="hand"]')).to_have_text("Hand 1")
    seat_at(page, 6).tap()
    expect(page.locator('[data-part="hand"]')).to_have_text("Hand 2")
    expect(seat_at(page, 6)).to_contain_text("Button")


def test_all_stacks_of_the_table_are_counted_on_the_tablet(
    visit: Visit, dealer: Actor, event: int, at: Places
) -> None:
    with_chips(event, 1_000, 5_000)
    press(start, event, by=HOUSE)
    page = opened(visit, event, dealer)
    press(open_count, event, by=HOUSE)
    seats = [seat for table, seat in at if table == 3]
    # As with the bags: back to the seats, and to the stacks again.
    page.locator('#count [data-act="to-the-seats"]').tap()
    expect(page.locator("#ring")).to_be_visible()
    page.locator('[data-act="count-here"]').tap()
    # A stack that is missing is asked for.
    page.locator('[data-act="count"]').tap()
    expect(page.locator(f'[data-act="stack-{min(seats)}"]')).to_be_focused()
    # Chips by value are an alternative to a figure.
    page.locator('[data-act="by-value"]').tap()
    page.locator(f'[data-act="piece-{seats[0]}-5000"]').fill("1")
    page.locator(f'[data-act="piece-{seats[0]}-1000"]').fill("4")
    expect(page.locator('[data-act="count"]')).to_have_text("Save the stacks: 9,000")
    no_barriers(page)
    for seat in seats[1:]:
        page.locator(f'[data-act="piece-{seat}-1000"]').fill("9")
    expect(page.locator('[data-act="count"]')).to_have_text(f"Save the stacks: {9 * len(seats)},000")
    fits(page)
    page.locator('[data-act="count"]').tap()
    expect(page.locator("#count")).to_be_hidden()
    assert Seat.objects.filter(tournament_table=tournament_table(3), stack=9_000).count() == len(seats)
    assert StackByValue.objects.get(seat=seats[0]).pieces == [[5_000, 1], [1_000, 4]]
