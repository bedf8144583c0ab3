import pytest
from hypothesis import given
from hypothesis import strategies as st

from clock.rules import cells
from clock.rules.cells import CellFault
from tourney.rules.text_files import BrokenCsv, join_csv, split_csv


@pytest.mark.parametrize(
    "cell", ["12500", "12'500", "12’500", "12.500", "12,500", "12 500", "12\u00a0500", "12\u202f500"]
)
def test_every_habit_of_writing_thousands_is_read(cell: str):
    assert cells.read_chips(cell) == 12_500


def test_small_and_big_amounts_are_read():
    assert [cells.read_chips(cell) for cell in ("0", "25", "1'234'567", "1000000000000")] == [
        0,
        25,
        1_234_567,
        10**12,
    ]


@pytest.mark.parametrize(
    ("cell", "code"),
    [
        ("12.5", "fraction"),
        ("12,50", "fraction"),
        ("1.2500", "fraction"),
        ("12.500,00", "fraction"),
        ("1.234,567", "fraction"),
        ("0.500", "fraction"),
        ("12.", "fraction"),
        ("-100", "negative"),
        ("−100", "negative"),
        ("12k", "abbreviated"),
        ("1.5M", "abbreviated"),
        ("hundred", "not_a_number"),
        ("1e3", "not_a_number"),
        ("0x10", "not_a_number"),
        ("007", "not_a_number"),
        ("١٢", "not_a_number"),
        ("1'23", "not_a_number"),
        ("12 5", "not_a_number"),
        ("9" * 16, "not_a_number"),
        ("50/100", "not_a_number"),
        ("nan", "not_a_number"),
        ("1_000", "not_a_number"),
    ],
)
def test_ambiguous_amount_is_refused(cell: str, code: str):
    with pytest.raises(CellFault) as refused:
        cells.read_chips(cell)
    assert refused.value.code == code
    assert cells.shown(cell) in str(refused.value)


@pytest.mark.parametrize(
    ("cell", "ms"),
    [
        ("18", 1_080_000),
        ("18 min", 1_080_000),
        ("18min.", 1_080_000),
        ("18 Minuten", 1_080_000),
        ("18'", 1_080_000),
        ("18:00", 1_080_000),
        ("7:30", 450_000),
        ("1:30", 90_000),
        ("90:00", 5_400_000),
        ("1:30:00", 5_400_000),
        ("0:00:01", 1_000),
        ("0:01.500", 1_500),
        ("24:00:00", 86_400_000),
    ],
)
def test_durations_are_minutes_then_seconds_then_hours(cell: str, ms: int):
    assert cells.read_duration(cell) == ms


@pytest.mark.parametrize(
    ("cell", "code"),
    [
        ("7.5", "duration_fraction"),
        ("7,5 min", "duration_fraction"),
        ("18:60", "not_a_duration"),
        ("1:60:00", "not_a_duration"),
        ("18:5", "not_a_duration"),
        ("1:2:3", "not_a_duration"),
        ("-18", "not_a_duration"),
        ("1h", "not_a_duration"),
        ("long", "not_a_duration"),
        ("99999", "not_a_duration"),
        ("18:00.5", "not_a_duration"),
        ("٣", "not_a_duration"),
    ],
)
def test_ambiguous_duration_is_refused(cell: str, code: str):
    with pytest.raises(CellFault) as refused:
        cells.read_duration(cell)
    assert refused.value.code == code


@given(st.integers(1, 86_400_000))
def test_every_duration_round_trips(ms: int):
    assert cells.read_duration(cells.write_duration(ms)) == ms


def test_denominations_are_separated_by_a_stroke_or_a_plus():
    assert cells.read_colour_up("25") == (25,)
    assert cells.read_colour_up("25/100 + 1'000") == (25, 100, 1_000)
    assert cells.read_colour_up("-") == ()


@pytest.mark.parametrize("cell", ["25,100", "25 100", "25; 100", "25/", "1,000", "green"])
def test_denominations_that_could_be_one_or_two_are_refused(cell: str):
    with pytest.raises(CellFault) as refused:
        cells.read_colour_up(cell)
    assert refused.value.code == "not_denominations"


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1", "@SUM(A1)", "'quoted", "'=1"])
def test_text_is_never_a_spreadsheet_formula_and_round_trips(text: str):
    assert cells.write_text(text)[0] == "'"
    assert cells.read_text(cells.write_text(text)) == text


@given(st.text())
def test_every_text_round_trips(text: str):
    assert cells.read_text(cells.write_text(text)) == text


def test_an_apostrophe_of_ones_own_stays():
    assert cells.read_text("'n Abend") == "'n Abend"


def test_a_strangers_text_is_shown_short_and_visible():
    assert cells.shown("a\x1b[31m\u202eb") == "a?[31m?b"
    assert len(cells.shown("x" * 10_000)) == 30


def test_lines_are_counted_through_quoted_line_breaks():
    rows = split_csv('a,"b\r\nc"\r\n\r\nd,e\re,f\n', ",")
    assert [(row.line, row.cells) for row in rows] == [
        (1, ("a", "b\r\nc")),
        (3, ("",)),
        (4, ("d", "e")),
        (5, ("e", "f")),
    ]


def test_a_mark_at_the_end_is_an_empty_cell():
    assert [row.cells for row in split_csv("a,\nb,", ",")] == [("a", ""), ("b", "")]


@pytest.mark.parametrize(
    ("text", "line", "cell", "code"),
    [
        ('a,"b', 1, 2, "open_quote"),
        ('a\nb,"c\n\n', 2, 2, "open_quote"),
        ('a,b"c"', 1, 2, "quote_in_cell"),
        ('"a"b,c', 1, 1, "text_after_quote"),
        ('a\n"x\ny"z', 3, 1, "text_after_quote"),
        ('"a" ,b', 1, 1, "text_after_quote"),
    ],
)
def test_broken_quoting_is_refused_with_its_place(text: str, line: int, cell: int, code: str):
    with pytest.raises(BrokenCsv) as broken:
        split_csv(text, ",")
    assert (broken.value.line, broken.value.cell, broken.value.code) == (line, cell, code)


@given(st.lists(st.lists(st.text().map(lambda t: t.strip(" \t\u00a0\u2009\u202f")), min_size=1, max_size=4)))
def test_joined_cells_split_into_the_same_cells(rows: list[list[str]]):
    for mark in (",", ";", "\t"):
        assert [list(row.cells) for row in split_csv(join_csv(rows, mark), mark)] == rows
