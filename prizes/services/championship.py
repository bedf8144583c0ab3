"""The championship across all events: eliminations and leaderboard. Reads only.

A bounty counts once the opponent can't come back (Five Spades 6.1): who was eliminated and has entered again,
or still may, is none. Only members of the club are counted (6.2), as they were on the day of the event's
first bust, which is the day the event counts for. A drawn name brings more points where members drew among
themselves (6.3), not where everybody did for a bounty event (4.17).
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from itertools import groupby

from django.db.models import Min, Q
from django.utils.timezone import get_current_timezone, localdate

from desk.models import Registration
from players.models import Membership
from prizes.models import NameList
from prizes.rules.bounties import Hunter, Knockout, hunters
from prizes.services.results import WayBack
from seating.models import Bust, Draw
from seating.models import Knockout as KnockoutRow
from tourney.models import Entry, Room, Tournament
from tourney.now import to_ms
from tourney.rulebooks.books.schema import Book, cite
from tourney.rulebooks.shelf import books, books_of
from tourney.snapshot import cached_in_snapshot

# What stands in the inputs of a draw of names that was held among the members.
MEMBERS = "members"


@dataclass(frozen=True, slots=True)
class Scored:
    """A player's result in the championship.

    Attributes:
        player: who.
        best: the place, the first of those that are shared by as many points.
        worst: the last of them.
        points: which decide (Five Spades 8.2).
        heads: how many they have eliminated.
        drawn: how many of these were on their list.
    """

    player: int
    best: int
    worst: int
    points: int
    heads: int
    drawn: int


@dataclass(frozen=True, slots=True)
class Championship:
    """The current championship.

    Attributes:
        first: day of its period.
        last: day of its period.
        events: with the day each began, the first before the others.
        rows: the most points first; as many points share a place, with more bounties named before.
        books: keys of the books it is played by, and how they are cited.
        by_guests: how many eliminations are left out because the hunter was no member for the season (Five
            Spades 6.2).
    """

    first: date
    last: date
    events: tuple[tuple[Tournament, date], ...]
    rows: tuple[Scored, ...]
    books: dict[str, str]
    by_guests: int


def is_played() -> bool:
    """Return whether the room plays a championship: its own book has one, or that of an event."""
    keys = set(_with_championship())
    room = Room.objects.filter(pk=1).values_list("book", flat=True).first()
    return room in keys or Tournament.objects.filter(book__in=keys, demo_speed__isnull=True).exists()


@cached_in_snapshot
def championship_of(first: date, last: date) -> Championship:
    """Return the championship over all events that began within a period; nine queries, however many events
    there were.

    Args:
        first: day of the period.
        last: day of the period, which belongs to it.
    """
    shelf = _with_championship()
    events = list(
        Tournament.objects.filter(book__in=shelf, demo_speed__isnull=True)
        .annotate(begun=Min("entries__bust__at", filter=Q(entries__voided_at__isnull=True)))
        .filter(begun__gte=_midnight(first), begun__lt=_midnight(last + timedelta(days=1)))
        .order_by("begun", "pk")
    )
    summed: dict[int, list[int]] = defaultdict(lambda: [0, 0, 0])
    counted, by_guests = _counted(events)
    for found in counted.values():
        for one in found:
            total = summed[one.hunter]
            for column, amount in enumerate((one.points, one.heads, one.drawn)):
                total[column] += amount
    keys = dict.fromkeys(event.book for event in events) or _played_by(shelf)
    return Championship(
        first,
        last,
        tuple((event, localdate(event.begun)) for event in events),
        _placed(summed),
        {key: cite(shelf[key], shelf[key].season.championship) for key in keys},
        by_guests,
    )


def hunters_in(events: Sequence[Tournament]) -> dict[int, list[Hunter]]:
    """Whom a championship counts in each of these events, with bounties, drawn names and points; by the
    event's key. Those whose book has no championship are left out.
    """
    return _counted(events)[0]


def _counted(events: Sequence[Tournament]) -> tuple[dict[int, list[Hunter]], int]:
    """Return what `hunters_in` gives, and how many eliminations it leaves out because the hunter was a guest."""
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
    members = _members(list(played))
    counted = {
        key: hunters(knockouts[key], book, lists=lists[key], members=members[key])
        for key, book in played.items()
    }
    everybody = sum(one.heads for key, book in played.items() for one in hunters(knockouts[key], book))
    return counted, everybody - sum(one.heads for found in counted.values() for one in found)


def _with_championship() -> dict[str, Book]:
    return {key: book for key, book in books().items() if book.season.championship is not None}


def _played_by(shelf: dict[str, Book]) -> list[str]:
    """By which books it would be played while no event has begun: the room's own, or whichever there are."""
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
            Scored(player, best, worst, points, heads, drawn) for player, (_points, heads, drawn) in level
        ]
    return tuple(found)


def _knockouts(events: Sequence[Tournament]) -> dict[int, list[Knockout]]:
    """Return who eliminated whom in these events, by player; bounties that nobody won are none here."""
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
        hunter__voided_at__isnull=True,
    ).select_related("bust__entry", "hunter")
    won: dict[int, list[int]] = defaultdict(list)
    busts: dict[int, Bust] = {}
    for row in rows.order_by("pk"):
        busts[row.bust_id] = row.bust
        won[row.bust_id].append(row.hunter.player_id)
    found: dict[int, list[Knockout]] = {event.pk: [] for event in events}
    for bust in busts.values():
        entry = bust.entry
        came_back = newest.get((entry.tournament_id, entry.player_id), 1) > entry.number
        returns, _until = ways[entry.tournament_id].out(entry.number, to_ms(entry.out_at) or 0)
        found[entry.tournament_id].append(
            Knockout(
                entry.player_id,
                tuple(won[bust.pk]),
                final=not came_back and (bust.removed or not returns),
                removed=bust.removed,
            )
        )
    return found


def _way_back(event: Tournament, row: Registration | None) -> WayBack:
    """Return what `prizes.services.results.way_back_of` says of one event, from a row that was read with
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


def _members(events: Sequence[int]) -> dict[int, set[int]]:
    """Members of the club on the day on which each event began. Who is one for a day is a guest (Five Spades 1.7)."""
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
