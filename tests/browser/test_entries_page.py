"""The list of an event's entries in a real browser: search, filter, and changes without a reload."""

import re

import pytest
from playwright.sync_api import Request, expect

from desk.commands.registration import set_registration
from desk.commands.sales import PaymentInput, register_player
from seating.commands import bust
from tests.browser.desks import PRICE, add, clerk, selling
from tests.browser.floors import seated
from tests.browser.rooms import LAPTOP, PHONE, Visit, narrow_enough, no_barriers
from tests.fixtures.room import MakesEvents, press
from tourney.access.roles import FIRST_START, Actor

__all__ = ["clerk", "selling"]

pytestmark = [pytest.mark.browser, pytest.mark.processes]

# The status, not what is without a seat.
OUT = re.compile(r"^Out\b")


@pytest.mark.soak
def test_entries_are_found_by_name_table_and_status(
    visit: Visit, make_event: MakesEvents, floor: Actor
) -> None:
    event = make_event(book="tda")
    seated(event, 12, 2)
    page = visit(f"/staff/t/{event}/entries/", floor, size=LAPTOP)
    rows = page.locator("#entries-list tbody tr")
    expect(rows).to_have_count(12)
    expect(page.locator("#entries-count")).to_have_text("12 of 12 entries")
    no_barriers(page)
    search = page.get_by_label("Name or table")
    search.fill("gaelle")
    expect(rows).to_have_count(1)
    expect(rows).to_contain_text("Gaëlle Huber")
    expect(rows.get_by_role("link", name=re.compile("^Player record"))).to_be_visible()
    expect(rows.get_by_role("link", name=re.compile("^Phone page"))).to_have_attribute(
        "href", re.compile("/phone/$")
    )
    search.fill("2")
    expect(rows).to_have_count(6)
    search.fill("")
    page.get_by_role("group", name="Status").get_by_role("button", name=OUT).click()
    expect(page.get_by_text("No entries match.")).to_be_visible()
    page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    page.get_by_role("group", name="Status").get_by_role("button", name="All").click()
    narrow_enough(page, PHONE)


def test_a_bust_reaches_the_list_over_the_feed(visit: Visit, make_event: MakesEvents, floor: Actor) -> None:
    event = make_event(book="tda")
    places = seated(event, 12, 2)
    page = visit(f"/staff/t/{event}/entries/", floor, size=LAPTOP)
    expect(page.locator("#entries-list tbody tr")).to_have_count(12)
    asked: list[str] = []

    def note(request: Request) -> None:
        if "/live/" in request.url or "/entries/" in request.url:
            asked.append(request.url)

    page.on("request", note)
    search = page.get_by_label("Name or table")
    search.fill("b")
    press(bust, event, by=floor, entry=next(iter(places.values())))
    expect(page.get_by_role("group", name="Status").get_by_role("button", name=OUT)).to_have_text(
        re.compile(r"1\s*$")
    )
    # What is being typed stays, and nothing was fetched.
    expect(search).to_have_value("b")
    assert asked == []
    page.get_by_role("group", name="Status").get_by_role("button", name=OUT).click()
    search.fill("")
    row = page.locator("#entries-list tbody tr")
    expect(row).to_have_count(1)
    row.get_by_role("link").first.click()
    page.wait_for_url("**/staff/desk/**")


def test_the_winner_is_no_longer_listed_at_a_table(
    visit: Visit, make_event: MakesEvents, floor: Actor
) -> None:
    event = make_event(book="tda")
    others = list(seated(event, 3, 1).values())[1:]
    page = visit(f"/staff/t/{event}/entries/", floor, size=LAPTOP)
    states = page.get_by_role("group", name="Status").get_by_role("button")
    expect(states).to_have_text([re.compile(text) for text in ("^All", "^At a", "^Without", "^Out", "^Re-")])
    for entry in others:
        press(bust, event, by=floor, entry=entry)
    expect(states.first).to_have_text(re.compile("3"))
    page.get_by_role("group", name="Status").get_by_role("button", name=re.compile("^Won")).click()
    row = page.locator("#entries-list tbody tr")
    expect(row).to_have_count(1)
    expect(row).to_contain_text("Won")


def test_the_nickname_stands_beside_the_player_of_a_team_who_has_it(
    visit: Visit, clerk: Actor, selling: int
) -> None:
    press(set_registration, selling, by=FIRST_START, **PRICE, partner_until="entry")
    boris = add("Boris Oswald", nickname="Bo")
    given = {
        "player": boris,
        "partner": add("Celia Peters"),
        "payments": [PaymentInput(method="cash", amount=11_000)],
    }
    press(register_player, selling, by=clerk, **given)
    page = visit(f"/staff/t/{selling}/entries/", clerk, size=LAPTOP)
    names = page.locator("#entries-list tbody th.is-team > div")
    expect(names).to_have_text(["Boris Oswald Bo", "Celia Peters"])
    # The pages of each player are on the line of the name.
    lines = page.locator("#entries-list .entries-links > div")
    for at in range(2):
        name, line = names.nth(at).bounding_box(), lines.nth(at).bounding_box()
        assert name is not None
        assert line is not None
        assert abs(name["y"] - line["y"]) <= 2
