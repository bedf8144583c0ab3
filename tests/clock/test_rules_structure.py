from dataclasses import replace

import pytest
from hypothesis import given, settings

from clock.rules.rows import UnsoundStructure, from_wire
from clock.rules.structure import Level, check_structure, numbered, structure_warnings, to_wire
from tests.clock.strategies import structures
from tests.examples import examples

LEVEL = Level(kind="level", small_blind=50, big_blind=100, duration=1_080_000)
BREAK = Level(kind="break", duration=600_000)


def codes(*levels: Level) -> list[tuple[int | None, str, str]]:
    return [(fault.row, fault.field, fault.code) for fault in check_structure(levels)]


def odd(*levels: Level) -> list[tuple[int | None, str]]:
    return [(fault.row, fault.code) for fault in structure_warnings(levels)]


def test_a_sound_structure_has_no_fault():
    assert codes(LEVEL, replace(LEVEL, ante=100, ante_kind="big_blind"), BREAK, LEVEL) == []


@pytest.mark.parametrize(
    ("change", "field", "code"),
    [
        ({"duration": 999}, "duration", "duration_range"),
        ({"duration": 0}, "duration", "duration_range"),
        ({"duration": -5}, "duration", "duration_range"),
        ({"duration": 86_400_001}, "duration", "duration_range"),
        ({"big_blind": 0, "small_blind": 0}, "big_blind", "no_big_blind"),
        ({"big_blind": 10**12 + 1}, "big_blind", "chips_range"),
        ({"small_blind": -1}, "small_blind", "chips_range"),
        ({"ante": -1, "ante_kind": "classic"}, "ante", "chips_range"),
        ({"small_blind": 101}, "small_blind", "small_above_big"),
        ({"ante": 25}, "ante_kind", "ante_without_kind"),
        ({"ante_kind": "big_blind"}, "ante", "kind_without_ante"),
        ({"game": "x" * 81}, "game", "text_too_long"),
        ({"note": "a\nb"}, "note", "text_control"),
        ({"note": "a\u202eb"}, "note", "text_control"),
        ({"note": "a\ud800"}, "note", "text_control"),
        ({"note": " a"}, "note", "text_edges"),
        ({"colour_up": (25, 25)}, "colour_up", "colour_up_twice"),
        ({"colour_up": (0,)}, "colour_up", "colour_up_range"),
        ({"colour_up": tuple(range(1, 14))}, "colour_up", "colour_up_many"),
    ],
)
def test_each_fault_of_a_level_is_named_with_row_and_field(change: dict[str, object], field: str, code: str):
    assert codes(LEVEL, replace(LEVEL, **change)) == [(2, field, code)]


@pytest.mark.parametrize(
    ("change", "field", "code"),
    [
        ({"big_blind": 100}, "big_blind", "break_with_chips"),
        ({"ante": 100}, "ante", "break_with_chips"),
        ({"ante_kind": "classic"}, "ante_kind", "break_with_chips"),
        ({"game": "Omaha"}, "game", "break_with_game"),
        ({"ends_day": True}, "ends_day", "break_ends_day"),
        ({"duration": 0}, "duration", "duration_range"),
    ],
)
def test_a_break_carries_only_a_duration_a_note_and_a_colour_up(
    change: dict[str, object], field: str, code: str
):
    assert codes(LEVEL, replace(BREAK, **change)) == [(2, field, code)]


def test_limits_themselves_are_allowed():
    biggest = replace(LEVEL, small_blind=10**12, big_blind=10**12, duration=86_400_000, note="x" * 80)
    antes_only = replace(LEVEL, small_blind=0, ante=25, ante_kind="classic", duration=1_000)
    assert codes(antes_only, biggest) == []


def test_faults_of_the_whole_structure():
    assert codes() == [(None, "", "no_level")]
    assert codes(BREAK) == [(None, "", "no_level")]
    assert codes(BREAK, LEVEL) == [(1, "kind", "break_first")]


def test_all_errors_are_reported_together_in_row_order():
    wrong = replace(LEVEL, duration=0, small_blind=200, colour_up=(0,))
    assert [row for row, _field, _code in codes(wrong, LEVEL, wrong)] == [1, 1, 1, 3, 3, 3]


def test_ten_thousand_levels_are_one_sentence():
    (fault,) = check_structure([replace(LEVEL, duration=0)] * 10_000)
    assert fault.text == "The structure has 10000 rows; at most 200 are possible."
    assert codes(*[LEVEL] * 200) == []
    assert codes(*[LEVEL] * 201) == [(None, "", "too_many_rows")]


def test_unusual_structure_is_a_warning_not_an_error():
    down = replace(LEVEL, small_blind=25, big_blind=50)
    assert odd(LEVEL, down) == [(2, "blinds_down")]
    assert odd(LEVEL, replace(LEVEL, ends_day=True)) == [(2, "ends_day_last")]
    assert odd(LEVEL, BREAK) == [(2, "break_last")]
    assert odd(replace(LEVEL, duration=59_999)) == [(1, "odd_duration")]
    assert odd(replace(LEVEL, duration=21_600_001)) == [(1, "odd_duration")]
    assert odd(replace(LEVEL, ante=101, ante_kind="classic")) == [(1, "ante_above_big")]
    assert odd(replace(LEVEL, colour_up=(25,)), replace(LEVEL, colour_up=(100, 25))) == [(2, "removed_twice")]
    assert codes(LEVEL, down) == []


def test_blinds_of_different_games_are_not_compared():
    omaha = replace(LEVEL, game="Omaha", small_blind=25, big_blind=50)
    assert odd(LEVEL, omaha, LEVEL) == []


def test_levels_are_numbered_without_the_breaks():
    assert [number for number, _level in numbered([LEVEL, BREAK, LEVEL])] == [1, None, 2]


def test_the_wire_carries_exactly_the_documented_fields():
    entry = replace(
        LEVEL, ante=100, ante_kind="big_blind", game="Omaha", note="n", colour_up=(25,), ends_day=True
    )
    assert to_wire([BREAK, entry]) == [
        {
            "kind": "break",
            "number": None,
            "small_blind": 0,
            "big_blind": 0,
            "ante": 0,
            "ante_kind": "none",
            "duration": 600_000,
            "game": "",
            "family": "",
            "note": "",
            "colour_up": [],
            "ends_day": False,
        },
        {
            "kind": "level",
            "number": 1,
            "small_blind": 50,
            "big_blind": 100,
            "ante": 100,
            "ante_kind": "big_blind",
            "duration": 1_080_000,
            "game": "Omaha",
            "family": "flop",
            "note": "n",
            "colour_up": [25],
            "ends_day": True,
        },
    ]


@given(structures())
@settings(max_examples=examples(50))
def test_wire_format_round_trips(levels: tuple[Level, ...]):
    assert check_structure(levels) == []
    assert from_wire(to_wire(levels)) == levels


SOUND = {"kind": "level", "duration": 60_000, "small_blind": 1, "big_blind": 2}


@pytest.mark.parametrize(
    ("rows", "row", "field", "code"),
    [
        (None, None, "levels", "not_a_list"),
        ("levels", None, "levels", "not_a_list"),
        ([SOUND] * 201, None, "", "too_many_rows"),
        ([SOUND, 7], 2, "", "not_an_object"),
        ([{**SOUND, "blind": 3}], 1, "blind", "unknown_key"),
        ([{"kind": "level", "duration": 60_000, "big_blind": 2}], 1, "small_blind", "missing_key"),
        ([{"duration": 60_000}], 1, "kind", "missing_key"),
        ([{**SOUND, "big_blind": "2"}], 1, "big_blind", "not_a_number"),
        ([{**SOUND, "big_blind": 2.0}], 1, "big_blind", "not_a_number"),
        ([{**SOUND, "big_blind": True}], 1, "big_blind", "not_a_number"),
        ([{**SOUND, "duration": None}], 1, "duration", "not_a_number"),
        ([{**SOUND, "game": None}], 1, "game", "not_a_text"),
        ([{**SOUND, "ends_day": 1}], 1, "ends_day", "not_yes_or_no"),
        ([{**SOUND, "colour_up": 25}], 1, "colour_up", "not_numbers"),
        ([{**SOUND, "colour_up": ["25"]}], 1, "colour_up", "not_numbers"),
        ([{**SOUND, "ante_kind": "bb"}], 1, "ante_kind", "unknown_word"),
        ([{**SOUND, "kind": ["level"]}], 1, "kind", "unknown_word"),
        ([SOUND, {**SOUND, "number": 3}], 2, "number", "wrong_number"),
        ([{**SOUND, "number": True}], 1, "number", "wrong_number"),
        ([{**SOUND, "duration": -1}], 1, "duration", "duration_range"),
    ],
)
def test_rows_of_the_wrong_shape_are_refused_with_their_place(
    rows: object, row: int | None, field: str, code: str
):
    with pytest.raises(UnsoundStructure) as refused:
        from_wire(rows)
    assert [(fault.row, fault.field, fault.code) for fault in refused.value.faults] == [(row, field, code)]
    assert refused.value.faults[0].text
