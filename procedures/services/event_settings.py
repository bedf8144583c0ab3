"""The settings of an event that another event or a template can take over. Reads only.

The models are the list of the settings: what is no setting is named here once, and copies, templates and their files
follow from the columns that are left.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Literal

from django.db.models import Model
from django.utils.timezone import get_current_timezone

from clock.models import Clock, Structure
from clock.rules.structure import Level
from clock.services.event_clock import levels_of
from desk.models import Extra, Registration
from prizes.models import Payout, PlacePrize, PrizeItem
from procedures.models import ShotClock
from seating.models import Plan
from tourney.models import Tournament
from tourney.rules.wall_time import time_between

# Columns that describe how an event went, not its settings.
_PAST: dict[type[Model], frozenset[str]] = {
    Tournament: frozenset(
        {"counted_entries", "counted_left", "extra_chips", "created_at", "closed_at", "demo_speed", "seq"}
    ),
    Registration: frozenset({"closed_at", "started_at", "flights"}),
    Plan: frozenset({"next_digest", "late_stage", "reviewed_seq", "giving_order", "button_seat", "drawn_at"}),
    Payout: frozenset({"agreed", "filled_at", "locked_at", "locked_entries", "locked_pool", "reopened_by"}),
}
_OWNERS = frozenset({"tournament", "registration", "payout"})


@dataclass(frozen=True, slots=True)
class Part:
    """Rows that belong to an event.

    Attributes:
        key: its name in templates.
        model: of the rows.
        owner: the row that they belong to: the event, or the first row of another part.
        many: whether there may be several rows.
    """

    key: str
    model: type[Model]
    owner: Literal["tournament", "registration", "payout"] = "tournament"
    many: bool = False


PARTS = (
    Part("registration", Registration),
    Part("extras", Extra, "registration", many=True),
    Part("plan", Plan),
    Part("shot_clock", ShotClock),
    Part("payout", Payout),
    Part("place_prizes", PlacePrize, "payout", many=True),
    Part("prize_items", PrizeItem, "payout", many=True),
)


@dataclass(frozen=True, slots=True)
class EventSettings:
    """Everything of an event that describes how it is played, without its name and its start.

    Attributes:
        event: columns of the event.
        structure: name of its structure. `levels`: its rows.
        advance: how its clock goes on, as `Clock.advance`.
        late_after: how long after the start late registration ends, as the wall shows it; None if it does not end at
            a time.
        parts: columns of the rows of each part, by its key.
    """

    event: Mapping[str, Any]
    structure: str
    levels: Sequence[Level]
    advance: str
    late_after: timedelta | None
    parts: Mapping[str, Sequence[Mapping[str, Any]]]


def setting_columns(model: type[Model]) -> list[Any]:
    """Return the columns of a model that are settings, without its key and its owner."""
    past = _PAST.get(model, frozenset())
    return [
        field
        for field in model._meta.concrete_fields
        if field.name not in past and not field.primary_key and field.name not in _OWNERS
    ]


def settings_of(row: Model) -> dict[str, Any]:
    """Return the values of a row that are settings of its event, without its key and its owner."""
    return {field.attname: getattr(row, field.attname) for field in setting_columns(type(row))}


def event_settings(event: Tournament) -> EventSettings:
    """Return the settings of an event."""
    structure = Structure.objects.get(tournament=event)
    clock = Clock.objects.get(tournament=event)
    columns = settings_of(event)
    del columns["name"]
    parts = {part.key: [settings_of(row) for row in _rows(part, event)] for part in PARTS}
    late_after = None
    for row in parts["registration"]:
        if row["late_at"] is not None and clock.planned_start is not None:
            late_after = time_between(clock.planned_start, row["late_at"], get_current_timezone())
        elif row["late_at"] is not None:
            row["late_ends"] = "none"
        row["late_at"] = None
    levels = levels_of(structure)
    # A rebuy or an add-on ends with a row that a changed structure may not have any more.
    parts["extras"] = [one for one in parts["extras"] if one["until_row"] < len(levels)]
    return EventSettings(columns, structure.name, levels, clock.advance, late_after, parts)


def _rows(part: Part, event: Tournament) -> Sequence[Model]:
    owner = {
        "tournament": "tournament",
        "registration": "registration__tournament",
        "payout": "payout__tournament",
    }
    rows = part.model._default_manager.filter(**{owner[part.owner]: event})
    if part.model is PlacePrize:
        # Values entered manually are settings; computed ones belong to the field of that event.
        rows = rows.filter(payout__method="hand")
    return list(rows.order_by("pk"))
