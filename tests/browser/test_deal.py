"""A deal at the final table on a tablet: from the counts to the confirmed deal, with the clock stopped."""

import re

import pytest
from playwright.sync_api import Page, expect

from clock.commands.events import close_event
from clock.services.event_clock import event_clock_of
from prizes.commands.deals import agree as note_consent
from prizes.commands.deals import change_deal, close_deal, open_deal
from prizes.models import Deal
from prizes.services.payables import account_of, payable_to
from seating.commands import draw_seats, set_plan, swap_seats
from seating.models import Seat
from tests.browser.floors import floor_of, opened
from tests.browser.rooms import PHONE, TABLET, Visit, fits, kinds, no_barriers
from tests.fixtures.room import MakesEvents, press
from tests.prizes.evenings import closed, evening, out
from tests.seating.people import tables_for
from tests.waiting import until
from tourney.access.roles import FIRST_START, Actor
from tourney.models import Entry, Tournament

pytestmark = [pytest.mark.browser, pytest.mark.processes]
COUNTS = ("45'000", "30000", "15 000")


@pytest.fixture
def event(make_event: MakesEvents) -> int:
    """Make an event with a rulebook that has rules for deals."""
    return make_event(book="pokerstars_live")


@pytest.fixture
def final_table(event: int, floor: Actor) -> list[int]:
    """Seat nine players with a buy-in of 100.00, lock the prizes, bust six; return the rest in seat order."""
    entries = evening(event, floor, 9)
    tables_for(event, [1])
    press(set_plan, event, by=FIRST_START, seats_per_table=9)
    press(draw_seats, event, by=FIRST_START)
    closed(event)
    out(event, *entries[:6])
    left = Seat.objects.filter(entry__in=entries[6:]).order_by("number").values_list("entry", flat=True)
    return [entry for entry in left if entry is not None]


def running(event: int) -> bool:
    """Return whether the clock runs."""
    return bool(event_clock_of(Tournament.objects.get(pk=event)).row.running)


def deal_of(visit: Visit, event: int, by: Actor, **more: object) -> Page:
    """Open the deal's page and wait until it shows the players in play."""
    # A button hidden during its colour transition never finishes it, and the test would wait for it.
    look = {"size": TABLET, "has_touch": True, "reduced_motion": "reduce", **more}
    page = visit(f"/staff/t/{event}/deal/", by, **look)
    page.wait_for_selector("#deal:not([data-loading])")
    return page


def count(page: Page, *counts: str) -> None:
    """Enter the stacks row by row, and wait for the result."""
    first = page.locator("#ways input").first
    # A field that was hidden while the page loaded takes the focus only once it is drawn.
    first.wait_for()
    first.focus()
    expect(first).to_be_focused()
    for chips in counts:
        page.keyboard.type(chips)
        page.keyboard.press("Enter")
    expect(page.locator("#open")).to_be_enabled()


def amounts(page: Page, way: str) -> list[int]:
    """Return each player's amount of one calculation, in minor units."""
    texts = page.locator(f"#ways tbody [data-way={way}] .deal-amount").all_text_contents()
    return [int(re.sub(r"\D", "", text)) for text in texts]


def agree(page: Page) -> None:
    """Record the agreement of each player."""
    for place, switch in enumerate(page.get_by_role("switch").all(), start=1):
        switch.check()
        expect(page.locator("#shares input[role=switch]:checked")).to_have_count(place)


def test_final_table_deal_from_counts_to_agreement_stops_the_clock(
    visit: Visit, floor: Actor, event: int, final_table: list[int]
) -> None:
    page = deal_of(visit, event, floor)
    assert running(event)
    expect(page.locator("#deal-clock")).to_contain_text(
        "The clock is running. It stops when the deal is opened"
    )
    expect(page.locator("#counted")).to_contain_text("Not counted yet: 3")
    expect(page.locator("#open")).to_be_disabled()
    # By chips, ICM and even with bounties are shown side by side, each with its differences.
    count(page, *COUNTS)
    expect(page.locator("#counted")).to_contain_text("90,000 chips, matching the chips in play")
    icm, chips, even = (amounts(page, way) for way in ("icm", "chip_chop", "even"))
    assert sum(icm) == sum(chips) == sum(even) == 90_000
    assert even == [30_000] * 3
    assert chips[0] > icm[0] > even[0]
    apart = page.locator("#ways tbody tr").first.locator("[data-way=chip_chop] .deal-difference")
    expect(apart).to_have_text(f"+{(chips[0] - icm[0]) / 100:.2f}")
    # Half by ICM, half even, and an amount left for the first place.
    page.get_by_role("button", name="Add a part: Even split").tap()
    page.get_by_label("Place 1").fill("50")
    expect(page.locator("#played-for")).to_contain_text("€50 is left to play for; €850 is divided now.")
    expect(page.locator("#open")).to_be_enabled()
    mixed = amounts(page, "mix")
    assert sum(mixed) == 85_000
    no_barriers(page)
    fits(page)
    # Stacks that do not add up are asked about before a deal is made of them.
    first = page.locator("#ways input").first
    first.fill("40000")
    expect(page.locator("#counted")).to_contain_text("85,000 chips, 5,000 fewer than the 90,000 in play")
    expect(page.locator("#open")).to_be_enabled()
    page.locator("#open").tap()
    expect(page.locator("#open")).to_have_text("Chips missing: 5,000. Continue anyway")
    assert kinds(event)[-1] != "deal.open"
    first.fill(COUNTS[0])
    expect(page.locator("#open")).to_have_text("Open deal and stop the clock")
    expect(page.locator("#open")).to_be_enabled()
    assert amounts(page, "mix") == mixed
    page.locator("#open").tap()
    # The clock is paused and can't be started.
    expect(page.locator("#deal-state")).to_have_text("pending")
    expect(page.locator("#deal-clock")).to_contain_text("The clock is stopped until the deal is confirmed")
    assert not running(event)
    # By hand: ten less for the first, ten more for the last.
    first, last = (page.locator("#shares input[inputmode=decimal]").nth(at) for at in (0, 2))
    first.fill(f"{mixed[0] / 100 - 10:.2f}")
    expect(page.locator("#rest")).to_contain_text("€10 is not assigned yet")
    expect(page.get_by_role("switch").first).to_be_disabled()
    page.locator("#shares tbody tr").nth(2).get_by_role("button", name="the rest").tap()
    expect(last).to_have_value(f"{mixed[2] / 100 + 10:.2f}")
    expect(page.locator("#rest")).to_contain_text("The full amount is assigned")
    page.locator("#write").tap()
    until(lambda: kinds(event)[-1] == "deal.change", message=str(kinds(event)))
    expect(page.locator("#unwritten")).to_be_hidden()
    expect(page.locator("#stand")).to_be_disabled()
    agree(page)
    expect(page.locator("#stand-why")).to_contain_text("All players have agreed")
    no_barriers(page)
    fits(page)
    page.locator("#stand").tap()
    expect(page.locator("#deal-state")).to_have_text("confirmed")
    expect(page.locator("#deal-clock")).to_contain_text("Resume it in the clock control")
    expect(page.locator("#plays-on")).to_contain_text("place 1: €50")
    assert not running(event)
    row = Tournament.objects.get(pk=event)
    assert [payable_to(row, entry, "deal") for entry in final_table] == [
        mixed[0] - 1_000,
        mixed[1],
        mixed[2] + 1_000,
    ]
    assert account_of(row).difference == 0


def test_two_people_see_the_same_and_neither_overwrites_the_other_unsaid(
    visit: Visit, floor: Actor, director: Actor, event: int, final_table: list[int]
) -> None:
    stacks = [{"entry": entry, "chips": 30_000} for entry in final_table]
    press(open_deal, event, by=floor, stacks=stacks)
    page = deal_of(visit, event, floor)
    shares = page.locator("#shares input[inputmode=decimal]")
    shares.first.fill("290")
    changed = [{"entry": final_table[0], "amount": 31_000}, {"entry": final_table[1], "amount": 29_000}]
    press(change_deal, event, by=director, amounts=changed)
    expect(page.locator("#talk-changed")).to_contain_text("Someone else has changed the deal")
    expect(page.locator("#shares tbody tr").first).to_contain_text("Now 310.00")
    expect(shares.first).to_have_value("290")
    expect(shares.nth(1)).to_have_value("290.00")
    page.get_by_role("button", name="Use their version").tap()
    expect(shares.first).to_have_value("310.00")
    expect(page.locator("#talk-changed")).to_be_hidden()
    agree(page)
    expect(page.locator("#stand")).to_be_enabled()


@pytest.mark.soak
def test_a_swap_of_seats_leaves_the_cursor_in_the_count_being_typed(
    visit: Visit, floor: Actor, event: int, final_table: list[int]
) -> None:
    page = deal_of(visit, event, floor)
    first, second, third = page.locator("#ways .deal-name").all_text_contents()
    typed = page.locator("#ways input").first
    typed.wait_for()
    typed.focus()
    expect(typed).to_be_focused()
    page.keyboard.type("45")
    press(swap_seats, event, by=FIRST_START, one=final_table[0], other=final_table[2])
    expect(page.locator("#ways .deal-name")).to_have_text([third, second, first])
    page.keyboard.type("000")
    expect(page.get_by_label(f"Chips of {first}")).to_have_value("45000")


def test_deal_is_cancelled_with_a_reason_and_the_counts_stay(
    visit: Visit, floor: Actor, event: int, final_table: list[int]
) -> None:
    page = deal_of(visit, event, floor, size=PHONE, color_scheme="dark")
    count(page, *COUNTS)
    no_barriers(page, looks_alone=True)
    fits(page)
    page.locator("#open").tap()
    expect(page.locator("#talk")).to_be_visible()
    no_barriers(page, looks_alone=True)
    fits(page)
    # No hand is dealt meanwhile, so none is completed.
    tablet = visit(f"/staff/t/{event}/dealer/1/", floor, size=TABLET, has_touch=True)
    expect(tablet.locator('[data-part="stop"]')).to_contain_text("Do not deal until the deal is confirmed")
    expect(tablet.locator("#hand-over")).to_be_disabled()
    expect(tablet.locator('[data-call="all_in"]')).to_be_disabled()
    tablet.locator('.dealer-seat[data-kind="player"]').first.tap()
    expect(tablet.locator("#player")).to_contain_text("Deal pending")
    expect(tablet.locator("#player :is(.dealer-out, .dealer-won)")).to_have_count(0)
    tablet.locator("#player .dialog-header button").tap()
    # It is what the floor has to decide.
    map_page = visit(floor_of(event), floor)
    expect(map_page.locator("#deal-pending a")).to_be_visible()
    page.locator("#give-up summary").tap()
    page.locator("#give-up button").tap()
    expect(page.locator("#reason")).to_be_focused()
    page.locator("#reason").fill("Beat wants to play on")
    page.locator("#give-up button").tap()
    expect(page.locator("#deal-state")).to_have_text("no deal")
    assert Deal.objects.get().state == "void"
    assert not running(event)
    expect(tablet.locator("#hand-over")).to_be_enabled()
    expect(map_page.locator("#deal-pending")).to_be_hidden()
    expect(page.locator("#deal-clock")).to_contain_text("Resume it in the clock control")


def test_deal_that_divides_everything_lets_the_event_end_and_then_stays(
    visit: Visit, floor: Actor, director: Actor, event: int, final_table: list[int]
) -> None:
    press(open_deal, event, by=floor, stacks=[{"entry": entry, "chips": 30_000} for entry in final_table])
    for entry in final_table:
        press(note_consent, event, by=floor, entry=entry)
    press(close_deal, event, by=floor)
    page = deal_of(visit, event, floor)
    expect(page.locator("#deal-clock")).to_contain_text("the event can be closed now")
    expect(page.locator("#give-up")).to_be_visible()
    expect(page.locator("#deal-closed")).to_be_hidden()
    press(close_event, event, by=director, although_unfinished=True)
    expect(page.locator("#deal-closed")).to_contain_text("To void the deal, reopen the event first.")
    expect(page.locator("#give-up")).to_be_hidden()
    expect(page.locator("#deal-clock")).to_be_hidden()


def test_deal_of_a_closed_event_names_nothing_that_is_still_played_for(
    visit: Visit, floor: Actor, director: Actor, event: int, final_table: list[int]
) -> None:
    stacks = [{"entry": entry, "chips": 30_000} for entry in final_table]
    press(open_deal, event, by=floor, stacks=stacks, left=[5_000])
    for entry in final_table:
        press(note_consent, event, by=floor, entry=entry)
    press(close_deal, event, by=floor)
    page = deal_of(visit, event, floor)
    expect(page.locator("#plays-on")).to_have_text("Still to play for: place 1: €50.")
    out(event, *final_table[:2])
    press(close_event, event, by=director, although_unfinished=True)
    expect(page.locator("#deal-closed")).to_be_visible()
    expect(page.locator("#plays-on")).to_be_hidden()
    winner = Entry.objects.get(pk=final_table[2]).player.name
    expect(page.locator("#won-since")).to_have_text(f"The amount left to play for was won by {winner} (€50).")


def test_event_that_ends_without_a_deal_leaves_nothing_to_fill_in(
    visit: Visit, floor: Actor, director: Actor, event: int, final_table: list[int]
) -> None:
    page = deal_of(visit, event, floor)
    expect(page.locator("#work")).to_be_visible()
    expect(page.locator("#no-deal")).to_be_hidden()
    out(event, *final_table[:2])
    winner = Entry.objects.get(pk=final_table[2]).player.name
    expect(page.locator("#no-deal")).to_have_text(f"No deal was made. {winner} has won.")
    expect(page.locator("#work")).to_be_hidden()
    expect(page.locator("#hindrance")).to_be_hidden()
    press(close_event, event, by=director, although_unfinished=True)
    page.reload()
    expect(page.locator("#no-deal")).to_be_visible()
    expect(page.locator("#work")).to_be_hidden()
    expect(page.locator("#hindrance")).to_be_hidden()


@pytest.mark.soak
def test_floor_page_links_to_the_deal_near_the_end(
    visit: Visit, floor: Actor, event: int, final_table: list[int]
) -> None:
    page = opened(visit, event, floor)
    assert page.url.endswith(floor_of(event))
    expect(page.locator("#deal-link a")).to_be_visible()
