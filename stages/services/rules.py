"""The rule of a stage as stored, and the events it looks at. Reads only."""

from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from stages.models import Join, Stage, StageEvent
from stages.rules.stage_rule import Everybody, StageRule, from_plain
from tourney.models import Tournament
from tourney.services.prepared_query import PreparedQuery
from tourney.snapshot import cached_in_command_each

_STAGE_EVENTS = PreparedQuery(
    lambda events: StageEvent.objects.filter(tournament__in=events).select_related(
        "stage__multi_stage_event", "tournament"
    )
)


def rule_of(stage: Stage) -> StageRule | None:
    """Return how players advance to a stage; None for the first one."""
    try:
        return from_plain(stage.rule) if stage.rule else None
    except msgspec.ValidationError as error:
        raise ValueError(f"The rule of stage {stage.pk} can't be read: {error}") from error


def stage_event_of(event: Tournament) -> StageEvent | None:
    """Return the stage that an event belongs to; None for an ordinary event."""
    return stage_events_of([event])[event.pk]


@cached_in_command_each
def stage_events_of(events: Sequence[Tournament]) -> dict[int, StageEvent | None]:
    """Return the stage of each event by the event's id."""
    found: dict[int, StageEvent | None] = {event.pk: None for event in events}
    found |= {row.tournament_id: row for row in _STAGE_EVENTS.all(list(found))}
    return found


def whole_and_part_of(events: Sequence[Tournament]) -> dict[int, tuple[int, str]]:
    """Return of each event of stages the multi-stage event, and the name of the event in it: "1A", "Day 2"."""
    found = {pk: own for pk, own in stage_events_of(events).items() if own is not None}
    return {pk: (own.stage.multi_stage_event_id, _name_in_whole(own)) for pk, own in found.items()}


def tournament_names(events: Sequence[Tournament]) -> dict[int, str]:
    """Return the name of each event's tournament: for a flight or day, the name of the multi-stage event."""
    found = stage_events_of(events)
    return {
        event.pk: event.name if (own := found[event.pk]) is None else own.stage.multi_stage_event.name
        for event in events
    }


class FlightOrDay(NamedTuple):
    """A flight or day of a tournament: the event's id, its short name ("1A", "Day 2") and its stage number."""

    event: int
    name: str
    stage: int


def flights_and_days(event: Tournament) -> list[FlightOrDay]:
    """Return the flights and days of an event's tournament in order; an empty list for a single-stage event."""
    own = stage_event_of(event)
    if own is None:
        return []
    rows = StageEvent.objects.filter(stage__multi_stage_event=own.stage.multi_stage_event_id)
    rows = rows.select_related("stage").order_by("stage__number", "pk")
    return [FlightOrDay(row.tournament_id, _name_in_whole(row), row.stage.number) for row in rows]


def _name_in_whole(own: StageEvent) -> str:
    """Return the label of a flight, and the name of a later stage whose label is only its number."""
    return own.stage.name if own.label == str(own.stage.number) else own.label


def next_stage(stage: Stage) -> Stage | None:
    """Return the stage after another one; None after the last one."""
    later = Stage.objects.filter(multi_stage_event=stage.multi_stage_event_id, number__gt=stage.number)
    return later.order_by("number").first()


def rule_after(stage: Stage) -> StageRule | None:
    """Return how players advance from a stage to the next one; None after the last one."""
    following = next_stage(stage)
    return None if following is None else rule_of(following)


def source_events(stage: Stage, rule: StageRule) -> list[StageEvent]:
    """Return the events that the rule of a stage looks at, in order."""
    earlier = StageEvent.objects.filter(
        stage__multi_stage_event=stage.multi_stage_event_id, stage__number__lt=stage.number
    )
    if rule.sources == "previous":
        earlier = earlier.filter(stage__number=stage.number - 1)
    rows = earlier.select_related("tournament", "stage").order_by("stage__number", "pk")
    return list(rows)


def open_sources(stage: Stage, rule: StageRule) -> list[StageEvent]:
    """Return the events that the rule of a stage looks at and that have not been joined to it, in order."""
    joined = set(Join.objects.filter(stage=stage).values_list("source", flat=True))
    return [one for one in source_events(stage, rule) if one.pk not in joined]


def open_targets(own: StageEvent) -> list[StageEvent]:
    """Return the events of the next stage that an event's players can still advance to, in order; none after the last
    stage, and once they have advanced.
    """
    following = next_stage(own.stage)
    if following is None or Join.objects.filter(stage=following, source=own).exists():
        return []
    rows = StageEvent.objects.filter(stage=following, tournament__closed_at__isnull=True)
    return list(rows.select_related("tournament", "stage").order_by("pk"))


def plays_tables_apart(own: StageEvent) -> bool:
    """Return whether each table of an event plays for itself, because the next stage looks at the places there."""
    rule = rule_after(own.stage)
    if rule is None:
        return False
    if not rule.points and isinstance(rule.who, Everybody):
        # A heat before another one: the rule of the final says what its places are worth.
        stages = Stage.objects.filter(multi_stage_event=own.stage.multi_stage_event_id)
        last = stages.order_by("number").last()
        rule = (None if last is None else rule_of(last)) or rule
    return (bool(rule.points) and rule.points_per == "table") or getattr(rule.who, "per", "") == "table"


def everybody_plays_on_in(event: Tournament) -> str:
    """Return the name of the next stage if busted players advance to it as well (Five Spades 4.8); else ""."""
    following, rule = _next_of(event)
    if following is None or rule is None or not isinstance(rule.who, Everybody):
        return ""
    return following.name


def stack_rule_of(stage: Stage) -> StageRule | None:
    """Return the rule of a stage that players advance to with their stacks; None for any other stage."""
    rule = rule_of(stage)
    return rule if rule is not None and rule.needs_stacks else None


def days_before_stage(stage: Stage) -> int:
    """Return how many days of its tournament were played before a stage. A stage whose clock goes on from the stage
    before is the next day.
    """
    days = 0
    earlier = Stage.objects.filter(multi_stage_event=stage.multi_stage_event_id, number__lte=stage.number)
    for one in earlier.order_by("number"):
        rule = rule_of(one)
        days = days + 1 if rule is not None and rule.goes_on else 0
    return days


def stacks_go_on_to(event: Tournament) -> str:
    """Return the name of the event to which players take their stacks, or of its stage if that has several; "" if they
    play on in this event.
    """
    following, rule = _next_of(event)
    if following is None or rule is None or not rule.needs_stacks:
        return ""
    names = StageEvent.objects.filter(stage=following).values_list("tournament__name", flat=True)[:2]
    return names[0] if len(names) == 1 else following.name


def _next_of(event: Tournament) -> tuple[Stage | None, StageRule | None]:
    """Return the stage after an event's, and its rule."""
    own = stage_event_of(event)
    following = None if own is None else next_stage(own.stage)
    return following, None if following is None else rule_of(following)
