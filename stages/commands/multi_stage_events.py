"""Commands of the room for multi-stage events: set one up, add an event to a stage, change a rule."""

from collections.abc import Sequence
from itertools import zip_longest
from typing import Annotated, Any, Literal

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from msgspec import structs
from pydantic import BaseModel, ConfigDict, Field

from clock.commands.events import CLOSE_INSTEAD
from desk.commands.partners import no_partners
from desk.models import Registration
from desk.services.registration import is_not_yet_open
from prizes.models import Payout, PlacePrize, PrizeItem
from procedures.commands.event_copy import make_copy
from seating.models import Plan
from stages.models import MultiStageEvent, Stage, StageEvent
from stages.rules.presets import Preset, PresetStage, presets_of, with_days, with_field
from stages.rules.stage_rule import InMoney, StageRule, to_plain
from stages.services.rules import next_stage, rule_after, rule_of, stage_event_of
from stages.services.stage_state import check_not_running, is_played
from stages.services.texts import stage_name
from tourney.access.roles import Permission
from tourney.commands import Name
from tourney.journal.arguments import Id, Timestamp
from tourney.journal.commands import command
from tourney.journal.refused import Refused
from tourney.journal.tx import Tx
from tourney.models import Entry, Tournament
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

    Registration for later stages stays closed: players advance from earlier ones. If that of the first event is not
    open yet, neither is that of the further flights. The prizes belong to the last stage.

    Args:
        name: of the multi-stage event, shown on displays.
        first: the event that becomes the first one of the first stage.
        preset: key of the format, such as "flights_best"; `docs/stages.md` lists them.
        flights: further events of the first stage; the first one is labelled "1A".
        starts: when the events of the later stages start, in order, in ms; null: manual start.
        days: in flights, how many; more than two if several groups of day 2 meet again on day 3.
        percent: in flights, the percentage of the entries of each that advance; null: all players with chips.
        in_money: in flights, only players in the places that their flight pays advance.
        entries_most: most entries of a player over all events of the first stage; null: as each event allows.

    Raises:
        Refused: the format is unknown in the event's rulebook (`unknown_preset`), or it is for teams and the event has
            no registration (`no_registration`) or entries of single players (`has_entries`); the event belongs to a
            multi-stage event (`has_stages`), is closed (`event_closed`), or its prizes are locked (`payout_locked`); a
            name or label is empty (`bad_argument`), or a label is used twice (`label_taken`).
    """
    source = tx.lock(Tournament, pk=first)
    format_ = presets_of(book_of(source.book)).get(preset)
    if format_ is None:
        raise Refused("unknown_preset", _("This format is not played by the event’s rulebook."))
    _require_single_event(source)
    if not name.strip():
        raise Refused("bad_argument", _("An event needs a name."), fields={"name": _("must not be empty.")})
    if format_.teams:
        _set_teams(tx, source)
    labels = _labels(format_, flights)
    if format_.has_flights:
        format_ = with_days(with_field(format_, percent=percent, in_money=in_money), days)
    whole = tx.create(MultiStageEvent, name=name.strip(), mode=format_.key, created_at=tx.now)
    stages = [_create_stage(tx, whole, number, one) for number, one in enumerate(format_.stages, start=1)]
    if entries_most is not None:
        tx.save(stages[0], entries_most=entries_most)
    events = [source]
    tx.create(StageEvent, stage=stages[0], tournament=source, label=labels[0])
    for label, given in zip(labels[1:], flights, strict=True):
        events.append(_make_flight(tx, source, event_name(whole, label), given.planned_start))
        tx.create(StageEvent, stage=stages[0], tournament=events[-1], label=label)
    for stage, one, start in zip_longest(stages[1:], format_.stages[1:], starts[: len(stages) - 1]):
        events.append(_make_later_event(tx, source, event_name(whole, stage.name), start))
        _set_tables_apart(tx, events[-1], one)
        tx.create(StageEvent, stage=stage, tournament=events[-1], label=str(stage.number))
    _set_tables_apart(tx, source, format_.stages[0])
    _move_prizes(tx, events, keep_flights=any(_pays_flights(one.rule) for one in format_.stages))
    tx.save(source, name=event_name(whole, labels[0] if flights else stages[0].name))
    return {
        "multi_stage_event": whole.pk,
        "events": [one.pk for one in events],
        # Whether the first event was already played: its stages can then be undone until it ends.
        "running": is_played(source),
    }


def _require_single_event(source: Tournament) -> None:
    if stage_event_of(source) is not None:
        raise Refused("has_stages", _("This event is already part of a multi-stage event."))
    if source.closed_at is not None:
        raise Refused("event_closed", _("This event is closed."))


def _set_teams(tx: Tx, source: Tournament) -> None:
    """Let two players share each entry, of the first event and so of its copies (`no_registration`)."""
    row = Registration.objects.filter(tournament=source).first()
    if row is None:
        raise Refused("no_registration", _("Set up this event’s registration first."))
    if not row.partner_until:
        _check_no_entries(source)
        tx.save(row, partner_until="entry")


def _check_no_entries(source: Tournament) -> None:
    """Check that an event has no entries of single players (`has_entries`)."""
    if Entry.objects.filter(tournament=source, voided_at__isnull=True).exists():
        message = _("“%(event)s” already has entries of single players.")
        raise Refused("has_entries", message % {"event": source.name})


def _labels(preset: Preset, flights: Sequence[FlightInput]) -> list[str]:
    """Return the labels of the events of the first stage.

    Raises:
        Refused: one is empty (`bad_argument`), or used twice (`label_taken`).
    """
    labels = [first_label(preset), *(one.label.strip() for one in flights)]
    if not all(labels):
        raise _refused_label("bad_argument", "flights")
    if len(set(labels)) != len(labels):
        raise _refused_label("label_taken", "flights")
    return labels


def _refused_label(code: str, field: str) -> Refused:
    text = _("Each event of a stage needs a label of its own.")
    return Refused(code, text, fields={field: text})


def _pays_flights(rule: StageRule | None) -> bool:
    """Return whether the events before a stage pay prizes themselves."""
    return rule is not None and isinstance(rule.who, InMoney)


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


def _make_flight(tx: Tx, source: Tournament, name: str, start: int | None) -> Tournament:
    """Copy an event for a further flight: where registration is to be opened later, each flight waits for it."""
    made = make_copy(tx, source, name, start)
    if is_not_yet_open(source):
        _keep_closed(tx, made)
    return made


def _keep_closed(tx: Tx, event: Tournament) -> None:
    registration = Registration.objects.filter(tournament=event).first()
    if registration is not None:
        tx.save(registration, closed_at=tx.now)


def _make_later_event(tx: Tx, source: Tournament, name: str, start: int | None) -> Tournament:
    """Copy an event for a later stage: registration stays closed, and seats are for players who advance."""
    made = make_copy(tx, source, name, start)
    tx.save(made, counted_by_hand=False)
    _keep_closed(tx, made)
    plan = Plan.objects.filter(tournament=made).first()
    if plan is not None:
        tx.save(plan, ghosts=False)
    return made


def _set_tables_apart(tx: Tx, event: Tournament, given: PresetStage) -> None:
    """Leave balancing and breaking to the director where each table plays for itself."""
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
        Refused: the label is empty (`bad_argument`) or taken (`label_taken`); the event to copy is not one of the stage
            (`not_found`).
    """
    row = tx.lock(Stage, pk=stage)
    label = label.strip()
    if not label:
        raise _refused_label("bad_argument", "label")
    if StageEvent.objects.filter(stage=row, label=label).exists():
        raise _refused_label("label_taken", "label")
    if like is None:
        model = StageEvent.objects.filter(stage=row).select_related("tournament").first()
        if model is None:
            raise Refused("not_found", _("This stage has no event to copy."))
    else:
        model = tx.get(StageEvent, stage=row, tournament=like)
    name = event_name(row.multi_stage_event, label)
    if row.number == 1:
        made = _make_flight(tx, model.tournament, name, planned_start)
    else:
        made = _make_later_event(tx, model.tournament, name, planned_start)
    if next_stage(row) is not None:
        _move_prizes(tx, [made, model.tournament], keep_flights=_pays_flights(rule_after(row)))
    tx.create(StageEvent, stage=row, tournament=made, label=label)
    return {"tournament": made.pk}


@command(
    "stages.set_rule",
    permission=Permission.MANAGE_EVENTS,
    scope="room",
    summary=lazy("Changed how players advance to a stage"),
)
def set_stage_rule(
    tx: Tx,
    stage: Id,
    take: Literal["only", "best", "sum", "one", "tag_team"] | None = None,
    percent: Percentage | None = None,
    in_money: bool = False,
) -> Any:
    """Change who advances from flights, and with which stack, before the first flight runs.

    Args:
        stage: the stage that players advance to.
        take: of several stacks of a player: the best is carried, all are added up, the player chooses one, or only
            one is allowed; "tag_team": the best, of teams of two; null: as it is.
        percent: of the entries of each event; null: all players with chips.
        in_money: only players in the places that their event pays.

    Raises:
        Refused: one of the events runs or is over (`stages_running`); the stage is not one of flights (`no_flights`);
            the format is for teams, and players enter alone (`no_partners`).
    """
    row = tx.lock(Stage, pk=stage)
    rule = rule_of(row)
    preset = None if rule is None else _flight_preset(row, take)
    if rule is None or preset is None:
        raise Refused("no_flights", _("This can only be changed for flights."))
    sold = Registration.objects.filter(
        tournament__stage_event__stage__multi_stage_event=row.multi_stage_event
    )
    if take is not None and preset.teams and not sold.exclude(partner_until="").exists():
        raise no_partners()
    check_not_running(row.multi_stage_event, rule.rule)
    changed = with_field(preset, percent=percent, in_money=in_money).stages[1].rule
    assert changed is not None
    tx.save(row, rule=to_plain(structs.replace(changed, seats=rule.seats)))
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
