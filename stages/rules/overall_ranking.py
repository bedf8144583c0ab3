"""Places over all stages of an event. Pure."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby


@dataclass(frozen=True, slots=True)
class StageReached:
    """How far a player got.

    Attributes:
        player, entry: ids; the entry is the one in the last stage that the player reached.
        stage: number of that stage.
        key: orders the players of one stage, the best first; equal keys share a place. An integer or several.
        is_in: whether the player is still in play.
    """

    player: int
    entry: int
    stage: int
    key: tuple[int, ...]
    is_in: bool = False


@dataclass(frozen=True, slots=True)
class OverallPlace:
    """A player's place over all stages.

    Attributes:
        player, entry: ids.
        stage: number of the last stage that the player reached.
        best, worst: the places held, 1 for the winner; equal unless the place is shared.
    """

    player: int
    entry: int
    stage: int
    best: int
    worst: int


def overall_places(furthest: Iterable[StageReached]) -> tuple[OverallPlace, ...]:
    """Rank the field: the last stage first, then players who did not reach it, stage by stage.

    Players who are still in play have no place yet, but those behind them are ranked behind all of them.

    Args:
        furthest: how far each player got, each player once.
    """
    ranked = sorted(furthest, key=lambda one: (-one.stage, not one.is_in, one.key))
    places: list[OverallPlace] = []
    above = 0
    for _key, level in groupby(ranked, key=lambda one: (-one.stage, one.is_in, one.key)):
        rows = list(level)
        if not rows[0].is_in:
            last = above + len(rows)
            places += [OverallPlace(one.player, one.entry, one.stage, above + 1, last) for one in rows]
        above += len(rows)
    return tuple(places)
