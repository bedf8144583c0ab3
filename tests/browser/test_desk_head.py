"""The head of the desk: its height is known before its events are."""

import re

import pytest
from playwright.sync_api import Page, expect

from desk.commands.drawers import open_drawer
from desk.models import Drawer
from tests.browser.desks import DESK, clerk, opened, selling, sells
from tests.browser.rooms import TABLET, Visit, turn_to
from tests.examples import in_soak
from tests.fixtures.room import MakesEvents, press
from tourney.access.roles import Actor

__all__ = ["clerk", "selling"]
pytestmark = [pytest.mark.browser, pytest.mark.processes]

# Note each place of the search field, frame by frame, from the first that shows it.
_NOTE_PLACES = """
  window.places = [];
  (function note() {
    const y = document.getElementById("desk-q")?.getBoundingClientRect().y;
    if (document.getElementById("desk-people-keys") && window.places.at(-1) !== y) window.places.push(y);
    requestAnimationFrame(note);
  })();
"""


@pytest.mark.parametrize("size", [DESK, in_soak(TABLET), in_soak({"width": 800, "height": 1100})])
def test_the_search_field_does_not_move_while_the_desk_loads(
    visit: Visit, clerk: Actor, selling: int, make_event: MakesEvents, size: dict[str, int]
) -> None:
    sells(make_event(name="International Mystery Bounty Championship, Day 1B"))

    def note(page: Page) -> None:
        page.add_init_script(_NOTE_PLACES)

    page = opened(visit, selling, clerk, size=size, before=note)
    expect(page.locator(".desk-event .desk-closes").first).to_contain_text("Open until level 3 ends")
    places = page.evaluate("new Promise((done) => requestAnimationFrame(() => done(places)))")
    assert len(places) == 1, places


@pytest.mark.soak
def test_the_desk_opens_with_the_event_it_used_last_else_the_newest_on_sale(
    visit: Visit, desk: Actor, selling: int, make_event: MakesEvents
) -> None:
    newest = make_event(name="Sunday Main", book="tda")
    sells(newest)
    make_event(name="Not on sale yet", book="tda")
    page = visit("/staff/desk/", desk, size=DESK)
    chosen = page.locator(".desk-event[aria-pressed=true]")
    expect(chosen).to_contain_text("Sunday Main")
    expect(page).to_have_title(re.compile("^Sunday Main · Desk · "))
    # An open drawer leaves the events as they are.
    shown = page.locator("#desk-events .desk-event")
    expect(page.locator("[data-key=d]")).to_contain_text("closed")
    before = [one.bounding_box() for one in shown.all()]
    press(open_drawer, by=desk, opening_float=0)
    page.reload()
    expect(page.locator("[data-key=d]")).to_contain_text("open since")
    expect(chosen).to_contain_text("Sunday Main")
    assert [one.bounding_box() for one in shown.all()] == before
    shown.filter(has_not_text="Sunday Main").first.click()
    expect(chosen).not_to_contain_text("Sunday Main")
    used = chosen.locator("strong").inner_text()
    turn_to(page, "/staff/desk/")
    expect(chosen.locator("strong")).to_have_text(used)


def test_names_that_are_cut_keep_the_end_that_tells_flights_apart(
    visit: Visit, clerk: Actor, selling: int, make_event: MakesEvents
) -> None:
    parts = ("1A", "1B", "Day 2")
    name = "International Lake Constance Tag Team Championship Series 2026"
    events = [make_event(name=f"{name} {part}") for part in parts]
    for event in events:
        sells(event)
    page = opened(visit, events[0], clerk, size=TABLET)
    expect(page.locator("#desk-events [aria-pressed=true] strong")).to_have_text(re.compile("1A$"))
    page.locator(".desk-more").click()
    others = page.locator("#desk-more-list .desk-event strong")
    shown = [one.inner_text() for one in others.all()]
    assert {text[-2:] for text in shown} >= {"1B", " 2"}, shown
    cut = (
        "(all) => all.filter((one) => one.scrollHeight > one.clientHeight + 1).map((one) => one.textContent)"
    )
    assert not others.evaluate_all(cut)
    page.set_viewport_size(DESK)
    for event, part in zip(events, parts, strict=True):
        turn_to(page, f"/staff/t/{event}/entries/")
        here = page.locator(".event-here > strong")
        expect(here).to_have_text(re.compile(f"^International .*… {part}$"))
        assert not here.evaluate_all(cut)


def test_letters_in_the_opening_float_do_not_open_the_drawer_with_0(
    visit: Visit, desk: Actor, selling: int
) -> None:
    page = opened(visit, selling, desk)
    page.keyboard.press("Alt+D")
    amount = page.locator("#desk-drawer-float")
    expect(amount).to_be_focused()
    page.keyboard.type("abc")
    page.keyboard.press("Enter")
    expect(page.locator("#desk-drawer-float-fault")).to_have_text(
        "Enter the amount of cash in the drawer, or 0."
    )
    assert not Drawer.objects.exists()
    amount.fill("0")
    page.locator("dialog[open] [type=submit]").click()
    expect(page.locator("[data-key=d]")).to_contain_text("open since")
