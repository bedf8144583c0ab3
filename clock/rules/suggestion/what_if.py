"""What if: changes of an existing structure, and what they do to the end of the event. Pure."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial

from clock.rules.structure import Level
from clock.rules.suggestion import payable
from clock.rules.suggestion.field_model import Field, Forecast, forecast
from clock.rules.suggestion.scaling import scaled

_MINUTE = 60_000
_SHORTEST_LEVEL = 2 * _MINUTE
# Levels are made at most so many times longer or shorter.
_SCALES = (0.2, 4.0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """A change to try. Several are made in this order.

    Attributes:
        scale: blinds and antes still to come in per cent of what they are, as the chips can pay them; 0 for no change.
        level_minutes: length of every level still to come; 0 for no change.
        break_after: row, counted from 1, after which a break comes; 0 for none.
        break_minutes: length of that break.
        players: first entries instead of the expected ones; 0 for no change.
        shorter_by: minutes by which the event becomes shorter; negative for longer.
        keep_end: scale the levels still to come so that the event ends when it would have ended before.
    """

    scale: int = 0
    level_minutes: int = 0
    break_after: int = 0
    break_minutes: int = 15
    players: int = 0
    shorter_by: int = 0
    keep_end: bool = False


@dataclass(frozen=True, slots=True)
class Outcome:
    """A changed structure, and the forecasts before and after."""

    levels: tuple[Level, ...]
    before: Forecast
    after: Forecast


@dataclass(frozen=True, slots=True)
class Situation:
    """Where an event stands.

    Attributes:
        levels: its structure.
        field: its expected field, or the players left and the chips in play.
        free: rows before this index have been played or are running.
        since: ms of the structure that have been played.
        chips: denominations; if empty, those usual for the stack.
    """

    levels: tuple[Level, ...]
    field: Field
    free: int = 0
    since: int = 0
    chips: tuple[int, ...] = ()


class Impossible(Exception):
    """No length of the levels still to come has this effect."""


def what_if(situation: Situation, change: Change) -> Outcome:
    """Return a changed structure. Rows that have begun stay as they are.

    Raises:
        Impossible: too little is left to become so much shorter or longer.
    """
    before = forecast(situation.levels, situation.field, situation.since)
    field = with_players(situation.field, change.players) if change.players else situation.field
    levels = list(situation.levels)
    if change.scale:
        chips = situation.chips or payable.usual_chips(field.stack, field.chips)
        levels = scaled(levels, situation.free, change.scale / 100, chips)
    if change.level_minutes:
        levels = _later_levels(levels, situation.free, lambda _level: change.level_minutes * _MINUTE)
    if change.break_after:
        # A break does not come before the row that is running has ended.
        place = min(max(change.break_after, situation.free), len(levels))
        levels.insert(place, Level(kind="break", duration=change.break_minutes * _MINUTE))
    if change.shorter_by or change.keep_end:
        levels = _ending_at(
            replace(situation, levels=tuple(levels), field=field),
            before.expected - change.shorter_by * _MINUTE,
        )
    return Outcome(tuple(levels), before, forecast(levels, field, situation.since))


def with_players(field: Field, players: int) -> Field:
    """Return the field with so many first entries; re-entries and purchases grow with them."""
    part = players / field.players
    return replace(
        field,
        players=players,
        extra_chips=round(field.extra_chips * part),
        returns=round(field.returns * part),
    )


def _later_levels(levels: Sequence[Level], free: int, length: Callable[[Level], int]) -> list[Level]:
    return [
        replace(level, duration=length(level)) if row >= free and level.kind == "level" else level
        for row, level in enumerate(levels)
    ]


def _ending_at(situation: Situation, wanted: int) -> list[Level]:
    """Scale the levels still to come to whole minutes, so that the event ends as near as possible to a time."""
    low, high = _SCALES
    tried: list[tuple[int, list[Level]]] = []
    for _step in range(24):
        scale = (low + high) / 2
        levels = _later_levels(situation.levels, situation.free, partial(_scaled, scale))
        expected = forecast(levels, situation.field, situation.since).expected
        tried.append((abs(expected - wanted), levels))
        low, high = (scale, high) if expected < wanted else (low, scale)
    off, levels = min(tried, key=lambda one: one[0])
    if off > max(5 * _MINUTE, (wanted - situation.since) // 20):
        raise Impossible
    return levels


def _scaled(by: float, level: Level) -> int:
    return max(_SHORTEST_LEVEL, round(level.duration * by / _MINUTE) * _MINUTE)
