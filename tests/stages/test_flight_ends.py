"""Flights end once they are bagged or empty: their tables are free, and they delay no later stage."""

from desk.commands.registration import open_again
from prizes.services.event_end import winners_in_each
from prizes.services.places import winners_of
from procedures.commands.bags import hand_in, seal_table
from procedures.commands.event_days import close_day
from procedures.commands.stack_counts import count_table, open_count
from seating.commands import assign_table, bust, draw_seats
from seating.models import Seat, TournamentTable
from stages.commands.advance import advance_players
from stages.commands.event_end import end_event
from tests.fixtures.room import MakesEvents, press, refusal
from tests.stages.stage_scenes import (
    bag,
    bagged_flight,
    enter_all,
    entry_of,
    event_row,
    flights,
    people,
    seat_everybody,
    two_flights,
)
from tests.web.visitors import client_of
from tests.web.visitors import text_of as web_text
from tourney.access.roles import Actor
from tourney.journal.undo import undo
from tourney.models import ChipMove


def test_flights_are_closed_and_their_tables_are_free_for_day_2(
    make_event: MakesEvents, clerk: Actor
) -> None:
    found, _players = two_flights(make_event, clerk)
    press(advance_players, found["2"], by=clerk)
    assert event_row(found["1A"]).closed_at is not None
    assert not TournamentTable.objects.filter(released_at__isnull=True).exists()


def test_a_bagged_flight_is_ended_so_that_the_next_one_has_its_tables(
    make_event: MakesEvents, clerk: Actor
) -> None:
    found = flights(make_event)
    anna, bert, cleo = people("Anna", "Bert", "Cleo")
    assert refusal(end_event, found["2"], by=clerk).code == "no_later_stage"
    bagged_flight(found["1A"], clerk, [1], {anna: 12_000, bert: 8_000})
    press(end_event, found["1A"], by=clerk)
    press(assign_table, found["1B"], by=clerk, number=1)
    entries = enter_all(found["1B"], clerk, [anna, cleo])
    press(draw_seats, found["1B"], by=clerk)
    assert refusal(end_event, found["1B"], by=clerk).code == "not_bagged"
    bag(found["1B"], clerk, {entries[anna]: 15_000, entries[cleo]: 5_000})
    press(advance_players, found["2"], by=clerk)
    moves = ChipMove.objects.filter(tournament=found["2"])
    assert dict(moves.values_list("entry__player", "chips")) == {anna: 15_000, bert: 8_000, cleo: 5_000}


def test_a_flight_without_players_is_ended_so_that_day_2_can_be_won(
    make_event: MakesEvents, clerk: Actor
) -> None:
    found = flights(make_event)
    anna, bert = people("Anna", "Bert")
    bagged_flight(found["1A"], clerk, [1], {anna: 12_000, bert: 8_000})
    press(advance_players, found["2"], by=clerk, sources=[found["1A"]])
    seat_everybody(found["2"], [3])
    press(bust, found["2"], by=clerk, entry=entry_of(found["2"], bert).pk)
    page = f"/staff/t/{found['2']}/results/"
    waits = "Players of “Main Event 1B” can still advance to this event."
    assert winners_of(event_row(found["2"])) == ()
    assert waits in web_text(client_of(clerk).get(page))
    assert not winners_in_each([event_row(found["2"])])[found["2"]]
    done = press(end_event, found["1B"], by=clerk)
    assert done.answer == {"players": 0, "chips": 0}
    assert winners_of(event_row(found["2"])) == (entry_of(found["2"], anna).pk,)
    assert waits not in web_text(client_of(clerk).get(page))
    assert winners_in_each([event_row(found["2"])])[found["2"]]
    assert refusal(open_again, found["1B"], by=clerk)
    press(undo, found["1B"], by=clerk, seq=done.seq)
    assert winners_of(event_row(found["2"])) == ()
    # The victory is not remembered, although the journal of day 2 has not grown.
    assert not winners_in_each([event_row(found["2"])])[found["2"]]


def test_bags_of_a_closed_day_are_joined(make_event: MakesEvents, clerk: Actor) -> None:
    found = flights(make_event)
    anna, bert = people("Anna", "Bert")
    entries = enter_all(found["1A"], clerk, [anna, bert])
    seat_everybody(found["1A"], [1])
    press(open_count, found["1A"], by=clerk, occasion="day_end")
    chips = {entries[anna]: 12_000, entries[bert]: 8_000}
    seats = Seat.objects.filter(tournament_table__tournament=found["1A"])
    stacks = [{"seat": seat.number, "chips": chips[seat.entry_id or 0]} for seat in seats]
    press(count_table, found["1A"], by=clerk, number=1, stacks=stacks)
    press(seal_table, found["1A"], by=clerk, number=1)
    refused = refusal(advance_players, found["2"], by=clerk, sources=[found["1A"]])
    assert refused.code == "not_bagged"
    assert "are counted. Close its day first." in refused.message
    refused = refusal(advance_players, found["2"], by=clerk, sources=[found["1B"]])
    assert "“Main Event 1B” has no entries: end it, or leave it out." in refused.message
    press(hand_in, found["1A"], by=clerk, number=1)
    press(close_day, found["1A"], by=clerk)
    press(advance_players, found["2"], by=clerk, sources=[found["1A"]])
    moves = ChipMove.objects.filter(tournament=found["2"])
    assert dict(moves.values_list("entry__player", "chips")) == {anna: 12_000, bert: 8_000}
