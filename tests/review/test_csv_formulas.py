"""Spreadsheets do not run exported text as a formula, whichever delimiter they use."""

import pytest

from tourney.rules.text_files import read_text, write_text

SIGNS = "=+-@＝＋－＠"


@pytest.mark.parametrize("sign", SIGNS)
@pytest.mark.parametrize("before", ["", "Ann;", "Ann,", "Ann\t", "Ann\n", "Ann; ", "Ann;;"])
def test_a_formula_is_guarded_wherever_a_cell_may_begin(before: str, sign: str) -> None:
    text = f"{before}{sign}HYPERLINK(1)"
    written = write_text(text)
    assert f"'{sign}" in written
    assert read_text(written) == text


@pytest.mark.parametrize(
    "text", ["", "Ann", "a=b", "1-2", "O'Brien", "it's, fine", "'tis", ";'=1", "''=", "=", ";=;="]
)
def test_a_text_is_read_as_it_was_written(text: str) -> None:
    assert read_text(write_text(text)) == text


def test_a_text_without_formulas_is_left_alone() -> None:
    for text in ("Müller, Anna", "a=b", "10-12", "x@y.ch"):
        assert write_text(text) == text
