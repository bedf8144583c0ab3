"""Tables belong to the room and are assigned to one event at a time."""

import threading

import pytest
from django.db import connection

from seating.boards import seating as seating_boards
from seating.commands import add_tables, assign_table, release_table, retire_table
from seating.models import Table, TournamentTable
from tests.fixtures.journalled import all_rows, journal_tells_the_rows
from tests.fixtures.room import MakesEvents, press, refusal
from tests.fixtures.wire import as_sent
from tourney.access.roles import Actor
from tourney.journal.refused import Refused
from tourney.journal.undo import undo
from tourney.models import Tournament

tables = as_sent(seating_boards.tables)


def test_tables_are_added_by_their_numbers(director: Actor) -> None:
    press(add_tables, by=director, first=3, last=5, seats=8)
    press(add_tables, by=director, first=1, last=1)
    assert [(row["number"], row["seats"], row["tournament"]) for row in tables()] == [
        (1, 9, None),
        (3, 8, None),
        (4, 8, None),
        (5, 8, None),
    ]


@pytest.mark.parametrize(
    ("first", "last", "seats", "code"),
    [
        (5, 4, 9, "bad_range"),
        (1, 501, 9, "bad_range"),
        (2, 3, 9, "number_taken"),
        (0, 3, 9, "bad_argument"),
        (10, 11, 1, "bad_argument"),
        (10, 11, 13, "bad_argument"),
    ],
)
def test_tables_that_cannot_be_are_refused(
    director: Actor, first: int, last: int, seats: int, code: str
) -> None:
    press(add_tables, by=director, first=3, last=3)
    before = all_rows()
    assert refusal(add_tables, by=director, first=first, last=last, seats=seats).code == code
    assert all_rows() == before


def test_table_is_assigned_to_one_event_at_a_time_and_returned(
    make_event: MakesEvents, director: Actor, floor: Actor
) -> None:
    friday, saturday = make_event(name="Friday"), make_event(name="Saturday")
    press(add_tables, by=director, first=1, last=2)
    press(assign_table, friday, by=floor, number=1)
    assert [(row["number"], row["event"]) for row in tables()] == [(1, "Friday"), (2, "")]
    refused = refusal(assign_table, saturday, by=floor, number=1)
    assert refused.code == "table_assigned"
    assert "“Friday”" in refused.message
    assert refusal(release_table, saturday, by=floor, number=1).code == "not_found"
    press(release_table, friday, by=floor, number=1)
    press(assign_table, saturday, by=floor, number=1)
    assert TournamentTable.objects.count() == 2
    journal_tells_the_rows()


def test_assigned_table_stays_in_the_room(event: int, director: Actor) -> None:
    press(add_tables, by=director, first=1, last=1)
    press(assign_table, event, by=director, number=1)
    assert refusal(retire_table, by=director, number=1).code == "table_assigned"
    press(release_table, event, by=director, number=1)
    press(retire_table, by=director, number=1)
    assert tables() == []
    assert refusal(retire_table, by=director, number=1).code == "not_found"
    assert refusal(assign_table, event, by=director, number=1).code == "not_found"


def test_removed_table_can_be_added_again_under_its_number(director: Actor) -> None:
    press(add_tables, by=director, first=1, last=1, seats=9)
    press(retire_table, by=director, number=1)
    press(add_tables, by=director, first=1, last=2, seats=6)
    assert [(row["number"], row["seats"]) for row in tables()] == [(1, 6), (2, 6)]
    assert Table.objects.count() == 2


def test_assigning_a_table_is_undone(event: int, director: Actor) -> None:
    press(add_tables, by=director, first=1, last=1)
    assigned = press(assign_table, event, by=director, number=1)
    press(undo, event, by=director, seq=assigned.seq)
    assert not TournamentTable.objects.exists()
    journal_tells_the_rows()


@pytest.mark.django_db(transaction=True)
def test_two_events_that_take_the_same_table_at_once_do_not_both_get_it(
    make_event: MakesEvents, director: Actor, other_director: Actor
) -> None:
    """Each transaction locks its own row; a database constraint refuses the second one."""
    events = [make_event(name="Friday"), make_event(name="Saturday")]
    press(add_tables, by=director, first=1, last=8)
    for number in range(1, 9):
        gate = threading.Barrier(2)
        outcomes: list[object] = []

        def take(event: int, actor: Actor) -> None:
            try:
                gate.wait(10)  # noqa: B023
                outcomes.append(press(assign_table, event, by=actor, number=number))  # noqa: B023
            except Refused as refused:
                outcomes.append(refused.code)  # noqa: B023
            finally:
                connection.close()

        threads = [
            threading.Thread(target=take, args=pair)
            for pair in zip(events, (director, other_director), strict=True)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(30)
        [code] = [outcome for outcome in outcomes if isinstance(outcome, str)]
        assert code in {"table_assigned", "conflict"}
        assert len(outcomes) == 2
    assert TournamentTable.objects.count() == 8
    assert sum(Tournament.objects.values_list("seq", flat=True)) == 8
    journal_tells_the_rows()
