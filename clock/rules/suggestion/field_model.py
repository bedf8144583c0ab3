"""How a field shrinks while the blinds rise: players left, and when the event ends. Pure.

In a minute a player busts with the probability `BUST_RATE` · `haste(n)` / (average stack in costs)², and with
`CARELESS_RATE` however deep the stacks are. The cost is the big blind and a small part of the antes (`cost`). `haste`
is 1 at full tables and more when few are left, who pay the blinds more often. With `n` players and `T` chips the field
loses its next player at the rate `n³ · haste(n) · BUST_RATE · (cost / T)²`. What stands after `haste(n)` depends on
time only, so the "pressure" ∫ BUST_RATE · (cost / T)² dt at which the last player is left is a sum of independent
exponential variables with known rates. Its quantiles are known as well, and the end is where the structure reaches
them, and `LAST_HANDS` later: players cannot bust faster than hands are dealt, which matters with levels of a few
minutes.

`BUST_RATE` and `haste` are fitted to the published events of tests/data/structures/published_events.json: the levels
in which they ended, and how fast two of them lost players before. `LAST_HANDS` and `ANTE_WEIGHT` come from simulated
events (simulation/rules/quick_event.py). docs/structures.md says where the model is wrong.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from math import exp, log, sqrt

from clock.rules.structure import AnteKind, Level

BUST_RATE = 4.2
CARELESS_RATE = 0.0007
# Minutes of play for a full last table, less for fewer players; and for more tables, the shorter the levels the more.
LAST_HANDS, _MORE_HANDS = 16.0, 60.0
_FULL_TABLE = 9
# How much chips of antes shorten an event, compared with as many chips of blinds; a round of blinds is 1½ big blinds.
ANTE_WEIGHT, _BLINDS = 0.15, 1.5
# Players of whom classic antes are counted: three are left most of the time in which the end is decided. All nine would
# let the published events shrink too fast before.
_LAST_PLAYERS = 3
_HASTE = 0.75
_MINUTE = 60_000
# Larger fields wait no longer for their end: the first players of thousands bust at once, compared with the last.
_MOST_COUNTED = 40
# Steps in which the players left are followed through a level.
_STEPS = 6


@dataclass(frozen=True, slots=True)
class Field:
    """The expected field.

    Attributes:
        players: entries that take a seat for the first time.
        stack: chips of one entry.
        extra_chips: chips of re-entries, rebuys and add-ons.
        returns: players who come back with a re-entry.
        late: part of the first entries that come after the start, 0 to 1.
        late_until: minutes of play until registration closes.
    """

    players: int
    stack: int
    extra_chips: int = 0
    returns: int = 0
    late: float = 0.0
    late_until: int = 0

    @property
    def chips(self) -> int:
        """Return all chips that will be in play."""
        return self.players * self.stack + self.extra_chips


@dataclass(frozen=True, slots=True)
class Forecast:
    """When an event ends, in ms from its start, with all breaks before.

    Attributes:
        expected: half of such events have ended by then.
        early, late: 10 % have ended by the first, 90 % by the second.
        beyond: the structure is over before 90 % have ended; its last level is assumed to go on.
    """

    expected: int
    early: int
    late: int
    beyond: bool


def forecast(levels: Sequence[Level], field: Field, since: int = 0) -> Forecast:
    """Return when an event ends.

    Args:
        field: the field, or for an event that runs the players left and all chips in play.
        since: ms of the structure that have been played with more players; the field is that of this time.
    """
    longest = max((level.duration for level in levels if level.kind == "level"), default=_MINUTE) / _MINUTE
    last = round(last_hands(field.players, longest) * _MINUTE)
    times = [
        _time_of(levels, max(field.chips, 1), quantile(field.players, part), last, since)
        for part in (0.5, 0.1, 0.9)
    ]
    return Forecast(times[0], times[1], times[2], times[2] > sum(level.duration for level in levels))


def expected_end(levels: Sequence[Level], field: Field, since: int = 0) -> int:
    """Return the expected end in ms, at most the end of the structure."""
    return min(forecast(levels, field, since).expected, sum(level.duration for level in levels))


def cost(big_blind: int, ante: int, ante_kind: AnteKind) -> float:
    """Return what a hand costs the table, as a big blind without antes that shortens the event as much."""
    antes = ante * (_LAST_PLAYERS if ante_kind == "classic" else 1)
    return big_blind + ANTE_WEIGHT * antes / _BLINDS


def last_hands(players: int, level_minutes: float) -> float:
    """Return the minutes that hands need beyond what the blinds decide.

    Args:
        level_minutes: of the longest level.
    """
    several_tables = _MORE_HANDS / level_minutes * log(max(players / _FULL_TABLE, 1.0))
    return LAST_HANDS * min(players, _FULL_TABLE) / _FULL_TABLE + several_tables


def haste(left: float) -> float:
    """Return how much faster players bust than at full tables, when so many are left."""
    return exp(_HASTE * log(_FULL_TABLE / min(max(left, 2.0), _FULL_TABLE)))


@lru_cache(maxsize=256)
def quantile(players: int, part: float) -> float:
    """Return the pressure at which this part of the events has ended.

    Args:
        players: in the field; one player has won already.
        part: between 0 and 1.
    """
    rates = [float(left**3) * haste(left) for left in range(2, min(players, _MOST_COUNTED) + 1)]
    if not rates:
        return 0.0
    weights: list[float] = []
    for rate in rates:
        weight = 1.0
        for other in rates:
            if other != rate:
                weight *= other / (other - rate)
        weights.append(weight)
    low, high = 0.0, 5.0
    for _step in range(60):
        middle = (low + high) / 2
        going_on = sum(weight * exp(-rate * middle) for rate, weight in zip(rates, weights, strict=True))
        low, high = (middle, high) if 1 - going_on < part else (low, middle)
    return high


def _time_of(levels: Sequence[Level], chips: int, wanted: float, last: int, since: int) -> int:
    """Return the time `last` ms of play after the pressure is reached; the last level goes on if need be."""
    at, pressure, rate = 0, 0.0, 0.0
    left: int | None = None
    for level in levels:
        end = at + level.duration
        if level.kind == "level":
            begin = min(max(at, since), end)
            if left is None:
                price = cost(level.big_blind, level.ante, level.ante_kind)
                rate = BUST_RATE * (price / chips) ** 2 / _MINUTE
                reached = pressure + rate * (end - begin)
                if reached >= wanted:
                    begin += round((wanted - pressure) / rate)
                    left = last
                pressure = reached
            if left is not None:
                if begin + left <= end:
                    return begin + left
                left -= max(0, end - begin)
        at = end
    if left is None:
        # A structure without levels cannot be saved, so there is a rate.
        left = round((wanted - pressure) / rate) + last
    return max(at, since) + left


@dataclass(frozen=True, slots=True)
class Stage:
    """The field when a level begins.

    Attributes:
        row: index of the level in the structure, from 0.
        starts: ms from the start.
        left: expected players in play.
        chips: expected chips in play.
        average: chips per player.
        average_tenths: the same in tenths of the level's big blind.
        big_blinds: big blinds in play together.
    """

    row: int
    starts: int
    left: float
    chips: int
    average: int
    average_tenths: int
    big_blinds: int


def stages(levels: Sequence[Level], field: Field) -> list[Stage]:
    """Return the expected field at the beginning of each level, until two players would be left."""
    found: list[Stage] = []
    left = field.players * (1 - field.late)
    arrived = played = at = 0.0
    for row, level in enumerate(levels):
        if level.kind == "level":
            chips = round((field.players * (1 - field.late)) * field.stack + arrived)
            players = max(left, 1.0)
            average = round(chips / players)
            tenths = average * 10 // level.big_blind
            found.append(Stage(row, round(at), left, chips, average, tenths, chips // level.big_blind))
            if left < 1.5:
                break
            minutes = level.duration / _MINUTE
            price = cost(level.big_blind, level.ante, level.ante_kind)
            left = _shrunk(left, price / chips, minutes)
            coming = _arriving(field, played, played + minutes)
            left = min(left + coming * (field.players * field.late + field.returns), _most(field))
            arrived += coming * (field.players * field.late * field.stack + field.extra_chips)
            played += minutes
        at += level.duration
    return found


def stages_to_come(levels: Sequence[Level], field: Field, since: int) -> list[Stage]:
    """Return the field at the beginning of each level from a time on; `field` is that of this time."""
    rest: list[Level] = []
    at = 0
    for level in levels:
        begin, at = at, at + level.duration
        if at > since:
            rest.append(replace(level, duration=at - max(begin, since)))
    gone = len(levels) - len(rest)
    return [
        replace(stage, row=stage.row + gone, starts=stage.starts + since) for stage in stages(rest, field)
    ]


def _most(field: Field) -> float:
    return float(field.players)


def _arriving(field: Field, begin: float, end: float) -> float:
    """Return the part of all late entries and purchases that falls into these minutes of play."""
    if field.late_until <= 0:
        return 1.0 if begin == 0 else 0.0
    return max(0.0, min(end, field.late_until) - min(begin, field.late_until)) / field.late_until


def _shrunk(left: float, price: float, minutes: float) -> float:
    """Solve dn/dt = −careless·n − rate·haste·price²·n³ for the players left after these minutes.

    Args:
        price: what a hand costs (`cost`) as a part of all chips.
    """
    for _step in range(_STEPS):
        # Within a step the haste stays the same, and the equation has this solution.
        pressure = BUST_RATE * haste(left) * price**2 / CARELESS_RATE
        square = (left**-2 + pressure) * exp(min(2 * CARELESS_RATE * minutes / _STEPS, 700)) - pressure
        left = max(1.0, 1 / sqrt(square))
    return left
