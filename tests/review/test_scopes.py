"""Simultaneous changes of the room and an event, each under its own lock, stay consistent."""

import threading
from collections.abc import Callable

import pytest
from django.db import connection, transaction

from seating.commands import add_tables, assign_table, release_table, retire_table
from seating.models import TournamentTable
from tests.fixtures.room import press, refusal
from tourney.access.roles import Actor
from tourney.commands import change_event, remove_book, save_book
from tourney.journal.refused import Refused
from tourney.journal.undo import undo, undo_in_room
from tourney.models import Tournament
from tourney.rulebooks.shelf import book_of, text_of_book

pytestmark = pytest.mark.postgres


def at_once(first: Callable[[], object], second: Callable[[], object]) -> list[str]:
    """Run `first`, hold its transaction open for a moment, and run `second` meanwhile."""
    outcome: list[str] = []
    done = threading.Event()

    def later() -> None:
        try:
            second()
            outcome.append("done")
        except Refused as refused:
            outcome.append(refused.code)
        finally:
            connection.close()
            done.set()

    other = threading.Thread(target=later)
    with transaction.atomic():
        first()
        other.start()
        done.wait(0.7)
    other.join(20)
    return outcome


@pytest.mark.django_db(transaction=True)
def test_table_assigned_and_retired_at_once_is_only_assigned(event: int, director: Actor) -> None:
    press(add_tables, by=director, first=1, last=1)
    outcome = at_once(
        lambda: press(assign_table, event, by=director, number=1),
        lambda: press(retire_table, by=director, number=1),
    )
    assert outcome == ["table_assigned"]
    assert not TournamentTable.objects.filter(table__retired=True).exists()


@pytest.mark.django_db(transaction=True)
def test_table_retired_and_assigned_at_once_is_only_retired(event: int, director: Actor) -> None:
    press(add_tables, by=director, first=1, last=1)
    outcome = at_once(
        lambda: press(retire_table, by=director, number=1),
        lambda: press(assign_table, event, by=director, number=1),
    )
    assert outcome == ["not_found"]
    assert not TournamentTable.objects.exists()


def own_book(director: Actor) -> None:
    text = text_of_book("tda").replace('key = "tda"', 'key = "house"', 1)
    press(save_book, by=director, key="house", text=text)


@pytest.mark.django_db(transaction=True)
def test_a_book_chosen_and_removed_at_the_same_moment_stays_on_the_shelf(event: int, director: Actor) -> None:
    own_book(director)
    arguments = {"name": "Deep", "book": "house", "starting_stack": 10_000}
    outcome = at_once(
        lambda: press(change_event, event, by=director, **arguments),
        lambda: press(remove_book, by=director, key="house"),
    )
    assert outcome == ["unknown_book"]
    assert book_of(Tournament.objects.get(pk=event).book).key == "house"


@pytest.mark.django_db(transaction=True)
def test_a_book_removed_and_chosen_at_the_same_moment_is_not_chosen(event: int, director: Actor) -> None:
    own_book(director)
    arguments = {"name": "Deep", "book": "house", "starting_stack": 10_000}
    outcome = at_once(
        lambda: press(remove_book, by=director, key="house"),
        lambda: press(change_event, event, by=director, **arguments),
    )
    assert outcome == ["unknown_book"]
    assert book_of(Tournament.objects.get(pk=event).book)


def test_an_undo_takes_no_table_out_of_the_room_that_an_event_has(event: int, director: Actor) -> None:
    press(add_tables, by=director, first=1, last=1)
    press(retire_table, by=director, number=1)
    again = press(add_tables, by=director, first=1, last=1)
    press(assign_table, event, by=director, number=1)
    assert refusal(undo_in_room, by=director, seq=again.seq).code == "table_assigned"


def test_an_undo_assigns_no_table_that_left_the_room(event: int, director: Actor) -> None:
    press(add_tables, by=director, first=1, last=1)
    press(assign_table, event, by=director, number=1)
    back = press(release_table, event, by=director, number=1)
    press(retire_table, by=director, number=1)
    assert refusal(undo, event, by=director, seq=back.seq).code == "table_assigned"
