"""Public boards of the floor: moves, busts, players left and free seats, by name."""

import json
import re
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from clock.commands.events import close_event
from desk.models import Registration
from players.models import Player
from seating.boards import public
from seating.boards.public import FINAL, MOST_FREE, MOST_NAMED, MOST_OUT, MOST_TABLES
from seating.commands import (
    arrive,
    break_table,
    bust,
    close_seat,
    count_stack,
    give_seat,
    remove_entry,
    swap_seats,
)
from seating.models import Bust, Move, Seat, Table, TournamentTable
from tests.fixtures.room import MakesEvents, press
from tests.fixtures.wire import as_sent
from tests.seating.people import drawn_event, in_turns, places_of, tables_for
from tourney.access.roles import Actor
from tourney.live.boards import KINDS, Audience
from tourney.models import Entry, Tournament
from tourney.now import room_now, to_ms

free = as_sent(public.free)
moves = as_sent(public.moves)
eliminations = as_sent(public.eliminations)

pytestmark = pytest.mark.django_db


def board_of(read: Any, event: int) -> dict[str, Any]:
    """Return a board as it is sent."""
    found = read(event)
    assert found is not None
    board: dict[str, Any] = json.loads(json.dumps(found))
    return board


def at_table(event: int, number: int) -> list[int]:
    """Return the entries at a table."""
    return [entry for entry, (table, _seat) in places_of(event).items() if table == number]


def call(entry: int, name: str, privacy: str = "full", nickname: str = "") -> int:
    """Name the player of an entry."""
    player = Entry.objects.get(pk=entry).player
    player.name, player.privacy, player.nickname = name, privacy, nickname
    player.save()
    return player.pk


def from_entries(event: int) -> None:
    """Set the field: the number of entries sold, not a manual count."""
    Tournament.objects.filter(pk=event).update(counted_by_hand=False)


# --- moves ------------------------------------------------------------------------------------------------
def test_breaking_table_lists_moves_until_they_are_confirmed(make_event: MakesEvents, floor: Actor) -> None:
    event = make_event(book="munot")
    drawn_event(event, 20, [1, 2, 3])
    for entry in (*at_table(event, 1)[:2], *at_table(event, 3)[:2]):
        press(bust, event, by=floor, entry=entry)
    before = places_of(event)
    leaving = at_table(event, 2)
    assert board_of(moves, event) == {"total": 0, "batches": []}
    done = press(break_table, event, by=floor, number=2)
    after = places_of(event)
    board = board_of(moves, event)
    (batch,) = board["batches"]
    assert (board["total"], batch["count"]) == (len(leaving), len(leaving))
    assert (batch["batch"], batch["kind"], batch["tables"]) == (done.seq, "break", [[2, len(leaving)]])
    moved = {row[0]: row[2:] for row in batch["rows"]}
    for move in Move.objects.all():
        assert moved[move.pk] == [*before[move.entry_id], *after[move.entry_id]]
    first = Move.objects.order_by("pk")[0]
    press(arrive, event, by=floor, move=first.pk)
    board = board_of(moves, event)
    assert board["total"] == len(leaving) - 1
    assert first.pk not in [row[0] for row in board["batches"][0]["rows"]]
    for move in Move.objects.filter(arrived_at__isnull=True):
        press(arrive, event, by=floor, move=move.pk)
    assert board_of(moves, event) == {"total": 0, "batches": []}


def test_batches_are_newest_first_and_busted_players_are_not_pending(event: int, floor: Actor) -> None:
    drawn_event(event, 12, [1, 2])
    entries = in_turns(event)
    press(swap_seats, event, by=floor, one=entries[0], other=entries[1])
    press(swap_seats, event, by=floor, one=entries[2], other=entries[3])
    kinds = [(one["kind"], one["count"]) for one in board_of(moves, event)["batches"]]
    assert kinds == [("swap", 2), ("swap", 2)]
    assert board_of(moves, event)["batches"][0]["batch"] > board_of(moves, event)["batches"][1]["batch"]
    press(bust, event, by=floor, entry=entries[0])
    assert board_of(moves, event)["total"] == 3


def test_closed_event_has_no_pending_moves(event: int, director: Actor) -> None:
    entries = drawn_event(event, 12, [1, 2])
    press(swap_seats, event, by=director, one=entries[0], other=entries[1])
    press(close_event, event, by=director)
    assert board_of(moves, event)["total"] == 0


def under_way(event: int, count: int, *, batch: int = 9, tables: int = 0, kind: str = "redraw") -> None:
    """Set up a redraw in which the given number of players per table have not arrived yet."""
    now = room_now()
    number = (Table.objects.order_by("-number").values_list("number", flat=True).first() or 0) + 1
    made = Table.objects.bulk_create([Table(number=number + n) for n in range(tables or 1)])
    tournament_tables = TournamentTable.objects.bulk_create(
        [TournamentTable(table=one, tournament_id=event, assigned_at=now) for one in made]
    )
    players = Player.objects.bulk_create(
        [Player(name=f"Anna {n:05} Berg", created_at=now) for n in range(count)]
    )
    entries = Entry.objects.bulk_create(
        [Entry(tournament_id=event, player=player, created_at=now) for player in players]
    )
    Move.objects.bulk_create(
        [
            Move(
                tournament_id=event,
                entry=entry,
                kind=kind,
                batch=batch,
                from_table=tournament_tables[n % len(tournament_tables)],
                from_seat=1,
                to_table=tournament_tables[-1 - n % len(tournament_tables)],
                to_seat=2,
                made_at=now,
            )
            for n, entry in enumerate(entries)
        ]
    )


def test_redraw_of_ten_thousand_fits_a_kilobyte_message(event: int) -> None:
    under_way(event, 10_000, tables=1_112)
    board = board_of(moves, event)
    (batch,) = board["batches"]
    assert (board["total"], batch["count"], batch["rows"]) == (10_000, 10_000, [])
    assert len(batch["tables"]) == MOST_TABLES
    assert batch["more"] == 1_112 - MOST_TABLES
    assert len(json.dumps(board)) < 1_024


def test_two_hundred_are_named_and_a_batch_that_would_be_more_is_counted(event: int) -> None:
    under_way(event, MOST_NAMED - 9, batch=5)
    under_way(event, 9, batch=7, kind="break")
    under_way(event, 1, batch=3, kind="balance")
    named = {one["batch"]: len(one["rows"]) for one in board_of(moves, event)["batches"]}
    assert named == {7: 9, 5: MOST_NAMED - 9, 3: 0}
    assert len(json.dumps(board_of(moves, event))) < 16_384


def test_players_of_an_earlier_batch_are_named_beside_a_later_one_that_is_too_large(event: int) -> None:
    under_way(event, 3, batch=5)
    under_way(event, MOST_NAMED + 1, batch=7, kind="redraw")
    under_way(event, 2, batch=9, kind="balance")
    named = {one["batch"]: len(one["rows"]) for one in board_of(moves, event)["batches"]}
    assert named == {9: 2, 7: 0, 5: 3}


@pytest.mark.parametrize("count", [3, 190])
def test_no_board_asks_more_for_more_people(event: int, floor: Actor, count: int) -> None:
    drawn_event(event, 27, [1, 2, 3, 4])
    under_way(event, count)
    for read in (moves, eliminations, free):
        with CaptureQueriesContext(connection) as asked:
            read(event)
        assert len(asked) <= 11, read


# --- names ------------------------------------------------------------------------------------------------
SHOWN = [
    ("Anna Maria Berger", "full", "", "Anna Maria Berger"),
    ("Anna Maria Berger", "short", "", "Anna B."),
    ("Anna Maria Berger", "nickname", "Ace", "Ace"),
    ("Anna Maria Berger", "nickname", "", "Anna B."),
]


def all_names(event: int) -> list[str]:
    """Return every name on the boards of moves and busts."""
    found = [row[1] for one in board_of(moves, event)["batches"] for row in one["rows"]]
    board = board_of(eliminations, event)
    return found + [row[0] for row in [*board["busts"], *board["last"]]]


def without_numbers(shown: list[str]) -> set[str]:
    """Remove the number that distinguishes namesakes."""
    return {re.sub(r" \(\d+\)$", "", name) for name in shown}


@pytest.mark.parametrize(("name", "privacy", "nickname", "shown"), SHOWN)
def test_names_are_shown_in_the_form_players_chose(
    make_event: MakesEvents, floor: Actor, name: str, privacy: str, nickname: str, shown: str
) -> None:
    event = make_event(book="munot")
    drawn_event(event, 10, [1, 2])
    entries = in_turns(event)
    for entry in entries:
        call(entry, name, privacy, nickname)
    press(swap_seats, event, by=floor, one=entries[0], other=entries[1])
    press(bust, event, by=floor, entry=entries[2])
    assert without_numbers(all_names(event)) == {shown}
    assert len(all_names(event)) == 2 + 1 + 9


def test_five_spades_5_8_a_guest_is_shown_short_on_every_board(event: int, floor: Actor) -> None:
    entries = drawn_event(event, 10, [1, 2])
    for entry in entries:
        call(entry, "Anna Berger")
    press(swap_seats, event, by=floor, one=entries[0], other=entries[1])
    press(bust, event, by=floor, entry=entries[2])
    assert without_numbers(all_names(event)) == {"Anna B."}


def test_equal_public_names_are_distinguished_on_every_board(event: int, floor: Actor) -> None:
    entries = drawn_event(event, 10, [1, 2])
    for entry, name in zip(entries, ("Nele Ritter", "Nele Rosen", "Nele Rosen"), strict=False):
        call(entry, name)
    press(bust, event, by=floor, entry=entries[0])
    assert [row[0] for row in board_of(eliminations, event)["busts"]] == ["Nele Ri."]
    press(swap_seats, event, by=floor, one=entries[1], other=entries[2])
    assert {"Nele Ro. (1)", "Nele Ro. (2)"} <= set(all_names(event))


def test_all_three_boards_are_public() -> None:
    assert {KINDS[name].audience for name in ("moves", "eliminations", "free")} == {Audience.PUBLIC}


# --- busts and players left -------------------------------------------------------------------------------
def test_last_twenty_busts_are_listed_newest_first_with_tables(make_event: MakesEvents, floor: Actor) -> None:
    event = make_event(book="munot")
    from_entries(event)
    entries = drawn_event(event, 45, range(1, 7))
    for number, entry in enumerate(entries):
        call(entry, f"P{number}")
    assert board_of(eliminations, event) == {"left": 45, "teams": False, "busts": [], "last": []}
    places = places_of(event)
    for entry in entries[:22]:
        press(bust, event, by=floor, entry=entry)
    board = board_of(eliminations, event)
    assert [row[0] for row in board["busts"]] == [f"P{number}" for number in range(21, 1, -1)]
    assert len(board["busts"]) == MOST_OUT
    assert [row[1] for row in board["busts"]] == [places[entry][0] for entry in reversed(entries[2:22])]
    at = Bust.objects.get(entry=entries[21]).at
    assert board["busts"][0][2] == to_ms(at)
    assert (board["left"], board["last"]) == (23, [])


def test_last_eighteen_players_are_listed_with_seat_and_stack(make_event: MakesEvents, floor: Actor) -> None:
    event = make_event(book="munot")
    from_entries(event)
    entries = drawn_event(event, 20, [1, 2, 3])
    for number, entry in enumerate(entries):
        call(entry, f"P{number}")
    press(bust, event, by=floor, entry=entries[0])
    assert board_of(eliminations, event)["last"] == []
    press(bust, event, by=floor, entry=entries[1])
    press(count_stack, event, by=floor, entry=entries[2], chips=12_500)
    board = board_of(eliminations, event)
    assert board["left"] == len(board["last"]) == FINAL
    places = places_of(event)
    listed = {row[0]: row[1:] for row in board["last"]}
    assert listed == {
        f"P{number}": [*places[entry], 12_500 if number == 2 else None]
        for number, entry in enumerate(entries)
        if number > 1
    }
    assert [row[1:3] for row in board["last"]] == sorted(row[1:3] for row in board["last"])


def test_no_last_players_while_registration_is_open(event: int, floor: Actor) -> None:
    entries = drawn_event(event, 5, [1])
    registration = Registration.objects.create(tournament_id=event, currency="EUR")
    press(bust, event, by=floor, entry=entries[0])
    assert board_of(eliminations, event)["last"] == []
    registration.closed_at = room_now() - timedelta(minutes=1)
    registration.save()
    assert len(board_of(eliminations, event)["last"]) == 4


def test_player_removed_with_chips_is_no_bust(event: int, floor: Actor) -> None:
    entries = drawn_event(event, 5, [1])
    press(remove_entry, event, by=floor, entry=entries[0], chips=700)
    assert board_of(eliminations, event)["busts"] == []


# --- free seats --------------------------------------------------------------------------------------------
def test_tables_with_free_seats_show_their_number_and_players(event: int, floor: Actor) -> None:
    entries = drawn_event(event, 16, [1, 2, 3])
    assert board_of(free, event) == {"total": 2, "seats": 2, "tables": [[1, 1, 8], [2, 1, 8]]}
    (free_seat,) = set(range(1, 10)) - {seat for table, seat in places_of(event).values() if table == 1}
    press(close_seat, event, by=floor, table=1, seat=free_seat)
    assert board_of(free, event) == {"total": 1, "seats": 1, "tables": [[2, 1, 8]]}
    gone = next(entry for entry in entries if places_of(event)[entry][0] == 2)
    press(bust, event, by=floor, entry=gone)
    assert board_of(free, event)["tables"] == [[2, 2, 7]]
    other = next(entry for entry in entries if entry != gone and places_of(event)[entry][0] == 1)
    press(give_seat, event, by=floor, entry=other, table=3, seat=4)
    assert board_of(free, event)["tables"] == [[1, 1, 7], [2, 2, 7], [3, 8, 1]]


def test_large_room_lists_the_tables_with_most_free_seats(event: int) -> None:
    tables_for(event, [1])
    now = room_now()
    made = Table.objects.bulk_create([Table(number=10 + n, seats=2 + n % 8) for n in range(1_200)])
    tournament_tables = TournamentTable.objects.bulk_create(
        [TournamentTable(table=one, tournament_id=event, assigned_at=now) for one in made]
    )
    Seat.objects.bulk_create(
        [
            Seat(tournament_table=tournament_table, number=1, kind="closed", taken_at=now)
            for tournament_table in tournament_tables
        ]
    )
    board = board_of(free, event)
    assert board["total"] == 1_201
    assert len(board["tables"]) == MOST_FREE
    assert min(seats for _number, seats, _players in board["tables"]) == 7
    assert board["tables"] == sorted(board["tables"])
    assert len(json.dumps(board)) < 4_096
