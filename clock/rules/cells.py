"""Cells of a structure's CSV: amounts of chips, durations, words in English, German, French and Italian.

Ambiguous values are refused with the correct notation; nothing is guessed.
"""

import re
from collections.abc import Mapping
from typing import TypeVar

from clock.rules.refusals import gettext_noop as _
from clock.rules.structure import AnteKind, Kind
from tourney.rules.text_files import plain as plain
from tourney.rules.text_files import read_text as read_text
from tourney.rules.text_files import shown as shown
from tourney.rules.text_files import write_text as write_text

T = TypeVar("T")

_PLAIN = re.compile(r"[0-9]{1,15}")
# One kind of separator throughout, with complete groups: 12'500, 12.500, 12,500, 12 500.
_GROUPED = re.compile(
    r"[1-9][0-9]{0,2}(?:(?P<mark>['’., \u00a0\u2009\u202f])[0-9]{3})(?:(?P=mark)[0-9]{3}){0,4}"
)
_DURATION = re.compile(
    r"(?:(?P<hours>[0-9]{1,2}):(?=[0-9]{2}:))?(?P<minutes>[0-9]{1,4}):(?P<seconds>[0-9]{2})(?:\.(?P<ms>[0-9]{3}))?"
)
_MINUTES = re.compile(
    r"(?P<minutes>[0-9]{1,4})(?: ?(?:'|′|m|min\.?|mins|minutes?|minut(?:en?|i|o)))?", re.IGNORECASE
)
# A longer cell is neither number nor duration. Checked before any pattern, because a slow match would block
# the process.
_LONGEST = 40
_LONGEST_LIST = 200
_NEGATIVE = re.compile(r"[-−–]\s?[0-9].*", re.DOTALL)
_FRACTION = re.compile(r"[0-9][0-9'’.,]*[.,][0-9]*")
_ABBREVIATED = re.compile(r"[0-9.,]+ ?[kKmMtT]")
_DURATION_FRACTION = re.compile(r"[0-9]+[.,][0-9].*", re.DOTALL)
_NOTHING = ("", "-", "–", "—")

KIND_WORDS: dict[str, Kind] = {
    **dict.fromkeys(("level", "blinds", "stufe", "blindstufe", "niveau", "livello"), "level"),
    **dict.fromkeys(("break", "pause", "pausa"), "break"),
}
ANTE_WORDS: dict[str, AnteKind] = {
    **dict.fromkeys(("none", "no", "keine", "kein", "ohne", "sans", "aucune", "senza", "nessuno"), "none"),
    **dict.fromkeys(("classic", "klassisch", "each", "alle", "everyone", "classique", "classico"), "classic"),
    **dict.fromkeys(("smallblind", "smallblindante", "sb", "sba", "kleinerblind"), "small_blind"),
    **dict.fromkeys(("bigblind", "bigblindante", "bb", "bba", "grosserblind"), "big_blind"),
}
YES_WORDS: dict[str, bool] = {
    **dict.fromkeys(("yes", "ja", "oui", "sì", "si", "x", "true", "wahr", "vrai", "vero", "1"), True),
    **dict.fromkeys(("no", "nein", "non", "false", "falsch", "faux", "falso", "0"), False),
}


_NO_CHIPS = _("“%(cell)s” is not a chip count; write 12500 or 12,500.")
_NO_DURATION = _("“%(cell)s” is not a duration; write 18 or 18:00 for minutes, 1:30:00 for ninety minutes.")


class CellFault(Exception):
    """A cell cannot be read; `code`, `message` (an English template) and `params` give the reason."""

    def __init__(self, code: str, message: str, params: Mapping[str, object] | None = None) -> None:
        self.code, self.message = code, message
        self.params: Mapping[str, object] = dict(params or {})
        super().__init__(message % self.params)


def is_nothing(cell: str) -> bool:
    """Return whether a cell is empty or only a dash."""
    return cell in _NOTHING


def read_word(cell: str, words: Mapping[str, T]) -> T:
    """Return the meaning of a word.

    Raises:
        CellFault `unknown_word`: not a word that is allowed here.
    """
    meaning = words.get(plain(cell))
    if meaning is None:
        message = _("“%(cell)s” is unknown. Choose one of: %(words)s.")
        raise CellFault("unknown_word", message, {"cell": shown(cell), "words": ", ".join(words)})
    return meaning


def read_chips(cell: str) -> int:
    """Read an amount of chips: 12500, or in groups of three as 12'500, 12.500, 12,500 or 12 500.

    Raises:
        CellFault `negative`, `fraction`, `abbreviated`, `not_a_number`.
    """
    params = {"cell": shown(cell)}
    if len(cell) > _LONGEST:
        raise CellFault("not_a_number", _NO_CHIPS, params)
    if _PLAIN.fullmatch(cell) and (cell == "0" or cell[0] != "0"):
        return int(cell)
    if _GROUPED.fullmatch(cell):
        return int("".join(sign for sign in cell if sign in "0123456789"))
    if _NEGATIVE.fullmatch(cell):
        raise CellFault("negative", _("“%(cell)s” is negative; enter 0 or more."), params)
    if _FRACTION.fullmatch(cell):
        message = _(
            "“%(cell)s” is ambiguous: it could be a fraction or have a misplaced separator. Chips are "
            "whole numbers; write 12500 or 12,500."
        )
        raise CellFault("fraction", message, params)
    if _ABBREVIATED.fullmatch(cell):
        raise CellFault("abbreviated", _("“%(cell)s” is abbreviated; write the number out."), params)
    raise CellFault("not_a_number", _NO_CHIPS, params)


def read_duration(cell: str) -> int:
    """Read a duration in ms: minutes as 18, minutes and seconds as 18:00, with hours as 1:30:00.

    Raises:
        CellFault `not_a_duration`, `duration_fraction`.
    """
    params = {"cell": shown(cell)}
    if len(cell) > _LONGEST:
        raise CellFault("not_a_duration", _NO_DURATION, params)
    if (match := _MINUTES.fullmatch(cell)) is not None:
        return int(match["minutes"]) * 60_000
    if (match := _DURATION.fullmatch(cell)) is not None:
        hours, minutes, seconds = int(match["hours"] or 0), int(match["minutes"]), int(match["seconds"])
        if seconds < 60 and (match["hours"] is None or minutes < 60):
            return ((hours * 60 + minutes) * 60 + seconds) * 1000 + int(match["ms"] or 0)
    if _DURATION_FRACTION.fullmatch(cell):
        message = _("“%(cell)s” is ambiguous: write minutes and seconds as 7:30, not as a fraction.")
        raise CellFault("duration_fraction", message, params)
    raise CellFault("not_a_duration", _NO_DURATION, params)


def write_duration(ms: int) -> str:
    """Format a duration for `read_duration`. Whole minutes stand alone: spreadsheets read 90:00 as hours."""
    minutes, rest = divmod(ms, 60_000)
    if not rest:
        return str(minutes)
    seconds, thousandths = divmod(rest, 1000)
    return f"{minutes}:{seconds:02}" + (f".{thousandths:03}" if thousandths else "")


def read_colour_up(cell: str) -> tuple[int, ...]:
    """Read denominations: 25, or several as 25/100 or 25+100.

    Raises:
        CellFault: one of them is not an amount of chips.
    """
    if is_nothing(cell):
        return ()
    values: list[int] = []
    for part in re.split(r"[/+]", cell[: _LONGEST_LIST + 1]):
        try:
            if len(cell) > _LONGEST_LIST:
                raise ValueError
            # 25,100 and 25 100 could mean one chip or two, so these separators are refused here.
            if re.search(r"[,\s]", part.strip()):
                raise ValueError
            values.append(read_chips(part.strip()))
        except (CellFault, ValueError):
            message = _("“%(cell)s” is ambiguous: write one denomination as 25, several as 25/100.")
            raise CellFault("not_denominations", message, {"cell": shown(cell)}) from None
    return tuple(values)
