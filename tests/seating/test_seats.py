"""Seats: drawn for the field and for late entries, assigned, freed; ghosts; and undo."""

from collections import Counter
from typing import Any

import pytest

from seating.commands import (
    add_apart,
    assign_table,
    break_table,
    bust,
    close_seat,
    draw_one_seat,
    draw_seats,
    ghosts_leave,
    give_seat,
    leave_seat,
    open_seat,
    release_table,
    remove_apart,
    remove_entry,
    set_plan,
    set_table_state,
)
from seating.models import Draw, Plan, Seat, TournamentTable
from seating.services.draw_verification import announcement_of
from seating.services.draws import count_free_seats, has_drawn, seat_late
from seating.signals import SeatFreed, seat_freed
from tests.fixtures.journalled import journal_tells_the_rows
from tests.fixtures.room import MakesEvents, press, refusal
from tests.seating.people import HOUSE, drawn_event, places_of, register_entries, tables_for
from tourney.access.roles import Actor, Permission
from tourney.journal.commands import COMMANDS, Command, command
from tourney.journal.tx import Tx
from tourney.journal.undo import undo
from tourney.models import ChipMove, Entry, Notice, SealedSeed, Tournament


def sizes(event: int) -> dict[int, int]:
    return dict(Counter(table for table, _seat in places_of(event).values()))


def test_a_field_is_drawn_to_as_few_tables_as_it_takes_and_the_rest_wait_in_reserve(
    event: int, floor: Actor
) -> None:
    entries = drawn_event(event, 20, range(1, 6))
    assert set(places_of(event)) == set(entries)
    assert sorted(sizes(event).values()) == [6, 7, 7]
    assert set(sizes(event)) == {1, 2, 3}
    states = dict(TournamentTable.objects.values_list("table__number", "state"))
    assert states == {1: "open", 2: "open", 3: "open", 4: "reserve", 5: "reserve"}
    assert Notice.objects.filter(kind="seated").count() == 20
    notice = Notice.objects.get(player=Entry.objects.get(pk=entries[0]).player)
    assert (notice.values["table"], notice.values["seat"]) == places_of(event)[entries[0]]
    journal_tells_the_rows()


def test_tables_are_opened_in_the_floors_order(event: int, floor: Actor) -> None:
    tables_for(event, [1, 2, 3])
    for number, order in ((3, 0), (1, 1), (2, 2)):
        press(set_table_state, event, by=floor, number=number, state="reserve", order=order)
    press(set_plan, event, by=floor, seats_per_table=6)
    register_entries(event, 12)
    press(draw_seats, event, by=floor)
    assert sizes(event) == {3: 6, 1: 6}


def test_no_draw_and_sealed_seed_without_plan_seats_or_players(event: int, floor: Actor) -> None:
    assert refusal(draw_seats, event, by=floor).code == "no_plan"
    press(set_plan, event, by=floor, seats_per_table=9)
    digest = Plan.objects.get().next_digest
    assert refusal(draw_seats, event, by=floor).code == "no_entries"
    tables_for(event, [1])
    register_entries(event, 11)
    refused = refusal(draw_seats, event, by=floor)
    assert refused.code == "no_room"
    assert "2" in refused.message
    assert not Draw.objects.exists()
    assert Plan.objects.get().next_digest == digest
    assert not has_drawn(Tournament.objects.get(pk=event))


def test_undo_of_a_draw_puts_all_back_and_the_next_one_has_another_seed(event: int, floor: Actor) -> None:
    drawn_event(event, 20, range(1, 6))
    first = Draw.objects.get()
    before = places_of(event)
    press(undo, event, by=floor, seq=first.seq)
    assert not Seat.objects.exists()
    # All players who were notified of a seat are notified that it is void.
    assert list(Notice.objects.values_list("kind", flat=True)) == ["unseated"] * 20
    assert set(TournamentTable.objects.values_list("state", flat=True)) == {"open"}
    assert not has_drawn(Tournament.objects.get(pk=event))
    # The draw stays on record, and its seed, now public, is not used again.
    assert Draw.objects.get() == first
    press(draw_seats, event, by=floor)
    again = Draw.objects.order_by("id").last()
    assert again is not None
    assert again.digest == first.next_digest
    assert again.seed != first.seed
    assert places_of(event) != before
    journal_tells_the_rows()


def test_a_plan_that_was_undone_and_put_back_draws_with_the_seed_it_had_announced(
    event: int, floor: Actor
) -> None:
    tables_for(event, [1, 2])
    register_entries(event, 9)
    made = press(set_plan, event, by=floor, seats_per_table=9)
    digest = Plan.objects.get().next_digest
    gone = press(undo, event, by=floor, seq=made.seq)
    assert not Plan.objects.exists()
    press(undo, event, by=floor, seq=gone.seq)
    assert Plan.objects.get().next_digest == digest
    press(draw_seats, event, by=floor)
    announced = announcement_of(Draw.objects.get())
    assert announced is not None
    assert announced.line == made.seq
    journal_tells_the_rows()


def test_late_entry_is_seated_at_a_shortest_table(event: int, floor: Actor) -> None:
    drawn_event(event, 16, [1, 2, 3])
    assert sizes(event) == {1: 8, 2: 8}
    for expected in ([8, 9], [9, 9], [1, 9, 9]):
        (entry,) = register_entries(event, 1)
        answer = press(draw_one_seat, event, by=floor, entry=entry).answer
        assert answer is not None
        assert (answer["table"], answer["seat"]) == places_of(event)[entry]
        assert sorted(sizes(event).values()) == expected
    assert TournamentTable.objects.get(table__number=3).state == "open"
    assert refusal(draw_one_seat, event, by=floor, entry=entry).code == "seated_already"
    journal_tells_the_rows()


@command("test.late", permission=Permission.SEAT_PLAYERS, summary="Late", public=False)
def late(tx: Tx, entry: int) -> dict[str, int | None]:
    seat = seat_late(tx, tx.get(Entry, pk=entry))
    return {"seat": None if seat is None else seat.number}


# Defined here only; the product has no such command.
del COMMANDS["test.late"]


def test_no_free_seat_means_no_draw_and_a_sealed_seed(event: int, floor: Actor) -> None:
    drawn_event(event, 9, [1])
    (entry,) = register_entries(event, 1)
    draws = Draw.objects.count()
    assert press(late, event, by=floor, entry=entry).answer == {"seat": None}
    assert refusal(draw_one_seat, event, by=floor, entry=entry).code == "no_room"
    assert Draw.objects.count() == draws


def test_free_seats_include_the_reserve_and_exclude_paid_players(event: int, floor: Actor) -> None:
    tables_for(event, [1, 2])
    row = Tournament.objects.get(pk=event)
    assert count_free_seats(row) == 18
    press(set_plan, event, by=floor, seats_per_table=8)
    register_entries(event, 5)
    assert count_free_seats(row) == 11
    press(draw_seats, event, by=floor)
    assert count_free_seats(row) == 11
    free = min({1, 2, 3, 4, 5, 6, 7, 8} - {seat for table, seat in places_of(event).values() if table == 1})
    press(close_seat, event, by=floor, table=1, seat=free)
    assert count_free_seats(row) == 10
    press(set_table_state, event, by=floor, number=2, state="paused")
    assert count_free_seats(row) == 2


def test_bust_frees_the_seat_and_notifies_waiting_players(event: int, floor: Actor) -> None:
    heard: list[int] = []

    @seat_freed.connect
    def hear(freed: SeatFreed) -> None:
        heard.append(freed.tx.tournament.pk)

    try:
        entries = drawn_event(event, 9, [1])
        heard.clear()
        done = press(bust, event, by=floor, entry=entries[0])
        assert heard == [event]
        assert done.answer is not None
        assert done.answer["table"] == 1
        assert Entry.objects.get(pk=entries[0]).out_at is not None
        assert entries[0] not in places_of(event)
        assert refusal(bust, event, by=floor, entry=entries[0]).code == "already_out"
        press(undo, event, by=floor, seq=done.seq)
        assert entries[0] in places_of(event)
        press(remove_entry, event, by=floor, entry=entries[1], chips=700)
        assert ChipMove.objects.get().chips == -700
    finally:
        seat_freed.disconnect(hear)
    journal_tells_the_rows()


def test_bust_is_not_undone_once_the_seat_is_taken(event: int, floor: Actor) -> None:
    entries = drawn_event(event, 9, [1])
    out = press(bust, event, by=floor, entry=entries[0])
    (entry,) = register_entries(event, 1)
    press(draw_one_seat, event, by=floor, entry=entry)
    assert refusal(undo, event, by=floor, seq=out.seq).code == "changed_since"


def test_busted_player_is_not_returned_to_a_seat(event: int, floor: Actor) -> None:
    entries = drawn_event(event, 5, [1])
    left = press(leave_seat, event, by=floor, entry=entries[0])
    press(bust, event, by=floor, entry=entries[0])
    assert refusal(undo, event, by=floor, seq=left.seq).code == "already_out"


def test_player_is_not_restored_to_a_returned_table(event: int, floor: Actor) -> None:
    (entry,) = drawn_event(event, 1, [1])
    left = press(leave_seat, event, by=floor, entry=entry)
    press(release_table, event, by=floor, number=1)
    assert refusal(undo, event, by=floor, seq=left.seq).code == "table_gone"


def test_a_table_with_people_stays(event: int, floor: Actor) -> None:
    (entry,) = drawn_event(event, 1, [1])
    assert refusal(release_table, event, by=floor, number=1).code == "table_taken"
    refused = refusal(set_table_state, event, by=floor, number=1, state="reserve")
    assert refused.code == "table_taken"
    press(leave_seat, event, by=floor, entry=entry)
    press(close_seat, event, by=floor, table=1, seat=4)
    press(release_table, event, by=floor, number=1)
    assert not Seat.objects.exists()


def test_table_assigned_after_the_draw_is_in_reserve(event: int, floor: Actor) -> None:
    from seating.commands import add_tables

    drawn_event(event, 5, [1])
    press(add_tables, by=HOUSE, first=2, last=2)
    press(assign_table, event, by=floor, number=2)
    assert TournamentTable.objects.get(table__number=2).state == "reserve"


def test_floor_assigns_a_seat_and_moves_a_seated_player(event: int, floor: Actor) -> None:
    tables_for(event, [1, 2])
    press(set_plan, event, by=floor, seats_per_table=9)
    one, other = register_entries(event, 2)
    press(give_seat, event, by=floor, entry=one, table=2, seat=9)
    refused = refusal(give_seat, event, by=floor, entry=other, table=2, seat=9)
    assert refused.code == "seat_taken"
    assert refusal(give_seat, event, by=floor, entry=other, table=2, seat=10).code == "no_such_seat"
    press(give_seat, event, by=floor, entry=one, table=1, seat=1)
    assert places_of(event) == {one: (1, 1)}
    assert list(Notice.objects.order_by("id").values_list("kind", flat=True)) == ["seated", "moved"]
    press(draw_seats, event, by=floor)
    assert places_of(event)[other][0] == 1
    journal_tells_the_rows()


def test_a_closed_seat_is_not_drawn_until_it_is_opened(event: int, floor: Actor) -> None:
    tables_for(event, [1])
    press(set_plan, event, by=floor, seats_per_table=3)
    press(close_seat, event, by=floor, table=1, seat=2)
    assert refusal(close_seat, event, by=floor, table=1, seat=2).code == "seat_taken"
    one, other, third = register_entries(event, 3)
    assert refusal(draw_seats, event, by=floor).code == "no_room"
    assert refusal(give_seat, event, by=floor, entry=one, table=1, seat=2).code == "seat_closed"
    press(open_seat, event, by=floor, table=1, seat=2)
    assert refusal(open_seat, event, by=floor, table=1, seat=2).code == "not_found"
    press(draw_seats, event, by=floor)
    assert {seat for _table, seat in places_of(event).values()} == {1, 2, 3}
    assert set(places_of(event)) == {one, other, third}


def test_special_needs_are_met_first(event: int, floor: Actor) -> None:
    from seating.models import Table

    tables_for(event, [1, 2, 3])
    Table.objects.filter(number=2).update(accessible=True)
    press(set_plan, event, by=floor, seats_per_table=9)
    entries = register_entries(event, 18, needs=[3, 7, 11, 15])
    press(draw_seats, event, by=floor)
    for at in (3, 7, 11, 15):
        assert places_of(event)[entries[at]][0] == 2


def test_kept_apart_players_are_seated_apart(event: int, floor: Actor) -> None:
    tables_for(event, [1, 2])
    press(set_plan, event, by=floor, seats_per_table=9, keep_apart=True)
    entries = register_entries(event, 12)
    players = [Entry.objects.get(pk=entry).player_id for entry in entries]
    for at in (0, 2, 4, 6):
        press(add_apart, by=floor, one=players[at + 1], other=players[at], reason="couple")
    assert refusal(add_apart, by=floor, one=players[0], other=players[1]).code == "apart_already"
    assert refusal(add_apart, by=floor, one=players[0], other=players[0]).code == "same_player"
    press(draw_seats, event, by=floor)
    where = places_of(event)
    for at in (0, 2, 4, 6):
        assert where[entries[at]][0] != where[entries[at + 1]][0]
    press(remove_apart, by=floor, one=players[0], other=players[1])
    assert refusal(remove_apart, by=floor, one=players[0], other=players[1]).code == "not_found"


def test_a_draw_that_cannot_keep_people_apart_is_refused_and_says_so(event: int, floor: Actor) -> None:
    tables_for(event, [1])
    press(set_plan, event, by=floor, seats_per_table=9, keep_apart=True)
    players = [Entry.objects.get(pk=entry).player_id for entry in register_entries(event, 2)]
    press(add_apart, by=floor, one=players[0], other=players[1])
    assert refusal(draw_seats, event, by=floor).code == "not_apart"
    press(set_plan, event, by=floor, seats_per_table=9, keep_apart=False)
    press(draw_seats, event, by=floor)


def test_five_spades_9_5_ghosts_of_a_table_that_is_broken_take_their_chips_along(
    event: int, floor: Actor
) -> None:
    drawn_event(event, 7, [1, 2], seats_per_table=6, ghosts=True)
    [(stays, _four), (goes, three)] = Counter(
        table for table, _seat in places_of(event).values()
    ).most_common()
    leave = [entry for entry, (table, _seat) in places_of(event).items() if table == stays][:three]
    for entry in leave:
        press(bust, event, by=floor, entry=entry)
    stack = Tournament.objects.get(pk=event).starting_stack

    def of_ghosts() -> int:
        return sum(ChipMove.objects.filter(kind="ghost").values_list("chips", flat=True))

    assert Seat.objects.filter(tournament_table__table__number=goes, kind="ghost").count() == 3
    assert of_ghosts() == 5 * stack
    press(break_table, event, by=floor, number=goes)
    assert Seat.objects.filter(kind="ghost").count() == 2
    assert of_ghosts() == 2 * stack
    journal_tells_the_rows()


def test_ghosts_fill_the_tables_and_a_latecomer_takes_one_over(event: int, floor: Actor) -> None:
    drawn_event(event, 7, [1, 2], seats_per_table=6, ghosts=True)
    assert Seat.objects.filter(kind="ghost").count() == 5
    assert sum(ChipMove.objects.values_list("chips", flat=True)) == 50_000
    (entry,) = register_entries(event, 1)
    ghosts = set(Seat.objects.filter(kind="ghost").values_list("pk", flat=True))
    press(draw_one_seat, event, by=floor, entry=entry)
    assert Seat.objects.get(entry=entry).pk in ghosts
    # From now on the entry's starting stack replaces the ghost's.
    assert sum(ChipMove.objects.values_list("chips", flat=True)) == 40_000
    answer = press(ghosts_leave, event, by=floor, chips=31_500).answer
    assert answer == {"ghosts": 4, "chips": 31_500}
    assert not Seat.objects.filter(kind="ghost").exists()
    assert refusal(ghosts_leave, event, by=floor).code == "no_ghosts"
    journal_tells_the_rows()


def test_ghosts_play_only_if_the_book_has_them(make_event: MakesEvents, floor: Actor) -> None:
    munot = make_event(book="munot")
    assert refusal(set_plan, munot, by=floor, seats_per_table=9, ghosts=True).code == "no_ghosts"


def test_no_player_is_seated_in_a_closed_event(event: int, director: Actor) -> None:
    from clock.commands.events import close_event

    drawn_event(event, 3, [1])
    (entry,) = register_entries(event, 1)
    press(close_event, event, by=director)
    verbs: list[tuple[Command, dict[str, Any]]] = [
        (draw_seats, {}),
        (draw_one_seat, {"entry": entry}),
        (bust, {"entry": entry}),
        (give_seat, {"entry": entry, "table": 1, "seat": 1}),
    ]
    for verb, arguments in verbs:
        assert refusal(verb, event, by=director, **arguments).code == "event_closed"


def test_every_draw_renews_the_sealed_seed_and_hides_it_until_used(event: int, floor: Actor) -> None:
    drawn_event(event, 5, [1])
    for entry in register_entries(event, 3):
        press(draw_one_seat, event, by=floor, entry=entry)
    draws = list(Draw.objects.order_by("id"))
    assert [one.next_digest for one in draws[:-1]] == [one.digest for one in draws[1:]]
    assert draws[-1].next_digest == Plan.objects.get().next_digest
    sealed = SealedSeed.objects.get(digest=Plan.objects.get().next_digest).seed
    from tourney.models import JournalEntry

    assert not JournalEntry.objects.filter(changes__icontains=sealed).exists()
    assert not JournalEntry.objects.filter(answer__icontains=sealed).exists()


@pytest.mark.parametrize("verb", [draw_one_seat, bust, leave_seat])
def test_an_entry_of_another_event_is_not_found(make_event: MakesEvents, floor: Actor, verb: object) -> None:
    assert isinstance(verb, Command)
    mine, other = make_event(), make_event()
    entries = drawn_event(other, 3, [1])
    press(set_plan, mine, by=floor, seats_per_table=9)
    assert refusal(verb, mine, by=floor, entry=entries[0]).code == "not_found"
