"""Reading one row of a structure's CSV as a level or break."""

import re
from collections.abc import Callable, Sequence
from typing import TypeVar

from clock.rules import cells
from clock.rules.cells import CellFault, is_nothing, plain, read_word, shown
from clock.rules.csv_columns import Head
from clock.rules.filefaults import FileFault
from clock.rules.refusals import gettext_noop as _
from clock.rules.structure import AnteKind, Level, numbered
from tourney.rules.text_files import CsvRow

T = TypeVar("T")

_NUMBER = re.compile(r"(?:level|stufe)? ?(?P<digits>[0-9]{1,3})\.?", re.IGNORECASE)
# Values that can only be checked together.
_TOGETHER = frozenset(
    {"kind", "break", "number", "small_blind", "big_blind", "ante", "big_blind_ante", "ante_kind"}
)


class RowReader:
    """Reads one row and adds its faults to the common list."""

    def __init__(self, head: Head, number: int, row: CsvRow, faults: list[FileFault]) -> None:
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
            message = _("The blind is missing. A break has the word “break” in the level column.")
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


def number_warnings(head: Head, readers: Sequence[RowReader], levels: Sequence[Level]) -> list[FileFault]:
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
