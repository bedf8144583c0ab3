"""A structure copied from a web page, a PDF or a mail, or CSV without a header: one row per line. Pure.

Each line is read for itself: "Level 7 300/600 (600) 20 min", "1 25-50 20:00", "Break 10 min", "1;25;50;0;20". Lines
without figures are headings; a line with figures that is no row is named with its number, and left out.
"""

import re

from clock.rules.filefaults import FileFault, ImportFault, refuse
from clock.rules.refusals import gettext_noop as _
from clock.rules.structure import MOST_CHIPS, MOST_ROWS, Level, check_structure, structure_warnings

_MOST_LINES, _LONGEST_LINE = 2_000, 300
_MINUTE = 60_000
_BREAK = re.compile(r"\b(break|pause|dinner|abendessen|essenspause|intermission)\b", re.IGNORECASE)
_THOUSANDS = re.compile(r"(?<=\d)[.,'’](?=\d{3}(?!\d))")
_KILO = re.compile(r"(\d{1,6})(?:[.,](\d{1,2}))?\s?k\b", re.IGNORECASE)
_DELIMITER = re.compile(r"[;,\t|]")
_CLOCK = re.compile(r"\b(\d{1,3}):(\d{2})(?::00)?\b")
_MINUTES = re.compile(r"\b(\d{1,3})\s*(?:minutes?|minuten|mins?|min|m|'|′)(?![a-z])\.?", re.IGNORECASE)
_BLINDS = re.compile(r"(\d{1,12})\s*[/\-–—]\s*(\d{1,12})(?:\s*[/\-–—]\s*(\d{1,12}))?")
_ANTE = re.compile(
    r"\((?:bb\s*|bba\s*)?(?:ante\s*)?:?\s*(\d{1,12})\s*(?:bba?|ante)?\)"
    r"|\b(?:bb\s*|big.?blind.?)?ante\s*:?\s*(\d{1,12})|\bbba\s*:?\s*(\d{1,12})|(\d{1,12})\s*(?:bb\s*)?ante\b",
    re.IGNORECASE,
)
_NUMBER = re.compile(
    r"\s*(?:level|lvl|l|stufe|runde|round|nr|no|#)?\.?\s*(\d{1,3})\s*[.:)]?\s*", re.IGNORECASE
)
_FIGURE = re.compile(r"\d")


def import_pasted(text: str) -> tuple[tuple[Level, ...], list[FileFault]]:
    """Read levels from lines of text, with what was assumed and what was left out.

    Raises:
        ImportFault: there is no row, a row has no duration, or the structure is not possible.
    """
    lines = text.splitlines()
    if len(lines) > _MOST_LINES:
        message = _("The text has %(lines)s lines; at most %(most)s are read.")
        raise refuse("too_many_lines", message, {"lines": len(lines), "most": _MOST_LINES})
    odd: list[FileFault] = []
    faults: list[FileFault] = []
    levels: list[Level] = []
    usual = _usual_minutes(lines)
    places: list[int] = []
    for place, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        row = _row(line, 1 + sum(level.kind == "level" for level in levels), usual)
        if row is None:
            if _FIGURE.search(line) or len(line) > _LONGEST_LINE:
                message = _("This line was left out: “%(text)s”")
                odd.append(FileFault(place, None, "", "left_out", message, {"text": line.strip()[:60]}))
            continue
        if not row.duration:
            message = _("The duration is missing.")
            faults.append(FileFault(place, len(levels) + 1, "", "missing", message))
        levels.append(row)
        places.append(place)
        if len(levels) > MOST_ROWS:
            message = _("The structure has more than %(most)s rows.")
            raise refuse("too_many_rows", message, {"most": MOST_ROWS})
    if not any(level.kind == "level" for level in levels):
        message = _(
            "No line was understood. Lines like “Level 7 300/600 (600) 20 min” and “Break 10 min” are."
        )
        raise ImportFault([FileFault(None, None, "", "nothing_read", message), *odd])
    for wrong in () if faults else check_structure(levels):
        line_of = None if wrong.row is None else places[wrong.row - 1]
        faults.append(FileFault(line_of, wrong.row, wrong.field, wrong.code, wrong.message, wrong.params))
    if faults:
        raise ImportFault(faults)
    odd += [
        FileFault(None if f.row is None else places[f.row - 1], f.row, f.field, f.code, f.message, f.params)
        for f in structure_warnings(levels)
    ]
    if any(level.ante for level in levels):
        message = _("Antes as high as the big blind are read as big-blind antes, others as classic antes.")
        odd.append(FileFault(None, None, "", "ante_assumed", message))
    return tuple(levels), odd


def _usual_minutes(lines: list[str]) -> int:
    """Return the length that a heading gives for all levels ("20 minute levels"); 0 without one."""
    for line in lines[:50]:
        heading = re.search(
            r"(\d{1,3})[\s-]*(?:minutes?|min|minuten)\.?[\s-]*(?:levels?|blinds|rounds?|stufen)|"
            r"(?:level|blind|stufen)\w*\s*:?\s*(\d{1,3})\s*(?:minutes?|min|minuten)\s*$",
            line[:_LONGEST_LINE],
            re.IGNORECASE,
        )
        if heading is not None and _BLINDS.search(line) is None:
            return int(heading[1] or heading[2])
    return 0


def _row(line: str, number: int, usual: int) -> Level | None:
    """Read a line: a level, a break, or None."""
    if len(line) > _LONGEST_LINE:
        return None
    text = line.replace("\u00a0", " ").replace("\u202f", " ").replace('"', " ")
    if _is_delimited(text):
        return _cells([int(cell) for cell in re.findall(r"\d{1,12}", text)], number, usual)
    text = _KILO.sub(_thousand, _THOUSANDS.sub("", text))
    text, minutes = _without_minutes(text)
    if _BREAK.search(text):
        if not minutes:
            left = re.findall(r"\d{1,3}", text)
            minutes = int(left[-1]) if len(left) == 1 else 0
        return Level(kind="break", duration=_duration(minutes))
    if (blinds := _BLINDS.search(text)) is None:
        return None
    small, big = int(blinds[1]), int(blinds[2])
    if not 0 < small <= big <= MOST_CHIPS:
        return None
    before = text[: blinds.start()]
    if (head := _NUMBER.match(before)) is not None:
        before = before[head.end() :]
    rest = f"{before} {text[blinds.end() :]}"
    ante = int(blinds[3]) if blinds[3] else 0
    if (named := _ANTE.search(rest)) is not None:
        ante = int(next(filter(None, named.groups())))
        rest = rest[: named.start()] + " " + rest[named.end() :]
    left = [int(figure) for figure in re.findall(r"\d{1,12}", rest)]
    if left and not minutes and left[-1] <= 180:
        minutes = left.pop()
    if left and not ante and len(left) == 1:
        ante = left.pop()
    return None if left else _level(small, big, ante, minutes or usual)


def _is_delimited(line: str) -> bool:
    """Return whether a line is nothing but figures between delimiters or blanks. Split, because a pattern with blanks
    and tabs on both sides of a delimiter takes exponential time.
    """
    cells = [cell.strip() for cell in _DELIMITER.split(line.strip(" "))]
    if len(cells) == 1:
        figures = line.split()
        return 3 <= len(figures) <= 6 and all(figure.isdecimal() for figure in figures)
    if not cells[-1]:
        cells.pop()
    first, *others = cells or [""]
    level = first.removeprefix("-").replace(" ", "")
    return 2 <= len(others) <= 8 and level.isdecimal() and all(not one or one.isdecimal() for one in others)


def _cells(cells: list[int], number: int, usual: int) -> Level | None:
    """Read figures in the usual order: (level,) small blind, big blind, (ante,) minutes."""
    if len(cells) >= 4 and cells[0] == number and cells[1] <= cells[2]:
        cells = cells[1:]
    if not (3 <= len(cells) <= 4) or not 0 < cells[0] <= cells[1]:
        return None
    ante = cells[2] if len(cells) == 4 else 0
    return _level(cells[0], cells[1], ante, cells[-1] or usual)


def _level(small: int, big: int, ante: int, minutes: int) -> Level:
    return Level(
        kind="level",
        small_blind=small,
        big_blind=big,
        ante=ante,
        ante_kind="none" if not ante else "big_blind" if ante == big else "classic",
        duration=_duration(minutes),
    )


def _duration(minutes: int) -> int:
    return minutes * _MINUTE if 0 < minutes <= 24 * 60 else 0


def _without_minutes(text: str) -> tuple[str, int]:
    """Return a line without its duration, and the duration in minutes; 0 if it has none."""
    found = _MINUTES.search(text)
    if found is None and (found := _CLOCK.search(text)) is None:
        return text, 0
    return text[: found.start()] + " " + text[found.end() :], int(found[1])


def _thousand(found: re.Match[str]) -> str:
    return str(int(found[1]) * 1000 + int((found[2] or "0").ljust(3, "0")))
