"""A full event with a waiting list, and helpers that read it."""

from collections.abc import Mapping
from typing import Any

import msgspec
import pytest

from desk.boards import bookings as bookings_boards
from desk.models import Booking
from desk.services import waiting_list as lists
from notifications.boards import own as own_pages
from players.models import Player
from tests.desk.lists import leaves, opened, plays, starts, waits
from tests.fixtures.room import MakesEvents
from tests.fixtures.wall import Wall
from tests.fixtures.wire import as_sent
from tourney.access.roles import Actor
from tourney.journal.boards import text_of
from tourney.live.boards import read_boards
from tourney.models import JournalEntry, Tournament

mine_of = as_sent(own_pages.mine_of)

bookings = as_sent(bookings_boards.bookings)

OFFER = 180


def served(event: int) -> int:
    """Count the journal entries written by processing the list."""
    return JournalEntry.journal(event).filter(kind="waiting_list.process").count()


def names(event: int) -> list[str]:
    """Return the names on the list."""
    return [row.player.name for row in lists.waiting_in_order(Tournament.objects.get(pk=event))]


def board(event: int) -> dict[str, Any]:
    """Return the public board of the list."""
    _seq, boards = read_boards(f"t{event}", ["waiting_list"])
    return dict(msgspec.to_builtins(next(found for found in boards.values() if found)["waiting_list"]))


def own_of(event: int, booking: Booking) -> Mapping[str, Any]:
    """Return the player's own board on the phone."""
    return mine_of(event, [booking.player_id])[booking.player_id]


def staff_list(event: int) -> list[dict[str, Any]]:
    """Return the bookings on the staff's board."""
    return list(bookings(Tournament.objects.get(pk=event))["bookings"])


def last_line(event: int) -> str:
    """Return the summary of the list's last journal entry."""
    return text_of(JournalEntry.journal(event).filter(kind="waiting_list.process").latest("seq"))


@pytest.fixture
def full(make_event: MakesEvents, director: Actor, wall: Wall) -> int:
    """Create a started event by Munot's rulebook with both places taken and three players waiting."""
    event = make_event(book="munot")
    opened(event, director)
    plays(event, "One")
    plays(event, "Two")
    starts(event, director)
    for name in ("Ada", "Bob", "Cid"):
        waits(event, director, name)
    return event


def free_a_place(event: int) -> Player:
    """Bust a player."""
    entry = Tournament.objects.get(pk=event).entries.filter(out_at__isnull=True).order_by("id")[0]
    return leaves(entry)
