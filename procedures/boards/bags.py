"""Board of the bags: what is counted, sealed, handed in and opened, table by table."""

from collections.abc import Sequence
from typing import Literal

from django.db.models import Max
from msgspec import Struct

from procedures.models import Bag, EventDay, ReportedStack, StackCount
from procedures.rules.bags import bag_number
from procedures.services.bags import (
    KeptBags,
    bags_in,
    clues_of,
    days_over,
    kept_bags,
    latest_day_of,
    state_of,
)
from procedures.services.chip_races import chips_left
from procedures.services.stack_counts import (
    closed_difference,
    is_counted,
    open_count_of,
    seats_with_chips,
    totals_of,
)
from procedures.signals import bag_series
from seating.boards.table_topic import TABLE, all_tables, tables_of_entries
from seating.models import Move, Seat
from tourney.access.roles import Permission
from tourney.live.boards import board
from tourney.live.topics import Change, Numbers
from tourney.models import Tournament
from tourney.now import to_ms

Phase = Literal["played", "bagging", "over", "resumed"]
BagState = Literal["open", "counted", "sealed", "handed_in", "opened", "none"]


class BagRow(Struct, frozen=True):
    """The bag of a stack.

    Attributes:
        number: on the slip; of players with several bags, whose stacks were added, of the first.
        state: `open`: not counted yet; `counted`, `sealed`, `handed_in`, `opened`; `none`: a stack without a bag, of a
            player who entered since.
        chips: as counted, from then on as on the slip.
        by, at: who did the latest step, and when.
        found: chips in the bag when it was opened; null: not opened.
        absent: the player is marked as away.
        here: the player has said on their phone that they are at their new seat, and the bag is not open yet.
        reported: what the player has entered on their phone before the stack is counted; null: nothing.
    """

    seat: int
    number: int
    state: BagState
    chips: int
    by: str
    at: int | None
    found: int | None
    absent: bool
    here: bool
    reported: int | None


class BagTable(Struct, frozen=True):
    """The bags of a table: how many stacks there are, and how many of them have reached each state."""

    number: int
    stacks: int
    counted: int
    sealed: int
    handed_in: int
    opened: int
    chips: int
    bags: list[BagRow]


class ClueRow(Struct, frozen=True):
    """Where a difference may come from (`procedures.rules.bags.Clue`); seat null: the whole table."""

    table: int
    seat: int | None
    chips: int
    meant: int
    why: Literal["recounted", "swapped", "zero"]


class AcceptedDifference(Struct, frozen=True):
    """Who accepted that the stacks of a count do not add up, and when."""

    by: str
    at: int | None


class BagsBoard(Struct, frozen=True):
    """The bags of an event.

    Attributes:
        phase: `played`: no bags; `bagging`: a day ends; `over`: it is closed; `resumed`: the next day has begun.
        day: number of the day that ends, or of the latest one that has ended, over all stages; 0 while
            the first day of the tournament is played.
        next_start: planned start of the next day; null: not announced.
        seats: of the next day: `redraw` or `kept`. drawn: they are drawn.
        stacks: all of them; `counted`, `sealed`, `handed_in` and `opened` have at least reached that state.
        difference: counted minus in play, once every stack is counted; of a closed day, as it was then; null: not yet,
            or unknown.
        accepted: who accepted this difference; null: it is not accepted, or there is none.
        clues: what may explain the difference.
        tables: by number; on the next day, where players sit now.
    """

    phase: Phase
    day: int
    next_start: int | None
    seats: Literal["redraw", "kept"]
    drawn: bool
    stacks: int
    counted: int
    sealed: int
    handed_in: int
    opened: int
    difference: int | None
    clues: list[ClueRow]
    tables: list[BagTable]
    accepted: AcceptedDifference | None = None


@board(
    "bags",
    topic="t",
    permission=Permission.SEAT_PLAYERS,
    rows=(
        "procedures.bag",
        "procedures.eventday",
        "procedures.stackcount",
        "procedures.tablecount",
        "procedures.reportedstack",
        "seating.move",
        "seating.seat",
        "tourney.chipmove",
        "tourney.entry",
    ),
    late=True,
    by_rows=True,
)
def bags(tournament_id: int, _name: str = "") -> BagsBoard | None:
    """Return the bags of the day that ends, or of the latest one that was closed."""
    event = Tournament.objects.filter(pk=tournament_id).first()
    if event is None:
        return None
    count, day = open_count_of(event), latest_day_of(event)
    if count is not None and count.occasion == "day_end":
        number = days_over(event) + 1
        clues = [ClueRow(one.table, one.seat, one.chips, one.meant, one.why) for one in clues_of(count)]
        difference = totals_of(count).difference
        accepted = _accepted(count, difference)
        tables = _tables(event, bags_in(count), count)
        return _board("bagging", number, None, tables, difference, clues, accepted)
    kept = kept_bags(event)
    if kept is None:
        return _board("played", days_over(event), None, [])
    phase: Phase = "over" if day is not None and day.resumed_at is None else "resumed"
    difference = None if day is None else closed_difference(day.stack_count)
    accepted = None if day is None else _accepted(day.stack_count, difference)
    return _board(phase, days_over(event), day, _tables(event, kept), difference, (), accepted)


def _accepted(count: StackCount, difference: int | None) -> AcceptedDifference | None:
    if not difference or count.accepted != difference:
        return None
    return AcceptedDifference(count.accepted_by, to_ms(count.accepted_at))


def _board(
    phase: Phase,
    number: int,
    day: EventDay | None,
    tables: list[BagTable],
    difference: int | None = None,
    clues: Sequence[ClueRow] = (),
    accepted: AcceptedDifference | None = None,
) -> BagsBoard:
    return BagsBoard(
        phase=phase,
        day=number,
        next_start=None if day is None else to_ms(day.next_start),
        seats="kept" if day is not None and day.seats == "kept" else "redraw",
        drawn=phase == "resumed" or (day is not None and day.drawn_at is not None),
        stacks=sum(one.stacks for one in tables),
        counted=sum(one.counted for one in tables),
        sealed=sum(one.sealed for one in tables),
        handed_in=sum(one.handed_in for one in tables),
        opened=sum(one.opened for one in tables),
        difference=difference,
        clues=list(clues),
        tables=tables,
        accepted=accepted,
    )


def _tables(
    event: Tournament, kept: KeptBags, count: StackCount | None = None, only: int | None = None
) -> list[BagTable]:
    """Return the bags by table, where their players sit now.

    Args:
        count: in progress, if the stacks are being bagged.
        only: number of the only table to be read.
    """
    found: dict[int, list[BagRow]] = {}
    rows = (
        ReportedStack.objects.filter(stack_count=count) if count is not None else ReportedStack.objects.none()
    )
    reported = dict(rows.values_list("entry", "chips"))
    arrived = _arrived(event, latest_day_of(event)) if count is None else frozenset()
    series = bag_series.ask(event)
    seats = seats_with_chips(event.pk).select_related("tournament_table__table")
    for seat in seats if only is None else seats.filter(tournament_table__table__number=only):
        bags = kept.of(seat)
        own = None if seat.entry_id is None else reported.get(seat.entry_id)
        row = (
            _bagged(seat, bags, seat.entry_id in arrived) if bags else _without_bag(seat, count, own, series)
        )
        found.setdefault(seat.tournament_table.table.number, []).append(row)
    return [_table(number, rows) for number, rows in found.items()]


def _without_bag(seat: Seat, count: StackCount | None, reported: int | None, series: int) -> BagRow:
    counted = count is not None and is_counted(count, seat.counted_at)
    return BagRow(
        seat=seat.number,
        number=bag_number(seat.tournament_table.table.number, seat.number, series),
        state="none" if count is None else "counted" if counted else "open",
        chips=seat.stack or 0 if counted else 0,
        by="",
        at=None,
        found=None,
        absent=seat.absent_since is not None,
        here=False,
        reported=None if counted else reported,
    )


def _arrived(event: Tournament, day: EventDay | None) -> frozenset[int]:
    """Return the entries that are at their seats after the draw of the next day."""
    if day is None or day.drawn_at is None:
        return frozenset()
    moves = Move.objects.filter(
        tournament=event, made_at__gte=day.drawn_at, arrived_at__isnull=False, dropped_at__isnull=True
    )
    return frozenset(moves.values_list("entry", flat=True))


def _bagged(seat: Seat, bags: Sequence[Bag], here: bool) -> BagRow:
    bag = bags[0]
    by, at = bag.sealed_by, bag.sealed_at
    if bag.handed_in_at is not None:
        by, at = bag.handed_in_by, bag.handed_in_at
    if bag.opened_at is not None:
        by, at = bag.opened_by, bag.opened_at
    return BagRow(
        seat=seat.number,
        number=bag.number,
        state=state_of(bag),
        chips=sum(one.chips for one in bags),
        by=by,
        at=to_ms(at),
        found=None if bag.opened_at is None else sum(one.opened_chips or 0 for one in bags),
        absent=seat.absent_since is not None,
        here=here and bag.opened_at is None,
        reported=None,
    )


_ORDER: tuple[BagState, ...] = ("open", "counted", "sealed", "handed_in", "opened")


def _table(number: int, rows: list[BagRow]) -> BagTable:
    def reached(state: BagState) -> int:
        return sum(one.state in _ORDER[_ORDER.index(state) :] for one in rows)

    return BagTable(
        number=number,
        stacks=len(rows),
        counted=reached("counted"),
        sealed=reached("sealed"),
        handed_in=reached("handed_in"),
        opened=reached("opened"),
        chips=sum(one.chips for one in rows),
        bags=rows,
    )


class TableBagsBoard(Struct, frozen=True):
    """The bags of one table, for its dealer.

    Attributes:
        ready: bags may be sealed, or opened: not before the seats of the next day are drawn.
        at: when a stack of the table was last counted; null: never.
        values: of the chips in play, the largest first, while stacks are counted.
    """

    phase: Phase
    day: int
    ready: bool
    at: int | None
    table: BagTable
    values: list[int] = []


@board("table_bags", topic=TABLE.name, permission=TABLE.permission, late=True)
def followed_bags(tournament_id: int, number: str) -> TableBagsBoard | None:
    """Return the bags of the table of this number; None while there is nothing to do."""
    event = Tournament.objects.filter(pk=tournament_id).first()
    return None if event is None else table_bags(event, int(number))


def table_bags(event: Tournament, number: int) -> TableBagsBoard | None:
    """Return the bags of one table; None without a count for the end of a day, and once all bags are open.

    Args:
        number: table number.
    """
    count, day = open_count_of(event), latest_day_of(event)
    if count is not None and count.occasion == "day_end":
        tables = _tables(event, bags_in(count), count, number)
        seats = seats_with_chips(event.pk).filter(
            tournament_table__table__number=number, counted_at__gte=count.opened_at
        )
        at = to_ms(seats.aggregate(latest=Max("counted_at"))["latest"])
        values = chips_left(event)[::-1]
        return (
            TableBagsBoard("bagging", days_over(event) + 1, True, at, tables[0], values) if tables else None
        )
    kept = kept_bags(event)
    tables = [] if kept is None else _tables(event, kept, only=number)
    if not tables or not any(bag.state == "handed_in" for bag in tables[0].bags):
        return None
    if day is None:
        return TableBagsBoard("resumed", days_over(event), True, None, tables[0])
    phase: Phase = "over" if day.resumed_at is None else "resumed"
    ready = day.seats == "kept" or day.drawn_at is not None
    return TableBagsBoard(phase, day.number, ready, None, tables[0])


TABLE.concerned_by("procedures.stackcount", "procedures.eventday")(all_tables)


@TABLE.concerned_by("procedures.bag")
def tables_of_bags(event: int, changes: Sequence[Change]) -> Numbers:
    """Return the tables where changed bags were sealed, and where their players sit now."""
    images = [image for change in changes for image in (change["before"] or {}, change["after"] or {})]
    kept = list(Bag.objects.filter(pk__in=[change["pk"] for change in changes]).values_list("table", "entry"))
    sealed = {image["table"] for image in images if "table" in image} | {table for table, _entry in kept}
    entries = {image["entry_id"] for image in images if image.get("entry_id") is not None}
    now = tables_of_entries(event, entries | {entry for _table, entry in kept if entry is not None})
    return None if now is None else sealed | set(now)
