"""Timed changes of an event's registration: its start and its close, when they are due."""

import uuid
from typing import Any, Literal

from django.utils.translation import gettext as _

from desk.commands.registration import SHOWS, close_entry, lapse
from desk.models import Booking, Registration
from desk.rules import reservations
from desk.services.jobs import waiting_list_job
from desk.services.late_registration import next_due
from desk.services.registration import check_sold
from tourney.access.roles import CLOCKWORK, Permission
from tourney.journal.commands import command
from tourney.journal.refused import Refused
from tourney.journal.tx import Tx
from tourney.models import JournalEntry, Tournament
from tourney.now import room_now
from tourney.rulebooks.books.schema import cite


def _start(tx: Tx, row: Registration) -> int:
    """Lapse reservations if the book says so, and open the waiting list (Munot 73)."""
    tx.save(row, started_at=tx.effective_at)
    if not reservations.lapses_at_start(tx.book):
        return 0
    tx.cite(cite(tx.book, tx.book.entering.reservation))
    lapsed = list(Booking.objects.filter(tournament=tx.tournament, state="reserved"))
    for booking in lapsed:
        lapse(tx, booking)
    return len(lapsed)


def _summarise_due(journal_entry: JournalEntry) -> str:
    if journal_entry.arguments["what"] != "started":
        return _("Registration closed")
    answer = journal_entry.answer or {}
    if answer.get("lapsed"):
        return _("Reservations expired at the start")
    # By most books they hold until registration closes; otherwise there were none. Older journal entries have no count.
    return (
        _("Tournament started; no reservations expired") if answer.get("held", 1) else _("Tournament started")
    )


@command(
    "registration.due",
    permission=Permission.KEEP_TIME,
    boards=(*SHOWS, "floor", "lobby"),
    summary=_summarise_due,
    undoable=False,
    public=False,
)
def take_due(tx: Tx, what: Literal["started", "closed"]) -> Any:
    """Process a due change of the registration, unless it has changed.

    Args:
        what: reservations lapse with the start, or registration closes.
    """
    row = check_sold(tx)
    due = next_due(tx.tournament, row, tx.now)
    if due is None or due.what != what:
        raise Refused("not_due", _("This has already been done."))
    lapsed = _start(tx, row) if what == "started" else close_entry(tx, row)
    tx.on_commit(waiting_list_job(tx.tournament.pk))
    held = Booking.objects.filter(tournament=tx.tournament, state="reserved").count()
    return {"lapsed": lapsed, "held": held}


def take_due_of(tournament_id: int) -> None:
    """Take all that is due of an event's registration: first its start, then its close, each at its due time."""
    for _count in range(2):
        event = Tournament.objects.filter(pk=tournament_id, closed_at__isnull=True).first()
        row = Registration.objects.filter(tournament=tournament_id).first()
        if event is None or row is None:
            return
        due = next_due(event, row, room_now())
        if due is None:
            return
        try:
            take_due(
                actor=CLOCKWORK,
                command_id=uuid.uuid4(),
                tournament_id=tournament_id,
                due=due.at,
                what=due.what,
            )
        except Refused as refusal:
            if refusal.code not in {"not_due", "conflict", "event_closed", "no_registration"}:
                raise
            return  # Another process has done it, or the event has changed.
