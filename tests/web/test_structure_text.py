"""Structures typed into the editor: parsed strictly, and formatted so that they parse the same again."""

from typing import Any

import pytest
from django.utils import translation
from hypothesis import given, settings
from hypothesis import strategies as st

from clock.rules.shipped import shipped_structures
from clock.rules.structure import Level
from tests.clock.strategies import structures
from tests.examples import examples
from web.office.structure_sheet import fault_rows, read_sheet, to_cells

LEVEL = {"kind": "level", "small_blind": "50", "big_blind": "100", "duration": "20"}


def faults(**cells: Any) -> list[tuple[str, str]]:
    """Return the faults of a level with these cells."""
    return [(fault.field, fault.code) for fault in read_sheet([{**LEVEL, **cells}]).faults]


@settings(max_examples=examples(40))
@given(levels=structures(), language=st.sampled_from(["en", "de", "de-at", "de-ch"]))
def test_editor_text_is_parsed_as_the_same_structure(levels: list[Level], language: str) -> None:
    with translation.override(language):
        assert read_sheet(to_cells(levels)).levels == tuple(levels)


def test_shipped_structures_round_trip() -> None:
    for shipped in shipped_structures().values():
        assert read_sheet(to_cells(shipped.levels)).levels == shipped.levels


@pytest.mark.parametrize(
    ("cells", "field", "code"),
    [
        ({"small_blind": "abc"}, "small_blind", "not_a_number"),
        ({"small_blind": "-50"}, "small_blind", "negative"),
        ({"big_blind": ""}, "big_blind", "missing"),
        ({"big_blind": "0"}, "big_blind", "no_big_blind"),
        ({"big_blind": "1.5"}, "big_blind", "fraction"),
        ({"big_blind": "9" * 15}, "big_blind", "chips_range"),
        ({"big_blind": "9" * 500}, "big_blind", "text_too_long"),
        ({"big_blind": 100}, "big_blind", "not_a_text"),
        ({"small_blind": "200"}, "small_blind", "small_above_big"),
        ({"duration": ""}, "duration", "missing"),
        ({"duration": "0"}, "duration", "duration_range"),
        ({"duration": "9999"}, "duration", "duration_range"),
        ({"duration": "7.5"}, "duration", "duration_fraction"),
        ({"duration": "soon"}, "duration", "not_a_duration"),
        ({"kind": "interval"}, "kind", "unknown_word"),
        ({"ante": "100"}, "ante_kind", "ante_without_kind"),
        ({"ante_kind": "classic"}, "ante", "kind_without_ante"),
        ({"ante_kind": "everyone"}, "ante_kind", "unknown_word"),
        ({"colour_up": "25,100"}, "colour_up", "not_denominations"),
        ({"colour_up": "25/25"}, "colour_up", "colour_up_twice"),
        ({"game": "x" * 81}, "game", "text_too_long"),
        ({"note": "a\x00b"}, "note", "text_control"),
        ({"ends_day": "yes"}, "ends_day", "not_yes_or_no"),
        ({"rake": "5"}, "rake", "unknown_key"),
    ],
)
def test_error_is_shown_at_its_cell(cells: dict[str, Any], field: str, code: str) -> None:
    assert (field, code) in faults(**cells)


@settings(max_examples=examples(60))
@given(
    rows=st.lists(
        st.dictionaries(
            st.sampled_from([*LEVEL, "ante", "ante_kind", "colour_up", "ends_day", "note", "what"]),
            st.one_of(st.text(max_size=12), st.integers(), st.none(), st.lists(st.integers(), max_size=2)),
        ),
        max_size=4,
    )
)
def test_any_text_is_parsed_or_refused_with_a_message(rows: list[dict[str, Any]]) -> None:
    sheet = read_sheet(rows)
    assert (sheet.levels is None) == bool(sheet.faults)
    assert all(fault["text"] for fault in fault_rows(sheet.faults))
    assert len(sheet.begins()) == len(sheet.durations) + 1


@pytest.mark.parametrize("rows", [None, 7, "rows", {}, [1], [[]], [None]])
def test_input_without_a_list_of_rows_is_refused(rows: object) -> None:
    assert [fault.code for fault in read_sheet(rows).faults] == ["not_rows"]


def test_unreadable_row_does_not_hide_errors_of_others() -> None:
    rows = [{**LEVEL, "small_blind": "12k"}, {**LEVEL, "ante": "7"}, {**LEVEL, "duration": "x"}]
    faults_found = [(fault.row, fault.field, fault.code) for fault in read_sheet(rows).faults]
    assert faults_found == [
        (1, "small_blind", "abbreviated"),
        (2, "ante_kind", "ante_without_kind"),
        (3, "duration", "not_a_duration"),
    ]


def test_ten_thousand_rows_are_one_fault_and_not_ten_thousand() -> None:
    assert [fault.code for fault in read_sheet([LEVEL] * 10_000).faults] == ["too_many_rows"]


def test_row_starts_at_the_sum_of_earlier_durations() -> None:
    rows = [LEVEL, {"kind": "break", "duration": "7:30"}, {**LEVEL, "duration": "1:30:00"}]
    assert read_sheet(rows).begins() == ["0:00", "20:00", "27:30", "1:57:30"]


def test_after_a_length_that_cannot_be_read_no_time_is_claimed() -> None:
    assert read_sheet([LEVEL, {**LEVEL, "duration": "?"}, LEVEL]).begins() == ["0:00", "20:00", None, None]
