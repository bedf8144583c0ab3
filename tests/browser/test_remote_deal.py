"""The remote while a deal is pending: the buttons of the clock wait for it."""

import pytest
from playwright.sync_api import expect

from prizes.commands.deals import open_deal, void_deal
from tests.browser.rooms import TABLET, Visit, ready, remote_of
from tests.fixtures.room import MakesEvents, press
from tests.prizes.evenings import closed, evening, out
from tourney.access.roles import Actor

pytestmark = [pytest.mark.browser, pytest.mark.processes]


def test_buttons_of_the_clock_are_off_while_a_deal_is_pending(
    visit: Visit, make_event: MakesEvents, director: Actor, floor: Actor
) -> None:
    event = make_event(book="pokerstars_live")
    entries = evening(event, floor, 9)
    closed(event)
    out(event, *entries[:6])
    page = ready(visit(remote_of(event), director, size=TABLET))
    kinds = ("clock.add", "clock.next", "clock.last_hand")
    buttons = [page.locator("#main-press"), *(page.locator(f'[data-do="{kind}"]').first for kind in kinds)]
    for button in buttons:
        expect(button).to_be_enabled()
    press(open_deal, event, by=floor, stacks=[{"entry": entry, "chips": 30_000} for entry in entries[6:]])
    for button in buttons:
        expect(button).to_be_disabled()
    press(void_deal, event, by=floor, reason="They play on")
    for button in buttons:
        expect(button).to_be_enabled()
