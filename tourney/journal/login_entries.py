"""Journal entries about staff logins, which only directors and the owner of the login may read.

They contain the addresses of wrong codes, and who has a second factor, a new password or another role.
"""

from django.db.models import Q, QuerySet
from django.db.models.expressions import RawSQL

from tourney.access.roles import Actor, Permission
from tourney.journal.commands import COMMANDS
from tourney.models import JournalEntry

_FAMILIES = frozenset({"login", "factor"})


def visible_entries(lines: QuerySet[JournalEntry], reader: Actor | None) -> QuerySet[JournalEntry]:
    """Return entries of the room's journal, without those about logins that the reader may not see."""
    if reader is not None and reader.may(Permission.MANAGE_PEOPLE):
        return lines
    own = Q(pk__in=own_login_entries(reader).values("pk")) if reader is not None else Q(pk__in=[])
    return lines.exclude(_with_undos(_about_logins()) & ~own)


def own_login_entries(reader: Actor) -> QuerySet[JournalEntry]:
    """Return the entries about the reader's own login, newest first."""
    kind, _colon, number = reader.key.partition(":")
    if kind != "user":
        return JournalEntry.objects.none()
    about = JournalEntry.journal(None).filter(_with_undos(_about_logins()))
    own = about.filter(Q(actor=reader.key) | Q(arguments__user=int(number)))
    return JournalEntry.journal(None).filter(_with_undos(own)).order_by("-seq")


def _about_logins() -> QuerySet[JournalEntry]:
    kinds = sorted(kind for kind in COMMANDS if kind.partition(".")[0] in _FAMILIES)
    return JournalEntry.journal(None).filter(kind__in=kinds)


def _with_undos(lines: QuerySet[JournalEntry]) -> Q:
    """Return whether an entry is one of these, undoes one of them, or undoes such an undo, and so on.

    An undo tells what the undone entry tells, and so does each undo of an undo.
    """
    sql, arguments = lines.order_by().values("pk").query.sql_with_params()
    table = JournalEntry._meta.db_table
    chain = (
        f"WITH RECURSIVE told(id) AS ({sql} UNION SELECT later.id FROM {table} later "  # noqa: S608 - see below
        "JOIN told ON later.undoes_id = told.id) SELECT id FROM told"
    )
    # Of our own names; values are passed as arguments.
    return Q(pk__in=RawSQL(chain, arguments))  # noqa: S611
