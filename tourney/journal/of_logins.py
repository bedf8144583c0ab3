"""Entries about staff logins: only those who manage logins read them, and the person of the login.

They name addresses of wrong codes, and say who has a second factor, a new password or another role.
"""

from django.db.models import Q, QuerySet

from tourney.access.roles import Actor, Permission
from tourney.journal.commands import COMMANDS
from tourney.models import JournalEntry

_FAMILIES = frozenset({"login", "factor"})
# An undo, and an undo of that, tell what the first entry tells.
_PATHS = ("", "undoes__", "undoes__undoes__")


def readable_lines(lines: QuerySet[JournalEntry], reader: Actor | None) -> QuerySet[JournalEntry]:
    """Return the entries of the room's journal without those about logins of others that the reader may not see."""
    if reader is not None and reader.may(Permission.MANAGE_PEOPLE):
        return lines
    own = Q(pk__in=of_login(reader).values("pk")) if reader is not None else Q(pk__in=[])
    return lines.exclude(_about_logins() & ~own)


def of_login(reader: Actor) -> QuerySet[JournalEntry]:
    """Return the entries about the reader's own login, newest first."""
    kind, _colon, number = reader.key.partition(":")
    if kind != "user":
        return JournalEntry.objects.none()
    own = Q()
    for path in _PATHS:
        own |= Q(**{f"{path}actor": reader.key}) | Q(**{f"{path}arguments__user": int(number)})
    return JournalEntry.journal(None).filter(_about_logins(), own).order_by("-seq")


def _about_logins() -> Q:
    kinds = sorted(kind for kind in COMMANDS if kind.partition(".")[0] in _FAMILIES)
    found = Q()
    for path in _PATHS:
        found |= Q(**{f"{path}kind__in": kinds})
    return found
