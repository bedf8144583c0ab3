"""The topic of one table, and which journal entries concern which tables.

Higher apps that have boards of their own in the topic register the rows these are made of, too.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from datetime import timedelta
from typing import Any

from django.db.models import Model, Q, QuerySet

from players.models import Partner
from seating.models import Bust, Call, Move, Seat, TournamentTable
from seating.rules.one_hand import ASKED_FOR
from seating.services.dealer_tables import works_at
from tourney.access import reads
from tourney.live.topics import Change, Numbers, part
from tourney.models import BookCopy, Tournament
from tourney.now import room_now
from tourney.services.prepared_query import PreparedQuery
from tourney.snapshot import cached_in_snapshot

# A dealer's login follows the tables it works at.
TABLE = part("table", reads.FLOOR, allows=works_at)
# Above this number of changed rows, all tables that are followed are read again.
_MANY = 400


_NUMBERS = PreparedQuery(
    lambda event, keys: TournamentTable.objects.filter(pk__in=keys, tournament=event).values_list(
        "table__number", flat=True
    )
)


@cached_in_snapshot
def _numbers(event: int, keys: tuple[int, ...]) -> list[int]:
    return _NUMBERS.all(event, keys)


def numbers_of(event: int, tournament_tables: Iterable[int | None]) -> set[int]:
    """Return the numbers of an event's tables by the keys of their rows."""
    return set(_numbers(event, tuple(sorted({key for key in tournament_tables if key is not None}))))


def tables_named(model: type[Model], *columns: str) -> Callable[[int, Sequence[Change]], Numbers]:
    """Return a function that returns the tables that changed rows of a model refer to, before and after.

    Args:
        columns: the row's references to tournament tables.
    """

    named = PreparedQuery(
        lambda keys: model._default_manager.filter(pk__in=keys).values_list(
            *[f"{column}_id" for column in columns]
        )
    )

    def concerned(event: int, changes: Sequence[Change]) -> Numbers:
        keys = {
            image[f"{column}_id"]
            for change in changes
            for image in images_of(change)
            for column in columns
            if f"{column}_id" in image
        }
        # A change to a row names only the columns that have changed.
        kept = {change["pk"] for change in changes if change["before"] and change["after"]}
        if len(kept) > _MANY:
            return None
        return numbers_of(event, keys.union(*named.all(sorted(kept))))

    return concerned


def images_of(change: Change) -> tuple[Mapping[str, Any], Mapping[str, Any]]:
    """Return the row before and after a change, each empty if there was none."""
    return change["before"] or {}, change["after"] or {}


def tables_of_entries(event: int, entries: Collection[Any]) -> Numbers:
    """Return the tables whose boards name entries; see `_naming`."""
    if len(entries) > _MANY:
        return None
    if not entries:
        return ()
    return _by_event(rows.all(sorted(entries)) for rows in _NAMING_ENTRIES).get(event, ())


def tables_of_players(players: Collection[Any]) -> dict[int, set[int]]:
    """Return the tables whose boards name players, by event; see `_naming`."""
    if not players:
        return {}
    return _by_event(_naming(Q(entry__player__in=players), Q(held_for__player__in=players)))


def _by_event(queries: Iterable[Iterable[tuple[int, int]]]) -> dict[int, set[int]]:
    found: dict[int, set[int]] = {}
    for rows in queries:
        for event, number in rows:
            found.setdefault(event, set()).add(number)
    return found


def _naming(entries: Q, held_for: Q) -> list[QuerySet[Any, tuple[int, int]]]:
    """Return queries for the tables whose boards name entries, as pairs of event and number: they sit there, have a
    seat held, busted there, or are on their way from there.
    """
    rows: list[tuple[QuerySet[Any], str]] = [
        (Seat.objects.filter(entries | held_for), "tournament_table"),
        (Bust.objects.filter(entries, tournament_table__isnull=False), "tournament_table"),
        (
            Move.objects.filter(
                entries, from_table__isnull=False, arrived_at__isnull=True, dropped_at__isnull=True
            ),
            "from_table",
        ),
    ]
    return [
        some.filter(**{f"{table}__tournament__closed_at__isnull": True}).values_list(
            f"{table}__tournament", f"{table}__table__number"
        )
        for some, table in rows
    ]


def _naming_entries(at: int) -> PreparedQuery[tuple[int, int]]:
    return PreparedQuery(lambda entries: _naming(Q(entry__in=entries), Q(held_for__in=entries))[at])


_NAMING_ENTRIES = tuple(map(_naming_entries, range(3)))


def all_tables(event: int, changes: Sequence[Change]) -> Numbers:
    """Return that a change concerns all tables."""
    return None


@TABLE.concerned_by()
def tables_in_changed_rows(event: int, changes: Sequence[Change]) -> Numbers:
    """Return the tables in rows that were created, deleted, or given another table: the entry is one of their
    latest actions, as `table_history.touches` decides.
    """
    columns = ("tournament_table_id", "to_table_id")
    return numbers_of(
        event,
        {image.get(column) for change in changes for image in images_of(change) for column in columns},
    )


TABLE.concerned_by("seating.seat")(tables_named(Seat, "tournament_table"))
TABLE.concerned_by("seating.move")(tables_named(Move, "from_table", "to_table"))
TABLE.concerned_by("seating.bust")(tables_named(Bust, "tournament_table"))
TABLE.concerned_by("seating.call")(tables_named(Call, "tournament_table"))
# The usual number of seats, and the event's rulebook.
TABLE.concerned_by("seating.plan", "tourney.tournament")(all_tables)


@TABLE.concerned_by("seating.tournamenttable")
def changed_tables(event: int, changes: Sequence[Change]) -> Numbers:
    """Return the tables whose own rows changed."""
    return numbers_of(event, [change["pk"] for change in changes])


@TABLE.concerned_by("tourney.entry")
def tables_of_changed_entries(event: int, changes: Sequence[Change]) -> Numbers:
    """Return the tables of changed entries. New ones have no seat yet."""
    return tables_of_entries(event, {change["pk"] for change in changes if change["before"]})


@TABLE.concerned_by("seating.knockout")
def tables_of_winners(event: int, changes: Sequence[Change]) -> Numbers:
    """Return the tables of players who won the chips of a bust, or no longer did: their stacks are estimated."""
    winners = {
        image["winner_id"] for change in changes for image in images_of(change) if "winner_id" in image
    }
    return tables_of_entries(event, winners)


@TABLE.concerned_by("players.partner")
def tables_of_changed_partners(event: int, changes: Sequence[Change]) -> Numbers:
    """Return the tables of entries whose partner changed, or whose other player plays now."""
    entries = {image["entry_id"] for change in changes for image in images_of(change) if "entry_id" in image}
    kept = Partner.objects.filter(pk__in=[change["pk"] for change in changes])
    return tables_of_entries(event, entries.union(kept.values_list("entry", flat=True)))


@TABLE.concerned_by("players.player")
def tables_of_changed_players(event: int, changes: Sequence[Change]) -> Numbers:
    """Return the tables of changed players."""
    return tables_of_players({change["pk"] for change in changes if change["before"]}).get(event, ())


@TABLE.concerned_by("clock.clock")
def tables_at_the_start(event: int, changes: Sequence[Change]) -> Numbers:
    """Return that the start of play concerns all tables: from then on the button has to be recorded."""
    starts = {"started", "planned_start"}
    return None if any(starts & image.keys() for change in changes for image in images_of(change)) else ()


def tables_of_recent_busts(event: int) -> Numbers:
    """Return the tables with a bust that the next one may share a hand with."""
    since = room_now() - timedelta(milliseconds=ASKED_FOR)
    rows = Bust.objects.filter(tournament_table__tournament=event, at__gt=since)
    return numbers_of(event, rows.values_list("tournament_table_id", flat=True))


# --- entries of the room's journal -----------------------------------------------------------------------------------
@TABLE.concerned_in_room_by("seating.table")
def tables_of_the_room(changes: Sequence[Change]) -> Mapping[int, Numbers]:
    """Return changed tables of the room by the event that uses them."""
    found: dict[int, set[int]] = {}
    rows = TournamentTable.objects.filter(
        table__in=[change["pk"] for change in changes if change["before"]], released_at__isnull=True
    )
    for event, number in rows.values_list("tournament", "table__number"):
        found.setdefault(event, set()).add(number)
    return found


@TABLE.concerned_in_room_by("players.player")
def tables_of_renamed_players(changes: Sequence[Change]) -> Mapping[int, Numbers]:
    """Return the tables of players whose record changed, by event."""
    named = {"name", "nickname"}
    renamed = [
        change["pk"]
        for change in changes
        if change["before"] and any(named & image.keys() for image in images_of(change))
    ]
    return tables_of_players(renamed)


@TABLE.concerned_in_room_by("tourney.entry")
def tables_of_merged_entries(changes: Sequence[Change]) -> Mapping[int, Numbers]:
    """Return the tables of entries that a merge of players has changed, by event."""
    entries = [change["pk"] for change in changes if change["before"]]
    return _by_event(_naming(Q(entry__in=entries), Q(held_for__in=entries)))


@TABLE.concerned_in_room_by("tourney.bookcopy")
def tables_by_the_book(changes: Sequence[Change]) -> Mapping[int, Numbers]:
    """Return that a changed rulebook concerns all tables of the events that follow it."""
    keys = {image["key"] for change in changes for image in images_of(change) if "key" in image}
    kept = [change["pk"] for change in changes if change["after"]]
    keys.update(BookCopy.objects.filter(pk__in=kept).values_list("key", flat=True))
    events = Tournament.objects.filter(book__in=keys, closed_at__isnull=True)
    return dict.fromkeys(events.values_list("pk", flat=True))
