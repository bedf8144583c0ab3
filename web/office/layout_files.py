"""Layouts as files: export with their pictures, import with a preview."""

import base64
import binascii
import json
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.http import content_disposition_header
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods

from clock.rules.filefaults import FileFault, ImportFault
from clock.rules.json_text import strict_json
from displays.rules.layouts import LayoutDocument, LayoutFault, LayoutFaults, read_document
from displays.rules.layouts.contents import pictures_of, plain
from displays.rules.layouts.document import MOST_PICTURES
from displays.services.layout_faults import place_of, text_of
from tourney.access.roles import Permission
from tourney.journal.refused import Refused
from tourney.services.picture_store import MOST_BYTES as PICTURE_BYTES
from tourney.services.picture_store import checked_picture, keep_picture
from web.office.layout_texts import choices
from web.office.layouts import free_name, layout_row
from web.shared.access import staff_page
from web.shared.forms import Form, upload_of

Fault = tuple[int | None, str, str]


@never_cache
@require_GET
@staff_page(Permission.MANAGE_SCREENS)
def export(_request: HttpRequest, layout_id: int) -> HttpResponse:
    """Export a layout with its pictures."""
    row = layout_row(layout_id)
    try:
        names = pictures_of(read_document(row.document, is_stored=True))
    except LayoutFaults:
        # Of a document that this version refuses, what is in the row is left to be repaired.
        names = []
    pictures = {
        name: base64.b64encode((settings.MEDIA_ROOT / name).read_bytes()).decode()
        for name in names
        if (settings.MEDIA_ROOT / name).exists()
    }
    text = json.dumps({**row.document, "pictures": pictures}, ensure_ascii=False, indent=1)
    filename = f"{slugify(row.name) or 'layout'}.json"
    disposition = content_disposition_header(as_attachment=True, filename=filename) or "attachment"
    return HttpResponse(text, content_type="application/json", headers={"Content-Disposition": disposition})


@never_cache
@require_http_methods(["GET", "POST"])
@staff_page(Permission.MANAGE_SCREENS)
def upload(request: HttpRequest) -> HttpResponse:
    """Choose a file; its layout is added to the house and opened in the editor, or its faults are named."""
    form = Form.sent(request) if request.method == "POST" else Form()
    faults: list[Fault] = []
    if request.method == "POST":
        document, faults = _read(request, form)
        if document is not None:
            done = form.act(request, "layout.save", document=plain(document))
            if done is not None:
                return redirect("layout", (done.answer or {})["layout"])
    context = {"form": form, "faults": faults}
    return render(
        request, "office/layout_import.html", context, status=422 if faults or form.is_wrong else 200
    )


def _read(request: HttpRequest, form: Form) -> tuple[LayoutDocument | None, list[Fault]]:
    """Return the layout in the chosen file under a free name, with its pictures stored; or its faults."""
    file = upload_of(request, "file")
    if file is None:
        form.fail("file", _("Choose a file first."))
        return None, []
    if not file.size:
        form.fail("file", _("The file is empty."))
        return None, []
    most = int(settings.IMPORT_KILOBYTES) * 1024
    if (file.size or 0) > most:
        text = _("This file is too large. It can have at most %(most)s MB.")
        form.fail("file", text % {"most": most // 2**20})
        return None, []
    try:
        value: Any = strict_json(file.read().decode("utf-8-sig"))
    except UnicodeDecodeError:
        text = _("This file is not a layout: it is not JSON text. Choose a file exported from a room.")
        return None, [(None, _("Whole file"), text)]
    except ImportFault as error:
        return None, [(one.line, one.column, _json_text(one)) for one in error.faults]
    pictures = value.pop("pictures", {}) if isinstance(value, dict) else {}
    wrong: list[Fault] = []
    if not isinstance(pictures, dict):
        wrong.append((None, _("“%(name)s”") % {"name": "pictures"}, _("This must be an object in braces.")))
    try:
        document = read_document(value)
    except LayoutFaults as error:
        names = {**choices()["values"], "states": choices()["states"], "shapes": choices()["shapes"]}
        found = [(None, place_of(one) or _("Whole file"), text_of(one, names)) for one in error.faults]
        return None, [*found, *(wrong or _unreadable(pictures))]
    if wrong:
        return None, wrong
    names, faults = _store(pictures, document)
    if faults:
        return None, faults
    with_names = _with_names(plain(document), names)
    return read_document({**with_names, "name": free_name(document.name)}), []


def _json_text(fault: FileFault) -> str:
    text = str(_(fault.message) % fault.params)
    if fault.code == "json_broken":
        text = _("This file is not valid JSON, so it is not a layout.") + " " + text
    return text


def _store(pictures: dict[str, Any], document: LayoutDocument) -> tuple[dict[str, str], list[Fault]]:
    """Store the pictures that a document uses: the name of each in the file, and its name here."""
    wanted = pictures_of(document)
    faults: list[Fault] = []
    stored: dict[str, str] = {}
    for name in wanted:
        place = _place_of_picture(document, name)
        text = pictures.get(name)
        if text is None and (settings.MEDIA_ROOT / name).exists():
            stored[name] = name
            continue
        if text is None:
            faults.append((None, place, _("The picture is neither in the file nor in this room.")))
            continue
        try:
            # Longer text cannot be a picture of the permitted size.
            data = base64.b64decode(str(text)[: 2 * PICTURE_BYTES], validate=True)
            stored[name] = keep_picture(data, "file")
        except (ValueError, binascii.Error):
            faults.append((None, place, _("Only PNG, JPEG and WebP pictures are supported.")))
        except Refused as error:
            faults.append((None, place, error.message))
    return stored, faults


def _unreadable(pictures: dict[str, Any]) -> list[Fault]:
    """Return the faults of pictures in a file that is refused for other faults; stores nothing."""
    faults: list[Fault] = []
    for name, text in [*pictures.items()][:MOST_PICTURES]:
        try:
            checked_picture(base64.b64decode(str(text)[: 2 * PICTURE_BYTES], validate=True), "file")
        except (ValueError, binascii.Error):
            fault = _("Only PNG, JPEG and WebP pictures are supported.")
        except Refused as error:
            fault = error.message
        else:
            continue
        faults.append((None, _("pictures") + ", " + _("“%(name)s”") % {"name": _shown(name)}, fault))
    return faults


def _place_of_picture(document: LayoutDocument, name: str) -> str:
    """Return the first cell that shows a picture."""
    for shape, arrangements in document.shapes:
        for arrangement in arrangements or ():
            for number, cell in enumerate(arrangement.cells, 1):
                if any(getattr(one, "picture", "") == name for one in cell.show):
                    return place_of(
                        LayoutFault(
                            "", shape=shape, states=tuple(arrangement.states), cell=number, key="picture"
                        )
                    )
    return _("pictures")


def _with_names(value: Any, names: dict[str, str]) -> Any:
    """Return a document whose pictures have their names in this room; texts stay as they are."""
    if isinstance(value, list):
        return [_with_names(one, names) for one in value]
    if not isinstance(value, dict):
        return value
    inner = {key: _with_names(one, names) for key, one in value.items()}
    return {**inner, "picture": names[inner["picture"]]} if inner.get("kind") == "picture" else inner


def _shown(name: object) -> str:
    """Return a picture's name as a fault shows it: the name of a stored file has 64 digits."""
    text = str(name)
    return text if len(text) <= 80 else f"{text[:79]}…"
