"""Look-ups on a player's phone: the own page by name and year of birth, if the room allows it, and the seat by the
code on the seat card and the surname.
"""

import hashlib
from dataclasses import dataclass
from datetime import date, timedelta

from django.db.models import Q

from desk.models import DeskSettings
from players.models import Player
from players.rules import person_code
from players.rules.duplicates import key_of
from players.rules.names import given_and_family
from seating.models import Seat
from tourney.access import guard

# Years of birth and surnames are few: guesses for one name or code are limited, whatever the address.
_MOST_GUESSES = 5
_GUESS_WINDOW = timedelta(hours=6)
# More than for other secrets: a hundred phones share the address of the room's Wi-Fi, and a seat is public.
_WRONG_CODES = 60


@dataclass(frozen=True, slots=True)
class FoundSeat:
    """A seat in an open event, as the room's seat lists show it."""

    event: str
    table: int
    seat: int


def allowed() -> bool:
    """Return whether this room lets players find their page by name."""
    return bool(DeskSettings.objects.filter(pk=1).values_list("lookup_by_name", flat=True).first())


def find(name: str, year: int, address: str) -> int | None:
    """Return the only player of this name (or nickname) born in this year; None if there is none or several.

    Raises:
        guard.LockedOut: too many failed attempts from this address, or for this name.
    """
    sought = " ".join(name.split()).casefold()
    key = hashlib.sha256(sought.encode()).hexdigest()[:40]
    guard.check("find", address)
    guard.check("find_name", key, limit=_MOST_GUESSES, window=_GUESS_WINDOW)
    born = Q(birth_date__year=year) if date.min.year <= year <= date.max.year else Q(pk__in=[])
    rows = Player.objects.filter(
        born, merged_into__isnull=True, anonymised_at__isnull=True, demo=False
    ).values_list("pk", "name", "nickname")
    found = [
        pk
        for pk, full, nickname in rows
        if sought and sought in {" ".join(full.split()).casefold(), nickname.strip().casefold()}
    ]
    if len(found) == 1:
        return int(found[0])
    guard.note_failure("find", address)
    guard.note_failure("find_name", key, window=_GUESS_WINDOW)
    return None


def seats_by_code(code: str, surname: str, address: str) -> list[FoundSeat] | None:
    """Return the seats of the player with this code ("P47-54") and surname; None if they do not match.

    The code is a number that people at the desk read aloud, so it does not open the player's own page: the answer has
    nothing that the room's seat lists do not show. A player shown by nickname is not found.

    Raises:
        guard.LockedOut: too many failed attempts from this address, or for this code.
    """
    player = person_code.player_of(code)
    guard.check("find_seat", address, limit=_WRONG_CODES)
    row = None
    if player is not None:
        guard.check("find_code", str(player), limit=_MOST_GUESSES, window=_GUESS_WINDOW)
        known = Player.objects.filter(merged_into__isnull=True, anonymised_at__isnull=True, demo=False)
        # The seat lists show these without the surname; trying codes with it would reveal their seats.
        known = known.exclude(privacy="nickname")
        row = known.filter(pk=player).first()
    if row is None or not _is_surname(surname, row.name):
        guard.note_failure("find_seat", address)
        if player is not None:
            guard.note_failure("find_code", str(player), window=_GUESS_WINDOW)
        return None
    seats = Seat.objects.filter(
        entry__player=row,
        tournament_table__released_at__isnull=True,
        tournament_table__tournament__closed_at__isnull=True,
    ).order_by("-tournament_table__tournament")
    columns = ("tournament_table__tournament__name", "tournament_table__table__number", "number")
    return [FoundSeat(*one) for one in seats.values_list(*columns)]


def _is_surname(typed: str, name: str) -> bool:
    """Return whether typed words are the surname, alone or with other parts of the name."""
    words, own = set(key_of(typed).split()), set(key_of(name).split())
    family = key_of(given_and_family(name)[1] or name).split()
    return words <= own and set(family) <= words
