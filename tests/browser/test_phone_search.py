"""A seat is found by name and by the code on the seat card."""

import pytest
from playwright.sync_api import Route, expect

from players.rules.person_code import code_of
from tests.browser.phones import figures, seated
from tests.browser.rooms import PHONE, Visit, fits, no_barriers
from tests.phone.people import (
    a_player,
    lookup_allowed,
)
from tests.waiting import until

pytestmark = [pytest.mark.browser, pytest.mark.processes]


@pytest.mark.soak
def test_a_name_typed_before_the_page_was_ready_is_searched(visit: Visit, event: int) -> None:
    seated(event, a_player("Anna Berg", birth_date="1990-05-30"))
    scripts: list[Route] = []
    page = visit("/", size=PHONE)
    page.route("**/phone/seats*.js", lambda route: scripts.append(route))
    page.get_by_role("link", name="Find my seat").click(no_wait_after=True)
    page.get_by_label("Or search the seat lists by name").fill("anna")
    until(lambda: page.wait_for_timeout(50) or scripts)
    scripts[0].continue_()
    expect(page.locator("#seat-found li")).to_contain_text("Table 12 · Seat 4")


@pytest.mark.soak
def test_ones_own_page_is_found_by_name_where_the_room_allows_it(visit: Visit, event: int) -> None:
    seated(event, a_player("Anna Berg", birth_date="1990-05-30"))
    page = visit("/", size=PHONE)
    page.get_by_role("link", name="Find my seat").click()
    expect(page.get_by_label("Year of birth")).to_have_count(0)
    # The public lists can be searched without a card.
    found = page.locator("#seat-found li")
    page.get_by_label("Or search the seat lists by name").press_sequentially("anna  bér")
    expect(found).to_have_count(1)
    expect(found).to_contain_text("Table 12 · Seat 4")
    page.get_by_label("Or search the seat lists by name").fill("zacharias")
    expect(found).to_contain_text("No seat under this name.")
    lookup_allowed()
    page.reload()
    page.get_by_label("Name", exact=True).fill("anna  berg")
    page.get_by_label("Year of birth").fill("1991")
    page.get_by_role("button", name="Find my seat").click()
    expect(page.get_by_role("alert")).to_contain_text("No player matches")
    no_barriers(page)
    fits(page)
    page.get_by_label("Year of birth").fill("1990")
    page.get_by_role("button", name="Find my seat").click()
    expect(figures(page)).to_have_text(["12", "4"])


def test_the_code_on_the_seat_card_shows_the_seat_with_the_surname(visit: Visit, event: int) -> None:
    anna = a_player("Anna Berg")
    seated(event, anna)
    page = visit("/p/", size=PHONE)
    page.get_by_label("Code on the seat card").fill(code_of(anna.pk))
    page.get_by_label("Surname").fill("Zorn")
    page.get_by_role("button", name="Show my seat").click()
    expect(page.get_by_role("alert")).to_contain_text("No seat found for this code and surname.")
    page.get_by_label("Surname").fill("berg")
    page.get_by_role("button", name="Show my seat").click()
    expect(page.get_by_role("status").get_by_text("Table 12 · Seat 4")).to_be_visible()
    no_barriers(page)
    fits(page)


def test_an_initial_matches_a_surname_only_beside_the_first_name(visit: Visit, event: int) -> None:
    seated(event, a_player("Kira Zeller", privacy="short"))
    page = visit("/p/", size=PHONE)
    found, name = page.locator("#seat-found li"), page.get_by_label("Or search the seat lists by name")
    tried = [("zzzqq", "kira"), ("zeller", "Z Kira"), ("kira yeller", "kira z"), ("x kira z", "zel kira")]
    for nothing, somebody in tried:
        name.fill(nothing)
        expect(found).to_contain_text("No seat under this name.")
        name.fill(somebody)
        expect(found).to_contain_text("Z., Kira")
