"""Columns of a structure's CSV, found by their names in any of the languages."""

from dataclasses import dataclass

from clock.rules.cells import plain, shown
from clock.rules.filefaults import FileFault, ImportFault
from clock.rules.refusals import gettext_noop as _
from tourney.rules.text_files import CsvRow

HEADERS = {
    "kind": "Type",
    "number": "Level",
    "small_blind": "Small blind",
    "big_blind": "Big blind",
    "ante": "Ante",
    "ante_kind": "Ante type",
    "duration": "Duration",
    "game": "Game",
    "note": "Note",
    "colour_up": "Colour-up",
    "ends_day": "Ends day",
}
_NAMES = {
    "kind": ("type", "kind", "art", "typ", "tipo"),
    "number": (
        "level",
        "levelnr",
        "nr",
        "no",
        "number",
        "nummer",
        "stufe",
        "blindstufe",
        "blindlevel",
        "niveau",
        "livello",
        "numéro",
        "numero",
    ),
    "small_blind": (
        "smallblind",
        "small",
        "sb",
        "kleinerblind",
        "kleineblind",
        "kleineblinds",
        "petiteblind",
        "petiteblinde",
        "piccolobuio",
    ),
    "big_blind": (
        "bigblind",
        "big",
        "bb",
        "grosserblind",
        "grosseblind",
        "grosseblinds",
        "grosseblinde",
        "grandebuio",
    ),
    "ante": ("ante", "antes"),
    "big_blind_ante": ("bigblindante", "bbante", "bba"),
    "ante_kind": ("antetype", "antekind", "anteart", "antetyp", "typedante", "tipodiante", "tipoante"),
    "duration": (
        "duration",
        "dauer",
        "minutes",
        "minuten",
        "min",
        "length",
        "länge",
        "time",
        "zeit",
        "levelzeit",
        "durée",
        "durata",
        "minuti",
    ),
    "break": ("break", "pause", "pausa"),
    "game": ("game", "spiel", "limit", "variante", "jeu", "gioco"),
    "note": (
        "note",
        "notes",
        "notiz",
        "bemerkung",
        "bemerkungen",
        "kommentar",
        "comment",
        "remarque",
        "commentaire",
        "nota",
    ),
    "colour_up": ("colourup", "colorup", "farbwechsel", "chiprace", "raceoff", "chipup"),
    "ends_day": (
        "endsday",
        "endofday",
        "tagesende",
        "endedestages",
        "findejour",
        "findujour",
        "finegiornata",
    ),
}
_COLUMNS = {name: column for column, names in _NAMES.items() for name in names}
_NEEDED = ("small_blind", "big_blind", "duration")


@dataclass(frozen=True, slots=True)
class Head:
    """The header: the meaning of each column, and its name in the file."""

    columns: tuple[str, ...]
    titles: dict[str, str]

    def title(self, column: str) -> str:
        if column == "ante" and column not in self.titles:
            column = "big_blind_ante"
        return self.titles.get(column, HEADERS.get(column, column))


def is_column(cell: str) -> bool:
    """Return whether a cell has the name of a column."""
    return plain(cell) in _COLUMNS


def read_head(row: CsvRow) -> Head:
    """Read the row with the names of the columns.

    Raises:
        ImportFault: unknown, missing or repeated columns.
    """
    faults: list[FileFault] = []
    titles: dict[str, str] = {}
    columns: list[str] = []
    for place, cell in enumerate(row.cells, start=1):
        column = _COLUMNS.get(plain(cell), "")
        name = shown(cell) or str(place)
        if not column:
            message = _("The first row names the columns, and “%(name)s” is not a known column name.")
            faults.append(FileFault(row.line, None, name, "unknown_column", message, {"name": name}))
        elif column in titles:
            message = _("The columns “%(one)s” and “%(other)s” mean the same.")
            params = {"one": titles[column], "other": name}
            faults.append(FileFault(row.line, None, name, "column_twice", message, params))
        titles.setdefault(column, name)
        columns.append(column)
    for column in _NEEDED:
        if column not in titles:
            message = _("The column “%(name)s” is missing.")
            fault = FileFault(
                row.line, None, HEADERS[column], "missing_column", message, {"name": HEADERS[column]}
            )
            faults.append(fault)
    if faults:
        raise ImportFault(faults)
    return Head(tuple(columns), titles)
