"""Journal entries about staff logins, which only directors and the owner of the login may read.

They contain the addresses of wrong codes, and who has a second factor, a new password or another role.
"""

from django.db.models import Q, QuerySet
from django.db.models.expressions import RawSQL

from tourney.access.roles import Actor, Permission
from tourney.journal.commands import COMMANDS
from tourney.models import JournalEntry

_FAMILIES = frozenset({"login", "factor"})
# Logins and wrong passwords add these, tens of thousands in a few years, and none of them can be undone.
_NEVER_UNDONE = frozenset({"login.note", "login.note_wrong_password"})


def visible_entries(lines: QuerySet[JournalEntry], reader: Actor | None) -> QuerySet[JournalEntry]:
    """Return entries of the room's journal, without those about logins that the reader may not see."""
    if reader is not None and reader.may(Permission.MANAGE_PEOPLE):
        return lines
    seen = ~(Q(kind__in=[*_kinds(), *_NEVER_UNDONE]) | _undos_of(Q(kind__in=_kinds())))
    number = None if reader is None else _login_of(reader)
    if reader is not None and number is not None:
        seen |= _about_own(reader, number)
    return lines.filter(seen)


def own_login_entries(reader: Actor) -> QuerySet[JournalEntry]:
    """Return the entries about the reader's own login, newest first."""
    number = _login_of(reader)
    if number is None:
        return JournalEntry.objects.none()
    return JournalEntry.journal(None).filter(_about_own(reader, number)).order_by("-seq")


def _login_of(reader: Actor) -> int | None:
    kind, _colon, number = reader.key.partition(":")
    return int(number) if kind == "user" else None


def _about_own(reader: Actor, number: int) -> Q:
    own = Q(kind__in=_kinds()) & (Q(actor=reader.key) | Q(arguments__user=number))
    return own | _undos_of(own) | Q(kind__in=_NEVER_UNDONE, actor=reader.key)


def _kinds() -> list[str]:
    """Return the kinds of entries about logins, without those that are never undone."""
    return sorted(
        kind for kind in COMMANDS if kind.partition(".")[0] in _FAMILIES and kind not in _NEVER_UNDONE
    )


def _undos_of(about: Q) -> Q:
    """Return whether an entry undoes one of these entries, undoes such an undo, and so on.

    An undo tells what the undone entry tells, and so does each undo of an undo.

    Args:
        about: of the room's journal.
    """
    sql, arguments = JournalEntry.journal(None).filter(about).order_by().values("pk").query.sql_with_params()
    table = JournalEntry._meta.db_table
    chain = (
        f"WITH RECURSIVE told(id) AS ({sql} UNION SELECT later.id FROM {table} later "  # noqa: S608 - see below
        "JOIN told ON later.undoes_id = told.id) SELECT id FROM told"
    )
    # Of our own names; values are passed as arguments.
    return Q(pk__in=RawSQL(chain, arguments))  # noqa: S611
