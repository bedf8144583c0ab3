"""Structures as people have them: copied text, CSV without a header, saved files of The Tournament Director."""

from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from clock.rules.exchange import MOST_BYTES, Imported, ImportFault, import_file

DATA = Path("tests/data/imports")


def read(name: str) -> Imported:
    """Read a file of the test data."""
    return import_file((DATA / name).read_bytes(), name)


def rows(read: Imported) -> list[str]:
    """Return the levels in short."""
    return [
        f"break {level.duration / 60_000:g}"
        if level.kind == "break"
        else f"{level.small_blind}/{level.big_blind} {level.ante} {level.ante_kind} {level.duration / 60_000:g}"
        for level in read.levels
    ]


@pytest.mark.parametrize(
    ("name", "expected", "warned"),
    [
        (
            "web_page.txt",
            "100/200 200 big_blind 20|200/400 400 big_blind 20|break 10|300/600 600 big_blind 20|"
            "500/1000 1000 big_blind 20",
            ["left_out"],
        ),
        (
            "pdf_clock.txt",
            "25/50 0 none 20|50/100 0 none 20|75/150 0 none 20|break 15|100/200 25 classic 20",
            [],
        ),
        (
            "mail_german.txt",
            "50/100 0 none 15|100/200 25 classic 15|break 10|1000/2000 200 classic 15",
            ["left_out"],
        ),
        ("no_header.csv", "25/50 0 none 20|50/100 0 none 20|100/200 25 classic 20", []),
        ("spreadsheet.tsv", "100/200 0 none 15|200/400 50 classic 15", []),
        ("german_excel.csv", "25/50 0 none 20|50/100 10 classic 20", ["assumed_encoding"]),
        (
            "director.tdt",
            "25/50 0 none 20|50/100 10 classic 20|break 5|100/200 25 classic 17.5",
            ["chip_up", "not_read"],
        ),
    ],
)
def test_usual_formats_are_read(name: str, expected: str, warned: list[str]) -> None:
    found = read(name)
    assert "|".join(rows(found)) == expected
    codes = {one.code for one in found.warnings}
    assert {*warned} <= codes


def test_lines_that_were_left_out_are_named_with_their_line() -> None:
    (left_out,) = [one for one in read("web_page.txt").warnings if one.code == "left_out"]
    assert (left_out.line, "Starting stack" in left_out.text) == (2, True)


def test_what_is_not_read_of_a_saved_file_is_named_with_the_reason() -> None:
    notes = {one.column: one.text for one in read("director.tdt").warnings if one.code == "not_read"}
    assert list(notes) == ["GamePlayer", "GameChip", "GamePrize", "GameBustOut"]
    assert notes["GameChip"] == "Not imported here (number: 3). Import chips under “Import a chip set”."


def test_title_of_a_saved_file_is_the_name() -> None:
    assert read("director.tdt").name == 'Club "Ace" Friday'


@pytest.mark.parametrize(
    ("data", "name", "code"),
    [
        (b"", "empty.txt", "empty"),
        (b"   \n\n", "blank.txt", "empty"),
        (b"x" * (MOST_BYTES + 1), "large.tdt", "too_big"),
        (b"PK\x03\x04rest", "book.xlsx", "workbook"),
        (b"\x00\x01\x02 1 25-50 20", "binary.txt", "nul"),
        ("größe".encode() + b"\n\xe4 1 25-50", "mixed.txt", "mixed_encodings"),
        (b"=HYPERLINK(1)\n+1+1\n@SUM(2)", "formulas.txt", "nothing_read"),
        (b"Welcome to our club", "words.txt", "nothing_read"),
        (b"Level 1 25/50", "no_length.txt", "missing"),
        (b"Level 1 100/50 20 min", "falling.txt", "nothing_read"),
        (b'{ V: "3.7.2", T: new Tournament({Title: "x", Lev', "cut.tdt", "ends_early"),
        (b'{ V: "3.7.2", T: new Tournament({Title: }) }', "broken.tdt", "director_broken"),
        (b'{ V: "3.7.2", T: ' + b"[" * 5000, "deep.tdt", "director_deep"),
        (b'{ V: "3.7.2", T: new Tournament({Title: "x"}) }', "no_rounds.tdt", "no_levels"),
        (
            b'{ V: "3", T: new Tournament({L: [new GameRound({Minutes: "a", SmallBlind: -1, BigBlind: 2})]}) }',
            "odd.tdt",
            "missing",
        ),
        (
            b'{ V: "3", T: new Tournament({L: [new GameRound({Minutes: 1e999, SmallBlind: 1e999, BigBlind: 2})]}) }',
            "infinite.tdt",
            "missing",
        ),
    ],
)
def test_what_cannot_be_read_is_refused_with_the_reason(data: bytes, name: str, code: str) -> None:
    with pytest.raises(ImportFault) as refused:
        import_file(data, name)
    assert refused.value.faults[0].code == code


@settings(max_examples=60, deadline=None)
@given(
    st.text(alphabet='0123456789 /-–():,;.kminLevelBreak\t\n"{}[]V', max_size=200),
    st.sampled_from(["", '{V: "3.7", T: ']),
)
@example("Level 1 1/1 9999999999999999999999 min", "")
def test_any_text_is_read_or_refused(text: str, start: str) -> None:
    with suppress(ImportFault):
        assert import_file((start + text).encode(), "any.txt").levels


@pytest.mark.timeout(60)
@pytest.mark.parametrize(
    ("data", "name"),
    [
        (b"1" + b"\t" * 120 + b"x", "pasted.txt"),
        (b"1 " * 140 + b"x", "pasted.txt"),
        (b'{V:"1",T:[' + b"{}," * 90_000 + b"{}]}", "saved.tdt"),
        (b'{V:"1",' + b" " * 40 + b"!", "saved.tdt"),
    ],
)
def test_text_made_to_take_long_is_refused_at_once(data: bytes, name: str) -> None:
    with pytest.raises(ImportFault):
        import_file(data, name)
