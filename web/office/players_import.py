"""Background import of a large file of players: map columns, start, watch, cancel."""

from functools import partial
from typing import Any

from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.timezone import localdate
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods

from players.commands.background_import import cancel_import, preview_of, start_import
from players.models import PlayerImport
from players.rules.people_csv import read_rows
from players.rules.people_sheet import MOST_ROWS_IN_BATCHES, FileRefused, Sheet, sheet_of
from players.services.jobs import import_soon
from tourney.access import reads
from tourney.now import room_now
from tourney.rules.text_files import write_text
from web.desk.till import user_of
from web.office.csv_files import csv_file
from web.office.players_files import (
    FIELD_WORDS,
    columns_in,
    columns_words,
    fault_row,
    head_in,
    imports_of,
    known_in,
    slashes_in,
    stamp_of,
)
from web.shared.access import staff_page
from web.shared.forms import Form

# Number of rows in the preview.
_SAMPLE = 8


@never_cache
@require_http_methods(["GET", "POST"])
@staff_page(reads.PLAYERS)
def import_file(request: HttpRequest, import_id: int) -> HttpResponse:
    """Show a background import, from the column mapping to its end."""
    file = _file(request, import_id)
    form = Form.sent(request) if request.method == "POST" else Form()
    if form.text("what") == "cancel":
        cancel_import(file)
        return (
            redirect("players_import_file", file.pk) if file.state != "draft" else redirect("players_import")
        )
    if file.state != "draft":
        return render(request, "office/players_import_file.html", {**_words(file), "form": form})
    context: dict[str, Any] = {**_words(file), "form": form}
    try:
        sheet = sheet_of(preview_of(file), head_in(form), MOST_ROWS_IN_BATCHES)
        columns = columns_in(form, sheet)
        context |= columns_words(form, sheet, columns)
        # Of the whole file: the preview has its first rows only.
        context["count"] = file.rows + file.has_head - sheet.has_head
        context |= _sample(form, sheet, columns)
        seen, form.values["stamp"] = form.text("stamp"), stamp_of(form, columns)
        if form.text("what") == "start":
            if seen != form.values["stamp"]:
                form.message = _("Check the rows below, then import them.")
            else:
                known = known_in(form.text("known"))
                start_import(
                    file, user_of(request), columns, slashes_in(form), known, has_head=sheet.has_head
                )
                transaction.on_commit(partial(import_soon, file.pk))
                return redirect("players_import_file", file.pk)
    except FileRefused as refused:
        context["file_fault"] = fault_row(refused.fault)
    wrong = form.is_wrong or "file_fault" in context
    return render(request, "office/players_import_file.html", context, status=422 if wrong else 200)


@never_cache
@require_GET
@staff_page(reads.PLAYERS)
def progress(request: HttpRequest, import_id: int) -> HttpResponse:
    """Render the progress of an import, for a page that is open."""
    return render(request, "office/part_import_progress.html", _words(_file(request, import_id)))


@never_cache
@require_GET
@staff_page(reads.PLAYERS)
def rejected(request: HttpRequest, import_id: int) -> HttpResponse:
    """Return the rows that were not imported as CSV, with the reason."""
    file = _file(request, import_id)
    head = [_("Line"), _("Column"), _("Error"), _("Name")]
    rows = [
        [str(one["line"]), str(FIELD_WORDS.get(one["column"], one["column"])), one["text"], one["name"]]
        for part in file.parts.order_by("number").values_list("rejected", flat=True)
        for one in part
    ]
    return csv_file([head, *([write_text(cell) for cell in row] for row in rows)], "rejected.csv")


def _file(request: HttpRequest, import_id: int) -> PlayerImport:
    file = imports_of(request).filter(pk=import_id).first()
    if file is None:
        raise Http404
    return file


def _words(file: PlayerImport) -> dict[str, Any]:
    parts, done = file.batches or 0, file.next_batch
    return {
        "file": file,
        "percent": 100 if file.state == "done" else 100 * done // parts if parts else 0,
    }


def _sample(form: Form, sheet: Sheet, columns: tuple[str, ...]) -> dict[str, Any]:
    """Return the first rows as they will be read."""
    first = Sheet(sheet.titles, sheet.rows[:_SAMPLE], sheet.delimiter, sheet.has_head, sheet.width)
    rows = read_rows(first, columns, localdate(room_now()), slashes_in(form))
    return {
        "ready": True,
        "sample": [
            {"line": row.line, "values": row.values, "faults": [fault_row(fault) for fault in row.faults]}
            for row in rows
        ],
    }
