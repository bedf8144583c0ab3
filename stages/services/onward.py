"""Where players of an event take their stacks, and which of them advanced. Reads only."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Exists, OuterRef, Q, QuerySet

from clock.models import Clock
from clock.services.progress import progress_of
from procedures.signals import NextStage
from stages.models import AdvancedStack, Join, StageEvent
from stages.rules.stage_names import name_with_label
from stages.rules.stage_rule import WithChips
from stages.services.rules import next_stage, source_events, stack_rule_of, stage_event_of
from tourney.models import Tournament


@dataclass(frozen=True, slots=True)
class CarriedStack:
    """The stack with which a player advanced, and the name of the event that it is from."""

    event: str
    chips: int


@dataclass(frozen=True, slots=True)
class Onward:
    """The event that players advance to.

    Attributes:
        name: of the event, or of its stage if that has several.
        start: its planned start; None: not announced, or several events.
        certain: all players with chips advance.
        joined: the players of the earlier event have advanced.
        entries: entries of the earlier event whose players advanced.
        forfeited: those of them whose stacks were forfeited, with the stack that the player advanced with instead.
    """

    name: str
    start: datetime | None
    certain: bool
    joined: bool
    entries: frozenset[int]
    forfeited: Mapping[int, CarriedStack]


def players_went_to(event: Tournament) -> list[Tournament]:
    """Return the events to which players of an event have advanced."""
    return list(
        Tournament.objects.filter(stage_event__joins__source__tournament=event).distinct().order_by("pk")
    )


def came_from(event: Tournament) -> list[int]:
    """Return the ids of the events from which players have advanced to an event."""
    joins = Join.objects.filter(target__tournament=event)
    return list(joins.values_list("source__tournament", flat=True))


def stacks_that_advanced() -> QuerySet[AdvancedStack]:
    """Return the stacks with which players advanced: of several of a player the carried ones, if any was carried."""
    return AdvancedStack.objects.filter(Q(carried=True) | ~Exists(_carried_beside()))


def forfeited_stacks() -> QuerySet[AdvancedStack]:
    """Return the stacks that players forfeited because they advanced with another one."""
    return AdvancedStack.objects.filter(Exists(_carried_beside()), carried=False)


def _carried_beside() -> QuerySet[AdvancedStack]:
    return AdvancedStack.objects.filter(advance=OuterRef("advance"), carried=True)


def onward_of(event: Tournament) -> Onward | None:
    """Return where players of an event take their stacks; None if they play on in it."""
    own = stage_event_of(event)
    following = None if own is None else next_stage(own.stage)
    rule = None if following is None else stack_rule_of(following)
    if own is None or following is None or rule is None:
        return None
    events = list(StageEvent.objects.filter(stage=following).select_related("tournament")[:2])
    alone = events[0].tournament if len(events) == 1 else None
    start = Clock.objects.filter(tournament=alone).values_list("planned_start", flat=True).first()
    stacks = AdvancedStack.objects.filter(source__tournament=event)
    return Onward(
        name=following.name if alone is None else alone.name,
        start=start,
        certain=isinstance(rule.who, WithChips),
        joined=Join.objects.filter(source=own).exists(),
        entries=frozenset(stacks.values_list("source", flat=True)),
        forfeited=_forfeited_in(event),
    )


def _forfeited_in(event: Tournament) -> dict[int, CarriedStack]:
    """Return the stack that counts instead, by entry of an event whose stack was forfeited."""
    lost = dict(
        forfeited_stacks()
        .filter(source__tournament=event, chips__gt=0)
        .order_by()
        .values_list("source", "advance")
    )
    if not lost:
        return {}
    carried = {
        advance: CarriedStack(name, chips)
        for advance, name, chips in AdvancedStack.objects.filter(
            advance__in=set(lost.values()), carried=True
        ).values_list("advance", "source__tournament__name", "chips")
    }
    return {entry: carried[advance] for entry, advance in lost.items()}


def next_stage_of(event: Tournament) -> NextStage | None:
    """Return the stage to which players of an event take their stacks; None if they play on in it."""
    own = stage_event_of(event)
    following = None if own is None else next_stage(own.stage)
    if own is None or following is None or stack_rule_of(following) is None:
        return None
    flights = StageEvent.objects.filter(stage=own.stage).count()
    here = own.stage.name if flights == 1 else name_with_label(own.stage.name, own.stage.number, own.label)
    advanced = Exists(Join.objects.filter(target=OuterRef("pk"), source=own))
    rows = StageEvent.objects.filter(stage=following).select_related("tournament").annotate(advanced=advanced)
    progress = [progress_of(one.tournament) for one in rows]
    start = progress[0].starts_at if len(progress) == 1 else None
    targets = [one.tournament_id for one in rows if one.advanced]
    return NextStage(
        here,
        following.name,
        start,
        begun=any(one.started for one in progress),
        over=bool(rows) and all(one.tournament.closed_at is not None for one in rows),
        event=targets[0] if len(targets) == 1 else None,
    )


def events_before(event: Tournament) -> list[int]:
    """Return the ids of the events from which players take their stacks to an event."""
    own = stage_event_of(event)
    rule = None if own is None else stack_rule_of(own.stage)
    return (
        [] if own is None or rule is None else [one.tournament_id for one in source_events(own.stage, rule)]
    )
