"""The player's page in an event for teams of two."""

import pytest
from playwright.sync_api import expect

from desk.commands.bookings import cancel
from tests.browser.phones import live
from tests.browser.rooms import PHONE, Visit
from tests.fixtures.room import MakesEvents, press
from tests.phone.people import a_booking, a_player, a_registration, an_entry, path_of
from tourney.access.roles import Actor

pytestmark = [pytest.mark.browser, pytest.mark.processes]


def test_a_phone_counts_the_teams_ahead_and_says_who_keeps_the_list(
    visit: Visit, event: int, make_event: MakesEvents, director: Actor
) -> None:
    a_registration(event, capacity=1, partner_until="entry", self_wait=True)
    single = make_event(name="Late Turbo")
    a_registration(single, capacity=1, self_wait=True)
    for one in (event, single):
        an_entry(one, a_player("Zoe"))
    first, _second = (
        a_booking(event, a_player(one), "waiting", partner=a_player(other))
        for one, other in (("Bruno", "Berta"), ("Carla", "Carlo"))
    )
    last = a_player()
    a_booking(event, last, "waiting", partner=a_player("Adam"))
    note = (page := live(visit(path_of(last), size=PHONE))).locator("#answer-note")
    expect(note).to_have_text("Ahead of you: 2 teams")
    press(cancel, event, by=director, booking=first.pk)
    expect(note).to_have_text("Ahead of you: 1 team")
    page.close()
    page = visit(path_of(a_player("Dora")), size=PHONE)
    page.locator("#events button", has_text="Friday Deep").click()
    expect(page.locator("#registration")).to_contain_text("Event full")
    expect(page.locator("#answer-note")).to_have_text("The event is full. Join the waiting list at the desk.")
    expect(page.locator("#actions")).to_be_hidden()
    # In an event without teams, players may join the list on their own.
    page.locator("#events button", has_text="Late Turbo").click()
    expect(page.locator("#answer-note")).to_have_text(
        "The event is full. Join the waiting list here or at the desk."
    )
    expect(page.locator("#actions button")).to_have_text("Join the waiting list")
