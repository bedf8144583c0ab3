"""The structure in a saved file of The Tournament Director 3: its rounds and breaks. Pure."""

from clock.rules.filefaults import FileFault, ImportFault, refuse
from clock.rules.refusals import gettext_noop as _
from clock.rules.structure import (
    LONGEST_TEXT,
    MOST_ROWS,
    Level,
    check_structure,
    structure_warnings,
    text_fault,
)
from tourney.rules.director_file import Thing, Value, read_director_file, things

_MINUTE = 60_000


def import_director(text: str) -> tuple[tuple[Level, ...], str, list[FileFault]]:
    """Read levels, the title, and what to check.

    Raises:
        BrokenText: the file is damaged.
        ImportFault: it has no rounds, or one that is not possible.
    """
    whole = read_director_file(text)
    rows = _rows(whole)
    if not rows:
        raise refuse("no_levels", _("The file has no rounds."))
    if len(rows) > MOST_ROWS:
        message = _("The structure has %(rows)s rows; at most %(most)s are possible.")
        raise refuse("too_many_rows", message, {"rows": len(rows), "most": MOST_ROWS})
    games = {row.text("GameName") for row in rows if row.kind == "GameRound"}
    faults: list[FileFault] = []
    odd: list[FileFault] = []
    levels = [
        _level(number, row, faults, odd, games=len(games) > 1) for number, row in enumerate(rows, start=1)
    ]
    if not faults:
        faults = [
            FileFault(None, f.row, f.field, f.code, f.message, f.params) for f in check_structure(levels)
        ]
    if faults:
        raise ImportFault(faults)
    odd += [FileFault(None, f.row, f.field, f.code, f.message, f.params) for f in structure_warnings(levels)]
    if any(level.ante for level in levels):
        message = _(
            "The file does not say who pays the antes. They are read as classic antes, paid by every player."
        )
        odd.append(FileFault(None, None, "Ante", "ante_assumed", message))
    odd += _not_read(whole)
    title = next((one.text("Title") for one in things(whole, "Tournament")), "")[:LONGEST_TEXT].strip()
    return tuple(levels), "" if text_fault(title) else title, odd


def _not_read(whole: Thing) -> list[FileFault]:
    """Say what else the file has, and why it is not part of a structure."""
    kinds = (
        ("GamePlayer", _("Not imported here (number: %(count)s). Import players under “Import players”.")),
        ("GameChip", _("Not imported here (number: %(count)s). Import chips under “Import a chip set”.")),
        (
            "GamePrize",
            _(
                "Prizes are not read (number: %(count)s). "
                "Here they follow from the entries and the payout table of the event."
            ),
        ),
        (
            "GameBustOut",
            _(
                "Busts are not read (number: %(count)s). Results follow from the entries and payments of this room."
            ),
        ),
    )
    counts = [(kind, message, sum(1 for _one in things(whole, kind))) for kind, message in kinds]
    return [
        FileFault(None, None, kind, "not_read", message, {"count": count})
        for kind, message, count in counts
        if count
    ]


def _rows(whole: Thing) -> list[Thing]:
    """Return the rounds and breaks in the order of the file."""
    for name in ("GameLevels", "Tournament", ""):
        for holder in things(whole, name):
            found = [*_in_order(holder)]
            if found:
                return found
    return []


def _in_order(holder: Thing) -> list[Thing]:
    """Return the rows of the first list that has rounds."""
    todo: list[Value] = [holder]
    while todo:
        one = todo.pop()
        if isinstance(one, list):
            rows = [row for row in one if isinstance(row, Thing) and row.kind in ("GameRound", "GameBreak")]
            if rows:
                return rows
            todo.extend(reversed(one))
        elif isinstance(one, Thing):
            todo.extend(reversed([*one.values.values(), *one.items]))
            rows = [
                row for row in one.items if isinstance(row, Thing) and row.kind in ("GameRound", "GameBreak")
            ]
            if rows:
                return rows
    return []


def _level(number: int, row: Thing, faults: list[FileFault], odd: list[FileFault], *, games: bool) -> Level:
    def whole(name: str, *, needed: bool = True) -> int:
        found = row.number(name)
        if found is None and not needed:
            return 0
        if found is None or found != int(found) or found < 0:
            message = _("%(column)s must be a whole number.")
            faults.append(FileFault(row.line, number, name, "not_a_number", message, {"column": name}))
            return 0
        return int(found)

    minutes = row.number("Minutes")
    if minutes is None or not 0 < minutes <= 24 * 60:
        faults.append(FileFault(row.line, number, "Minutes", "missing", _("The duration is missing.")))
    duration = round((minutes or 0) * _MINUTE) if not faults else 0
    note = row.text("Notes")[:LONGEST_TEXT]
    note = "" if text_fault(note) else note
    if row.kind == "GameBreak":
        if row.values.get("ChipUp") is True:
            message = _("A colour-up is marked here. Choose the chips.")
            odd.append(FileFault(None, number, "ChipUp", "chip_up", message))
        return Level(kind="break", duration=duration, note=note)
    ante = whole("Ante", needed=False)
    game = row.text("GameName")[:LONGEST_TEXT] if games else ""
    return Level(
        kind="level",
        duration=duration,
        small_blind=whole("SmallBlind"),
        big_blind=whole("BigBlind"),
        ante=ante,
        ante_kind="classic" if ante else "none",
        game="" if text_fault(game) else game,
        note=note,
    )
