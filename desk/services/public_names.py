"""Names in public: by the book of the event, and by each player's wish."""

import unicodedata
from collections.abc import Iterable
from typing import TypedDict

from django.db.models import Q
from django.utils.timezone import localdate

from desk.rules.names import shortens_guests
from desk.services.memberships import members_among
from seating.boards.seating import list_seq, seats
from tourney.models import Entry, Player, Tournament
from tourney.now import room_now
from tourney.rulebooks.shelf import book_of
from tourney.rules.names import Shown, given_and_family, public_name, surname_first, told_apart

# Up to this many people, namesakes are searched by name; for more, the whole field is read.
_FEW = 60


def public_names(event: Tournament, players: list[Player]) -> dict[int, str]:
    """Return the names shown in public at an event, by player.

    No two players of an event are shown by the same name: a shortened surname gets more letters if needed
        (Five Spades
    5.8 shortens guests' names).
    """
    wanted = {one.pk for one in players}
    people = {one.pk: one for one in [*_namesakes(event, players), *players]}
    shorten = shortens_guests(book_of(event.book))
    members = members_among(list(people), localdate(room_now())) if shorten else set()
    shown = [
        Shown(
            one.pk,
            one.name,
            public_name(
                one.name, one.nickname, one.privacy, guest=one.pk not in members, shorten_guests=shorten
            ),
        )
        for one in people.values()
    ]
    return {key: name for key, name in told_apart(shown).items() if key in wanted}


def _namesakes(event: Tournament, players: list[Player]) -> list[Player]:
    """Return other players with an entry who may be shown by the same name."""
    rows = Player.objects.filter(entries__tournament=event, entries__voided_at__isnull=True)
    if len(players) <= _FEW:
        alike = Q(pk__in=())
        for one in players:
            first = given_and_family(one.name)[0] or one.name
            alike |= Q(name__icontains=first)
            if one.privacy == "nickname" and one.nickname.strip():
                alike |= Q(nickname__iexact=one.nickname.strip())
        rows = rows.filter(alike)
    return list(rows.only("name", "nickname", "privacy").distinct())


def alphabetical(name: str) -> tuple[str, str]:
    """Return the sort key of a name: accents and capitals count only among equals."""
    plain = "".join(sign for sign in unicodedata.normalize("NFD", name) if not unicodedata.combining(sign))
    return plain.casefold(), name


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


def entries_in_public(event: Tournament, entries: Iterable[int]) -> dict[int, str]:
    """Return names shown in public, by entry."""
    rows = dict(Entry.objects.filter(tournament=event, pk__in=entries).values_list("pk", "player_id"))
    people = list(Player.objects.filter(pk__in=rows.values()).only("name", "nickname", "privacy"))
    names = public_names(event, people)
    return {entry: names.get(player, "") for entry, player in rows.items()}
