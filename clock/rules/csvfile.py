"""Structures as CSV (docs/structures.md): columns found by name, in any of the languages, in any order."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from clock.rules import cells
from clock.rules.cells import CellFault, is_nothing, plain, read_word, shown
from clock.rules.filefaults import FileFault, ImportFault, refuse
from clock.rules.refusals import gettext_noop as _
from clock.rules.structure import (
    MOST_ROWS,
    AnteKind,
    Fault,
    Level,
    check_structure,
    numbered,
    structure_warnings,
)
from tourney.rules.text_files import BrokenCsv, CsvRow, join_csv, split_csv

T = TypeVar("T")

DELIMITERS = (",", ";", "\t")
HEADERS = {
    "kind": "Type",
    "number": "Level",
    "small_blind": "Small blind",
    "big_blind": "Big blind",
    "ante": "Ante",
    "ante_kind": "Ante type",
    "duration": "Duration",
    "game": "Game",
    "note": "Note",
    "colour_up": "Colour-up",
    "ends_day": "Ends day",
}
_NAMES = {
    "kind": ("type", "kind", "art", "typ", "tipo"),
    "number": (
        "level",
        "levelnr",
        "nr",
        "no",
        "number",
        "nummer",
        "stufe",
        "blindstufe",
        "blindlevel",
        "niveau",
        "livello",
        "numéro",
        "numero",
    ),
    "small_blind": (
        "smallblind",
        "small",
        "sb",
        "kleinerblind",
        "kleineblind",
        "kleineblinds",
        "petiteblind",
        "petiteblinde",
        "piccolobuio",
    ),
    "big_blind": (
        "bigblind",
        "big",
        "bb",
        "grosserblind",
        "grosseblind",
        "grosseblinds",
        "grosseblinde",
        "grandebuio",
    ),
    "ante": ("ante", "antes"),
    "big_blind_ante": ("bigblindante", "bbante", "bba"),
    "ante_kind": ("antetype", "antekind", "anteart", "antetyp", "typedante", "tipodiante", "tipoante"),
    "duration": (
        "duration",
        "dauer",
        "minutes",
        "minuten",
        "min",
        "length",
        "länge",
        "time",
        "zeit",
        "levelzeit",
        "durée",
        "durata",
        "minuti",
    ),
    "break": ("break", "pause", "pausa"),
    "game": ("game", "spiel", "limit", "variante", "jeu", "gioco"),
    "note": (
        "note",
        "notes",
        "notiz",
        "bemerkung",
        "bemerkungen",
        "kommentar",
        "comment",
        "remarque",
        "commentaire",
        "nota",
    ),
    "colour_up": ("colourup", "colorup", "farbwechsel", "chiprace", "raceoff", "chipup"),
    "ends_day": (
        "endsday",
        "endofday",
        "tagesende",
        "endedestages",
        "findejour",
        "findujour",
        "finegiornata",
    ),
}
_COLUMNS = {name: column for column, names in _NAMES.items() for name in names}
_NUMBER = re.compile(r"(?:level|stufe)? ?(?P<digits>[0-9]{1,3})\.?", re.IGNORECASE)
# Including blank rows, and high enough to report how many rows a longer structure has.
_MOST_LINES = 20_000
_NEEDED = ("small_blind", "big_blind", "duration")
# Values that can only be checked together.
_TOGETHER = frozenset(
    {"kind", "break", "number", "small_blind", "big_blind", "ante", "big_blind_ante", "ante_kind"}
)


@dataclass(frozen=True, slots=True)
class _Head:
    """The header: the meaning of each column, and its name in the file."""

    columns: tuple[str, ...]
    titles: dict[str, str]

    def title(self, column: str) -> str:
        if column == "ante" and column not in self.titles:
            column = "big_blind_ante"
        return self.titles.get(column, HEADERS.get(column, column))


def export_csv(levels: Sequence[Level], *, delimiter: str = ",") -> str:
    """Export a structure as CSV with English column names, which imports without loss.

    Args:
        delimiter: one of `DELIMITERS`; German spreadsheets open semicolons without asking.
    """
    return join_csv([list(HEADERS.values()), *map(_exported, numbered(levels))], delimiter)


def _exported(entry: tuple[int | None, Level]) -> list[str]:
    number, level = entry
    played = level.kind == "level"
    return [
        level.kind,
        str(number or ""),
        str(level.small_blind) if played else "",
        str(level.big_blind) if played else "",
        str(level.ante) if level.ante else "",
        level.ante_kind.replace("_", " ") if level.ante else "",
        cells.write_duration(level.duration),
        cells.write_text(level.game),
        cells.write_text(level.note),
        "/".join(map(str, level.colour_up)),
        "yes" if level.ends_day else "",
    ]


def import_csv(text: str) -> tuple[tuple[Level, ...], list[FileFault]]:
    """Import levels from CSV, with warnings.

    Raises:
        ImportFault: all faults, each with line, row and column.
    """
    mark, text, skipped = _delimiter(text)
    try:
        rows = [row for row in split_csv(text, mark, most=_MOST_LINES) if not row.blank]
    except BrokenCsv as broken:
        fault = FileFault(broken.line + skipped, None, str(broken.cell), broken.code, broken.message)
        raise ImportFault([fault]) from None
    if not rows:
        raise refuse("empty", _("The file is empty."))
    rows = [CsvRow(row.line + skipped, row.cells) for row in rows]
    head = _head(rows[0])
    entries = rows[1:]
    if len(entries) > MOST_ROWS:
        message = _("The structure has %(rows)s rows; at most %(most)s are possible.")
        raise refuse("too_many_rows", message, {"rows": len(entries), "most": MOST_ROWS})
    faults: list[FileFault] = []
    odd: list[FileFault] = []
    readers = [_RowReader(head, number, row, faults) for number, row in enumerate(entries, start=1)]
    levels = [reader.level() for reader in readers]

    def placed(wrong: Fault) -> FileFault:
        line = None if wrong.row is None else entries[wrong.row - 1].line
        column = head.title(wrong.field) if wrong.field else ""
        return FileFault(line, wrong.row, column, wrong.code, wrong.message, wrong.params)

    unread = bool(faults)
    for wrong in check_structure(levels):
        # Cells that could not be read get no further messages; all other faults are reported at once.
        if (not unread) if wrong.row is None else readers[wrong.row - 1].has_read(wrong.field):
            faults.append(placed(wrong))
    if faults:
        raise ImportFault(sorted(faults, key=lambda fault: fault.row or 0))
    odd.extend(map(placed, structure_warnings(levels)))
    odd.extend(_number_warnings(head, readers, levels))
    if "ante" in head.columns and "ante_kind" not in head.columns and any(level.ante for level in levels):
        message = _(
            "The file does not say who pays the antes. They are read as classic antes, paid by every player."
        )
        odd.append(FileFault(rows[0].line, None, head.title("ante"), "ante_assumed", message))
    return tuple(levels), odd


def has_header(text: str) -> bool:
    """Return whether the first line that is not blank has a cell with the name of a column, in any CSV."""
    if text[:4].lower() == "sep=":
        return True
    head = next((line for line in text.splitlines() if line.strip(" \t;,")), "")
    if not head.strip(' \t;,"'):
        return True
    for mark in DELIMITERS:
        if mark not in head:
            continue
        try:
            if any(plain(cell) in _COLUMNS for row in split_csv(head, mark) for cell in row.cells):
                return True
        except BrokenCsv:
            return True
    return False


def _delimiter(text: str) -> tuple[str, str, int]:
    """Return the delimiter, the text without a line "sep=;", and how many lines that removed."""
    first, _end, rest = text.partition("\n")
    if len(first.rstrip("\r")) == 5 and first[:4].lower() == "sep=" and first[4] in DELIMITERS:
        return first[4], rest, 1
    lines = (line for line in text.splitlines() if line.strip(" \t;,"))
    head = next(lines, None)
    if head is None:
        raise refuse("empty", _("The file is empty."))

    def known(mark: str) -> int:
        try:
            return sum(plain(cell) in _COLUMNS for row in split_csv(head, mark) for cell in row.cells)
        except BrokenCsv:
            return 0

    return max(DELIMITERS, key=known), text, 0


def _head(row: CsvRow) -> _Head:
    faults: list[FileFault] = []
    titles: dict[str, str] = {}
    columns: list[str] = []
    for place, cell in enumerate(row.cells, start=1):
        column = _COLUMNS.get(plain(cell), "")
        name = shown(cell) or str(place)
        if not column:
            message = _("The first row names the columns, and “%(name)s” is not a known column name.")
            faults.append(FileFault(row.line, None, name, "unknown_column", message, {"name": name}))
        elif column in titles:
            message = _("The columns “%(one)s” and “%(other)s” mean the same.")
            params = {"one": titles[column], "other": name}
            faults.append(FileFault(row.line, None, name, "column_twice", message, params))
        titles.setdefault(column, name)
        columns.append(column)
    for column in _NEEDED:
        if column not in titles:
            message = _("The column “%(name)s” is missing.")
            fault = FileFault(
                row.line, None, HEADERS[column], "missing_column", message, {"name": HEADERS[column]}
            )
            faults.append(fault)
    if faults:
        raise ImportFault(faults)
    return _Head(tuple(columns), titles)


class _RowReader:
    """Reads one row and adds its faults to the common list."""

    def __init__(self, head: _Head, number: int, row: CsvRow, faults: list[FileFault]) -> None:
        self.head, self.row, self.number, self.faults = head, row, number, faults
        self.given = dict(zip(head.columns, row.cells, strict=False))
        self.failed: set[str] = set()

    def has_read(self, field: str) -> bool:
        """Whether this field was read, with the fields it depends on: one blind alone says nothing about the
        other.
        """
        if self.failed & {"", field}:
            return False
        return field not in _TOGETHER or not self.failed & _TOGETHER

    def level(self) -> Level:
        """Return the row as a level or break, with placeholders for unreadable cells."""
        if len(self.row.cells) != len(self.head.columns):
            message = _(
                "The row has %(cells)s cells, the first row %(columns)s. Put quotation marks around a "
                "cell that contains the separator."
            )
            params = {"cells": len(self.row.cells), "columns": len(self.head.columns)}
            self._fault("", CellFault("cell_count", message, params))
            return Level(kind="level", duration=0)
        is_break = self._is_break()
        self._read("number", _number_or_word, "")
        small = self._blind("small_blind", is_break)
        big = self._blind("big_blind", is_break)
        ante, ante_kind = self._ante()
        duration = self._read("duration", cells.read_duration, None)
        if duration is None and "duration" not in self.failed:
            self._fault("duration", CellFault("missing", _("The duration is missing.")))
        game = cells.read_text(self.given.get("game", ""))
        note = cells.read_text(self.given.get("note", ""))
        no_chips: tuple[int, ...] = ()
        colour_up = self._read("colour_up", cells.read_colour_up, no_chips)
        ends_day = self._read("ends_day", _yes, False)
        return Level(
            kind="break" if is_break else "level",
            duration=duration or 0,
            small_blind=small,
            big_blind=big,
            ante=ante,
            ante_kind=ante_kind,
            game=game,
            note=note,
            colour_up=colour_up,
            ends_day=ends_day,
        )

    def _fault(self, column: str, fault: CellFault) -> None:
        self.failed.add(column)
        title = self.head.title(column) if column else ""
        self.faults.append(
            FileFault(self.row.line, self.number, title, fault.code, fault.message, fault.params)
        )

    def _read(self, column: str, read: Callable[[str], T], nothing: T) -> T:
        cell = self.given.get(column, "")
        if is_nothing(cell):
            return nothing
        try:
            return read(cell)
        except CellFault as fault:
            self._fault(column, fault)
            return nothing

    def _is_break(self) -> bool:
        """Return whether the row is a break: the word may be in several columns, but they must agree."""
        answers: set[bool] = set()
        if (kind := self._read("kind", lambda cell: read_word(cell, cells.KIND_WORDS), None)) is not None:
            answers.add(kind == "break")
        if not is_nothing(self.given.get("break", "")):
            answers.add(self._read("break", _yes_break, False))
        if _break_word(self.given.get("number", "")) or _break_word(self.given["small_blind"]):
            answers.add(True)
        if len(answers) > 1:
            message = _("One column says that this row is a break, another that it is a level.")
            self._fault("kind", CellFault("level_or_break", message))
        return True in answers

    def _blind(self, column: str, is_break: bool) -> int:
        cell = self.given[column]
        if is_break and _break_word(cell):
            return 0
        if is_nothing(cell) and not is_break:
            message = _("The blind is missing. A break has the word “break” in the column of the level.")
            self._fault(column, CellFault("missing", message))
        return self._read(column, cells.read_chips, 0)

    def _ante(self) -> tuple[int, AnteKind]:
        plain_ante = self._read("ante", cells.read_chips, 0)
        big_blind_ante = self._read("big_blind_ante", cells.read_chips, 0)
        kind = self._read("ante_kind", lambda cell: read_word(cell, cells.ANTE_WORDS), None)
        if plain_ante and big_blind_ante:
            self._fault("big_blind_ante", CellFault("two_antes", _("This row has two antes.")))
        if big_blind_ante:
            if kind not in (None, "big_blind"):
                message = _("The ante is in the column for the big-blind ante, but its type is different.")
                self._fault("ante_kind", CellFault("ante_conflict", message))
            return big_blind_ante, "big_blind"
        if kind is None and plain_ante and "ante_kind" not in self.head.columns:
            kind = "classic"
        return plain_ante, kind or "none"


def _yes(cell: str) -> bool:
    return read_word(cell, cells.YES_WORDS)


def _yes_break(cell: str) -> bool:
    if _break_word(cell):
        return True
    try:
        # A number could mean minutes or "yes".
        return read_word("" if cell.isdecimal() else cell, cells.YES_WORDS)
    except CellFault:
        message = _("“%(cell)s” is ambiguous: enter yes or no. A break needs its own row with a duration.")
        raise CellFault("break_in_level", message, {"cell": shown(cell)}) from None


def _number_or_word(cell: str) -> str:
    """Return the digits of a level's number in the file; "" if the cell contains the word break."""
    if _break_word(cell):
        return ""
    if (match := _NUMBER.fullmatch(cell)) is None:
        message = _("“%(cell)s” is neither a level number nor the word “break”.")
        raise CellFault("not_a_level_number", message, {"cell": shown(cell)})
    return match["digits"]


def _break_word(cell: str) -> bool:
    return cells.KIND_WORDS.get(plain(cell)) == "break"


def _number_warnings(head: _Head, readers: list[_RowReader], levels: list[Level]) -> list[FileFault]:
    """Warn about level numbers out of sequence: a row may be missing."""
    odd: list[FileFault] = []
    for reader, (number, _level) in zip(readers, numbered(levels), strict=True):
        cell = reader.given.get("number", "")
        digits = "" if is_nothing(cell) else _number_or_word(cell)
        if digits and digits != str(number or ""):
            message = _("The file calls this row %(theirs)s, but by count it is %(ours)s.")
            params = {"theirs": shown(digits), "ours": number or "–"}
            odd.append(
                FileFault(
                    reader.row.line, reader.number, head.title("number"), "number_differs", message, params
                )
            )
    return odd
