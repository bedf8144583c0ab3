"""Boards of the count of all stacks: its progress for the floor, and the chip leaders for everybody."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import cast

from django.db.models import Max
from django.db.models.functions import Coalesce
from msgspec import Struct

from clock.rules.pieces import Pieces, add_pieces, worth
from players.models import Player
from players.services.public_names import public_names
from procedures.models import ReportedStack, StackCount, TableCount
from procedures.rules.stack_counts import Occasion, Totals
from procedures.services.chips_by_value import chips_by_value
from procedures.services.settled_stacks import settled_stacks
from procedures.services.stack_counts import (
    is_counted,
    seats_with_chips,
    stacks_of,
    totals_of,
)
from procedures.services.stacks_by_value import pieces_in, pieces_of
from seating.services.seats import unseated
from tourney.access.roles import Permission
from tourney.live.boards import Audience, board
from tourney.live.resources import resource
from tourney.models import Tournament
from tourney.now import to_ms
from tourney.services.field_counts import field_of

_MOST_LEADERS = 50


class ChipsOfValue(Struct, frozen=True):
    """How many chips of a value were counted."""

    value: int
    count: int


class CountedTable(Struct, frozen=True):
    """A table in a count.

    Attributes:
        stacks: stacks to be counted; `counted` of them are.
        chips: chips counted.
        at: time of the latest count of one of its stacks; null: none.
        by: who counted the table; "" if nobody did as a whole.
        changed: a stack was counted later than the table.
        reported: stacks that players have entered and nobody has counted yet.
        pieces: chips by value, the largest first, if all stacks of the table were counted so.
    """

    number: int
    stacks: int
    counted: int
    chips: int
    at: int | None
    by: str
    changed: bool
    reported: int
    pieces: list[ChipsOfValue]


class ClosedCount(Struct, frozen=True):
    """The latest closed count: its chips, and those in play then (null: unknown)."""

    count: int
    occasion: Occasion
    at: int | None
    chips: int
    in_play: int | None


class StackCountBoard(Struct, frozen=True):
    """The count of all stacks.

    Attributes:
        count: the count in progress; null: none.
        opened: when it was started.
        stacks: stacks to be counted; `counted` of them are.
        chips: chips counted so far.
        in_play: chips in play; 0: unknown.
        difference: counted minus in play, once every stack is counted; null: not yet, or unknown.
        unseated: players in play without a seat, whose stacks cannot be counted.
        tables: by number.
        last: the latest closed count.
        pieces: chips by value of all tables, if all stacks were counted so.
        expected: chips in play by value, by the make-up of the stacks; empty: only the total is known.
        assumed: sum of chips that came back without being counted by value, so that their values are assumed.
    """

    count: int | None
    occasion: Occasion | None
    opened: int | None
    stacks: int
    counted: int
    chips: int
    in_play: int
    difference: int | None
    unseated: int
    tables: list[CountedTable]
    last: ClosedCount | None
    pieces: list[ChipsOfValue] = []
    expected: list[ChipsOfValue] = []
    assumed: int = 0


class ChipLeader(Struct, frozen=True):
    """A player among those with the most chips, with the current seat.

    Attributes:
        rank: players with equal stacks share it; `worst` is the last rank that they share.
    """

    rank: int
    worst: int
    name: str
    table: int
    seat: int
    chips: int

    @property
    def sharing(self) -> int:
        """Number of players with this stack."""
        return self.worst - self.rank + 1


class ChipLeadersBoard(Struct, frozen=True):
    """The chip leaders by the latest closed count, once all bags of a day are sealed by those bags, and once all
    players are at one table by the counts of its seats.

    Players who have busted since are left out.

    Attributes:
        at: when the count was closed, the last bag sealed, or the first stack of the last table counted; null: none
            of these.
        average: chips in play per player at that time; null: unknown.
        rows: at most 50, the biggest stack first.
        shortest: the smallest stack, of the last rank; null: no stacks.
    """

    at: int | None
    average: int | None
    rows: list[ChipLeader]
    shortest: ChipLeader | None


@board(
    "stack_count",
    topic="t",
    permission=Permission.SEAT_PLAYERS,
    rows=(
        "procedures.stackcount",
        "procedures.tablecount",
        "procedures.reportedstack",
        "procedures.stackmakeup",
        "procedures.chipexchange",
        "procedures.returnedchips",
        "procedures.raceseat",
        "procedures.racetable",
        "seating.seat",
        "tourney.chipmove",
        "tourney.entry",
        "tourney.tournament",
    ),
    late=True,
    by_rows=True,
)
def stack_count(tournament_id: int, _name: str = "") -> StackCountBoard | None:
    """Return the progress of the count of all stacks, table by table."""
    event = Tournament.objects.filter(pk=tournament_id).first()
    if event is None:
        return None
    counts = StackCount.objects.filter(tournament=event)
    last = counts.filter(closed_at__isnull=False).last()
    closed = None
    if last is not None:
        closed = ClosedCount(last.pk, _occasion(last), to_ms(last.closed_at), last.chips or 0, last.in_play)
    count = counts.filter(closed_at__isnull=True).first()
    if count is None:
        in_play = field_of(event).chips
        return StackCountBoard(None, None, None, 0, 0, 0, in_play, None, 0, [], closed)
    totals = totals_of(count)
    kept = pieces_in(count)
    known = chips_by_value(event)
    pieces = [(one.table, pieces_of(one, kept)) for one in stacks_of(count)] if kept else []
    return StackCountBoard(
        count=count.pk,
        occasion=_occasion(count),
        opened=to_ms(count.opened_at),
        stacks=totals.stacks,
        counted=totals.counted,
        chips=totals.chips,
        in_play=totals.in_play,
        difference=totals.difference,
        unseated=unseated(event).count(),
        tables=[*_tables(count, totals, pieces)],
        last=closed,
        pieces=_by_value(one for _table, one in pieces),
        expected=[ChipsOfValue(value, number) for value, number in known.pieces],
        assumed=worth(known.assumed),
    )


def _by_value(stacks: Iterable[Pieces | None]) -> list[ChipsOfValue]:
    return [ChipsOfValue(value, count) for value, count in add_pieces(stacks)]


def _tables(
    count: StackCount, totals: Totals, pieces: Sequence[tuple[int, Pieces | None]]
) -> Iterator[CountedTable]:
    noted = {
        row.tournament_table.table.number: row
        for row in TableCount.objects.filter(stack_count=count).select_related("tournament_table__table")
    }
    seats = seats_with_chips(count.tournament_id).filter(counted_at__gte=count.opened_at).order_by()
    latest = dict(
        seats.values("tournament_table__table__number")
        .annotate(latest=Max("counted_at"))
        .values_list("tournament_table__table__number", "latest")
    )
    reported = _reported(count)
    for table in totals.tables:
        row, at = noted.get(table.number), latest.get(table.number)
        changed = row is not None and at is not None and at > row.counted_at
        by = "" if row is None else row.counted_by
        yield CountedTable(
            table.number,
            table.stacks,
            table.counted,
            table.chips,
            to_ms(at),
            by,
            changed,
            reported[table.number],
            _by_value(one for number, one in pieces if number == table.number),
        )


def _reported(count: StackCount) -> Counter[int]:
    """Return by table how many stacks players have entered that are still to be counted."""
    rows = ReportedStack.objects.filter(
        stack_count=count, entry__seat__tournament_table__released_at__isnull=True
    )
    found = rows.values_list("entry__seat__tournament_table__table__number", "entry__seat__counted_at")
    return Counter(number for number, at in found if number is not None and not is_counted(count, at))


def _occasion(count: StackCount) -> Occasion:
    return cast(Occasion, count.occasion)


@resource("/tournaments/{int:tournament}/chip-leaders", "read_chip_leaders")
@board(
    "chip_leaders",
    topic="t",
    audience=Audience.PUBLIC,
    rows=("procedures.stackcount", "procedures.bag", "tourney.entry", "seating.move", "seating.seat"),
    late=True,
    by_rows=True,
    names=True,
)
def chip_leaders(tournament_id: int, _name: str = "") -> ChipLeadersBoard | None:
    """Return the chip leaders by the latest closed count, the sealed bags of the day or the stacks of the last table,
    with their current seats.
    """
    event = Tournament.objects.filter(pk=tournament_id).first()
    if event is None:
        return None
    settled = settled_stacks(event)
    if settled is None:
        return ChipLeadersBoard(None, None, [], None)
    playing = settled.stacks.filter(entry__out_at__isnull=True, entry__voided_at__isnull=True)
    here = "entry__seat__tournament_table__table__number"
    playing = playing.annotate(
        table_now=Coalesce(here, "table"), seat_now=Coalesce("entry__seat__number", "seat")
    )
    person = ("pk", "name", "nickname", "privacy")
    columns = (*(f"entry__player__{one}" for one in person), "table_now", "seat_now", "chips")
    rows = list(playing.order_by("-chips", "table", "seat").values_list(*columns)[:_MOST_LEADERS])
    last = list(playing.order_by("chips", "table", "seat").values_list(*columns)[:1])
    names = public_names(event, [Player(**dict(zip(person, row, strict=False))) for row in (*rows, *last)])
    sharing = Counter(row[-1] for row in rows)
    if len(rows) == _MOST_LEADERS:
        # Others with the stack of the last row are not shown.
        sharing[rows[-1][-1]] = playing.filter(chips=rows[-1][-1]).count()
    ranked: list[ChipLeader] = []
    for place, (player, *_person, table, seat, chips) in enumerate(rows, start=1):
        rank = ranked[-1].rank if ranked and ranked[-1].chips == chips else place
        ranked.append(ChipLeader(rank, rank + sharing[chips] - 1, names[player], table, seat, chips))
    shortest = None
    for player, *_person, table, seat, chips in last:
        worst = playing.count()
        rank = worst + 1 - playing.filter(chips=chips).count()
        shortest = ChipLeader(rank, worst, names[player], table, seat, chips)
    return ChipLeadersBoard(to_ms(settled.at), settled.average, ranked, shortest)
