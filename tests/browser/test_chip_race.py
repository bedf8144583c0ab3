"""A chip race on the dealer's tablet, on the floor's page and on the slips."""

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from clock.commands.clock import next_level
from clock.commands.clock import start as start_clock
from procedures.commands.chip_races import finish, start
from procedures.commands.race_tables import table_done
from procedures.models import Race, RaceSeat
from procedures.periodic import start_planned_races
from seating.commands import bust
from tests.browser.rooms import PHONE, Visit, fits, no_barriers
from tests.browser.tablets import UPRIGHT, two_tables
from tests.fixtures.room import MakesEvents, level, pause, press
from tests.procedures.chip_race_scenes import EVENING, with_chips
from tests.seating.seating_scenes import Places
from tourney.access.roles import Actor
from tourney.models import JournalEntry, Notice, Tournament
from tourney.services.field_counts import field_of

pytestmark = [pytest.mark.browser, pytest.mark.processes]
FLOOR = {"width": 1180, "height": 820}


@pytest.fixture
def event(make_event: MakesEvents, floor: Actor) -> int:
    """Make an event of Munot in its first break, in which the 25s leave play."""
    made = make_event(EVENING, book="munot")
    with_chips(made, 25, 100, 500, 1_000)
    return made


@pytest.fixture
def at(event: int, floor: Actor) -> Places:
    """Seat six players at table 3 and two at table 7; return the entry at each (table, seat)."""
    found = two_tables(event)
    press(start_clock, event, by=floor)
    press(next_level, event, by=floor)
    return found


def tablet_of(visit: Visit, event: int, dealer: Actor, number: int = 3, size: Any = None) -> Page:
    """Open the tablet at a table."""
    page = visit(f"/staff/t/{event}/dealer/{number}/", dealer, size=size or UPRIGHT, has_touch=True)
    page.wait_for_selector("#dealer:not([data-loading])")
    return page


def odd(page: Page, seat: int, count: int) -> None:
    """Tap how many odd chips a seat has."""
    page.get_by_role("group", name=f"Odd chips of seat {seat}").get_by_role(
        "button", name=str(count), exact=True
    ).tap()


def test_a_race_at_one_table_from_the_count_to_the_last_chip(
    visit: Visit, event: int, at: Places, floor: Actor, dealer: Actor, tmp_path: Path
) -> None:
    page = tablet_of(visit, event, dealer)
    expect(page.locator('[data-part="race"]')).to_have_text("25s will be coloured up in this break.")
    press(start, event, by=floor, small=25)
    race = page.locator("#race")
    expect(race).to_be_visible()
    expect(page.locator("#ring")).to_be_hidden()
    expect(race.get_by_role("heading")).to_have_text("Chip race: 25 for 100")
    expect(race.locator("cite")).to_have_text("Munot 24")
    odd(page, 1, 3)
    odd(page, 4, 2)
    # A stack count gives the number of odd chips.
    stack = page.get_by_label("Stack of seat 6")
    stack.fill("12480")
    stack.blur()
    # Input that is marked as wrong is not accepted, whatever is tapped next.
    page.locator("[data-act='enter']").click()
    expect(stack).to_be_focused()
    expect(stack).to_have_value("12480")
    expect(race.get_by_role("alert")).to_have_text("Not possible with 25s.")
    stack.fill("12450")
    stack.blur()
    expect(
        page.get_by_role("group", name="Odd chips of seat 6").get_by_role("button", name="2", exact=True)
    ).to_have_attribute("aria-pressed", "true")
    odd(page, 9, 1)
    race.get_by_role("listitem").filter(has_text="Seat 9").get_by_label("has no other chips").check()
    page.screenshot(path=tmp_path / "race_count.png", full_page=True)
    no_barriers(page)
    race.get_by_role("button", name="Counted: 8 odd chips").tap()
    expect(race).to_contain_text("8 odd chips, 2 × 100 to win")
    assert list(race.locator(".race-order li > :first-child").all_text_contents()) == [
        "Seat 1",
        "Seat 4",
        "Seat 6",
        "Seat 9",
    ]
    page.screenshot(path=tmp_path / "race_decide.png", full_page=True)
    race.get_by_role("button", name="Deal the cards here").tap()
    expect(race.locator(".race-card")).to_have_count(8)
    expect(race.locator(".race-seat[data-wins]")).not_to_have_count(0)
    page.screenshot(path=tmp_path / "race_result.png", full_page=True)
    no_barriers(page)
    fits(page)
    won = RaceSeat.objects.filter(wins=True).count()
    saved = RaceSeat.objects.filter(saved=True).count()
    assert won == 2
    assert field_of(Tournament.objects.get(pk=event)).chips == saved * 100
    race.get_by_role("button", name="Chips exchanged: table done").tap()
    expect(page.locator("#ring")).to_be_visible()
    expect(page.locator('[data-part="race"]')).to_have_text("25s are gone here. Waiting for 1 table.")
    page.screenshot(path=tmp_path / "race_done.png", full_page=True)


@pytest.mark.soak
def test_count_of_a_player_who_left_is_removed_with_the_player(
    visit: Visit, event: int, at: Places, floor: Actor, dealer: Actor
) -> None:
    page = tablet_of(visit, event, dealer)
    press(start, event, by=floor, small=25)
    odd(page, 1, 3)
    odd(page, 4, 2)
    press(bust, event, by=floor, entry=at[3, 4])
    race = page.locator("#race")
    expect(race.get_by_role("button", name="Counted: 3 odd chips")).to_be_visible()
    race.get_by_role("button", name="Counted: 3 odd chips").tap()
    expect(race).to_contain_text("3 odd chips, 1 × 100 to win")


@pytest.mark.soak
def test_two_colours_that_leave_together_are_counted_chip_by_chip(
    visit: Visit, make_event: MakesEvents, floor: Actor, dealer: Actor, tmp_path: Path
) -> None:
    event = make_event([level(100), pause(10, colour_up=[25, 100]), level(400)], book="munot")
    with_chips(event, 25, 100, 500, 1_000)
    two_tables(event)
    press(start_clock, event, by=floor)
    press(next_level, event, by=floor)
    press(start, event, by=floor, small=25)
    page = tablet_of(visit, event, dealer)
    expect(page.locator("#race")).to_contain_text("There are also 100 chips at this table")
    expect(page.get_by_label("Stack of seat 1")).to_have_count(0)
    for value, count in (("100", "3"), ("25", "12")):
        field = page.get_by_label(f"{value} chips, seat 1", exact=True)
        field.fill(count)
        field.blur()
    page.screenshot(path=tmp_path / "race_by_chip.png", full_page=True)
    no_barriers(page)
    fits(page)
    page.get_by_role("button", name="Counted: 12 odd chips").tap()
    expect(page.locator("#race")).to_contain_text("12 odd chips, 1 × 500 to win")
    seat = RaceSeat.objects.get(small__gt=0)
    assert (seat.number, seat.small, seat.others) == (1, 12, True)


@pytest.mark.soak
def test_odd_chips_are_counted_on_a_phone_too(
    visit: Visit, event: int, at: Places, floor: Actor, dealer: Actor
) -> None:
    press(start, event, by=floor, small=25)
    page = tablet_of(visit, event, dealer, size=PHONE)
    expect(page.locator("#race")).to_be_visible()
    odd(page, 1, 3)
    fits(page)
    # Each row holds its own data.
    wide = (
        "[...document.querySelectorAll('.race-seat')].filter(one => one.scrollWidth > one.clientWidth).length"
    )
    assert page.evaluate(wide) == 0


@pytest.mark.soak
def test_the_dealer_types_the_real_cards(
    visit: Visit, event: int, at: Places, floor: Actor, dealer: Actor, tmp_path: Path
) -> None:
    press(start, event, by=floor, small=25)
    page = tablet_of(visit, event, dealer, size={"width": 1024, "height": 768})
    race = page.locator("#race")
    odd(page, 1, 2)
    odd(page, 4, 3)
    race.get_by_role("button", name="Counted: 5 odd chips").tap()
    race.get_by_role("button", name="Real cards…").tap()
    for number, (rank, suit) in enumerate(
        [("K", "spades"), ("2", "hearts"), ("A", "clubs"), ("10", "diamonds"), ("3", "spades")]
    ):
        if number == 3:
            # A reloaded tablet shows the cards that have been dealt.
            page.reload()
            expect(race.locator(".race-card:not(.is-empty)")).to_have_count(3)
            page.screenshot(path=tmp_path / "race_real.png", full_page=True)
        race.get_by_role("button", name=rank, exact=True).tap()
        race.get_by_role("button", name=suit, exact=True).tap()
    race.get_by_role("button", name="Confirm cards").tap()
    expect(race.locator(".race-seat[data-wins]")).to_have_count(1)
    expect(race.locator(".race-seat[data-wins]")).to_contain_text("Seat 4")
    page.screenshot(path=tmp_path / "race_real_result.png", full_page=True)
    assert RaceSeat.objects.get(wins=True).entry_id == at[3, 4]


@pytest.mark.soak
def test_table_without_odd_chips_is_completed_with_one_tap(
    visit: Visit, event: int, at: Places, floor: Actor, dealer: Actor
) -> None:
    press(start, event, by=floor, small=25)
    page = tablet_of(visit, event, dealer, 7)
    page.get_by_role("button", name="No odd chips").tap()
    expect(page.locator("#ring")).to_be_visible()
    assert Race.objects.get().tables.get(tournament_table__table__number=7).state == "done"


def test_the_floor_plans_a_race_follows_it_table_by_table_and_ends_it(
    visit: Visit, make_event: MakesEvents, floor: Actor, dealer: Actor, tmp_path: Path
) -> None:
    event = make_event(EVENING, book="munot")
    with_chips(event, 25, 100, 500, 1_000)
    two_tables(event)
    press(start_clock, event, by=floor)
    page = visit(f"/staff/t/{event}/floor/", floor, size=FLOOR)
    page.wait_for_selector("#floor:not([data-loading])")
    race = page.locator("#race")
    expect(race).to_contain_text("Colour up 25s: race for 100")
    expect(race).to_contain_text("in the break in 20 min")
    page.screenshot(path=tmp_path / "floor_due.png")
    # A chip that is still needed is raced early only after the warning was read.
    race.get_by_role("button", name="Start at all tables").click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("it is still needed")
    dialog.get_by_role("button", name="Cancel").click()
    assert not Race.objects.exists()
    race.get_by_role("button", name="Plan…").click()
    expect(dialog).not_to_contain_text("it is still needed", use_inner_text=True)
    expect(dialog).to_contain_text("Automatically with the break")
    page.screenshot(path=tmp_path / "floor_plan.png")
    dialog.get_by_role("button", name="Plan", exact=True).click()
    expect(race).to_contain_text("planned: starts with the break at all tables")
    # The race begins with the break: the worker starts it.
    press(next_level, event, by=floor)
    start_planned_races()
    expect(race).to_contain_text("Waiting for 2 of 2 tables")
    table = tablet_of(visit, event, dealer)
    odd(table, 1, 3)
    odd(table, 2, 3)
    table.get_by_role("button", name="Counted: 6 odd chips").tap()
    table.get_by_role("button", name="Deal the cards here").tap()
    expect(race).to_contain_text("by rounding +50")
    page.screenshot(path=tmp_path / "floor_running.png")
    # Buttons that appeared because of another user's press are disabled for a moment.
    expect(page.locator(".is-fresh")).to_have_count(0)
    no_barriers(page)
    race.get_by_role("button", name="Table 7: No odd chips").click()
    expect(race).to_contain_text("Waiting for 1 of 2 tables")
    expect(race.get_by_role("button", name="End the race")).to_be_disabled()
    race.get_by_role("button", name="Table 3: Done").click()
    expect(race).to_contain_text("All tables have finished")
    # Slips for the tables, with the result.
    slips = visit(f"/staff/t/{event}/race/{Race.objects.get().pk}/slips/", floor)
    expect(slips.locator(".slip")).to_have_count(2)
    expect(slips.locator(".slip").first).to_contain_text("Anna Berger")
    slips.locator(".slip").first.screenshot(path=tmp_path / "slip.png")
    race.get_by_role("button", name="End the race").click()
    expect(race).to_contain_text("Colour up 100s: race for 500")
    assert Race.objects.get().state == "done"


@pytest.mark.soak
def test_race_cards_are_dealt_left_of_the_button_once_it_is_known(
    visit: Visit, make_event: MakesEvents, floor: Actor, dealer: Actor
) -> None:
    event = make_event(EVENING, book="pokerstars_live")
    with_chips(event, 25, 100, 500)
    two_tables(event)
    press(start, event, by=floor, small=25)
    page = tablet_of(visit, event, dealer)
    odd(page, 1, 1)
    odd(page, 6, 2)
    page.get_by_role("button", name="Counted: 3 odd chips").tap()
    race = page.locator("#race")
    expect(race).to_contain_text("Set the button first")
    expect(race.get_by_role("button", name="Deal the cards here")).to_be_disabled()
    page.get_by_role("button", name="Set button").tap()
    expect(race).to_be_hidden()
    page.locator('.dealer-seat[data-seat="4"]').tap()
    expect(race.locator(".race-order li > :first-child")).to_have_text(["Seat 6", "Seat 1"])
    expect(race.get_by_role("button", name="Deal the cards here")).to_be_enabled()


@pytest.mark.soak
def test_the_floor_exchanges_old_chips_and_colours_a_player_up(
    visit: Visit, make_event: MakesEvents, floor: Actor, tmp_path: Path
) -> None:
    event = make_event(EVENING, book="munot")
    with_chips(event, 25, 100, 500)
    at = two_tables(event)
    race = press(start, event, by=floor, small=25).answer
    assert race is not None
    for number in (3, 7):
        press(table_done, event, by=floor, race=race["race"], number=number, none=True)
    press(finish, event, by=floor, race=race["race"])
    page = visit(f"/staff/t/{event}/floor/#table-3", floor, size=FLOOR)
    page.wait_for_selector("#floor:not([data-loading])")
    page.locator("#panel").get_by_text("Anna Berger").first.click()
    page.locator("[data-act=more]").click()
    page.get_by_role("button", name="Exchange chips…").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Quantity").fill("7")
    expect(dialog).to_contain_text("Exchanged for 100; 75 removed from play.")
    page.screenshot(path=tmp_path / "floor_chips.png")
    dialog.get_by_role("button", name="Exchange", exact=True).click()
    expect(dialog).to_have_count(0)
    found = JournalEntry.journal(event).latest("seq").answer
    assert found is not None
    assert found["removed"] == 75
    page.get_by_role("button", name="Exchange chips…").click()
    dialog.get_by_text("Colour-up at discretion").click()
    dialog.get_by_label("Quantity").fill("11")
    expect(dialog).to_contain_text("2 × 500; 1 × 100 stay.")
    dialog.get_by_role("button", name="Exchange", exact=True).click()
    expect(dialog).to_have_count(0)
    assert Notice.objects.get(kind="coloured_up").player.entries.get().pk == at[3, 1]
