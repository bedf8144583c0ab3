"""Players as files: import with a preview."""

import base64
import threading
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.timezone import localdate
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from players.boards import people as board
from players.commands.background_import import keep_file
from players.models import Player, PlayerImport
from players.rules.duplicates import key_of
from players.rules.import_choices import Choice, Known, OnFile, choice_for
from players.rules.people_csv import ReadRow, Slashes, born_of, read_rows
from players.rules.people_sheet import (
    FIELDS,
    MOST_BYTES,
    MOST_BYTES_IN_BATCHES,
    MOST_ROWS,
    MOST_ROWS_IN_BATCHES,
    Fault,
    FileRefused,
    Sheet,
    guess,
    read_grid,
    read_sheet,
    text_of,
)
from players.services.contact_details import email_of
from tourney.access import reads
from tourney.access.roles import Actor
from tourney.journal.refused import Refused
from tourney.models import User
from tourney.now import room_now
from tourney.rules.text_files import write_text
from web.office.csv_files import csv_file
from web.shared.access import actor_of, staff_page
from web.shared.forms import Form, upload_of

# Maximum number of rows with an individual choice, so that the form stays small.
_SHOWN = 300
_PREVIEW = 8
FIELD_WORDS = {
    "name": lazy("Name"),
    "first_name": lazy("First name"),
    "last_name": lazy("Last name"),
    "nickname": lazy("Nickname"),
    "birth_date": lazy("Date of birth"),
    "card": lazy("Card number"),
    "languages": lazy("Languages"),
    "needs_access": lazy("Needs an accessible seat"),
    "needs": lazy("Special needs"),
    "staff_notes": lazy("Notes to staff"),
    "privacy": lazy("Name in public"),
    "email": lazy("E-mail"),
    "phone": lazy("Phone"),
    "contact_consent": lazy("Contact consent"),
}


FOR_KNOWN = [
    ("skip", lazy("skip")),
    ("change", lazy("correct the existing record")),
    ("add", lazy("add anyway")),
]


SLASHES = [
    ("", lazy("unknown: reject ambiguous dates")),
    ("day", lazy("day first: 30/05/1990")),
    ("month", lazy("month first: 05/30/1990")),
]


# Parsing ten megabytes takes seconds and a hundred times the memory: one file at a time per process.
_ONE_LARGE_FILE = threading.Lock()


@dataclass(slots=True)
class _Person:
    """One row of the file and its choice.

    Attributes:
        row: the parsed row.
        faults: the errors as text, with their column.
        known: possible duplicates, most likely first.
        twin: row number of an earlier row with the same person, or None.
        choice: "" for the default of all known players, "skip", "add", or the number of the record to
            correct.
    """

    row: ReadRow
    faults: list[dict[str, object]]
    known: list[board.Likely]
    twin: int | None
    choice: str


@never_cache
@require_http_methods(["GET", "POST"])
@staff_page(reads.PLAYERS)
def upload(request: HttpRequest) -> HttpResponse:
    """Choose a file, map its columns, preview the rows, then import."""
    form = Form.sent(request) if request.method == "POST" else Form()
    context: dict[str, Any] = {
        "form": form,
        "most_rows": MOST_ROWS,
        "most_rows_in_batches": MOST_ROWS_IN_BATCHES,
        "imports": imports_of(request),
    }
    try:
        large = _kept_if_large(request)
        if large is not None:
            return redirect("players_import_file", large.pk)
        text = _text_in(request, form)
        if text is not None:
            sheet = read_sheet(text, head_in(form))
            columns = columns_in(form, sheet)
            context |= _sheet_words(form, sheet, columns, text)
            people = _people_in(form, sheet, columns, actor_of(request))
            context |= _people_words(people, form.text("known"))
            if form.text("what") == "refused":
                return _refused_file(people)
            seen, form.values["stamp"] = form.text("stamp"), stamp_of(form, columns)
            if form.text("what") == "import":
                rows = _rows_to_send(people, form.text("known"))
                if seen != form.values["stamp"]:
                    form.message = _("Check the rows below, then import them.")
                elif not rows:
                    form.message = _("There are no players to import.")
                elif form.act(request, "player.import", rows=rows) is not None:
                    if left := context["refused_rows"]:
                        text = ngettext(
                            "%(n)s row with errors was not imported.",
                            "%(n)s rows with errors were not imported.",
                            left,
                        )
                        messages.warning(request, text % {"n": left})
                    return redirect("players")
    except FileRefused as refused:
        context["file_fault"] = fault_row(refused.fault)
    wrong = form.is_wrong or "file_fault" in context
    return render(request, "office/players_import.html", context, status=422 if wrong else 200)


def imports_of(request: HttpRequest) -> QuerySet[PlayerImport]:
    """Return background imports the viewer may see: own ones, or all with the personal-data permission."""
    rows = PlayerImport.objects.select_related("user").defer("text").order_by("-pk")
    if actor_of(request).may(reads.PLAYERS_IN_BULK):
        return rows
    return rows.filter(user=request.user.pk)


def _kept_if_large(request: HttpRequest) -> PlayerImport | None:
    """Store a file that is too large for a preview of all rows on one page; None for any other."""
    file = upload_of(request, "file")
    if file is None or not isinstance(request.user, User):
        return None
    if (file.size or 0) > MOST_BYTES_IN_BATCHES:
        # One byte over the limit is enough to detect a file that is too large.
        text_of(b" " * (MOST_BYTES_IN_BATCHES + 1), MOST_BYTES_IN_BATCHES)
    data = file.read()
    file.seek(0)
    if len(data) <= MOST_BYTES and data.count(b"\n") <= MOST_ROWS:
        return None
    with _ONE_LARGE_FILE:
        text, encoding = text_of(data, MOST_BYTES_IN_BATCHES)
        grid = read_grid(text, MOST_ROWS_IN_BATCHES)
        if len(text.encode()) <= MOST_BYTES and len(grid.rows) <= MOST_ROWS:
            return None
        return keep_file(request.user, file.name or "", text, encoding, grid)


def _text_in(request: HttpRequest, form: Form) -> str | None:
    """Return the file's text, just uploaded or sent back by the preview. None if there is none yet."""
    file = upload_of(request, "file")
    if file is not None:
        # The size was checked before: some encodings use two bytes a letter.
        text, encoding = text_of(file.read(), MOST_BYTES_IN_BATCHES)
        # A new file is read by its own column titles.
        form.values = {"encoding": encoding, "command_id": form.command_id}
        return text
    if seen := form.values.get("seen", ""):
        try:
            return text_of(base64.b64decode(seen, validate=True))[0]
        except ValueError:
            raise _no_file() from None
    if request.method == "POST":
        form.fail("file", _("Choose a file first."))
    return None


def _no_file() -> FileRefused:
    return FileRefused(Fault(None, "", "empty", "The file is empty."))


def stamp_of(form: Form, columns: tuple[str, ...]) -> str:
    """Return a digest of how a file is read: only what was previewed is imported."""
    return "|".join([form.text("head"), form.text("slashes"), form.text("known") or "skip", *columns])


def head_in(form: Form) -> bool | None:
    """Return whether the first row names the columns, by choice or by guess."""
    return form.flag("head") if "column-0" in form.values else None


def columns_in(form: Form, sheet: Sheet) -> tuple[str, ...]:
    """Return the chosen field of each column; guessed by the titles at first."""
    if "column-0" not in form.values:
        return guess(sheet)
    given = [form.text(f"column-{place}") for place in range(len(sheet.titles))]
    return tuple(field if field in FIELDS else "" for field in given)


def slashes_in(form: Form) -> Slashes:
    """Return what comes first in dates with slashes; "" if unknown."""
    first = form.text("slashes")
    return "day" if first == "day" else "month" if first == "month" else ""


def _people_in(form: Form, sheet: Sheet, columns: tuple[str, ...], by: Actor) -> list[_Person]:
    rows = read_rows(sheet, columns, localdate(room_now()), slashes_in(form))
    known = board.likely_each([(str(row.values.get("name", "")), born_of(row.values)) for row in rows], by)
    holders = _holders(rows)
    seen: dict[tuple[str, str], int] = {}
    people = []
    for row, likely in zip(rows, known, strict=True):
        faults = [fault_row(fault) for fault in row.faults]
        card = str(row.values.get("card", ""))
        holder = holders.get(card) if card else None
        if holder is not None:
            likely = _holder_first(holder, likely, by)
        who = (key_of(str(row.values.get("name", ""))), str(row.values.get("birth_date", "")))
        twin = seen.get(who)
        seen.setdefault(who, row.line)
        choice = form.text(f"row-{row.line}")
        person = _Person(row, faults, likely, twin, choice)
        _hold_to_card(person, holder)
        _check_email(person)
        people.append(person)
    return people


def _holders(rows: list[ReadRow]) -> dict[str, Player]:
    cards = {str(row.values["card"]) for row in rows if row.values.get("card")}
    found = Player.objects.exclude(card="").filter(card__in=cards) if cards else []
    return {row.card: row for row in found}


def _holder_first(holder: Player, likely: list[board.Likely], by: Actor) -> list[board.Likely]:
    """Match the holder of the card, whatever the names."""
    if holder.merged_into_id is not None or holder.anonymised_at is not None:
        return likely
    mine = [one for one in likely if one["player"] == holder.pk]
    return [*(mine or [board.as_known(holder, by)]), *(one for one in likely if one["player"] != holder.pk)]


def _hold_to_card(person: _Person, holder: Player | None) -> None:
    """Keep cards unique: a row with a card in use corrects its holder's record, or is skipped."""
    if holder is not None and person.choice not in ("", "skip", str(holder.pk)):
        text = _("This card belongs to %(name)s.") % {"name": holder.name}
        person.faults.append({"line": person.row.line, "column": str(FIELD_WORDS["card"]), "text": text})


def _check_email(person: _Person) -> None:
    try:
        email_of(str(person.row.values.get("email", "")))
    except Refused as wrong:
        column = str(FIELD_WORDS["email"])
        person.faults.append({"line": person.row.line, "column": column, "text": wrong.message})


def _what_to_do(person: _Person, known: str) -> Choice:
    if person.faults:
        return "skip"
    on_file = [OnFile(one["player"], one["born"] == "card") for one in person.known]
    return choice_for(on_file, known_in(known), is_twin=person.twin is not None, chosen=person.choice)


def known_in(text: str) -> Known:
    """Return the default for players on file; "skip" if none was chosen."""
    return "change" if text == "change" else "add" if text == "add" else "skip"


def _rows_to_send(people: list[_Person], known: str) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = []
    for person in people:
        what = _what_to_do(person, known)
        if what == "add":
            rows.append({"do": "add", **person.row.values})
        elif what != "skip":
            rows.append({"do": "change", "player": what, **person.row.values})
    return rows


# --- texts of the page -----------------------------------------------------------------------------------
def _sheet_words(form: Form, sheet: Sheet, columns: tuple[str, ...], text: str) -> dict[str, Any]:
    form.values["seen"] = base64.b64encode(text.encode()).decode()
    return {**columns_words(form, sheet, columns), "encoding": form.text("encoding")}


def columns_words(form: Form, sheet: Sheet, columns: tuple[str, ...]) -> dict[str, Any]:
    """Return the texts of the column mapping."""
    form.values["head"] = "on" if sheet.has_head else ""
    used = [
        {
            "place": place,
            "title": title,
            "field": columns[place],
            "samples": [row.cells[place] for row in sheet.rows[:3] if place < len(row.cells)],
        }
        for place, title in enumerate(sheet.titles)
    ]
    names = {",": _("commas"), ";": _("semicolons"), "\t": _("tabs"), "|": _("vertical bars")}
    return {
        "columns": used,
        "fields": [("", _("skip")), *FIELD_WORDS.items()],
        "count": len(sheet.rows),
        "delimiter": names[sheet.delimiter],
        "for_known": FOR_KNOWN,
        "slashes": SLASHES,
    }


def _people_words(people: list[_Person], known: str) -> dict[str, Any]:
    todo = [_what_to_do(person, known) for person in people]
    questions = [
        {
            "line": person.row.line,
            "values": person.row.values,
            "known": person.known,
            "twin": person.twin,
            "choice": person.choice,
            "becomes": what,
        }
        for person, what in zip(people, todo, strict=True)
        if not person.faults and (person.known or person.twin is not None)
    ]
    return {
        "questions": questions[:_SHOWN],
        "questions_left": max(0, len(questions) - _SHOWN),
        "refused": [fault for person in people for fault in person.faults][:_SHOWN],
        "refused_rows": sum(bool(person.faults) for person in people),
        "preview": [person.row.values for person, what in zip(people, todo, strict=True) if what == "add"][
            :_PREVIEW
        ],
        "preview_left": max(0, todo.count("add") - _PREVIEW),
        "adds": todo.count("add"),
        "changes": sum(what not in ("add", "skip") for what in todo),
        "skips": sum(what == "skip" and not person.faults for person, what in zip(people, todo, strict=True)),
        "ready": True,
    }


def fault_row(fault: Fault) -> dict[str, object]:
    """Return the errors of a file, in the reader's language."""
    column = str(FIELD_WORDS.get(fault.column, fault.column))
    return {"line": fault.line, "column": column, "text": _(fault.message) % fault.params}


def _refused_file(people: list[_Person]) -> HttpResponse:
    """Return the rejected rows and reasons, for correction in the source file."""
    head = [_("Line"), _("Column"), _("Error"), _("Name")]
    rows = [
        [str(fault["line"]), str(fault["column"]), str(fault["text"]), str(person.row.values.get("name", ""))]
        for person in people
        for fault in person.faults
    ]
    cells = [[write_text(cell) for cell in row] for row in rows]
    return csv_file([head, *cells], "refused.csv")
