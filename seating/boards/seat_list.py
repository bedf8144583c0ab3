"""The seat list of an event as it is shown in public."""

from collections.abc import Sequence
from typing import TypedDict

from players.models import Player
from players.rules.names import alphabetical, surname_first
from players.services.partners import JOINED
from players.services.public_names import public_names_apart
from seating.boards.seating import SeatRow, list_seq, seats
from tourney.models import Tournament


class SeatList(TypedDict):
    """The seat list shown in public."""

    seq: int
    list_seq: int
    seats: list[tuple[str, int, int]]


def _listed_names(shown: Sequence[str], row: SeatRow) -> list[str]:
    """Return the names by which a seat is listed: a team under the surname of each player, "Meyer, Anna / Rossi, Bert"
    and "Rossi, Bert / Meyer, Anna".
    """
    both = [surname_first(one, name) for one, name in zip(shown, (row["name"], row["partner"]), strict=False)]
    return both if len(both) == 1 else [JOINED.join(both), JOINED.join(reversed(both))]


def seats_in_public(event: Tournament) -> SeatList:
    """Return the seats of an event by surname: (name with surname first, table, seat). A seat that two players share is
    listed under both.
    """
    rows = seats(event)
    people = [
        Player(pk=row["player"], name=row["name"], nickname=row["nickname"], privacy=row["privacy"])
        for row in rows
    ]
    names = public_names_apart(event, people)
    listed = [
        (name, row["table"], row["seat"]) for row in rows for name in _listed_names(names[row["player"]], row)
    ]
    listed.sort(key=lambda row: (alphabetical(row[0]), row[1:]))
    return SeatList(seq=event.seq, list_seq=list_seq(event), seats=listed)
