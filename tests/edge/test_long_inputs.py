"""Long repetitive input is processed at once, because a slow search blocks every screen."""

import contextlib
import time
from collections.abc import Callable

import pytest

from clock.rules import cells
from clock.rules.cells import CellFault
from clock.rules.exchange import import_file
from clock.rules.filefaults import ImportFault
from desk.rules.amounts import AmountFault, read_amount
from players.rules import people_sheet
from players.rules.people_sheet import FileRefused
from players.rules.person_code import player_of
from seating.rules.ranges import RangeFault, read_numbers
from tourney.rules.search_text import folded, words_of
from tourney.rules.text_files import LONGEST_CELL, MOST_CELLS, BrokenCsv, plain, split_csv

# The quickest of the old faults took 1.9 s, most of them far longer; correct code takes a few milliseconds.
_HANGS = 1.5
_TEXTS = [
    "(" * 10_000,
    "[(" * 10_000,
    "()" * 10_000,
    "1" * 30_000 + "x",
    "1." * 15_000 + "x",
    "1'" * 15_000,
    " " * 30_000 + "x",
    "1 " * 15_000 + "x",
    "-" * 30_000 + "x",
    "a\u0301\u0323" + "\u0301\u0323" * 20_000,
    "ß" * 30_000,
    "p1" + " " * 30_000 + "x",
    "1:" * 15_000,
    "/" * 30_000,
]
_READERS: dict[str, Callable[[str], object]] = {
    "word": plain,
    "chips": cells.read_chips,
    "duration": cells.read_duration,
    "colour_up": cells.read_colour_up,
    "amount": lambda text: read_amount(text, 2, decimal="."),
    "numbers": read_numbers,
    "person_code": player_of,
    "folded": folded,
    "words": words_of,
    "sheet": lambda text: people_sheet.guess(people_sheet.read_sheet(text)),
    "sheet_of_a_column": lambda text: people_sheet.guess(people_sheet.read_sheet(f"Name\n{text}\n")),
    "structure": lambda text: import_file(text.encode(), "x.csv"),
    "structure_of_rows": lambda text: import_file(
        f"SB,BB,Duration\n{text},{text},{text}\n".encode(), "x.csv"
    ),
    "structure_as_json": lambda text: import_file(text.encode(), "x.json"),
}


@pytest.mark.parametrize("reader", _READERS)
def test_long_repetitive_text_is_read_or_refused_at_once(reader: str) -> None:
    for text in _TEXTS:
        began = time.process_time()
        with contextlib.suppress(CellFault, AmountFault, RangeFault, FileRefused, ImportFault):
            _READERS[reader](text)
        took = time.process_time() - began
        assert took < _HANGS, f"{reader} took {took:.1f} s for {text[:8]!r}…"


def test_import_of_a_cell_of_brackets_is_refused_at_once() -> None:
    began = time.process_time()
    with pytest.raises(FileRefused) as refused:
        people_sheet.read_sheet("(" * 10_000 + ",Name\nAnna,Berger\n")
    assert refused.value.fault.code == "cell_too_long"
    assert time.process_time() - began < _HANGS


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("x" * (LONGEST_CELL + 1), "cell_too_long"),
        ('"' + "x" * (LONGEST_CELL + 1) + '"', "cell_too_long"),
        ("a," * (MOST_CELLS + 1), "too_wide"),
        ("a\n" * 11, "too_many_rows"),
    ],
)
def test_too_long_cells_and_too_many_cells_or_rows_are_refused(text: str, code: str) -> None:
    with pytest.raises(BrokenCsv) as refused:
        split_csv(text, ",", most=10)
    assert refused.value.code == code


def test_cells_and_rows_up_to_the_bounds_are_read() -> None:
    rows = split_csv("x" * LONGEST_CELL + "\n" + "a," * (MOST_CELLS - 1) + "a\n", ",", most=2)
    assert [len(row.cells) for row in rows] == [1, MOST_CELLS]


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("Name (required)", "name"),
        ("Small [SB] blind", "smallblind"),
        ("(a(b)c)", "c"),
        ("a(b", "ab"),
        ("[(])x", "x"),
        ("Straße_1", "strasse1"),
        ("x" * 201, ""),
    ],
)
def test_words_are_compared_without_brackets_and_marks(word: str, expected: str) -> None:
    assert plain(word) == expected
