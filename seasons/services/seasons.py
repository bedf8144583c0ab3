"""A season with its events, points and ranking, derived from the events' results. Reads only."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from django.db.models import Q, QuerySet, Sum
from django.utils.timezone import localdate

from desk.rules.amounts import places_of
from players.models import Membership
from players.services.memberships import members_among, memberships_on
from prizes.services.championship import begun_within, day_of, members_in, with_begin
from seasons.models import PointsCorrection, Season, SeasonEvent
from seasons.rules.formulas import Outcome, points_by_formula
from seasons.rules.ranking import Drop, Ranked, Result, Ties, rank_season
from seasons.services.event_results import EventResult, PlayerResult, counted_elsewhere, results_in
from tourney.models import Entry, Tournament
from tourney.now import room_now
from tourney.rulebooks.books.loader import DEFAULT_KEY, shipped
from tourney.rulebooks.books.schema import Book
from tourney.rulebooks.shelf import books_of
from tourney.snapshot import cached_in_snapshot, cached_in_snapshot_each


@dataclass(frozen=True, slots=True)
class PlayedEvent:
    """An event of a season that has begun.

    Attributes:
        day: on which it began.
        role: "counts", "cup_final" or "cup_preliminary".
    """

    event: Tournament
    day: date
    role: str
    result: EventResult

    @property
    def counts(self) -> bool:
        """Return whether it brings points for the ranking: the cup final does, the preliminary does not (Five
        Spades 5.1).
        """
        return self.role != "cup_preliminary"

    @property
    def is_open(self) -> bool:
        """Return whether it is one of the season's events, and no part of the cup."""
        return self.role == "counts"


@dataclass(frozen=True, slots=True)
class SeasonState:
    """A season as it stands.

    Attributes:
        events: those that have begun, in order, the cup's included.
        results: points by player of the events that count.
        ranking: everybody with a result or a correction; in a running event, those with a place or points.
        members: of the people in the ranking, those who are members of the club on `day`.
        member_count: members of the club on `day`.
        day: today, or the last day of a season that is over.
    """

    season: Season
    book: Book
    events: tuple[PlayedEvent, ...]
    results: tuple[Result, ...]
    ranking: tuple[Ranked, ...]
    members: frozenset[int]
    member_count: int
    day: date

    @property
    def counting(self) -> tuple[PlayedEvent, ...]:
        """Return the events that bring points."""
        return tuple(one for one in self.events if one.counts)

    def part(self, role: str) -> PlayedEvent | None:
        """Return the event with a role that only one has; None if it has not begun."""
        return next((one for one in self.events if one.role == role), None)


def season_of(pk: int) -> Season | None:
    """Return a season."""
    return Season.objects.filter(pk=pk).first() if pk < 2**62 else None


def current_season() -> Season | None:
    """Return the season of today, or the latest that has begun."""
    today = localdate(room_now())
    begun = Season.objects.filter(first_day__lte=today).order_by("-first_day", "-pk")
    return (
        begun.filter(closed_at__isnull=True, last_day__gte=today).first()
        or begun.first()
        or Season.objects.first()
    )


def book_of_season(season: Season) -> Book:
    """Return the season's rulebook; if it is missing, one without a season."""
    return _book(season.book)


@cached_in_snapshot
def _book(key: str) -> Book:
    return books_of([key]).get(key) or shipped()[DEFAULT_KEY]


def today_in(season: Season) -> date:
    """Return today, or the last day of a season that is over."""
    return min(localdate(room_now()), season.last_day)


def usual_events(season: Season, *, of_members: bool = False) -> QuerySet[Tournament]:
    """Return the events that count unless a row says otherwise: by the season's book, open to everybody, with names,
    and no part of another season's cup.
    """
    others = SeasonEvent.objects.filter(role__in=("cup_preliminary", "cup_final")).exclude(season=season)
    rows = Tournament.objects.filter(book=season.book, demo_speed__isnull=True)
    rows = rows.exclude(pk__in=others.values("tournament")).exclude(registration__without_names=True)
    # A home game that was turned into an event with names may still have players without one.
    rows = rows.exclude(pk__in=Entry.objects.filter(player__unnamed=True).values("tournament"))
    return rows if of_members else rows.exclude(registration__members_only=True)


def begun_events(season: Season, *, whole: bool = False) -> list[tuple[Tournament, str]]:
    """Return the events of a season that have begun with their roles, in order.

    Args:
        whole: whether to include all events in which players are eliminated, as the championship does (6.1): earlier
            stages of an event, and events for members alone, which are not public and bring no points for the
            ranking (5.1).
    """
    roles = dict(SeasonEvent.objects.filter(season=season).values_list("tournament", "role"))
    rows = usual_events(season, of_members=whole).exclude(pk__in=roles)
    if not whole:
        rows = rows.exclude(pk__in=counted_elsewhere())
    usual = begun_within(with_begin(rows), season.first_day, season.last_day)
    named = with_begin(Tournament.objects.filter(pk__in=roles)).filter(begun__isnull=False)
    found = [(event, roles.get(event.pk, "counts")) for event in [*usual, *named]]
    return sorted(
        ((event, role) for event, role in found if role != "left_out"),
        key=lambda one: (one[0].begun, one[0].pk),
    )


def open_events(season: Season) -> list[Tournament]:
    """Return the events of a season that are not closed: those that have begun, and those that a row names."""
    named = SeasonEvent.objects.filter(season=season).exclude(role="left_out")
    rows = Tournament.objects.filter(closed_at__isnull=True, pk__in=named.values("tournament")).order_by("pk")
    begun = {one.pk: one for one, _role in begun_events(season) if one.closed_at is None}
    return list((begun | {one.pk: one for one in rows}).values())


@cached_in_snapshot_each
def read_seasons(seasons: Sequence[Season]) -> dict[int, tuple[tuple[PlayedEvent, ...], tuple[Result, ...]]]:
    """Return the events of seasons that have begun, and the points in those that count, by season. The results of all
    events are read together.
    """
    begun = {season.pk: begun_events(season) for season in seasons}
    results = results_in({event.pk: event for rows in begun.values() for event, _role in rows}.values())
    found = {}
    for season in seasons:
        events = tuple(
            PlayedEvent(event, day_of(event), role, results[event.pk]) for event, role in begun[season.pk]
        )
        counting = [one for one in events if one.counts]
        found[season.pk] = (events, _results(season, book_of_season(season), counting))
    return found


@cached_in_snapshot
def state_of(season: Season) -> SeasonState:
    """Return a season as it stands."""
    events, results = read_seasons([season])[season.pk]
    day = today_in(season)
    ranking = ranking_of_results(season, results, events)
    return SeasonState(
        season,
        book_of_season(season),
        events,
        results,
        ranking,
        frozenset(members_among([one.player for one in ranking], day)),
        count_members(day),
        day,
    )


def count_members(day: date) -> int:
    """Return how many members the club has on a day; day members are guests (Five Spades 1.7)."""
    rows: QuerySet[Membership] = memberships_on(day).filter(kind="season")
    return rows.order_by().values("player").distinct().count()


def ranking_of_results(
    season: Season, results: Iterable[Result], events: Iterable[PlayedEvent]
) -> tuple[Ranked, ...]:
    """Rank the players of a season by some of its results."""
    sums = (
        PointsCorrection.objects.filter(season=season)
        .order_by()
        .values_list("player")
        .annotate(sum=Sum("points"))
    )
    days = {one.event.pk: one.day for one in events if one.counts}
    return rank_season(
        [one for one in results if one.event in days],
        days,
        localdate(room_now()),
        corrections=dict(sums),
        best_of=season.best_of,
        drops=drops_of(season),
        ties=ties_of(season),
    )


def drops_of(season: Season) -> tuple[Drop, ...]:
    """Return the drop dates of a season."""
    return tuple(Drop(date.fromisoformat(day), worst) for day, worst in season.drops)


def ties_of(season: Season) -> Ties:
    """Return what decides between equal points."""
    return "countback" if season.ties == "countback" else "shared"


def _results(season: Season, book: Book, events: list[PlayedEvent]) -> tuple[Result, ...]:
    members: Mapping[int, set[int]] = {}
    if season.members_only:
        members = members_in([one.event.pk for one in events])
    return tuple(
        Result(player, one.event.pk, scored, own.place)
        for one in events
        for player, own in one.result.players.items()
        for scored in [points_of(season, book, one.result, own)]
        # While an event is running, players have a result in it once they have a place, or points for playing.
        if (own.place is not None or one.result.over or scored)
        and (not season.members_only or player in members[one.event.pk])
        and (season.partners_score or player not in one.result.partners)
    )


def points_of(season: Season, book: Book, event: EventResult, own: PlayerResult) -> int:
    """Return the points of a player's result: by the book's table (Five Spades 5.4), or by the formula. Players
    who share places all get the points of the best of these.
    """
    if season.points == "book":
        table = book.season.ranking
        return 0 if table is None or own.place is None else table.points_for(event.field, own.place)
    outcome = Outcome(
        own.place,
        event.field,
        event.entries,
        event.buy_in,
        event.prize_pool,
        own.prize,
        own.bought,
        own.fee,
        own.minutes,
        10 ** places_of(event.currency),
    )
    return points_by_formula(season.points, season.parameters, outcome)


def seasons_with(event: Tournament) -> list[Season]:
    """Return the seasons in which an event counts or would count if it began today, the latest first."""
    named = dict(SeasonEvent.objects.filter(tournament=event).values_list("season", "role"))
    begun = with_begin(Tournament.objects.filter(pk=event.pk)).first()
    day = localdate(getattr(begun, "begun", None) or room_now())
    # An event for members alone, a home game, a demo, or one by another book counts only where a row names it.
    usual = Q(first_day__lte=day, last_day__gte=day, book=event.book)
    sold = getattr(event, "registration", None)
    if (
        event.demo_speed is not None
        or (sold is not None and (sold.members_only or sold.without_names))
        or Entry.objects.filter(tournament=event, player__unnamed=True).exists()
    ):
        usual = Q(pk__in=())
    rows = Season.objects.filter(usual | Q(pk__in=named)).order_by("-first_day", "-pk")
    return [one for one in rows if named.get(one.pk) != "left_out"]
