"""Templates as JSON: what is stored and exported, and its checks. Reads only.

A document has the settings of one event. `template_stages` adds the other events of a multi-stage event;
`template_file` reads and writes files. The columns follow from the models (`procedures.services.event_settings`); none
is listed here.
"""

import re
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from django.core.exceptions import ValidationError
from django.db import models
from django.utils.timezone import get_current_timezone

from clock.rules.cells import shown
from clock.rules.filefaults import FileFault, ImportFault
from clock.rules.refusals import gettext_noop as _
from clock.rules.rows import UnsoundStructure, from_wire
from clock.rules.structure import to_wire
from desk.models import Registration
from prizes.models import Payout
from procedures.services.event_settings import PARTS, EventSettings, Part, event_settings, setting_columns
from tourney.models import ChipSet, Room, Tournament

MOST_BYTES = 1_000_000
_MOST_ROWS = 1_000
_LONGEST_PLACE = 80
_ADVANCE = ("book", "auto", "announced")
_LARGEST: dict[Any, int] = {
    models.PositiveSmallIntegerField: 2**15 - 1,
    models.PositiveIntegerField: 2**31 - 1,
    models.PositiveBigIntegerField: 10**15,
}
# Rows and files of this room, which another room does not have: they stay out of files.
LOCAL = frozenset({"logo", "ticket_for_id", "chip_set_id"})
# Set apart from the other columns.
_APART = frozenset({"name", "late_at"})
_CURRENCY = re.compile(r"[A-Z]{3}")
_KEYS = frozenset(
    {"event", "currency", "chip_set", "structure", "advance", "late_after", *(part.key for part in PARTS)}
)
Document = dict[str, Any]


def document_of_event(event: Tournament) -> Document:
    """Return the settings of an event as JSON values."""
    settings = event_settings(event)
    parts = {part.key: [without(row, {"late_at"}) for row in settings.parts[part.key]] for part in PARTS}
    late = settings.late_after
    return {
        "event": without(settings.event, {"chip_set_id"}),
        "currency": _currency_of(event),
        "chip_set": _chips_of(event),
        "structure": {"name": settings.structure, "levels": to_wire(settings.levels)},
        "advance": settings.advance,
        "late_after": None if late is None else late // timedelta(milliseconds=1),
        **parts,
    }


def _currency_of(event: Tournament) -> str:
    """Return the currency of an event's prices and prizes; the room's if it has neither."""
    rows = (Registration.objects.filter(tournament=event), Payout.objects.filter(tournament=event))
    found = next((row.currency for row in (one.first() for one in rows) if row is not None), None)
    return found or Room.objects.get(id=1).currency


def without(row: Mapping[str, Any], names: set[str]) -> dict[str, Any]:
    """Return a row without some of its columns."""
    return {name: value for name, value in row.items() if name not in names}


def _chips_of(event: Tournament) -> dict[str, Any] | None:
    if event.chip_set is None:
        return None
    return chip_set_document(event.chip_set)


def chip_set_document(row: ChipSet) -> dict[str, Any]:
    """Return name and denominations of a chip set as JSON values."""
    chips = [{"value": chip.value, "face": chip.face, "edge": chip.edge} for chip in row.chips.all()]
    return {"name": row.name, "chips": chips}


def settings_of_document(document: Mapping[str, Any], chip_set: int | None) -> EventSettings:
    """Return the settings in a checked document.

    Args:
        document: of one event.
        chip_set: the row of its chip set in this room.
    """
    late = document["late_after"]
    parts: dict[str, list[dict[str, Any]]] = {part.key: list(document[part.key]) for part in PARTS}
    return EventSettings(
        {**document["event"], "chip_set_id": chip_set},
        document["structure"]["name"],
        from_wire(document["structure"]["levels"]),
        document["advance"],
        None if late is None else timedelta(milliseconds=late),
        parts,
    )


class Faults:
    """The faults found so far, each with its place."""

    def __init__(self) -> None:
        self.found: list[FileFault] = []

    def add(self, place: str, message: str, **params: object) -> None:
        """Add a fault at a place such as "registration[0].pool"."""
        self.found.append(FileFault(None, None, shown(place, _LONGEST_PLACE), "bad_value", message, params))

    def raise_any(self) -> None:
        """Raise ImportFault if there are faults."""
        if self.found:
            raise ImportFault(self.found)


def check_document(document: Mapping[str, Any], faults: Faults) -> None:
    """Check a document of a file: its keys, the types and bounds of its columns, and what the rows must satisfy."""
    for key in document:
        if key not in _KEYS:
            faults.add(str(key), _("Unknown value name."))
    for key in sorted(_KEYS - document.keys()):
        faults.add(key, _("The field “%(key)s” is missing."), key=key)
    if faults.found:
        return
    _check_row(document["event"], Tournament, "event", faults)
    if not isinstance(document["currency"], str) or not _CURRENCY.fullmatch(document["currency"]):
        faults.add("currency", _("This must be a currency code of three capital letters."))
    if document["advance"] not in _ADVANCE:
        faults.add("advance", _("Choose one of: %(words)s."), words=", ".join(_ADVANCE))
    _check_late(document["late_after"], faults)
    _check_chips(document["chip_set"], faults)
    rows = _check_structure(document["structure"], faults)
    for part in PARTS:
        _check_part(document, part, faults)
    if not faults.found:
        _check_together(document, rows, faults)


def _check_late(value: object, faults: Faults) -> None:
    if value is not None and (not is_whole(value) or not 0 <= value <= 7 * 86_400_000):  # type: ignore[operator]
        faults.add("late_after", _("This must be a whole number of milliseconds, at most a week."))


def is_whole(value: object) -> bool:
    """Return whether a value of a file is a whole number."""
    return isinstance(value, int) and not isinstance(value, bool)


def _check_chips(value: object, faults: Faults) -> None:
    if value is None:
        return
    if not isinstance(value, dict) or value.keys() != {"name", "chips"}:
        faults.add("chip_set", _("This must be an object with “name” and “chips”, or null."))
        return
    chip_set_faults(value, faults, "chip_set.")


def chip_set_faults(value: Mapping[str, Any], faults: Faults, place: str = "") -> None:
    """Check name and denominations of a chip set; `place` is "chip_set." within a template."""
    name, chips = value["name"], value["chips"]
    if not isinstance(name, str) or not 0 < len(name.strip()) <= 60:
        faults.add(f"{place}name", _("This must be text of 1 to 60 characters."))
    elif any(ord(sign) < 32 for sign in name):
        faults.add(f"{place}name", _("This text has control characters."))
    if not isinstance(chips, list) or not 1 <= len(chips) <= 20:
        faults.add(f"{place}chips", _("This must be a list of 1 to 20 chips."))
        return
    seen: set[int] = set()
    for index, chip in enumerate(chips):
        here = f"{place}chips[{index}]"
        if not isinstance(chip, dict) or chip.keys() != {"value", "face", "edge"}:
            faults.add(here, _("A chip must be an object with “value”, “face” and “edge”."))
            continue
        if not is_whole(chip["value"]) or not 1 <= chip["value"] <= 10**12 or chip["value"] in seen:
            faults.add(f"{here}.value", _("This must be a whole number of 1 or more, each value once."))
        else:
            seen.add(chip["value"])
        for side in ("face", "edge"):
            colour = chip[side]
            if not isinstance(colour, str) or not _is_colour(colour):
                faults.add(f"{here}.{side}", _("Enter a colour as # and six characters from 0–9 and a–f."))


def _is_colour(text: str) -> bool:
    return len(text) == 7 and text[0] == "#" and all(sign in "0123456789abcdef" for sign in text[1:])


def _check_structure(value: object, faults: Faults) -> int:
    """Check a structure and return the number of its rows."""
    if not isinstance(value, dict) or value.keys() != {"name", "levels"}:
        faults.add("structure", _("This must be an object with “name” and “levels”."))
        return 0
    if not isinstance(value["name"], str) or not 0 < len(value["name"].strip()) <= 80:
        faults.add("structure.name", _("This must be text of 1 to 80 characters."))
    try:
        return len(from_wire(value["levels"]))
    except UnsoundStructure as unsound:
        for fault in unsound.faults:
            place = (
                "structure.levels"
                if fault.row is None
                else f"structure.levels[{fault.row - 1}].{fault.field}"
            )
            faults.add(place.rstrip("."), fault.message, **fault.params)
        return 0


def _check_part(document: Mapping[str, Any], part: Part, faults: Faults) -> None:
    rows = document[part.key]
    most = _MOST_ROWS if part.many else 1
    if not isinstance(rows, list) or len(rows) > most:
        faults.add(part.key, _("This must be a list of at most %(most)s."), most=most)
        return
    if rows and part.owner != "tournament" and not document[part.owner]:
        faults.add(part.key, _("This needs “%(key)s” as well."), key=part.owner)
    for index, row in enumerate(rows):
        _check_row(row, part.model, f"{part.key}[{index}]", faults)


def _check_row(row: object, model: type[models.Model], place: str, faults: Faults) -> None:
    """Check one row by the columns of its model and by the constraints of the database."""
    if not isinstance(row, dict):
        faults.add(place, _("A row must be an object with named values."))
        return
    columns = {
        one.attname: one
        for one in setting_columns(model)
        if one.attname not in LOCAL and one.name not in _APART
    }
    before = len(faults.found)
    for key in row:
        if key not in columns:
            faults.add(f"{place}.{key}", _("Unknown value name."))
    for key, column in columns.items():
        if key not in row:
            faults.add(f"{place}.{key}", _("The field “%(key)s” is missing."), key=key)
        else:
            _check_value(row[key], column, f"{place}.{key}", faults)
    if len(faults.found) > before:
        return
    # The time at which late registration ends follows from the start of each event.
    ends = {"late_ends": "none"} if row.get("late_ends") == "time" else {}
    made = model(**{**row, **ends})
    for constraint in model._meta.constraints:
        if isinstance(constraint, models.CheckConstraint):
            try:
                constraint.validate(model, made, exclude=LOCAL | {"tournament", "name"})  # type: ignore[attr-defined]
            except ValidationError:
                rule = str(constraint.name).replace("_", " ")
                faults.add(place, _("These values do not fit together (%(rule)s)."), rule=rule)


def _check_value(value: object, column: Any, place: str, faults: Faults) -> None:
    if value is None:
        if not column.null:
            faults.add(place, _("This must not be null."))
        return
    match column:
        case models.BooleanField():
            if not isinstance(value, bool):
                faults.add(place, _("This must be true or false."))
        case models.IntegerField():
            most = _LARGEST.get(type(column), 10**15)
            if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= most:
                faults.add(place, _("This must be a whole number from 0 to %(most)s."), most=most)
        case models.CharField():
            choices = [key for key, _label in column.flatchoices]
            longest = column.max_length or 0
            if (
                not isinstance(value, str)
                or len(value) > longest
                or (not value and not column.blank and not choices)
            ):
                faults.add(place, _("This must be text of at most %(most)s characters."), most=longest)
            elif any(ord(sign) < 32 for sign in value):
                faults.add(place, _("This text has control characters."))
            elif choices and value not in choices and not (column.blank and not value):
                faults.add(place, _("Choose one of: %(words)s."), words=", ".join(map(str, choices)))
        case _:
            faults.add(place, _("This can’t be part of a file."))


def _check_together(document: Mapping[str, Any], rows: int, faults: Faults) -> None:
    """Check what concerns several rows."""
    for row in document["registration"]:
        if (row["late_row"] is not None) != (row["late_ends"] == "row") or (
            row["late_row"] is not None and row["late_row"] >= rows
        ):
            faults.add("registration[0].late_row", _("This is not a row of the structure."))
        if (document["late_after"] is not None) != (row["late_ends"] == "time"):
            faults.add("late_after", _("This belongs to late registration that ends at a time."))
    for index, row in enumerate(document["extras"]):
        if not row["from_row"] <= row["until_row"] < rows:
            faults.add(f"extras[{index}].until_row", _("This is not a row of the structure."))
    if len({row["kind"] for row in document["extras"]}) < len(document["extras"]):
        faults.add("extras", _("Only one rebuy and one add-on can be offered."))
    places = [row["place"] for row in document["place_prizes"]]
    if places != list(range(1, len(places) + 1)):
        faults.add("place_prizes", _("The places must be 1, 2, 3…"))
    amounts = [row["amount"] for row in document["place_prizes"]]
    if amounts != sorted(amounts, reverse=True):
        faults.add("place_prizes", _("A place may not pay more than the place above it."))
    if any(row["method"] == "satellite" for row in document["payout"]):
        faults.add("payout[0].method", _("The tickets of a satellite are for an event of the other room."))


def start_of_day(start: datetime) -> str:
    """Return the time of day that the wall of the room shows: "19:00"."""
    return f"{start.astimezone(get_current_timezone()):%H:%M}"


def price_of(document: Mapping[str, Any]) -> int:
    """Return the buy-in of a template in minor units."""
    rows: Sequence[Mapping[str, Any]] = document["registration"]
    return sum(row[name] for row in rows for name in ("pool", "fee", "staff", "bounty"))
