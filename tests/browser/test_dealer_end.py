"""What the dealer's tablet, the floor, the clock control and the list of eliminations show of an event that is won."""

import re

import pytest
from playwright.sync_api import expect

from clock.commands.events import close_event
from seating.commands import draw_seats, put_button, set_plan
from seating.models import Seat
from tests.browser.floors import floor_of
from tests.browser.rooms import Visit, no_barriers, remote_of
from tests.browser.tablets import opened
from tests.fixtures.room import MakesEvents, press
from tests.prizes.evenings import closed, evening, out
from tests.seating.people import HOUSE, tables_for
from tourney.access.roles import Actor

pytestmark = [pytest.mark.browser, pytest.mark.processes]

ALONE = """async () => {
  const { eliminationsView } = await import("/static/tv/layouts/eliminations.js");
  const words = { language: "en-GB", say: (key) => key };
  const busts = [["Bert", 1, 0, 2]];
  const shown = (last) => eliminationsView({ eliminations: { left: last.length, busts, last } }, words, 0);
  return [[["Anna", 1, 4, 900]], [["Anna", 1, 4, 900], ["Cleo", 1, 5, 100]]].map((last) => {
    const { foot, parts } = shown(last);
    return [foot, parts.map(({ title }) => title)];
  });
}"""


def test_a_won_event_leaves_nothing_to_deal_and_no_final_table(
    visit: Visit, make_event: MakesEvents, director: Actor, floor: Actor, dealer: Actor
) -> None:
    event = make_event(book="munot")
    entries = evening(event, floor, 3)
    press(set_plan, event, by=HOUSE, seats_per_table=9)
    tables_for(event, [1])
    press(draw_seats, event, by=HOUSE)
    # The seats are drawn: the button has to be on a player.
    button = Seat.objects.filter(entry__tournament=event).values_list("number", flat=True)[0]
    press(put_button, event, by=HOUSE, number=1, button=button)
    closed(event)
    page = opened(visit, event, dealer, 1)
    expect(page.locator("#hand-over")).to_be_visible()
    expect(page.locator(".dealer-disc").first).to_be_visible()
    out(event, *entries[:-1])
    expect(page.locator('[data-part="won"]')).to_have_text("Winner: Player 3")
    for part in ("blinds", "level", "time"):
        expect(page.locator(f'[data-part="{part}"]')).to_be_empty()
    gone = '#hand-over, .dealer-disc, [data-call="time"], [data-call="all_in"]'
    expect(page.locator(gone)).to_have_count(0)
    expect(page.locator('[data-call="floor"]')).to_be_visible()
    # Nor is a bust of the winner offered, once the event is closed neither anything else.
    expect(page.locator('.dealer-seat[data-kind="player"]')).to_have_count(1)
    page.locator('.dealer-seat[data-kind="player"]').click()
    expect(page.locator("#player")).to_contain_text("Winner: Player 3")
    expect(page.locator("#player button")).to_have_count(1)
    no_barriers(page)
    press(close_event, event, by=director, although_unfinished=True)
    expect(page.locator("#player")).to_contain_text("This event is closed.")
    panel = visit(floor_of(event, 1), floor)
    expect(panel.locator('.act-grid [data-act="call"]')).to_be_visible()
    expect(
        panel.locator('.act-grid :is([data-act="hand"], [data-act="button"]), .chair-disc[data-disc]')
    ).to_have_count(0)
    expect(panel.locator('[data-table="1"]')).to_have_accessible_name(re.compile("Event over"))
    clock = visit(remote_of(event), director)
    expect(clock.locator('#remote[data-state="won"]')).to_be_visible()
    expect(clock.locator('#main-press, [data-do="clock.next"], [data-do="clock.add"]').first).to_be_hidden()
    # A display names the player who is left only as the winner, not as a table with the stack of the last count.
    assert page.evaluate(ALONE) == [["", ["tv.last_out"]], ["tv.left", ["tv.final_table", "tv.last_out"]]]
