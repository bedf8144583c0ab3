"""Streaming export of the journal, so that a season's journal needs little memory."""

import csv
import io
import json
from collections.abc import AsyncIterator, Callable
from typing import Any

from asgiref.sync import sync_to_async
from django.http import Http404, HttpRequest, HttpResponseBase, StreamingHttpResponse
from django.utils import translation
from django.utils.functional import Promise
from django.utils.http import content_disposition_header
from django.utils.text import slugify
from django.utils.timezone import localtime
from django.utils.translation import gettext_lazy as lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from clock.rules.cells import write_text
from tourney.access import reads
from tourney.access.roles import Actor
from tourney.edge.database_connections import give_back_now
from tourney.journal.boards import journal_entry_board
from tourney.journal.readable import ReadableEntry, readable
from web.office.csv_files import headings
from web.office.details import event_of
from web.office.journal import Sought, sought
from web.shared.access import actor_of, staff_page

_AT_ONCE = 200
_COLUMNS: dict[str, Promise] = {
    "seq": lazy("No."),
    "at": lazy("When"),
    "due_at": lazy("Due at"),
    "who": lazy("Person"),
    "kind": lazy("Kind"),
    "text": lazy("Text"),
    "rule": lazy("Rule"),
    "undoes": lazy("Undo of"),
    "undone_by": lazy("Undone by"),
    "arguments": lazy("Values"),
    "answer": lazy("Answer"),
}
Write = Callable[[list[dict[str, Any]], bool], str]


@never_cache
@require_GET
@staff_page(reads.JOURNAL)
def export(request: HttpRequest, ending: str, tournament_id: int | None = None) -> HttpResponseBase:
    """Export all matching entries, oldest last, as CSV or JSON."""
    writers: dict[str, tuple[str, str, Write, str]] = {
        "csv": ("text/csv; charset=utf-8", "\ufeff" + _csv_row(headings(_COLUMNS)), _as_csv, ""),
        "json": ("application/json", "[", _as_json, "]\n"),
    }
    if ending not in writers:
        raise Http404
    name = "room" if tournament_id is None else slugify(event_of(tournament_id).name) or "event"
    search = sought(request)
    if search.form.errors:
        raise Http404
    kind, head, write, tail = writers[ending]
    language = translation.get_language() or ""
    reader = actor_of(request)
    parts = _parts(search, tournament_id, reader, language, head, write, tail)
    disposition = content_disposition_header(as_attachment=True, filename=f"journal-{name}.{ending}")
    headers = {"Content-Disposition": disposition or "attachment"}
    return StreamingHttpResponse(parts, content_type=kind, headers=headers)


async def _parts(
    search: Sought,
    tournament_id: int | None,
    reader: Actor,
    language: str,
    head: str,
    write: Write,
    tail: str,
) -> AsyncIterator[str]:
    """Yield the file in pieces. Each piece is its own query: no reader blocks the database for long."""
    yield head
    before: int | None = None
    while True:
        lines = await sync_to_async(_some)(search, tournament_id, reader, before, language)
        if lines:
            yield write(lines, before is None)
        if len(lines) < _AT_ONCE:
            break
        before = lines[-1]["seq"]
    yield tail


def _some(
    search: Sought, tournament_id: int | None, reader: Actor, before: int | None, language: str
) -> list[dict[str, Any]]:
    """Return the next entries as plain data."""
    found = search.lines(tournament_id, reader).select_related("undoes")
    if before is not None:
        found = found.filter(seq__lt=before)
    # The request and its language are gone by the time this runs.
    with translation.override(language):
        lines = [_plain(readable(line, reader)) for line in found[:_AT_ONCE]]
    # The client may take long to read this piece.
    give_back_now()
    return lines


def _plain(journal_entry: ReadableEntry) -> dict[str, Any]:
    board = journal_entry_board(journal_entry)
    undone_by = journal_entry.standing_undo()
    return {
        "seq": journal_entry.seq,
        "at": localtime(journal_entry.at).isoformat(timespec="milliseconds"),
        "due_at": None
        if journal_entry.due_at is None
        else localtime(journal_entry.due_at).isoformat(timespec="milliseconds"),
        "who": board["who"],
        "kind": journal_entry.kind,
        "text": board["text"],
        "rule": journal_entry.rule,
        "undoes": None if journal_entry.undoes is None else journal_entry.undoes.seq,
        "undone_by": None if undone_by is None else undone_by.seq,
        "arguments": journal_entry.arguments,
        "answer": journal_entry.answer,
        "changes": journal_entry.changes,
    }


def _as_csv(lines: list[dict[str, Any]], _first: bool) -> str:
    return "".join(_csv_row([_cell(line[name]) for name in _COLUMNS]) for line in lines)


def _cell(value: Any) -> str:
    """Return a value as a cell. Text a spreadsheet would run as a formula gets an apostrophe in front."""
    if value is None:
        return ""
    if isinstance(value, dict | list):
        return json.dumps(value, ensure_ascii=False) if value else ""
    return write_text(str(value)) if isinstance(value, str) else str(value)


def _csv_row(cells: Any) -> str:
    out = io.StringIO()
    csv.writer(out).writerow(cells)
    return out.getvalue()


def _as_json(lines: list[dict[str, Any]], first: bool) -> str:
    text = ",\n".join(json.dumps(line, ensure_ascii=False) for line in lines)
    return ("\n" if first else ",\n") + text
