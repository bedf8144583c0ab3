"""A file of people as a grid: text, delimiter and column titles. Pure."""

import dataclasses
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from players.rules.director_people import sheet_of_director
from tourney.rules.text_files import BrokenCsv, BrokenText, CsvRow, decoded, plain, shown, split_csv

# Limits of files previewed on one page; the second pair limits background imports.
MOST_BYTES = 1_000_000
MOST_ROWS = 2000
MOST_BYTES_IN_BATCHES = 10_000_000
MOST_ROWS_IN_BATCHES = 50_000
MOST_COLUMNS = 60
DELIMITERS = (",", ";", "\t", "|")
# Lines to a row, blank ones included, as spreadsheets write thousands of them below the last one.
_LINES_TO_A_ROW = 10


def _(message: str) -> str:
    """Mark a sentence for the catalogue of translations."""
    return message


# Columns a file may have, in the order of an export, with their titles.
HEADERS = {
    "name": "Name",
    "nickname": "Nickname",
    "birth_date": "Date of birth",
    "card": "Card number",
    "languages": "Languages",
    "needs_access": "Needs accessible seat",
    "needs": "Special needs",
    "staff_notes": "Notes to staff",
    "privacy": "Name in public",
    "email": "E-mail",
    "phone": "Phone",
    "contact_consent": "Contact consent",
}
FIELDS = ("name", "first_name", "last_name", *list(HEADERS)[1:])
_NAMES = {
    "name": ("name", "fullname", "player", "playername", "spieler", "spielername", "vollername", "vorundnachname",
             "nomcomplet", "joueur", "nomecompleto", "giocatore"),
    "first_name": ("firstname", "first", "givenname", "forename", "vorname", "rufname", "prénom", "prenom", "nome"),
    "last_name": ("lastname", "last", "surname", "familyname", "nachname", "familienname", "zuname", "nom",
                  "nomdefamille", "cognome"),
    "nickname": ("nickname", "nick", "alias", "spitzname", "surnom", "pseudo", "soprannome"),
    "birth_date": ("dateofbirth", "birthdate", "birthday", "born", "dob", "geburtsdatum", "geburtstag", "geboren",
                   "gebdatum", "geb", "datedenaissance", "néle", "datadinascita", "natoil"),
    "card": ("cardnumber", "card", "cardno", "membershipnumber", "membernumber", "memberno", "membernr",
             "kartennummer", "karte", "kartennr", "mitgliedsnummer", "mitgliedsnr", "mitgliednr", "ausweisnummer",
             "numérodecarte", "carte", "numérodemembre", "numerotessera", "tessera"),
    "languages": ("languages", "language", "sprachen", "sprache", "langues", "langue", "lingue", "lingua"),
    "needs_access": ("needsaccessibleseat", "needsaccess", "accessible", "barrierefrei", "rollstuhl", "wheelchair"),
    "needs": ("specialneeds", "needs", "besonderes", "besonderebedürfnisse", "bedürfnisse"),
    "staff_notes": ("notestostaff", "staffnotes", "notes", "note", "notiz", "notizen", "bemerkung", "bemerkungen",
                    "kommentar", "comment", "remarque", "remarques", "osservazioni"),
    "privacy": ("nameinpublic", "privacy", "namensanzeige", "anzeigename"),
    "email": ("email", "mail", "emailaddress", "emailadresse", "mailadresse"),
    "phone": ("phone", "phonenumber", "telephone", "mobile", "mobilephone", "telefon", "telefonnummer", "handy",
              "téléphone", "telefono", "cellulare", "handynummer", "mobil", "mobilnummer", "tel"),
    "contact_consent": ("contactconsent", "consent", "einwilligung", "kontakteinwilligung", "einwilligungkontakt"),
}  # fmt: skip
_COLUMNS = {name: field for field, names in _NAMES.items() for name in names}


@dataclass(frozen=True, slots=True)
class Fault:
    """An error in a file.

    Attributes:
        line: physical line, counted from 1; None if it concerns the whole file.
        column: as the file calls it; "" if it concerns the whole row.
        code: short and stable.
        message: an English template; `params` fill it.
    """

    line: int | None
    column: str
    code: str
    message: str
    params: Mapping[str, object] = dataclasses.field(default_factory=dict, hash=False)


class FileRefused(Exception):
    """The file cannot be read, or not with these columns."""

    def __init__(self, fault: Fault) -> None:
        self.fault = fault
        super().__init__(fault.message % fault.params)


@dataclass(frozen=True, slots=True)
class Sheet:
    """A file's rows.

    Attributes:
        titles: column titles; numbers if the file has none.
        rows: without the title row and blank rows.
        delimiter: between cells.
        has_head: whether the first row names the columns.
        width: number of named columns, or of cells if none is named.
    """

    titles: tuple[str, ...]
    rows: tuple[CsvRow, ...]
    delimiter: str
    has_head: bool
    width: int


@dataclass(frozen=True, slots=True)
class Grid:
    """A file's rows, or the first of them, before it is known whether the first one is a header.

    Attributes:
        rows: in order, without blank ones.
        wide: cells of the widest row of the whole file.
        delimiter: between cells.
    """

    rows: tuple[CsvRow, ...]
    wide: int
    delimiter: str


def text_of(data: bytes, most: int = MOST_BYTES) -> tuple[str, str]:
    """Decode a file; return its text and encoding.

    Args:
        data: of the file.
        most: maximum size in bytes.

    Raises:
        FileRefused: too big, or not text.
    """
    _not_too_big(len(data), most)
    try:
        text, encoding = decoded(data)
        text = sheet_of_director(text)
    except BrokenText as broken:
        raise FileRefused(Fault(broken.line, "", broken.code, broken.message, broken.params)) from None
    # Umlauts take more bytes in UTF-8 than in older encodings.
    _not_too_big(len(text.encode()), most)
    return text, encoding


def _not_too_big(size: int, most: int) -> None:
    if size > most:
        message = _("The file has %(bytes)s bytes; the limit is %(most)s.")
        raise FileRefused(Fault(None, "", "too_big", message, {"bytes": size, "most": most}))


def read_grid(text: str, most: int = MOST_ROWS) -> Grid:
    """Parse text into rows, detecting the delimiter.

    Args:
        text: of the file.
        most: maximum number of rows, without the title row.

    Raises:
        FileRefused: it is empty, too long or too wide, or its quotation marks do not match.
    """
    delimiter, text, skipped = _delimiter(text)
    try:
        rows = [row for row in split_csv(text, delimiter, most=_LINES_TO_A_ROW * most) if not row.blank]
    except BrokenCsv as broken:
        fault = Fault(broken.line + skipped, str(broken.cell), broken.code, broken.message)
        raise FileRefused(fault) from None
    if not rows:
        raise FileRefused(Fault(None, "", "empty", _("The file is empty.")))
    wide = max(len(row.cells) for row in rows)
    if wide > MOST_COLUMNS:
        message = _("A row has %(cells)s cells; the limit is %(most)s.")
        raise FileRefused(Fault(None, "", "too_wide", message, {"cells": wide, "most": MOST_COLUMNS}))
    return Grid(tuple(CsvRow(row.line + skipped, row.cells) for row in rows), wide, delimiter)


def sheet_of(grid: Grid, has_head: bool | None = None, most: int = MOST_ROWS) -> Sheet:
    """Return the rows of a grid below its titles.

    Args:
        grid: the rows.
        has_head: whether the first row names the columns; None to detect it by known column names.
        most: maximum number of rows.

    Raises:
        FileRefused: it has no rows, or too many.
    """
    head = _is_head(grid.rows[0]) if has_head is None else has_head
    first = grid.rows[0].cells if head else ()
    body = grid.rows[1:] if head else grid.rows
    if len(body) > most:
        message = _("The file has %(rows)s rows; the limit is %(most)s. Split it.")
        raise FileRefused(Fault(None, "", "too_many_rows", message, {"rows": len(body), "most": most}))
    if not body:
        raise FileRefused(Fault(None, "", "empty", _("The file is empty.")))
    titles = tuple(
        (shown(first[place]) if place < len(first) else "") or str(place + 1) for place in range(grid.wide)
    )
    return Sheet(titles, body, grid.delimiter, head, len(first) or grid.wide)


def read_sheet(text: str, has_head: bool | None = None, most: int = MOST_ROWS) -> Sheet:
    """Parse text and its titles: `read_grid` followed by `sheet_of`."""
    return sheet_of(read_grid(text, most), has_head, most)


def _is_head(row: CsvRow) -> bool:
    return any(plain(cell) in _COLUMNS for cell in row.cells)


def _delimiter(text: str) -> tuple[str, str, int]:
    """Return the delimiter, the text without a "sep=;" line, and the number of lines removed."""
    first, _end, rest = text.partition("\n")
    sign = first.rstrip("\r")
    if len(sign) == 5 and sign[:4].lower() == "sep=" and sign[4] in DELIMITERS:
        return sign[4], rest, 1
    sample = "\n".join(line for line in text.splitlines()[:30] if line.strip())

    def fits(mark: str) -> tuple[int, int, int]:
        try:
            rows = [row for row in split_csv(sample, mark) if not row.blank]
        except BrokenCsv:
            return (-1, 0, 0)
        if not rows:
            return (0, 0, 0)
        known = sum(plain(cell) in _COLUMNS for cell in rows[0].cells)
        (cells, times), *_others = Counter(len(row.cells) for row in rows).most_common(1)
        return (known, times if cells > 1 else 0, cells)

    return max(DELIMITERS, key=fits), text, 0


def guess(sheet: Sheet) -> tuple[str, ...]:
    """Return the field of each column by its title; "" if the title is unknown or a duplicate."""
    found: list[str] = []
    for title in sheet.titles:
        field = _COLUMNS.get(plain(title), "") if sheet.has_head else ""
        found.append("" if field in found else field)
    if "last_name" not in found and "first_name" in found and "name" in found:
        # "Name, Vorname": next to a first name, the name is the last name.
        found[found.index("name")] = "last_name"
    return tuple(found)
