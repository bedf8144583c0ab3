"""Cash and a card together at the till: the typed amount is cash, and the card pays the rest."""

import pytest
from playwright.sync_api import Page, expect

from desk.models import Payment
from tests.browser.desks import Keyboard, add, clerk, opened, selling
from tests.browser.rooms import Visit
from tests.examples import in_soak
from tests.waiting import until
from tourney.access.roles import Actor

__all__ = ["clerk", "selling"]
pytestmark = [pytest.mark.browser, pytest.mark.processes]


def selling_to(page: Page, name: str) -> Keyboard:
    """Put an entry for 110.00 in the till, with the cursor in the payment field."""
    hands = Keyboard(page)
    hands.name(name)
    hands.key("Enter", "Alt+G")
    expect(page.locator("#desk-given")).to_be_focused()
    return hands


@pytest.mark.soak
def test_typed_amount_is_cash_and_the_card_pays_the_rest(visit: Visit, clerk: Actor, selling: int) -> None:
    add("Sam Split")
    page = opened(visit, selling, clerk)
    hands = selling_to(page, "sam")
    card = page.locator("#desk-till [data-key=k]")
    expect(card).to_contain_text("€110")
    hands.type("20")
    expect(card).to_contain_text("€90")
    expect(page.locator(".desk-change")).to_have_text("€90 missing")
    # By mouse: the clicked button does not change what Enter does next.
    card.click()
    expect(page.locator(".desk-paid li")).to_contain_text(["Card€90"])
    expect(page.locator("#desk-given")).to_have_value("20")
    expect(page.locator(".desk-change")).to_have_text("")
    hands.key("Enter")
    until(lambda: Payment.objects.count() == 2)
    hands.check_presses("cash and card", 10)
    paid = {row.method: (row.amount, row.tendered) for row in Payment.objects.all()}
    assert paid == {"card": (9_000, None), "cash": (2_000, None)}


@pytest.mark.parametrize("typed", [in_soak(""), in_soak("0"), "110", in_soak("200")])
def test_the_card_pays_everything_where_no_cash_is_named_or_it_would_cover_all(
    visit: Visit, clerk: Actor, selling: int, typed: str
) -> None:
    add("Sam Split")
    page = opened(visit, selling, clerk)
    hands = selling_to(page, "sam")
    hands.type(typed)
    expect(page.locator("#desk-till [data-key=k]")).to_contain_text("€110")
    hands.key("Alt+K")
    expect(page.locator(".desk-paid li")).to_contain_text(["Card€110"])
    expect(page.locator("#desk-given")).to_have_value("")
    hands.key("Enter")
    until(lambda: [(row.method, row.amount) for row in Payment.objects.all()] == [("card", 11_000)])


@pytest.mark.soak
def test_each_payment_is_removed_by_its_button(visit: Visit, clerk: Actor, selling: int) -> None:
    add("Sam Split")
    page = opened(visit, selling, clerk)
    hands = selling_to(page, "sam")
    hands.type("20")
    hands.key("Alt+K")
    away = page.get_by_role("button", name="Remove the payment Card, €90")
    box = away.bounding_box()
    assert box is not None
    assert min(box["width"], box["height"]) >= 24
    away.click()
    expect(page.locator(".desk-paid li")).to_have_count(0)
    expect(page.locator("#desk-given")).to_be_focused()
    expect(page.locator("#desk-given")).to_have_value("20")
    expect(page.locator(".desk-change")).to_have_text("€90 missing")
    # By keyboard too: Enter on the button presses the button.
    hands.key("Alt+K")
    away.focus()
    hands.key("Enter")
    expect(page.locator(".desk-paid li")).to_have_count(0)
    # Backspace in the empty field still removes the last payment.
    page.locator("#desk-given").fill("")
    hands.key("Alt+K")
    expect(page.locator(".desk-paid li")).to_have_count(1)
    page.locator("#desk-given").press("Backspace")
    expect(page.locator(".desk-paid li")).to_have_count(0)
    assert Payment.objects.count() == 0
