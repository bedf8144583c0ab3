"""Pictures of rows as they stand in journal lines, and rows put back from pictures."""

import datetime as dt
import functools
import uuid
from typing import Any

from django.apps import apps
from django.db import models

from tourney.journal import renamed

Image = dict[str, Any]
# Counters of the journal itself, and what is derived from other columns, are no part of what a line changed.
_LEFT_OUT = {
    ("tourney.tournament", "seq"),
    ("tourney.room", "seq"),
    ("tourney.user", "password"),
    ("tourney.user", "last_login"),
    # Sessions that ended stay ended, whatever is undone.
    ("tourney.user", "switched_off"),
    ("tourney.player", "search"),
    # A seed is used once: undo never brings back the digest of one that was opened.
    ("seating.plan", "next_digest"),
    # Set by whoever reviews the floor, outside of any action.
    ("seating.plan", "reviewed_seq"),
    # Set by whoever pushes, outside of any action.
    ("tourney.notice", "pushed_at"),
}


def label(model: type[models.Model]) -> str:
    """The name under which rows of a model stand in the journal: "clock.clock"."""
    return model._meta.label_lower


# What most columns hold is plain already; asking for these exact types first is quick.
_IS_PLAIN = frozenset({int, str, bool, type(None), float})


def _plain(value: Any) -> Any:
    if type(value) in _IS_PLAIN:
        return value
    if isinstance(value, dt.datetime):
        return _moment(value)
    if isinstance(value, dt.date):
        return value.isoformat()
    if isinstance(value, uuid.UUID):
        return str(value)
    if isinstance(value, str):
        return str(value)
    return value


@functools.lru_cache(maxsize=1_024)
def _moment(value: dt.datetime) -> str:
    # Ten thousand rows of one action were made at one moment.
    return value.astimezone(dt.UTC).isoformat(timespec="microseconds")


def image(row: models.Model) -> Image:
    """All columns of a row as JSON-able values, but for the journal's own counters and secrets."""
    return {name: _plain(getattr(row, name)) for name in _columns(type(row))}


@functools.cache
def _columns(model: type[models.Model]) -> tuple[str, ...]:
    """Names of the columns of a model that stand in a picture."""
    name = label(model)
    return tuple(
        field.attname for field in model._meta.concrete_fields if (name, field.attname) not in _LEFT_OUT
    )


def differences(before: Image, after: Image) -> tuple[Image, Image]:
    """Only the columns that differ, before and after."""
    changed = [key for key in after if before.get(key) != after[key]]
    return {key: before.get(key) for key in changed}, {key: after[key] for key in changed}


def model_of(name: str) -> type[models.Model]:
    """The model of a journalled name, a former one included.

    Raises:
        LookupError: a journal names a model that no longer exists.
    """
    return apps.get_model(renamed.model_label(name))


def values(model: type[models.Model], picture: Image) -> dict[str, Any]:
    """Column values of a picture, as Python objects of the model's fields; former names of columns included."""
    picture = renamed.image(label(model), picture)
    fields = {field.attname: field for field in model._meta.concrete_fields}
    return {key: fields[key].to_python(value) for key, value in picture.items() if key in fields}
