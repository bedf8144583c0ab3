"""Players who come from flights open the bags of these flights at their tables on day 2."""

import pytest

from clock.commands.clock import start
from prizes.commands.deals import open_deal
from prizes.commands.payouts import lock_payout
from procedures.boards.bags import bags, table_bags
from procedures.commands.bag_openings import open_table
from procedures.models import Bag
from seating.models import Seat
from stages.commands.advance import advance_players
from tests.fixtures.room import MakesEvents, press, refusal
from tests.penalties.penalty_scenes import given, hands, left
from tests.stages.conftest import TwoFlights
from tests.stages.stage_scenes import (
    entry_of,
    event_row,
    flights,
    in_bags,
    people,
    seat_everybody,
    stacks_in,
)
from tests.stages.test_pool import with_prizes
from tests.web.visitors import client_of, text_of
from tourney.access.roles import Actor
from tourney.journal.boards import journal_entries
from tourney.journal.boards import text_of as text_of_entry
from tourney.journal.undo import undo
from tourney.services.field_counts import field_of

pytestmark = pytest.mark.django_db


def last_text(event: int) -> str:
    """Return the text of an event's latest journal entry."""
    return text_of_entry(next(iter(journal_entries(event))))


def test_bags_of_flights_are_opened_on_day_2_and_closed_ones_are_blinded_off(
    two_flights: TwoFlights, clerk: Actor
) -> None:
    found, anna, bert, cleo = two_flights.events, two_flights.anna, two_flights.bert, two_flights.cleo
    # Tables 1 and 2, but no two flights number a bag alike.
    assert {number // 100 for number in Bag.objects.values_list("number", flat=True)} == {1, 1_002}
    two_flights.seat()
    board = bags(found["2"])
    assert board is not None
    assert (board.phase, board.stacks, board.opened) == ("resumed", 3, 0)
    here = Seat.objects.filter(tournament_table__table__number=3).select_related("entry")
    seats = {seat.entry.player_id: seat for seat in here if seat.entry}
    # Both bags of Anna are on the table.
    assert {bag.seat: bag.chips for bag in board.tables[0].bags} == {
        seats[anna].number: 27_000,
        seats[bert].number: 8_000,
        seats[cleo].number: 5_000,
    }
    place = seats[anna].number
    short = [{"seat": place, "chips": 26_000}]
    refused = refusal(open_table, found["2"], by=clerk, number=3, seats=[place], stacks=short)
    assert refused.code == "bag_differs"
    assert "says 27,000" in refused.message
    opened_bag = press(
        open_table, found["2"], by=clerk, number=3, seats=[place], stacks=short, reason="a chip is missing"
    )
    assert (
        last_text(found["2"]) == "Opened 2 bags at table 3. 1,000 chips missing, accepted: a chip is missing"
    )
    # All screens read the chips in play from the same rows.
    assert field_of(event_row(found["2"])).chips == 39_000
    listed = text_of(client_of(clerk).get(f"/staff/t/{found['2']}/counts/bags/"))
    assert ("39,000 chips" in listed, '14,000 <small class="nowrap">slip 15,000' in listed) == (True, True)
    assert stacks_in(found["2"])[anna] == 26_000
    opened = Bag.objects.filter(entry__player=anna).order_by("chips")
    assert [(bag.chips, bag.opened_chips) for bag in opened] == [(12_000, 12_000), (15_000, 14_000)]
    press(undo, found["2"], by=clerk, seq=opened_bag.seq)
    assert field_of(event_row(found["2"])).chips == 40_000
    press(open_table, found["2"], by=clerk, number=3, seats=[place], stacks=short, reason="a chip is missing")
    own = seats[bert].number
    first = press(open_table, found["2"], by=clerk, number=3, seats=[own], absent=[own])
    assert last_text(found["2"]).endswith(". Absent, the chips are at the seat")
    press(undo, found["2"], by=clerk, seq=first.seq)
    last = press(open_table, found["2"], by=clerk, number=3, seats=[own])
    press(start, found["2"], by=clerk)
    away = Seat.objects.filter(tournament_table__table__number=3, absent_since__isnull=False)
    assert [seat.number for seat in away] == [seats[cleo].number]
    # The chips of an open bag are played.
    assert refusal(undo, found["2"], by=clerk, seq=last.seq).code == "chips_in_play"
    press(undo, found["2"], by=clerk, seq=last.seq, although_paid=True)
    press(open_table, found["2"], by=clerk, number=3)
    assert not away.all().exists()
    assert table_bags(event_row(found["2"]), 3) is None
    # The page keeps the list once all bags are open.
    page = text_of(client_of(clerk).get(f"/staff/t/{found['2']}/counts/?table=3"))
    assert ('id="bag-tables"' in page, 'id="bag-panel"' in page) == (True, True)
    assert stacks_in(found["2"]) == {anna: 26_000, bert: 8_000, cleo: 5_000}


def test_pokerstars_live_6_9_4_the_first_hand_of_day_2_counts_for_a_penalty_of_a_flight(
    make_event: MakesEvents, clerk: Actor
) -> None:
    found = flights(make_event, book="pokerstars_live")
    anna, bert, cleo = people("Anna", "Bert", "Cleo")
    in_bags(found["1A"], clerk, 1, {anna: 12_000, bert: 8_000})
    in_bags(found["1B"], clerk, 2, {cleo: 10_000})
    row = given(found["1A"], clerk, entry_of(found["1A"], bert).pk, "hands", count=3)
    press(advance_players, found["2"], by=clerk)
    seat_everybody(found["2"], [3])
    press(start, found["2"], by=clerk)
    hands(found["2"], 3)
    assert left(row) == 2


def test_start_with_closed_bags_asks_first_and_names_their_seats(
    two_flights: TwoFlights, clerk: Actor
) -> None:
    found = two_flights.events
    two_flights.seat()
    asked = refusal(start, found["2"], by=clerk, absent=0)
    assert asked.code == "bags_not_open"
    assert asked.message.startswith("3 bags are closed: table 3, seats ")
    page = text_of(client_of(clerk).get(f"/staff/t/{found['2']}/"))
    assert f'href="/staff/t/{found["2"]}/counts/">Open the bags' in page
    press(open_table, found["2"], by=clerk, number=3)
    press(start, found["2"], by=clerk, absent=0)
    assert not Seat.objects.filter(absent_since__isnull=False).exists()


def test_opened_bags_stay_open_while_a_deal_is_pending(make_event: MakesEvents, director: Actor) -> None:
    clerk = director
    found = with_prizes(make_event, clerk)
    anna, bert = people("Anna", "Bert")
    in_bags(found["1A"], clerk, 1, {anna: 10_000})
    in_bags(found["1B"], clerk, 2, {bert: 10_000})
    press(advance_players, found["2"], by=clerk)
    seat_everybody(found["2"], [3])
    opened = press(open_table, found["2"], by=clerk, number=3)
    press(start, found["2"], by=clerk)
    press(lock_payout, found["2"], by=clerk)
    stacks = [
        {"entry": entry_of(found["2"], who).pk, "chips": chips}
        for who, chips in ((anna, 10_000), (bert, 10_000))
    ]
    press(open_deal, found["2"], by=clerk, stacks=stacks)
    refused = refusal(undo, found["2"], by=clerk, seq=opened.seq, although_paid=True)
    assert (refused.code, refused.message) == (
        "deal_open",
        "A deal is pending. Confirm or cancel it before a bag is closed again.",
    )
