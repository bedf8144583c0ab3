"""A sale in an event for teams of two: the partner is found by name, and both find their seat."""

import pytest
from playwright.sync_api import expect

from desk.commands.partners import name_partner
from desk.commands.registration import set_registration
from desk.commands.sales import PaymentInput, register_player
from desk.commands.waiting_list import process_waiting_list_if_due
from desk.models import Booking
from players.models import Partner
from seating.commands import bust
from tests.browser.desks import PRICE, Keyboard, add, clerk, entered, opened, selling
from tests.browser.rooms import Visit
from tests.fixtures.room import press
from tests.waiting import until
from tourney.access.roles import FIRST_START, Actor
from tourney.models import Entry

__all__ = ["clerk", "selling"]
pytestmark = [pytest.mark.browser, pytest.mark.processes]


def test_the_clerk_names_the_partner_at_the_sale(visit: Visit, clerk: Actor, selling: int) -> None:
    press(set_registration, selling, by=FIRST_START, **PRICE, partner_until="entry", re_entries_most=1)
    add("Anna Meyer")
    bert = add("Bert Rossi", birth_date=None)
    page = opened(visit, selling, clerk)
    hands = Keyboard(page)
    hands.name("anna")
    hands.key("Enter")
    expect(page.locator("#desk-partner")).to_be_focused()
    # The sale is refused without a partner, and the page shows the reason.
    hands.key("Enter")
    expect(page.locator("#desk-till .desk-fault")).to_contain_text("Name the partner")
    expect(page.locator("#desk-partner")).to_be_focused()
    # The buyer is not taken, and the refusal goes when a partner is typed.
    page.locator("#desk-partner").fill("Anna Meyer")
    expect(page.locator("#desk-till .desk-fault")).to_have_text("")
    hands.key("Enter")
    expect(page.locator("#desk-partner-fault")).to_have_text("A team needs two different players.")
    # The form for another player goes when the name is changed.
    page.locator("#desk-partner").fill("Zoe Unknown")
    page.locator("#desk-partner-new").click()
    expect(page.locator("#desk-new-name")).to_be_visible()
    page.locator("#desk-partner").fill("bert")
    expect(page.locator("#desk-new-name")).to_have_count(0)
    expect(page.locator(".desk-partners button")).to_have_text("Bert Rossi")
    page.locator("#desk-partner").focus()
    hands.key("Enter")
    expect(page.locator("p.desk-partner")).to_contain_text("Partner: Bert Rossi")
    page.get_by_label("ID of Bert Rossi seen").check()
    page.locator("#desk-q").focus()
    hands.key("Enter")
    until(lambda: Partner.objects.filter(player=bert).exists())
    expect(page.locator(".desk-result")).to_contain_text("Anna Meyer")
    # In a re-entry the team stays together: no other partner is asked for.
    press(bust, selling, by=FIRST_START, entry=Partner.objects.get(player=bert).entry_id)
    # The other player leads to the one who registered the team.
    hands.name("bert")
    hands.key("Enter")
    expect(page.locator(".desk-here")).to_contain_text("Anna Meyer registered the team")
    page.get_by_role("button", name="Select Anna Meyer").click()
    expect(page.locator("p.desk-partner")).to_contain_text("Partner: Bert Rossi A team stays together.")
    expect(page.locator("#desk-partner")).to_have_count(0)
    hands.key("Enter")
    until(lambda: Partner.objects.filter(player=bert).count() == 2)


def test_a_typed_partner_is_taken_when_the_clerk_goes_on_and_a_new_one_is_added(
    visit: Visit, clerk: Actor, selling: int
) -> None:
    press(set_registration, selling, by=FIRST_START, **PRICE, partner_until="entry")
    for name in ("Anna Meyer", "Cleo Huber"):
        add(name)
    bert = add("Bert Rossi")
    page = opened(visit, selling, clerk)
    hands = Keyboard(page)
    hands.name("anna")
    hands.key("Enter")
    expect(page.locator("#desk-partner")).to_be_focused()
    page.keyboard.type("bert")
    expect(page.locator(".desk-partners button")).to_have_text("Bert Rossi")
    # Without Enter in the field: the cursor goes to the payment.
    page.locator("#desk-given").focus()
    expect(page.locator("p.desk-partner")).to_contain_text("Partner: Bert Rossi")
    expect(page.locator("#desk-given")).to_be_focused()
    hands.key("Enter")
    until(lambda: Partner.objects.filter(player=bert).exists())
    expect(page.locator(".desk-result")).to_contain_text("Anna Meyer / Bert Rossi")
    # A name that is unknown opens the form of a new player; the sale stays.
    page.locator("#desk-q").focus()
    hands.name("cleo")
    hands.key("Enter")
    expect(page.locator("#desk-partner")).to_be_focused()
    page.keyboard.type("dana kunz")
    expect(page.locator("#desk-partner-new")).to_contain_text("dana kunz")
    hands.key("Enter")
    expect(page.locator("#desk-new-name")).to_have_value("Dana Kunz")
    # The form is for the partner, and Enter presses only its button.
    expect(page.locator("#desk-person h2")).to_have_text("New partner")
    expect(page.locator('[data-key="Enter"]')).to_have_count(1)
    expect(page.get_by_role("button", name="Add partner")).to_be_visible()
    hands.key("Escape")
    expect(page.locator("#desk-partner")).to_be_focused()
    hands.key("Enter")
    expect(page.locator("#desk-new-born")).to_be_focused()
    page.keyboard.type("30051990")
    hands.key("Enter")
    expect(page.locator("p.desk-partner")).to_contain_text("Partner: Dana Kunz")
    hands.key("Enter")
    until(lambda: Partner.objects.filter(player__name="Dana Kunz", entry__player__name="Cleo Huber").exists())
    # The sale is listed with its receipt once, and adding the partner, who plays now, cannot be undone.
    sold, added = page.locator("#desk-done > li").nth(0), page.locator("#desk-done > li").nth(1)
    expect(sold).to_contain_text("Cleo Huber / Dana Kunz registered")
    assert sold.inner_text().lower().count("receipt") == 1
    expect(added).to_contain_text("Added the player Dana Kunz")
    expect(added.get_by_role("button", name="Undo")).to_have_count(0)
    # A partner who is in the event is marked, and refused when chosen.
    add("Emil Gut")
    for name in ("Bert Ackermann", "Bert Bauer", "Bert Conrad", "Bert Dubois"):
        add(name)
    page.locator("#desk-q").focus()
    hands.name("emil")
    hands.key("Enter")
    expect(page.locator("#desk-partner")).to_be_focused()
    page.keyboard.type("bert")
    taken = page.locator(".desk-partners button", has_text="Bert Rossi registered")
    expect(page.locator(".desk-partners button")).to_have_count(5)
    taken.click()
    expect(page.locator("#desk-partner-fault")).to_have_text("Bert Rossi is already in this event.")
    # On a low screen, the button that completes the sale covers nothing, however many players are found.
    for width in (1366, 1024):
        page.set_viewport_size({"width": width, "height": 768})
        # All players found stand above the sum.
        last = page.locator("#desk-partner-new").bounding_box()
        due = page.locator("#desk-till .desk-sum").bounding_box()
        assert last
        assert due
        assert last["y"] + last["height"] <= due["y"], width
        foot = page.locator("#desk-till .desk-foot").bounding_box()
        methods = page.locator("#desk-till .desk-methods").bounding_box()
        assert foot
        assert methods
        assert methods["y"] + methods["height"] <= foot["y"], width


def test_a_registered_player_without_a_partner_is_said_to_lack_one(
    visit: Visit, clerk: Actor, selling: int
) -> None:
    press(set_registration, selling, by=FIRST_START, **PRICE, partner_until="close")
    entered(selling, clerk, add("Adam Meyer"))
    entry = entered(selling, clerk, add("Anna Meyer"))
    page = opened(visit, selling, clerk)
    hands = Keyboard(page)
    hands.name("anna")
    hands.key("Enter")
    expect(page.locator(".desk-here")).to_contain_text("The partner is still missing.")
    # The page that names the partner has the entry chosen.
    with page.expect_popup() as opening:
        page.get_by_role("link", name="Add partner").click()
    form = opening.value.locator("#name-partner")
    expect(form.get_by_label("Entry")).to_have_value(str(entry))
    # Another desk names the partner.
    press(name_partner, selling, by=FIRST_START, entry=entry, partner=add("Bert Rossi"))
    expect(page.locator(".desk-here")).to_contain_text("In a team with Bert Rossi.")


def test_team_joins_the_waiting_list_and_registers_with_the_partner(
    visit: Visit, clerk: Actor, selling: int
) -> None:
    press(set_registration, selling, by=FIRST_START, **PRICE, partner_until="entry", capacity=1)
    anna, cleo = add("Anna Meyer"), add("Cleo Huber")
    payments = [PaymentInput(method="cash", amount=sum(PRICE.values()))]
    press(register_player, selling, by=clerk, player=cleo, partner=add("Dana Kunz"), payments=payments)
    bert = add("Bert Rossi")
    page = opened(visit, selling, clerk)
    hands = Keyboard(page)
    hands.name("anna")
    hands.key("Enter")
    # Enter asks for the partner before it puts the team on the list.
    expect(page.locator("#desk-till")).to_contain_text("full")
    hands.key("Enter")
    expect(page.locator("#desk-partner")).to_be_focused()
    hands.key("Enter")
    expect(page.locator("#desk-till .desk-fault")).to_contain_text("Name the partner")
    page.locator("#desk-partner").fill("bert")
    expect(page.locator(".desk-partners button")).to_have_text("Bert Rossi")
    hands.key("Enter")
    expect(page.locator("p.desk-partner")).to_contain_text("Partner: Bert Rossi")
    # No ID is checked before they register.
    expect(page.locator("#desk-partner-id")).to_have_count(0)
    hands.key("Enter")
    until(lambda: Booking.objects.filter(player=anna, partner=bert, state="waiting").exists())
    expect(page.locator(".desk-result")).to_contain_text("Anna Meyer / Bert Rossi")
    hands.name("bert")
    expect(page.locator("#desk-option-0")).to_contain_text("with Anna Meyer")
    hands.key("Enter")
    expect(page.locator(".desk-here")).to_contain_text("with Anna Meyer")
    # Called, either of them registers the team, and the partner is known.
    press(bust, selling, by=FIRST_START, entry=Entry.objects.get(player=cleo).pk)
    process_waiting_list_if_due(selling)
    until(lambda: Booking.objects.filter(player=anna, state="called").exists())
    hands.name("bert")
    hands.key("Enter")
    expect(page.locator("p.desk-partner")).to_contain_text("Partner: Anna Meyer")
    hands.key("Enter")
    until(lambda: Partner.objects.filter(player=anna, entry__player=bert).exists())
