"""The rule finder answers while a query is typed, on a phone and on a tablet; a key of the floor's page opens it."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.rooms import PHONE, TABLET, Visit, fits, no_barriers
from tests.examples import in_soak
from tests.fixtures.room import MakesEvents
from tourney.access.roles import Actor

pytestmark = [pytest.mark.browser, pytest.mark.processes]
RULES = "/staff/rules/"


def first(page: Page) -> object:
    """Return the citation of the first rule."""
    return expect(page.locator(".rules-cite").first)


@pytest.mark.parametrize(
    ("size", "scheme"), [(PHONE, "dark"), in_soak(TABLET, "light")], ids=["phone-dark", "tablet-light"]
)
def test_rule_is_found_while_typing(visit: Visit, floor: Actor, size: dict[str, int], scheme: str) -> None:
    page = visit(f"{RULES}?book=munot", floor, size=size, color_scheme=scheme)
    expect(page.locator("#rules-q")).to_be_focused()
    expect(page.locator(".rules-rule")).to_have_count(83)
    no_barriers(page, looks_alone=scheme == "dark")
    page.keyboard.type("falsch sitz")
    first(page).to_have_text("Munot 7")
    expect(page.locator(".rules-rule.is-first").first).to_contain_text("wrong seat taken")
    fits(page)
    no_barriers(page, looks_alone=True)
    page.locator(".rules-rule summary").first.click()
    expect(page.get_by_text("Wer falsch sitzt, wird umgesetzt").first).to_be_visible()
    page.locator("#rules-q").fill("tda 71a")
    first(page).to_have_text("TDA 71A")
    expect(page).to_have_url(re.compile(r"q=tda\+71a&book=munot$"))
    page.reload()
    first(page).to_have_text("TDA 71A")
    page.locator("#rules-q").fill("xyzzy")
    expect(page.get_by_text("No rule found")).to_be_visible()
    page.locator("#rules-q").fill("chip race")
    page.get_by_label("This rulebook first").select_option("wsop")
    first(page).to_have_text("WSOP 77")


def test_rule_search_reports_a_lost_server_and_recovers(visit: Visit, floor: Actor) -> None:
    page = visit(RULES, floor, size=PHONE)
    page.route("**/rules/found/**", lambda route: route.abort())
    page.locator("#rules-q").fill("rabbit")
    expect(page.locator("#rules-away")).to_be_visible()
    page.unroute("**/rules/found/**")
    page.locator("#rules-q").fill("rabbit hunting")
    first(page).to_have_text("TDA 28")
    expect(page.locator("#rules-away")).to_be_hidden()


@pytest.mark.soak
def test_a_key_on_the_floor_leads_to_the_events_own_book(
    visit: Visit, floor: Actor, make_event: MakesEvents
) -> None:
    event = make_event(book="five_spades")
    page = visit(f"/staff/t/{event}/floor/", floor, size=TABLET)
    page.wait_for_selector("#floor:not([data-loading])")
    page.keyboard.press("q")
    page.wait_for_url(f"**{RULES}?book=five_spades")
    page.keyboard.type("chiprennen")
    first(page).to_have_text("Five Spades 3.17")
