"""Commands of the room for multi-stage events: set one up, add an event to a stage, change a rule."""

from collections.abc import Sequence
from typing import Annotated, Any, Literal

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from pydantic import BaseModel, ConfigDict, Field

from clock.commands.events import CLOSE_INSTEAD
from desk.models import Registration
from prizes.models import Payout, PlacePrize, PrizeItem
from procedures.commands.event_copy import make_copy
from seating.models import Plan
from stages.models import MultiStageEvent, Stage, StageEvent
from stages.rules.presets import Preset, PresetStage, presets_of, with_days, with_field
from stages.rules.stage_rule import InMoney, to_plain
from stages.services.rules import next_stage, rule_of, stage_event_of
from stages.services.running import check_not_running, is_played
from stages.services.texts import stage_name
from tourney.access.roles import Permission
from tourney.commands import Name
from tourney.journal.arguments import Id, Timestamp
from tourney.journal.commands import command
from tourney.journal.refused import Refused
from tourney.journal.tx import Tx
from tourney.models import Tournament
from tourney.rulebooks.shelf import book_of

MOST_FLIGHTS = 26
Label = Annotated[str, Field(min_length=1, max_length=20)]
Percentage = Annotated[int, Field(ge=1, le=100, description="per cent")]


class FlightInput(BaseModel):
    """An event of a stage: its label ("1B"), and when its clock starts automatically."""

    model_config = ConfigDict(extra="forbid", strict=True)
    label: Label
    planned_start: Timestamp | None = None


@command(
    "stages.set_up",
    permission=Permission.MANAGE_EVENTS,
    scope="room",
    boards=("lobby",),
    summary=lazy("Set up “%(name)s” in several stages"),
    undo_hint=CLOSE_INSTEAD,
)
def set_up_stages(
    tx: Tx,
    name: Name,
    first: Id,
    preset: str,
    flights: Annotated[list[FlightInput], Field(max_length=MOST_FLIGHTS)] = [],  # noqa: B006
    starts: Annotated[list[Timestamp | None], Field(max_length=20)] = [],  # noqa: B006
    days: Annotated[int, Field(ge=2, le=7)] = 2,
    percent: Percentage | None = None,
    in_money: bool = False,
    entries_most: Annotated[int, Field(ge=1, le=100)] | None = None,
) -> Any:
    """Make an event the first one of several stages. The events of later stages and further flights are copies of it.

    Registration for later stages stays closed: players come from earlier ones. The prizes belong to the last stage.

    Args:
        name: of the whole, shown on displays.
        first: the event that becomes the first one of the first stage.
        preset: key of the format, such as "flights_best"; `docs/stages.md` lists them.
        flights: further events of the first stage; the first one is labelled "1A".
        starts: when the events of the later stages start, in order, in ms; null: manual start.
        days: in flights, how many; more than two if several groups of day 2 meet again on day 3.
        percent: in flights, how many of the entries of each go on; null: everybody with chips.
        in_money: in flights, those go on who are in the places that their flight pays.
        entries_most: most entries of a player over all events of the first stage; null: as each event allows.

    Raises:
        Refused: the format is unknown in the event's rulebook (`unknown_preset`); the event belongs to a multi-stage
            event (`has_stages`), is closed (`event_closed`), or its prizes are locked (`payout_locked`); a label is
            used twice (`label_taken`).
    """
    source = tx.lock(Tournament, pk=first)
    found = presets_of(book_of(source.book)).get(preset)
    if found is None:
        raise Refused("unknown_preset", _("This format is not played by the event’s rulebook."))
    if stage_event_of(source) is not None:
        raise Refused("has_stages", _("This event is already part of a multi-stage event."))
    if source.closed_at is not None:
        raise Refused("event_closed", _("This event is closed."))
    labels = [first_label(found), *(one.label.strip() for one in flights)]
    if len(set(labels)) != len(labels):
        text = _("Each event of a stage needs a label of its own.")
        raise Refused("label_taken", text, fields={"flights": text})
    chosen = found
    if found.has_flights:
        chosen = with_days(with_field(found, percent=percent, in_money=in_money), days)
    made = tx.create(MultiStageEvent, name=name.strip(), mode=found.key, created_at=tx.now)
    stages = [_create_stage(tx, made, number, one) for number, one in enumerate(chosen.stages, start=1)]
    if entries_most is not None:
        tx.save(stages[0], entries_most=entries_most)
    pays_flights = any(isinstance(one.rule.who, InMoney) for one in chosen.stages if one.rule is not None)
    events = [source]
    tx.create(StageEvent, stage=stages[0], tournament=source, label=labels[0])
    for given in flights:
        flight = make_copy(tx, source, event_name(made, given.label.strip()), given.planned_start)
        tx.create(StageEvent, stage=stages[0], tournament=flight, label=given.label.strip())
        events.append(flight)
    for index, (stage, one) in enumerate(zip(stages[1:], chosen.stages[1:], strict=True)):
        start = starts[index] if index < len(starts) else None
        later = _make_later_event(tx, source, event_name(made, stage.name), start)
        _set_tables_apart(tx, later, one)
        tx.create(StageEvent, stage=stage, tournament=later, label=str(stage.number))
        events.append(later)
    _set_tables_apart(tx, source, chosen.stages[0])
    _move_prizes(tx, events, keep_flights=pays_flights)
    tx.save(source, name=event_name(made, labels[0] if flights else stages[0].name))
    return {
        "multi_stage_event": made.pk,
        "events": [one.pk for one in events],
        # Whether an undo finds the first event as it was.
        "running": is_played(source),
    }


def first_label(preset: Preset) -> str:
    """Return the label of the first event."""
    return "1A" if preset.has_flights else "1"


def event_name(whole: MultiStageEvent, part: str) -> str:
    """Return the name of an event of a stage: “Main Event 1B”."""
    return f"{whole.name[: 79 - len(part)]} {part}"


def _create_stage(tx: Tx, whole: MultiStageEvent, number: int, given: PresetStage) -> Stage:
    rule = {} if given.rule is None else to_plain(given.rule)
    name = stage_name(given.called, given.number)
    return tx.create(Stage, multi_stage_event=whole, number=number, name=name, rule=rule)


def _make_later_event(tx: Tx, source: Tournament, name: str, start: int | None) -> Tournament:
    """Copy an event for a later stage: entry stays closed, and seats are for players who come."""
    made = make_copy(tx, source, name, start)
    tx.save(made, counted_by_hand=False)
    registration = Registration.objects.filter(tournament=made).first()
    if registration is not None:
        tx.save(registration, closed_at=tx.now)
    plan = Plan.objects.filter(tournament=made).first()
    if plan is not None:
        tx.save(plan, ghosts=False)
    return made


def _set_tables_apart(tx: Tx, event: Tournament, given: PresetStage) -> None:
    """Leave balancing to the director where each table plays for itself."""
    plan = Plan.objects.filter(tournament=event).first()
    if plan is not None and given.tables_apart:
        tx.save(plan, late_stage=True, auto_balance=False, auto_break=False)


def _move_prizes(tx: Tx, events: Sequence[Tournament], *, keep_flights: bool) -> None:
    """Leave the prizes to the last event, which pays from the sales of all stages."""
    for event in events[:-1]:
        payout = Payout.objects.filter(tournament=event).first()
        if payout is None or keep_flights:
            continue
        if payout.locked_at is not None:
            raise Refused("payout_locked", _("The prizes of “%(event)s” are locked.") % {"event": event.name})
        for model in (PlacePrize, PrizeItem):
            tx.delete_many(list(model._default_manager.filter(payout=payout)))
        tx.delete(payout)


@command(
    "stages.add_event",
    permission=Permission.MANAGE_EVENTS,
    scope="room",
    boards=("lobby",),
    summary=lazy("Added %(label)s to a stage"),
    undo_hint=CLOSE_INSTEAD,
)
def add_stage_event(
    tx: Tx, stage: Id, label: Label, like: Id | None = None, planned_start: Timestamp | None = None
) -> Any:
    """Add an event to a stage: a further flight, or a further group of a later day.

    Args:
        stage: the stage.
        label: of the new event, unique in the stage: "1C".
        like: the event of the stage to copy; null: its first one.
        planned_start: when its clock starts automatically, in ms; null: manual start.

    Raises:
        Refused: the label is taken (`label_taken`); the event to copy is not one of the stage (`not_found`).
    """
    row = tx.lock(Stage, pk=stage)
    if StageEvent.objects.filter(stage=row, label=label.strip()).exists():
        text = _("Each event of a stage needs a label of its own.")
        raise Refused("label_taken", text, fields={"label": text})
    if like is None:
        model = StageEvent.objects.filter(stage=row).select_related("tournament").first()
        if model is None:
            raise Refused("not_found", _("This stage has no event to copy."))
    else:
        model = tx.get(StageEvent, stage=row, tournament=like)
    name = event_name(row.multi_stage_event, label.strip())
    if row.number == 1:
        made = make_copy(tx, model.tournament, name, planned_start)
    else:
        made = _make_later_event(tx, model.tournament, name, planned_start)
    following = next_stage(row)
    rule = None if following is None else rule_of(following)
    if following is not None:
        _move_prizes(
            tx, [made, model.tournament], keep_flights=rule is not None and isinstance(rule.who, InMoney)
        )
    tx.create(StageEvent, stage=row, tournament=made, label=label.strip())
    return {"tournament": made.pk}


@command(
    "stages.set_rule",
    permission=Permission.MANAGE_EVENTS,
    scope="room",
    summary=lazy("Changed how players come into a stage"),
)
def set_stage_rule(
    tx: Tx,
    stage: Id,
    take: Literal["only", "best", "sum", "one"] | None = None,
    percent: Percentage | None = None,
    in_money: bool = False,
) -> Any:
    """Change who goes on in flights, and with which stack, before the first flight runs.

    Args:
        stage: the stage that players come to.
        take: of several stacks of a player: the best goes on, all are added up, one that the player chooses, or only
            one is allowed; null: as it is.
        percent: of the entries of each event; null: everybody with chips.
        in_money: those in the places that their event pays.

    Raises:
        Refused: one of the events runs or is over (`stages_running`); the stage is not one of flights (`no_flights`).
    """
    row = tx.lock(Stage, pk=stage)
    rule = rule_of(row)
    preset = None if rule is None else _flight_preset(row, take)
    if rule is None or preset is None:
        raise Refused("no_flights", _("This can only be changed for flights."))
    check_not_running(row.multi_stage_event, rule.rule)
    changed = with_field(preset, percent=percent, in_money=in_money).stages[1].rule
    assert changed is not None
    tx.save(row, rule=to_plain(changed))
    if take is not None:
        tx.save(row.multi_stage_event, mode=preset.key)
    return None


def _flight_preset(stage: Stage, take: str | None) -> Preset | None:
    """Return the preset of flights that a stage is made of, with another way to take stacks."""
    whole = stage.multi_stage_event
    event = Tournament.objects.filter(stage_event__stage__multi_stage_event=whole).order_by("pk").first()
    if event is None or not whole.mode.startswith("flights_"):
        return None
    return presets_of(book_of(event.book))[f"flights_{take}" if take is not None else whole.mode]
