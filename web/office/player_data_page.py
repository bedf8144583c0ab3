"""The readable page of a personal data file: grouped, in plain words, without keys. The JSON file is complete."""

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import date, datetime
from typing import Any

from django.template.loader import render_to_string
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from players.models import Player
from tourney.models import Tournament
from tourney.services.dates import day_text, timestamp_text
from web.office.journal_details import journal_currency, row_word
from web.office.journal_values import cell_text, column_word
from web.shared.labels import kind_words

Row = Mapping[str, Any]
# Titles of the parts, and the apps or models in each, in the order of the page.
_GROUPS: tuple[tuple[Any, tuple[str, ...]], ...] = (
    (lazy("Person"), ("players.player",)),
    (lazy("Memberships and bans"), ("players.membership", "players.ban")),
    (
        lazy("Events"),
        (
            "tourney.entry",
            "tourney.chipmove",
            "players",
            "desk.booking",
            "seating",
            "stages",
            "seasons",
            "procedures",
        ),
    ),
    (lazy("Receipts and prizes"), ("desk", "prizes")),
    (lazy("Cash room"), ("cash",)),
    (lazy("Penalties and rulings"), ("penalties", "rulings")),
    (lazy("Messages and devices"), ("notifications", "tourney.notice", "tourney.token")),
    (lazy("Other data"), ("",)),
)
# Models that are not journalled.
_ROWS = {"notifications.subscription": lazy("Browser that receives messages")}
_TIMESTAMP = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,6})?)?(Z|[+-]\d\d:?\d\d)")
_DAY = re.compile(r"\d{4}-\d\d-\d\d")


def readable_page(
    player: Player,
    room: str,
    at: datetime,
    rows: Mapping[str, Sequence[Row]],
    entries: Sequence[Row],
) -> str:
    """Return the page.

    Args:
        room: name of the room.
        at: when the file is made.
        rows: of `rows_about`.
        entries: of `entries_about`.
    """
    currency = journal_currency(None)
    events = dict(Tournament.objects.values_list("pk", "name"))
    authors = {"staff": _("Staff"), "player": _("The player"), "server": _("Automatic")}
    return render_to_string(
        "office/player_data_file.html",
        {
            "language": get_language(),
            "name": player.name,
            "room_name": room,
            "at": timestamp_text(at),
            "groups": list(_groups(rows, events, currency)),
            "entries": [
                {
                    "at": timestamp_text(one["at"]),
                    "event": one["event"] or _("Room"),
                    "what": kind_words(one["kind"]),
                    "by": authors[one["by"]],
                    "rule": one["rule"],
                    "cells": [(column_word(name), value) for name, value in one["texts"].items()],
                    "changes": [_change(change, events, currency) for change in one["changes"]],
                }
                for one in entries
            ],
        },
    )


def _groups(
    rows: Mapping[str, Sequence[Row]], events: Mapping[int, str], currency: str | None
) -> Iterator[tuple[str, list[tuple[str, list[tuple[str, str]]]]]]:
    """Yield the parts of the page that are not empty: title, and per row its name and cells."""
    left = dict(rows)
    for title, wanted in _GROUPS:
        models = [
            model
            for want in wanted
            for model in left
            if model == want or model.partition(".")[0] == want or not want
        ]
        found = []
        for model in dict.fromkeys(models):
            found += list(_named(model, left.pop(model), events, currency))
        if found:
            yield str(title), found


def _named(
    model: str, rows: Sequence[Row], events: Mapping[int, str], currency: str | None
) -> Iterator[tuple[str, list[tuple[str, str]]]]:
    """Yield the rows of a model with cells, each under its word; several of them are numbered."""
    found = [cells for row in rows if (cells := _cells(model, row, events, currency))]
    word = str(_ROWS.get(model) or row_word(model))
    for number, cells in enumerate(found, start=1):
        yield (f"{word} {number}" if len(found) > 1 else word), cells


def _cells(model: str, row: Row, events: Mapping[int, str], currency: str | None) -> list[tuple[str, str]]:
    texts = [(column_word(name), _text(model, row, name, events, currency)) for name in row]
    return [(word, text) for word, text in texts if text]


def _change(
    change: Row, events: Mapping[int, str], currency: str | None
) -> tuple[str, list[tuple[str, str, str]]]:
    model, before, after = change["model"], change["before"] or {}, change["after"] or {}
    names = [name for name in {**before, **after} if before.get(name) != after.get(name)]
    cells = [
        (
            column_word(name),
            _text(model, before, name, events, currency),
            _text(model, after, name, events, currency),
        )
        for name in names
    ]
    return row_word(model), [one for one in cells if one[1] or one[2]]


def _text(model: str, row: Row, name: str, events: Mapping[int, str], currency: str | None) -> str:
    """Return a value in words: whole, times and days as the room writes them; "" for none, for "no", and for keys."""
    value = row.get(name)
    if value in (None, "", []) or value is False:
        return ""
    if name == "tournament_id":
        return events.get(value, "") if isinstance(value, int) else ""
    if name == "id" or name.endswith("_id"):
        return ""
    if isinstance(value, str) and _TIMESTAMP.fullmatch(value):
        return timestamp_text(datetime.fromisoformat(value))
    if isinstance(value, str) and _DAY.fullmatch(value):
        return day_text(date.fromisoformat(value))
    if name == "photo":
        return _("yes")
    text = cell_text(model, row, name, currency)
    return str(value) if isinstance(value, str) and text.endswith("…") else text
