"""Queries on an event's seats, for draws and counts."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet

from seating.models import Apart, Plan, Seat, TournamentTable
from seating.rules.tables import Table
from tourney.models import Entry, Tournament
from tourney.rulebooks.books.schema import Book
from tourney.services.cached_totals import Blocks, CachedTotals, Span, block_of, keys_of
from tourney.services.journal_cache import Changes
from tourney.services.prepared_query import PreparedQuery
from tourney.snapshot import cached_in_snapshot, cached_until_changed

NINE = 9


def usual_seats(book: Book) -> int:
    """Return the usual table size without a plan: the book's, else nine."""
    policy = book.seating.seats_per_table
    return NINE if policy is None else policy.normal


_PLANS = PreparedQuery(lambda event: Plan.objects.filter(tournament=event))
_TABLES = PreparedQuery(
    lambda event: (
        TournamentTable.objects.filter(tournament=event, released_at__isnull=True)
        .select_related("table")
        .order_by("order", "id")
    )
)


@cached_until_changed("seating.plan")
def plan_of(event: Tournament) -> Plan | None:
    """Return the event's seating plan; None if none is set."""
    return _PLANS.first(event.pk)


@cached_in_snapshot
def seats_at_a_table(event: Tournament) -> int:
    """Return the maximum number of players at each of the event's tables."""
    from tourney.rulebooks.shelf import book_of

    plan = plan_of(event)
    return usual_seats(book_of(event.book)) if plan is None else plan.seats_per_table


@cached_in_snapshot
def takes_ghosts_over(event: Tournament) -> bool:
    """Return whether late entries take over ghosts' seats and the rest of their stacks (Five Spades 9.5)."""
    from tourney.rulebooks.shelf import book_of

    policy = book_of(event.book).seating.ghosts
    return policy is None or policy.latecomer_takes_over


@cached_in_snapshot
def tournament_tables_of(event: Tournament) -> list[TournamentTable]:
    """Return the event's tables, in the floor's order."""
    return _TABLES.all(event.pk)


@dataclass(frozen=True, slots=True)
class EventTables:
    """An event's tables and their players.

    Attributes:
        tournament_tables: by number, in the floor's order.
        tables: tables open for draws (paused ones are not), as draws see them.
        table_of: the table of each seated entry.
    """

    tournament_tables: dict[int, TournamentTable]
    tables: tuple[Table, ...]
    table_of: dict[int, int]


_SEATS = PreparedQuery(
    lambda event: (
        Seat.objects.filter(tournament_table__tournament=event, tournament_table__released_at__isnull=True)
        .order_by()
        .values_list("tournament_table_id", "number", "kind", "entry_id")
    )
)


@cached_in_snapshot
def event_tables_of(event: Tournament) -> EventTables:
    """Load all tables and seats of an event in three queries."""
    most = seats_at_a_table(event)
    tournament_tables = tournament_tables_of(event)
    numbers = {tournament_table.pk: tournament_table.table.number for tournament_table in tournament_tables}
    kinds: dict[int, dict[int, str]] = defaultdict(dict)
    table_of: dict[int, int] = {}
    for key, number, kind, entry in _SEATS.all(event.pk):
        kinds[key][number] = kind
        if entry is not None:
            table_of[entry] = numbers[key]
    tables = []
    for tournament_table in tournament_tables:
        if tournament_table.state == "paused":
            continue
        taken, table = kinds[tournament_table.pk], tournament_table.table
        players = sum(1 for kind in taken.values() if kind == "player")
        tables.append(
            Table(
                number=table.number,
                free=tuple(n for n in range(1, min(table.seats, most) + 1) if n not in taken),
                taken=players,
                open=tournament_table.state == "open" or players > 0,
                accessible=table.accessible,
                ghosts=tuple(sorted(n for n, kind in taken.items() if kind == "ghost")),
            )
        )
    return EventTables(
        {tournament_table.table.number: tournament_table for tournament_table in tournament_tables},
        tuple(tables),
        table_of,
    )


def unseated(event: Tournament | int) -> QuerySet[Entry]:
    """Return entries in play without a seat, ordered by id."""
    rows = Entry.objects.filter(
        tournament=event, out_at__isnull=True, voided_at__isnull=True, seat__isnull=True
    )
    return rows.order_by("id")


def apart_pairs(entries: dict[int, int]) -> list[tuple[int, int]]:
    """Return pairs of entries whose players must not sit at one table.

    Args:
        entries: the player of each entry.
    """
    by_player = {player: entry for entry, player in entries.items()}
    found = [
        (by_player[one], by_player[other])
        for one, other in Apart.objects.order_by("id").values_list("one_id", "other_id")
        if one in by_player and other in by_player
    ]
    return sorted((min(pair), max(pair)) for pair in found)


def split_pairs(
    pairs: Sequence[tuple[int, int]], drawn: set[int], table_of: dict[int, int]
) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
    """Split pairs for a draw: pairs drawn now, and (entry drawn now, table of the other one)."""
    both, barred = [], set()
    for one, other in pairs:
        if one in drawn and other in drawn:
            both.append((one, other))
        for mine, theirs in ((one, other), (other, one)):
            if mine in drawn and theirs not in drawn and theirs in table_of:
                barred.add((mine, table_of[theirs]))
    return both, sorted(barred)


def _entries_touched(changes: Changes) -> set[int]:
    """Return the entries that changes bust, bring back, seat or unseat."""
    images = (one for change in changes if change["model"] == "seating.seat" for one in _images(change))
    return keys_of(changes, "tourney.entry") | {
        image["entry_id"] for image in images if image.get("entry_id") is not None
    }


def _images(change: Mapping[str, Any]) -> list[dict[str, Any]]:
    return [image for image in (change["before"], change["after"]) if image]


_ALL_IN_PLAY = PreparedQuery(lambda event: _in_play(event).values_list("pk", flat=True))
_SOME_IN_PLAY = PreparedQuery(
    lambda event, first, last: (
        _in_play(event).filter(pk__gte=first, pk__lte=last).values_list("pk", flat=True)
    )
)
_ALL_SEATED = PreparedQuery(lambda event: _seated().filter(tournament_table__tournament=event))
_SOME_SEATED = PreparedQuery(lambda first, last: _seated().filter(entry_id__gte=first, entry_id__lte=last))


def _in_play(event: int) -> QuerySet[Entry]:
    return Entry.objects.filter(tournament=event, out_at__isnull=True, voided_at__isnull=True).order_by()


def _seated() -> QuerySet[Seat, Any]:
    return Seat.objects.filter(entry__isnull=False).order_by().values_list("entry_id", flat=True)


def _without_seat(event: int, span: Span | None) -> Blocks:
    """Count entries in play without a seat. In one query with a join, the database would read all seats."""
    if span is None:
        found = set(_ALL_IN_PLAY.all(event)).difference(_ALL_SEATED.all(event))
    else:
        found = set(_SOME_IN_PLAY.all(event, *span)).difference(_SOME_SEATED.all(*span))
    return {block: (count,) for block, count in Counter(map(block_of, found)).items()}


_UNSEATED = CachedTotals(_without_seat, _entries_touched)


def count_unseated(event: Tournament) -> int:
    """Return how many entries in play have no seat."""
    return _UNSEATED.of(event)[0]
