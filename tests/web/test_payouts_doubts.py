"""Special payouts: paid by another clerk meanwhile, in several parts, or for places that are not final."""

import re
import uuid
from typing import Any

import pytest
from django.test import Client

from desk.models import Receipt
from desk.services.prices import price_text
from prizes.commands.payments import pay_prize, take_prize_back
from prizes.commands.payouts import set_payout
from prizes.models import PrizePayment
from prizes.rules.awards import ladder, undecided
from prizes.rules.places import Place
from prizes.services.payables import payable_to
from seating.commands import note_bust, note_one_hand
from tests.fixtures.room import MakesEvents, press
from tests.prizes.evenings import amounts, closed, evening, out
from tests.web.test_payouts_page import FIELD, clerk, event, event_row, over, page_of, result_of, row_of
from tests.web.visitors import client_of, send, text_of
from tourney.access.roles import FIRST_START, Actor
from tourney.journal.undo import undo
from tourney.models import JournalEntry

__all__ = ["clerk", "event"]
pytestmark = pytest.mark.django_db


def alert_of(text: str) -> str:
    """Return the alert of a refused form."""
    return text.partition('id="payouts-refused"')[2].partition("</div>")[0]


def test_paying_an_already_paid_prize_names_the_other_clerk(event: int, floor: Actor, clerk: Client) -> None:
    winner = over(event, floor)[-1]
    won = amounts(event)[0]
    press(pay_prize, event, by=floor, entry=winner, amount=won)
    answer = send(
        clerk,
        page_of(event),
        what="pay",
        entry=winner,
        kind="prize",
        amount=f"{won / 100:.2f}",
        method="cash",
    )
    assert answer.status_code == 422
    text = text_of(answer)
    message, receipt = alert_of(text), Receipt.objects.get(items__kind="prize")
    assert "Nothing was paid." in message
    assert "Nothing more is payable to Player 9." in message
    assert f"{price_text(won, 'EUR')} was paid at" in message
    assert f"by {floor.name}, receipt {receipt}." in message
    assert text.index('id="payouts-refused"') < text.index('id="payouts"'), "the alert is at the top"
    assert text.count(" autofocus") == 1, "the field has the focus and no other has"
    assert PrizePayment.objects.count() == 1


# --- several parts ------------------------------------------------------------------------------------
def with_a_bounty(event: int, floor: Actor) -> tuple[int, dict[str, str]]:
    """Return a player with the first prize and bounties, and the form fields that pay all of it."""
    entries = evening(event, floor, 4, bounty=1_000, prizes={"bounties": "fixed"})
    closed(event)
    out(event, *entries[:-1], knocked_out_by=[entries[-1]])
    text = text_of(client_of(floor).get(page_of(event), {"entry": entries[-1]}))
    return entries[-1], dict(re.findall(r'name="(part-\w+)" value="(\d+)"', text))


def test_one_press_pays_all_parts_each_with_a_receipt_of_its_own(
    event: int, floor: Actor, clerk: Client
) -> None:
    winner, parts = with_a_bounty(event, floor)
    assert set(parts) == {"part-prize", "part-bounty"}
    whole = sum(map(int, parts.values()))
    shown = text_of(clerk.get(page_of(event), {"entry": winner}))
    assert f"Pay out all: {price_text(whole, 'EUR')}" in shown
    command = str(uuid.uuid4())
    given: dict[str, Any] = {"what": "pay", "entry": winner, "kind": "all", "method": "cash", **parts}
    answer = send(clerk, page_of(event), command=command, **given)
    assert answer.status_code == 302
    message = result_of(text_of(clerk.get(answer["Location"])))
    assert price_text(whole, "EUR") in message
    assert message.count("Print receipt") == 2
    # Sent twice, it is paid once.
    assert send(clerk, page_of(event), command=command, **given)["Location"] == answer["Location"]
    assert sorted(PrizePayment.objects.values_list("amount", flat=True)) == sorted(map(int, parts.values()))
    assert all(payable_to(event_row(event), winner, kind) == 0 for kind in ("prize", "bounty"))


def test_page_tells_which_parts_were_paid_meanwhile(event: int, floor: Actor, clerk: Client) -> None:
    winner, parts = with_a_bounty(event, floor)
    press(pay_prize, event, by=floor, entry=winner, kind="bounty", amount=int(parts["part-bounty"]))
    given: dict[str, Any] = {"what": "pay", "entry": winner, "kind": "all", "method": "cash", **parts}
    answer = send(clerk, page_of(event), **given)
    assert answer.status_code == 422
    text = text_of(answer)
    assert "Only part of it was paid." in alert_of(text)
    assert "Nothing more is payable to" in alert_of(text)
    assert price_text(int(parts["part-prize"]), "EUR") in result_of(text)
    again = send(clerk, page_of(event), **given)
    assert "Nothing was paid." in alert_of(text_of(again)), "the first refusal ends it"
    assert PrizePayment.objects.count() == 2


# --- places that are not final ------------------------------------------------------------------------
def shared_until_counted(make_event: MakesEvents, floor: Actor) -> tuple[int, list[int]]:
    """Make an event whose second and third bust in one hand, without recorded stacks."""
    event = make_event(book="wsop")
    entries = evening(event, floor, FIELD)
    closed(event)
    out(event, *entries[:-1])
    press(note_one_hand, event, by=floor, entries=entries[-3:-1])
    return event, entries


@pytest.mark.parametrize(
    ("amounts_of_places", "hang"),
    [([50, 30, 20], {2, 3}), ([50, 25, 25], set()), ([50, 30], {2, 3}), ([50], set())],
)
def test_a_prize_hangs_on_a_stack_only_where_the_places_pay_differently(
    amounts_of_places: list[int], hang: set[int]
) -> None:
    places = [Place(1, 1, 1, 1, "in"), *(Place(key, key, 2, 3, needs_stack=True) for key in (2, 3))]
    assert undecided(places, ladder(amounts_of_places)) == hang


def test_unsettled_place_is_paid_only_with_confirmation(
    make_event: MakesEvents, floor: Actor, clerk: Client
) -> None:
    event, entries = shared_until_counted(make_event, floor)
    second = entries[-2]
    shown = text_of(clerk.get(page_of(event), {"entry": second}))
    assert "This place is undecided." in shown
    assert f"/staff/t/{event}/results/#hands-title" in shown
    assert "undecided" in row_of(shown, second)
    assert "undecided" not in row_of(shown, entries[-1])
    given: dict[str, Any] = {"what": "pay", "entry": second, "kind": "prize", "amount": "1", "method": "cash"}
    refused = send(clerk, page_of(event), **given)
    assert refused.status_code == 422
    assert "Record the stacks" in alert_of(text_of(refused))
    assert not PrizePayment.objects.exists()
    assert send(clerk, page_of(event), **given, although_unsettled="1").status_code == 302
    assert PrizePayment.objects.get().amount == 100


def test_once_the_stacks_are_noted_the_place_is_paid_without_more_ado(
    make_event: MakesEvents, floor: Actor, clerk: Client
) -> None:
    event, entries = shared_until_counted(make_event, floor)
    for entry, stack in zip(entries[-3:-1], (4_000, 9_000), strict=True):
        press(note_bust, event, by=floor, entry=entry, stack=stack)
    assert "This place is undecided." not in text_of(clerk.get(page_of(event), {"entry": entries[-2]}))
    press(pay_prize, event, by=floor, entry=entries[-2], amount=amounts(event)[1])


def test_returned_payment_leaves_no_payable(event: int, floor: Actor, clerk: Client) -> None:
    entries = evening(event, floor, FIELD)
    closed(event)
    out(event, *entries[:-2])
    press(pay_prize, event, by=floor, entry=entries[-3], amount=amounts(event)[2])
    press(take_prize_back, event, by=floor, payment=PrizePayment.objects.get().pk, reason="the wrong one")
    line = JournalEntry.objects.filter(tournament=event, kind="entry.bust").order_by("-seq").first()
    assert line is not None
    press(undo, event, by=FIRST_START, seq=line.seq)
    row = row_of(text_of(clerk.get(page_of(event))), entries[-3])
    assert "nothing outstanding" in row
    assert " paid" not in row


def test_no_amounts_are_shown_before_the_prizes_are_set_up(
    event: int, clerk: Client, director: Actor
) -> None:
    for part in ("", "?part=1"):
        text = text_of(clerk.get(f"{page_of(event)}{part}"))
        assert text.count("The prizes of this event are not set up yet.") == (not part)
        assert "0.00" not in text
        assert "No winners yet" not in text
        assert "payouts-sums" not in text
    press(set_payout, event, by=director, method="formula", percent=1_000, currency="EUR")
    text = text_of(clerk.get(page_of(event)))
    assert "€0" in text
    assert "No winners yet" in text
