"""Payouts at the desk: who has what to collect, payment and its undo, items, envelopes, slips, and permissions."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from desk.commands.partners import name_partner
from desk.models import Drawer, Payment, Receipt, Ticket, Voucher
from desk.services.prices import price_text
from desk.services.till import cash_in
from players.rules.person_code import code_of
from players.services.partners import entry_name
from prizes.commands.bounties import fill_envelopes
from prizes.commands.payments import hand_prize, pay_prize
from prizes.commands.payouts import unlock_payout
from prizes.models import Envelope, PrizeItem, PrizePayment
from prizes.services.bounties import bounties_of
from prizes.services.payables import payable_to
from seating.commands import note_one_hand, set_plan
from tests.desk.tills import drawer, player
from tests.fixtures.room import MakesEvents, press, refusal
from tests.prizes.evenings import amounts, closed, evening, out
from tests.web.visitors import client_of, send, text_of
from tourney.access.roles import FIRST_START, Actor, Role
from tourney.journal.undo import undo
from tourney.models import Entry, JournalEntry, Tournament

pytestmark = pytest.mark.django_db
FIELD = 9


@pytest.fixture
def event(make_event: MakesEvents) -> int:
    """Make an event of the Munot rulebook."""
    return make_event(book="munot")


@pytest.fixture
def clerk(desk: Actor) -> Client:
    """Return the browser of a clerk with a drawer."""
    drawer(desk, 1_000_000)
    return client_of(desk)


def over(event: int, floor: Actor, **prizes: Any) -> list[int]:
    """Finish an event of nine; return its entries, the winner's last."""
    entries = evening(event, floor, FIELD, prizes=prizes)
    closed(event)
    out(event, *entries[:-1])
    return entries


def page_of(event: int) -> str:
    return f"/staff/t/{event}/payouts/"


def row_of(text: str, entry: int) -> str:
    """Return the text of a player's row in the list."""
    found = re.search(rf'<tr data-entry="{entry}".*?</tr>', text, re.DOTALL)
    assert found is not None
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", found[0]))


def result_of(text: str) -> str:
    """Return the shown result of the last action."""
    return text.partition('id="payouts-result"')[2].partition("</section>")[0]


def event_row(event: int) -> Tournament:
    return Tournament.objects.get(pk=event)


# --- the list -----------------------------------------------------------------------------------------
def test_list_shows_place_won_paid_and_payable(event: int, floor: Actor, clerk: Client) -> None:
    entries = over(event, floor)
    first, second = amounts(event)[:2]
    press(pay_prize, event, by=floor, entry=entries[-1], amount=10_000)
    text = text_of(clerk.get(page_of(event)))
    assert f" 1 Player 9 {first / 100:.2f} 100.00 {(first - 10_000) / 100:.2f} paid in part" in row_of(
        text, entries[-1]
    )
    assert f" 2 Player 8 {second / 100:.2f} 0.00 {second / 100:.2f} outstanding" in row_of(text, entries[-2])
    assert f'data-entry="{entries[0]}"' not in text, "a player without a prize is not listed"


@pytest.mark.parametrize("how", ["name", "code"])
def test_player_is_found_by_typing_or_scanning_and_opened_by_enter(
    event: int, floor: Actor, clerk: Client, how: str
) -> None:
    winner = over(event, floor)[-1]
    sought = "player 9" if how == "name" else code_of(Entry.objects.get(pk=winner).player_id)
    answer = clerk.get(page_of(event), {"q": sought, "enter": "1"})
    assert answer["Location"] == f"{page_of(event)}?entry={winner}"
    part = text_of(clerk.get(page_of(event), {"q": sought, "part": "1"}))
    assert re.findall(r'<tr data-entry="(\d+)"', part) == [str(winner)]


def test_scanned_player_without_a_prize_gets_a_message(event: int, floor: Actor, clerk: Client) -> None:
    loser = over(event, floor)[0]
    answer = clerk.get(page_of(event), {"q": code_of(Entry.objects.get(pk=loser).player_id), "enter": "1"})
    assert "Player 1 has no winnings and no payments here." in text_of(answer)


def test_paid_player_who_no_longer_won_is_marked(event: int, floor: Actor, clerk: Client) -> None:
    entries = evening(event, floor, FIELD)
    closed(event)
    out(event, *entries[:-2])
    third = entries[-3]
    press(pay_prize, event, by=floor, entry=third, amount=amounts(event)[2])
    paid = price_text(amounts(event)[2], "EUR")
    busts = JournalEntry.objects.filter(tournament=event, kind="entry.bust").order_by("-seq")
    last, before = busts[:2]
    press(undo, event, by=FIRST_START, seq=last.seq, although_paid=True)
    # Back in play, the player may win it again: nothing is claimed back yet.
    text = text_of(clerk.get(page_of(event)))
    assert "paid, playing again" in row_of(text, third)
    assert f"was paid {paid} and is playing again" in text.partition("payouts-too-much")[2]
    assert "Wait for the final place" in text_of(clerk.get(page_of(event), {"entry": third}))
    press(undo, event, by=FIRST_START, seq=before.seq, although_paid=True)
    out(event, third)
    text = text_of(clerk.get(page_of(event)))
    assert f"overpaid by {paid}".replace("\xa0", " ") in row_of(text, third)
    assert f"overpaid by {paid}" in text.partition("payouts-too-much")[2].partition("</ul>")[0]
    assert f"−{amounts(event)[2] / 100:.2f}" in row_of(text, third)
    assert "than the current places pay" in text_of(clerk.get(page_of(event), {"entry": third}))


# --- payment ------------------------------------------------------------------------------------------
def test_panel_is_prefilled_and_payment_tells_what_to_hand_over(
    event: int, floor: Actor, clerk: Client, desk: Actor
) -> None:
    winner = over(event, floor, tax_percent=1_000)[-1]
    won = amounts(event)[0]
    shown = text_of(clerk.get(page_of(event), {"entry": winner}))
    assert re.search(rf'name="amount" value="{won / 100:.2f}"[^>]* autofocus', shown)
    assert f'name="withheld" value="{won // 10 / 100:.2f}"' in shown
    before = cash_in(Drawer.objects.get(clerk__username=desk.name))
    answer = send(
        clerk,
        page_of(event),
        what="pay",
        entry=winner,
        kind="prize",
        amount="100",
        method="cash",
        withheld=f"{won // 10 / 100:.2f}",
        withheld_was=f"{won // 10 / 100:.2f}",
        id_seen="1",
        signed="1",
    )
    assert answer.status_code == 302
    row = PrizePayment.objects.get()
    assert (row.amount, row.withheld, row.signed, row.id_seen_by) == (10_000, 1_000, True, desk.name)
    assert cash_in(Drawer.objects.get(clerk__username=desk.name)) == before - 9_000
    message = result_of(text_of(clerk.get(answer["Location"])))
    assert "Hand over in cash" in message
    assert "€90" in message
    assert payable_to(event_row(event), winner, "prize") == won - 10_000


def test_payment_above_the_payable_is_refused_at_its_field(event: int, floor: Actor, clerk: Client) -> None:
    winner = over(event, floor)[-1]
    answer = send(
        clerk, page_of(event), what="pay", entry=winner, kind="prize", amount="9999.00", method="cash"
    )
    assert answer.status_code == 422
    field = text_of(answer).partition('name="amount"')[2].partition("</div>")[0]
    assert f"Only {price_text(amounts(event)[0], 'EUR')} is payable to" in field
    assert "Nothing was paid." in text_of(answer)
    assert not PrizePayment.objects.exists()


@pytest.mark.parametrize(
    "values",
    [
        {},
        {"what": "rob"},
        {"what": "pay"},
        {"what": "pay", "amount": "x", "entry": "1", "kind": "prize"},
        {"what": "pay", "amount": "1", "entry": "1", "kind": "loot", "method": "cash"},
        {"what": "hand", "entry": "x"},
        {"what": "take_back", "payment": "1", "reason": ""},
        {"what": "draw", "entry": "999999"},
    ],
)
def test_malformed_payment_is_answered_without_paying(
    event: int, floor: Actor, clerk: Client, values: dict[str, str]
) -> None:
    over(event, floor)
    assert send(clerk, page_of(event), **values).status_code == 422
    assert not PrizePayment.objects.exists()


def test_a_voucher_is_shown_by_its_number_and_printed(event: int, floor: Actor, clerk: Client) -> None:
    winner = over(event, floor)[-1]
    answer = send(
        clerk, page_of(event), what="pay", entry=winner, kind="prize", amount="50", method="voucher"
    )
    text = text_of(clerk.get(answer["Location"]))
    number = Voucher.objects.get().number
    assert number in result_of(text)
    found = re.search(r'href="([^"]*/vouchers/\?line=\d+)"', text)
    assert found is not None
    assert number in text_of(clerk.get(found[1]))


def test_another_clerk_does_not_read_the_number_of_a_voucher_that_was_paid_out(
    event: int, floor: Actor, clerk: Client, director: Actor, person: Callable[..., Actor]
) -> None:
    winner = over(event, floor)[-1]
    given = {"what": "pay", "entry": winner, "kind": "prize", "amount": "50", "method": "voucher"}
    shown = send(clerk, page_of(event), **given)["Location"]
    line, number = JournalEntry.journal(event).get(kind="prize.pay").seq, Voucher.objects.get().number
    sheet = f"{page_of(event)}vouchers/?line={line}"
    other = client_of(person("desmond", Role.DESK))
    assert number not in text_of(other.get(shown))
    assert "vouchers/?line" not in text_of(other.get(shown))
    assert other.get(sheet).status_code == 404
    assert number in text_of(client_of(director).get(sheet))


def test_withdrawing_a_payment_requires_permission_and_a_reason(
    event: int, floor: Actor, clerk: Client
) -> None:
    winner = over(event, floor)[-1]
    press(pay_prize, event, by=floor, entry=winner, amount=10_000)
    payment = PrizePayment.objects.get().pk
    given: dict[str, Any] = {"what": "take_back", "entry": winner, "payment": payment}
    assert 'value="take_back"' not in text_of(clerk.get(page_of(event), {"entry": winner}))
    assert send(clerk, page_of(event), **given, reason="x").status_code == 422
    boss = client_of(floor)
    assert 'value="take_back"' in text_of(boss.get(page_of(event), {"entry": winner}))
    assert send(boss, page_of(event), **given, reason=" ").status_code == 422
    answer = send(boss, page_of(event), **given, reason="wrong person")
    text = text_of(boss.get(answer["Location"]))
    assert "Return to the drawer" in result_of(text)
    assert "€100" in result_of(text)
    assert "wrong person" in text
    assert 'value="take_back"' not in text, "it is paid once"


def test_payments_require_locked_prizes(event: int, floor: Actor, director: Actor, clerk: Client) -> None:
    winner = over(event, floor)[-1]
    press(unlock_payout, event, by=director, reason="a slip")
    assert "not locked" in text_of(clerk.get(page_of(event)))
    answer = send(clerk, page_of(event), what="pay", entry=winner, kind="prize", amount="1", method="cash")
    assert answer.status_code == 422
    assert "not locked" in text_of(answer)


def test_event_without_prizes_and_clerk_without_drawer_get_a_message(event: int, desk: Actor) -> None:
    text = text_of(client_of(desk).get(page_of(event)))
    assert "The prizes of this event are not set up yet." in text
    # Nothing can be paid before the prizes are set up and locked.
    assert "Open your drawer" not in text


# --- items --------------------------------------------------------------------------------------------
def satellite(event: int, floor: Actor, other: int) -> list[int]:
    """Make an event of nine that pays four tickets of 200.00 and 100.00 in cash."""
    return evening(
        event, floor, FIELD, prizes={"method": "satellite", "ticket_for": other, "ticket_value": 20_000}
    )


def test_a_ticket_is_handed_over_shown_by_its_number_and_printed(
    event: int, floor: Actor, clerk: Client, make_event: MakesEvents
) -> None:
    other = make_event(book="munot", name="Main Event")
    entries = satellite(event, floor, other)
    closed(event)
    out(event, *entries[:-1])
    winner = entries[-1]
    assert "to hand over" in row_of(text_of(clerk.get(page_of(event))), winner)
    thing = PrizeItem.objects.get(place=1)
    shown = text_of(clerk.get(page_of(event), {"entry": winner}))
    assert re.search(r'value="hand">\s*Hand over\b', shown)
    answer = send(clerk, page_of(event), what="hand", entry=winner, thing=thing.pk, signed="1")
    ticket = Ticket.objects.get()
    text = text_of(clerk.get(answer["Location"]))
    assert "Hand over" in result_of(text)
    assert ticket.number in result_of(text)
    found = re.search(r'href="([^"]*/vouchers/\?line=\d+)"', text)
    assert found is not None
    printed = text_of(clerk.get(found[1]))
    assert ticket.number in printed
    assert "Main Event" in printed
    assert "paid" in row_of(text, winner)
    assert 'badge is-done">paid' in text


def test_floor_decides_which_tied_player_gets_a_prize_in_kind(
    event: int, floor: Actor, clerk: Client
) -> None:
    things = [{"place": 3, "name": "Watch", "value": 5_000, "from_pool": False, "ticket_for": None}]
    entries = evening(event, floor, FIELD, prizes={"things": things})
    closed(event)
    out(event, *entries[:5])
    out(event, entries[5], entries[6])
    press(note_one_hand, event, by=floor, entries=entries[5:7], announced=True)
    thing = PrizeItem.objects.get()
    shown = text_of(clerk.get(page_of(event), {"entry": entries[5]}))
    assert "shared by Player 6, Player 7: the floor decides who gets it" in shown
    assert 'value="hand"' not in shown
    assert send(clerk, page_of(event), what="hand", entry=entries[5], thing=thing.pk).status_code == 422
    boss = client_of(floor)
    assert 'value="hand"' in text_of(boss.get(page_of(event), {"entry": entries[5]}))
    assert send(boss, page_of(event), what="hand", entry=entries[6], thing=thing.pk).status_code == 302
    assert "handed over to another of them" in text_of(clerk.get(page_of(event), {"entry": entries[5]}))
    assert refusal(hand_prize, event, by=floor, entry=entries[5], thing=thing.pk).code == "handed_over"


# --- envelopes ----------------------------------------------------------------------------------------
def test_an_envelope_is_drawn_at_the_desk_and_its_value_revealed(
    event: int, floor: Actor, director: Actor, clerk: Client
) -> None:
    entries = evening(event, floor, 4, bounty=1_000, prizes={"bounties": "mystery"})
    press(set_plan, event, by=director, seats_per_table=9)
    closed(event)
    plan = [{"value": 2_500, "count": 1}, {"value": 500, "count": 3}]
    press(fill_envelopes, event, by=director, values=plan)
    out(event, entries[0], knocked_out_by=[entries[1]])
    shown = text_of(clerk.get(page_of(event)))
    assert "won by Player 2" in shown
    answer = send(clerk, page_of(event), what="draw", entry=entries[0])
    message = result_of(text_of(clerk.get(answer["Location"])))
    drawn = Envelope.objects.get(entry=entries[0])
    assert price_text(drawn.value, "EUR") in message
    assert f"/draw/{drawn.digest}/" in message
    assert bounties_of(event_row(event)).won == {entries[1]: drawn.value}
    assert "No envelopes to draw." in text_of(clerk.get(page_of(event)))
    leader = row_of(text_of(clerk.get(page_of(event))), entries[1])
    assert "outstanding" in leader


# --- print --------------------------------------------------------------------------------------------
def test_a_slip_to_sign_says_place_amount_withheld_and_the_rule_of_a_shared_place(
    event: int, floor: Actor, clerk: Client
) -> None:
    entries = evening(event, floor, FIELD, prizes={"tax_percent": 1_000})
    closed(event)
    out(event, *entries[:5])
    out(event, entries[5], entries[6])
    press(note_one_hand, event, by=floor, entries=entries[5:7], announced=True)
    out(event, entries[7])
    slips = f"{page_of(event)}slips/"
    one = text_of(clerk.get(slips, {"entry": entries[5]}))
    third = amounts(event)[2] // 2
    assert "Places 3 to 4, shared" in one
    assert "The place is shared under Munot" in one
    assert f"{third / 100:.2f}" in one
    assert f"−{third // 10 / 100:.2f}" in one
    assert "Signature" in one
    everybody = text_of(clerk.get(slips))
    for name in ("Player 6", "Player 7", "Player 8", "Player 9"):
        assert name in everybody
    assert "Player 5" not in everybody
    assert text_of(clerk.get(slips, {"paper": "roll"})).count('class="slip"') == 4
    assert clerk.get(slips, {"entry": entries[0]}).status_code == 404


def test_reprinted_slip_shows_the_payment(event: int, floor: Actor, clerk: Client) -> None:
    winner = over(event, floor)[-1]
    won = amounts(event)[0]
    press(pay_prize, event, by=floor, entry=winner, amount=won)
    slip = text_of(clerk.get(f"{page_of(event)}slips/", {"entry": winner}))
    assert "To be paid out" not in slip
    assert re.search(rf"Paid out EUR</th><td[^>]*>{won / 100:.2f}<", slip)


def test_the_receipt_of_a_prize_is_a_payout_and_not_offered_to_be_refunded(event: int, floor: Actor) -> None:
    winner = over(event, floor)[-1]
    press(pay_prize, event, by=floor, entry=winner, amount=10_000, withheld=1_000, id_seen=True)
    receipt = Receipt.objects.get(items__kind="prize")
    boss = client_of(floor)
    printed = text_of(boss.get(f"/staff/print/receipt/{receipt.pk}/"))
    assert "Payout" in printed
    assert "Paid out" in printed
    assert "90.00" in printed
    assert "Signature" in printed
    shown = text_of(boss.get(f"/staff/till/receipts/{receipt.pk}/"))
    assert "Paid out as a prize." in shown
    assert 'name="items"' not in shown
    assert f"{page_of(event)}?entry={winner}" in shown
    assert Payment.objects.get(receipt=receipt).amount == -9_000


def test_receipts_of_a_teams_prize_name_its_place_and_the_team_and_so_do_the_winners_of_chips(
    event: int, floor: Actor
) -> None:
    entries = evening(event, floor, 9, partner_until="close")
    press(name_partner, event, by=floor, entry=entries[8], partner=player("Bert"))
    closed(event)
    out(event, *entries[:8])
    team, boss = entry_name(Entry.objects.get(pk=entries[8])), client_of(floor)
    first = Entry.objects.get(pk=entries[8]).player_id
    press(pay_prize, event, by=floor, entry=entries[8], player=first, amount=1_000)
    receipt = Receipt.objects.get(items__kind="prize")
    printed = text_of(boss.get(f"/staff/print/receipt/{receipt.pk}/"))
    assert "Place 1" in printed
    assert f"Share of the team’s prize: {team}" in printed
    note = reverse("result_note", args=[event, entries[0]])
    assert re.search(rf"> {team}</label>", text_of(boss.get(note, {"q": "Bert"})))
