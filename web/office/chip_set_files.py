"""Chip sets as files: export as JSON, import with a preview that can be changed before it is saved.

The import also takes the chips of saved files of The Tournament Director.
"""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.http import content_disposition_header
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods

from clock.rules.filefaults import ImportFault
from planning.services.chip_set_file import export_chip_set, free_name, read_chip_set, same_chips
from planning.services.template_document import MOST_BYTES
from tourney.access.roles import Permission
from tourney.models import ChipSet
from web.office.chip_sets import chip_row, chips_of, form_values, place_errors
from web.shared.access import staff_page
from web.shared.forms import Form, upload_of


@never_cache
@require_GET
@staff_page(Permission.MANAGE_EVENTS)
def export(_request: HttpRequest, chip_set_id: int) -> HttpResponse:
    """Export a chip set for another room."""
    row = ChipSet.objects.filter(pk=chip_set_id).first()
    if row is None:
        raise Http404
    filename = f"{slugify(row.name) or 'chips'}.json"
    disposition = content_disposition_header(as_attachment=True, filename=filename) or "attachment"
    headers = {"Content-Disposition": disposition}
    return HttpResponse(export_chip_set(row), content_type="application/json", headers=headers)


@never_cache
@require_http_methods(["GET", "POST"])
@staff_page(Permission.MANAGE_EVENTS)
def upload(request: HttpRequest) -> HttpResponse:
    """Choose a file, check and complete its chips, then add them as a chip set."""
    form = Form.sent(request) if request.method == "POST" else Form()
    context: dict[str, Any] = {"form": form}
    if "value" in request.POST:
        rows, looks = chips_of(request, form)
        if form.act(request, "chips.add_set", name=form.text("name"), chips=looks) is not None:
            return redirect("chips")
        place_errors(form, rows)
        context |= {"read": True, **form_values(form, rows)}
    elif request.method == "POST":
        context |= _preview(request, form)
    status = 422 if form.is_wrong or context.get("faults") else 200
    return render(request, "office/chip_set_import.html", context, status=status)


def _preview(request: HttpRequest, form: Form) -> dict[str, Any]:
    """Return what the chosen file holds, or its faults."""
    file = upload_of(request, "file")
    if file is None:
        form.fail("file", _("Choose a file first."))
        return {}
    if (file.size or 0) > MOST_BYTES:
        form.fail("file", _("The file has %(bytes)s bytes; the limit is %(most)s.") % {
            "bytes": file.size, "most": MOST_BYTES})  # fmt: skip
        return {}
    try:
        read = read_chip_set(file.read())
    except ImportFault as refused:
        faults = [(one.line, one.column, _(one.message) % one.params) for one in refused.faults]
        return {"faults": faults}
    form = Form({"name": free_name(read.name)})
    rows = [chip_row(chip.value, "", chip.face, chip.edge) for chip in read.chips]
    known = same_chips(read.chips)
    notes = [(one.row, one.column, _(one.message) % one.params) for one in read.notes]
    return {"read": True, "notes": notes, "known": known, "count": len(rows), **form_values(form, rows)}
