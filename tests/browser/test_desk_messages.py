"""Messages at the desk: before payment, at their field, beside the player, and only while they apply."""

import json
import re

import pytest
from playwright.sync_api import Page, Route, expect

from clock.commands.clock import start
from desk.commands.bookings import reserve
from desk.commands.drawers import open_drawer
from desk.commands.registration import close_registration
from desk.commands.sales import PaymentInput, register_player
from desk.models import Booking, Receipt
from tests.browser.desks import Keyboard, add, clerk, draw, entered, opened, selling, sells, set_up_tables
from tests.browser.rooms import Visit
from tests.fixtures.room import MakesEvents, press
from tests.waiting import until
from tourney.access.roles import FIRST_START, Actor
from tourney.models import ChipMove, Entry, JournalEntry

__all__ = ["clerk", "selling"]
pytestmark = [pytest.mark.browser, pytest.mark.processes]
LONG = "Maximiliane-Alexandra Freifrau von und zu Hohenlohe-Schillingsfürst-Waldenburg-Bartenstein"
REBUY = {
    "kind": "rebuy",
    "pool": 5_000,
    "chips": 10_000,
    "from_row": 0,
    "until_row": 3,
    "double": True,
    "stack_most": 10_000,
}
ADD_ON = {"kind": "add_on", "pool": 5_000, "chips": 15_000, "from_row": 2, "until_row": 2}


@pytest.fixture
def binding(make_event: MakesEvents) -> int:
    """Make an event with binding rebuys (PokerStars Live 2.3); the add-on is sold in its break."""
    event = make_event(book="pokerstars_live")
    set_up_tables(event)
    sells(event, extras=[REBUY, ADD_ON])
    return event


@pytest.mark.soak
def test_rebuy_is_described_before_payment_and_its_field_asks_for_the_stack(
    visit: Visit, clerk: Actor, floor: Actor, binding: int
) -> None:
    entered(binding, clerk, add("Rita Again"))
    draw(binding)
    press(start, binding, by=FIRST_START)
    page = opened(visit, binding, clerk)
    hands = Keyboard(page)
    hands.name("rita")
    hands.key("Enter", "Alt+B")
    expect(page.locator(".desk-lines")).to_contain_text("Rebuy × 1 · 10,000 chips")
    above = page.evaluate(
        "document.querySelector('.desk-sold').compareDocumentPosition(document.querySelector('.desk-pay'))"
    )
    assert above == 4  # the payment follows
    expect(page.locator("#desk-stack")).to_be_focused()
    hands.key("Enter")
    expect(page.locator("#desk-stack-fault")).to_contain_text("the limit for this is 10,000 chips")
    expect(page.locator("#desk-stack-fault")).to_have_attribute("role", "alert")
    expect(page.locator("#desk-stack")).to_have_attribute("aria-describedby", "desk-stack-fault")
    expect(page.locator(".toast")).to_have_count(0)
    hands.type("4000")
    expect(page.locator("#desk-stack-fault")).to_have_count(0)
    hands.key("Alt+Z", "Enter")
    until(lambda: JournalEntry.journal(binding).filter(kind="desk.rebuy").exists())
    arguments = JournalEntry.journal(binding).get(kind="desk.rebuy").arguments
    assert (arguments["stack"], arguments["announced"], arguments["times"]) == (4_000, True, 1)
    # A clerk who may refund sales sees at once that this one can't be refunded.
    press(open_drawer, by=floor, opening_float=0)
    page = opened(visit, binding, floor)
    hands = Keyboard(page)
    hands.name("rita")
    hands.key("Enter")
    expect(page.locator("[data-missing=add_on]")).to_contain_text("Available: break after level 2")
    hands.key("Alt+F")
    bound = page.locator("#desk-till label.check", has_text="Rebuy")
    expect(bound).to_contain_text("announced before a hand: binding")
    expect(bound.locator("input")).to_be_disabled()


def refusals(page: Page, name: str) -> str:
    """Choose a player who can't enter; return the text beside them, without impossible actions."""
    hands = Keyboard(page)
    hands.name(name)
    hands.key("Enter")
    notice = page.locator("#desk-person .notice")
    expect(notice).to_be_visible()
    expect(page.locator("#desk-till [data-key=Enter]")).to_contain_text("Next player")
    for verb in "erw":
        expect(page.locator(f"#desk-person [data-key={verb}]")).to_have_count(0)
    expect(page.locator(".desk-total")).to_have_count(0)
    text = notice.inner_text()
    hands.key("Enter")
    expect(page.locator("#desk-person h2")).to_have_count(0)
    return text


@pytest.mark.soak
def test_ineligible_player_is_reported_when_selected(visit: Visit, clerk: Actor, event: int) -> None:
    set_up_tables(event)
    sells(event)
    add("Tim Young", birth_date="2015-01-01", under_age=True)
    inside = add("Ina Inside")
    page = opened(visit, event, clerk)
    young = refusals(page, "tim")
    assert "under 18" in young
    assert "Five Spades 1." in young
    paid = [PaymentInput(method="cash", amount=11_200)]
    press(register_player, event, by=clerk, player=inside, payments=paid, membership="day")
    assert "lready in this event" in refusals(page, "ina")
    add("Leo Late")
    press(close_registration, event, by=FIRST_START)
    assert "closed" in refusals(page, "leo")
    assert Receipt.objects.count() == 1


@pytest.mark.soak
def test_player_needing_an_id_is_registered_once_it_was_seen(
    visit: Visit, clerk: Actor, selling: int
) -> None:
    add("Nora Noday", birth_date=None)
    page = opened(visit, selling, clerk)
    hands = Keyboard(page)
    hands.name("nora")
    hands.key("Enter")
    expect(page.locator("#desk-person .notice")).to_contain_text("the minimum age is")
    # Before the payment: the ID is the next step, in both columns.
    expect(page.locator("#desk-till .desk-foot")).to_contain_text("Check the ID first")
    first = page.locator("#desk-person [data-key=i], #desk-id-first")
    expect(first).to_have_class([re.compile("btn-primary")] * 2)
    expect(page.locator("#desk-till [data-key=Enter]")).not_to_have_class(re.compile("btn-primary"))
    hands.key("Enter")
    expect(page.locator("#desk-till .desk-fault")).to_contain_text("then press “ID seen” (Alt I).")
    assert not Receipt.objects.exists()
    hands.key("Alt+I")
    expect(page.locator("#desk-person .notice")).to_have_count(0)
    expect(page.locator("#desk-id-first")).to_have_count(0)
    expect(page.locator("#desk-till [data-key=Enter]")).to_have_class(re.compile("btn-primary"))
    expect(page.locator(".desk-fault:not(:empty)")).to_have_count(0)
    hands.key("Enter")
    until(lambda: Entry.objects.exists())
    hands.check_presses("ID seen", 12)


def test_refusal_is_shown_at_the_sale_and_cleared_with_the_player(
    visit: Visit, clerk: Actor, selling: int
) -> None:
    add("Anna Berger")
    add("Bob Next")
    page = opened(visit, selling, clerk)
    answer = {"ok": False, "code": "oddity", "message": "Not like this.", "rule": "TDA 1", "fields": {}}

    def refuse(route: Route) -> None:
        route.fulfill(status=409, content_type="application/json", body=json.dumps(answer))

    page.route("**/desk.register/", refuse)
    page.route("**/booking.reserve/", refuse)
    hands = Keyboard(page)
    hands.name("anna")
    hands.key("Enter")
    expect(page.locator(".desk-total")).to_be_visible()
    hands.key("Enter")
    fault = page.locator("#desk-till .desk-fault")
    expect(fault).to_contain_text("Not like this. TDA 1")
    expect(fault).to_have_attribute("role", "alert")
    expect(page.locator(".toast")).to_have_count(0)
    hands.key("Alt+R")
    beside = page.locator(".desk-person > .desk-fault")
    expect(beside).to_contain_text("Not like this. TDA 1")
    expect(page.locator(".toast")).to_have_count(0)
    hands.name("bob")
    hands.key("Enter")
    expect(page.locator("#desk-person h2")).to_have_text("Bob Next")
    expect(page.locator(".desk-fault:not(:empty)")).to_have_count(0)


@pytest.mark.soak
def test_check_in_shows_waiting_for_network_only_while_it_waits(
    visit: Visit, clerk: Actor, selling: int
) -> None:
    press(reserve, selling, by=clerk, player=add("Ann Early"))
    page = opened(visit, selling, clerk)
    hands = Keyboard(page)
    hands.name("ann")
    hands.key("Enter")
    expect(page.locator("#desk-person [data-key=c]")).to_be_visible()
    page.context.set_offline(True)
    hands.key("Alt+C")
    expect(page.locator(".toast")).to_contain_text("waiting for the network")
    page.context.set_offline(False)
    until(lambda: Booking.objects.filter(state="checked_in").exists())
    expect(page.locator(".is-newest")).to_contain_text("Ann Early")
    expect(page.locator(".toast", has_text="waiting for the network")).to_have_count(0)


@pytest.mark.soak
def test_entry_is_undone_with_its_counted_stack(visit: Visit, floor: Actor, selling: int) -> None:
    press(open_drawer, by=floor, opening_float=20_000)
    entered(selling, floor, add("Gus Gone"))
    page = opened(visit, selling, floor)
    hands = Keyboard(page)
    hands.name("gus")
    hands.key("Enter", "Alt+F")
    expect(page.locator("#desk-panel-reason")).to_be_focused()
    hands.key("Enter")
    expect(page.locator("#desk-panel-reason-fault")).to_contain_text("reason")
    hands.type("ill")
    page.locator("#desk-panel-stack").focus()
    hands.type("7500")
    hands.key("Enter")
    until(lambda: Receipt.objects.filter(corrects__isnull=False).exists())
    assert ChipMove.objects.get(kind="removed").chips == -7_500


@pytest.mark.soak
def test_long_names_do_not_move_other_elements(visit: Visit, clerk: Actor, selling: int) -> None:
    add(LONG)
    add("Max Short")
    page = opened(visit, selling, clerk)
    hands = Keyboard(page)
    heights = (
        "() => [...document.querySelectorAll('#desk-results [data-player]')].map(one => one.offsetHeight)"
    )
    hands.name("max")
    expect(page.locator("#desk-results [data-player]")).to_have_count(2)
    assert len(set(page.evaluate(heights))) == 1
    expect(page.locator(f'#desk-results [title="{LONG}"]')).to_be_visible()
    hands.key("ArrowDown", "Enter")
    expect(page.locator("#desk-person h2")).to_have_attribute("title", LONG)
    assert page.evaluate(
        """() => { const h2 = document.querySelector('#desk-person h2');
          return h2.scrollHeight > h2.clientHeight
            && h2.clientHeight < 2.6 * parseFloat(getComputedStyle(h2).fontSize); }"""
    )
    hands.key("Enter")
    expect(page.locator(".is-newest")).to_be_visible()
    # The text does not overflow its column.
    wide = "[...document.querySelectorAll('.desk-column')].filter(one => one.scrollWidth > one.clientWidth).length"
    assert page.evaluate(wide) == 0


@pytest.mark.soak
def test_a_void_is_not_offered_once_the_drawer_of_the_sale_is_closed(
    visit: Visit, clerk: Actor, selling: int
) -> None:
    add("Anna Berger")
    page = opened(visit, selling, clerk)
    hands = Keyboard(page)
    hands.name("anna")
    hands.key("Enter", "Enter")
    row = page.locator("#desk-done li", has_text="Anna Berger")
    expect(row.get_by_role("button", name="Void")).to_be_visible()
    hands.key("Alt+D")
    page.get_by_role("dialog").get_by_label("Counted").fill("0")
    hands.key("Enter")
    page.get_by_role("dialog").get_by_role("button", name="Close the drawer").click()
    page.get_by_role("dialog").get_by_role("button", name=re.compile("^Close( Enter)?$")).click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(row.get_by_role("button", name="Void")).to_have_count(0)
    expect(row).to_contain_text("The drawer of this sale is closed.")
    # A drawer that was opened later is not the one of the sale.
    hands.key("Alt+D")
    page.locator("#desk-drawer-float").fill("0")
    hands.key("Enter")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(row.get_by_role("button", name="Void")).to_have_count(0)
    # Nor after a reload of the page.
    page.reload()
    expect(row).to_contain_text("The drawer of this sale is closed.")
