"""Headings of files for spreadsheets are in the language of the page."""

import pytest
from django.utils import translation
from django.utils.functional import Promise

from web.cash.takings import _TAKINGS_COLUMNS, _VISIT_COLUMNS
from web.desk.receipts import _COLUMNS as RECEIPTS
from web.floor.penalties import _COLUMNS as PENALTIES
from web.floor.stack_counts import _COLUMNS as STACKS
from web.office.csv_files import headings
from web.office.journal_export import _COLUMNS as JOURNAL
from web.office.results_files import _COLUMNS as RESULTS
from web.office.results_files import _LEADERS
from web.office.season_files import _ALL_TIME, _CUP, _RANKING
from web.public.championship import COLUMNS as CHAMPIONSHIP

FILES = {
    "visits": _VISIT_COLUMNS, "takings": _TAKINGS_COLUMNS, "receipts": RECEIPTS, "penalties": PENALTIES,
    "stacks": STACKS, "journal": JOURNAL, "results": RESULTS, "bounty leaders": _LEADERS, "ranking": _RANKING,
    "cup": _CUP, "all time": _ALL_TIME, "championship": CHAMPIONSHIP,
}  # fmt: skip


@pytest.mark.parametrize("columns", FILES.values(), ids=FILES)
def test_headings_are_translated_and_none_appears_twice(columns: dict[str, Promise]) -> None:
    with translation.override("en"):
        english = headings(columns)
    assert all(one[0].isupper() and "_" not in one for one in english)
    for language in ("en", "de", "fr", "it"):
        with translation.override(language):
            found = headings(columns)
        assert len(set(found)) == len(found), (language, sorted(found))
        assert language == "en" or found != english
