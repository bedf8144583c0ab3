"""Displays left on flights whose players have advanced: how staff find them, and what they say."""

import pytest
from playwright.sync_api import expect

from clock.commands.clock import start
from clock.commands.events import close_event
from displays.commands.displays import show_on_screen
from displays.models import Screen
from stages.commands.advance import advance_players
from tests.browser.rooms import TABLET, Visit
from tests.browser.walls import wall
from tests.desk.tills import drawer
from tests.fixtures.room import MakesEvents, press
from tests.fixtures.servers import Server
from tests.stages.stage_scenes import flights, in_bags, people, seat_everybody
from tourney.access.roles import Actor
from tourney.journal.undo import undo

pytestmark = [pytest.mark.browser, pytest.mark.processes]


def test_displays_of_a_flight_follow_its_players_to_the_next_day(
    visit: Visit, web_server: Server, director: Actor, make_event: MakesEvents
) -> None:
    drawer(director)
    found = flights(make_event, preset="flights_sum")
    flight, final = found["1A"], found["2"]
    anna, bert, cleo = people("Anna", "Bert", "Cleo")
    in_bags(flight, director, 1, {anna: 12_000, bert: 8_000})
    in_bags(found["1B"], director, 2, {anna: 15_000, cleo: 5_000})
    clock, leaders = (wall(visit, web_server, flight, layout) for layout in ("clock", "chip_leaders"))
    page = visit("/staff/screens/", director, size=TABLET)
    cards = page.locator(".screen")
    expect(cards).to_have_count(2)
    next_day = cards.get_by_role("button", name="Show Main Event Day 2")
    expect(leaders.locator("[data-layout=chip_leaders]")).to_contain_text("Chip leaders at the end of Day 1A")
    # Until its players have advanced, it is shown as the flight that is over.
    expect(next_day).to_have_count(0)
    press(advance_players, final, by=director)
    expect(next_day).to_have_count(2)
    seat_everybody(final, [3])
    expect(clock.locator("[data-layout=clock]")).to_contain_text("Next: Day 2")
    press(start, final, by=director)
    expect(clock.locator("[data-layout=clock]")).to_contain_text("Day 2 is in progress")
    # Closed although places are undecided, and open again.
    closed = press(close_event, final, by=director, although_unfinished=True)
    expect(clock.locator("[data-layout=clock]")).to_contain_text("Day 2 is over")
    press(undo, final, by=director, seq=closed.seq)
    expect(clock.locator("[data-layout=clock]")).to_contain_text("Day 2 is in progress")

    remote = visit(f"/staff/t/{final}/", director, size=TABLET)
    listed = remote.locator("#screens")
    expect(listed).to_contain_text("No display is showing this event.")
    left = listed.get_by_role("link", name="displays still show")
    expect(left).to_have_text("2 displays still show earlier flights or days of this event.")
    expect(left).to_have_attribute("href", "/staff/screens/")
    next_day.first.click()
    expect(next_day).to_have_count(1)
    expect(left).to_have_count(0)
    expect(listed).to_contain_text("1 display still shows earlier flights or days of this event.")
    other = Screen.objects.get(tournament=flight)
    press(show_on_screen, by=director, screen=other.pk, tournament=final, layout="clock")
    expect(next_day).to_have_count(0)
    expect(listed).not_to_contain_text("still show")
    expect(clock.locator("[data-layout=clock]")).to_contain_text("Main Event Day 2")
