"""Suggest a structure for a planned event. Pure."""

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from math import log

from clock.rules.structure import Level
from clock.rules.suggestion import payable
from clock.rules.suggestion.breaks import Row, rows_of
from clock.rules.suggestion.field_model import (
    BUST_RATE,
    Field,
    Forecast,
    Stage,
    cost,
    forecast,
    last_hands,
    quantile,
    stages,
)
from clock.rules.suggestion.plan import Plan

# Growth of the blinds from level to level that is tried, and that is liked best.
_GROWTHS = tuple(1.06 + 0.03 * step for step in range(31))
_LIKED_GROWTH = 1.35
_STEEPEST = 2.0
# Big blinds in a starting stack: at least, and as liked best.
_SHALLOWEST, _LIKED_DEPTH = 20, 150
_LENGTHS = (5, 6, 8, 10, 12, 15, 20, 25, 30, 40, 45, 60)
_LIKED_LEVELS = 18
# Levels after the late estimate, so that the clock never runs out of them.
_RESERVE = 3
_MOST_LEVELS = 110
# A series of blinds ends when so few big blinds are in play together.
_FEWEST_IN_PLAY = 1
_CLOSE = 0.1
# An end at so many times the planned length means that the levels were over before.
_FAR = 4
_MINUTE = 60_000


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A suggested structure and how it was reached.

    Attributes:
        plan: as asked, with the chips and the length of levels that were chosen.
        levels: sound rows with breaks and colour-ups.
        field: the field it is for.
        forecast: when it ends.
        stages: the field at the beginning of each level.
    """

    plan: Plan
    levels: tuple[Level, ...]
    field: Field
    forecast: Forecast
    stages: tuple[Stage, ...]


class Unreachable(Exception):
    """No payable structure with these levels ends within 10 % of the plan.

    Attributes:
        nearest: minutes in which the nearest one ends.
        level_minutes: a length of levels with which the plan is met; 0 if there is none.
    """

    def __init__(self, nearest: int, level_minutes: int) -> None:
        self.nearest, self.level_minutes = nearest, level_minutes
        super().__init__(f"the nearest end is after {nearest} minutes")


def suggest(plan: Plan) -> Suggestion:
    """Suggest a structure.

    Raises:
        Unreachable: with the length of levels that would do, if one does.
    """
    chips = plan.chips or payable.usual_chips(plan.stack, plan.field.chips)
    plan = replace(plan, chips=tuple(sorted(chips)))
    ladders = _ladders(plan)
    draft = _best(plan, ladders) if plan.level_minutes else _best_of_lengths(plan, ladders)
    if draft is None or not draft.meets_the_plan:
        other = _best_of_lengths(plan, ladders) if plan.level_minutes else None
        works = other is not None and other.meets_the_plan
        nearest = 0 if draft is None else round(draft.expected)
        raise Unreachable(nearest, other.plan.level_minutes if other is not None and works else 0)
    return _finished(draft)


@dataclass(frozen=True, slots=True)
class _Ladder:
    """A series of small blinds, which does not depend on the length of levels.

    Attributes:
        series: small blinds.
        rates: pressure of a minute at each (`field_model`).
        dislike: how little its growth, depth and numbers are liked.
    """

    series: tuple[int, ...]
    rates: tuple[float, ...]
    dislike: float


@dataclass(frozen=True, slots=True)
class _Draft:
    """A series of small blinds that was tried, with its rows, its end in minutes, and how little it is liked."""

    plan: Plan
    series: tuple[int, ...]
    rows: list[Row]
    expected: float
    cost: float

    @property
    def meets_the_plan(self) -> bool:
        return abs(self.expected - self.plan.minutes) <= _CLOSE * self.plan.minutes


def _best_of_lengths(plan: Plan, ladders: Sequence[_Ladder]) -> _Draft | None:
    """Return the best draft over all usual lengths of levels; one with about 18 levels is liked."""
    liked = plan.minutes * 0.9 / _LIKED_LEVELS
    drafts = [
        replace(draft, cost=draft.cost + 0.25 * abs(log(length / liked)))
        for length in _LENGTHS
        if length * 4 <= plan.minutes
        and liked / 2 <= length <= liked * 2
        and (draft := _best(replace(plan, level_minutes=length, last_level_minutes=0), ladders)) is not None
    ]
    return min(drafts, key=lambda draft: draft.cost, default=None)


def _best(plan: Plan, ladders: Sequence[_Ladder]) -> _Draft | None:
    """Return the best draft with this length of levels; None if no blind can be paid."""
    rows = rows_of(plan, _MOST_LEVELS)
    wanted, late_end = quantile(plan.players, 0.5), quantile(plan.players, 0.9)
    last = last_hands(plan.players, max(plan.level_minutes, plan.last_level_minutes))
    best: _Draft | None = None
    for ladder in ladders:
        if best is not None and ladder.dislike >= best.cost:
            # Its end can only add to the cost.
            continue
        expected = _end_of(ladder.rates, rows, wanted, last)
        if abs(expected - plan.minutes) <= _CLOSE * plan.minutes:
            # Its levels must reach beyond the late end as well.
            late = _end_of(ladder.rates, rows, late_end, last)
            expected = late if late > _FAR * plan.minutes else expected
        total = ladder.dislike + _lateness(plan, expected)
        if best is None or total < best.cost:
            best = _Draft(plan, ladder.series, rows, expected, total)
    return best


def _end_of(rates: Sequence[float], rows: Sequence[Row], wanted: float, last: float) -> float:
    """Return the minutes at which `field_model.forecast` expects the end; far too many if the levels end before."""
    at = pressure = 0.0
    left: float | None = None
    levels = iter(rates)
    for row in rows:
        begin, end = at, at + row.minutes
        at = end
        if row.is_break:
            continue
        rate = next(levels, None)
        if rate is None:
            break
        if left is None:
            if pressure + rate * row.minutes >= wanted:
                begin += (wanted - pressure) / rate
                left = last
            pressure += rate * row.minutes
        if left is not None:
            if begin + left <= end:
                return begin + left
            left -= end - begin
    return at * 10


def _ladders(plan: Plan) -> list[_Ladder]:
    """Return all series of small blinds that are tried, each once, those that are liked best first."""
    chips = plan.field.chips
    blinds = payable.small_blinds(plan.chips, chips)
    begins = [small for small in blinds if small * 2 * _SHALLOWEST <= plan.stack and payable.is_usual(small)]
    tried = {
        _series(small, growth, blinds, chips): None
        for small in _spread(begins or blinds[:1], plan.stack)
        for growth in _GROWTHS
    }
    found = [_Ladder(series, _rates(plan, series, chips), _dislike(plan, series)) for series in tried]
    return sorted(found, key=lambda ladder: ladder.dislike)


def _rates(plan: Plan, series: Sequence[int], chips: int) -> tuple[float, ...]:
    """Return the pressure of a minute in each level, as `field_model.forecast` has it."""
    prices = (
        cost(2 * small, _ante(plan, number, 2 * small), plan.antes) for number, small in enumerate(series)
    )
    return tuple(BUST_RATE * (price / chips) ** 2 for price in prices)


def _spread(begins: Sequence[int], stack: int) -> list[int]:
    """Return at most nine first small blinds, those nearest to the liked depth of a stack."""
    return sorted(begins, key=lambda small: abs(log(stack / (2 * small) / _LIKED_DEPTH)))[:9]


def _series(first: int, growth: float, blinds: Sequence[int], chips: int) -> tuple[int, ...]:
    """Return small blinds that grow about so fast, until few big blinds are in play."""
    found = [first]
    wanted = float(first)
    while found[-1] * 2 * _FEWEST_IN_PLAY < chips and len(found) < _MOST_LEVELS:
        wanted *= growth
        last = found[-1]
        larger = blinds[bisect_right(blinds, last) : bisect_right(blinds, int(last * _STEEPEST))]
        if not larger:
            break
        found.append(min(larger, key=lambda small: _distance(small, last, wanted, growth)))
    return tuple(found)


def _distance(small: int, last: int, wanted: float, growth: float) -> float:
    """Return how badly a blind fits: far from the curve, an uneven step, or a number that people do not know."""
    strange = 0.0 if payable.is_usual(small) else 0.08
    return abs(log(small / wanted)) + 0.5 * abs(log(small / last / growth)) + strange


def _lateness(plan: Plan, expected: float) -> float:
    """Return how little an end is liked."""
    off = abs(expected / plan.minutes - 1)
    return 12 * max(0.0, off - 0.02) + 100 * max(0.0, off - _CLOSE * 0.8)


def _dislike(plan: Plan, series: Sequence[int]) -> float:
    """Return how little the growth, the depth and strange blinds of a series are liked."""
    steps = [later / earlier for earlier, later in pairwise(series)]
    mean = (series[-1] / series[0]) ** (1 / max(len(steps), 1))
    uneven = sum(abs(log(step / mean)) for step in steps) / max(len(steps), 1)
    strange = sum(not payable.is_usual(small) for small in series) / len(series)
    return (
        2 * abs(log(mean / _LIKED_GROWTH))
        + uneven
        + 0.3 * strange
        + 0.25 * abs(log(plan.stack / (2 * series[0]) / _LIKED_DEPTH))
    )


def _finished(draft: _Draft) -> Suggestion:
    """Return the structure with antes and colour-ups, without what will hardly be played."""
    plan, field = draft.plan, draft.plan.field
    levels = _levels(draft)
    late = forecast(levels, field).late
    kept: list[Level] = []
    at = reserve = 0
    for level in levels:
        if at > late:
            if reserve == _RESERVE:
                break
            if level.kind == "break":
                continue
            reserve += 1
        kept.append(level)
        at += level.duration
    removed = payable.with_colour_ups(kept, plan.chips)
    done = tuple(replace(level, colour_up=gone) for level, gone in zip(kept, removed, strict=True))
    return Suggestion(plan, done, field, forecast(done, field), tuple(stages(done, field)))


def _levels(draft: _Draft) -> list[Level]:
    levels: list[Level] = []
    number = 0
    for row in draft.rows:
        if number == len(draft.series):
            break
        if row.is_break:
            levels.append(Level(kind="break", duration=row.minutes * _MINUTE))
            continue
        small = draft.series[number]
        ante = _ante(draft.plan, number, 2 * small)
        levels.append(
            Level(
                kind="level",
                small_blind=small,
                big_blind=2 * small,
                ante=ante,
                ante_kind=draft.plan.antes if ante else "none",
                duration=row.minutes * _MINUTE,
            )
        )
        number += 1
    return levels


def _ante(plan: Plan, number: int, big_blind: int) -> int:
    """Return the ante: from the third level on, as most rooms begin it."""
    if plan.antes == "none" or number < 2:
        return 0
    return big_blind if plan.antes == "big_blind" else payable.ante_of(big_blind, plan.chips)
