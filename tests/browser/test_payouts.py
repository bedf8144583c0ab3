"""Payouts in a real browser: a prize by keyboard alone, a mystery bounty, and payments by other clerks."""

import re

import pytest
from playwright.sync_api import Page, expect

from desk.commands.drawers import move_cash
from desk.models import Drawer
from desk.services.till import cash_in
from players.rules.person_code import code_of
from prizes.commands.bounties import fill_envelopes
from prizes.commands.payments import pay_prize
from prizes.models import Envelope, PrizePayment
from prizes.services.payables import payable_to
from seating.commands import set_plan
from tests.browser.desks import clerk
from tests.browser.rooms import TABLET, Visit, fits, no_barriers
from tests.fixtures.room import MakesEvents, press
from tests.prizes.evenings import amounts, closed, evening, out
from tests.waiting import until
from tourney.access.roles import Actor
from tourney.models import Entry, Tournament

__all__ = ["clerk"]
pytestmark = [pytest.mark.browser, pytest.mark.processes]


@pytest.fixture
def event(make_event: MakesEvents) -> int:
    """Make an event of the Munot rulebook."""
    return make_event(book="munot")


def focused(page: Page) -> str:
    """Return the name of the focused field."""
    return str(page.evaluate("document.activeElement.name ?? document.activeElement.tagName"))


def selected(page: Page) -> None:
    """Wait until the content of the focused field is selected, so that typing replaces it."""
    page.wait_for_function(
        """() => { const field = document.activeElement;
            return field.selectionStart === 0 && field.selectionEnd === field.value.length; }"""
    )


def test_a_payout_at_the_desk_by_keys_alone(visit: Visit, event: int, clerk: Actor, floor: Actor) -> None:
    entries = evening(event, floor, 9, prizes={"tax_percent": 1_000})
    closed(event)
    out(event, *entries[:-1])
    winner, won = entries[-1], amounts(event)[0]
    press(move_cash, by=clerk, amount=1_000_000, reason="change brought")
    own = Drawer.objects.get(clerk__username=clerk.name)
    before = cash_in(own)
    page = visit(f"/staff/t/{event}/payouts/", clerk)
    keys = page.keyboard
    expect(page.locator("#payouts-q")).to_be_focused()
    # Typing narrows the list; a scanned code and Enter open that player.
    keys.type("player 8")
    expect(page.locator(".payouts-table tbody tr")).to_have_count(1)
    keys.press("Escape")
    keys.type(code_of(Entry.objects.get(pk=winner).player_id))
    keys.press("Enter")
    expect(page.locator("#person-title")).to_contain_text("Player 9")
    amount = page.locator("#pay-form [name=amount]")
    expect(amount).to_be_focused()
    expect(amount).to_have_value(f"{won / 100:.2f}")
    selected(page)
    # A partial payment: typing replaces the amount, and the deductions are updated.
    keys.type("100")
    expect(page.locator("#pay-form [name=withheld]")).to_have_value("10.00")
    no_barriers(page)
    keys.press("Tab")
    assert focused(page) == "method"
    keys.press("Tab")
    assert focused(page) == "withheld"
    keys.press("Tab")
    assert focused(page) == "id_seen"
    keys.press("Space")
    keys.press("Tab")
    keys.press("Space")
    keys.press("Enter")
    expect(page.locator("#payouts-result")).to_contain_text("€90")
    expect(page.locator("#payouts-result")).to_contain_text("Hand over in cash")
    row = PrizePayment.objects.get()
    assert (row.amount, row.withheld, row.id_seen_by, row.signed) == (10_000, 1_000, clerk.name, True)
    assert cash_in(own) == before - 9_000
    # After the rest is paid, the cursor is in the search again.
    expect(page.locator("#payouts-q")).to_be_focused()
    keys.type("player 9")
    keys.press("Enter")
    expect(amount).to_have_value(f"{(won - 10_000) / 100:.2f}")
    expect(amount).to_be_focused()
    keys.press("Enter")
    expect(page.locator(f'tr[data-entry="{winner}"] .badge')).to_have_text("paid")
    assert payable_to(Tournament.objects.get(pk=event), winner, "prize") == 0
    no_barriers(page)


def test_payment_by_another_desk_is_shown_at_once(
    visit: Visit, event: int, clerk: Actor, floor: Actor
) -> None:
    entries = evening(event, floor, 9)
    closed(event)
    out(event, *entries[:-1])
    page = visit(f"/staff/t/{event}/payouts/", clerk, size=TABLET)
    row = page.locator(f'tr[data-entry="{entries[-1]}"]')
    expect(row.locator(".badge")).to_have_text("outstanding")
    press(pay_prize, event, by=floor, entry=entries[-1], amount=amounts(event)[0])
    expect(row.locator(".badge")).to_have_text("paid")
    fits(page)


@pytest.mark.soak
def test_second_payment_of_the_same_prize_is_refused_visibly(
    visit: Visit, event: int, clerk: Actor, floor: Actor
) -> None:
    entries = evening(event, floor, 9)
    closed(event)
    out(event, *entries[:-1])
    press(move_cash, by=clerk, amount=1_000_000, reason="change brought")
    path = f"/staff/t/{event}/payouts/?entry={entries[-1]}"
    first, second = visit(path, floor), visit(path, clerk, size=TABLET)
    amount = second.locator("#pay-form [name=amount]")
    expect(amount).to_be_focused()
    first.keyboard.press("Enter")
    expect(first.locator("#payouts-result")).to_contain_text("Hand over in cash")
    # The open form shows it without a reload.
    expect(second.locator("#pay-stale")).to_be_visible()
    second.keyboard.press("Enter")
    notice = second.locator("#payouts-refused")
    expect(notice).to_contain_text("Nothing was paid.")
    expect(notice).to_contain_text(f"by {floor.name}, receipt")
    expect(notice).to_be_focused()
    expect(notice).to_be_in_viewport()
    expect(second.locator("#payouts-result")).to_have_count(0)
    no_barriers(second)
    fits(second)
    assert PrizePayment.objects.count() == 1


@pytest.mark.soak
def test_a_mystery_bounty_is_drawn_at_the_desk(
    visit: Visit, event: int, clerk: Actor, floor: Actor, director: Actor
) -> None:
    entries = evening(event, floor, 4, bounty=1_000, prizes={"bounties": "mystery"})
    press(set_plan, event, by=director, seats_per_table=9)
    closed(event)
    values = [{"value": 2_500, "count": 1}, {"value": 500, "count": 3}]
    press(fill_envelopes, event, by=director, values=values)
    page = visit(f"/staff/t/{event}/payouts/", clerk)
    expect(page.get_by_text("No envelopes to draw.")).to_be_visible()
    # After a bust, the envelope of that bounty is listed without a reload.
    out(event, entries[0], knocked_out_by=[entries[1]])
    expect(page.get_by_text("won by Player 2")).to_be_visible()
    page.get_by_role("button", name="Draw").focus()
    page.keyboard.press("Enter")
    result = page.locator("#payouts-result")
    expect(result).to_be_visible()
    drawn = Envelope.objects.get(entry=entries[0])
    expect(result).to_contain_text(f"€{drawn.value // 100}")
    no_barriers(page)
    # The winner of the bounty receives the amount in the envelope, and is paid.
    page.keyboard.type("player 2")
    page.keyboard.press("Enter")
    amount = page.locator("#pay-form [name=amount]")
    expect(amount).to_have_value(f"{drawn.value / 100:.2f}")
    expect(amount).to_be_focused()
    page.keyboard.press("Enter")
    until(lambda: PrizePayment.objects.filter(kind="bounty", amount=drawn.value).exists())
    page.goto(re.sub(r"/staff/.*", f"/draw/{drawn.digest}/", page.url))
    expect(page.locator("h1")).to_be_visible()
