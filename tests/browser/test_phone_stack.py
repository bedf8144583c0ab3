"""A player enters their stack on the phone while the stacks are counted, in a real browser."""

import pytest
from playwright.sync_api import expect

from notifications.commands.player_links import path_of
from procedures.commands.stack_counts import close_count, count_table, open_count
from procedures.models import ReportedStack
from stages.commands.advance import advance_players
from tests.browser.phones import live, seated
from tests.browser.rooms import PHONE, Visit, no_barriers
from tests.desk.tills import drawer
from tests.fixtures.room import MakesEvents, press
from tests.stages.stage_scenes import event_row, flights, in_bags, people
from tests.waiting import until
from tourney.access.roles import Actor

pytestmark = [pytest.mark.browser, pytest.mark.processes]


def test_a_stack_is_entered_on_the_phone_and_shown_once_the_count_is_closed(
    visit: Visit, event: int, floor: Actor
) -> None:
    path, _entry = seated(event)
    page = live(visit(path, size=PHONE))
    card = page.locator("#stack-card")
    expect(card).to_have_count(0)
    press(open_count, event, by=floor)
    page.get_by_label("Chips", exact=True).fill("12’500")
    page.get_by_role("button", name="Enter chips").click()
    expect(card).to_contain_text("You entered 12,500 chips. Staff have not checked them yet.")
    until(lambda: ReportedStack.objects.filter(chips=12_500).exists())
    no_barriers(page)
    for chips in (12_500, 9_000):
        if chips == 9_000:
            press(open_count, event, by=floor)
        press(count_table, event, by=floor, number=12, stacks=[{"seat": 4, "chips": chips}])
        press(close_count, event, by=floor)
    expect(page.locator("#stack-last")).to_have_text("9,000")
    expect(page.locator("#stack-form")).to_have_count(0)
    expect(page.get_by_role("img", name="Your stack at the counts so far: 12,500, 9,000.")).to_be_visible()


def test_the_phone_of_a_forfeited_stack_names_the_one_that_advanced(
    visit: Visit, make_event: MakesEvents, director: Actor
) -> None:
    drawer(director)
    found = flights(make_event)
    ada, bela = people("Ada Adler", "Bela Bauer")
    in_bags(found["1A"], director, 5, {ada: 10_000, bela: 10_000})
    in_bags(found["1B"], director, 6, {ada: 15_000, bela: 5_000})
    press(advance_players, found["2"], by=director)
    page = live(visit(path_of(ada), size=PHONE))
    page.locator("#events").get_by_role("button", name=event_row(found["1A"]).name).click()
    expect(page.locator("#answer-title")).to_have_text("This stack was forfeited")
    note = f"You advanced to Main Event Day 2 with 15,000 chips from {event_row(found['1B']).name}."
    expect(page.locator("#answer-note")).to_contain_text(note)
    expect(page.locator("#stack-forfeited")).to_have_text("Forfeited: another stack counts.")
    page.locator("#events").get_by_role("button", name=event_row(found["1B"]).name).click()
    expect(page.locator("#answer-title")).to_have_text("You advanced to Main Event Day 2")
    expect(page.locator("#stack-forfeited")).to_have_count(0)
