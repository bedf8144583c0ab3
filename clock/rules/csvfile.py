"""Structures as CSV (docs/structures.md): columns found by name, in any of the languages, in any order."""

from collections.abc import Sequence

from clock.rules import cells
from clock.rules.csv_columns import HEADERS, is_column, read_head
from clock.rules.csv_rows import RowReader, number_warnings
from clock.rules.filefaults import FileFault, ImportFault, refuse
from clock.rules.refusals import gettext_noop as _
from clock.rules.structure import (
    MOST_ROWS,
    Fault,
    Level,
    check_structure,
    numbered,
    structure_warnings,
)
from tourney.rules.text_files import BrokenCsv, CsvRow, join_csv, split_csv

DELIMITERS = (",", ";", "\t")
# Including blank rows, and high enough to report how many rows a longer structure has.
_MOST_LINES = 20_000


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
    head = read_head(rows[0])
    entries = rows[1:]
    if len(entries) > MOST_ROWS:
        message = _("The structure has %(rows)s rows; at most %(most)s are possible.")
        raise refuse("too_many_rows", message, {"rows": len(entries), "most": MOST_ROWS})
    faults: list[FileFault] = []
    odd: list[FileFault] = []
    readers = [RowReader(head, number, row, faults) for number, row in enumerate(entries, start=1)]
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
    odd.extend(number_warnings(head, readers, levels))
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
            if any(is_column(cell) for row in split_csv(head, mark) for cell in row.cells):
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
            return sum(is_column(cell) for row in split_csv(head, mark) for cell in row.cells)
        except BrokenCsv:
            return 0

    return max(DELIMITERS, key=known), text, 0
