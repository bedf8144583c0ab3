"""Files for spreadsheets, in the language of the page."""

from collections.abc import Iterable, Sequence

from django.http import HttpResponse
from django.utils.translation import get_language

from tourney.rules.text_files import join_csv

_BOM = "\ufeff"


def separator() -> str:
    """Return the column separator for the page's language."""
    # German spreadsheets open semicolons directly.
    return ";" if (get_language() or "").startswith("de") else ","


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
