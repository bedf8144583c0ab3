"""Read and write people as CSV; the importing user maps the columns. Pure.

Ambiguous values are refused with line and column. Empty cells leave fields unchanged.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Literal

from players.rules.people_sheet import HEADERS, Fault, FileRefused, Sheet
from players.rules.phone_numbers import normalised_phone
from tourney.rules.text_files import CsvRow, join_csv, plain, read_text, shown, write_text

Slashes = Literal["", "day", "month"]
_OLDEST = 130


def _(message: str) -> str:
    """Mark a sentence for the catalogue of translations."""
    return message


_LONGEST = {"name": 120, "nickname": 60, "card": 40, "needs": 200, "staff_notes": 2000, "email": 254}
_YES = {
    **dict.fromkeys(("yes", "ja", "oui", "sì", "si", "x", "true", "wahr", "vrai", "vero", "1"), True),
    **dict.fromkeys(("no", "nein", "non", "false", "falsch", "faux", "falso", "0"), False),
}
_PRIVACY = {
    **dict.fromkeys(("full", "infull", "voll", "ganz", "vollständig"), "full"),
    **dict.fromkeys(("short", "kurz", "gekürzt", "abgekürzt"), "short"),
    **dict.fromkeys(("nickname", "nick", "spitzname"), "nickname"),
}
_LANGUAGES = re.compile(r"[a-z]{2,3}(?:(?: |, ?|/|;)[a-z]{2,3})*")
_ISO = re.compile(r"([0-9]{4})-([0-9]{1,2})-([0-9]{1,2})")
_DOTTED = re.compile(r"([0-9]{1,2})\. ?([0-9]{1,2})\. ?([0-9]{4})")
_SLASHED = re.compile(r"([0-9]{1,2})[/-]([0-9]{1,2})[/-]([0-9]{4})")


@dataclass(frozen=True, slots=True)
class ReadRow:
    """One person of a file.

    Attributes:
        line: where in the file.
        values: fields of a record as `player.import` takes them; empty cells are left out.
        faults: errors; a row with any is not imported.
    """

    line: int
    values: Mapping[str, str | bool]
    faults: tuple[Fault, ...]


def read_rows(sheet: Sheet, columns: Sequence[str], today: date, slashes: Slashes = "") -> list[ReadRow]:
    """Read all people of a sheet.

    Args:
        sheet: from `read_sheet`.
        columns: the field of each column, "" for one that is left out.
        today: later dates of birth are refused.
        slashes: what comes first in a date written with slashes; "" if unknown.

    Raises:
        FileRefused: a field stands in two columns, or no column has the names.
    """
    used = [field for field in columns if field]
    twice = next((field for field, times in Counter(used).items() if times > 1), "")
    if twice:
        message = _("Two columns have the same meaning.")
        raise FileRefused(Fault(None, twice, "column_twice", message))
    if "name" not in used and "last_name" not in used:
        raise FileRefused(Fault(None, "name", "no_name", _("Choose the column with the names.")))
    cards: dict[str, int] = {}
    return [_Reader(sheet, columns, row, today, slashes).read(cards) for row in sheet.rows]


def born_of(values: Mapping[str, str | bool]) -> date | None:
    """Return the date of birth of a row that was read; None if it has none."""
    text = str(values.get("birth_date", ""))
    return date.fromisoformat(text) if text else None


class _Reader:
    """Reads one row."""

    def __init__(
        self, sheet: Sheet, columns: Sequence[str], row: CsvRow, today: date, slashes: Slashes
    ) -> None:
        self._row, self._today, self._slashes = row, today, slashes
        self._titles = {field: sheet.titles[place] for place, field in enumerate(columns) if field}
        cells = dict(zip(columns, row.cells, strict=False))
        self._cells = {field: read_text(cell).strip() for field, cell in cells.items() if field}
        self._faults: list[Fault] = []
        self._too_many = any(row.cells[sheet.width :])

    def read(self, cards: dict[str, int]) -> ReadRow:
        """Read the person of this row.

        Args:
            cards: line by card number of earlier rows; this row's is added.
        """
        values: dict[str, str | bool] = {}
        name = self._name()
        if name:
            values["name"] = name
        for field in ("nickname", "card", "needs", "staff_notes", "email"):
            if text := self._text(field):
                values[field] = text
        for field, read in (
            ("birth_date", self._birth_date),
            ("languages", self._languages),
            ("privacy", self._privacy),
            ("phone", self._phone),
        ):
            if self._cells.get(field) and (found := read(self._cells[field])):
                values[field] = found
        for field in ("needs_access", "contact_consent"):
            if cell := self._cells.get(field):
                yes = _YES.get(plain(cell))
                if yes is None:
                    self._fail(field, "not_yes_or_no", _("Enter yes or no."))
                else:
                    values[field] = yes
        self._check_consent(values)
        card = str(values.get("card", ""))
        if card and card in cards:
            message = _("Line %(line)s has the same card.")
            self._fail("card", "card_twice", message, {"line": cards[card]})
        if card:
            cards.setdefault(card, self._row.line)
        if self._too_many:
            message = _(
                "The row has more cells than there are columns. Put quotation marks around a cell "
                "that contains the separator."
            )
            self._faults.append(Fault(self._row.line, "", "too_many_cells", message))
        return ReadRow(self._row.line, values, tuple(self._faults))

    def _name(self) -> str:
        parts = [self._text(field) for field in ("first_name", "name", "last_name")]
        name = " ".join(" ".join(parts).split())
        place = "name" if "name" in self._titles else "last_name"
        if not name and not self._faults:
            self._fail(place, "missing", _("The name is missing."))
        elif len(name) > _LONGEST["name"]:
            self._fail(place, "too_long", _("At most %(most)s characters are allowed."), {"most": 120})
        return name

    def _text(self, field: str) -> str:
        text = self._cells.get(field, "").replace("\r\n", "\n").replace("\r", "\n")
        lines = field == "staff_notes"
        if not all(_is_text(sign) or (lines and sign in "\n\t") for sign in text):
            message = _("It contains characters that are not text.")
            self._fail(field, "not_text", message)
            return ""
        most = _LONGEST.get(field, _LONGEST["name"])
        if len(text) > most:
            self._fail(field, "too_long", _("At most %(most)s characters are allowed."), {"most": most})
            return ""
        return text

    def _birth_date(self, cell: str) -> str:
        if found := _ISO.fullmatch(cell):
            year, month, day = map(int, found.groups())
        elif found := _DOTTED.fullmatch(cell):
            day, month, year = map(int, found.groups())
        elif found := _SLASHED.fullmatch(cell):
            first, second, year = map(int, found.groups())
            ambiguous = first <= 12 and second <= 12 and first != second
            if ambiguous and not self._slashes:
                message = _("“%(cell)s” is ambiguous. Choose above whether the day or the month comes first.")
                self._fail("birth_date", "ambiguous_date", message, {"cell": shown(cell)})
                return ""
            month_first = self._slashes == "month" or (not self._slashes and second > 12)
            month, day = (first, second) if month_first else (second, first)
        else:
            message = _("“%(cell)s” is not a date with a four-digit year, such as 30.05.1990 or 1990-05-30.")
            self._fail("birth_date", "not_a_date", message, {"cell": shown(cell)})
            return ""
        try:
            born = date(year, month, day)
        except ValueError:
            message = _("The date “%(cell)s” does not exist.")
            self._fail("birth_date", "no_such_day", message, {"cell": shown(cell)})
            return ""
        if born > self._today or self._today.year - born.year > _OLDEST:
            self._fail("birth_date", "not_born", _("This date of birth is not possible."))
            return ""
        return born.isoformat()

    def _check_consent(self, values: dict[str, str | bool]) -> None:
        """Refuse contacts without consent; consent without a contact is ignored."""
        contact = next((field for field in ("email", "phone") if values.get(field)), "")
        consent = values.pop("contact_consent", False)
        if contact and consent:
            values["contact_consent"] = True
        elif contact:
            message = _("Contact details need “yes” in the column “Contact consent”.")
            self._fail(contact, "no_consent", message)

    def _phone(self, cell: str) -> str:
        number = normalised_phone(cell)
        if number is None:
            message = _("“%(cell)s” is not a phone number with a country code, such as +49 170 1234567.")
            self._fail("phone", "not_a_phone", message, {"cell": shown(cell)})
        return number or ""

    def _languages(self, cell: str) -> str:
        codes = cell.lower()
        if not _LANGUAGES.fullmatch(codes) or len(codes) > 60:
            message = _("Enter languages as codes: de en.")
            self._fail("languages", "not_codes", message)
            return ""
        return " ".join(dict.fromkeys(re.split(r"[ ,/;]+", codes)))

    def _privacy(self, cell: str) -> str:
        meaning = _PRIVACY.get(plain(cell))
        if meaning is None:
            message = _("“%(cell)s” is unknown. Choose one of: %(words)s.")
            self._fail(
                "privacy", "unknown_word", message, {"cell": shown(cell), "words": "full, short, nickname"}
            )
            return ""
        return meaning

    def _fail(self, field: str, code: str, message: str, params: Mapping[str, object] | None = None) -> None:
        title = self._titles.get(field, "")
        self._faults.append(Fault(self._row.line, title, code, message, params or {}))


def _is_text(sign: str) -> bool:
    """Return whether a character is visible or a space."""
    return sign.isprintable() or unicodedata.category(sign) == "Zs"


def export_csv(people: Iterable[Mapping[str, object]], delimiter: str = ",") -> str:
    """Return people as CSV with English column names; the import reads it back without loss.

    Args:
        people: rows with the fields of HEADERS; dates as text.
        delimiter: German spreadsheets expect a semicolon.
    """
    return join_csv([list(HEADERS.values()), *map(_exported, people)], delimiter)


def _exported(row: Mapping[str, object]) -> list[str]:
    cells = []
    for field in HEADERS:
        value = row[field]
        cells.append(("yes" if value else "") if isinstance(value, bool) else write_text(str(value or "")))
    return cells
