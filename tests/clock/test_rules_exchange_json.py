"""Structures as JSON: recognised by name or content, and refused with the position of the error."""

import pytest

from clock.rules.exchange import ImportFault
from tests.clock.structure_files import HEAD, ROW, SOUND, faults, file, take


def test_a_json_is_known_by_its_ending_or_its_first_sign():
    assert take(file(), "a.JSON").name == "A"
    assert take(" \n" + file(), "upload.txt").name == "A"
    assert take(b"\xef\xbb\xbf" + file().encode(), None).name == "A"
    assert faults(HEAD + ROW, "a.json") == [(1, "", "json_broken")]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", (1, "", "json_broken")),
        ('{"format":\n "poker', (2, "", "json_broken")),
        ("[]", (None, "", "json_format")),
        ("7", (None, "", "json_format")),
        (file(format="other"), (None, "", "json_format")),
        (file(version=2), (None, "", "json_version")),
        (file(version=True), (None, "", "json_version")),
        ('{"format": "poker-structure", "levels": []}', (None, "", "json_version")),
        (file(extra=1), (None, "extra", "unknown_key")),
        (file(name=7), (None, "name", "not_a_text")),
        (file(name="a\x00b"), (None, "name", "text_control")),
        (file(levels={}), (None, "levels", "not_a_list")),
        ('{"format": "poker-structure", "version": 1}', (None, "levels", "not_a_list")),
        (file(levels=[]), (None, "", "no_level")),
        (file(levels=[SOUND] * 201), (None, "", "too_many_rows")),
        (file(levels=[{**SOUND, "blind": 1}]), (None, "blind", "unknown_key")),
        (file(levels=[{**SOUND, "big_blind": "2"}]), (None, "big_blind", "not_a_number")),
        (file(levels=[{**SOUND, "note": "\ud800"}]), (None, "note", "text_control")),
        (file(levels=[{**SOUND, "duration": 1.5}]), (None, "", "fraction")),
        ('{"a": NaN}', (None, "", "fraction")),
        ('{"a": 1, "a": 2}', (None, "", "key_twice")),
        ('{"a": ' + "9" * 5_000 + "}", (None, "", "number_long")),
        ("[" * 100_000, (None, "", "json_deep")),
        ('{"a":' * 100_000, (None, "", "json_deep")),
    ],
)
def test_a_wrong_json_is_refused_with_its_place(text: str, expected: tuple[int | None, str, str]):
    assert faults(text, "a.json") == [expected]


def test_a_json_that_is_not_utf_8_is_refused():
    assert faults(file().replace('"A"', '"Ä"').encode("windows-1252"), "a.json") == [
        (None, "", "json_not_utf8")
    ]


def test_the_row_of_a_json_is_named():
    with pytest.raises(ImportFault) as refused:
        take(file(levels=[SOUND, {**SOUND, "duration": 0}]), "a.json")
    assert [fault.row for fault in refused.value.faults] == [2]
