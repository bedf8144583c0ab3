"""Input faster than the network never acts on another sale, player or drawer."""

import pytest
from playwright.sync_api import Route, expect

from clock.commands.clock import start
from desk.commands.drawers import open_drawer
from desk.commands.extras import rebuy
from desk.commands.sales import PaymentInput
from desk.commands.vouchers import issue_tickets
from desk.models import Drawer, Payment, Receipt, Ticket
from players.models import Player
from prizes.commands.payouts import set_payout
from tests.browser.desks import Keyboard, add, clerk, entered, opened, selling
from tests.browser.rooms import Visit
from tests.examples import in_soak
from tests.fixtures.room import press
from tests.waiting import until
from tourney.access.roles import FIRST_START, Actor
from tourney.models import Entry

__all__ = ["clerk", "selling"]
pytestmark = [pytest.mark.browser, pytest.mark.processes]


def in_play(event: int) -> int:
    """Return the number of players in play."""
    return Entry.objects.filter(tournament=event, out_at__isnull=True, voided_at__isnull=True).count()


@pytest.mark.soak
@pytest.mark.parametrize("good", [in_soak(True), False], ids=["good", "void"])
def test_enter_pressed_while_a_ticket_is_looked_up_waits_for_it(
    visit: Visit, clerk: Actor, director: Actor, selling: int, good: bool
) -> None:
    press(issue_tickets, selling, by=director, players=[add("Tess Ticket")])
    page = opened(visit, selling, clerk)
    held: list[Route] = []
    page.route("**/staff/desk/voucher/**", lambda route: held.append(route))
    hands = Keyboard(page)
    hands.name("tess")
    hands.key("Enter")
    expect(page.locator(".desk-total")).to_be_visible()
    if not good:
        Ticket.objects.update(voided_at=Ticket.objects.get().issued_at)
    hands.key("Alt+T", "Enter")
    until(lambda: page.wait_for_timeout(20) or bool(held))
    page.locator("#desk-till [data-key=Enter]").click()
    assert in_play(selling) == 0
    held[0].continue_()
    if good:
        until(lambda: in_play(selling) == 1)
        assert list(Payment.objects.values_list("method", flat=True)) == ["ticket"]
    else:
        # It pays nothing, and Enter does not sell for cash instead.
        expect(page.locator("#desk-till .error")).to_be_visible()
        expect(page.locator(".desk-total")).to_be_visible()
        assert in_play(selling) == 0


def test_late_response_does_not_replace_the_person_being_served(
    visit: Visit, clerk: Actor, selling: int
) -> None:
    add("Bert Conrad")
    page = opened(visit, selling, clerk)
    held: list[Route] = []
    page.route("**/do/player.add/", lambda route: held.append(route))
    hands = Keyboard(page)
    hands.name("anna new")
    hands.key("Enter")
    hands.type("30051990")
    hands.key("Enter")
    until(lambda: page.wait_for_timeout(20) or bool(held))
    hands.key("Escape")
    hands.name("bert")
    hands.key("Enter")
    expect(page.locator("#desk-person h2")).to_have_text("Bert Conrad")
    held[0].continue_()
    until(lambda: page.wait_for_timeout(20) or Player.objects.filter(name="Anna New").exists())
    expect(page.locator(".is-newest")).to_contain_text("Anna New")
    expect(page.locator("#desk-person h2")).to_have_text("Bert Conrad")
    hands.key("Enter")
    until(lambda: in_play(selling) == 1)
    assert Entry.objects.get().player.name == "Bert Conrad"


@pytest.mark.soak
def test_undo_reverses_the_sale_of_the_pressed_button(
    visit: Visit, clerk: Actor, floor: Actor, selling: int
) -> None:
    press(open_drawer, by=floor, opening_float=50_000)
    add("Gus Gone")
    page = opened(visit, selling, floor)
    hands = Keyboard(page)
    hands.name("gus")
    hands.key("Enter", "Enter")
    until(lambda: in_play(selling) == 1)
    entry = Entry.objects.get().pk
    press(start, selling, by=FIRST_START)
    first = Receipt.objects.get()
    press(rebuy, selling, by=clerk, entry=entry, payments=[PaymentInput(method="card", amount=5_000)])
    page.locator("#desk-done").get_by_role("button", name="Refund").first.click()
    boxes = page.locator("#desk-till input[type=checkbox]")
    expect(boxes).to_have_count(2)
    ticked = page.locator("#desk-till input[type=checkbox]:checked")
    expect(ticked).to_have_count(1)
    expect(ticked).to_have_attribute("data-receipt", str(first.pk))
    expect(page.get_by_label("Refunded as")).to_have_value("cash")
    # The other one: one receipt at a time, refunded in the way it was paid.
    boxes.first.check()
    expect(ticked).to_have_count(1)
    expect(ticked).not_to_have_attribute("data-receipt", str(first.pk))
    expect(page.get_by_label("Refunded as")).to_have_value("card")


@pytest.mark.soak
def test_without_an_own_drawer_it_is_the_one_that_was_paid_into_or_has_to_be_chosen(
    visit: Visit, clerk: Actor, floor: Actor, director: Actor, selling: int
) -> None:
    sold = entered(selling, clerk, add("Gus Gone"))
    press(open_drawer, by=director, opening_float=50_000)
    page = opened(visit, selling, floor)
    hands = Keyboard(page)
    hands.name("gus")
    hands.key("Enter", "Alt+F")
    which = page.get_by_label("Which drawer")
    expect(which.locator("option:checked")).to_have_text(f"the drawer of {clerk.name}")
    Receipt.objects.filter(items__entry=sold).update(drawer=Drawer.objects.get(clerk__username=director.name))
    hands.key("Escape")
    hands.name("gus")
    hands.key("Enter", "Alt+F")
    expect(which.locator("option:checked")).to_have_text(f"the drawer of {director.name}")


@pytest.mark.soak
def test_no_key_has_two_meanings_once_prizes_are_set_up(visit: Visit, clerk: Actor, selling: int) -> None:
    press(set_payout, selling, by=FIRST_START, method="table")
    add("Anna Berger")
    page = opened(visit, selling, clerk)
    expect(page.locator("#desk-payouts")).to_be_visible()
    hands = Keyboard(page)
    hands.name("anna")
    hands.key("Enter", "Alt+R")
    expect(page.locator(".is-newest [data-key=u]")).to_be_visible()
    hands.name("anna")
    hands.key("Enter")
    expect(page.locator(".desk-total")).to_be_visible()
    keys = page.locator("[data-key]").evaluate_all(
        "all => all.filter(one => one.checkVisibility() && one.dataset.key.length === 1).map(one => one.dataset.key)"
    )
    assert sorted(keys) == sorted(set(keys))
    hands.key("Escape", "F2")
    page.wait_for_url("**/payouts/")
