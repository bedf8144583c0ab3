"""Player records with rows of other apps, written by commands of the tests."""

from datetime import date
from typing import Any

import pytest

from desk.models import Booking
from players.commands.players import add_player
from players.models import Ban, Membership
from seating.models import Apart
from tests.fixtures.room import press
from tourney.access.roles import FIRST_START, Actor, Permission
from tourney.journal.commands import COMMANDS, command
from tourney.journal.tx import Tx
from tourney.journal.undo import undo_in_room
from tourney.models import Entry, JournalEntry, Notice, Token


@command("test.rows", permission=Permission.MANAGE_EVENTS, summary="rows", public=False)
def write_rows(tx: Tx, player: int, number: int = 1, out: bool = False, booked: str = "") -> Any:
    """Write an entry or a booking of a player."""
    if booked:
        waits = {"waiting_since": tx.now} if booked == "waiting" else {}
        row: Any = tx.create(
            Booking, tournament=tx.tournament, player_id=player, state=booked, created_at=tx.now, **waits
        )
    else:
        row = tx.create(
            Entry,
            tournament=tx.tournament,
            player_id=player,
            number=number,
            created_at=tx.now,
            out_at=tx.now if out else None,
        )
    return {"row": row.pk}


@command("test.out", permission=Permission.MANAGE_EVENTS, summary="out", public=False)
def write_out(tx: Tx, entry: int) -> None:
    """Mark an entry as out."""
    tx.save(tx.get(Entry, pk=entry), out_at=tx.now)


@command("test.close", permission=Permission.MANAGE_EVENTS, summary="close", public=False)
def write_close(tx: Tx) -> None:
    """Close the event."""
    tx.save(tx.tournament, closed_at=tx.now)


@command("test.room_rows", permission=Permission.MANAGE_EVENTS, scope="room", summary="rows", public=False)
def write_room_rows(tx: Tx, player: int, partner: int) -> None:
    """Write one row of every kind that belongs to a player in the room."""
    day = date(2026, 1, 1)
    tx.create(Membership, player_id=player, kind="season", starts_on=day, ends_on=day, applied_at=tx.now)
    tx.create(Ban, player_id=player, starts_on=day, ends_on=day, reason="x")
    tx.create(Token, label="link", role="player", digest=f"{player:064}", player_id=player, created_at=tx.now)
    tx.create(Notice, player_id=player, kind="seated", at=tx.now)
    one, other = sorted((player, partner))
    tx.create(Apart, one_id=one, other_id=other)


for _kind in ("test.rows", "test.out", "test.close", "test.room_rows"):
    # Only tests that import them register them: tests of all commands must not see them.
    del COMMANDS[_kind]


def add(name: str, **more: Any) -> int:
    return int(press(add_player, by=FIRST_START, name=name, **more).answer["player"])


def last_of_room() -> int:
    return JournalEntry.journal(None).latest("seq").seq


def undone(by: Actor) -> None:
    press(undo_in_room, by=by, seq=last_of_room())


FULL: dict[str, Any] = {
    "nickname": "Ace",
    "birth_date": "1990-05-30",
    "card": "M-17",
    "languages": "de en",
    "needs_access": True,
    "needs": "left-handed",
    "staff_notes": "pays in coins",
    "privacy": "short",
}


@pytest.fixture
def two(event: int, director: Actor) -> tuple[int, int]:
    """Create a record with one row of every kind, and the record to merge it into."""
    goes = add("Ana Berger", **FULL)
    stays = add("Anna Berger", staff_notes="tall", privacy="nickname")
    press(write_room_rows, by=director, player=goes, partner=add("Cid"))
    press(write_rows, event, by=director, player=goes)
    return goes, stays
