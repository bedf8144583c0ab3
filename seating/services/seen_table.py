"""Check that a table is still as a person saw it when a late command was pressed.

A tablet without network keeps its commands for minutes. What was pressed then must not be applied to a table that
somebody else has changed since.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils.translation import gettext as _

from seating.models import TournamentTable
from seating.services.table_history import rows_of, touches
from tourney.access.roles import Actor
from tourney.journal.boards import text_of
from tourney.journal.readable import readable
from tourney.journal.refused import Refused
from tourney.models import JournalEntry
from tourney.now import database_now

# A command that arrives within this time is not late: people at one table often press at the same time.
LATE = timedelta(seconds=15)
# More entries than a busy event writes while a command may wait.
_BACK = 2_000


@dataclass(frozen=True, slots=True)
class SeenTable:
    """A table as its page showed it at the press.

    Attributes:
        number: of the table.
        seq: the journal entry up to which the page showed it.
        at: when the button was pressed, in the server's time; None if the page did not know it.
        own: entries of the same page's commands since. They are sent in order, so the person knew of them.
    """

    number: int
    seq: int
    at: datetime | None
    own: frozenset[int]


def table_is_as_seen(tournament_id: int, seen: SeenTable, reader: Actor) -> None:
    """Refuse a late command if somebody else has changed the table since it was pressed.

    What the server does by itself does not count: it follows from what people pressed.

    Args:
        tournament_id: whose table it is; its row is locked.
        seen: what the person saw.
        reader: the person, in whose language the change is named.

    Raises:
        Refused: the table has changed (`table_changed`).
    """
    if seen.at is not None and database_now() - seen.at < LATE:
        return
    table = TournamentTable.objects.filter(
        tournament_id=tournament_id, table__number=seen.number, released_at__isnull=True
    ).first()
    if table is None:
        return  # the command itself reports it
    rows = rows_of(table)
    since = JournalEntry.journal(tournament_id).filter(seq__gt=seen.seq).exclude(actor__startswith="system:")
    for entry in since.order_by("-seq")[:_BACK].iterator(chunk_size=100):
        if entry.seq not in seen.own and touches(entry, table, rows):
            message = _(
                "Table %(number)s has changed in the meantime: %(what)s (%(who)s)."
                " Press again if it is still right."
            )
            what = text_of(readable(entry, reader))
            raise Refused("table_changed", message % {"number": seen.number, "what": what, "who": entry.who})
