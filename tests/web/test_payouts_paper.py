"""What the desk hands over besides money, and on paper: prizes in kind, envelopes, slips and receipts."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from desk.commands.partners import name_partner
from desk.models import Payment, Receipt, Ticket
from desk.services.prices import price_text
from players.services.partners import entry_name
from prizes.commands.bounties import fill_envelopes
from prizes.commands.payments import hand_prize, pay_prize, take_prize_back
from prizes.models import Envelope, PrizeItem, PrizePayment
from prizes.services.bounties import bounties_of
from seating.commands import note_one_hand, set_plan
from tests.desk.tills import player
from tests.fixtures.room import MakesEvents, press, refusal
from tests.prizes.evenings import amounts, closed, evening, out
from tests.web.test_payouts_page import FIELD, clerk, event, event_row, over, page_of, result_of, row_of
from tests.web.visitors import client_of, send, text_of
from tourney.access.roles import Actor
from tourney.journal.undo import undo
from tourney.models import Entry, JournalEntry

__all__ = ["clerk", "event"]
pytestmark = pytest.mark.django_db


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


def test_a_receipt_keeps_the_place_of_the_time_of_payment(event: int, floor: Actor, director: Actor) -> None:
    entries = over(event, floor)
    winner = entries[-1]
    press(pay_prize, event, by=floor, entry=winner, amount=amounts(event)[0])
    paid = PrizePayment.objects.get(entry=winner)
    # The other one has won.
    last = JournalEntry.journal(event).filter(kind="entry.bust").latest("seq")
    press(undo, event, by=director, seq=last.seq, although_paid=True)
    out(event, winner)
    boss = client_of(floor)
    address = f"/staff/print/receipt/{Receipt.objects.get(items__prize=paid).pk}/"
    assert "Place 1" in text_of(boss.get(address))
    press(take_prize_back, event, by=floor, payment=paid.pk, reason="The other one won")
    reversal = Receipt.objects.get(items__prize__voids=paid)
    assert "Place 1" in text_of(boss.get(f"/staff/print/receipt/{reversal.pk}/"))
    assert "Corrected by receipt" in text_of(boss.get(address))
    # A payment from before places were stored names none, rather than another one.
    PrizePayment.objects.filter(pk=paid.pk).update(best=None, worst=None)
    assert "Place 1" not in (printed := text_of(boss.get(address)))
    assert "Place 2" not in printed


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
