"""The command palette and the pause button of the strip, in a real browser."""

import pytest
from playwright.sync_api import Page, expect

from clock.commands.clock import start
from tests.browser.floors import UPRIGHT, seated
from tests.browser.rooms import LAPTOP, PHONE, TABLET, Visit, kinds, no_barriers
from tests.fixtures.room import MakesEvents, press
from tests.waiting import until
from tourney.access.roles import Actor

pytestmark = [pytest.mark.browser, pytest.mark.processes]


def opened(page: Page) -> None:
    """Open the palette by its keys."""
    expect(page.locator("#palette-config")).to_be_attached()
    page.wait_for_function("() => document.readyState === 'complete'")
    page.keyboard.press("Control+k")
    expect(page.get_by_role("combobox", name="Go to")).to_be_focused()


def test_a_page_is_reached_by_a_few_letters(visit: Visit, make_event: MakesEvents, director: Actor) -> None:
    event = make_event()
    page = visit(f"/staff/t/{event}/journal/", director)
    opened(page)
    no_barriers(page)
    # Pages are listed with the key press itself, before any answer of the server.
    first = page.evaluate(
        """() => {
          const input = document.querySelector('#palette input');
          input.value = 'payo';
          input.dispatchEvent(new InputEvent('input', { bubbles: true }));
          return document.querySelector('#palette [aria-selected=true] .palette-label').textContent;
        }"""
    )
    assert first == "Payouts"
    page.keyboard.press("Enter")
    page.wait_for_url(f"**/staff/t/{event}/payouts/")


def test_slash_on_the_floor_finds_a_table_and_a_player(
    visit: Visit, make_event: MakesEvents, floor: Actor
) -> None:
    event = make_event(book="tda")
    seated(event, 12, 2)
    page = visit(f"/staff/t/{event}/floor/", floor, size=TABLET)
    page.wait_for_selector("#floor:not([data-loading])")
    page.keyboard.press("/")
    page.keyboard.type("2")
    page.keyboard.press("Enter")
    expect(page.locator("#panel-title")).to_contain_text("2")
    page.keyboard.press("Escape")
    page.keyboard.press("/")
    page.keyboard.type("caduff")
    row = page.get_by_role("option", name="Beat Caduff")
    expect(row).to_contain_text("seat")
    row.click()
    expect(page.locator("#panel")).to_be_visible()


def test_the_desk_keeps_its_field_after_the_palette(
    visit: Visit, make_event: MakesEvents, director: Actor
) -> None:
    make_event()
    page = visit("/staff/desk/", director, size=TABLET)
    expect(page.locator("#desk-q")).to_be_focused()
    opened(page)
    page.keyboard.type("vouch")
    expect(page.get_by_role("option", selected=True)).to_contain_text("Vouchers")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.keyboard.type("an")
    expect(page.locator("#desk-q")).to_have_value("an")


@pytest.mark.soak
def test_on_a_phone_the_palette_is_a_press_away(
    visit: Visit, make_event: MakesEvents, director: Actor
) -> None:
    event = make_event()
    page = visit(f"/staff/t/{event}/results/", director, size=PHONE, has_touch=True)
    page.get_by_role("button", name="Go to").tap()
    page.keyboard.type("displ")
    row = page.get_by_role("option", name="Displays Page", exact=True)
    box = row.bounding_box()
    assert box is not None
    assert box["height"] >= 48
    row.tap()
    page.wait_for_url("**/staff/screens/")


def test_the_clock_is_paused_and_resumed_from_any_page(
    visit: Visit, make_event: MakesEvents, director: Actor
) -> None:
    event = make_event()
    press(start, event, by=director)
    page = visit(f"/staff/t/{event}/results/", director)
    strip = page.locator("#event-strip")
    strip.get_by_role("button", name="Pause the clock").click()
    expect(strip.locator(".badge")).to_have_text("Paused")
    expect(page.locator(".toast")).to_contain_text("Paused")
    # The message leaves the strip in view.
    for size in (PHONE, UPRIGHT):
        page.set_viewport_size(size)
        bar, message = strip.bounding_box(), page.locator(".toast").last.bounding_box()
        assert bar is not None
        assert message is not None
        assert message["y"] >= bar["y"] + bar["height"]
    page.set_viewport_size(LAPTOP)
    opened(page)
    page.keyboard.type("resume")
    page.keyboard.press("Enter")
    expect(strip.get_by_role("button", name="Pause the clock")).to_be_visible()
    until(lambda: kinds(event)[-2:] == ["clock.pause", "clock.resume"])


@pytest.mark.soak
@pytest.mark.parametrize("path", ["structure", "registration"])
def test_strip_shows_the_clock_on_pages_with_and_without_a_feed_of_their_own(
    visit: Visit, make_event: MakesEvents, director: Actor, path: str
) -> None:
    event = make_event()
    press(start, event, by=director)
    page = visit(f"/staff/t/{event}/{path}/", director)
    expect(page.locator("#event-strip [data-strip=time]")).to_contain_text(":")
    expect(page.locator("#event-strip .badge")).to_have_text("Running")


@pytest.mark.soak
def test_only_those_who_run_the_clock_have_its_button(
    visit: Visit, make_event: MakesEvents, director: Actor, desk: Actor
) -> None:
    event = make_event()
    press(start, event, by=director)
    page = visit(f"/staff/t/{event}/results/", desk)
    expect(page.locator("#event-strip .badge")).to_have_text("Running")
    expect(page.locator(".strip-press")).to_have_count(0)
