"""The head of the desk: its height is known before its events are."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.desks import DESK, clerk, opened, selling, sells
from tests.browser.rooms import TABLET, Visit
from tests.examples import in_soak
from tests.fixtures.room import MakesEvents
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
