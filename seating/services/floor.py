"""An event's floor as the rules see it: tables in play, seated players, positions."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import replace
from datetime import timedelta

from django.db.models import Count

from clock.services.progress import progress_of
from clock.signals import day_over, winners
from seating.models import Bust, Draw, Move, Plan, Seat, TournamentTable
from seating.rules.played import Floor, PlayedTable
from seating.rules.stud import balanced_as_stud
from seating.services.absentees import absentees_in
from seating.services.active_proposals import active_proposals_of
from seating.services.played_tables import played_tables
from seating.services.seats import count_unseated, plan_of, seats_at_a_table
from seating.services.table_positions import HOLDS, HOLDS_WHERE_COUNTED, known_before
from seating.signals import final_table, registration_status, stacks_go_on
from tourney.models import Entry, Tournament
from tourney.now import room_now
from tourney.rulebooks.shelf import book_of
from tourney.services.field_counts import entries_and_left
from tourney.services.journal_cache import Changes, JournalCache
from tourney.services.prepared_query import PreparedQuery
from tourney.snapshot import cached_in_snapshot

WALK = timedelta(minutes=15)
"""How long a moved player counts as under way without a confirmed arrival.

Not every venue confirms arrivals. After half an hour a player has long been dealt in, posts blinds there, and
may have to move again.
"""


def breaking_order(tournament_tables: list[TournamentTable]) -> list[TournamentTable]:
    """Return tables in breaking order: as set by the floor, then the most recently opened first."""
    return sorted(
        tournament_tables,
        key=lambda tournament_table: (
            tournament_table.breaks_at is None,
            tournament_table.breaks_at if tournament_table.breaks_at is not None else -tournament_table.order,
            -tournament_table.table.number,
        ),
    )


_NOT_ARRIVED = PreparedQuery(
    lambda event: (
        Move.objects.filter(tournament=event, arrived_at__isnull=True, dropped_at__isnull=True)
        .order_by("id")
        .values_list("to_table", "entry", "made_at")
    )
)
_PAUSED = PreparedQuery(
    lambda event: (
        Seat.objects.filter(
            tournament_table__tournament=event,
            tournament_table__released_at__isnull=True,
            tournament_table__state="paused",
            kind="player",
        )
        .order_by("tournament_table")
        .values("tournament_table")
        .annotate(n=Count("pk"))
        .values_list("n", flat=True)
    )
)
_DOUBTFUL = PreparedQuery(
    lambda event, since, since_where_counted: (
        TournamentTable.objects.filter(known_before(since, since_where_counted), tournament=event)
        .filter(released_at__isnull=True, button__isnull=False)
        .order_by()
        .values_list("pk", flat=True)
    )
)
_LAST_GAVE = PreparedQuery(
    lambda event: (
        Move.objects.filter(tournament=event, kind="balance")
        .order_by("-id")
        .values_list("from_table__table__number", flat=True)[:1]
    )
)
_REDRAWN = PreparedQuery(
    lambda event: Draw.objects.filter(
        tournament=event,
        kind="redraw",
        seq__in=Move.objects.filter(tournament=event, kind="redraw")
        .values_list("batch", flat=True)
        .distinct(),
    ).values_list("outcome", flat=True)
)


@cached_in_snapshot
def floor_of(event: Tournament) -> Floor:
    """Load an event's floor up to its journal entry; the number of queries does not grow with the field."""
    plan = plan_of(event)
    most = seats_at_a_table(event)
    entrance = registration_status.ask(event)
    sent = _sent(event)
    progress = progress_of(event)
    stud = balanced_as_stud(progress.families, book_of(event.book))
    opened = _opened_last(event) if stud else {}
    tables = played_tables(event)
    if progress.started:
        tables |= {
            tournament_table: replace(tables[tournament_table], positions=None)
            for tournament_table in _doubtful(event) & tables.keys()
        }
    for tournament_table in {*sent, *opened} & tables.keys():
        coming = tuple(sent.get(tournament_table, ()))
        tables[tournament_table] = replace(
            tables[tournament_table], under_way=len(coming), sent=coming, opened=opened.get(tournament_table)
        )
    return Floor(
        tables=tuple(tables.values()),
        seats_per_table=most,
        entry_open=entrance.open,
        coming=entrance.promised + count_unseated(event),
        reserved=entrance.reserved,
        returning=entrance.returning,
        entries=entries_and_left(event)[0],
        late_stage=plan is not None and plan.late_stage,
        giving=() if plan is None else tuple(plan.giving_order),
        last_gave=_last_gave(event),
        redrawn_at=_redrawn_at(event),
        stud=stud,
        dismissed=dismissed_in(event),
        paused=_paused(event),
        held_up=progress.held_up,
        cup_final=plan is not None and plan.cup_final,
        absentees=absentees_in(event, progress),
        over=bool(winners.ask(event).entries) or day_over.ask(event) is not None,
        final_table=_final_tables(event, tables.values()),
        goes_on=stacks_go_on.ask(event),
    )


def _final_tables(event: Tournament, tables: Iterable[PlayedTable]) -> tuple[int, ...]:
    """Return the tables at which the best of earlier stages sit, if there are others behind them."""
    best = final_table.ask(event)
    if not best:
        return ()
    others = Entry.objects.filter(tournament=event, voided_at__isnull=True).exclude(pk__in=best)
    if not others.exists():
        return ()
    return tuple(table.number for table in tables if best & {entry for _seat, entry in table.players})


def _paused(event: Tournament) -> tuple[int, ...]:
    """Return the number of players at each paused table that has any."""
    return tuple(_PAUSED.all(event.pk))


def _sent(event: Tournament) -> dict[int, list[int]]:
    """Return entries that were moved to each table recently and have not arrived, by tournament table key."""
    found: dict[int, list[int]] = defaultdict(list)
    since = room_now() - WALK
    for tournament_table, entry, made_at in _NOT_ARRIVED.all(event.pk):
        if made_at > since:
            found[tournament_table].append(entry)
    return found


def _doubtful(event: Tournament) -> set[int]:
    """Return keys of tables whose button must be set again because it was recorded too long ago."""
    now = room_now()
    return set(_DOUBTFUL.all(event.pk, now - HOLDS, now - HOLDS_WHERE_COUNTED))


def _opened_last(event: Tournament) -> dict[int, int]:
    """Return the seat of each table that was freed last; it decides moves in stud (PokerStars Live 2.5)."""
    here = {"tournament_table__tournament": event, "tournament_table__released_at__isnull": True}
    freed = list(Bust.objects.filter(**here).values_list("at", "tournament_table", "seat"))
    moves = Move.objects.filter(tournament=event, from_table__isnull=False)
    freed += list(moves.values_list("made_at", "from_table", "from_seat"))
    return {
        tournament_table: seat
        for _at, tournament_table, seat in sorted(freed)
        if tournament_table is not None and seat is not None
    }


def dismissed_in(event: Tournament) -> frozenset[str]:
    """Return keys of proposals that were dismissed and have been required ever since."""
    return frozenset(one.key for one in active_proposals_of(event) if not one.is_open)


def _last_gave(event: Tournament) -> int | None:
    return _LAST_GAVE.first(event.pk)


def _redrawn_at(event: Tournament) -> int | None:
    """Return the fewest tables of any redraw that was not undone."""
    return _REDRAWS.of(event)


def _read_redraws(event: Tournament) -> int | None:
    return min((len(outcome["tables"]) for outcome in _REDRAWN.all(event.pk)), default=None)


def _touch_redraws(changes: Changes) -> set[int]:
    """Return a key if changes create or undo moves of a redraw."""
    images = (
        image
        for change in changes
        if change["model"] == "seating.move"
        for image in (change["before"], change["after"])
    )
    return {0} if any(image is not None and image.get("kind") == "redraw" for image in images) else set()


_REDRAWS = JournalCache(_read_redraws, _touch_redraws, lambda event, _fewest, _touched: _read_redraws(event))


def has_floor(plan: Plan | None) -> bool:
    """Return whether an event's floor is reviewed for proposals: once its field is drawn."""
    return plan is not None and plan.drawn_at is not None
