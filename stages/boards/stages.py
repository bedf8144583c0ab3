"""The stages of an event with their events, and a preview of who comes into one of them."""

from collections.abc import Collection, Sequence
from typing import Literal

from django.db.models import Count
from msgspec import Struct

from clock.services.progress import progress_of
from players.models import Player
from procedures.models import StackCount
from stages.models import AdvancedStack, Join, Stage, StageEvent
from stages.rules.advancing import Coming
from stages.services.advance_plan import AdvancePlan, advance_plan, check_plan, sources_of
from stages.services.rules import rule_of, stage_event_of
from stages.services.texts import stack_text, who_text
from tourney.access.roles import Permission
from tourney.journal.refused import Refused
from tourney.live.resources import resource
from tourney.models import Tournament
from tourney.now import to_ms
from tourney.services.field_counts import fields_of

EventState = Literal["waiting", "running", "bagged", "over", "joined"]
MOST_ROWS = 40


class StageEventRow(Struct, frozen=True):
    """An event of a stage.

    Attributes:
        state: waiting; running; bagged: its stacks were counted at the end of the day; over; joined: its players came
            into a later stage.
        starts: planned start of a waiting event.
        entries, left, chips: its field.
        counted: chips of the last count at the end of a day; null: none.
        advanced: players who came into a later stage.
    """

    tournament: int
    label: str
    name: str
    state: EventState
    starts: int | None
    entries: int
    left: int
    chips: int
    counted: int | None
    advanced: int


class StageRow(Struct, frozen=True):
    """A stage: who comes into it, with which stack, and by which rule of the book; "" for the first stage."""

    stage: int
    number: int
    name: str
    who: str
    stack: str
    rule: str
    events: list[StageEventRow]


class StagesBoard(Struct, frozen=True):
    """The stages of a multi-stage event.

    Attributes:
        event: id of the multi-stage event.
        mode: key of the format it was made from.
        stages: in order.
    """

    event: int
    name: str
    mode: str
    stages: list[StageRow]


class StackChoice(Struct, frozen=True):
    """A stack of a player who comes, and the event it is from."""

    entry: int
    label: str
    chips: int
    goes_on: bool


class ComingPlayer(Struct, frozen=True):
    """A player who would come, with the stack there. `chosen`: no stack has yet to be chosen."""

    rank: int
    player: int
    name: str
    stack: int
    points: int
    stacks: list[StackChoice]
    chosen: bool


class AdvancePreview(Struct, frozen=True):
    """Who would come into an event now.

    Attributes:
        sources: labels of the events they come from.
        players, chips: how many come, with how many chips.
        forfeited: chips of their other stacks; `left`: of players who do not come.
        difference: chips counted minus chips in play, as accepted when they were counted.
        rows: the best first, at most 40; players with several stacks before them.
        fault, rule: why they can't come yet, "" if they can; `code` of the refusal.
    """

    sources: list[str]
    players: int
    chips: int
    forfeited: int
    left: int
    difference: int
    rows: list[ComingPlayer]
    code: str
    fault: str
    rule: str


@resource("/tournaments/{int:tournament}/stages", "read_stages", permission=Permission.SEE_STAFF)
def stages(event: Tournament) -> StagesBoard | None:
    """Return the stages of the multi-stage event that a tournament belongs to; none for any other."""
    own = stage_event_of(event)
    if own is None:
        return None
    whole = own.stage.multi_stage_event
    rows = list(
        StageEvent.objects.filter(stage__multi_stage_event=whole)
        .select_related("tournament")
        .order_by("stage__number", "pk")
    )
    fields = fields_of([row.tournament for row in rows])
    joined = set(Join.objects.filter(source__in=rows).values_list("source", flat=True))
    counts = dict(
        StackCount.objects.filter(tournament__in=fields, occasion="day_end", closed_at__isnull=False)
        .order_by("pk")
        .values_list("tournament", "chips")
    )
    stacks = AdvancedStack.objects.filter(stage__multi_stage_event=whole).order_by()
    advanced = dict(
        stacks.values("source__tournament")
        .annotate(all=Count("advance", distinct=True))
        .values_list("source__tournament", "all")
    )
    by_stage: dict[int, list[StageEventRow]] = {}
    for row in rows:
        key, field = row.tournament_id, fields[row.tournament_id]
        state = _state(row, counted=key in counts, joined=row.pk in joined)
        starts = progress_of(row.tournament).starts_at if state == "waiting" else None
        by_stage.setdefault(row.stage_id, []).append(
            StageEventRow(
                tournament=key,
                label=row.label,
                name=row.tournament.name,
                state=state,
                starts=to_ms(starts),
                entries=field.entries,
                left=field.left,
                chips=field.chips,
                counted=counts.get(key),
                advanced=advanced.get(key, 0),
            )
        )
    found = []
    for stage in Stage.objects.filter(multi_stage_event=whole).order_by("number"):
        rule = rule_of(stage)
        found.append(
            StageRow(
                stage=stage.pk,
                number=stage.number,
                name=stage.name,
                who="" if rule is None else who_text(rule),
                stack="" if rule is None else stack_text(rule),
                rule="" if rule is None else rule.rule,
                events=by_stage.get(stage.pk, []),
            )
        )
    return StagesBoard(whole.pk, whole.name, whole.mode, found)


def advance_preview(
    target: StageEvent, events: Sequence[int] = (), chosen: Collection[int] = ()
) -> AdvancePreview:
    """Return who would come into an event now, and why not if that is refused.

    Args:
        target: the event.
        events: ids of the events they come from; empty: all that have not been joined.
        chosen: entries whose stack goes on, where players choose.
    """
    try:
        sources = sources_of(target, events)
        plan = advance_plan(target, sources, chosen)
    except Refused as refused:
        return AdvancePreview([], 0, 0, 0, 0, 0, [], refused.code, refused.message, refused.rule)
    code = fault = rule = ""
    try:
        check_plan(target, plan, plan.difference)
    except Refused as refused:
        code, fault, rule = refused.code, refused.message, refused.rule
    field = plan.field
    return AdvancePreview(
        sources=[source.label for source in sources],
        players=len(field.coming),
        chips=sum(one.stack for one in field.coming),
        forfeited=field.forfeited,
        left=field.left,
        difference=plan.difference,
        rows=_rows(plan),
        code=code,
        fault=fault,
        rule=rule,
    )


def _state(row: StageEvent, *, counted: bool, joined: bool) -> EventState:
    if joined:
        return "joined"
    if row.tournament.closed_at is not None:
        return "over"
    progress = progress_of(row.tournament)
    if not progress.started:
        return "waiting"
    return "bagged" if counted and progress.began is None else "running"


def _rows(plan: AdvancePlan) -> list[ComingPlayer]:
    labels = {source.tournament_id: source.label for source in plan.sources}
    event_of = {one.entry: one.event for one in plan.played}
    ranked: list[tuple[int, Coming]] = list(enumerate(plan.field.coming, start=1))
    several = [pair for pair in ranked if len(pair[1].bags) > 1]
    shown = [*several, *(pair for pair in ranked[:MOST_ROWS] if len(pair[1].bags) < 2)]
    names = dict(Player.objects.filter(pk__in=[one.player for _rank, one in shown]).values_list("pk", "name"))
    return [
        ComingPlayer(
            rank=rank,
            player=one.player,
            name=names[one.player],
            stack=one.stack,
            points=one.points,
            stacks=[
                StackChoice(bag.entry, labels[event_of[bag.entry]], bag.chips, bag.goes_on)
                for bag in one.bags
            ],
            chosen=one.player not in plan.field.undecided,
        )
        for rank, one in shown
    ]
