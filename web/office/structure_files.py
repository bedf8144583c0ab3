"""Structures as files: export as CSV and JSON, import with a preview."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.http import content_disposition_header
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods

from clock.rules.exchange import MOST_BYTES, Imported, ImportFault, export_csv, export_json, import_file
from clock.rules.filefaults import FileFault, refuse
from clock.rules.refusals import gettext_noop
from clock.rules.structure import Level, to_wire
from clock.services.event_clock import event_clock_of, levels_of
from tourney.access.roles import Permission
from tourney.services.figures import formats
from web.office.details import event_of
from web.office.structures import structure_of
from web.shared.access import staff_page
from web.shared.forms import Form, upload_of

_BOM = "\ufeff"


@never_cache
@require_GET
@staff_page()
def export(request: HttpRequest, structure_id: int, ending: str) -> HttpResponse:
    """Export a structure of the library."""
    row = structure_of(structure_id)
    return _file(row.name, levels_of(row), ending)


@never_cache
@require_GET
@staff_page()
def export_of_event(request: HttpRequest, tournament_id: int, ending: str) -> HttpResponse:
    """Export the structure of an event."""
    event = event_of(tournament_id)
    return _file(event.name, list(event_clock_of(event).levels), ending)


def _file(name: str, levels: list[Level], ending: str) -> HttpResponse:
    if ending == "csv":
        # The BOM marks the file as UTF-8.
        text = _BOM + export_csv(levels, delimiter=formats().separator)
        kind = "text/csv; charset=utf-8"
    elif ending == "json":
        text, kind = export_json(levels, name), "application/json"
    else:
        raise Http404
    filename = f"{slugify(name) or 'structure'}.{ending}"
    disposition = content_disposition_header(as_attachment=True, filename=filename) or "attachment"
    return HttpResponse(text, content_type=kind, headers={"Content-Disposition": disposition})


@never_cache
@require_http_methods(["GET", "POST"])
@staff_page(Permission.EDIT_STRUCTURE)
def upload(request: HttpRequest) -> HttpResponse:
    """Choose a file, preview it, then add it to the library."""
    form = Form.sent(request) if request.method == "POST" else Form()
    faults: list[dict[str, object]] = []
    read: Imported | None = None
    try:
        if "file" in request.FILES:
            read = _read_upload(request)
            form.values = {"name": read.name, "text": export_json(read.levels, read.name)}
        elif form.text("pasted"):
            read = import_file(form.text("pasted").encode("utf-8", "replace"), None)
            form.values = {"name": read.name, "text": export_json(read.levels, read.name)}
        elif form.text("text"):
            read = import_file(form.text("text").encode("utf-8", "replace"), "seen.json")
            done = _save(request, form, read)
            if done is not None:
                return redirect("structure", done)
        elif request.method == "POST":
            form.fail("file", _("Choose a file, or paste the levels."))
    except ImportFault as refused:
        faults = [_said(fault) for fault in refused.faults]
    context = {
        "form": form,
        "faults": faults,
        "read": read,
        "levels": None if read is None else to_wire(read.levels),
        "warnings": [] if read is None else [_said(fault) for fault in read.warnings],
        "total": 0 if read is None else sum(level.duration for level in read.levels),
    }
    status = 422 if faults or form.is_wrong else 200
    return render(request, "office/structure_import.html", context, status=status)


def _read_upload(request: HttpRequest) -> Imported:
    file = upload_of(request, "file")
    if file is None:
        raise refuse("empty", gettext_noop("Choose a file first."))
    if (file.size or 0) > MOST_BYTES:
        message = gettext_noop("The file has %(bytes)s bytes; the limit is %(most)s.")
        raise refuse("too_big", message, {"bytes": file.size, "most": MOST_BYTES})
    return import_file(file.read(), file.name)


def _save(request: HttpRequest, form: Form, read: Imported) -> int | None:
    """Add the previewed structure to the library and return its id."""
    rows = [{key: value for key, value in row.items() if key != "number"} for row in to_wire(read.levels)]
    done = form.act(request, "structure.save", name=form.text("name"), levels=rows)
    if done is None or done.answer is None:
        return None
    made: int = done.answer["structure"]
    return made


def _said(fault: FileFault) -> dict[str, object]:
    text = _(fault.message) % fault.params
    return {"line": fault.line, "row": fault.row, "column": fault.column, "text": text}
