"""Parse the rows of a structure from decoded JSON: the strict inverse of `to_wire`."""

from collections.abc import Mapping
from typing import Any

from clock.rules.cells import shown
from clock.rules.games import FAMILIES
from clock.rules.refusals import gettext_noop as _
from clock.rules.structure import ANTE_KINDS, KINDS, MOST_ROWS, Fault, Level, check_structure, numbered

_CHIPS = ("small_blind", "big_blind", "ante")
_TEXTS = ("game", "note")
_WORDS = {"kind": KINDS, "ante_kind": ANTE_KINDS, "family": ("", *FAMILIES)}
_KEYS = frozenset({"number", "duration", "colour_up", "ends_day", *_WORDS, *_CHIPS, *_TEXTS})


class UnsoundStructure(Exception):
    """The rows do not make a playable structure; `faults` lists all reasons."""

    def __init__(self, faults: list[Fault]) -> None:
        self.faults = tuple(faults)
        super().__init__("; ".join(f"{fault.row}: {fault.text}" for fault in faults))


def from_wire(rows: object) -> tuple[Level, ...]:
    """Parse levels from decoded JSON, and check them with `check_structure`.

    Args:
        rows: a list of objects with the keys of docs/wire.md. `kind` and `duration` (ms) are required, and on
            a level `small_blind` and `big_blind`; the others are optional. `number`, if given, must be
            correct.

    Raises:
        UnsoundStructure: a wrong type, an unknown key, a missing key, or what `check_structure` finds.
    """
    if not isinstance(rows, list):
        raise UnsoundStructure([Fault(None, "levels", "not_a_list", _("The levels must be a list."))])
    if len(rows) > MOST_ROWS:
        message = _("The structure has %(rows)s rows; at most %(most)s are possible.")
        raise UnsoundStructure(
            [Fault(None, "", "too_many_rows", message, {"rows": len(rows), "most": MOST_ROWS})]
        )
    faults: list[Fault] = []
    levels = [_level(position, row, faults) for position, row in enumerate(rows, start=1)]
    if not faults:
        for position, (number, row) in enumerate(zip(numbered(levels), rows, strict=True), start=1):
            if "number" in row and (row["number"] != number[0] or isinstance(row["number"], bool)):
                message = _("The number is wrong: levels are numbered 1, 2, 3…, and breaks have no number.")
                faults.append(Fault(position, "number", "wrong_number", message))
    # A row that could not be read has gaps, so only the others are checked further.
    unread = {fault.row for fault in faults}
    sound = check_structure(levels)
    faults += [fault for fault in sound if (fault.row not in unread if fault.row else not unread)]
    if faults:
        raise UnsoundStructure(sorted(faults, key=lambda fault: fault.row or 0))
    return tuple(levels)


def _level(position: int, row: object, faults: list[Fault]) -> Level:
    """Parse one row; add its faults to `faults` and return a placeholder if it has any."""
    before = len(faults)
    if not isinstance(row, dict):
        faults.append(Fault(position, "", "not_an_object", _("A row must be an object with named values.")))
        return Level(kind="level", duration=0)
    for key in row:
        if key not in _KEYS:
            message = _("There is no field named “%(key)s”.")
            faults.append(Fault(position, shown(str(key)), "unknown_key", message, {"key": shown(str(key))}))
    needed = ["kind", "duration"] + (["small_blind", "big_blind"] if row.get("kind") == "level" else [])
    for key in needed:
        if key not in row:
            faults.append(
                Fault(position, key, "missing_key", _("The field “%(key)s” is missing."), {"key": key})
            )
    _check_types(position, row, faults)
    if len(faults) > before:
        return Level(kind="level", duration=0)
    values: dict[str, Any] = {key: value for key, value in row.items() if key != "number"}
    values["colour_up"] = tuple(values.get("colour_up", ()))
    return Level(**values)


def _check_types(position: int, row: Mapping[str, object], faults: list[Fault]) -> None:
    for key, value in row.items():
        if key in (*_CHIPS, "duration") and not _whole(value):
            faults.append(Fault(position, key, "not_a_number", _("This must be a whole number.")))
        elif key in _TEXTS and not isinstance(value, str):
            faults.append(Fault(position, key, "not_a_text", _("This must be text.")))
        elif key == "ends_day" and not isinstance(value, bool):
            faults.append(Fault(position, key, "not_yes_or_no", _("This must be true or false.")))
        elif key == "colour_up" and not (isinstance(value, list) and all(_whole(chip) for chip in value)):
            faults.append(Fault(position, key, "not_numbers", _("This must be a list of whole numbers.")))
        elif key in _WORDS and value not in _WORDS[key]:
            words = ", ".join(word for word in _WORDS[key] if word)
            faults.append(
                Fault(position, key, "unknown_word", _("Choose one of: %(words)s."), {"words": words})
            )


def _whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)
