"""The file of everything that is held about one person, for that person: data for programs, and a page to read."""

import io
import json
import zipfile
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from django.core.serializers.json import DjangoJSONEncoder
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from players.models import Player
from players.services.personal_data import entries_about, rows_about
from players.services.photos import photo_of_player
from players.services.records import records_of
from tourney.access import reads
from tourney.models import Room
from tourney.now import room_now
from tourney.services.dates import timestamp_text
from web.office.journal_details import journal_currency, row_name
from web.office.journal_values import cell_text, column_word
from web.shared.access import staff_page
from web.shared.forms import Form
from web.shared.labels import kind_words

FORMAT = "personal-data/1"


@never_cache
@require_http_methods(["GET", "POST"])
@staff_page(reads.PERSONAL_DATA_OF_ONE)
def player_data(request: HttpRequest, player_id: int) -> HttpResponse:
    """Say what the file contains; once the form is submitted, which the journal records, return it."""
    records = Player.objects.filter(merged_into__isnull=True, anonymised_at__isnull=True)
    player = records.filter(pk=player_id).first()
    if player is None:
        raise Http404
    form = Form.sent(request) if request.method == "POST" else Form()
    if request.method == "POST" and form.act(request, "player.export_data", player=player.pk) is not None:
        headers = {"Content-Disposition": f'attachment; filename="personal-data-{player.pk}.zip"'}
        return HttpResponse(file_of(player), content_type="application/zip", headers=headers)
    context = {"player": player, "form": form}
    return render(request, "office/player_data.html", context, status=422 if form.is_wrong else 200)


def file_of(player: Player) -> bytes:
    """Return a ZIP with `data.json`, `data.html` in the language of the page, and the photo."""
    records = records_of(player)
    rows, entries, at = rows_about(records), list(entries_about(records)), room_now()
    room = Room.objects.get_or_create(id=1)[0].name
    photos = {
        f"photo-{record.pk}{path.suffix}": path
        for record in records
        if record.photo and (path := photo_of_player(record.photo)) is not None
    }
    document = {
        "format": FORMAT,
        "room": room,
        "made_at": at,
        "person": player.pk,
        "rows": rows,
        "journal": entries,
        "files": list(photos),
    }
    page = _page(player, room, at, rows, entries)
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(
            "data.json", json.dumps(document, cls=DjangoJSONEncoder, ensure_ascii=False, indent=1)
        )
        archive.writestr("data.html", page)
        for name, path in photos.items():
            archive.writestr(name, path.read_bytes())
    return file.getvalue()


def _page(
    player: Player,
    room: str,
    at: datetime,
    rows: Mapping[str, Sequence[Mapping[str, Any]]],
    entries: Sequence[Mapping[str, Any]],
) -> str:
    currency = journal_currency(None)
    authors = {"staff": _("Staff"), "player": _("The player"), "server": _("Automatic")}
    return render_to_string(
        "office/player_data_file.html",
        {
            "language": get_language(),
            "name": player.name,
            "room_name": room,
            "at": timestamp_text(at),
            "rows": [
                (row_name(model, row.get("id", "")), _cells(model, row, currency))
                for model in rows
                for row in rows[model]
            ],
            "entries": [
                {
                    "number": one["seq"],
                    "at": timestamp_text(one["at"]),
                    "event": one["event"] or _("Room"),
                    "what": kind_words(one["kind"]),
                    "by": authors[one["by"]],
                    "rule": one["rule"],
                    "cells": [(column_word(name), value) for name, value in one["texts"].items()],
                    "changes": [_change(change, currency) for change in one["changes"]],
                }
                for one in entries
            ],
        },
    )


def _cells(model: str, row: Mapping[str, Any], currency: str | None) -> list[tuple[str, str]]:
    return [
        (column_word(name), _text(model, row, name, currency))
        for name in row
        if name != "id" and row[name] not in (None, "", [])
    ]


def _change(change: Mapping[str, Any], currency: str | None) -> tuple[str, list[tuple[str, str, str]]]:
    model, before, after = change["model"], change["before"] or {}, change["after"] or {}
    names = [name for name in {**before, **after} if name != "id" and before.get(name) != after.get(name)]
    cells = [
        (
            column_word(name),
            _text(model, before, name, currency),
            _text(model, after, name, currency),
        )
        for name in names
    ]
    return row_name(model, change["key"]), [one for one in cells if one[1] or one[2]]


def _text(model: str, row: Mapping[str, Any], name: str, currency: str | None) -> str:
    """Return a value as the journal shows it, but whole; "" for none."""
    value = row.get(name)
    if value in (None, ""):
        return ""
    text = cell_text(model, row, name, currency)
    return str(value) if isinstance(value, str) and text.endswith("…") else text
