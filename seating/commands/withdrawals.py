"""Command by which a dealer undoes their own last action at a table."""

from datetime import timedelta
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from seating.commands.entries import event_is_open
from seating.commands.tables import Number, tournament_table_of
from seating.services.dealer_tables import at_table_by_number
from seating.services.eliminations import SHOWS
from seating.services.table_history import rows_of, touches
from seating.signals import rows_of_table
from tourney.access.roles import Permission
from tourney.journal.arguments import Id
from tourney.journal.commands import command
from tourney.journal.refused import Refused
from tourney.journal.tx import Tx
from tourney.journal.undo import own_line, put_back
from tourney.models import JournalEntry

_SECONDS = 60
# Commands available to dealers at a table.
_PRESSES = {
    "bags.open_table",
    "bags.seal_table",
    "entry.bust",
    "hand.finish",
    "move.arrive",
    "moves.arrive",
    "hand_for_hand.all_in",
    "seat.absent",
    "seat.back",
    "shot.bank",
    "stack.count",
    "stacks.count_table",
    "table.answer",
    "table.button",
    "table.call",
    "time.end",
}

# Of these, rows of higher-level apps say which table they concern.
_OF_HIGHER_APPS = {"bags.open_table", "bags.seal_table", "hand_for_hand.all_in"}


@command(
    "table.undo",
    permission=Permission.DEAL,
    check=at_table_by_number,
    boards=SHOWS,
    summary=lazy("Table %(number)s: undid #%(seq)s: %(text)s"),
)
def take_back(tx: Tx, number: Number, seq: Id) -> dict[str, Any]:
    """Undo the last action of the same login or token at a table. Any other undo is up to the floor.

    Args:
        number: table number.
        seq: number of the journal entry.

    Raises:
        Refused: there is no such journal entry (`no_such_journal_entry`), it is not an action at this table
            (`not_of_the_table`), it is someone else's (`not_yours`), it is more than 60 seconds old
            (`too_late`), or something has been done at the table since or it cannot be undone
            (`changed_since`, `already_undone` and any other refusal of an undo).
    """
    event_is_open(tx)
    tournament_table = tournament_table_of(tx, number)
    line = own_line(tx, seq)
    # Hand-for-hand state of a table and its bags are rows of higher-level apps. Hand-for-hand changes them at every
    # table with the next hand.
    rows = {
        **rows_of(tournament_table),
        **(rows_of_table.ask(tournament_table) if line.kind in _OF_HIGHER_APPS else {}),
    }
    if line.kind not in _PRESSES or not touches(line, tournament_table, rows):
        message = _("This was not done at table %(number)s. Ask the floor to undo it.")
        raise Refused("not_of_the_table", message % {"number": number})
    if tx.now - line.at > timedelta(seconds=_SECONDS):
        message = _("This was done more than %(seconds)s seconds ago. Ask the floor to undo it.")
        raise Refused("too_late", message % {"seconds": _SECONDS})
    undone_by = line.standing_undo()
    if undone_by is not None:
        raise Refused(
            "already_undone", _("This has already been undone by #%(seq)s.") % {"seq": undone_by.seq}
        )
    later = JournalEntry.journal(tx.tournament.pk).filter(seq__gt=seq).order_by("seq")
    if any(touches(one, tournament_table, rows) for one in later):
        message = _("Table %(number)s has changed since. Ask the floor to undo it.")
        raise Refused("changed_since", message % {"number": number})
    return put_back(tx, tx.tournament.pk, seq)
