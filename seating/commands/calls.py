"""Commands for a table's calls to the floor."""

from typing import Annotated, Any, Literal

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from pydantic import Field

from clock.services.progress import progress_of
from seating.commands.entries import event_is_open
from seating.commands.seats import SeatNumber
from seating.commands.tables import Number, tournament_table_of
from seating.models import Call
from seating.rules.call_for_time import Outcome, count_of
from seating.services.dealer_tables import at_table_by_number, at_table_of_call
from tourney.access.roles import Permission
from tourney.journal.arguments import Id
from tourney.journal.commands import command
from tourney.journal.refused import Refused
from tourney.journal.tx import Tx
from tourney.models import JournalEntry
from tourney.rulebooks.books.schema import cite

SHOWS = ("floor", "map")
Seconds = Annotated[int, Field(ge=1, le=600)]
CallKind = Literal["floor", "time", "all_in", "count"]


def _summarise_called(journal_entry: JournalEntry) -> str:
    words = {
        "floor": _("Table %(number)s calls the floor"),
        "time": _("Table %(number)s: time was called"),
        "all_in": _("Table %(number)s: all-in and call"),
        "count": _("Table %(number)s asks for a count"),
    }
    return words[journal_entry.arguments["kind"]] % {"number": journal_entry.arguments["number"]}


@command(
    "table.call",
    permission=Permission.DEAL,
    check=at_table_by_number,
    boards=SHOWS,
    summary=_summarise_called,
)
def call_floor(
    tx: Tx, number: Number, kind: CallKind, seat: SeatNumber | None = None, seconds: Seconds | None = None
) -> Any:
    """Call the floor to a table.

    Args:
        number: table number.
        kind: `floor`: staff are needed; `time`: a player's time was called; `all_in`: all-in and called;
            `count`: chips or players are to be counted.
        seat: seat of the player concerned.
        seconds: time for the player to decide, if the floor gives less than the book allows (Munot 29,
            PokerStars Live 3.11); defaults to the book's time.

    Raises:
        Refused: the table has such a call open (`called_already`), or has no such seat (`no_such_seat`); more
            seconds than the book allows, or fewer where it does not permit that (`time_is_fixed`).
    """
    event_is_open(tx)
    tournament_table = tournament_table_of(tx, number)
    if seat is not None and seat > tournament_table.table.seats:
        message = _("Table %(number)s has no seat %(seat)s.")
        raise Refused("no_such_seat", message % {"number": number, "seat": seat})
    if Call.objects.filter(tournament_table=tournament_table, kind=kind, answered_at__isnull=True).exists():
        raise Refused(
            "called_already", _("Table %(number)s has already called for that.") % {"number": number}
        )
    counted = _counted(tx, seconds) if kind == "time" else {}
    call = tx.create(Call, tournament_table=tournament_table, kind=kind, seat=seat, made_at=tx.now, **counted)
    return {"call": call.pk, **counted}


def _counted(tx: Tx, seconds: int | None) -> dict[str, int]:
    """Return the time to decide for a player whose time is called now.

    Raises:
        Refused: the book requires a different time (`time_is_fixed`).
    """
    rule = cite(tx.book, tx.book.clock.calling_time)
    tx.cite(rule)
    progress = progress_of(tx.tournament)
    known = progress.lengths and not progress.is_break
    count = count_of(tx.book, progress.lengths[progress.row] if known else None)
    if seconds is not None and (seconds > count.seconds or (seconds < count.seconds and not count.shortened)):
        message = _("A player on the clock has %(seconds)s seconds here.")
        raise Refused("time_is_fixed", message % {"seconds": count.seconds}, rule)
    return {"seconds": seconds or count.seconds, "countdown": count.countdown}


def _summarise_ended(journal_entry: JournalEntry) -> str:
    words = {
        "acted": _("Table %(number)s: acted in time (seat %(seat)s)"),
        "hand_dead": _("Table %(number)s: the time is up, the hand is dead (seat %(seat)s)"),
        "check": _("Table %(number)s: the time is up, it is a check (seat %(seat)s)"),
        "cancelled": _("Table %(number)s: the clock on the player was cancelled"),
    }
    answer = journal_entry.answer or {}
    return words[journal_entry.arguments["outcome"]] % {
        "number": answer.get("number"),
        "seat": answer.get("seat") or "–",
    }


@command(
    "time.end", permission=Permission.DEAL, check=at_table_of_call, boards=SHOWS, summary=_summarise_ended
)
def end_time(tx: Tx, call: Id, outcome: Outcome) -> Any:
    """Record the result of a call for time on a player.

    Args:
        call: an open call of the kind `time`.
        outcome: `acted`: the player acted in time; `hand_dead`, `check`: time ran out, and the hand is dead
            or checks as the book requires (Munot 29, TDA 29, PokerStars Live 3.11); `cancelled`: the call was
            withdrawn.

    Raises:
        Refused: it has ended already (`answered_already`), or is not a call for time (`not_a_time`).
    """
    row = tx.get(Call, pk=call, tournament_table__tournament=tx.tournament)
    if row.kind != "time":
        raise Refused("not_a_time", _("That call is not for a player’s time."))
    if row.answered_at is not None:
        raise Refused("answered_already", _("Someone has already answered this call."))
    tx.cite(cite(tx.book, tx.book.clock.calling_time))
    tx.save(row, outcome=outcome, answered_at=tx.now)
    return {"number": row.tournament_table.table.number, "seat": row.seat}


@command(
    "table.answer",
    permission=Permission.DEAL,
    check=at_table_of_call,
    boards=SHOWS,
    summary=lazy("Answered the call at table %(number)s"),
)
def answer_call(tx: Tx, call: Id) -> Any:
    """Record that a table's call was answered.

    Args:
        call: an open call.

    Raises:
        Refused: it was answered already (`answered_already`).
    """
    row = tx.get(Call, pk=call, tournament_table__tournament=tx.tournament)
    if row.answered_at is not None:
        raise Refused("answered_already", _("Someone has already answered this call."))
    tx.save(row, answered_at=tx.now)
    return {"number": row.tournament_table.table.number}
