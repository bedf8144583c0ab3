"""Titles of a season, trophies, and the ranking over all years. Reads only."""

from collections import Counter
from dataclasses import dataclass
from typing import cast

from django.utils.timezone import localdate

from players.services.memberships import members_among
from prizes.services.championship import Championship, championship_over, eliminated_by
from seasons.models import Season, SeasonEvent, Title
from seasons.rules.all_time import AllTime, all_time
from seasons.rules.ranking import Result
from seasons.rules.titles import TITLES, Awarded, TitleKind, Trophy, leaders, trophies
from seasons.services.seasons import SeasonState, begun_events, book_of_season, read_seasons, state_of
from tourney.models import Tournament
from tourney.now import room_now
from tourney.rulebooks.books.schema import cite
from tourney.snapshot import cached_in_snapshot


@dataclass(frozen=True, slots=True)
class TitleState:
    """A title of a season.

    Attributes:
        leaders: who would have it now; several if they are equal.
        awarded: who has it; None if it was not awarded yet.
    """

    kind: TitleKind
    leaders: tuple[int, ...]
    awarded: int | None


def titles_in(season: Season) -> tuple[TitleKind, ...]:
    """Return the titles that can be won (Five Spades 8.1); by a book without titles, the best of the ranking."""
    policy = book_of_season(season).season.titles
    return ("player_of_the_year",) if policy is None else policy.titles


@cached_in_snapshot
def season_championship(season: Season) -> Championship | None:
    """Return the championship over all events of a season, the cup included (Five Spades 6.1, 8.2); None if the book
    has none.
    """
    state = state_of(season)
    if state.book.season.championship is None:
        return None
    events = [event for event, _role in begun_events(season, whole=True)]
    return championship_over(events, season.first_day, season.last_day)


@cached_in_snapshot
def titles_of(season: Season) -> tuple[TitleState, ...]:
    """Return the titles of a season with their leaders and winners."""
    state = state_of(season)
    awarded = dict(Title.objects.filter(season=season).values_list("kind", "player"))
    return tuple(
        TitleState(kind, _leaders(season, state, kind), awarded.get(kind)) for kind in titles_in(season)
    )


def _leaders(season: Season, state: SeasonState, kind: TitleKind) -> tuple[int, ...]:
    if kind == "champion":
        found = season_championship(season)
        standings = [] if found is None else [(one.player, one.points) for one in found.rows]
    elif kind == "player_of_the_year":
        standings = [(one.player, one.points) for one in state.ranking]
    else:
        final = state.part("cup_final")
        winners = {} if final is None or not final.result.over else final.result.players
        standings = [(player, 1) for player, own in winners.items() if own.place == 1]
    members = None
    if only_members(season):
        members = members_among([player for player, _points in standings], state.day)
    return leaders(standings, members)


def only_members(season: Season) -> bool:
    """Return whether guests can have no title (Five Spades 8.1)."""
    policy = book_of_season(season).season.titles
    return season.members_only if policy is None else policy.members_only


def title_rule(season: Season) -> str:
    """Return the citation of the rule on titles."""
    book = book_of_season(season)
    return cite(book, book.season.titles)


def unfinished_event(season: Season) -> Tournament | None:
    """Return an event of a season that has begun and is not over."""
    return next((one.event for one in state_of(season).events if not one.result.over), None)


def is_over(season: Season) -> bool:
    """Return whether all events of a season are over: the cup final, or without one its last day, has passed."""
    state = state_of(season)
    if unfinished_event(season) is not None:
        return False
    if SeasonEvent.objects.filter(season=season, role="cup_final").exists():
        return state.part("cup_final") is not None
    return season.closed_at is not None or localdate(room_now()) > season.last_day


def years_of(book: str) -> list[Season]:
    """Return the seasons with points by the table of a book, the earliest first."""
    return list(Season.objects.filter(book=book, points="book").order_by("first_day", "pk"))


@cached_in_snapshot
def trophies_of(season: Season) -> tuple[tuple[Trophy, Season], ...]:
    """Return the trophies of all years by a season's book, with the season in which each was won."""
    book = book_of_season(season)
    years = years_of(season.book)
    order = {year.pk: number for number, year in enumerate(years)}
    rows = Title.objects.filter(season__in=years).values_list("kind", "season", "player")
    awards = [Awarded(cast(TitleKind, kind), order[year], player) for kind, year, player in rows]
    hat_trick = book.season.hat_trick
    members = None
    if only_members(season):
        members = members_among([one.player for one in awards], localdate(room_now()))
    found = trophies(
        awards,
        in_a_row=None if hat_trick is None else hat_trick.in_a_row,
        all_titles=hat_trick is not None and hat_trick.all_titles_in_one_season,
        titles=TITLES if book.season.titles is None else book.season.titles.titles,
        members=members,
    )
    return tuple((one, years[one.season]) for one in found)


@cached_in_snapshot
def all_time_of(season: Season) -> tuple[AllTime, ...]:
    """Return the ranking over all years by a season's book (Five Spades 5.3); empty if the book has none."""
    book = book_of_season(season)
    policy, championship = book.season.all_time, book.season.championship
    if policy is None:
        return ()
    results: dict[tuple[int, int], Result] = {}
    events: dict[int, Tournament] = {}
    for played, points in read_seasons(years_of(season.book)).values():
        # An event of two seasons counts once.
        results |= {(one.event, one.player): one for one in points}
        events |= {one.event.pk: one.event for one in played}
    eliminated: Counter[int] = Counter()
    if "eliminations" in policy.counts:
        for found in eliminated_by(list(events.values())).values():
            eliminated += found
    return all_time(
        results.values(),
        eliminated,
        policy.counts,
        per_elimination=1 if championship is None else championship.points_per_elimination,
    )
