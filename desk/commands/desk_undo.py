"""Command for a clerk to undo their own action at the desk. Sales are reversed by a refund."""

from datetime import timedelta
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from desk.services.entry_request import ENTRY_BOARDS
from tourney.access.roles import Permission
from tourney.journal.arguments import Id
from tourney.journal.commands import command
from tourney.journal.refused import Refused
from tourney.journal.tx import Tx
from tourney.journal.undo import own_line, put_back
from tourney.models import JournalEntry

_MINUTES = 10
# Commands that a clerk sends for a player at the counter, and may undo without the floor.
OWN_ACTIONS = frozenset(
    {
        "booking.cancel",
        "booking.check_in",
        "booking.no_show",
        "booking.no_shows",
        "booking.reserve",
        "booking.wait",
        "desk.surrender",
        "entries.bust",
        "entry.bust",
        "waiting_list.call",
        "waiting_list.skip",
    }
)
# Of these, what concerns the room and no event.
OWN_ROOM_ACTIONS = frozenset({"player.add"})


@command(
    "desk.undo",
    permission=Permission.REGISTER_PLAYERS,
    boards=ENTRY_BOARDS,
    summary=lazy("Desk: undid #%(seq)s: %(text)s"),
)
def take_back_at_the_desk(tx: Tx, seq: Id) -> dict[str, Any]:
    """Undo an action of the same login at the desk. The floor undoes anything else.

    Args:
        seq: number of the journal entry.

    Raises:
        Refused: there is no such journal entry (`no_such_journal_entry`), it is not an action of the desk
            (`not_of_the_desk`), it is another login's (`not_yours`), more than ten minutes old
            (`too_late`), or the undo is refused (codes of the undo).
    """
    _check_own(own_line(tx, seq), tx, OWN_ACTIONS)
    return put_back(tx, tx.tournament.pk, seq)


@command(
    "desk.undo_in_room",
    permission=Permission.REGISTER_PLAYERS,
    scope="room",
    summary=lazy("Desk: undid #%(seq)s: %(text)s"),
)
def take_back_in_room(tx: Tx, seq: Id) -> dict[str, Any]:
    """Remove a player that the same login has just added at the desk.

    Args:
        seq: number of the journal entry.

    Raises:
        Refused: as `desk.undo`; a player with bookings or entries stays (`in_use`).
    """
    _check_own(own_line(tx, seq), tx, OWN_ROOM_ACTIONS)
    return put_back(tx, None, seq)


def _check_own(line: JournalEntry, tx: Tx, kinds: frozenset[str]) -> None:
    if line.kind not in kinds:
        raise Refused("not_of_the_desk", _("This was not done at the desk. Ask the floor to undo it."))
    if tx.now - line.at > timedelta(minutes=_MINUTES):
        message = _("This was done more than %(minutes)s minutes ago. Ask the floor to undo it.")
        raise Refused("too_late", message % {"minutes": _MINUTES})
