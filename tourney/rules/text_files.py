"""Text files of other programs: encoding, and comma-separated rows. Pure.

Files of spreadsheets are accepted; broken quoting and mixed encodings are refused with their location. The
`csv` module is used for writing only: its reader, even in strict mode, accepts a quotation mark within a cell
as text, and does not report the line and cell of an unclosed quotation mark.
"""

import codecs
import csv
import io
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass


def _(message: str) -> str:
    """Mark a message for the translation catalogue."""
    return message


# Longer cells, and rows with more cells, are refused while a file is read.
LONGEST_CELL = 4_000
MOST_CELLS = 500
MOST_LINES = 200_000
# Longer words match no column or value.
_LONGEST_WORD = 200
_QUOTE = '"'
# Spaces used in numbers, and the tab; other control characters are kept and refused later.
_SPACES = " \t\u00a0\u2009\u202f"
_CLOSES = {"(": ")", "[": "]"}
# First characters that make a cell a formula, full-width ones included; the apostrophe protects itself.
_FORMULA = "=+\\-@'＝＋－＠"
# Where a cell begins: at the start, and after a delimiter of spreadsheets of any country.
_BEGINS = re.compile(rf"(\A|[;,\t\r\n] ?)(?=[{_FORMULA}])")
_GUARDED = re.compile(rf"(\A|[;,\t\r\n] ?)'(?=[{_FORMULA}])")


class BrokenText(Exception):
    """Bytes that are not text, or in more than one encoding.

    Args:
        code: short and stable.
        message: an English template; `params` fill it.
        line: counted from 1; None if the error concerns the whole file.
    """

    def __init__(
        self, code: str, message: str, params: Mapping[str, object] | None = None, line: int | None = None
    ) -> None:
        self.code, self.message, self.line = code, message, line
        self.params: Mapping[str, object] = dict(params or {})
        super().__init__(message % self.params)


def decoded(data: bytes) -> tuple[str, str]:
    """Return the text of a file without its byte order mark, and the name of its encoding.

    UTF-8, UTF-16 with its mark, or else Windows-1252 (`utf-8`, `utf-16`, `windows-1252`).

    Raises:
        BrokenText: it has none of these encodings.
    """
    if data.startswith(b"PK\x03\x04"):
        raise BrokenText(
            "workbook", _("This is a workbook or an archive. Save the sheet as CSV and import that.")
        )
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        text, encoding = _decode(data, "utf-16"), "utf-16"
    elif data.startswith(codecs.BOM_UTF8):
        text, encoding = _decode(data, "utf-8-sig"), "utf-8"
    else:
        try:
            text, encoding = data.decode("utf-8"), "utf-8"
        except UnicodeDecodeError:
            text, encoding = _decode_old(data), "windows-1252"
    if "\x00" in text:
        message = _(
            "Line %(line)s contains a NUL byte: this is not a text file, or it is UTF-16 without a "
            "byte-order mark."
        )
        raise BrokenText("nul", message, {"line": text.count("\n", 0, text.index("\x00")) + 1})
    return text, encoding


def _decode_old(data: bytes) -> str:
    """Decode Windows-1252, unless some lines are clearly UTF-8: one of two encodings would garble the
    other.
    """
    for number, line in enumerate(data.splitlines(), start=1):
        if not line.isascii() and _is_utf8(line):
            message = _(
                "Line %(line)s is UTF-8 and other lines are not: the file mixes encodings. Save it as UTF-8."
            )
            raise BrokenText("mixed_encodings", message, {"line": number}, line=number)
    return _decode(data, "windows-1252")


def _is_utf8(line: bytes) -> bool:
    try:
        line.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def _decode(data: bytes, encoding: str) -> str:
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as broken:
        line = data.count(b"\n", 0, broken.start) + 1
        if encoding == "windows-1252":
            message = _(
                "Byte %(byte)s in line %(line)s is neither UTF-8 nor Windows-1252. Save the file as UTF-8."
            )
        else:
            message = _("The file is marked as Unicode, but byte %(byte)s in line %(line)s is not.")
        raise BrokenText("encoding", message, {"byte": broken.start + 1, "line": line}, line=line) from None


class BrokenCsv(Exception):
    """The text is not valid CSV from here on.

    Args:
        line: the physical line, counted from 1.
        cell: the cell in its row, counted from 1.
        code, message: the error; the message is an English sentence without parameters.
    """

    def __init__(self, line: int, cell: int, code: str, message: str) -> None:
        self.line, self.cell, self.code, self.message = line, cell, code, message
        super().__init__(f"line {line}, cell {cell}: {message}")


@dataclass(frozen=True, slots=True)
class CsvRow:
    """A row of cells, without quotes and spaces around them, and its first physical line."""

    line: int
    cells: tuple[str, ...]

    @property
    def blank(self) -> bool:
        """Return whether the row is empty, as spreadsheets write below the last row."""
        return not any(self.cells)


def split_csv(text: str, delimiter: str, *, most: int = MOST_LINES) -> list[CsvRow]:
    """Return all rows of a text, including empty ones.

    Args:
        delimiter: one character; lines end with LF, CR LF or CR.
        most: maximum number of rows.

    Raises:
        BrokenCsv: a quote is not closed, is within a cell, or is followed by text; or there is a cell
            that is too long (`cell_too_long`), a row of too many cells, or too many rows.
    """
    rows: list[CsvRow] = []
    ends = re.compile(f"[{re.escape(delimiter)}\r\n]")
    cells: list[str] = []
    line = begun = 1
    at, end = 0, len(text)
    while at < end:
        if text[at] == _QUOTE:
            cell, after = _quoted(text, at, line, len(cells) + 1)
            line += _breaks(text[at:after])
            if after < end and text[after] not in (delimiter, "\r", "\n"):
                message = _("A cell must end after a closing quotation mark.")
                raise BrokenCsv(line, len(cells) + 1, "text_after_quote", message)
        else:
            found = ends.search(text, at)
            after = found.start() if found else end
            cell = text[at:after]
            if _QUOTE in cell:
                message = _("A cell contains a quotation mark but does not begin with one.")
                raise BrokenCsv(line, len(cells) + 1, "quote_in_cell", message)
        if len(cell) > LONGEST_CELL:
            raise BrokenCsv(
                line, len(cells) + 1, "cell_too_long", _("A cell has more than 4,000 characters.")
            )
        if len(cells) >= MOST_CELLS:
            raise BrokenCsv(line, len(cells) + 1, "too_wide", _("A row has more than 500 cells."))
        cells.append(cell.strip(_SPACES))
        if after < end and text[after] == delimiter:
            at = after + 1
            if at == end or text[at] in "\r\n":
                cells.append("")
                after = at
            else:
                continue
        at = after + (2 if text.startswith("\r\n", after) else 1)
        line += 1
        if len(rows) >= most:
            raise BrokenCsv(begun, 1, "too_many_rows", _("The file has too many rows."))
        rows.append(CsvRow(begun, tuple(cells)))
        cells, begun = [], line
    return rows


def _quoted(text: str, start: int, line: int, cell: int) -> tuple[str, int]:
    """Return the content of a quoted cell, and the index after it."""
    parts: list[str] = []
    at = start + 1
    while True:
        close = text.find(_QUOTE, at)
        if close < 0:
            raise BrokenCsv(line, cell, "open_quote", _("A quotation mark opened here is never closed."))
        parts.append(text[at:close])
        if not text.startswith(_QUOTE, close + 1):
            return _QUOTE.join(parts), close + 1
        at = close + 2


def _breaks(text: str) -> int:
    return text.count("\n") + text.count("\r") - text.count("\r\n")


def join_csv(rows: Iterable[Iterable[str]], delimiter: str) -> str:
    """Return the rows as text that `split_csv` and spreadsheets read; lines end with CR LF."""
    text = io.StringIO(newline="")
    csv.writer(text, "excel", delimiter=delimiter).writerows(rows)
    return text.getvalue()


def shown(text: str, most: int = 30) -> str:
    """Return a piece of a foreign file for use in a message: short, without invisible characters."""
    cut = text if len(text) <= most else text[: most - 1] + "…"
    return "".join(sign if sign.isprintable() else "?" for sign in cut)


def plain(word: str) -> str:
    """Normalise a word for comparison: lower case, ß as ss, without spaces, marks and text in brackets.

    Returns:
        "" for a text that is too long to be a word.
    """
    if len(word) > _LONGEST_WORD:
        return ""
    return "".join(sign for sign in _without_brackets(word.casefold()) if sign.isalnum())


def _without_brackets(text: str) -> str:
    """Return the text without matching brackets and their contents; an unclosed bracket is kept."""
    parts: list[str] = []
    at = 0
    # Once no closing bracket follows a position, none follows any later one.
    unclosed: set[str] = set()
    for place, sign in enumerate(text):
        close = _CLOSES.get(sign)
        if place < at or close is None or close in unclosed:
            continue
        end = text.find(close, place)
        if end < 0:
            unclosed.add(close)
            continue
        parts.append(text[at:place])
        at = end + 1
    return "".join((*parts, text[at:]))


def write_text(text: str) -> str:
    """Return a text as a cell. Text that a spreadsheet would run as a formula gets an apostrophe in front."""
    return _BEGINS.sub(r"\1'", text)


def read_text(cell: str) -> str:
    """The inverse of `write_text`."""
    return _GUARDED.sub(r"\1", cell)
