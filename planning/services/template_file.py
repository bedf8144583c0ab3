"""Templates as files between rooms: what is written, and what is read with its checks. Reads only."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.db import models

from clock.rules.filefaults import refuse
from clock.rules.json_text import strict_json
from clock.rules.refusals import gettext_noop as _
from planning.services.template_document import LOCAL, MOST_BYTES, Document, Faults, check_document, without
from planning.services.template_stages import check_stages, with_each_event
from procedures.services.event_settings import PARTS, setting_columns
from tourney.models import Tournament

FORMAT, VERSION = "poker-event-template", 1


def exported(document: Mapping[str, Any], name: str) -> dict[str, Any]:
    """Return a template as it is written to a file: without the rows of this room. A satellite's tickets are for an
    event of this room, so its prizes stay out.
    """
    return {"format": FORMAT, "version": VERSION, "name": name, **with_each_event(document, _portable)}


def _portable(document: Mapping[str, Any]) -> Document:
    made = dict(document)
    for key, value in made.items():
        if key == "event":
            made[key] = without(value, set(LOCAL))
        elif isinstance(value, list):
            made[key] = [without(row, set(LOCAL)) if isinstance(row, dict) else row for row in value]
    if any(row["method"] == "satellite" for row in made["payout"]):
        made |= {"payout": [], "place_prizes": [], "prize_items": []}
    return made


@dataclass(frozen=True, slots=True)
class Imported:
    """A template that was read from a file."""

    name: str
    document: Document


def read_file(data: bytes) -> Imported:
    """Read a template from a file.

    Raises:
        ImportFault: it is too big, no template, or has faults; each names its place.
    """
    if len(data) > MOST_BYTES:
        message = _("The file has %(bytes)s bytes; the limit is %(most)s.")
        raise refuse("too_big", message, {"bytes": len(data), "most": MOST_BYTES})
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise refuse("json_not_utf8", _("The file is not UTF-8. JSON must be UTF-8.")) from None
    whole = strict_json(text)
    if not isinstance(whole, dict) or whole.get("format") != FORMAT:
        message = _('This JSON is not a template: it does not start with "format": "%(format)s".')
        raise refuse("json_format", message, {"format": FORMAT})
    if whole.get("version") != VERSION or isinstance(whole["version"], bool):
        raise refuse("json_version", _("The format must be version %(version)s."), {"version": VERSION})
    faults = Faults()
    name = whole.get("name", "")
    if not isinstance(name, str) or not 0 < len(name.strip()) <= 80:
        faults.add("name", _("This must be text of 1 to 80 characters."))
    document = without(whole, {"format", "version", "name", "stages"})
    check_document(document, faults)
    faults.raise_any()
    if whole.get("stages") is not None:
        check_stages(whole["stages"], document, faults)
        faults.raise_any()
        document["stages"] = whole["stages"]
    return Imported(str(name).strip(), with_each_event(document, _completed))


def _completed(document: Mapping[str, Any]) -> Document:
    """Return a document of a file with the columns that files do not have."""
    made = dict(document)
    kinds: list[tuple[str, type[models.Model]]] = [("event", Tournament)]
    kinds += [(part.key, part.model) for part in PARTS]
    for key, model in kinds:
        extra: dict[str, Any] = {
            one.attname: None if one.null else ""
            for one in setting_columns(model)
            if one.attname in LOCAL and one.attname != "chip_set_id"
        }
        if key == "event":
            made[key] = {**made[key], **extra}
        else:
            made[key] = [{**row, **extra} for row in made[key]]
    return made
