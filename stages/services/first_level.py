"""With which level the clock of a later stage begins. Reads only."""

from collections.abc import Sequence

from clock.models import Clock, LevelRow
from clock.services.progress import progress_of
from stages.rules.stage_rule import StageRule
from tourney.models import Tournament


def first_row(target: Tournament, rule: StageRule, events: Sequence[Tournament]) -> int | None:
    """Return the row of the structure with which an event begins; None: as it is.

    Args:
        target: the event.
        rule: of its stage.
        events: those that players come from.
    """
    return _first_of(_levels(target), rule, events)


def first_level(target: Tournament, rule: StageRule, events: Sequence[Tournament]) -> int | None:
    """Return the number of the level with which an event will begin; None if advancing does not change it."""
    levels = _levels(target)
    row = None if Clock.objects.get(tournament=target).started else _first_of(levels, rule, events)
    return None if row is None else levels.index(row) + 1


def _levels(target: Tournament) -> list[int]:
    rows = LevelRow.objects.filter(structure__tournament=target, kind="level")
    return list(rows.order_by("position").values_list("position", flat=True))


def _first_of(levels: Sequence[int], rule: StageRule, events: Sequence[Tournament]) -> int | None:
    if rule.level is not None and levels:
        return levels[min(rule.level, len(levels)) - 1]
    played = [progress.row for event in events if (progress := progress_of(event)).started]
    if not (rule.goes_on and levels and played):
        return None
    return next((position for position in levels if position > max(played)), levels[-1])
