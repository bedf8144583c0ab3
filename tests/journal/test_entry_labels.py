"""The label of a journal entry as staff read it."""

import pytest
from django.utils.translation import override

from tourney.journal.boards import text_of
from tourney.models import JournalEntry


@pytest.mark.parametrize(("language", "chips"), [("en", "12,500"), ("de", "12.500")])
def test_chips_are_grouped_as_the_language_groups_them(language: str, chips: str) -> None:
    line = JournalEntry(kind="stack.count", arguments={"entry": 7, "chips": 12_500}, answer={"name": "Ana"})
    with override(language):
        assert chips in text_of(line)
