"""The command that chooses an event's feature table."""

from typing import Any

from django.utils.translation import gettext as _

from displays.models import FeatureTable
from seating.commands.entries import event_is_open
from seating.commands.tables import Number, tournament_table_of
from tourney.access.roles import Permission
from tourney.journal.commands import command
from tourney.journal.tx import Tx
from tourney.models import JournalEntry


def _summarise(journal_entry: JournalEntry) -> str:
    number = journal_entry.arguments.get("number")
    if number is None:
        return _("Chose no feature table")
    return _("Chose table %(number)s as the feature table") % {"number": number}


@command(
    "display.feature_table",
    permission=Permission.MANAGE_SCREENS,
    boards=("feature_table",),
    summary=_summarise,
)
def choose_feature_table(tx: Tx, number: Number | None) -> Any:
    """Choose the table that displays and overlays show as the feature table.

    Args:
        number: table number; null: the final table, once there is one.

    Raises:
        Refused: the event does not have this table (`not_found`), or is closed (`event_closed`).
    """
    event_is_open(tx)
    row = FeatureTable.objects.filter(tournament=tx.tournament).first()
    if number is None:
        if row is not None:
            tx.delete(row)
        return None
    table = tournament_table_of(tx, number)
    if row is None:
        tx.create(FeatureTable, tournament=tx.tournament, tournament_table=table)
    else:
        tx.save(row, tournament_table=table)
    return None
