"""The label of a proposal."""

import pytest

from tourney.journal.boards import text_of
from tourney.models import JournalEntry


@pytest.mark.parametrize(
    ("answer", "text"),
    [
        ({"new": 1, "gone": 0}, "Proposals: 1 new"),
        ({"new": 0, "gone": 2}, "Proposals: 2 withdrawn"),
        ({"new": 1, "gone": 2}, "Proposals: 1 new, 2 withdrawn"),
        # Only a dismissal has lapsed.
        ({"new": 0, "gone": 0}, "Checked the proposals again"),
    ],
)
def test_review_summary_names_changes_without_zeros(answer: dict[str, int], text: str) -> None:
    assert text_of(JournalEntry(kind="floor.review", arguments={}, answer=answer)) == text
