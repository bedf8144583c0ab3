"""Commands for an event's shot clock: the time for each decision, and time banks."""

from typing import Annotated, Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.utils.translation import ngettext
from pydantic import Field

from players.services.partners import entry_name
from procedures.models import BankMove, ShotClock
from procedures.services.shot_clock import banks_left, overused_banks, shot_clock_of
from seating.commands.entries import event_is_open, in_play
from seating.commands.seats import SeatNumber
from seating.commands.tables import Number, tournament_table_of
from seating.models import Seat
from seating.services.dealer_tables import at_table_by_number
from tourney.access.roles import Permission
from tourney.journal.arguments import Id
from tourney.journal.commands import command
from tourney.journal.refused import Refused
from tourney.journal.tx import Tx
from tourney.models import JournalEntry

# Tablets reload their table when the floor's board has changed.
SHOWS = ("floor",)
MOST_BANKS = 50
Shot = Annotated[int, Field(ge=5, le=300, description="seconds")]
Banks = Annotated[int, Field(ge=0, le=MOST_BANKS, description="time banks")]


@command(
    "shot.set",
    permission=Permission.RUN_CLOCK,
    boards=SHOWS,
    summary=lazy("Shot clock: %(seconds)s seconds; time banks: %(banks)s of %(bank_seconds)s seconds"),
)
def set_shot_clock(tx: Tx, seconds: Shot, bank_seconds: Shot, banks: Banks | None = None) -> dict[str, int]:
    """Set the time limit for each decision of the event. Used time banks stay used.

    Args:
        seconds: time for a decision.
        bank_seconds: time that a time bank adds.
        banks: total time banks per entry; defaults to the current number.

    Raises:
        Refused: there is no shot clock yet and the number of time banks is missing (`bad_argument`).
    """
    event_is_open(tx)
    row = shot_clock_of(tx.tournament)
    if banks is None:
        if row is None:
            message = _("Enter the number of time banks per entry.")
            raise Refused("bad_argument", message, fields={"banks": message})
        banks = row.banks
    given = {"seconds": seconds, "bank_seconds": bank_seconds, "banks": banks}
    if row is None:
        tx.create(ShotClock, tournament=tx.tournament, **given)
    else:
        tx.save(row, **given)
    return {"banks": banks}


@command("shot.off", permission=Permission.RUN_CLOCK, boards=SHOWS, summary=lazy("Turned the shot clock off"))
def put_shot_clock_away(tx: Tx) -> None:
    """Turn the shot clock off. Time is then called as the rulebook says.

    Raises:
        Refused: there is no shot clock (`no_shot_clock`).
    """
    event_is_open(tx)
    tx.delete(_on(tx))


def _summarise_bank(journal_entry: JournalEntry) -> str:
    answer = journal_entry.answer or {}
    words = ngettext(
        "Table %(number)s: %(name)s used a time bank, %(left)s left",
        "Table %(number)s: %(name)s used a time bank, %(left)s left",
        answer.get("left", 0),
    )
    return words % {
        "number": journal_entry.arguments["number"],
        "name": answer.get("name", "–"),
        "left": answer.get("left", 0),
    }


@command(
    "shot.bank", permission=Permission.DEAL, check=at_table_by_number, boards=SHOWS, summary=_summarise_bank
)
def use_bank(tx: Tx, number: Number, seat: SeatNumber) -> dict[str, Any]:
    """Use a player's time bank for the current decision.

    Args:
        number: table number.
        seat: seat of the player to act.

    Raises:
        Refused: there is no shot clock (`no_shot_clock`), the seat is empty (`seat_empty`), or the player
            has none left (`no_bank_left`).
    """
    event_is_open(tx)
    clock = _on(tx)
    tournament_table = tournament_table_of(tx, number)
    row = (
        Seat.objects.filter(
            tournament_table=tournament_table, number=seat, kind="player", entry__isnull=False
        )
        .select_related("entry__player")
        .first()
    )
    if row is None or row.entry is None:
        raise Refused("seat_empty", _("Seat %(seat)s is empty.") % {"seat": seat})
    name = entry_name(row.entry)
    left = banks_left(clock, [row.entry.pk])[row.entry.pk]
    if left < 1:
        raise Refused("no_bank_left", _("%(name)s has no time bank left.") % {"name": name})
    tx.create(BankMove, entry=row.entry, tournament_table=tournament_table, count=-1, at=tx.now)
    return {"name": name, "left": left - 1, "seconds": clock.bank_seconds}


def _summarise_given(journal_entry: JournalEntry) -> str:
    answer, count = journal_entry.answer or {}, journal_entry.arguments["count"]
    if journal_entry.arguments.get("entry") is None:
        words = ngettext(
            "Gave every player %(count)s extra time bank",
            "Gave every player %(count)s extra time banks",
            count,
        )
        return words % {"count": count}
    words = ngettext(
        "Gave %(name)s %(count)s extra time bank", "Gave %(name)s %(count)s extra time banks", count
    )
    return words % {"name": answer.get("name", "–"), "count": count}


@command("shot.give", permission=Permission.RUN_CLOCK, boards=SHOWS, summary=_summarise_given)
def give_banks(
    tx: Tx, count: Annotated[int, Field(ge=1, le=MOST_BANKS)], entry: Id | None = None
) -> dict[str, Any]:
    """Give extra time banks to all players, as at a final table, or to one.

    Args:
        count: number of time banks.
        entry: an entry in play; if omitted, all players, including later entries.

    Raises:
        Refused: there is no shot clock (`no_shot_clock`), or the total would exceed 50 (`too_many`).
    """
    event_is_open(tx)
    clock = _on(tx)
    if entry is not None:
        row = in_play(tx, entry)
        # Count from zero for players who had used more than the current total.
        tx.create(BankMove, entry=row, count=count + overused_banks(clock, row.pk), at=tx.now)
        return {"name": entry_name(row)}
    if clock.banks + count > MOST_BANKS:
        raise Refused("too_many", _("A player can have at most %(most)s time banks.") % {"most": MOST_BANKS})
    tx.save(clock, banks=clock.banks + count)
    return {}


def _on(tx: Tx) -> ShotClock:
    row = shot_clock_of(tx.tournament)
    if row is None:
        raise Refused("no_shot_clock", _("This event has no shot clock."))
    return row
