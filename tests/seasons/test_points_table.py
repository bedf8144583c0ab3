"""The table of points that Five Spades prints (5.4), cell by cell against the book's data."""

import pytest

from tourney.rulebooks.books.loader import shipped

# As printed: a column per field of 6 to 30 players, a row per place, a dot for an empty cell. The last column has no
# heading in the book; it is taken for 31 players and more.
PRINTED = """
         6  7  8  9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31
    1    6  7  8  9 10 11 12 13 14 15 16 17 18 18 18 18 18 18 18 18 18 18 18 18 18 18
    2    3  4  5  6  7  8  9 10 11 12 13 14 15 15 15 15 15 15 15 15 15 15 15 15 15 15
    3    1  2  3  4  4  5  6  7  8  9 10 11 12 12 12 12 12 12 12 12 12 12 12 12 12 12
    4    .  1  1  2  2  3  4  5  6  7  8  9  9  9  9  9  9  9  9  9  9  9  9  9  9  9
    5    .  .  .  1  1  2  2  3  4  5  6  7  7  7  7  7  7  7  7  7  7  7  7  7  7  7
    6    .  .  .  .  .  1  1  2  2  3  4  5  5  5  5  5  5  5  5  5  5  5  5  5  5  5
    7    .  .  .  .  .  .  .  1  1  2  2  3  3  3  3  3  3  3  3  3  3  3  3  3  3  3
    8    .  .  .  .  .  .  .  .  .  1  1  2  2  2  2  2  2  3  3  3  3  3  3  3  3  3
    9    .  .  .  .  .  .  .  .  .  .  .  .  1  1  1  2  2  2  2  2  2  2  2  2  3  3
   10    .  .  .  .  .  .  .  .  .  .  .  .  .  .  1  1  1  1  2  2  2  2  2  2  2  2
   11    .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  1  1  1  1  1  2  2  2  2
   12    .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  1  1  1  1  1  1  2  2
   13    .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  1  1  1  1  1  1  1
   14    .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  1  1  1  1  1
   15    .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  1  1  1
"""


def printed() -> dict[tuple[int, int], int]:
    """Return the points by (field, place)."""
    head, *rows = PRINTED.strip("\n").splitlines()
    fields = [int(cell) for cell in head.split()]
    found = {}
    for row in rows:
        place, *cells = row.split()
        assert len(cells) == len(fields)
        found.update(
            {
                (field, int(place)): 0 if cell == "." else int(cell)
                for field, cell in zip(fields, cells, strict=True)
            }
        )
    return found


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
