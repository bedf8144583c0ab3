"""Verbs of a table that asks for somebody of the floor."""

from typing import Any, Literal

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from seating.actions.people import event_is_open
from seating.actions.seats import Chair
from seating.actions.tables import Number, loan_of
from seating.models import Call
from tourney.access.roles import May
from tourney.journal.actions import action
from tourney.journal.arguments import Id
from tourney.journal.refused import Refused
from tourney.journal.tx import Tx
from tourney.models import Line

SHOWS = ("floor", "map")
CallKind = Literal["floor", "time", "all_in", "count"]


def _says_called(line: Line) -> str:
    words = {
        "floor": _("Table %(number)s calls the floor"),
        "time": _("Table %(number)s: time was called"),
        "all_in": _("Table %(number)s: all-in and called"),
        "count": _("Table %(number)s asks for a count"),
    }
    return words[line.arguments["kind"]] % {"number": line.arguments["number"]}


@action("table.call", needs=May.DEAL, shows=SHOWS, says=_says_called)
def call_floor(tx: Tx, number: Number, kind: CallKind, seat: Chair | None = None) -> Any:
    """Ask for somebody of the floor at a table.

    Args:
        number: the table's.
        kind: `floor`: somebody is to come; `time`: a player's time was called; `all_in`: all-in and called; `count`:
            chips or players are to be counted.
        seat: which player it is about.

    Raises:
        Refused: the table calls for the same already (`called_already`), or has no such chair (`no_such_seat`).
    """
    event_is_open(tx)
    loan = loan_of(tx, number)
    if seat is not None and seat > loan.table.seats:
        message = _("Table %(number)s has no seat %(seat)s.")
        raise Refused("no_such_seat", message % {"number": number, "seat": seat})
    if Call.objects.filter(loan=loan, kind=kind, answered_at__isnull=True).exists():
        raise Refused("called_already", _("Table %(number)s calls for that already.") % {"number": number})
    call = tx.create(Call, loan=loan, kind=kind, seat=seat, made_at=tx.now)
    return {"call": call.pk}


@action("table.answer", needs=May.DEAL, shows=SHOWS, says=lazy("Was at table %(number)s"))
def answer_call(tx: Tx, call: Id) -> Any:
    """Note that somebody was at a table that had called.

    Args:
        call: open.

    Raises:
        Refused: somebody else was there already (`answered_already`).
    """
    row = tx.get(Call, pk=call, loan__tournament=tx.tournament)
    if row.answered_at is not None:
        raise Refused("answered_already", _("Somebody was there already."))
    tx.save(row, answered_at=tx.now)
    return {"number": row.loan.table.number}
