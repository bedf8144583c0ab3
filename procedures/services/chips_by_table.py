"""Chips that should be at each table by value: chips leave a table only with a player who moves. Reads only."""

from collections import Counter, defaultdict
from collections.abc import Collection
from dataclasses import dataclass, field
from datetime import datetime

from clock.rules.pieces import Pieces, in_order
from procedures.models import ChipExchange, CountedStack, Race, StackCount, StackMakeUp
from procedures.rules.stack_counts import Stack
from procedures.services.chips_by_value import USES, chips_by_value, handed_out, returned_stacks
from procedures.services.stacks_by_value import pieces_in, pieces_of
from seating.models import Bust, Move, Seat
from tourney.models import ChipMove, Tournament


@dataclass(frozen=True, slots=True)
class KnownTables:
    """The chips that should be at tables by value.

    Attributes:
        since: when the count was closed that they follow from; None: from the stacks as they were handed out.
        pieces: by table, value and number, the largest value first. Tables to or from which a player has moved
            since then are left out: what that player took along was not counted by value.
    """

    since: datetime | None = None
    pieces: dict[int, Pieces] = field(default_factory=dict)


def chips_by_table(event: Tournament) -> KnownTables:
    """Return the chips that should be at each table; none if exchanges, races or ghosts have changed them since.

    They follow from the last closed count, if all its stacks were counted by value, or else from what was handed out.
    """
    if not chips_by_value(event).pieces:
        return KnownTables()
    since, held = _last_count(event)
    if _has_changed_anywhere(event, since):
        return KnownTables(since)
    unknown = _moved_tables(event, since) | _add_moves(event, since, held)
    return KnownTables(
        since, {table: in_order(list(held[table].items())) for table in held if table not in unknown}
    )


def _last_count(event: Tournament) -> tuple[datetime | None, dict[int, Counter[int]]]:
    """Return when the last count was closed, and its chips by table; None if not all stacks were counted by value."""
    held: dict[int, Counter[int]] = defaultdict(Counter)
    count = StackCount.objects.filter(tournament=event, closed_at__isnull=False).last()
    if count is None:
        return None, held
    kept = pieces_in(count)
    rows = CountedStack.objects.filter(stack_count=count)
    for table, seat, entry, chips in rows.values_list("table", "seat", "entry", "chips"):
        pieces = pieces_of(Stack(table, seat, entry, chips), kept)
        if pieces is None:
            return None, defaultdict(Counter)
        held[table].update(dict(pieces))
    return count.closed_at, held


def _has_changed_anywhere(event: Tournament, since: datetime | None) -> bool:
    """Return whether chips have changed of which the table is not recorded: exchanges, races and ghosts."""
    after = {} if since is None else {"at__gt": since}
    started = {"started_at__isnull": False} if since is None else {"started_at__gt": since}
    return (
        ChipExchange.objects.filter(tournament=event, **after).exists()
        or Race.objects.filter(tournament=event, **started).exists()
        or ChipMove.objects.filter(tournament=event, entry=None, **after).exists()
    )


def _moved_tables(event: Tournament, since: datetime | None) -> set[int]:
    """Return the tables to or from which a player has moved."""
    moves = Move.objects.filter(tournament=event)
    if since is not None:
        moves = moves.filter(made_at__gt=since)
    rows = moves.values_list("from_table__table__number", "to_table__table__number")
    return {table for row in rows for table in row if table is not None}


def _add_moves(event: Tournament, since: datetime | None, held: dict[int, Counter[int]]) -> set[int]:
    """Add what players got and gave back at their tables; return the tables where that is not known by value."""
    tables, unknown = _table_of_entries(event), set()
    made = list(StackMakeUp.objects.filter(tournament=event))
    returned = {one.move: one.pieces or one.assumed for one in returned_stacks(event)}
    moves = ChipMove.objects.filter(tournament=event, entry__isnull=False)
    if since is not None:
        moves = moves.filter(at__gt=since)
    gone = _raced(event)
    for move in moves:
        # An entry without a table was refunded before it had a seat.
        table = tables.get(move.entry_id or 0)
        if table is None:
            continue
        if move.chips > 0:
            pieces = handed_out(made, USES.get(move.kind, ""), move.chips, gone)
            held[table].update(pieces or {})
        else:
            given = returned.get(move.pk)
            pieces = None if given is None else dict(given)
            held[table].subtract(pieces or {})
        if pieces is None:
            unknown.add(table)
    return unknown


def _table_of_entries(event: Tournament) -> dict[int, int]:
    """Return the table at which each entry sits, or was out."""
    number = "tournament_table__table__number"
    seats = Seat.objects.filter(tournament_table__tournament=event, entry__isnull=False)
    busts = Bust.objects.filter(entry__tournament=event, tournament_table__isnull=False)
    return dict(busts.values_list("entry", number)) | dict(seats.values_list("entry", number))


def _raced(event: Tournament) -> Collection[int]:
    rows = Race.objects.filter(tournament=event, state__in=("running", "done"))
    return set(rows.values_list("small", flat=True))
