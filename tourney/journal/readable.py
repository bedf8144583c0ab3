"""Filter journal entries by the reader's permissions."""

import copy
import functools
import typing
from collections.abc import Mapping
from typing import Any, NewType

from pydantic import BaseModel

from tourney.access.field_permissions import SECRET, FieldPermission, permission_in
from tourney.access.roles import Actor
from tourney.journal.commands import COMMANDS
from tourney.journal.row_images import model_of
from tourney.models import JournalEntry

# A filtered entry; code that renders or exports entries accepts no other.
ReadableEntry = NewType("ReadableEntry", JournalEntry)
Permissions = Mapping[str, FieldPermission]


def readable(journal_entry: JournalEntry, reader: Actor | None) -> ReadableEntry:
    """Filter a journal entry for a reader.

    Args:
        journal_entry: as stored; it is not changed.
        reader: the viewer; None for one without permissions.

    Returns:
        A copy without the arguments, parts of the answer and columns that the reader may not see. Changed rows name the
        columns that were left out in `hidden`.
    """
    shown = copy.copy(journal_entry)
    made = COMMANDS.get(journal_entry.kind)
    if made is not None:
        shown.arguments = _without(
            journal_entry.arguments, argument_permissions(made.arguments), reader, journal_entry.actor
        )
        shown.answer = _without(journal_entry.answer, made.answer_permissions, reader, journal_entry.actor)
    if journal_entry.undoes is not None:
        shown.undoes = readable(journal_entry.undoes, reader)
        # The result contains the other entry's full text, so it is rendered for each reader.
        shown.answer = {name: part for name, part in (shown.answer or {}).items() if name != "text"}
    shown.changes = [_change(change, reader, journal_entry.actor) for change in journal_entry.changes]
    return ReadableEntry(shown)


def _change(change: dict[str, Any], reader: Actor | None, writer: str) -> dict[str, Any]:
    permissions = row_permissions(change["model"])
    hidden = sorted(
        name
        for name, permission in permissions.items()
        if not permission.allows(reader, writer)
        and any(name in (change[side] or {}) for side in ("before", "after"))
    )
    if not hidden:
        return change
    sides = {
        side: None
        if change[side] is None
        else {name: value for name, value in change[side].items() if name not in hidden}
        for side in ("before", "after")
    }
    shown = [name for name in hidden if permissions[name] is not SECRET]
    return {**change, **sides, "hidden": shown}


def _without(value: Any, permissions: Permissions, reader: Actor | None, writer: str, path: str = "") -> Any:
    """Return a value without the paths that the reader may not see; list indexes are not part of a path."""
    if not permissions:
        return value
    if isinstance(value, Mapping):
        kept = {}
        for name, item in value.items():
            at = f"{path}.{name}" if path else str(name)
            permission = permissions.get(at)
            if permission is None or permission.allows(reader, writer):
                kept[name] = _without(item, permissions, reader, writer, at)
        return kept
    if isinstance(value, list):
        return [_without(item, permissions, reader, writer, path) for item in value]
    return value


@functools.cache
def row_permissions(name: str) -> Permissions:
    """Return the permissions that a model's columns need, by their names in the journal."""
    try:
        model = model_of(name)
    except (LookupError, ValueError):
        return {}
    return dict(getattr(model, "journal_permissions", {}))


@functools.cache
def argument_permissions(model: type[BaseModel]) -> Permissions:
    """Return the permissions that a command's arguments need, by path: "birth_date", "payments.number"."""
    found: dict[str, FieldPermission] = {}
    for name, hint in typing.get_type_hints(model, include_extras=True).items():
        if name not in model.model_fields:
            continue
        permission = permission_in(hint)
        if permission is not None:
            found[name] = permission
        for inner in _models_in(hint):
            found |= {f"{name}.{path}": one for path, one in argument_permissions(inner).items()}
    return found


def _models_in(hint: Any) -> list[type[BaseModel]]:
    if isinstance(hint, type) and issubclass(hint, BaseModel):
        return [hint]
    return [model for part in typing.get_args(hint) for model in _models_in(part)]
