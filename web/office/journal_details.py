"""The details of a journal entry as text: arguments and changes."""

import json
from collections.abc import Mapping
from datetime import date, datetime
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tourney.journal.boards import clock_face
from tourney.journal.readable import ReadableEntry
from tourney.journal.row_images import model_of
from tourney.now import from_ms
from tourney.services.dates import day_text, timestamp_text
from tourney.services.figures import grouped
from web.shared.labels import COLUMNS, MODELS

MOST_CHANGES = 12
_LONGEST = 120
# Arguments that are timestamps in ms, and suffixes of columns that are timestamps or dates.
_TIMESTAMPS = frozenset({"at", "planned_start", "since", "until"})
_TIMESTAMP_ENDS = ("_at", "_start", "_from", "_until", "date_joined")
_DAY_ENDS = ("_on", "_until", "_date", "_day")
_DAY_LENGTH = len("2027-01-31")


def journal_entry_details(journal_entry: ReadableEntry, most: int | None = MOST_CHANGES) -> dict[str, Any]:
    """Return the arguments and the changes of a journal entry.

    Args:
        journal_entry: limited to what its reader may see.
        most: maximum number of changed rows; None for all.

    Returns:
        `arguments`: name and value as text; `changes`: per row its name and (column, before, after);
        `left_out`: the number of further changed rows.
    """
    shown = journal_entry.changes if most is None else journal_entry.changes[:most]
    return {
        "arguments": [
            (_column(name), value_text(name, value))
            for name, value in journal_entry.arguments.items()
            if value not in (None, "")
        ],
        "changes": [_change(change) for change in shown],
        "left_out": len(journal_entry.changes) - len(shown),
    }


def _change(change: Mapping[str, Any]) -> dict[str, Any]:
    before, after = change["before"], change["after"]
    names = {**(before or {}), **(after or {})}
    if before is None:
        what = _("added")
    elif after is None:
        what = _("removed")
    else:
        what = _("changed")
    cells = [
        {
            "name": _column(name),
            "before": "" if before is None else value_text(name, before.get(name)),
            "after": "" if after is None else value_text(name, after.get(name)),
        }
        for name in names
        if not _is_nothing(before, after, name)
    ]
    cells += [
        {"name": _column(name), "before": "", "after": _("hidden")} for name in change.get("hidden", ())
    ]
    return {"row": _row_name(change["model"], change["pk"]), "what": what, "cells": cells}


def _is_nothing(before: Mapping[str, Any] | None, after: Mapping[str, Any] | None, name: str) -> bool:
    """Return whether a column of an added or removed row was empty or the row's id, and is left out."""
    if before is not None and after is not None:
        return False
    if name == "id":
        return True
    return (after if before is None else before or {}).get(name) in (None, "", [], False)  # type: ignore[union-attr]


def _row_name(model: str, pk: object) -> str:
    word = MODELS.get(model)
    if word is None:
        try:
            word = str(model_of(model)._meta.verbose_name)
        except (LookupError, ValueError):
            word = model
    return f"{word} {pk}"


def _column(name: str) -> str:
    """Return the label of a column or an argument; its own name if there is none."""
    word = COLUMNS.get(name.removesuffix("_ms").removesuffix("_id"))
    return name if word is None else str(word)


def value_text(name: str, value: Any) -> str:
    """Return a value as text, short enough for a table."""
    if value is None:
        return "–"
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(value, int) and (name == "ms" or name.endswith("_ms")):
        return clock_face(value)
    if isinstance(value, int) and name in _TIMESTAMPS:
        return timestamp_text(from_ms(value))
    is_day = name == "day" or name.endswith(_DAY_ENDS)
    if isinstance(value, str) and is_day and len(value) == _DAY_LENGTH:
        return day_text(date.fromisoformat(value))
    if isinstance(value, str) and value and name.endswith(_TIMESTAMP_ENDS):
        return timestamp_text(datetime.fromisoformat(value))
    if isinstance(value, str):
        return _short(value) or _("empty")
    if isinstance(value, list) and value and isinstance(value[0], dict):
        return ngettext("%(count)s row", "%(count)s rows", len(value)) % {"count": len(value)}
    if isinstance(value, list):
        return _short(", ".join(map(str, value))) or _("none")
    if isinstance(value, dict):
        return _short(json.dumps(value, ensure_ascii=False))
    return str(value) if name == "id" or name.endswith("_id") else grouped(value)


def _short(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"
