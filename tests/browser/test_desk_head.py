"""The head of the desk: its height is known before its events are."""

import re

import pytest
from playwright.sync_api import Page, expect

from desk.commands.drawers import open_drawer
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
