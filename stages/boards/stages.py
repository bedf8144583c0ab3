"""The stages of an event with their events, and a preview of who advances to one of them."""

from collections.abc import Collection, Sequence
from itertools import groupby
from typing import Literal

from django.db.models import Count
from msgspec import Struct, structs

from clock.services.progress import progress_of
from players.models import Player
from players.services.partners import with_partners
from procedures.models import StackCount
from procedures.services.stack_counts import closed_difference
from stages.models import Join, MultiStageEvent, Stage, StageEvent
from stages.rules.advancement import AdvancingPlayer
from stages.rules.stage_rule import Carried, Seating
from stages.services.advance_plan import AdvancePlan, advance_plan, check_plan, names_of, sources_of
from stages.services.onward import stacks_that_advanced
from stages.services.results import has_entries
from stages.services.rules import open_sources, rule_of, stage_event_of
from stages.services.texts import stack_text, who_text
from tourney.access.roles import Permission
from tourney.journal.refused import Refused
from tourney.live.resources import resource
from tourney.models import Tournament
from tourney.now import to_ms
from tourney.services.field_counts import fields_of
from tourney.signals import for_teams

EventState = Literal["waiting", "running", "bagged", "over", "joined"]
MOST_ROWS = 40


class StageEventRow(Struct, frozen=True):
    """An event of a stage.

    Attributes:
        state: waiting; running; bagged: its stacks were counted at the end of the day; over; joined: its players
            advanced to a later stage.
        starts: planned start of a waiting event.
        entries, left, chips: its field.
        counted: chips of the last count at the end of a day; null: none.
        difference: of that count: chips counted minus chips in play; null: no count, or the chips in play were unknown.
        advanced: players who advanced from it to a later stage, by the stack that they carried.
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
    difference: int | None
    advanced: int


class StageRow(Struct, frozen=True):
    """A stage: who advances to it, with which stack, and by which rule of the book; "" for the first stage.

    Attributes:
        seats: `redraw`: all seats are drawn again; `kept`: players keep those of the stage before.
        seats_open: whether that may still be changed.
    """

    stage: int
    number: int
    name: str
    who: str
    stack: str
    rule: str
    seats: Seating
    seats_open: bool
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
    """A stack of a player who advances, and the event it is from; one that is not carried is forfeited."""

    entry: int
    label: str
    chips: int
    is_carried: bool


class AdvancingRow(Struct, frozen=True):
    """A player who would advance, with the new stack.

    Attributes:
        rank: equal stacks share it, if stacks alone rank the players; `worst` is the last rank that they share.
        chosen: false if the player has yet to choose a stack.
    """

    rank: int
    worst: int
    player: int
    name: str
    stack: int
    points: int
    stacks: list[StackChoice]
    chosen: bool


class AdvancePreview(Struct, frozen=True):
    """Who would advance to an event now.

    Attributes:
        sources: labels of the events they come from.
        players, chips: how many advance, with how many chips.
        forfeited: chips of their other stacks; `left`: of players who do not advance.
        already: names of players whose stacks are forfeited, because they play in an event of the stage; "" without.
        difference: chips counted minus chips in play, as accepted when they were counted.
        rows: all players with several stacks, then the others, at most 40; each group the best first.
        code, fault, rule: why they can't advance yet: code, text and rule of the refusal; "" if they can. While only
            events without entries prevent it, the players of the others are shown.
    """

    sources: list[str]
    players: int
    chips: int
    forfeited: int
    left: int
    already: str
    difference: int
    rows: list[AdvancingRow]
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
    events, teams = _events_by_stage(whole), for_teams.ask(event)
    rows = [
        _stage_row(stage, events.get(stage.pk, []), teams=teams)
        for stage in Stage.objects.filter(multi_stage_event=whole)
        .select_related("multi_stage_event")
        .order_by("number")
    ]
    return StagesBoard(whole.pk, whole.name, whole.mode, rows)


def _stage_row(stage: Stage, events: list[StageEventRow], *, teams: bool) -> StageRow:
    rule = rule_of(stage)
    return StageRow(
        stage=stage.pk,
        number=stage.number,
        name=stage.name,
        who="" if rule is None else who_text(rule, teams=teams),
        stack="" if rule is None else stack_text(rule),
        rule="" if rule is None else rule.rule,
        seats="redraw" if rule is None else rule.seats,
        seats_open=rule is not None
        and stage.multi_stage_event.mode.startswith("flights_")
        and all(one.state == "waiting" for one in events)
        and bool(open_sources(stage, rule)),
        events=events,
    )


def _events_by_stage(whole: MultiStageEvent) -> dict[int, list[StageEventRow]]:
    rows = list(
        StageEvent.objects.filter(stage__multi_stage_event=whole)
        .select_related("tournament")
        .order_by("stage__number", "pk")
    )
    fields = fields_of([row.tournament for row in rows])
    joined = set(Join.objects.filter(source__in=rows).values_list("source", flat=True))
    closed = StackCount.objects.filter(
        tournament__in=fields, occasion="day_end", closed_at__isnull=False
    ).order_by("pk")
    counts = {count.tournament_id: count for count in closed}
    advanced = _advanced_by_event(whole)
    found: dict[int, list[StageEventRow]] = {}
    for row in rows:
        key, field = row.tournament_id, fields[row.tournament_id]
        count = counts.get(key)
        state = _state(row, counted=count is not None, joined=row.pk in joined)
        starts = progress_of(row.tournament).starts_at if state == "waiting" else None
        found.setdefault(row.stage_id, []).append(
            StageEventRow(
                tournament=key,
                label=row.label,
                name=row.tournament.name,
                state=state,
                starts=to_ms(starts),
                entries=field.entries,
                left=field.left,
                chips=field.chips,
                counted=None if count is None else count.chips,
                difference=None if count is None else closed_difference(count),
                advanced=advanced.get(key, 0),
            )
        )
    return found


def _advanced_by_event(whole: MultiStageEvent) -> dict[int, int]:
    """Return how many players of each event advanced to a later stage."""
    stacks = stacks_that_advanced().filter(stage__multi_stage_event=whole).order_by()
    rows = stacks.values("source__tournament").annotate(players=Count("advance", distinct=True))
    return dict(rows.values_list("source__tournament", "players"))


def advance_preview(
    target: StageEvent, events: Sequence[int] = (), chosen: Collection[int] = ()
) -> AdvancePreview:
    """Return who would advance to an event now, and why not if that is refused.

    Args:
        target: the event.
        events: ids of the events they come from; empty: all that have not been joined.
        chosen: entries whose stack is carried, where players choose.
    """
    sources: list[StageEvent] = []
    try:
        sources = sources_of(target, events)
        plan = advance_plan(target, sources, chosen)
        fault = _fault_of(target, plan)
    except Refused as refused:
        # A flight without entries holds the others up, but does not hide their players.
        entered = [one for one in sources if has_entries(one.tournament)]
        if entered and len(entered) < len(sources):
            found = advance_preview(target, [one.tournament_id for one in entered], chosen)
            if found.players:
                return structs.replace(found, code=refused.code, fault=refused.message, rule=refused.rule)
        return AdvancePreview([], 0, 0, 0, 0, "", 0, [], refused.code, refused.message, refused.rule)
    field = plan.field
    return AdvancePreview(
        sources=[source.label for source in sources],
        players=len(field.players),
        chips=sum(one.stack for one in field.players),
        forfeited=field.forfeited,
        left=field.left,
        already=names_of(plan.already, sources),
        difference=plan.difference,
        rows=_rows(plan),
        code="" if fault is None else fault.code,
        fault="" if fault is None else fault.message,
        rule="" if fault is None else fault.rule,
    )


def _fault_of(target: StageEvent, plan: AdvancePlan) -> Refused | None:
    """Return why a plan can't be carried out; None if it can."""
    try:
        check_plan(target, plan, plan.difference)
    except Refused as refused:
        return refused
    return None


def _state(row: StageEvent, *, counted: bool, joined: bool) -> EventState:
    if joined:
        return "joined"
    if row.tournament.closed_at is not None:
        return "over"
    progress = progress_of(row.tournament)
    if not progress.started:
        return "waiting"
    return "bagged" if counted and progress.began is None else "running"


def _ranked(plan: AdvancePlan) -> list[tuple[int, int, AdvancingPlayer]]:
    """Return the players with the first and the last rank of each.

    The two differ only if stacks alone rank the players and several stacks are equal.
    """
    by_stack = isinstance(plan.rule.stack, Carried) and not plan.rule.points
    ranked: list[tuple[int, int, AdvancingPlayer]] = []
    for _key, group in groupby(plan.field.players, key=lambda one: one.stack if by_stack else -one.player):
        sharing = list(group)
        first = len(ranked) + 1
        ranked += [(first, first + len(sharing) - 1, one) for one in sharing]
    return ranked


def _rows(plan: AdvancePlan) -> list[AdvancingRow]:
    labels = {source.tournament_id: source.label for source in plan.sources}
    event_of = {one.entry: one.event for one in plan.results}
    ranked = _ranked(plan)
    several = [row for row in ranked if len(row[2].bagged) > 1]
    shown = [*several, *(row for row in ranked[:MOST_ROWS] if len(row[2].bagged) < 2)]
    people = Player.objects.in_bulk([one.player for *_ranks, one in shown])
    names = with_partners({one.entry: people[one.player].name for *_ranks, one in shown})
    return [
        AdvancingRow(
            rank=rank,
            worst=worst,
            player=one.player,
            name=names[one.entry],
            stack=one.stack,
            points=one.points,
            stacks=[
                StackChoice(stack.entry, labels[event_of[stack.entry]], stack.chips, stack.is_carried)
                for stack in one.bagged
            ],
            chosen=one.player not in plan.field.undecided,
        )
        for rank, worst, one in sorted(shown, key=lambda row: row[0])
    ]
