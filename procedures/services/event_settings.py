"""The settings of an event that another event can take over. Reads only."""

from typing import Any

from django.db.models import Model

from desk.models import Registration
from prizes.models import Payout
from seating.models import Plan

# Columns that describe how an event went, not its settings.
_PAST: dict[type[Model], frozenset[str]] = {
    Registration: frozenset({"closed_at", "started_at", "flights"}),
    Plan: frozenset({"next_digest", "late_stage", "reviewed_seq", "giving_order", "button_seat", "drawn_at"}),
    Payout: frozenset({"agreed", "filled_at", "locked_at", "locked_entries", "locked_pool", "reopened_by"}),
}


def settings_of(row: Model) -> dict[str, Any]:
    """Return the values of a row that are settings of its event, without its key and its event."""
    past = _PAST.get(type(row), frozenset())
    return {
        field.attname: getattr(row, field.attname)
        for field in row._meta.concrete_fields
        if field.name not in past and not field.primary_key and field.name not in ("tournament", "payout")
    }
