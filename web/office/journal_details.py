"""The details of a journal entry as text: arguments and changes."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from cash.models import CashGame
from desk.models import Registration
from prizes.models import Payout
from tourney.journal.readable import ReadableEntry
from tourney.journal.row_images import model_of
from tourney.models import Room, Tournament
from web.office.journal_values import argument_text, cell_text, column_word
from web.shared.labels import MODELS

MOST_CHANGES = 12


def journal_currency(event: Tournament | None) -> str | None:
    """Return the currency of amounts in a journal whose row or command names none; None if there are several."""
    found = (
        set(Payout.objects.filter(tournament=event).values_list("currency", flat=True)) if event else set()
    )
    if event is not None:
        found |= set(Registration.objects.filter(tournament=event).values_list("currency", flat=True))
    else:
        found |= set(CashGame.objects.values_list("currency", flat=True).distinct())
    found = found - {""} or {Room.objects.get_or_create(id=1)[0].currency}
    return found.pop() if len(found) == 1 else None


def journal_entry_details(
    journal_entry: ReadableEntry, currency: str | None, most: int | None = MOST_CHANGES
) -> dict[str, Any]:
    """Return the arguments and the changes of a journal entry.

    Args:
        journal_entry: limited to what its reader may see.
        currency: of amounts whose row or command names none; None if unknown.
        most: maximum number of changed rows; None for all.

    Returns:
        `arguments`: name and value as text; `changes`: per row its name and (column, before, after);
        `left_out`: the number of further changed rows.
    """
    shown = journal_entry.changes if most is None else journal_entry.changes[:most]
    return {
        "arguments": [
            (column_word(name), argument_text(journal_entry.kind, journal_entry.arguments, name, currency))
            for name, value in journal_entry.arguments.items()
            if value not in (None, "")
        ],
        "changes": [_change(change, currency) for change in shown],
        "left_out": len(journal_entry.changes) - len(shown),
    }


def _change(change: Mapping[str, Any], currency: str | None) -> dict[str, Any]:
    model, before, after = change["model"], change["before"], change["after"]
    names = {**(before or {}), **(after or {})}
    if before is None:
        what = _("added")
    elif after is None:
        what = _("removed")
    else:
        what = _("changed")
    cells = [
        {
            "name": column_word(name),
            "before": "" if before is None else cell_text(model, before, name, currency),
            "after": "" if after is None else cell_text(model, after, name, currency),
        }
        for name in names
        if not _is_nothing(before, after, name)
    ]
    cells += [
        {"name": column_word(name), "before": "", "after": _("hidden")} for name in change.get("hidden", ())
    ]
    return {"row": row_name(model, change["pk"]), "what": what, "cells": cells}


def _is_nothing(before: Mapping[str, Any] | None, after: Mapping[str, Any] | None, name: str) -> bool:
    """Return whether a column of an added or removed row was empty or the row's id, and is left out."""
    if before is not None and after is not None:
        return False
    if name == "id":
        return True
    return (after if before is None else before or {}).get(name) in (None, "", [], False)  # type: ignore[union-attr]


def row_name(model: str, pk: object) -> str:
    """Return the name of a row: "Ban 7"."""
    return f"{row_word(model)} {pk}"


def row_word(model: str) -> str:
    """Return what a row is: "Ban"."""
    word = MODELS.get(model)
    if word is None:
        try:
            word = str(model_of(model)._meta.verbose_name)
        except (LookupError, ValueError):
            word = model
    return str(word)
