"""Names in the lists of a season. Reads only."""

from collections.abc import Collection
from datetime import date

from players.models import Player
from players.rules.names import Shown, public_name, shortens_guests, told_apart
from players.services.memberships import members_among
from tourney.rulebooks.books.schema import Book


def full_names(players: Collection[int]) -> dict[int, str]:
    """Return full names by player, for staff."""
    return dict(Player.objects.filter(pk__in=players).values_list("pk", "name"))


def names_in_public(players: Collection[int], book: Book, day: date) -> dict[int, str]:
    """Return names shown in public, by player: as each player wishes, and those of guests shortened if the book
    says so (Five Spades 5.8).

    Args:
        players: everybody in the list; no two of them are shown by the same name.
        book: of the season.
        day: on which a player is a member or a guest.
    """
    shorten = shortens_guests(book)
    members = members_among(list(players), day) if shorten else set()
    rows = Player.objects.filter(pk__in=players).values_list("pk", "name", "nickname", "privacy")
    return told_apart(
        Shown(
            pk,
            name,
            public_name(name, nickname, privacy, guest=pk not in members, shorten_guests=shorten),
        )
        for pk, name, nickname, privacy in rows
    )
