"""The table of points that Five Spades prints (5.4), written a second time."""

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
