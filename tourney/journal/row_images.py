"""Row images in journal entries, and rows restored from them."""

import datetime as dt
import functools
import uuid
from typing import Any

from django.apps import apps
from django.db import models

from tourney.journal import renamed

Image = dict[str, Any]
# Counters of the journal itself and columns derived from others are not recorded as changes.
_LEFT_OUT = {
    ("tourney.tournament", "seq"),
    ("tourney.room", "seq"),
    ("tourney.user", "password"),
    ("tourney.user", "last_login"),
    # Ended sessions stay ended after an undo.
    ("tourney.user", "switched_off"),
    # Set at each login, outside any command; the key is a secret.
    ("tourney.authenticator", "key"),
    ("tourney.authenticator", "credential"),
    ("tourney.authenticator", "counter"),
    ("tourney.authenticator", "used_at"),
    ("tourney.recoverycode", "digest"),
    ("tourney.passwordlink", "digest"),
    ("players.player", "search"),
    # A seed is used once: undo never restores the digest of an opened one.
    ("seating.plan", "next_digest"),
    # Set by the floor review, outside any command.
    ("seating.plan", "reviewed_seq"),
    # Set by the push job, outside any command.
    ("tourney.notice", "pushed_at"),
}


def label(model: type[models.Model]) -> str:
    """Return the name of a model in the journal: "clock.clock"."""
    return model._meta.label_lower


# Most columns hold plain values; checking for these exact types first is fast.
_IS_PLAIN = frozenset({int, str, bool, type(None), float})


def _plain(value: Any) -> Any:
    if type(value) in _IS_PLAIN:
        return value
    if isinstance(value, dt.datetime):
        return _timestamp(value)
    if isinstance(value, dt.date):
        return value.isoformat()
    if isinstance(value, uuid.UUID):
        return str(value)
    if isinstance(value, str):
        return str(value)
    return value


@functools.lru_cache(maxsize=1_024)
def _timestamp(value: dt.datetime) -> str:
    # Ten thousand rows of one command share one timestamp.
    return value.astimezone(dt.UTC).isoformat(timespec="microseconds")


def image(row: models.Model) -> Image:
    """Return all columns of a row as JSON values, except the journal's own counters and secrets."""
    return {name: _plain(getattr(row, name)) for name in _columns(type(row))}


@functools.cache
def _columns(model: type[models.Model]) -> tuple[str, ...]:
    """Return the names of a model's columns that an image contains."""
    name = label(model)
    return tuple(
        field.attname for field in model._meta.concrete_fields if (name, field.attname) not in _LEFT_OUT
    )


def differences(before: Image, after: Image) -> tuple[Image, Image]:
    """Return only the columns that differ, before and after."""
    changed = [key for key in after if before.get(key) != after[key]]
    return {key: before.get(key) for key in changed}, {key: after[key] for key in changed}


def model_of(name: str) -> type[models.Model]:
    """Return the model of a name in the journal, former names included.

    Raises:
        LookupError: a journal names a model that no longer exists.
    """
    return apps.get_model(renamed.model_label(name))


def values(model: type[models.Model], picture: Image) -> dict[str, Any]:
    """Return the column values of an image as Python objects of the model's fields; former column names
    included.
    """
    picture = renamed.image(label(model), picture)
    fields = {field.attname: field for field in model._meta.concrete_fields}
    return {key: fields[key].to_python(value) for key, value in picture.items() if key in fields}
