"""Points of all years: wins, places and eliminations (Five Spades 5.3). Pure."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from seasons.rules.ranking import Result

Part = Literal["wins", "places", "eliminations"]


@dataclass(frozen=True, slots=True)
class AllTime:
    """A player in the ranking over all years.

    Attributes:
        best, worst: the places held; equal unless they are shared.
        points: sum of the parts that count.
        played, wins: events.
        places: events with points, wins not included.
        eliminated: opponents eliminated for good.
    """

    player: int
    best: int
    worst: int
    points: int
    played: int
    wins: int
    places: int
    eliminated: int


@dataclass(slots=True)
class _Sums:
    """Sums of a player over all years; `places` without wins."""

    points: int = 0
    played: int = 0
    wins: int = 0
    places: int = 0


def all_time(
    results: Iterable[Result],
    eliminated: Mapping[int, int],
    parts: Sequence[Part],
    *,
    per_elimination: int = 1,
) -> tuple[AllTime, ...]:
    """Rank players over all years, most points first; equal points share a place.

    The book names what counts but not its weight: wins and places bring the points of the table (5.4), and an
    elimination brings the points that it has in the championship (6.1).

    Args:
        results: points by event of all years.
        eliminated: opponents that a player has eliminated.
        parts: what counts.
        per_elimination: points of an elimination.
    """
    sums: dict[int, _Sums] = defaultdict(_Sums)
    for one in results:
        own = sums[one.player]
        won = one.place == 1
        own.points += one.points if ("wins" if won else "places") in parts else 0
        own.played += 1
        own.wins += won
        own.places += one.points > 0 and not won
    for player, count in eliminated.items():
        sums[player].points += count * per_elimination if "eliminations" in parts else 0
    order = sorted(sums, key=lambda player: (-sums[player].points, -sums[player].wins, player))
    first: dict[int, int] = {}
    last: dict[int, int] = {}
    for place, player in enumerate(order, start=1):
        first.setdefault(sums[player].points, place)
        last[sums[player].points] = place
    return tuple(
        AllTime(
            player,
            first[own.points],
            last[own.points],
            points=own.points,
            played=own.played,
            wins=own.wins,
            places=own.places,
            eliminated=eliminated.get(player, 0),
        )
        for player, own in ((player, sums[player]) for player in order)
    )
