"""Look-up of the player's own page by name and year of birth, if the room allows it."""

import hashlib
from datetime import date, timedelta

from django.db.models import Q

from desk.models import DeskSettings
from players.models import Player
from tourney.access import guard

# Years of birth are few: attempts for one name are limited, whatever the address.
_WRONG_FOR_A_NAME = 5
_NAME_WINDOW = timedelta(hours=6)


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
    guard.check("find_name", key, limit=_WRONG_FOR_A_NAME, window=_NAME_WINDOW)
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
    guard.note_failure("find_name", key, window=_NAME_WINDOW)
    return None
