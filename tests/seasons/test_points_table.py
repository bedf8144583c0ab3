"""The table of points that Five Spades prints (5.4), cell by cell against the book's data."""

import pytest

from tests.oracle.points_table import printed
from tourney.rulebooks.books.loader import shipped


def test_five_spades_5_4_every_cell_is_as_printed() -> None:
    ranking = shipped()["five_spades"].season.ranking
    assert ranking is not None
    cells = printed()
    assert len(cells) == 26 * 15
    assert {key: ranking.points_for(*key) for key in cells} == cells
    assert {ranking.points_for(field, 16) for field in range(6, 60)} == {0}


@pytest.mark.parametrize("field", [2, 5, 31, 45, 300])
def test_five_spades_5_4_too_few_players_have_no_points_and_more_have_the_last_column(field: int) -> None:
    ranking = shipped()["five_spades"].season.ranking
    assert ranking is not None
    cells = printed()
    for place in range(1, 16):
        assert ranking.points_for(field, place) == (cells[31, place] if field > 30 else 0)
