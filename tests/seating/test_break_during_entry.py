"""Breaking tables during registration: seats stay free for arrivals, and no table reopens at once."""

import pytest

from desk.commands.bookings import reserve
from desk.commands.registration import close_registration
from desk.commands.sales import register_player
from seating.boards import floor as boards_floor
from seating.commands import arrive_all, break_table, bust
from seating.models import TournamentTable
from tests.desk.tills import cash, drawer, enter, player, sold
from tests.fixtures.room import MakesEvents, press, refusal
from tests.fixtures.wire import as_sent
from tests.seating.seating_scenes import Places, proposed, seated
from tourney.access.roles import FIRST_START, Actor

floor_board = as_sent(boards_floor.floor)

pytestmark = pytest.mark.django_db
THREE = {1: (1, 2, 3), 2: (1, 2, 3), 3: (1, 2, 3)}


def bust_one_at_each(event: int, dealer: Actor, at: Places) -> None:
    for table in THREE:
        press(bust, event, by=dealer, entry=at[table, 3])


def breaks(event: int) -> list[int]:
    """Return the tables that are proposed to be broken."""
    return [one.detail["table"] for one in proposed(event) if one.kind == "break"]


def test_no_table_breaks_while_busted_players_may_re_enter(make_event: MakesEvents, dealer: Actor) -> None:
    """Five Spades 4.6: six players fit on two tables of five, but the three who busted may re-enter."""
    event = make_event(book="five_spades")
    sold(event, re_entries_most=1)
    bust_one_at_each(event, dealer, seated(event, THREE, seats=5))
    assert breaks(event) == []
    [kept] = [one for one in _why_after_closing_re_entries(event) if one["code"] == "kept"]
    assert kept["chairs"] == 2


def _why_after_closing_re_entries(event: int) -> list[dict[str, object]]:
    sold(event, re_entries_most=0)
    [found] = [one for one in proposed(event) if one.kind == "break"]
    why: list[dict[str, object]] = found.detail["why"]
    return why


def test_reservations_keep_their_seats_when_a_table_could_break(
    make_event: MakesEvents, dealer: Actor
) -> None:
    event = make_event(book="five_spades")
    sold(event, re_entries_most=0)
    bust_one_at_each(event, dealer, seated(event, THREE, seats=5))
    assert breaks(event) == [3]
    for name in ("Ana Adler", "Ben Berg", "Cem Celik"):
        press(reserve, event, by=FIRST_START, player=player(name))
    assert breaks(event) == []


def test_a_table_is_not_opened_again_while_a_break_is_under_way(
    make_event: MakesEvents, floor: Actor, dealer: Actor, desk: Actor
) -> None:
    """A manual break leaves no free seat: the next entry waits until the moved players are seated."""
    event = make_event(book="tda")
    sold(event)
    drawer(desk)
    seated(event, {1: (1, 2, 3), 2: (1, 2, 3, 4, 5), 3: (1, 2)}, seats=5)
    press(break_table, event, by=floor, number=3)
    who = player("Rea Entry")
    refused = refusal(register_player, event, by=desk, player=who, payments=[cash()])
    assert refused.code == "break_under_way"
    assert TournamentTable.objects.get(tournament=event, table__number=3).state == "reserve"
    press(arrive_all, event, by=dealer, number=1)
    assert enter(event, desk, who)["table"] == 3


def test_floor_learns_that_open_registration_holds_up_the_final_table(
    make_event: MakesEvents, dealer: Actor
) -> None:
    event = make_event(book="tda")
    sold(event)
    at = seated(event, {1: (1, 2, 3, 4, 5), 2: (1, 2, 3, 4, 5)})
    assert floor_board(event)["held_final"] is None
    press(bust, event, by=dealer, entry=at[1, 1])
    assert floor_board(event)["held_final"] == {"players": 9, "expected": 0, "seats": 9, "rule": "TDA RP-9"}
    assert "redraw" not in {one.kind for one in proposed(event)}
    press(close_registration, event, by=FIRST_START)
    assert floor_board(event)["held_final"] is None
    assert "redraw" in {one.kind for one in proposed(event)}
