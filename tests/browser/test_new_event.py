"""A new event in one page: from the room of the first start to a selling desk and a clock on a TV."""

import json
from io import StringIO
from typing import Any

import pytest
from django.conf import global_settings
from django.core.management import call_command
from playwright.sync_api import Page, expect

from clock.commands.structures import save_structure
from desk.models import Drawer, Registration
from displays.models import Screen
from prizes.models import Payout
from seating.commands import add_tables
from seating.models import TournamentTable
from tests.browser.presses import Presses
from tests.browser.rooms import LAPTOP, PHONE, TABLET, Visit, in_language, no_barriers, no_barriers_in
from tests.examples import in_soak
from tests.fixtures.room import club_night, press
from tests.fixtures.servers import Server
from tests.waiting import until
from tourney.access.roles import FIRST_START, Actor
from tourney.models import Entry, Tournament

pytestmark = [pytest.mark.browser, pytest.mark.processes]
MOST = 25


@pytest.fixture
def library(db: None) -> None:
    """Make a library with one structure, and two tables."""
    press(save_structure, by=FIRST_START, name="Club night", levels=club_night())
    press(add_tables, by=FIRST_START, first=1, last=2, seats=9)


def _suggested(page: Page) -> Page:
    """Return the page when it has its preview and suggestions of the last input."""
    page.wait_for_timeout(400)
    expect(page.locator("#preview")).to_have_attribute("aria-busy", "false")
    return page


def _go_to_step(page: Page, hands: Presses, name: str) -> None:
    """Open the steps before the start, and follow one."""
    fold = page.locator("#event-setup details")
    fold.wait_for()
    if not fold.evaluate("one => one.open"):
        hands.click(fold.locator("summary"))
    hands.click(fold.get_by_role("link", name=name))


def test_the_first_event_sells_and_shows_its_clock_after_few_presses(visit: Visit, settings: Any) -> None:
    # The server checks the password, and knows nothing of the tests' fast one.
    settings.PASSWORD_HASHERS = global_settings.PASSWORD_HASHERS
    out = StringIO()
    call_command("prepare_room", stdout=out)
    password = json.loads(out.getvalue())["password"]
    hands = Presses()
    tv = visit("/")
    hands.click(tv.locator("a[href='/tv/']"))
    page = visit("/staff/")
    hands.fill(page.get_by_label("Name"), "director")
    hands.fill(page.get_by_label("Password"), password)
    hands.key(page, "Enter")
    hands.click(page.get_by_role("link", name="New event"))
    hands.fill(page.get_by_label("Name"), "Sunday Special")
    hands.fill(page.get_by_label("Prize pool"), "40")
    hands.fill(page.get_by_label("House fee"), "10")
    hands.click(page.get_by_role("button", name="Create and open registration"))
    expect(page.locator("h1")).to_have_text("Sunday Special")
    _go_to_step(page, hands, "Clock on a TV")
    code = tv.locator(".pair-code")
    expect(code).to_be_visible()
    hands.fill(page.get_by_label("Code on the TV"), code.inner_text())
    # Sent before its script has loaded, the form would leave the page, and "back" would lead there.
    page.wait_for_load_state("load")
    hands.key(page, "Enter")
    expect(tv.locator("body")).to_contain_text("Sunday Special")
    hands.log.append("back")
    page.go_back()
    _go_to_step(page, hands, "Sell at the desk")
    expect(page.locator(".desk-event[aria-pressed=true][data-open]")).to_contain_text("Sunday Special")
    expect(page.locator("#desk-q")).to_be_focused()
    hands.type(page, "beat müller")
    hands.key(page, "Enter")
    hands.type(page, "30051990")
    hands.key(page, "Enter")
    expect(page.locator("#desk-till .desk-total")).to_be_visible()
    hands.key(page, "Enter")
    # The first sale asks for the drawer in place; a blank float is 0.
    expect(page.get_by_label("Opening float")).to_be_focused()
    hands.key(page, "Enter")
    event = Tournament.objects.get(name="Sunday Special")
    until(lambda: Entry.objects.filter(tournament=event).exists())
    expect(page.locator(".is-newest")).to_contain_text("Beat Müller")
    assert Drawer.objects.get(closed_at__isnull=True).opening_float == 0
    assert Screen.objects.get().tournament == event
    print(f"{hands.count} presses: {', '.join(hands.log)}")
    assert hands.count < MOST


@pytest.mark.soak
def test_the_name_of_an_earlier_event_fills_in_its_settings(
    visit: Visit, director: Actor, library: None
) -> None:
    page = visit("/staff/new/", director)
    page.get_by_label("Name").fill("Friday Turbo 20.11.")
    page.get_by_label("Prize pool").fill("85")
    page.get_by_label("House fee").fill("15")
    page.get_by_label("Number of tables").fill("1")
    page.get_by_label("Guarantee").fill("5000")
    page.get_by_role("button", name="Create and open registration").click()
    expect(page.locator("h1")).to_have_text("Friday Turbo 20.11.")
    page.goto(page.url.split("/staff/")[0] + "/staff/new/")
    page.get_by_label("Prize pool").fill("90")
    page.get_by_label("Name").fill("friday turbo 27.11.")
    pool, fee = page.get_by_label("Prize pool"), page.get_by_label("House fee")
    expect(fee).to_have_value("15")
    # What was typed stays.
    expect(pool).to_have_value("90")
    fee_hint = page.locator(".field", has=fee).locator(".hint")
    expect(fee_hint).to_contain_text("As in Friday Turbo 20.11. of")
    expect(page.get_by_label("Calculated")).to_have_value("like")
    expect(page.get_by_label("Guarantee")).to_have_value("5000")
    expect(page.locator("#preview")).to_contain_text("Table 2 with 9 seats.")
    page.get_by_role("button", name="Create and open registration").click()
    expect(page.locator("h1")).to_have_text("friday turbo 27.11.")
    event = Tournament.objects.get(name="friday turbo 27.11.")
    assert Registration.objects.get(tournament=event).price == 10_500
    assert Payout.objects.get(tournament=event).guarantee == 500_000
    assert TournamentTable.objects.get(tournament=event).table.number == 2


def test_preview_follows_the_form(visit: Visit, director: Actor, library: None) -> None:
    page = visit("/staff/new/", director)
    page.get_by_label("Name").fill("Preview")
    page.get_by_label("Prize pool").fill("100")
    page.get_by_label("Planned start").fill("2126-03-01T20:00")
    sums = page.locator("#preview table").first
    # A third of the 18 seats of the room's two tables.
    expect(sums.locator("tbody tr").first).to_contain_text("600")
    page.get_by_text("Choose which tables").click()
    page.get_by_label("Table 2").check()
    expect(page.get_by_label("Number of tables")).to_have_value("1")
    expect(page.locator("#preview")).to_contain_text("Table 2 with 9 seats.")
    levels = page.locator("#preview table").last
    expect(levels.locator("tbody tr").nth(3)).to_contain_text("20:50")
    expect(page.locator("#preview")).to_contain_text("Registration closes at 20:40")
    page.get_by_label("Number of tables").fill("5")
    expect(page.get_by_label("Table 2")).not_to_be_checked()
    expect(page.locator("#preview")).to_contain_text("Too few tables are free.")
    page.get_by_label("Add missing tables to the room").check()
    expect(page.locator("#preview")).to_contain_text("Tables 3–5 are added to the room.")
    page.get_by_label("Prize pool").fill("1.2.3")
    expect(page.get_by_label("Prize pool")).to_have_attribute("aria-invalid", "true")
    expect(page.get_by_label("Prize pool")).to_be_focused()


@pytest.mark.soak
def test_errors_are_shown_at_their_fields_and_the_input_stays(
    visit: Visit, director: Actor, library: None
) -> None:
    page = visit("/staff/new/", director)
    page.get_by_label("Name").fill("Sunday Special")
    page.get_by_label("Starting stack").fill("0")
    page.get_by_label("Number of tables").fill("3")
    page.get_by_label("Prize pool").fill("1.2.3")
    page.get_by_role("button", name="Create and open registration").click()
    expect(page.get_by_label("Prize pool")).to_have_attribute("aria-invalid", "true")
    expect(page.get_by_label("Number of tables")).to_have_value("3")
    page.get_by_label("Prize pool").fill("20")
    page.get_by_role("button", name="Create and open registration").click()
    expect(page.get_by_label("Starting stack")).to_have_attribute("aria-invalid", "true")
    page.get_by_label("Starting stack").fill("10000")
    page.get_by_role("button", name="Create and open registration").click()
    expect(page.get_by_label("Number of tables")).to_have_attribute("aria-invalid", "true")
    expect(page.locator("main")).to_contain_text("Only 2 tables are free.")
    page.get_by_label("Number of tables").fill("2")
    page.get_by_label("Planned start").fill("2001-01-01T20:00")
    page.get_by_role("button", name="Create and open registration").click()
    expect(page.get_by_label("Planned start")).to_have_attribute("aria-invalid", "true")
    assert not Tournament.objects.exists()


def test_a_clock_alone_needs_no_price(visit: Visit, director: Actor, library: None) -> None:
    page = visit("/staff/new/", director, size=PHONE)
    page.get_by_label("Name").fill("Clock alone")
    page.get_by_role("button", name="Clock only").click()
    expect(page.locator("h1")).to_have_text("Clock alone")
    assert Tournament.objects.get().counted_by_hand


@pytest.mark.soak
def test_undo_on_the_page_of_the_new_event_leads_back_to_the_events(
    visit: Visit, director: Actor, library: None
) -> None:
    page = visit("/staff/new/", director)
    page.get_by_label("Name").fill("Mistake")
    page.get_by_label("Prize pool").fill("20")
    page.get_by_role("button", name="Create, open registration later").click()
    expect(page.locator("main")).to_contain_text("Created the event “Mistake”")
    page.locator(".notice").get_by_role("button", name="Undo").click()
    expect(page.get_by_role("heading", name="Live", level=1)).to_be_visible()
    assert not Tournament.objects.exists()


@pytest.mark.soak
@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("size", [in_soak(LAPTOP), in_soak(TABLET), PHONE], ids=["laptop", "tablet", "phone"])
def test_the_page_has_no_barriers(
    visit: Visit, director: Actor, library: None, web_server: Server, language: str, size: dict[str, int]
) -> None:
    page = visit("/staff/new/", director, before=in_language(language, web_server))
    page.locator("[name=pool]").fill("1000000")
    _suggested(page)
    no_barriers(page)
    no_barriers_in(page, size, "dark")
