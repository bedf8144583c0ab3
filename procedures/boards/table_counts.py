"""Board of one table in the count of all stacks, for its dealer."""

from collections.abc import Sequence

from msgspec import Struct

from procedures.models import ReportedStack, TableCount
from procedures.services.chip_races import chips_left
from procedures.services.stack_counts import is_counted, open_count_of, seats_with_chips
from seating.boards.table_topic import TABLE, tables_named, tables_of_entries
from tourney.live.boards import board
from tourney.live.topics import Change, Numbers
from tourney.models import Tournament
from tourney.now import to_ms


class StackToCount(Struct, frozen=True):
    """A stack of a table in the count in progress.

    Attributes:
        chips: counted since the count was started; null: not yet.
        reported: what the player has entered on their phone; null: nothing, or it has been counted.
    """

    seat: int
    chips: int | None
    reported: int | None


class TableCountBoard(Struct, frozen=True):
    """A table in the count in progress.

    Attributes:
        count: of all stacks.
        seen: time of the latest count of one of these stacks, in ms; null: none. `stacks.count_table` gets it back.
        stacks: by seat.
        values: of the chips in play, the largest first; empty if the event has no chip set.
    """

    count: int
    number: int
    seen: int | None
    stacks: list[StackToCount]
    values: list[int]


@board("table_count", topic=TABLE.name, permission=TABLE.permission, late=True)
def followed_count(tournament_id: int, number: str) -> TableCountBoard | None:
    """Return the table of this number in the count in progress; None without a count, or without stacks there."""
    event = Tournament.objects.filter(pk=tournament_id).first()
    return None if event is None else table_in_count(event, int(number))


def table_in_count(event: Tournament, number: int) -> TableCountBoard | None:
    """Return one table of the count in progress; None without a count, without stacks at the table, and at the end of a
    day, when `table_bags` has the stacks.
    """
    count = open_count_of(event)
    if count is None or count.occasion == "day_end":
        return None
    seats = list(seats_with_chips(event.pk).filter(tournament_table__table__number=number))
    if not seats:
        return None
    reported = dict(
        ReportedStack.objects.filter(
            stack_count=count, entry__in=[seat.entry_id for seat in seats]
        ).values_list("entry", "chips")
    )
    rows, seen = [], None
    for seat in seats:
        counted = is_counted(count, seat.counted_at)
        own = None if counted or seat.entry_id is None else reported.get(seat.entry_id)
        rows.append(StackToCount(seat.number, seat.stack if counted else None, own))
        if counted:
            seen = max(seen or 0, to_ms(seat.counted_at) or 0)
    return TableCountBoard(count.pk, number, seen, rows, chips_left(event)[::-1])


TABLE.concerned_by("procedures.tablecount")(tables_named(TableCount, "tournament_table"))


@TABLE.concerned_by("procedures.reportedstack")
def tables_of_reported_stacks(event: int, changes: Sequence[Change]) -> Numbers:
    """Return the tables of players who have entered their stacks."""
    reported = ReportedStack.objects.filter(pk__in=[change["pk"] for change in changes])
    return tables_of_entries(event, set(reported.values_list("entry", flat=True)))
