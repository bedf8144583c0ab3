"""Players of a saved file of The Tournament Director become a sheet of the import."""

from pathlib import Path

import pytest

from players.rules.people_sheet import FileRefused, read_sheet, text_of


def test_players_of_a_saved_file_have_their_names() -> None:
    text, _encoding = text_of(Path("tests/data/imports/director.tdt").read_bytes())
    sheet = read_sheet(text)
    assert [list(row.cells) for row in sheet.rows] == [["Anna Berger", "Ace"], ["Bert K", ""]]


def test_damaged_saved_file_is_refused() -> None:
    with pytest.raises(FileRefused) as refused:
        text_of(b'{ V: "3.7.2", T: new Tournament({')
    assert refused.value.fault.code == "ends_early"
