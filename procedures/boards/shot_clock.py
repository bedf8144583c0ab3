"""Board of the shot clock at one table."""

from collections.abc import Sequence

from msgspec import Struct

from procedures.models import BankMove
from procedures.services.shot_clock import banks_left, shot_clock_of
from seating.boards.table_topic import TABLE, all_tables, tables_of_entries
from seating.models import Seat
from tourney.live.boards import board
from tourney.live.topics import Change, Numbers
from tourney.models import Tournament


class ShotBoard(Struct, frozen=True):
    """The shot clock at one table.

    Attributes:
        seconds: for a decision.
        bank_seconds: of a time bank.
        left: time banks left, by seat.
    """

    seconds: int
    bank_seconds: int
    left: dict[int, int]


@board("table_shot", topic=TABLE.name, permission=TABLE.permission, late=True)
def followed_shots(tournament_id: int, number: str) -> ShotBoard | None:
    """Return the shot clock at the table of this number; None if the event has none."""
    event = Tournament.objects.filter(pk=tournament_id).first()
    return None if event is None else table_shots(event, int(number))


TABLE.concerned_by("procedures.shotclock")(all_tables)


@TABLE.concerned_by("procedures.bankmove")
def tables_of_bank_moves(event: int, changes: Sequence[Change]) -> Numbers:
    """Return the tables of the players whose time banks changed."""
    entries = {
        image["entry_id"]
        for change in changes
        for image in (change["before"] or {}, change["after"] or {})
        if "entry_id" in image
    }
    kept = BankMove.objects.filter(pk__in=[change["pk"] for change in changes])
    return tables_of_entries(event, entries.union(kept.values_list("entry_id", flat=True)))


def table_shots(event: Tournament, number: int) -> ShotBoard | None:
    """Return the shot clock at one table; None if the event has none.

    Args:
        number: table number.
    """
    clock = shot_clock_of(event)
    if clock is None:
        return None
    seats = dict(
        Seat.objects.filter(
            tournament_table__tournament=event,
            tournament_table__table__number=number,
            kind="player",
            entry__isnull=False,
        ).values_list("entry", "number")
    )
    left = banks_left(clock, seats)
    return ShotBoard(
        seconds=clock.seconds,
        bank_seconds=clock.bank_seconds,
        left={seat: left[entry] for entry, seat in sorted(seats.items(), key=lambda one: one[1])},
    )
