"""A flight has one day: its players take their bags to the next event of the multi-stage event."""

from dataclasses import replace

import pytest
from django.db.models import F

from clock.commands.clock import start
from desk.boards.person import person
from desk.commands.bookings import reserve
from desk.commands.refunds import refund
from desk.commands.registration import close_registration, open_again
from desk.commands.sales import register_player
from desk.models import Booking, DeskSettings, Receipt, Registration
from procedures.boards.bags import bags
from procedures.commands.bags import hand_in, seal_table, unseal
from procedures.commands.event_days import close_day, draw_next_day, resume_day
from procedures.commands.stack_counts import count_table, open_count
from procedures.models import Bag
from procedures.services.bag_sheets import bag_sheet
from procedures.services.stack_counts import seats_with_chips
from seating.boards.floor import floor as floor_board
from seating.commands import bust
from seating.models import Seat
from seating.rules.review import held_final_table, review
from seating.services.floor import floor_of
from stages.commands.advance import advance_players
from tests.desk.tills import PRICE, cash, player
from tests.fixtures.journalled import all_rows
from tests.fixtures.room import MakesEvents, press, refusal
from tests.stages.stage_scenes import enter_all, event_row, flights, people, seat_everybody
from tests.web.test_stack_counts_page import sent
from tests.web.visitors import client_of, text_of
from tourney.access.roles import FIRST_START, Actor
from tourney.journal.undo import undo
from tourney.models import Tournament
from tourney.rulebooks.shelf import book_of

pytestmark = pytest.mark.django_db


def bag_table(flight: int) -> None:
    """Count the full stacks at table 5, seal them in bags and hand these in."""
    press(open_count, flight, by=FIRST_START, occasion="day_end")
    stacks = [{"seat": seat.number, "chips": 10_000} for seat in seats_with_chips(flight)]
    press(count_table, flight, by=FIRST_START, number=5, stacks=stacks)
    press(seal_table, flight, by=FIRST_START, number=5)
    press(hand_in, flight, by=FIRST_START, number=5)


def test_bags_sealed_under_an_earlier_numbering_are_found_by_table_and_seat(
    make_event: MakesEvents, clerk: Actor, floor: Actor
) -> None:
    flight = flights(make_event)["1B"]
    enter_all(flight, clerk, people("Ada", "Bela"))
    seat_everybody(flight, [5])
    press(open_count, flight, by=FIRST_START, occasion="day_end")
    seats = [seat.number for seat in seats_with_chips(flight)]
    stacks = [{"seat": seat, "chips": 10_000} for seat in seats]
    press(count_table, flight, by=FIRST_START, number=5, stacks=stacks)
    press(seal_table, flight, by=FIRST_START, number=5)
    # Every event numbered its bags by table and seat alone.
    Bag.objects.update(number=500 + F("seat"))
    client = client_of(floor)
    status, _page = sent(client, flight, "hand_in", bag=str(500 + seats[0]))
    assert (status, Bag.objects.get(seat=seats[0]).handed_in_by) == (200, floor.name)
    # What is on no slip here is of another flight.
    assert "of another flight" in sent(client, flight, "hand_in", bag="601")[1]
    sheet = bag_sheet(Tournament.objects.get(pk=flight))
    assert [(row.number, row.handed_in) for row in sheet] == [
        (500 + seats[0], floor.name),
        (500 + seats[1], ""),
    ]


def test_a_bagged_flight_leads_to_the_stages_and_not_to_a_second_day(
    make_event: MakesEvents, clerk: Actor, floor: Actor
) -> None:
    found = flights(make_event)
    flight, final = found["1A"], Tournament.objects.get(pk=found["2"]).name
    enter_all(flight, clerk, people("Ada", "Bela", "Cleo"))
    seat_everybody(flight, [5])
    bag_table(flight)
    address = f"/staff/t/{flight}/counts/"
    closing = text_of(client_of(floor).get(address))
    assert f"Players advance to {final}." in closing
    assert 'id="next-start"' not in closing
    press(close_day, flight, by=FIRST_START)
    board = bags(flight)
    assert board is not None
    assert board.phase == "over"
    closed = text_of(client_of(floor).get(address))
    assert f'href="/staff/t/{flight}/stages/"' in closed
    assert 'value="resume_day"' not in closed
    assert 'id="next-draw"' not in closed
    for command in (draw_next_day, resume_day):
        refused = refusal(command, flight, by=FIRST_START)
        assert refused.code == "plays_on_elsewhere"
        assert final in refused.message


def closed_flight(make_event: MakesEvents, clerk: Actor) -> dict[str, int]:
    """Play flight 1A to the end of its day; Dana has reserved a seat and does not come. Return the events, and the
    journal entry of the close as "seq".
    """
    found = flights(make_event)
    flight = found["1A"]
    enter_all(flight, clerk, people("Ada", "Bela", "Cleo"))
    press(reserve, flight, by=clerk, player=player("Dana"))
    seat_everybody(flight, [5])
    bag_table(flight)
    found["seq"] = press(close_day, flight, by=FIRST_START).seq
    return found


def test_no_entry_is_sold_in_a_flight_once_its_day_is_closed(make_event: MakesEvents, clerk: Actor) -> None:
    found = closed_flight(make_event, clerk)
    flight = found["1A"]
    given = {"by": clerk, "player": player("Emil"), "payments": [cash(PRICE)]}
    assert Registration.objects.get(tournament=flight).closed_at is not None
    assert [row.state for row in Booking.objects.filter(tournament=flight)] == ["lapsed"]
    assert refusal(register_player, flight, **given).code == "day_is_over"
    # Nor after registration is opened again: the stack would be in no bag, and would block the advance.
    reopened = press(open_again, flight, by=FIRST_START)
    assert refusal(register_player, flight, **given).code == "day_is_over"
    press(undo, flight, by=FIRST_START, seq=reopened.seq)
    press(undo, flight, by=FIRST_START, seq=found["seq"])
    assert press(register_player, flight, **given).answer


def test_the_desk_of_another_flight_says_that_a_stack_is_in_a_bag(
    make_event: MakesEvents, clerk: Actor
) -> None:
    found = closed_flight(make_event, clerk)
    press(undo, found["1A"], by=FIRST_START, seq=found["seq"])
    press(start, found["1A"], by=FIRST_START)
    bag = Bag.objects.get(entry__player__name="Ada")
    assert bag.entry is not None

    def bagged() -> list[int | None]:
        ada = person(bag.entry.player_id, found["1B"], clerk) if bag.entry else None
        assert ada is not None
        return [one["bagged"] for one in ada["event"]["elsewhere"]]

    assert bagged() == [None]
    press(close_day, found["1A"], by=FIRST_START, running=True)
    assert bagged() == [bag.chips]


def test_no_entry_is_refunded_while_its_stack_is_in_a_bag(make_event: MakesEvents, clerk: Actor) -> None:
    found = closed_flight(make_event, clerk)
    flight = found["1A"]
    given = {"by": clerk, "receipt": Receipt.objects.earliest("pk").pk, "reason": "a mistake"}
    bag = Bag.objects.get(entry__player__name="Ada")
    before = all_rows()
    refused = refusal(refund, flight, **given)
    assert (refused.code, refused.message) == (
        "stack_sealed",
        f"Ada can’t be refunded: the stack is sealed in bag {bag.number}.",
    )
    assert all_rows() == before
    press(undo, flight, by=FIRST_START, seq=found["seq"])
    assert refusal(refund, flight, **given).code == "stack_sealed"
    press(unseal, flight, by=FIRST_START, number=5)
    assert press(refund, flight, **given).answer


def test_refused_advance_names_a_change_after_the_end_of_the_day(
    make_event: MakesEvents, clerk: Actor
) -> None:
    found = closed_flight(make_event, clerk)
    Seat.objects.filter(tournament_table__tournament=found["1A"], entry__isnull=False).update(stack=9_000)
    refused = refusal(advance_players, found["2"], by=clerk, sources=[found["1A"]])
    assert "since its day was closed" in refused.message
    assert "undo the end of its day" in refused.message


def test_a_flight_is_not_asked_to_close_its_registration_for_a_final_table(
    make_event: MakesEvents, clerk: Actor
) -> None:
    flight = flights(make_event)["1A"]
    players = people(*(f"Ada {number}" for number in range(10)))
    entries = enter_all(flight, clerk, players)
    seat_everybody(flight, [5, 6])
    press(start, flight, by=clerk)
    press(bust, flight, by=clerk, entry=entries[players[0]])
    board = floor_board(flight)
    assert board is not None
    assert board.held_final is None
    # The last stage has one, as any event of a single stage.
    floor, book = floor_of(event_row(flight)), book_of("munot")
    assert held_final_table(replace(floor, goes_on=False), book) == (9, 9)
    # Nor is one drawn once registration is closed: a table breaks.
    press(close_registration, flight, by=clerk)
    assert [one.kind for one in review(floor_of(event_row(flight)), book)] == ["break"]


def test_a_bagged_stack_does_not_keep_its_player_out_of_another_event(
    make_event: MakesEvents, clerk: Actor
) -> None:
    flight, other = flights(make_event)["1A"], flights(make_event)["1A"]
    ada, bela = people("Ada", "Bela")
    enter_all(flight, clerk, [ada, bela])
    seat_everybody(flight, [5])
    press(start, flight, by=FIRST_START)
    DeskSettings.objects.update_or_create(pk=1, defaults={"one_event_at_a_time": True})
    given = {"by": clerk, "player": ada, "payments": [cash(PRICE)]}
    assert refusal(register_player, other, **given).code == "plays_elsewhere"
    bag_table(flight)
    press(close_day, flight, by=FIRST_START, running=True)
    assert press(register_player, other, **given).answer
