"""Boards of a season: the ranking for displays, and all lists of a season for programs."""

from msgspec import Struct

from seasons.models import Season
from seasons.services.cup import cup_of
from seasons.services.names import names_in_public
from seasons.services.seasons import SeasonState, current_season, season_of, seasons_with, state_of
from seasons.services.titles import season_championship, titles_of
from stages.services.rules import tournament_names
from tourney.live.boards import Audience, board
from tourney.live.resources import Number, resource
from tourney.models import Tournament

# Rows on a display.
_ON_DISPLAY = 60


class SeasonPlace(Struct, frozen=True):
    """A player in the ranking; those with equal points share a place."""

    best: int
    worst: int
    name: str
    points: int
    played: int


class SeasonRankingBoard(Struct, frozen=True):
    """The ranking of the season in which an event counts, as displays show it.

    Attributes:
        season: its name; "" without a season.
        events: number of events that count so far.
        rows: at most 60, the best first.
    """

    season: str
    events: int
    rows: list[SeasonPlace]


@board(
    "season_ranking",
    topic="t",
    audience=Audience.DISPLAY,
    rows=("seating.bust", "tourney.entry", "tourney.tournament"),
    late=True,
    by_rows=True,
)
def season_ranking(tournament_id: int, _name: str = "") -> SeasonRankingBoard | None:
    """Return the ranking of the season in which an event counts."""
    event = Tournament.objects.filter(pk=tournament_id).select_related("registration").first()
    if event is None:
        return None
    season = next(iter(seasons_with(event)), None)
    if season is None:
        return SeasonRankingBoard("", 0, [])
    state = state_of(season)
    names = names_in_public([one.player for one in state.ranking], season, state.day)
    return SeasonRankingBoard(
        season.name,
        len(state.counting),
        [
            SeasonPlace(one.best, one.worst, names.get(one.player, ""), one.points, one.played)
            for one in state.ranking[:_ON_DISPLAY]
            if one.points > 0
        ],
    )


class SeasonRow(Struct, frozen=True):
    """A season.

    Attributes:
        first_day, last_day: "2026-01-01".
        points: `book`, or the name of a formula.
    """

    season: int
    name: str
    first_day: str
    last_day: str
    book: str
    points: str
    closed: bool


class SeasonEventRow(Struct, frozen=True):
    """An event of a season that has begun.

    Attributes:
        name: of the whole tournament, if the event is the last one of several days.
        role: `counts`, `cup_preliminary`, `cup_final`.
        field: players ranked.
        over: whether its places are certain.
    """

    tournament: int
    name: str
    day: str
    role: str
    field: int
    over: bool


class SeasonResult(Struct, frozen=True):
    """A player's points in an event; `counts` is whether they are added up."""

    tournament: int
    place: int | None
    points: int
    counts: bool


class SeasonRanked(Struct, frozen=True):
    """A player in the ranking, by public name; `points` contains the `correction`."""

    best: int
    worst: int
    name: str
    points: int
    correction: int
    results: list[SeasonResult]


class SeasonScored(Struct, frozen=True):
    """A player in the championship."""

    best: int
    worst: int
    name: str
    points: int
    knockouts: int
    drawn: int


class CupCandidate(Struct, frozen=True):
    """A member on the way to the cup final.

    Attributes:
        rank: in the ranking before the cup.
        way: `final`, `preliminary`, `tied` (shares the last fixed place), `out`, `not_qualified`.
    """

    rank: int
    name: str
    played: int
    scored: int
    way: str


class SeasonTitle(Struct, frozen=True):
    """A title: its winner ("" until it is awarded), and who would have it now."""

    kind: str
    winner: str
    leaders: list[str]


class SeasonLists(Struct, frozen=True):
    """All lists of a season, by public names. `cup_seats` is 0 without a cup."""

    season: SeasonRow
    events: list[SeasonEventRow]
    ranking: list[SeasonRanked]
    championship: list[SeasonScored]
    cup_seats: int
    cup: list[CupCandidate]
    titles: list[SeasonTitle]


@resource("/seasons", "read_seasons")
def seasons() -> list[SeasonRow]:
    """List all seasons, the latest first."""
    return [_row(one) for one in Season.objects.order_by("-first_day", "-pk")]


@resource("/seasons/lists", "read_season")
def season_lists(*, season: Number = None) -> SeasonLists | None:
    """Return the ranking, championship, cup and titles of a season.

    Args:
        season: the season; the current one if it is left out.
    """
    row = current_season() if season is None else season_of(season)
    if row is None:
        return None
    state, cup, championship = state_of(row), cup_of(row), season_championship(row)
    scored = () if championship is None else championship.rows
    titles = titles_of(row)
    people = {
        *(one.player for one in state.ranking),
        *(one.player for one in scored),
        *(player for one in titles for player in (*one.leaders, one.awarded) if player is not None),
    }
    names = names_in_public(people, row, state.day)
    names_of_events = tournament_names([one.event for one in state.events])
    return SeasonLists(
        season=_row(row),
        events=[
            SeasonEventRow(
                one.event.pk,
                names_of_events[one.event.pk],
                one.day.isoformat(),
                one.role,
                one.result.field,
                one.result.over,
            )
            for one in state.events
        ],
        ranking=_ranking(state, names),
        championship=[
            SeasonScored(one.best, one.worst, names[one.player], one.points, one.knockouts, one.drawn)
            for one in scored
        ],
        cup_seats=0 if cup is None else cup.terms.seats,
        cup=[
            CupCandidate(one.rank, names[one.player], one.played, one.scored, one.way)
            for one in (() if cup is None else cup.candidates)
        ],
        titles=[
            SeasonTitle(
                one.kind,
                "" if one.awarded is None else names[one.awarded],
                [names[player] for player in one.leaders],
            )
            for one in titles
        ],
    )


def _ranking(state: SeasonState, names: dict[int, str]) -> list[SeasonRanked]:
    return [
        SeasonRanked(
            one.best,
            one.worst,
            names[one.player],
            one.points,
            one.correction,
            [
                SeasonResult(result.event, result.place, result.points, result.counts)
                for result in one.results
            ],
        )
        for one in state.ranking
    ]


def _row(season: Season) -> SeasonRow:
    return SeasonRow(
        season.pk,
        season.name,
        season.first_day.isoformat(),
        season.last_day.isoformat(),
        season.book,
        season.points,
        season.closed_at is not None,
    )
