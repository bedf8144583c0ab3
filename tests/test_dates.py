"""Dates and times of day are written by one helper, in Python and in the browser."""

import re
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from django.utils import translation

from tourney.services import dates

ROOT = Path(__file__).parent.parent
HELPERS = {"tourney/services/dates.py", "static/shared/ui/zone.js", "static/shared/ui/format.js"}
# Formats of their own: in Python, in templates, in scripts.
BY_HAND = {
    ".py": re.compile(r"\bdate_format\(|\btime_format\(|:%H:%M|%d\.%m\.%Y|%d %b"),
    ".html": re.compile(r"\|(date|time)(:|\s|\}|\|)"),
    ".js": re.compile(r"\binRoom\(|toLocale(Date|Time)?String|hourCycle|weekday:"),
}
# Values of fields for a day are no text; a date of birth has no time zone.
ALLOWED = re.compile(r"""\|date:['"]Y-m-d['"]""")
FOLDERS = (
    *(
        "clock",
        "dealers",
        "desk",
        "displays",
        "notifications",
        "penalties",
        "players",
        "prizes",
        "procedures",
    ),
    *("rulings", "seasons", "seating", "stages", "templates", "tourney", "web", "static"),
)


def sources() -> list[Path]:
    """Return the product's modules, templates and scripts."""
    found = (path for folder in FOLDERS for path in (ROOT / folder).rglob("*") if path.suffix in BY_HAND)
    return [path for path in found if "migrations" not in path.parts and "models" not in path.parts]


def test_no_page_formats_a_date_by_itself() -> None:
    wrong = []
    for path in sources():
        name = path.relative_to(ROOT).as_posix()
        if name in HELPERS:
            continue
        for number, line in enumerate(path.read_text().splitlines(), start=1):
            if BY_HAND[path.suffix].search(ALLOWED.sub("", line)) and "def __str__" not in line:
                wrong.append(f"{name}:{number}: {line.strip()}")
    assert wrong == []


@pytest.mark.parametrize(
    ("language", "day", "schedule"),
    [
        ("en", "5 Sep 2026, 20:07", "Saturday, 5 September, 20:07"),
        ("de", "05.09.2026, 20:07", "Samstag, 5. September, 20:07"),
        ("de-ch", "05.09.2026, 20:07", "Samstag, 5. September, 20:07"),
        ("fr", "05/09/2026, 20:07", "samedi 5 septembre, 20:07"),
        ("it-ch", "05.09.2026, 20:07", "sabato 5 settembre, 20:07"),
    ],
)
def test_each_language_has_one_format(language: str, day: str, schedule: str, settings: Any) -> None:
    settings.TIME_ZONE = "Europe/Zurich"
    at = datetime(2026, 9, 5, 18, 7, tzinfo=UTC)
    with translation.override(language):
        assert dates.day_and_time_text(at) == day
        assert dates.start_text(at) == schedule


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Friday, 1 May"),
        ("de", "Freitag, 1. Mai"),
        ("fr", "vendredi 1er mai"),
        ("it", "venerdì 1º maggio"),
    ],
)
def test_the_first_of_a_month_is_written_as_the_language_does(language: str, text: str) -> None:
    with translation.override(language):
        assert dates.weekday_text(datetime(2026, 5, 1, 12, tzinfo=UTC)) == text
