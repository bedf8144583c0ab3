"""The chart of a structure: players left and their average stack over time. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass

from clock.rules.structure import Level
from clock.rules.suggestion.field_model import Forecast, Stage

WIDTH, HEIGHT = 360, 200
_LEFT, _RIGHT, _TOP, _BOTTOM = 34, 34, 14, 24
_HOUR = 3_600_000


@dataclass(frozen=True, slots=True)
class Tick:
    """A label at a place of an axis."""

    at: int
    text: str


@dataclass(frozen=True, slots=True)
class Span:
    """A part of the time axis."""

    x: int
    width: int


@dataclass(frozen=True, slots=True)
class Chart:
    """Coordinates in a box of `WIDTH` by `HEIGHT`, as texts for SVG.

    Attributes:
        players: points of the line of players left; `average`: of the average stack in big blinds.
        breaks: where they are; `spread`: between the early and the late end; `end`: the expected end;
            None if the levels are over before.
        hours: labels of the time axis; `players_at`, `average_at`: those of the two other axes.
    """

    players: str
    average: str
    breaks: tuple[Span, ...]
    spread: Span | None
    end: int | None
    hours: tuple[Tick, ...]
    players_at: tuple[Tick, ...]
    average_at: tuple[Tick, ...]
    left: int = _LEFT
    right: int = WIDTH - _RIGHT
    top: int = _TOP
    bottom: int = HEIGHT - _BOTTOM
    width: int = WIDTH
    height: int = HEIGHT


def chart_of(levels: Sequence[Level], forecast: Forecast, stages: Sequence[Stage]) -> Chart:
    """Return the chart of a structure; `stages` are those of its field, at least one."""
    total = sum(level.duration for level in levels)
    # An event that outlasts its structure is shown until the levels are over.
    until = max(min(forecast.late, total) * 1.04, 1)
    stages = [stage for stage in stages if stage.starts <= until] or [stages[0]]
    most_players = max(max(stage.left for stage in stages), 1)
    most_average = max(max(stage.average_tenths for stage in stages) / 10, 1)

    def x(ms: float) -> int:
        return round(_LEFT + (WIDTH - _LEFT - _RIGHT) * min(ms / until, 1))

    def y(part: float) -> int:
        return round(HEIGHT - _BOTTOM - (HEIGHT - _TOP - _BOTTOM) * part)

    breaks, at = [], 0
    for level in levels:
        if level.kind == "break" and at < until:
            breaks.append(Span(x(at), max(2, x(at + level.duration) - x(at))))
        at += level.duration
    early, late = x(forecast.early), x(forecast.late)
    step = _HOUR * max(1, round(until / (6 * _HOUR)))
    return Chart(
        players=" ".join(f"{x(stage.starts)},{y(stage.left / most_players)}" for stage in stages),
        average=" ".join(
            f"{x(stage.starts)},{y(stage.average_tenths / 10 / most_average)}" for stage in stages
        ),
        breaks=tuple(breaks),
        spread=Span(early, max(2, late - early)) if forecast.early <= until else None,
        end=x(forecast.expected) if forecast.expected <= until else None,
        hours=tuple(Tick(x(ms), f"{ms // _HOUR} h") for ms in range(0, int(until), step)),
        players_at=tuple(Tick(y(part), str(round(most_players * part))) for part in (0.0, 0.5, 1.0)),
        average_at=tuple(Tick(y(part), str(round(most_average * part))) for part in (0.0, 0.5, 1.0)),
    )
