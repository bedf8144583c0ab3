"""Satellites and prizes in kind: won tickets admit to the other event, and handed-over prizes stay."""

import uuid
from typing import Any

import pytest

from desk.commands.partners import name_partner
from desk.commands.refunds import refund
from desk.models import Receipt, Ticket
from prizes.commands.deals import agree, close_deal, open_deal
from prizes.commands.payments import hand_prize, pay_prize, take_prize_back
from prizes.commands.payouts import lock_payout, set_payout, unlock_payout
from prizes.commands.team_shares import share_prize
from prizes.models import DealShare, PrizeItem
from prizes.services.money import payout_of
from prizes.services.payables import account_of
from prizes.services.results import handed_in, results_of
from seasons.services.event_results import results_in
from tests.desk.tills import enter, numbered, player
from tests.fixtures.journalled import journal_tells_the_rows
from tests.fixtures.room import MakesEvents, press, refusal
from tests.prizes.evenings import PRICE, WORTH, amounts, closed, evening, main_event, out, prize
from tests.web.visitors import client_of, text_of
from tourney.access.roles import Actor
from tourney.models import Entry, Tournament


@pytest.fixture
def main(make_event: MakesEvents) -> int:
    """Create the event that the tickets are for."""
    return main_event(make_event)


@pytest.fixture
def event(make_event: MakesEvents) -> int:
    """Create the satellite."""
    return make_event(name="Satellite", book="tda")


def row(event: int) -> Tournament:
    return Tournament.objects.get(pk=event)


def satellite(main: int) -> dict[str, Any]:
    return {"method": "satellite", "ticket_for": main, "ticket_value": WORTH}


def test_satellite_pays_as_many_tickets_as_the_pool_allows_and_cash(
    event: int, main: int, floor: Actor
) -> None:
    evening(event, floor, 10, prizes=satellite(main))
    assert not PrizeItem.objects.exists(), "computed until it is locked"
    closed(event)
    assert list(PrizeItem.objects.values_list("place", "name", "value", "ticket_for")) == [
        (place, "Main", WORTH, main) for place in (1, 2, 3)
    ]
    found = results_of(row(event)).prizes
    assert [(one.cash, len(one.items)) for one in found] == [(0, 1), (0, 1), (0, 1), (10_000, 0)]
    assert sum(amounts(event)) == 10 * PRICE


def test_a_ticket_that_was_won_opens_the_other_event(event: int, main: int, floor: Actor) -> None:
    entries = evening(event, floor, 9, prizes=satellite(main))
    closed(event)
    out(event, *entries[:8])
    thing = PrizeItem.objects.get(place=2)
    assert refusal(hand_prize, event, by=floor, entry=entries[0], thing=thing.pk).code == "not_theirs"
    done = press(hand_prize, event, by=floor, entry=entries[7], thing=thing.pk, signed=True).answer
    assert done is not None
    assert refusal(hand_prize, event, by=floor, entry=entries[7], thing=thing.pk).code == "handed_over"
    ticket = Ticket.objects.get(number=done["ticket"])
    assert (ticket.tournament_id, ticket.value, ticket.won_in_id) == (main, WORTH, event)
    winner = Entry.objects.get(pk=entries[7]).player_id
    enter(main, floor, winner, [numbered("ticket", WORTH, ticket.number)])
    # A spent ticket cannot be taken back.
    assert refusal(take_prize_back, event, by=floor, payment=done["payment"], reason="no").code in {
        "voucher_spent",
        "not_allowed",
    }
    assert account_of(row(event)).difference == 0
    journal_tells_the_rows()


def test_a_ticket_is_not_good_for_another_person(event: int, main: int, floor: Actor) -> None:
    entries = evening(event, floor, 9, prizes=satellite(main))
    closed(event)
    out(event, *entries[:8])
    thing = PrizeItem.objects.get(place=1)
    done = press(hand_prize, event, by=floor, entry=entries[8], thing=thing.pk).answer
    assert done is not None
    from desk.commands.sales import register_player

    refused = refusal(
        register_player,
        main,
        by=floor,
        player=player("Somebody else"),
        payments=[numbered("ticket", WORTH, done["ticket"])],
    )
    assert refused.code


def test_a_ticket_of_a_team_is_good_for_the_player_who_received_it(
    event: int, main: int, floor: Actor
) -> None:
    entries = evening(event, floor, 9, prizes=satellite(main), partner_until="close")
    press(name_partner, event, by=floor, entry=entries[7], partner=(bert := player("Bert")))
    closed(event)
    out(event, *entries[:8])
    thing = PrizeItem.objects.get(place=2).pk
    assert refusal(hand_prize, event, by=floor, entry=entries[7], thing=thing).code == "player_missing"
    client, page = client_of(floor), f"/staff/t/{event}/payouts/"
    assert f'<option value="{bert}">Bert</option>' in text_of(client.get(page, {"entry": entries[7]}))
    sent = {"what": "hand", "entry": entries[7], "thing": thing, "receiver": bert}
    assert client.post(page, {**sent, "command_id": str(uuid.uuid4())}).status_code == 302
    ticket = Ticket.objects.get()
    assert ticket.player_id == bert
    # Both rows say where the prize is.
    assert "handed over to Bert" in text_of(client.get(page, {"entry": entries[7]}))
    registered = Entry.objects.get(pk=entries[7]).player
    assert f"are listed with {registered.name}" in text_of(
        client.get(page, {"entry": entries[7], "player": bert})
    )
    enter(main, floor, bert, [numbered("ticket", WORTH, ticket.number)])


def test_relocked_satellite_keeps_the_delivered_tickets(
    event: int, main: int, floor: Actor, director: Actor
) -> None:
    entries = evening(event, floor, 9, prizes=satellite(main))
    closed(event)
    out(event, *entries[:8])
    thing = PrizeItem.objects.get(place=1)
    press(hand_prize, event, by=floor, entry=entries[8], thing=thing.pk)
    press(unlock_payout, event, by=director, reason="to look at it")
    press(lock_payout, event, by=director)
    assert PrizeItem.objects.count() == 3
    assert list(handed_in(row(event))) == [thing.pk]
    journal_tells_the_rows()


def test_a_ticket_that_was_handed_over_is_not_set_aside(
    event: int, main: int, floor: Actor, director: Actor
) -> None:
    """Neither other prizes nor tickets of another value replace it."""
    entries = evening(event, floor, 9, prizes=satellite(main))
    closed(event)
    out(event, *entries[:7])
    out(event, entries[7])
    thing = PrizeItem.objects.get(place=2)
    done = press(hand_prize, event, by=floor, entry=entries[7], thing=thing.pk).answer
    assert done is not None
    press(unlock_payout, event, by=director, reason="different prizes")
    assert refusal(set_payout, event, by=director, method="table").code == "handed_over"
    press(set_payout, event, by=director, **{**satellite(main), "ticket_value": 60_000})
    assert refusal(lock_payout, event, by=director).code == "handed_over"
    # A returned ticket can be handed over again; an item with payments cannot be deleted.
    press(take_prize_back, event, by=director, payment=done["payment"], reason="different prizes")
    assert refusal(lock_payout, event, by=director).code == "handed_over"
    press(set_payout, event, by=director, **satellite(main))
    press(lock_payout, event, by=director)
    press(hand_prize, event, by=floor, entry=entries[7], thing=thing.pk)
    journal_tells_the_rows()


def test_prize_in_kind_from_the_pool_raises_its_place(event: int, floor: Actor) -> None:
    thing = {"place": 3, "name": "A watch", "value": 15_000, "from_pool": True, "ticket_for": None}
    gift = {"place": 1, "name": "A trophy", "value": 5_000, "from_pool": False, "ticket_for": None}
    entries = evening(event, floor, 9, prizes={"method": "table", "things": [thing, gift]})
    closed(event)
    out(event, *entries[:8])
    found = amounts(event)
    assert sum(found) == 9 * PRICE
    assert found[2] >= 15_000
    assert prize(event, entries[6]) == found[2] - 15_000
    watch, trophy = PrizeItem.objects.get(place=3), PrizeItem.objects.get(place=1)
    press(hand_prize, event, by=floor, entry=entries[6], thing=watch.pk)
    press(hand_prize, event, by=floor, entry=entries[8], thing=trophy.pk)
    press(pay_prize, event, by=floor, entry=entries[8], amount=found[0])
    assert account_of(row(event)).difference == 0
    assert sum(prize(event, entry) for entry in entries) == 9 * PRICE - 15_000
    journal_tells_the_rows()


def test_a_deal_divides_the_cash_and_things_stay_with_their_places(event: int, floor: Actor) -> None:
    watch = {"place": 2, "name": "A watch", "value": 15_000, "from_pool": True, "ticket_for": None}
    entries = evening(event, floor, 9, prizes={"method": "table", "things": [watch]})
    closed(event)
    out(event, *entries[:6])
    # The second place has less cash than the third, because the watch is most of its value.
    cash = [one.cash for one in results_of(row(event)).prizes]
    assert cash[1] < cash[2]
    stacks = [{"entry": entry, "chips": 3_000 * n} for n, entry in enumerate(entries[6:], start=1)]
    press(open_deal, event, by=floor, stacks=stacks)
    for entry in entries[6:]:
        press(agree, event, by=floor, entry=entry)
    press(close_deal, event, by=floor)
    assert sum(share.amount for share in DealShare.objects.all()) == sum(cash[:3])
    out(event, *entries[6:8])
    press(hand_prize, event, by=floor, entry=entries[7], thing=PrizeItem.objects.get(place=2).pk)
    assert account_of(row(event)).difference == 0
    journal_tells_the_rows()


def test_a_season_counts_each_part_of_a_teams_deal_and_prize_as_they_are_paid(
    event: int, floor: Actor
) -> None:
    entries = evening(event, floor, 9, prizes={"method": "table"}, partner_until="close")
    press(name_partner, event, by=floor, entry=entries[8], partner=(bert := player("Bert")))
    press(share_prize, event, by=floor, entry=entries[8], share=3_333)
    closed(event)
    out(event, *entries[:6])
    stacks = [{"entry": entry, "chips": 3_000 * n} for n, entry in enumerate(entries[6:], start=1)]
    press(open_deal, event, by=floor, stacks=stacks, left=[1_700])
    for entry in entries[6:]:
        press(agree, event, by=floor, entry=entry)
    press(close_deal, event, by=floor)
    out(event, *entries[6:8])
    won = results_of(row(event))
    deal, note = won.won[entries[8]].deal, payout_of(row(event)).note
    team = Entry.objects.get(pk=entries[8]).player_id
    found = results_in([row(event)])[event].players
    # Rounded for each kind by itself, not for the sum.
    parts = [amount * 3_333 // 10_000 // note * note for amount in (won.prize(entries[8]), deal)]
    assert (deal > 0, won.prize(entries[8])) == (True, 1_700)
    assert (found[bert].prize, found[team].prize) == (sum(parts), deal + 1_700 - sum(parts))
    assert sum(parts) != (deal + 1_700) * 3_333 // 10_000 // note * note
    assert sum(one.prize for one in found.values()) == 9 * PRICE


def test_a_refund_takes_a_ticket_from_the_last_place(
    event: int, main: int, floor: Actor, director: Actor
) -> None:
    evening(event, floor, 9, prizes=satellite(main))
    closed(event)
    receipt = Receipt.objects.order_by("pk").first()
    assert receipt is not None
    press(refund, event, by=floor, receipt=receipt.pk, reason="never sat down")
    press(lock_payout, event, by=director)
    assert PrizeItem.objects.count() == 2
    assert [one.cash for one in results_of(row(event)).prizes] == [0, 0, 20_000]
    journal_tells_the_rows()


def test_an_event_is_no_satellite_of_itself(event: int, floor: Actor, director: Actor) -> None:
    evening(event, floor, 3)
    refused = refusal(set_payout, event, by=director, **satellite(event))
    assert refused.code == "bad_argument"
