"""A satellite ends when no more players are left than there are tickets: each has won one."""

import pytest

from clock.boards import clock as clock_boards
from clock.commands.clock import resume
from clock.services.event_clock import event_clock_of
from desk.commands.registration import close_registration
from prizes.boards.payouts import payout_person
from prizes.commands.payments import hand_prize
from prizes.models import PrizeItem
from prizes.rules.awards import awards
from prizes.rules.payouts import satellite
from prizes.rules.places import Entered, Out, rank
from prizes.services.bounties import bounties_of
from prizes.services.event_end import ending_of
from prizes.services.results import results_of
from seating.commands import add_tables, assign_table, bust, draw_seats, set_plan
from seating.commands.floor_review import wanted
from seating.models import Seat
from tests.fixtures.journalled import journal_tells_the_rows
from tests.fixtures.room import MakesEvents, press
from tests.fixtures.wire import as_sent
from tests.prizes.evenings import PRICE, WORTH, closed, evening, main_event, out, place, prize
from tourney.access.roles import FIRST_START, Actor
from tourney.journal.undo import undo
from tourney.models import Tournament
from tourney.rulebooks.shelf import book_of

clock_board = as_sent(clock_boards.clock)

pytestmark = pytest.mark.django_db


@pytest.fixture
def main(make_event: MakesEvents) -> int:
    """Create the event that the tickets are for."""
    return main_event(make_event)


@pytest.fixture
def event(make_event: MakesEvents) -> int:
    """Create the satellite."""
    return make_event(name="Satellite", book="munot")


@pytest.fixture
def entries(event: int, main: int, floor: Actor) -> list[int]:
    """Seat ten players in the satellite, with registration closed."""
    found = evening(
        event, floor, 10, prizes={"method": "satellite", "ticket_for": main, "ticket_value": WORTH}
    )
    closed(event)
    return found


def row(event: int) -> Tournament:
    return Tournament.objects.get(pk=event)


def runs(event: int) -> bool:
    return event_clock_of(row(event)).state.running


def tickets(event: int) -> dict[int, int]:
    """Return the number of tickets won by each entry."""
    won = results_of(row(event)).won.items()
    return {entry: len(one.award.items) for entry, one in won if one.award is not None and one.award.items}


def test_play_ends_when_as_many_players_are_left_as_there_are_tickets(event: int, entries: list[int]) -> None:
    out(event, *entries[:6])
    assert runs(event), "four are left, and there are three tickets"
    assert ending_of(row(event)) is None
    out(event, entries[6])
    assert not runs(event)
    found = ending_of(row(event))
    assert found is not None
    assert (found.name, found.winners, found.ticket, found.unpaid) == ("", 3, "Main", 4)
    board = clock_board(event, "")
    assert board is not None
    assert (board["winner"], board["qualified"]) == (None, {"players": 3, "ticket": "Main"})
    journal_tells_the_rows()


def test_all_left_share_the_top_places_and_each_has_a_ticket(event: int, entries: list[int]) -> None:
    out(event, *entries[:7])
    left = entries[7:]
    assert {(found.best, found.worst) for one in left if (found := place(event, one))} == {(1, 3)}
    assert tickets(event) == dict.fromkeys(left, 1)
    # The rest of the pool goes to the next place.
    assert (prize(event, entries[6]), prize(event, left[0])) == (10_000, 0)


def test_the_bust_that_ended_a_satellite_can_be_undone(event: int, entries: list[int]) -> None:
    out(event, *entries[:6])
    done = press(bust, event, by=FIRST_START, entry=entries[6])
    press(undo, event, by=FIRST_START, seq=done.seq)
    # The clock stays paused, as after the undo of a win.
    assert not runs(event)
    assert ending_of(row(event)) is None
    assert tickets(event) == {}


def test_two_busts_in_one_hand_can_leave_fewer_players_than_tickets(event: int, entries: list[int]) -> None:
    out(event, *entries[:6])
    press(bust, event, by=FIRST_START, entry=entries[6])
    # Play continues by mistake, and one more player busts: that player still holds third place.
    press(resume, event, by=FIRST_START)
    press(bust, event, by=FIRST_START, entry=entries[7])
    assert tickets(event) == {entries[7]: 1, entries[8]: 1, entries[9]: 1}


def test_the_floor_proposes_no_final_table_once_every_player_left_has_a_ticket(
    event: int, entries: list[int]
) -> None:
    press(add_tables, by=FIRST_START, first=1, last=2, seats=6)
    for number in (1, 2):
        press(assign_table, event, by=FIRST_START, number=number)
    press(set_plan, event, by=FIRST_START, seats_per_table=6)
    press(draw_seats, event, by=FIRST_START)
    at = {
        number: list(
            Seat.objects.filter(tournament_table__table__number=number, entry__isnull=False).values_list(
                "entry", flat=True
            )
        )
        for number in (1, 2)
    }
    out(event, *at[1][2:], *at[2][2:])
    assert wanted(row(event)), "four at two tables: the final table is next"
    out(event, at[2][1])
    assert not wanted(row(event)), "two at one table, one at the other"


def test_satellite_continues_while_entry_is_open(event: int, main: int, floor: Actor) -> None:
    entries = evening(
        event, floor, 10, prizes={"method": "satellite", "ticket_for": main, "ticket_value": WORTH}
    )
    out(event, *entries[:7])
    assert runs(event)
    assert ending_of(row(event)) is None
    press(close_registration, event, by=FIRST_START)
    assert not runs(event)
    assert ending_of(row(event)) is not None


def test_delivered_ticket_is_kept_when_the_ending_is_replayed(
    event: int, entries: list[int], floor: Actor
) -> None:
    out(event, *entries[:6])
    last = press(bust, event, by=FIRST_START, entry=entries[6])
    held = PrizeItem.objects.get(place=2)
    assert [one.key for one in results_of(row(event)).won[entries[8]].award.items] == [held.pk]  # type: ignore[union-attr]
    press(hand_prize, event, by=floor, entry=entries[8], thing=held.pk)
    press(undo, event, by=FIRST_START, seq=last.seq, although_paid=True)
    # Now another player busts, who would get the ticket of place 2.
    out(event, entries[9])
    assert tickets(event) == {entries[6]: 1, entries[7]: 1, entries[8]: 1}
    found = payout_person(row(event), entries[8])
    assert found is not None
    assert (found["state"], [one["handed_to"] for one in found["things"]]) == ("settled", [entries[8]])


def test_every_player_left_keeps_the_own_bounty(event: int, main: int, floor: Actor) -> None:
    entries = evening(
        event,
        floor,
        6,
        bounty=1_000,
        prizes={
            "method": "satellite",
            "ticket_for": main,
            "ticket_value": 2 * PRICE,
            "bounties": "fixed",
        },
    )
    closed(event)
    out(event, *entries[:3], knocked_out_by=[entries[5]])
    found = bounties_of(row(event))
    assert (dict(found.won), found.total) == (
        {entries[3]: 1_000, entries[4]: 1_000, entries[5]: 4_000},
        6_000,
    )


def test_tied_players_get_one_ticket_each() -> None:
    gone = [Entered(number, number, Out("bust", at=number)) for number in range(1, 4)]
    field = [*gone, *(Entered(number, number) for number in range(4, 7))]
    ranking = rank(field, book_of("munot"), complete=True, tickets=3)
    prizes = satellite(100_000, "Main", WORTH)
    found = awards(ranking.places, prizes)
    assert {one.entry: (len(one.items), len(one.undivided), one.cash) for one in found} == {
        4: (1, 0, 0),
        5: (1, 0, 0),
        6: (1, 0, 0),
        3: (0, 0, 10_000),
    }
