"""The championship in a real browser: a period is chosen, and there are no barriers at any size."""

from typing import Any

import pytest
from playwright.sync_api import expect

from prizes.commands.bounties import draw_names
from seating.commands import set_plan
from tests.browser.rooms import PHONE, TABLET, Visit, fits, no_barriers, no_barriers_in, turn_to
from tests.examples import in_soak
from tests.fixtures.room import MakesEvents, press
from tests.prizes.evenings import closed, evening, out
from tests.prizes.test_championship import by_the_club, member
from tourney.access.roles import FIRST_START, Actor

pytestmark = [pytest.mark.browser, pytest.mark.processes]


@pytest.fixture
def event(make_event: MakesEvents, floor: Actor, director: Actor) -> int:
    """Make an event of five members and a guest with drawn names; four have bust."""
    made = make_event(book="munot")
    entries = evening(made, floor, 9)
    closed(made)
    by_the_club(made)
    for entry in entries[:5]:
        member(entry)
    press(set_plan, made, by=FIRST_START, seats_per_table=9)
    press(draw_names, made, by=director, among="members")
    out(made, entries[8], entries[7], entries[4], knocked_out_by=[entries[0]])
    out(made, entries[6], knocked_out_by=[entries[1]])
    out(made, entries[5], knocked_out_by=[entries[2], entries[3]])
    return made


@pytest.mark.soak
def test_another_year_is_chosen_and_this_one_again(visit: Visit, event: int, floor: Actor) -> None:
    page = visit("/staff/championship/", floor, size=TABLET)
    expect(page.locator("tbody tr")).to_have_count(4)
    page.get_by_label("First day").fill("2020-01-01")
    page.get_by_label("Last day").fill("2020-12-31")
    page.get_by_role("button", name="Show").click()
    expect(page.get_by_text("No points yet")).to_be_visible()
    page.get_by_role("link", name="This year").click()
    expect(page.locator("tbody tr")).to_have_count(4)


@pytest.mark.soak
@pytest.mark.parametrize(
    ("size", "scheme"),
    [(None, "light"), in_soak(TABLET, "dark"), in_soak(PHONE, "light")],
    ids=["laptop-light", "tablet-dark", "phone-light"],
)
def test_page_is_accessible_and_fits_its_width(
    visit: Visit, event: int, floor: Actor, size: Any, scheme: str
) -> None:
    page = visit("/championship/", floor, size=size, color_scheme=scheme)
    for path in (
        "/championship/",
        "/championship/?from=never",
        "/staff/championship/",
        "/staff/championship/print/",
        "/",
    ):
        turn_to(page, path)
        no_barriers(page, looks_alone=scheme == "dark")
        if "print" not in path:
            fits(page)
            for other in (TABLET, PHONE):
                no_barriers_in(page, other, "dark")
