"""Files for spreadsheets, in the language of the page.

Programs read the JSON files and the API instead, whose names are always English. The files of players and structures
can be imported, so they keep English headings (`players.rules.people_csv`, `clock.rules.csvfile`).
"""

from collections.abc import Iterable, Mapping, Sequence

from django.http import HttpResponse
from django.utils.functional import Promise

from tourney.rules.text_files import join_csv
from tourney.services.figures import formats

_BOM = "\ufeff"


def separator() -> str:
    """Return the column separator for the page's language."""
    # Spreadsheets of languages with a decimal comma open semicolons directly.
    return formats().separator


def headings(columns: Mapping[str, Promise]) -> list[str]:
    """Return the headings of columns in the page's language."""
    return [str(title) for title in columns.values()]


def csv_file(rows: Iterable[Sequence[str]], name: str) -> HttpResponse:
    """Return rows as a file for spreadsheets of the page's language.

    Free text has gone through `write_text`.
    """
    return csv_answer(join_csv(rows, separator()), name)


def csv_answer(text: str, name: str) -> HttpResponse:
    """Return the text of a CSV as a file to download."""
    # The BOM marks the file as UTF-8 for spreadsheets.
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return HttpResponse(_BOM + text, content_type="text/csv; charset=utf-8", headers=headers)
