"""Rebuild rows from the journal, to compare them with the database."""

from collections import defaultdict
from collections.abc import Iterable
from datetime import datetime
from typing import Any

from django.db import models

from tourney.journal.row_images import Image, image, model_of
from tourney.models import JournalEntry

Rows = dict[tuple[str, Any], Image]
# Rows fetched in one query.
_AT_ONCE = 500


def replay(lines: Iterable[JournalEntry]) -> Rows:
    """Return all rows that entries created and did not delete, in the state in which the entries leave them.

    Args:
        lines: journal entries in the order they were written (the room's and a tournament's merged by id).
    """
    rows: Rows = {}
    for line in lines:
        for change in line.changes:
            place = (change["model"], change["pk"])
            if change["after"] is None:
                rows.pop(place, None)
            else:
                rows[place] = {**rows.get(place, {}), **change["after"]}
    return rows


def disagreements(rows: Rows) -> list[str]:
    """Return the differences between the database and a replay, in words; empty if there are none."""
    by_model: dict[str, list[Any]] = defaultdict(list)
    for name, pk in rows:
        by_model[name].append(pk)
    found = []
    for name, keys in by_model.items():
        for first in range(0, len(keys), _AT_ONCE):
            some = keys[first : first + _AT_ONCE]
            there = {row.pk: row for row in model_of(name)._default_manager.filter(pk__in=some)}
            for pk in some:
                found += _differing(name, pk, rows[name, pk], there.get(pk))
    return found


def _differing(name: str, pk: Any, picture: Image, row: models.Model | None) -> list[str]:
    if row is None:
        return [f"{name} {pk} is missing"]
    current = image(row)
    return [
        f"{name} {pk}.{column}: journal says {value!r}, row says {current.get(column)!r}"
        for column, value in picture.items()
        if current.get(column) != value
    ]


def gaps(tournament_id: int | None) -> list[int]:
    """Return missing entry numbers in the journal of a tournament (None: the room), from 1 to the last
    entry.
    """
    seqs = set(JournalEntry.journal(tournament_id).values_list("seq", flat=True))
    return [seq for seq in range(1, max(seqs, default=0) + 1) if seq not in seqs]


def image_at(name: str, pk: Any, tournament_id: int | None, at: datetime) -> Image | None:
    """Return a row as it was at a given time, by reverting later changes. None if it did not exist."""
    row = model_of(name)._default_manager.filter(pk=pk).first()
    picture = image(row) if row is not None else None
    later = JournalEntry.journal(tournament_id).filter(at__gt=at).order_by("-seq")
    for line in later:
        for change in reversed(line.changes):
            if (change["model"], change["pk"]) != (name, pk):
                continue
            picture = None if change["before"] is None else {**(picture or {}), **change["before"]}
    return picture
