"""Rebuys of players who have just busted: the seat is held, the bust is not ranked."""

from datetime import timedelta

import pytest

from clock.commands.clock import go_to, start
from desk.boards.person import person
from desk.boards.registration import registration
from desk.commands.extras import rebuy
from desk.commands.refunds import refund
from desk.models import Extra
from notifications.boards import own as own_pages
from seating.commands import add_tables, assign_table
from seating.commands.busts import bust
from seating.commands.draws import draw_seats
from seating.commands.plan import set_plan
from seating.commands.seats import give_seat, open_seat, release_due
from seating.models import Bust, Seat
from seating.periodic import release_held_seats
from tests.desk.tills import REBUY, buy, cash, drawer, enter, player, sold
from tests.fixtures.journalled import journal_tells_the_rows
from tests.fixtures.room import MakesEvents, press, refusal
from tests.fixtures.wire import as_sent
from tourney.access.roles import CLOCKWORK, FIRST_START, Actor
from tourney.journal.undo import undo
from tourney.models import Entry, JournalEntry, Tournament
from tourney.now import to_ms
from tourney.services.field_counts import field_of

mine_of = as_sent(own_pages.mine_of)

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(make_event: MakesEvents, floor: Actor) -> int:
    """Create a running rebuy event with three players at each of two four-seat tables; no re-entries."""
    made = make_event(book="tda")
    sold(made, re_entries_most=0)
    drawer(floor)
    press(add_tables, by=FIRST_START, first=1, last=2, seats=4)
    for number in (1, 2):
        press(assign_table, made, by=FIRST_START, number=number)
    press(set_plan, made, by=FIRST_START, seats_per_table=4)
    for name in ("Anna", "Bert", "Cora", "Dino", "Edda", "Fred"):
        enter(made, floor, player(name))
    press(draw_seats, made, by=FIRST_START)
    press(start, made, by=FIRST_START)
    return made


def entry_of(event: int, name: str) -> Entry:
    """Return a player's entry."""
    return Entry.objects.select_related("seat__tournament_table__table").get(
        tournament=event, player__name=name
    )


def place(entry: Entry) -> tuple[int, int]:
    """Return table and seat of an entry."""
    seat = Seat.objects.select_related("tournament_table__table").get(entry=entry)
    return seat.tournament_table.table.number, seat.number


def test_busted_player_is_offered_the_rebuy(event: int, floor: Actor) -> None:
    anna = entry_of(event, "Anna")
    press(bust, event, by=floor, entry=anna.pk)
    here = person(anna.player_id, event, floor)
    assert here is not None
    part = here["event"]
    assert "rebuy" not in part["refused"]
    assert part["extras"]["rebuy"]["price"] == REBUY
    assert part["buys_back"]["entry"] == anna.pk


def test_the_phone_says_which_seat_is_held_and_until_when(event: int, floor: Actor) -> None:
    """Issue 15, C 2."""
    anna = entry_of(event, "Anna")
    table, seat = place(anna)

    def held() -> object:
        return mine_of(event, [anna.player_id])[anna.player_id]["rebuy"]

    assert held() is None
    press(bust, event, by=floor, entry=anna.pk)
    until = to_ms(Seat.objects.get(held_for=anna).held_until)
    assert held() == {"table": table, "seat": seat, "until": until}
    buy("rebuy", event, floor, anna.pk)
    assert held() is None


def test_rebuy_after_a_bust_keeps_the_seat_without_a_place(event: int, floor: Actor) -> None:
    anna, bert = entry_of(event, "Anna"), entry_of(event, "Bert")
    where = place(anna)
    press(bust, event, by=floor, entry=anna.pk, knocked_out_by=[bert.pk])
    answer = buy("rebuy", event, floor, anna.pk)
    assert (answer["back"], answer["table"], answer["seat"]) == (True, *where)
    anna.refresh_from_db()
    assert anna.in_play
    assert place(anna) == where
    assert not Bust.objects.exists()
    field = field_of(Tournament.objects.get(pk=event))
    assert (field.left, field.entries, field.chips) == (6, 6, 65_000)
    journal_tells_the_rows()


def test_of_two_busts_in_one_hand_only_the_one_without_rebuy_is_ranked(event: int, floor: Actor) -> None:
    anna, bert = entry_of(event, "Anna"), entry_of(event, "Bert")
    press(bust, event, by=floor, entry=anna.pk, stack=2_000)
    press(bust, event, by=floor, entry=bert.pk, stack=1_000)
    buy("rebuy", event, floor, anna.pk)
    assert [row.entry_id for row in Bust.objects.all()] == [bert.pk]


def test_seat_held_for_a_rebuy_is_not_assigned_to_another_player(event: int, floor: Actor) -> None:
    anna = entry_of(event, "Anna")
    table, seat = place(anna)
    press(bust, event, by=floor, entry=anna.pk)
    for name in ("Gina", "Hans"):
        late = enter(event, floor, player(name))
        assert (late["table"], late["seat"]) != (table, seat)
    # Eight seats: seven taken, one held.
    assert refusal_of_entry(event, floor, player("Ida")) == "full"
    bert = entry_of(event, "Bert")
    assert refusal(give_seat, event, by=floor, entry=bert.pk, table=table, seat=seat).code == "seat_closed"


def refusal_of_entry(event: int, clerk: Actor, who: int) -> str:
    """Return the code that refuses a player's entry."""
    from desk.commands.sales import register_player

    return refusal(register_player, event, by=clerk, player=who, payments=[cash()]).code


def test_seat_held_for_a_rebuy_is_listed_as_held(event: int, floor: Actor) -> None:
    def places() -> tuple[object, object]:
        board = registration(event)
        assert board is not None
        return board.places_left, board.kept

    assert places() == (2, 0)
    press(bust, event, by=floor, entry=entry_of(event, "Anna").pk)
    assert places() == (2, 1)
    release_held_seats()
    Seat.objects.filter(held_for__isnull=False).update(
        held_until=JournalEntry.objects.latest("at").at - timedelta(1)
    )
    release_held_seats()
    assert places() == (3, 0)


def test_the_held_seat_is_free_once_its_time_is_over(event: int, floor: Actor) -> None:
    anna = entry_of(event, "Anna")
    press(bust, event, by=floor, entry=anna.pk)
    assert refusal(release_due, event, by=CLOCKWORK).code == "nothing_due"
    Seat.objects.filter(held_for=anna).update(
        held_until=JournalEntry.objects.latest("at").at - timedelta(seconds=1)
    )
    release_held_seats()
    assert not Seat.objects.filter(kind="held").exists()
    # The rebuy period is still open: a seat is drawn.
    answer = buy("rebuy", event, floor, anna.pk)
    assert place(anna) == (answer["table"], answer["seat"])


def test_the_floor_frees_a_held_seat_at_once(event: int, floor: Actor) -> None:
    anna = entry_of(event, "Anna")
    table, seat = place(anna)
    press(bust, event, by=floor, entry=anna.pk)
    press(open_seat, event, by=floor, table=table, seat=seat)
    assert not Seat.objects.filter(kind="held").exists()


def test_no_rebuy_and_no_held_seat_once_rebuys_are_over(event: int, floor: Actor) -> None:
    Extra.objects.filter(kind="rebuy").update(until_row=0)
    press(go_to, event, by=FIRST_START, to=1)
    anna = entry_of(event, "Anna")
    press(bust, event, by=floor, entry=anna.pk)
    assert not Seat.objects.filter(kind="held").exists()
    assert refusal(rebuy, event, by=floor, entry=anna.pk, payments=[cash(REBUY)]).code == "no_longer"


def test_a_mistaken_bust_is_undone_while_and_after_its_seat_is_held(event: int, floor: Actor) -> None:
    anna = entry_of(event, "Anna")
    where = place(anna)
    for released in (False, True):
        done = press(bust, event, by=floor, entry=anna.pk)
        if released:
            Seat.objects.filter(held_for=anna).update(
                held_until=JournalEntry.objects.latest("at").at - timedelta(seconds=1)
            )
            press(release_due, event, by=CLOCKWORK)
        press(undo, event, by=floor, seq=done.seq)
        assert place(entry_of(event, "Anna")) == where


def test_refund_of_a_rebuy_restores_the_bust(event: int, floor: Actor) -> None:
    anna = entry_of(event, "Anna")
    press(bust, event, by=floor, entry=anna.pk)
    sale = buy("rebuy", event, floor, anna.pk, times=2)
    press(refund, event, by=floor, receipt=sale["receipt"], reason="card declined")
    anna.refresh_from_db()
    assert not anna.in_play
    assert field_of(Tournament.objects.get(pk=event)).chips == 60_000
