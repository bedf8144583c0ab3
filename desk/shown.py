"""People as everybody may see them: by the book of the event, and as they want it themselves."""

import unicodedata
from collections.abc import Iterable
from typing import TypedDict

from django.utils.timezone import localdate

from desk.admission import members_among
from desk.rules.names import shortens_guests
from seating.boards import list_seq, seats
from seating.names import tells_public_names
from tourney.models import Entry, Player, Tournament
from tourney.names import public_name
from tourney.now import room_now
from tourney.rulebooks.shelf import book_of


@tells_public_names
def public_names(event: Tournament, players: list[Player]) -> dict[int, str]:
    """Names of people as everybody may read them at an event, by player: one query more where the book shortens
    guests' names (Five Spades 5.8).
    """
    shorten = shortens_guests(book_of(event.book))
    members = members_among([one.pk for one in players], localdate(room_now())) if shorten else set()
    return {
        one.pk: public_name(
            one.name, one.nickname, one.privacy, guest=one.pk not in members, shorten_guests=shorten
        )
        for one in players
    }


def alphabetical(name: str) -> tuple[str, str]:
    """What names are sorted by: accents and capitals count only among equals."""
    plain = "".join(sign for sign in unicodedata.normalize("NFD", name) if not unicodedata.combining(sign))
    return plain.casefold(), name


class SeatList(TypedDict):
    """Who sits where, for everybody."""

    seq: int
    list_seq: int
    seats: list[tuple[str, int, int]]


def seats_in_public(event: Tournament) -> SeatList:
    """Who sits where at an event, by name in alphabetical order: (name, table, seat)."""
    rows = seats(event)
    people = [
        Player(pk=row["player"], name=row["name"], nickname=row["nickname"], privacy=row["privacy"])
        for row in rows
    ]
    names = public_names(event, people)
    listed = [(names[row["player"]], row["table"], row["seat"]) for row in rows]
    listed.sort(key=lambda row: (alphabetical(row[0]), row[1:]))
    return SeatList(seq=event.seq, list_seq=list_seq(event), seats=listed)


def entries_in_public(event: Tournament, entries: Iterable[int]) -> dict[int, str]:
    """Names as everybody may read them, by entry."""
    rows = dict(Entry.objects.filter(tournament=event, pk__in=entries).values_list("pk", "player_id"))
    people = list(Player.objects.filter(pk__in=rows.values()).only("name", "nickname", "privacy"))
    names = public_names(event, people)
    return {entry: names.get(player, "") for entry, player in rows.items()}
