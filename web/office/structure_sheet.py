"""A structure as rows of typed cells, with the errors of each. Pure."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from clock.rules import cells
from clock.rules.games import FAMILIES, family_of
from clock.rules.refusals import gettext_noop
from clock.rules.structure import ANTE_KINDS, KINDS, MOST_ROWS, Fault, Level, check_structure
from tourney.journal.boards import clock_face
from tourney.services.figures import grouped

Cells = dict[str, Any]
_CHIPS = ("small_blind", "big_blind", "ante")
_TEXTS = ("game", "note")
_FIELDS = ("kind", "duration", "ante_kind", "family", "colour_up", *_CHIPS, *_TEXTS)
# Game families implied by the game's name.
_BY_NAME = "by_name"
# A longer cell is neither a valid number nor a text that fits.
_LONGEST_CELL = 200


@dataclass(frozen=True, slots=True)
class Sheet:
    """The result of parsing rows of cells.

    Attributes:
        levels: a valid structure, or None if there are errors.
        faults: the errors, in the order of the rows.
        durations: of each row in ms; None if unreadable.
    """

    levels: tuple[Level, ...] | None
    faults: tuple[Fault, ...]
    durations: tuple[int | None, ...]

    def begins(self) -> list[str | None]:
        """Return the start of each row ("1:05:00"), and last the end; None from the first unknown one."""
        at: int | None = 0
        result: list[str | None] = []
        for duration in (*self.durations, 0):
            result.append(None if at is None else clock_face(at))
            at = None if at is None or duration is None else at + duration
        return result


def to_cells(levels: Sequence[Level]) -> list[Cells]:
    """Return the rows as cells of the editor; `read_sheet` restores them."""
    return [_cells_of(level) for level in levels]


def _cells_of(level: Level) -> Cells:
    played = level.kind == "level"
    return {
        "kind": level.kind,
        "small_blind": grouped(level.small_blind) if played else "",
        "big_blind": grouped(level.big_blind) if played else "",
        "ante": grouped(level.ante) if level.ante else "",
        "ante_kind": level.ante_kind,
        "duration": _time(level.duration),
        "game": level.game,
        "family": level.family if played and level.family != family_of(level.game) else _BY_NAME,
        "note": level.note,
        "colour_up": "/".join(map(str, level.colour_up)),
        "ends_day": level.ends_day,
    }


def _time(ms: int) -> str:
    return cells.write_duration(ms) if ms % 1000 else clock_face(ms)


def read_sheet(rows: object) -> Sheet:
    """Parse rows of cells.

    Args:
        rows: decoded JSON: a list of objects with the texts of `to_cells`, and `ends_day` true or false.
            Missing keys are empty.
    """
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        message = gettext_noop("This must be a list of rows.")
        return Sheet(None, (Fault(None, "", "not_rows", message),), ())
    if len(rows) > MOST_ROWS:
        message = gettext_noop("The structure has %(rows)s rows; at most %(most)s are possible.")
        params = {"rows": len(rows), "most": MOST_ROWS}
        return Sheet(None, (Fault(None, "", "too_many_rows", message, params),), ())
    faults: list[Fault] = []
    read = [_Row(number, row, faults) for number, row in enumerate(rows, start=1)]
    levels = tuple(row.level() for row in read)
    # A row that could not be read has gaps; further errors in it are not reported.
    unread = {fault.row for fault in faults}
    faults += [fault for fault in check_structure(levels) if fault.row not in unread]
    faults.sort(key=lambda fault: fault.row or 0)
    durations = tuple(row.duration for row in read)
    return Sheet(None if faults else levels, tuple(faults), durations)


class _Row:
    """A row being parsed; its errors are added to the given list."""

    def __init__(self, number: int, row: Mapping[str, object], faults: list[Fault]) -> None:
        self._number, self._row, self._faults = number, row, faults
        self.duration: int | None = None
        for name in row:
            if name not in (*_FIELDS, "ends_day"):
                message = gettext_noop("There is no field named “%(key)s”.")
                self._fail(cells.shown(name), "unknown_key", message, {"key": cells.shown(name)})

    def level(self) -> Level:
        """Return the row as a level, with None for unreadable parts."""
        self.duration = self._read("duration", cells.read_duration, None, needed=True)
        colour_up = self._read("colour_up", cells.read_colour_up, ())
        kind = self._one_of("kind", KINDS, "level")
        needed = ("big_blind",) if kind == "level" else ()
        chips = {name: self._read(name, cells.read_chips, 0, needed=name in needed) for name in _CHIPS}
        family = self._one_of("family", (_BY_NAME, *FAMILIES), _BY_NAME)
        ends_day = self._row.get("ends_day", False)
        if not isinstance(ends_day, bool):
            self._fail("ends_day", "not_yes_or_no", gettext_noop("This must be true or false."))
        return Level(
            kind=kind,
            duration=self.duration or 0,
            ante_kind=self._one_of("ante_kind", ANTE_KINDS, "none"),
            colour_up=colour_up,
            ends_day=ends_day is True,
            game=self._text("game"),
            family="" if family == _BY_NAME else family,
            note=self._text("note"),
            **chips,
        )

    def _text(self, name: str) -> str:
        typed = self._row.get(name, "")
        if not isinstance(typed, str):
            self._fail(name, "not_a_text", gettext_noop("This must be text."))
            return ""
        return typed.strip()

    def _one_of(self, name: str, words: Sequence[Any], usual: str) -> Any:
        typed = self._text(name) or usual
        if typed not in words:
            message = gettext_noop("Choose one of: %(words)s.")
            self._fail(name, "unknown_word", message, {"words": ", ".join(words)})
            return usual
        return typed

    def _read(self, name: str, reader: Callable[[str], Any], nothing: Any, *, needed: bool = False) -> Any:
        typed = self._text(name)
        if len(typed) > _LONGEST_CELL:
            message = gettext_noop("The text has %(length)s characters; at most %(most)s are possible.")
            self._fail(name, "text_too_long", message, {"length": len(typed), "most": _LONGEST_CELL})
            return nothing
        if cells.is_nothing(typed):
            if needed:
                self._fail(name, "missing", gettext_noop("This field is required."))
            return nothing
        try:
            return reader(typed)
        except cells.CellFault as fault:
            self._fail(name, fault.code, fault.message, fault.params)
            return nothing

    def _fail(self, name: str, code: str, message: str, params: Mapping[str, object] | None = None) -> None:
        self._faults.append(Fault(self._number, name, code, message, params or {}))


def fault_rows(faults: Sequence[Fault]) -> list[dict[str, object]]:
    """Return errors or warnings in the reader's language: row (counted from 1, or null), field, text."""
    return [
        {"row": fault.row, "field": fault.field, "text": _(fault.message) % fault.params} for fault in faults
    ]
