"""Import and export of structures as CSV and JSON (docs/structures.md).

Any input gives either levels or `ImportFault`.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from clock.rules.cells import shown
from clock.rules.csvfile import export_csv, has_header, import_csv
from clock.rules.director_structure import import_director
from clock.rules.filefaults import FileFault, ImportFault, refuse
from clock.rules.games import family_of
from clock.rules.json_text import strict_json
from clock.rules.pasted_structure import import_pasted
from clock.rules.refusals import gettext_noop as _
from clock.rules.rows import UnsoundStructure, from_wire
from clock.rules.structure import Level, structure_warnings, text_fault, to_wire
from tourney.rules.director_file import is_director_file
from tourney.rules.text_files import BrokenText, decoded

__all__ = ["FileFault", "ImportFault", "Imported", "export_csv", "export_json", "import_file"]

MOST_BYTES = 1_000_000
FORMAT = "poker-structure"
VERSION = 1


@dataclass(frozen=True, slots=True)
class Imported:
    """An imported file.

    Attributes:
        levels: a sound structure.
        name: the structure's name in the JSON, or a CSV's file name without its extension; may be "".
        encoding: `utf-8`, `utf-16` or `windows-1252`.
        warnings: oddities to check before the structure is used.
    """

    levels: tuple[Level, ...]
    name: str
    encoding: str
    warnings: tuple[FileFault, ...]


def export_json(levels: Sequence[Level], name: str) -> str:
    """Export a structure as JSON, one row a line, which imports without loss."""
    rows = [_compact(row) for row in to_wire(levels)]
    lines = ",\n".join("  " + json.dumps(row, ensure_ascii=False) for row in rows)
    head = f'"format": "{FORMAT}",\n "version": {VERSION},\n "name": {json.dumps(name, ensure_ascii=False)}'
    return f'{{{head},\n "levels": [\n{lines}\n ]}}\n'


def _compact(row: Mapping[str, object]) -> dict[str, object]:
    """Return a row without its number and without optional empty values."""
    needed = ("kind", "duration") + (("small_blind", "big_blind") if row["kind"] == "level" else ())
    empty: dict[str, object] = {
        "small_blind": 0, "big_blind": 0, "ante": 0, "ante_kind": "none", "game": "", "note": "", "colour_up": [],
        "ends_day": False,
    }  # fmt: skip
    # A family implied by the game's name is left out.
    empty["family"] = family_of(str(row["game"])) if row["kind"] == "level" else ""
    return {
        key: value for key, value in row.items() if key in needed or (key in empty and value != empty[key])
    }


def import_file(data: bytes, filename: str | None) -> Imported:
    """Read a structure from a file.

    Args:
        data: at most 1 MB. CSV in UTF-8, UTF-16 with BOM, or else Windows-1252; JSON in UTF-8 or UTF-16 with
            BOM.
        filename: the extension .json or .csv decides the format; otherwise JSON is recognised by its first
            character.

    Raises:
        ImportFault: the file has faults.
    """
    if len(data) > MOST_BYTES:
        message = _("The file has %(bytes)s bytes; the limit is %(most)s.")
        raise refuse("too_big", message, {"bytes": len(data), "most": MOST_BYTES})
    text, encoding = _decoded(data)
    ending = (filename or "").rpartition(".")[2].lower()
    if ending == "json" or (
        ending != "csv" and not is_director_file(text) and text.lstrip()[:1] in ("{", "[")
    ):
        if encoding == "windows-1252":
            raise refuse("json_not_utf8", _("The file is not UTF-8. JSON must be UTF-8."))
        return _from_json(text, encoding)
    name = _stem(filename)
    if is_director_file(text):
        try:
            levels, title, odd = import_director(text)
        except BrokenText as broken:
            raise refuse(broken.code, broken.message, broken.params, line=broken.line) from None
        name = title or name
    else:
        levels, odd = import_csv(text) if has_header(text) else import_pasted(text)
    if encoding == "windows-1252":
        message = _("The file is not UTF-8 and was read as Windows-1252. Check the umlauts and accents.")
        odd.insert(0, FileFault(None, None, "", "assumed_encoding", message))
    return Imported(levels, name, encoding, tuple(odd))


def _decoded(data: bytes) -> tuple[str, str]:
    """Return the text without its byte order mark, and the name of its encoding."""
    try:
        return decoded(data)
    except BrokenText as broken:
        raise refuse(broken.code, broken.message, broken.params, line=broken.line) from None


def _stem(filename: str | None) -> str:
    stem = (filename or "").replace("\\", "/").rpartition("/")[2].rpartition(".")[0].strip()
    return "" if text_fault(stem) else stem


def _from_json(text: str, encoding: str) -> Imported:
    whole = strict_json(text)
    if not isinstance(whole, dict) or whole.get("format") != FORMAT:
        message = _('This JSON is not a structure: it does not start with "format": "%(format)s".')
        raise refuse("json_format", message, {"format": FORMAT})
    if whole.get("version") != VERSION or isinstance(whole["version"], bool):
        raise refuse("json_version", _("The format must be version %(version)s."), {"version": VERSION})
    faults = [
        FileFault(None, None, shown(key), "unknown_key", _("Unknown value name."))
        for key in whole
        if key not in ("format", "version", "name", "levels")
    ]
    name = whole.get("name", "")
    if not isinstance(name, str):
        faults.append(FileFault(None, None, "name", "not_a_text", _("This must be text.")))
    elif (wrong := text_fault(name)) is not None:
        faults.append(FileFault(None, None, "name", *wrong))
    try:
        levels = from_wire(whole.get("levels"))
    except UnsoundStructure as unsound:
        faults.extend(FileFault(None, f.row, f.field, f.code, f.message, f.params) for f in unsound.faults)
    if faults:
        raise ImportFault(faults)
    odd = (FileFault(None, f.row, f.field, f.code, f.message, f.params) for f in structure_warnings(levels))
    return Imported(levels, name, encoding, tuple(odd))
