"""The championship across all events: eliminations and leaderboard. Reads only.

A bounty counts once the opponent can't return (Five Spades 6.1): a player who has re-entered, or still may,
does not count. Only members of the club are counted (6.2), by their membership on the day of the event's
first bust, which is the day of the event. A drawn name brings more points if members drew among
themselves (6.3), but not if all players drew for a bounty event (4.17).
"""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from itertools import groupby
from typing import Any

from django.db.models import Min, Q, QuerySet
from django.utils.timezone import get_current_timezone, localdate

from desk.models import Registration
from players.models import Membership
from prizes.models import NameList
from prizes.rules.bounties import BountyScore, Knockout, bounty_points
from prizes.services.places import WayBack
from seating.models import Bust, Draw
from seating.models import Knockout as KnockoutRow
from tourney.models import Entry, Room, Tournament
from tourney.now import to_ms
from tourney.rulebooks.books.schema import Book, cite
from tourney.rulebooks.shelf import books, books_of
from tourney.snapshot import cached_in_snapshot, cached_in_snapshot_each

# Input of a draw of names that was held among the members.
MEMBERS = "members"
# Columns of an entry that decide whether its bust was final.
_ENTRY = ("tournament", "player", "number", "out_at")


@dataclass(frozen=True, slots=True)
class Scored:
    """A player's result in the championship.

    Attributes:
        player: id.
        best: first place of those shared by players with equal points.
        worst: last place of these.
        points: decide the place (Five Spades 8.2).
        knockouts: number of players eliminated.
        drawn: how many of these were on their list.
    """

    player: int
    best: int
    worst: int
    points: int
    knockouts: int
    drawn: int


@dataclass(frozen=True, slots=True)
class Championship:
    """The current championship.

    Attributes:
        first: day of its period.
        last: day of its period.
        events: with the day each began, in order.
        rows: most points first; equal points share a place and are sorted by bounties.
        books: keys of the rulebooks, and how they are cited.
        by_guests: eliminations left out because the winner was not a member for the season (Five
            Spades 6.2).
    """

    first: date
    last: date
    events: tuple[tuple[Tournament, date], ...]
    rows: tuple[Scored, ...]
    books: dict[str, str]
    by_guests: int


def is_played() -> bool:
    """Return whether the room plays a championship: its own rulebook or that of an event has one."""
    keys = set(_with_championship())
    room = Room.objects.filter(pk=1).values_list("book", flat=True).first()
    return room in keys or Tournament.objects.filter(book__in=keys, demo_speed__isnull=True).exists()


@cached_in_snapshot
def championship_of(first: date, last: date) -> Championship:
    """Return the championship over all events that began within a period; nine queries for any number
    of events.

    Args:
        first: day of the period.
        last: last day of the period, included.
    """
    shelf = _with_championship()
    rows = with_begin(Tournament.objects.filter(book__in=shelf, demo_speed__isnull=True))
    return championship_over(list(begun_within(rows, first, last)), first, last)


def championship_over(events: Sequence[Tournament], first: date, last: date) -> Championship:
    """Return the championship over these events; those by a book without one are left out.

    Args:
        events: with the time they began (`with_begin`), in order.
        first: day of the period.
        last: last day of the period, included.
    """
    shelf = _with_championship()
    events = [event for event in events if event.book in shelf]
    summed: dict[int, list[int]] = defaultdict(lambda: [0, 0, 0])
    counted, by_guests = _counted(events)
    for found in counted.values():
        for one in found:
            total = summed[one.player]
            for column, amount in enumerate((one.points, one.knockouts, one.drawn)):
                total[column] += amount
    keys = dict.fromkeys(event.book for event in events) or _played_by(shelf)
    return Championship(
        first,
        last,
        tuple((event, day_of(event)) for event in events),
        _placed(summed),
        {key: cite(shelf[key], shelf[key].season.championship) for key in keys},
        by_guests,
    )


def with_begin(events: QuerySet[Tournament]) -> QuerySet[Any]:
    """Return events with `begun`, the time of their first bust; null: none yet."""
    return events.annotate(begun=Min("entries__bust__at", filter=Q(entries__voided_at__isnull=True)))


def begun_within(events: QuerySet[Any], first: date, last: date) -> QuerySet[Tournament]:
    """Return the events (`with_begin`) that began within a period, in order."""
    found = events.filter(begun__gte=_midnight(first), begun__lt=_midnight(last + timedelta(days=1)))
    return found.order_by("begun", "pk")


def day_of(event: Tournament) -> date:
    """Return the day on which an event (`with_begin`) began."""
    return localdate(event.begun)  # type: ignore[attr-defined]


def eliminated_by(events: Sequence[Tournament]) -> dict[int, Counter[int]]:
    """Return how many opponents players have eliminated for good, by event and player; guests included."""
    shelf = books_of(event.book for event in events)
    knockouts = _knockouts(events) if events else {}
    return {
        event.pk: Counter(
            {one.player: one.knockouts for one in bounty_points(knockouts[event.pk], shelf[event.book])}
        )
        for event in events
        if event.book in shelf
    }


def bounty_points_in(events: Sequence[Tournament]) -> dict[int, list[BountyScore]]:
    """Return the players counted in each of these events, with bounties, drawn names and points, by the
    event's key. Events whose book has no championship are left out.
    """
    return _counted(events)[0]


def _counted(events: Sequence[Tournament]) -> tuple[dict[int, list[BountyScore]], int]:
    """Return the result of `bounty_points_in`, and how many eliminations by guests it leaves out."""
    shelf = books_of(event.book for event in events)
    played = {
        event.pk: shelf[event.book]
        for event in events
        if event.book in shelf and shelf[event.book].season.championship is not None
    }
    if not played:
        return {}, 0
    knockouts = _knockouts([event for event in events if event.pk in played])
    lists = _lists(list(played))
    members = members_in(list(played))
    counted = {
        key: bounty_points(knockouts[key], book, lists=lists[key], members=members[key])
        for key, book in played.items()
    }
    everybody = sum(
        one.knockouts for key, book in played.items() for one in bounty_points(knockouts[key], book)
    )
    return counted, everybody - sum(one.knockouts for found in counted.values() for one in found)


def _with_championship() -> dict[str, Book]:
    return {key: book for key, book in books().items() if book.season.championship is not None}


def _played_by(shelf: dict[str, Book]) -> list[str]:
    """Return the rulebooks of a championship without events: the room's, or any that has one."""
    room = Room.objects.filter(pk=1).values_list("book", flat=True).first()
    return [room] if room in shelf else list(shelf)


def _midnight(day: date) -> datetime:
    return datetime.combine(day, time.min, tzinfo=get_current_timezone())


def _placed(summed: dict[int, list[int]]) -> tuple[Scored, ...]:
    order = sorted(summed.items(), key=lambda one: (-one[1][0], -one[1][1], one[0]))
    found: list[Scored] = []
    for points, sharing in groupby(order, key=lambda one: one[1][0]):
        level = list(sharing)
        best, worst = len(found) + 1, len(found) + len(level)
        found += [
            Scored(player, best, worst, points, knockouts, drawn)
            for player, (_points, knockouts, drawn) in level
        ]
    return tuple(found)


@cached_in_snapshot_each
def _knockouts(events: Sequence[Tournament]) -> dict[int, list[Knockout]]:
    """Return who eliminated whom in these events, by player; unclaimed bounties are left out."""
    registered = {row.tournament_id: row for row in Registration.objects.filter(tournament__in=events)}
    ways = {event.pk: _way_back(event, registered.get(event.pk)) for event in events}
    again = Entry.objects.filter(tournament__in=events, voided_at__isnull=True, number__gt=1)
    newest: dict[tuple[int, int], int] = {}
    for event, player, number in again.values_list("tournament", "player", "number"):
        newest[event, player] = max(number, newest.get((event, player), 0))
    rows = KnockoutRow.objects.filter(
        bust__entry__tournament__in=events,
        bust__entry__voided_at__isnull=True,
        bust__entry__out_at__isnull=False,
        winner__voided_at__isnull=True,
    )
    busts: dict[int, tuple[int, int, int, datetime, bool]] = {}
    won: dict[int, list[int]] = defaultdict(list)
    columns = ("bust", "winner__player", *(f"bust__entry__{name}" for name in _ENTRY), "bust__removed")
    for bust, winner, *columns_of_bust in rows.order_by("pk").values_list(*columns):
        busts[bust] = (*columns_of_bust,)
        won[bust].append(winner)
    found: dict[int, list[Knockout]] = {event.pk: [] for event in events}
    for bust, (event, player, number, out_at, removed) in busts.items():
        came_back = newest.get((event, player), 1) > number
        returns, _until = ways[event].out(number, to_ms(out_at) or 0)
        final = not came_back and (removed or not returns)
        found[event].append(Knockout(player, tuple(won[bust]), final=final, removed=removed))
    return found


def _way_back(event: Tournament, row: Registration | None) -> WayBack:
    """Return `prizes.services.places.way_back_of` of one event, from a row that was read with
    others.
    """
    if row is None:
        return WayBack(False, None, 0)
    closed = row.closed_at or event.closed_at
    return WayBack(closed is None, to_ms(closed), row.re_entries_most)


def _lists(events: Sequence[int]) -> dict[int, dict[int, list[int]]]:
    """Return the names that members drew among themselves, by event and owner."""
    draws = Draw.objects.filter(tournament__in=events, kind="names", inputs__among=MEMBERS)
    rows = NameList.objects.filter(tournament__in=events, digest__in=draws.values("digest"))
    found: dict[int, dict[int, list[int]]] = {event: defaultdict(list) for event in events}
    for event, owner, name in rows.values_list("tournament", "owner", "name"):
        found[event][owner].append(name)
    return found


def members_in(events: Sequence[int]) -> dict[int, set[int]]:
    """Return the members of the club on the day each event began. A day member is a guest (Five Spades 1.7)."""
    first = Bust.objects.filter(entry__tournament__in=events, entry__voided_at__isnull=True).order_by()
    begun = first.values_list("entry__tournament").annotate(Min("at"))
    days = {event: localdate(at) for event, at in begun}
    found: dict[int, set[int]] = {event: set() for event in events}
    if not days:
        return found
    rows = Membership.objects.filter(
        kind="season",
        voided_at__isnull=True,
        starts_on__lte=max(days.values()),
        ends_on__gte=min(days.values()),
    )
    for player, starts, ends in rows.values_list("player", "starts_on", "ends_on"):
        for event, day in days.items():
            if starts <= day <= ends:
                found[event].add(player)
    return found
