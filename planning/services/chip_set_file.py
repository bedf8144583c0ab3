"""Chip sets as files between rooms, and the chips of saved files of The Tournament Director. Reads only."""

import json
from collections.abc import Iterable
from dataclasses import dataclass

from clock.rules.filefaults import FileFault, refuse
from clock.rules.json_text import strict_json
from clock.rules.refusals import gettext_noop as _
from planning.rules.director_chips import read_director_chips
from planning.services.template_document import MOST_BYTES, Faults, chip_set_document, chip_set_faults
from tourney.models import ChipSet
from tourney.rules.colours import luminance
from tourney.rules.director_file import is_director_file
from tourney.rules.text_files import BrokenText, decoded

FORMAT, VERSION = "poker-chip-set", 1
_KEYS = frozenset({"format", "version", "name", "chips"})
_MOST_LETTERS = 60
_WHITE, _DARK = "#ffffff", "#1b1b1b"
_LIGHT = 0.6


@dataclass(frozen=True, slots=True)
class FileChip:
    """A denomination of a file. A file does not say how many chips the cases of another room hold."""

    value: int
    face: str
    edge: str


@dataclass(frozen=True, slots=True)
class FileChipSet:
    """A chip set that was read from a file."""

    name: str
    chips: tuple[FileChip, ...]
    # What to check, and what was not read.
    notes: tuple[FileFault, ...] = ()


def export_chip_set(row: ChipSet) -> str:
    """Return a chip set as the text of a file, one chip a line, without how many chips this room has."""
    document = chip_set_document(row)
    lines = ",\n".join("  " + json.dumps(chip) for chip in document["chips"])
    name = json.dumps(document["name"], ensure_ascii=False)
    head = f'"format": "{FORMAT}",\n "version": {VERSION},\n "name": {name}'
    return f'{{{head},\n "chips": [\n{lines}\n ]}}\n'


def read_chip_set(data: bytes) -> FileChipSet:
    """Read a chip set from a file of another room, or the chips of a saved file of The Tournament Director 3.

    Raises:
        ImportFault: it is too big, no chip set, or has faults; each names its place.
    """
    if len(data) > MOST_BYTES:
        message = _("The file has %(bytes)s bytes; the limit is %(most)s.")
        raise refuse("too_big", message, {"bytes": len(data), "most": MOST_BYTES})
    text, encoding = _decoded(data)
    if is_director_file(text):
        return _of_director(text)
    if encoding == "windows-1252":
        raise refuse("json_not_utf8", _("The file is not UTF-8. JSON must be UTF-8."))
    whole = strict_json(text)
    if not isinstance(whole, dict) or whole.get("format") != FORMAT:
        message = _('This JSON is not a chip set: it does not start with "format": "%(format)s".')
        raise refuse("json_format", message, {"format": FORMAT})
    if whole.get("version") != VERSION or isinstance(whole["version"], bool):
        raise refuse("json_version", _("The format must be version %(version)s."), {"version": VERSION})
    faults = Faults()
    for key in whole.keys() - _KEYS:
        faults.add(str(key), _("Unknown value name."))
    for key in sorted(_KEYS - whole.keys()):
        faults.add(key, _("The field “%(key)s” is missing."), key=key)
    faults.raise_any()
    chip_set_faults(whole, faults)
    faults.raise_any()
    chips = [FileChip(chip["value"], chip["face"], chip["edge"]) for chip in whole["chips"]]
    return FileChipSet(whole["name"].strip(), tuple(sorted(chips, key=lambda chip: chip.value)))


def _decoded(data: bytes) -> tuple[str, str]:
    try:
        return decoded(data)
    except BrokenText as broken:
        raise refuse(broken.code, broken.message, broken.params, line=broken.line) from None


def _of_director(text: str) -> FileChipSet:
    try:
        read = read_director_chips(text)
    except BrokenText as broken:
        raise refuse(broken.code, broken.message, broken.params, line=broken.line) from None
    title = "".join(sign for sign in read.title if sign.isprintable())[:_MOST_LETTERS].strip()
    chips = tuple(FileChip(value, face, _edge(face)) for value, face in read.chips)
    return FileChipSet(title, chips, read.notes)


def _edge(face: str) -> str:
    """Return a colour for edge spots that is seen on a face: white, or dark on a light one."""
    return _DARK if luminance(face) > _LIGHT else _WHITE


def free_name(name: str) -> str:
    """Return a name for a further chip set of this room: “Club (2)” if it has a “Club”."""
    taken, number, found = set(ChipSet.objects.values_list("name", flat=True)), 1, name
    while found in taken:
        number += 1
        ending = f" ({number})"
        found = name[: _MOST_LETTERS - len(ending)] + ending
    return found


def same_chips(chips: Iterable[FileChip]) -> ChipSet | None:
    """Return the chip set of this room that has the same denominations in the same colours."""
    wanted = sorted((chip.value, chip.face, chip.edge) for chip in chips)
    for row in ChipSet.objects.prefetch_related("chips").order_by("pk"):
        if sorted((chip.value, chip.face, chip.edge) for chip in row.chips.all()) == wanted:
            return row
    return None
