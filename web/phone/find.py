"""Look-ups on a player's phone: the player's page by name and year of birth, if the room allows it, and the seat by the
code on the seat card and the surname.
"""

import hashlib
import re
from dataclasses import dataclass
from datetime import date, timedelta

from django.db.models import Q

from desk.models import DeskSettings
from players.models import Player
from players.rules import person_code
from players.rules.duplicates import key_of
from players.services.partners import held_by
from players.services.public_names import public_names
from seating.models import Seat
from tourney.access import guard
from tourney.edge.rates import share_of
from tourney.models import Entry

# Years of birth and surnames are few: guesses for one name or code are limited, whatever the address.
_MOST_GUESSES = 5
_GUESS_WINDOW = timedelta(hours=6)
# More than for secrets: a seat is public.
_WRONG_CODES = 60
# "B." in "Anna B."
_ABBREVIATED = re.compile(r"(\w{1,3})\.")


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
    noted = guard.count(
        guard.Bound("find", address),
        guard.Bound("find_name", key, limit=_MOST_GUESSES, window=_GUESS_WINDOW),
    )
    born = Q(birth_date__year=year) if date.min.year <= year <= date.max.year else Q(pk__in=[])
    rows = Player.objects.filter(
        born, merged_into__isnull=True, anonymised_at__isnull=True, demo=False, unnamed=False
    ).values_list("pk", "name", "nickname")
    found = [
        pk
        for pk, full, nickname in rows
        if sought and sought in {" ".join(full.split()).casefold(), nickname.strip().casefold()}
    ]
    if len(found) != 1:
        return None
    guard.withdraw(noted)
    return int(found[0])


def seats_by_code(code: str, surname: str, address: str) -> list[FoundSeat]:
    """Return the seats of the player with this code ("P47-54") if the seat lists show them under this surname.

    The code is a number that people at the desk read aloud. The surname is compared with the name in public, so the
    answer has nothing that the seat lists do not show, and does not tell whose code it is.

    Raises:
        guard.LockedOut: too many failed attempts from this address.
    """
    noted = guard.count(guard.Bound("find_seat", address, limit=round(_WRONG_CODES * share_of(address))))
    player_id = _player_of(code)
    own = Entry.objects.none() if player_id is None else Entry.objects.filter(held_by(player_id))
    seats = Seat.objects.filter(
        kind="player",
        entry__in=own,
        tournament_table__released_at__isnull=True,
        tournament_table__tournament__closed_at__isnull=True,
    ).select_related("entry__player", "tournament_table__table", "tournament_table__tournament")
    found = []
    for seat in seats.order_by("-tournament_table__tournament"):
        assert seat.entry is not None  # as a constraint says of seats of players
        event, player = seat.tournament_table.tournament, seat.entry.player
        if is_listed_as(surname, public_names(event, [player])[player.pk]):
            found.append(FoundSeat(event.name, seat.tournament_table.table.number, seat.number))
    if found:
        guard.withdraw(noted)
    return found


def _player_of(code: str) -> int | None:
    """Return the player of a code, also of a card from before the record was merged; None if there is none."""
    player = person_code.player_of(code)
    while player is not None:
        merged = Player.objects.filter(pk=player).values_list("merged_into", flat=True).first()
        if merged is None:
            return player
        player = merged
    return None


def is_listed_as(typed: str, shown: str) -> bool:
    """Return whether a typed word fits a name in public: "Berg" fits "Anna Berg", and "Anna B." because of its "B."."""
    whole = set(key_of(shown).split())
    begun = tuple(key_of(letters) for letters in _ABBREVIATED.findall(shown))
    words = [word for word in key_of(typed).split() if len(word) > 1]
    return any(word in whole or (begun and word.startswith(begun)) for word in words)
