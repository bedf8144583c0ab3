"""The seat list of an event as it is shown in public."""

from typing import TypedDict

from players.models import Player
from players.rules.names import alphabetical, surname_first
from players.services.public_names import public_names
from seating.boards.seating import list_seq, seats
from tourney.models import Tournament


class SeatList(TypedDict):
    """The seat list shown in public."""

    seq: int
    list_seq: int
    seats: list[tuple[str, int, int]]


def seats_in_public(event: Tournament) -> SeatList:
    """Return the seats of an event by surname: (name with surname first, table, seat)."""
    rows = seats(event)
    people = [
        Player(pk=row["player"], name=row["name"], nickname=row["nickname"], privacy=row["privacy"])
        for row in rows
    ]
    names = public_names(event, people)
    listed = [(surname_first(names[row["player"]], row["name"]), row["table"], row["seat"]) for row in rows]
    listed.sort(key=lambda row: (alphabetical(row[0]), row[1:]))
    return SeatList(seq=event.seq, list_seq=list_seq(event), seats=listed)
