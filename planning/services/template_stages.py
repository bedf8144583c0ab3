"""The stages in a template of a multi-stage event: its events with what differs between them. Reads only.

The template's own settings are those of the first event. `stages` names the stages with their rules, and each event
with its label, how long after the first one it starts (`after`, in ms as the wall shows it; null: not planned), and the
settings in which it differs.
"""

from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from typing import Any

import msgspec
from django.utils.timezone import get_current_timezone

from clock.models import Clock
from clock.rules.refusals import gettext_noop as _
from desk.models import Registration
from planning.services.template_document import (
    Document,
    Faults,
    check_document,
    document_of_event,
    is_whole,
)
from seating.models import Plan
from stages.models import MultiStageEvent, Stage, StageEvent
from stages.rules.stage_rule import from_plain
from stages.services.rules import stage_event_of
from tourney.models import Tournament
from tourney.rules.wall_time import time_between

MOST_STAGES = 20
MOST_EVENTS = 40
_MOST_ENTRIES = 100
_LONGEST_AFTER = timedelta(days=60)
_ROUNDING = timedelta(minutes=5)
_KEYS = {"mode", "entries_most", "stages"}
_STAGE_KEYS = {"name", "rule", "events"}
_EVENT_KEYS = {"label", "after", "tables_apart", "settings"}


def document_of(event: Tournament) -> Document:
    """Return the settings of an event, or of all events of the multi-stage event that it belongs to."""
    own = stage_event_of(event)
    if own is None:
        return document_of_event(event)
    whole = own.stage.multi_stage_event
    rows = StageEvent.objects.filter(stage__multi_stage_event=whole).select_related("tournament")
    events = list(rows.order_by("stage__number", "pk"))
    document = document_of_event(events[0].tournament)
    begun = _start_of(events[0].tournament)
    stages = [
        {
            "name": stage.name,
            "rule": stage.rule,
            "events": [_event_of(one, document, begun) for one in events if one.stage_id == stage.pk],
        }
        for stage in whole.stages.order_by("number")
    ]
    entries_most = whole.stages.get(number=1).entries_most
    return {**document, "stages": {"mode": whole.mode, "entries_most": entries_most, "stages": stages}}


def _event_of(row: StageEvent, first: Document, begun: datetime | None) -> dict[str, Any]:
    start = _start_of(row.tournament)
    after = None
    if begun is not None and start is not None:
        between = time_between(begun, start, get_current_timezone())
        after = between // timedelta(milliseconds=1) if timedelta(0) <= between <= _LONGEST_AFTER else None
    plan = Plan.objects.filter(tournament=row.tournament).first()
    apart = plan is not None and plan.late_stage and not plan.auto_balance and not plan.auto_break
    settings = changed(document_of_event(row.tournament), first)
    return {"label": row.label, "after": after, "tables_apart": apart, "settings": settings}


def _start_of(event: Tournament) -> datetime | None:
    """Return when an event was to start, or nearly when it did."""
    planned = Clock.objects.get(tournament=event).planned_start
    if planned is not None:
        return planned
    started = Registration.objects.filter(tournament=event).values_list("started_at", flat=True).first()
    if started is None:
        return None
    late = timedelta(minutes=started.minute % 5, seconds=started.second, microseconds=started.microsecond)
    return started - late if late * 2 < _ROUNDING else started - late + _ROUNDING


def changed(document: Mapping[str, Any], first: Mapping[str, Any]) -> Document:
    """Return the settings of an event that differ from those of the first one."""
    return {key: value for key, value in document.items() if key != "stages" and value != first[key]}


def first_of(document: Mapping[str, Any]) -> Document:
    """Return the settings of the first event, or of the only one."""
    return {key: value for key, value in document.items() if key != "stages"}


def events_of(document: Mapping[str, Any]) -> int:
    """Return how many events a template makes."""
    whole = document.get("stages")
    return 1 if whole is None else sum(len(stage["events"]) for stage in whole["stages"])


def with_each_event(document: Mapping[str, Any], change: Callable[[Document], Document]) -> Document:
    """Return a template with the settings of each of its events changed."""
    first = first_of(document)
    made = change(first)
    whole = document.get("stages")
    if whole is None:
        return made

    def event(one: Mapping[str, Any]) -> dict[str, Any]:
        return {**one, "settings": changed(change({**first, **one["settings"]}), made)}

    stages = [{**stage, "events": [event(one) for one in stage["events"]]} for stage in whole["stages"]]
    return {**made, "stages": {**whole, "stages": stages}}


def part_name(stage: Mapping[str, Any], number: int, label: str) -> str:
    """Return what an event is called within the whole: the label of a flight, or the name of its stage."""
    alone = len(stage["events"]) == 1 or label == str(number)
    return str(stage["name"] if alone else label)


def check_stages(whole: object, first: Document, faults: Faults) -> None:
    """Check the stages of a file; `first` is sound."""
    if not isinstance(whole, dict) or whole.keys() != _KEYS:
        faults.add("stages", _("This must be an object with “mode”, “entries_most” and “stages”."))
        return
    mode, most, stages = whole["mode"], whole["entries_most"], whole["stages"]
    if not isinstance(mode, str) or len(mode) > (MultiStageEvent._meta.get_field("mode").max_length or 0):
        faults.add("stages.mode", _("This must be text of at most %(most)s characters."), most=40)
    if most is not None and (not is_whole(most) or not 1 <= most <= _MOST_ENTRIES):
        faults.add("stages.entries_most", _("This must be a whole number of 1 or more, or null."))
    if not isinstance(stages, list) or not 2 <= len(stages) <= MOST_STAGES:
        faults.add("stages.stages", _("This must be a list of 2 to %(most)s stages."), most=MOST_STAGES)
        return
    lengths = [
        len(one["events"]) for one in stages if isinstance(one, dict) and isinstance(one.get("events"), list)
    ]
    if sum(lengths) > MOST_EVENTS:
        faults.add("stages.stages", _("At most %(most)s events are possible."), most=MOST_EVENTS)
        return
    for index, stage in enumerate(stages):
        _check_stage(stage, index, first, faults)


def _check_stage(stage: object, index: int, first: Document, faults: Faults) -> None:
    here = f"stages.stages[{index}]"
    if not isinstance(stage, dict) or stage.keys() != _STAGE_KEYS:
        faults.add(here, _("A stage must be an object with “name”, “rule” and “events”."))
        return
    _check_text(stage["name"], Stage._meta.get_field("name").max_length or 0, f"{here}.name", faults)
    _check_rule(stage["rule"], index, f"{here}.rule", faults)
    events = stage["events"]
    if not isinstance(events, list) or not events:
        faults.add(f"{here}.events", _("A stage needs an event."))
        return
    seen: set[object] = set()
    for at, event in enumerate(events):
        place = f"{here}.events[{at}]"
        if not isinstance(event, dict) or event.keys() != _EVENT_KEYS:
            message = _("This must be an object with “label”, “after”, “tables_apart” and “settings”.")
            faults.add(place, message)
            continue
        _check_event(event, place, first, faults)
        if isinstance(event["label"], str) and event["label"].strip() in seen:
            faults.add(f"{place}.label", _("Each event of a stage needs a label of its own."))
        if isinstance(event["label"], str):
            seen.add(event["label"].strip())
    if index == 0 and isinstance(events[0], dict) and events[0].get("settings"):
        faults.add(f"{here}.events[0].settings", _("The first event has the settings of the template."))


def _check_rule(rule: object, index: int, place: str, faults: Faults) -> None:
    """Check how players advance: nobody advances to the first stage."""
    if index == 0:
        if rule != {}:
            faults.add(place, _("Players register for the first stage; it has no rule."))
        return
    try:
        from_plain(rule)
    except (msgspec.ValidationError, ValueError) as error:
        faults.add(place, _("This is not a valid stage rule: %(reason)s"), reason=str(error)[:200])


def _check_event(event: Mapping[str, Any], place: str, first: Document, faults: Faults) -> None:
    _check_text(event["label"], StageEvent._meta.get_field("label").max_length or 0, f"{place}.label", faults)
    after = event["after"]
    if after is not None and (
        not is_whole(after) or not 0 <= after <= _LONGEST_AFTER // timedelta(milliseconds=1)
    ):
        faults.add(f"{place}.after", _("This must be a whole number of milliseconds, at most 60 days."))
    if not isinstance(event["tables_apart"], bool):
        faults.add(f"{place}.tables_apart", _("This must be true or false."))
    settings = event["settings"]
    if not isinstance(settings, dict):
        faults.add(f"{place}.settings", _("This must be an object with the settings that differ."))
        return
    found = Faults()
    check_document({**first, **settings}, found)
    for fault in found.found:
        faults.add(f"{place}.settings.{fault.column}", fault.message, **fault.params)
    if not found.found and settings.get("currency", first["currency"]) != first["currency"]:
        faults.add(f"{place}.settings.currency", _("All events need the same currency."))
    if not found.found and "event" in settings and settings["event"]["book"] != first["event"]["book"]:
        faults.add(f"{place}.settings.event.book", _("All events need the same rulebook."))


def _check_text(value: object, most: int, place: str, faults: Faults) -> None:
    if not isinstance(value, str) or not 0 < len(value.strip()) <= most:
        faults.add(place, _("This must be text of 1 to %(most)s characters."), most=most)
    elif any(ord(sign) < 32 for sign in value):
        faults.add(place, _("This text has control characters."))
