"""The ranking of a season: best N of M results, drop dates, equal points. Pure."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from itertools import groupby
from typing import Literal

Ties = Literal["shared", "countback"]


@dataclass(frozen=True, slots=True)
class Result:
    """A player's points in an event that counts.

    Attributes:
        player, event: ids.
        points: of this event.
        place: the best place held; None without a place.
    """

    player: int
    event: int
    points: int
    place: int | None = None


@dataclass(frozen=True, slots=True)
class Drop:
    """A drop date: of the events after the previous one up to this day, the worst results do not count.

    An event that a player missed is one of the worst.

    Attributes:
        day: the last day; the results are dropped from the next day on.
        worst: number of results dropped.
    """

    day: date
    worst: int


@dataclass(frozen=True, slots=True)
class Scored:
    """A result in the ranking; `counts` is whether it is among those added up."""

    event: int
    points: int
    place: int | None
    counts: bool = True


@dataclass(frozen=True, slots=True)
class Ranked:
    """A player in the ranking of a season.

    Attributes:
        best, worst: the places held; equal unless they are shared.
        points: of the results that count, corrections included.
        correction: sum of the corrections.
        results: in the order of the events.
        played: number of events.
        scored: number of events with points.
        wins: number of events won.
    """

    player: int
    best: int
    worst: int
    points: int
    correction: int
    results: tuple[Scored, ...]
    played: int
    scored: int
    wins: int


def rank_season(
    results: Sequence[Result],
    days: Mapping[int, date],
    today: date,
    *,
    corrections: Mapping[int, int] | None = None,
    best_of: int | None = None,
    drops: Sequence[Drop] = (),
    ties: Ties = "shared",
) -> tuple[Ranked, ...]:
    """Rank all players with a result or a correction, most points first.

    Players with equal points share a place; with "countback", the better of their best results decides, then of
    their second-best, and so on.

    Args:
        results: at most one by player and event.
        days: of all events that count, in their order.
        today: drop dates before it apply.
        corrections: points by player, negative ones included.
        best_of: how many results count, the best ones; None: all.
        drops: drop dates.
        ties: what decides between equal points.
    """
    added = corrections or {}
    by_player: dict[int, dict[int, Result]] = defaultdict(dict)
    for one in results:
        by_player[one.player][one.event] = one
    windows = _windows(days, drops, today)
    found: list[tuple[tuple[int, ...], Ranked]] = []
    for player in by_player.keys() | added.keys():
        own = by_player.get(player, {})
        counted = _counted(own, windows, best_of)
        scored = tuple(
            Scored(event, own[event].points, own[event].place, event in counted)
            for event in days
            if event in own
        )
        sums = sum(own[event].points for event in counted) + added.get(player, 0)
        # The place is filled in below.
        row = Ranked(
            player,
            0,
            0,
            sums,
            added.get(player, 0),
            scored,
            played=len(scored),
            scored=sum(one.points > 0 for one in scored),
            wins=sum(one.place == 1 for one in scored),
        )
        # All of one length, so that a missing result is worse than any.
        decides = tuple(sorted(-own[event].points for event in counted)) + (0,) * (len(days) - len(counted))
        found.append(((-sums, *(decides if ties == "countback" else ())), row))
    return _share_places(found)


def _windows(
    days: Mapping[int, date], drops: Sequence[Drop], today: date
) -> list[tuple[frozenset[int], int]]:
    """Return the events of each drop date that has passed, with the number of results that still count."""
    found = []
    after = date.min
    for drop in sorted(drops, key=lambda one: one.day):
        if drop.day >= today:
            break
        events = frozenset(event for event, day in days.items() if after < day <= drop.day)
        found.append((events, max(0, len(events) - drop.worst)))
        after = drop.day
    return found


def _counted(
    own: Mapping[int, Result], windows: Sequence[tuple[frozenset[int], int]], best_of: int | None
) -> set[int]:
    """Return the events whose results count: of equal results the earlier one."""
    order = {event: position for position, event in enumerate(own)}
    kept = sorted(own, key=lambda event: (-own[event].points, order[event]))
    for events, most in windows:
        within = [event for event in kept if event in events]
        dropped = set(within[most:])
        kept = [event for event in kept if event not in dropped]
    return set(kept if best_of is None else kept[:best_of])


def _share_places(found: list[tuple[tuple[int, ...], Ranked]]) -> tuple[Ranked, ...]:
    # Players who share a place are listed by wins, then by id, so that the order never depends on the database.
    found.sort(key=lambda one: (one[0], -one[1].wins, one[1].player))
    placed: list[Ranked] = []
    for _key, group in groupby(found, key=lambda one: one[0]):
        level = [row for _same_key, row in group]
        best, worst = len(placed) + 1, len(placed) + len(level)
        placed += [replace(row, best=best, worst=worst) for row in level]
    return tuple(placed)
