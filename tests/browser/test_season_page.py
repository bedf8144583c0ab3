"""The pages of a season in a real browser: no barriers, and lists that scroll within themselves at every size."""

import pytest
from playwright.sync_api import expect

from tests.browser.rooms import PHONE, Visit, fits, no_barriers, no_barriers_in, turn_to
from tests.desk.tills import player
from tests.fixtures.room import MakesEvents
from tests.seasons.nights import members, season, written_night
from tourney.access.roles import Actor

pytestmark = [pytest.mark.browser, pytest.mark.processes]
# Whether the ranking is wider than its frame, and the name of the first player stays in view when it is scrolled.
STAYS = """() => {
  const frame = document.querySelector(".points"), name = frame.querySelector("tbody th");
  frame.scrollLeft = frame.scrollWidth;
  const inside = name.getBoundingClientRect().left - frame.getBoundingClientRect().left;
  return [frame.scrollWidth > frame.clientWidth, Math.abs(inside) < 3];
}"""
# The lists of which a part is hidden at the side.
WIDER = """() => [...document.querySelectorAll("section:has(.rows)")]
  .filter((list) => [...list.querySelectorAll("tbody *")].some((one) => one.getBoundingClientRect().right > innerWidth))
  .map(({ id }) => id)"""


@pytest.mark.soak
def test_lists_of_a_season_fit_a_laptop_and_a_phone(
    visit: Visit, make_event: MakesEvents, director: Actor
) -> None:
    club = members("Ann-Sophie Lang", "Ben Bauer", "Cid Cohn", "Dan Dorn", "Eve Ernst", "Fay Falk")
    row = season()
    for number in range(1, 11):
        order = [*club[number % 6 :], *club[: number % 6], player(f"Gus Guest {number}")]
        written_night(make_event, order, name=f"Night {number}")
    page = visit(f"/seasons/{row.pk}/", director)
    no_barriers(page)
    fits(page)
    no_barriers_in(page, PHONE, "dark")
    page.set_viewport_size(PHONE)
    assert page.evaluate(STAYS) == [True, True]
    # All other lists are read without scrolling to the side.
    assert page.evaluate(WIDER) == []
    row_of_event = page.locator("#events tbody tr").first
    expect(row_of_event.locator("[data-label]")).to_be_visible()
    fits(page)
    turn_to(page, f"/staff/seasons/{row.pk}/settings/")
    no_barriers(page)
    fits(page)
