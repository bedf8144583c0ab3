"""What a dealer's tablet and the list of eliminations show of an event that is won."""

import pytest
from playwright.sync_api import expect

from seating.commands import draw_seats, set_plan
from tests.browser.rooms import Visit, no_barriers
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
    visit: Visit, make_event: MakesEvents, floor: Actor, dealer: Actor
) -> None:
    event = make_event(book="munot")
    entries = evening(event, floor, 3)
    press(set_plan, event, by=HOUSE, seats_per_table=9)
    tables_for(event, [1])
    press(draw_seats, event, by=HOUSE)
    closed(event)
    page = opened(visit, event, dealer, 1)
    expect(page.locator("#hand-over")).to_be_visible()
    out(event, *entries[:-1])
    expect(page.locator('[data-part="won"]')).to_have_text("Winner: Player 3")
    for part in ("blinds", "level", "time"):
        expect(page.locator(f'[data-part="{part}"]')).to_be_empty()
    expect(page.locator('#hand-over, [data-call="time"], [data-call="all_in"]')).to_have_count(0)
    expect(page.locator('[data-call="floor"]')).to_be_visible()
    no_barriers(page)
    # A display names the player who is left only as the winner, not as a table with the stack of the last count.
    assert page.evaluate(ALONE) == [["", ["tv.last_out"]], ["tv.left", ["tv.final_table", "tv.last_out"]]]
