"""The pages of a season in a real browser: no barriers, and lists that scroll within themselves at every size."""

import pytest
from playwright.sync_api import expect

from seasons.models import Season
from tests.browser.rooms import PHONE, Visit, fits, no_barriers, no_barriers_in, turn_to
from tests.desk.tills import player
from tests.fixtures.room import MakesEvents
from tests.seasons.nights import members, season, written_night
from tourney.access.roles import Actor
from tourney.now import room_now

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

# The disabled fields of a form other than tick boxes, and the colour of what can't be edited.
LOOKS = """(form) => {
  const probe = document.body.appendChild(document.createElement("p"));
  probe.style.background = "var(--surface-2)";
  const shade = getComputedStyle(probe).backgroundColor;
  probe.remove();
  const fields = [...form.querySelectorAll(":is(input, select, textarea):disabled")];
  const drawn = fields.filter(({ type }) => !["hidden", "checkbox", "radio"].includes(type));
  const look = (one) => ({ background: getComputedStyle(one).backgroundColor, opacity: getComputedStyle(one).opacity });
  return { shade, disabled: drawn.map((one) => ({ type: one.type, ...look(one) })) };
}"""


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


def test_fields_of_a_closed_season_look_disabled_and_stay_readable(visit: Visit, director: Actor) -> None:
    row = season()
    page = visit(f"/staff/seasons/{row.pk}/settings/", director)
    settings = page.locator("[aria-labelledby=settings-title]")
    assert settings.evaluate(LOOKS)["disabled"] == []
    Season.objects.filter(pk=row.pk).update(closed_at=room_now())
    page.reload()
    found = settings.evaluate(LOOKS)
    assert {one["type"] for one in found["disabled"]} >= {"text", "date", "select-one"}
    for one in found["disabled"]:
        assert one["background"] == found["shade"], one
        assert one["opacity"] == "1", one
    no_barriers_in(page, PHONE, "dark")
    no_barriers(page)
