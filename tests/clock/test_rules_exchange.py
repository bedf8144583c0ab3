"""Structures as CSV: round trips, columns, rows, and errors with line and column."""

import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clock.rules.exchange import ImportFault, export_csv, export_json, import_file
from clock.rules.shipped import shipped_structures
from clock.rules.structure import Level
from tests.clock.strategies import TEXT, structures
from tests.clock.structure_files import HEAD, ROW, faults, take
from tests.examples import examples


# Round trips
@given(structures(), st.sampled_from([",", ";", "\t"]), st.sampled_from(["utf-8", "utf-8-sig", "utf-16"]))
@settings(max_examples=examples(100))
def test_every_structure_round_trips_through_csv(levels: tuple[Level, ...], mark: str, encoding: str):
    assert import_file(export_csv(levels, delimiter=mark).encode(encoding), "a.csv").levels == levels


@given(structures(), TEXT)
@settings(max_examples=examples(100))
def test_every_structure_round_trips_through_json(levels: tuple[Level, ...], name: str):
    imported = import_file(export_json(levels, name).encode(), None)
    assert (imported.levels, imported.name, imported.encoding) == (levels, name, "utf-8")


def test_shipped_structures_round_trip_without_a_warning():
    for shipped in shipped_structures().values():
        for text in (export_csv(shipped.levels), export_json(shipped.levels, shipped.key)):
            imported = take(text, None)
            assert (imported.levels, imported.warnings) == (shipped.levels, ())


def test_a_csv_of_ours_has_no_cell_that_a_spreadsheet_would_run():
    level = Level(kind="level", duration=60_000, small_blind=1, big_blind=2, note="=HYPERLINK(1)", game="@x")
    cells = export_csv([level]).splitlines()[1].split(",")
    assert cells[-4:-2] == ["'@x", "'=HYPERLINK(1)"]


# Documented examples
def test_the_examples_of_the_documentation_are_one_structure_in_three_writings():
    text = (Path(__file__).parents[2] / "docs" / "structures.md").read_text(encoding="utf-8")
    examples = re.findall(r"```(csv|json)\n(.*?)```", text, re.DOTALL)
    assert [kind for kind, _text in examples] == ["csv", "csv", "json"]
    taken = [take(example, f"Friday.{kind}") for kind, example in examples]
    assert len(taken[0].levels) == 5
    assert taken[0].levels == taken[1].levels == taken[2].levels
    assert all(one.warnings == () and one.name == "Friday" for one in taken)
    assert taken[0].levels[3] == Level(
        kind="level",
        duration=450_000,
        small_blind=1_000,
        big_blind=2_000,
        ante=2_000,
        ante_kind="big_blind",
        game="Omaha",
        colour_up=(100, 500),
        ends_day=True,
    )


# CSV as people write it
def test_columns_are_found_by_name_in_any_order():
    (level,) = take("Dauer (Min);BB;SB\n18;100;50\n").levels
    assert level == Level(kind="level", duration=1_080_000, small_blind=50, big_blind=100)


@pytest.mark.parametrize(
    "text",
    [
        "Level,SB,BB,Min\n1,50,100,18\nPause,,,10\n2,75,150,18\n",
        "Level,SB,BB,Min\nLevel 1,50,100,18\nBreak,-,-,10\nStufe 2.,75,150,18\n",
        "SB,BB,Min\n50,100,18\nBREAK,,10\n75,150,18\n",
        "SB,BB,Min,Pause\n50,100,18,nein\n0,0,10,ja\n75,150,18,\n",
        "Type,SB,BB,Min\nlevel,50,100,18\npause,,,10\n,75,150,18\n",
    ],
)
def test_a_break_may_be_marked_in_any_of_the_usual_columns(text: str):
    assert [level.kind for level in take(text).levels] == ["level", "break", "level"]


def test_break_column_with_minutes_is_refused_with_instructions():
    assert faults("SB,BB,Min,Pause\n50,100,18,10\n") == [(2, "Pause", "break_in_level")]
    assert faults("SB,BB,Min,Pause\n50,100,18,1\n") == [(2, "Pause", "break_in_level")]


def test_columns_that_contradict_each_other_are_refused():
    assert faults("Type,Level,SB,BB,Min\nlevel,pause,50,100,18\n") == [(2, "Type", "level_or_break")]
    assert faults("SB,BB,Min,Ante,BB ante\n50,100,18,25,100\n") == [(2, "BB ante", "two_antes")]
    assert faults("SB,BB,Min,BB ante,Ante type\n50,100,18,100,classic\n") == [
        (2, "Ante type", "ante_conflict")
    ]


def test_a_column_of_its_own_makes_a_big_blind_ante():
    (level,) = take("SB,BB,Min,BBA\n50,100,18,100\n").levels
    assert (level.ante, level.ante_kind) == (100, "big_blind")


def test_antes_without_a_type_are_classic_with_a_warning():
    imported = take("SB,BB,Min,Ante\n50,100,18,25\n")
    assert imported.levels[0].ante_kind == "classic"
    assert [warning.code for warning in imported.warnings] == ["ante_assumed"]
    assert take("SB,BB,Min,Ante\n50,100,18,\n").warnings == ()


def test_empty_ante_type_is_refused_if_the_column_exists():
    assert faults(HEAD + "level,50,100,25,,18,,,,\n") == [(2, "Ante type", "ante_without_kind")]


def test_numbers_that_differ_from_counting_are_a_warning():
    (warning,) = take("Level,SB,BB,Min\n1,50,100,18\n3,75,150,18\n").warnings
    assert (warning.line, warning.column, warning.code) == (3, "Level", "number_differs")
    assert faults("Level,SB,BB,Min\none,50,100,18\n") == [(2, "Level", "not_a_level_number")]


def test_blank_rows_and_separator_line_are_skipped_without_losing_line_numbers():
    text = "sep=;\r\n\r\nSB;BB;Min\r\n;;\r\n50;100;18\r\n;;\r\n75;150;x\r\n"
    assert faults(text) == [(7, "Min", "not_a_duration")]
    assert len(take(text.replace("x", "18")).levels) == 2


def test_thousands_with_commas_need_quotes_between_commas():
    assert take('SB,BB,Min\n"12,500","25,000",18\n').levels[0].big_blind == 25_000
    assert faults("SB,BB,Min\n12,500,25,000,18\n") == [(2, "", "cell_count")]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", [(None, "", "empty")]),
        ("\n\n ; ;\n", [(None, "", "empty")]),
        ('""', [(None, "", "empty")]),
        ("sep=,\n", [(None, "", "empty")]),
        (HEAD, [(None, "", "no_level")]),
        ("SB,BB\n50,100\n", [(1, "Duration", "missing_column")]),
        ("SB,BB,Min,Colour\n", [(1, "Colour", "unknown_column")]),
        ("SB,BB,Min,\n", [(1, "4", "unknown_column")]),
        ("SB,BB,Min,Small blind\n", [(1, "Small blind", "column_twice")]),
        (HEAD + "level,50,100\n", [(2, "", "cell_count")]),
        (HEAD + "level,,100,,,18,,,,\n", [(2, "Small blind", "missing")]),
        (HEAD + "level,50,100,,,,,,,\n", [(2, "Duration", "missing")]),
        (HEAD + "level,50,100,,,0,,,,\n", [(2, "Duration", "duration_range")]),
        (HEAD + "level,-50,100,,,18,,,,\n", [(2, "Small blind", "negative")]),
        (HEAD + "level,fifty,100,,,18,,,,\n", [(2, "Small blind", "not_a_number")]),
        (HEAD + "level,100,50,,,18,,,,\n", [(2, "Small blind", "small_above_big")]),
        (HEAD + "level,50,9999999999999,,,18,,,,\n", [(2, "Big blind", "chips_range")]),
        (HEAD + "round,50,100,,,18,,,,\n", [(2, "Type", "unknown_word")]),
        (HEAD + "level,50,100,25,who,18,,,,\n", [(2, "Ante type", "unknown_word")]),
        (HEAD + "level,50,100,,,18,,,,perhaps\n", [(2, "Ends day", "unknown_word")]),
        (HEAD + "level,50,100,,,18,,a\x07b,,\n", [(2, "Note", "text_control")]),
        (HEAD + "break,,,,,10,,,,\n" + ROW, [(2, "Type", "break_first")]),
        (HEAD + ROW + "break,50,,,,10,,,,\n", [(3, "Small blind", "break_with_chips")]),
        (HEAD + 'level,"50,100,,,18,,,,\n' + ROW, [(2, "2", "open_quote")]),
        (HEAD + ROW * 10_000, [(None, "", "too_many_rows")]),
    ],
)
def test_a_wrong_csv_is_refused_with_line_and_column(
    text: str, expected: list[tuple[int | None, str, str]] | None
):
    found = faults(text)
    assert found == expected if expected is not None else len(found) >= 3


def test_errors_are_reported_together_up_to_a_hundred():
    assert faults(HEAD + "level,x,y,,,z,,,,\n" + ROW + "level,50,100,,,q,,,,\n") == [
        (2, "Small blind", "not_a_number"),
        (2, "Big blind", "not_a_number"),
        (2, "Duration", "not_a_duration"),
        (4, "Duration", "not_a_duration"),
    ]
    assert len(faults(HEAD + "level,x,y,,,z,,,,\n" * 150)) == 100


def test_unreadable_rows_do_not_hide_unplayable_ones():
    assert faults("SB,BB,Min\n200,100,18\n100,200,\n300,100,x\n100,y,18\n") == [
        (2, "SB", "small_above_big"),
        (3, "Min", "missing"),
        (4, "Min", "not_a_duration"),
        (4, "SB", "small_above_big"),
        (5, "BB", "not_a_number"),
    ]


def test_ten_thousand_levels_are_refused_with_one_sentence():
    with pytest.raises(ImportFault) as refused:
        take(HEAD + ROW * 10_000)
    (fault,) = refused.value.faults
    assert fault.text == "The structure has 10000 rows; at most 200 are possible."


# Names
def test_the_name_of_a_csv_is_the_files_name():
    assert take(HEAD + ROW, "Freitag.csv").name == "Freitag"
    assert take(HEAD + ROW, "C:\\rooms\\Freitag deep.csv").name == "Freitag deep"
    assert take(HEAD + ROW, None).name == ""
    assert take(HEAD + ROW, "bad\nname.csv").name == ""
    assert take(HEAD + ROW, "x" * 200 + ".csv").name == ""
