"""Names in the lists of a season. Reads only."""

from collections.abc import Collection
from datetime import date

from players.models import Player
from players.rules.names import Shown, public_name, shortens_guests, told_apart
from players.services.memberships import members_among
from seasons.models import Season, SeasonEvent
from tourney.models import Tournament
from tourney.rulebooks.shelf import books_of


def full_names(players: Collection[int]) -> dict[int, str]:
    """Return full names by player, for staff."""
    return dict(Player.objects.filter(pk__in=players).values_list("pk", "name"))


def names_in_public(players: Collection[int], season: Season, day: date) -> dict[int, str]:
    """Return names shown in public, by player: as each player wishes, and those of guests shortened if a book of the
    season says so (Five Spades 5.8).

    Args:
        players: everybody in the list; no two of them are shown by the same name.
        day: on which a player is a member or a guest.
    """
    shorten = _shortens_guests(season)
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


def _shortens_guests(season: Season) -> bool:
    """Return whether a book shortens guests' names: that of the season, or that of an event which a season by this book
    names. The lists of all years contain those as well. A missing book may have shortened them.
    """
    named = SeasonEvent.objects.filter(season__book=season.book).exclude(role="left_out")
    others = Tournament.objects.filter(pk__in=named.values("tournament")).order_by()
    keys = {season.book, *others.values_list("book", flat=True).distinct()}
    shelf = books_of(keys)
    return any(key not in shelf or shortens_guests(shelf[key]) for key in keys)
