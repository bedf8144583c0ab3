"""Two people count the stacks of an event at once: each sees what the other has counted."""

import pytest
from playwright.sync_api import expect

from procedures.commands.stack_counts import open_count
from tests.browser.rooms import PHONE, Visit, no_barriers, no_barriers_in
from tests.fixtures.room import MakesEvents, press
from tests.seating.seating_scenes import seated
from tourney.access.roles import Actor
from tourney.commands import set_field

pytestmark = [pytest.mark.browser, pytest.mark.processes]


def test_two_people_count_and_each_sees_what_the_other_has_counted(
    visit: Visit, make_event: MakesEvents, floor: Actor, director: Actor
) -> None:
    event = make_event()
    press(set_field, event, by=director, entries=6, left=6)
    seated(event, {2: (1, 4, 9), 3: (2, 3, 5)})
    press(open_count, event, by=director)
    path = f"/staff/t/{event}/counts/"
    one, other = visit(f"{path}?table=2", floor), visit(f"{path}?table=2", director, has_touch=True)
    for seat, chips in ((1, "10'000"), (4, "15000"), (9, "5000")):
        one.locator(f"#seat-{seat}").fill(chips)
    expect(one.locator("#count-sum")).to_have_text("30,000 chips")
    one.locator("#seat-9").press("Enter")
    # The next table is offered, and the other person hears of the first.
    expect(one.locator("#table-title")).to_have_text("Table 3")
    expect(other.locator("#count-notice")).to_contain_text("counted in the meantime")
    expect(other.locator(".count-tables a").first).to_contain_text("30,000")
    other.locator("#seat-1").fill("1000")
    other.locator("#seat-1").press("Enter")
    expect(other.locator(".form-errors")).to_contain_text("Table 2 has been counted: 30,000 chips")
    for seat, chips in ((2, "10000"), (3, "10000"), (5, "10000")):
        one.locator(f"#seat-{seat}").fill(chips)
    no_barriers(one)
    one.locator("#seat-5").press("Enter")
    expect(one.locator("#count-state .badge")).to_have_text("The stacks add up.")
    no_barriers_in(one, PHONE, "dark")
    one.get_by_role("button", name="Close the count").click()
    expect(one.locator("#last-title")).to_be_visible()
    no_barriers_in(one, PHONE, "light")
