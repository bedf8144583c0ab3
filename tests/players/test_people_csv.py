"""Players as CSV: recognised columns, ambiguous dates, and refusals with their position."""

from datetime import date
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from players.rules.people_csv import ReadRow, Slashes, export_csv, read_rows
from players.rules.people_sheet import (
    FIELDS,
    HEADERS,
    FileRefused,
    guess,
    read_sheet,
    text_of,
)

TODAY = date(2026, 11, 21)
LINE = st.text(st.characters(codec="utf-8", categories=["L", "N", "P", "S", "Zs"]), max_size=40)


def read(text: str, slashes: Slashes = "") -> list[ReadRow]:
    sheet = read_sheet(text)
    return read_rows(sheet, guess(sheet), TODAY, slashes)


@pytest.mark.parametrize(
    ("head", "fields"),
    [
        ("Name,Nickname,Date of birth,Card number", ["name", "nickname", "birth_date", "card"]),
        ("Vorname;Nachname;Geb.-Datum;Mitgliedsnummer", ["first_name", "last_name", "birth_date", "card"]),
        ("Name\tVorname\tBemerkung", ["last_name", "first_name", "staff_notes"]),
        ("Spieler|Spitzname|Verein", ["name", "nickname", ""]),
    ],
)
def test_columns_and_delimiters_are_found(head: str, fields: list[str]) -> None:
    sheet = read_sheet(f"{head}\na\n")
    assert list(guess(sheet)) == fields


def test_file_without_headers_asks_for_column_names() -> None:
    sheet = read_sheet("Anna Berger;1990-05-30\nBea;1991-01-01\n")
    assert (sheet.has_head, sheet.titles, guess(sheet)) == (False, ("1", "2"), ("", ""))
    with pytest.raises(FileRefused) as refused:
        read_rows(sheet, guess(sheet), TODAY)
    assert refused.value.fault.code == "no_name"
    rows = read_rows(sheet, ("name", "birth_date"), TODAY)
    assert [row.values["name"] for row in rows] == ["Anna Berger", "Bea"]
    with pytest.raises(FileRefused) as twice:
        read_rows(sheet, ("name", "name"), TODAY)
    assert twice.value.fault.code == "column_twice"


@pytest.mark.parametrize(
    ("cell", "slashes", "expected"),
    [
        ("1990-05-30", "", "1990-05-30"),
        ("30.05.1990", "", "1990-05-30"),
        ("30. 5. 1990", "", "1990-05-30"),
        ("30/05/1990", "", "1990-05-30"),
        ("05/30/1990", "", "1990-05-30"),
        ("05/05/1990", "", "1990-05-05"),
        ("05/06/1990", "", "ambiguous_date"),
        ("05/06/1990", "day", "1990-06-05"),
        ("05/06/1990", "month", "1990-05-06"),
        ("05/30/1990", "day", "no_such_day"),
        ("30.05.90", "", "not_a_date"),
        ("31.02.1990", "", "no_such_day"),
        ("01.01.2030", "", "not_born"),
        ("yesterday", "", "not_a_date"),
    ],
)
def test_a_date_is_read_in_one_way_or_refused(cell: str, slashes: Slashes, expected: str) -> None:
    [row] = read(f"Name,Born\nAnna,{cell}\n", slashes)
    assert row.values.get("birth_date", *[fault.code for fault in row.faults]) == expected


def test_each_fault_names_its_line_and_column() -> None:
    text = (
        "Name;Geboren;Karte;Sprache;Barrierefrei;Name in public\n"
        "Anna;;M-1;de/en;ja;kurz\n\n"
        ";1.13.1990;M-1;Deutsch;vielleicht;geheim\n"
        f"{'x' * 121};;;;;;zu viel\n"
    )
    good, bad, long = read(text)
    assert good.values == {
        "name": "Anna",
        "card": "M-1",
        "languages": "de en",
        "needs_access": True,
        "privacy": "short",
    }
    assert {(fault.line, fault.column, fault.code) for fault in bad.faults} == {
        (4, "Name", "missing"),
        (4, "Geboren", "no_such_day"),
        (4, "Karte", "card_twice"),
        (4, "Sprache", "not_codes"),
        (4, "Barrierefrei", "not_yes_or_no"),
        (4, "Name in public", "unknown_word"),
    }
    assert {fault.code for fault in long.faults} == {"too_long", "too_many_cells"}


def test_contacts_in_a_file_need_a_phone_with_country_code_and_consent() -> None:
    text = (
        "Name,E-Mail,Telefon,Einwilligung\n"
        "Anna,a@example.org,0049 170 1234567,ja\nBea,b@example.org,,\n"
        "Cid,,0170 1234567,ja\nDan,,,nein\nEva,,+4912345678,no\n"
    )
    anna, bea, cid, dan, eva = read(text)
    assert anna.values == {
        "name": "Anna", "email": "a@example.org", "phone": "+491701234567", "contact_consent": True
    }  # fmt: skip
    assert dan.values == {"name": "Dan"}
    assert [[(fault.column, fault.code) for fault in row.faults] for row in (anna, bea, cid, dan, eva)] == [
        [],
        [("E-Mail", "no_consent")],
        [("Telefon", "not_a_phone")],
        [],
        [("Telefon", "no_consent")],
    ]


@pytest.mark.parametrize(
    "data", [b"", b"\n\n", b"Name\n", b"PK\x03\x04", b"a\x00b", b'"open\n', b"\xff\xfe\x00"]
)
def test_invalid_file_is_refused(data: bytes) -> None:
    with pytest.raises(FileRefused):
        read_sheet(text_of(data)[0])


@given(st.binary(max_size=400))
def test_any_bytes_are_read_or_refused(data: bytes) -> None:
    try:
        sheet = read_sheet(text_of(data)[0])
    except FileRefused:
        # Its message was filled in when it was created.
        return
    for row in read_rows(sheet, ("name", *[""] * (len(sheet.titles) - 1)), TODAY):
        assert row.faults or row.values["name"]
        for fault in row.faults:
            assert fault.message % fault.params


@given(
    st.lists(
        st.fixed_dictionaries(
            {
                "name": LINE.map(lambda text: " ".join(text.split())).filter(bool),
                "nickname": LINE.map(str.strip),
                "birth_date": st.dates(date(1900, 1, 1), TODAY).map(date.isoformat) | st.just(""),
                "card": st.just(""),
                "languages": st.sampled_from(["", "de", "de en", "gsw fr"]),
                "needs_access": st.booleans(),
                "needs": LINE.map(str.strip),
                "staff_notes": st.lists(LINE, max_size=3).map(lambda some: "\n".join(some).strip()),
                "privacy": st.sampled_from(["full", "short", "nickname"]),
                "email": st.sampled_from(["", "anna@example.org"]),
                "phone": st.sampled_from(["", "+491701234567"]),
            }
        ).map(lambda row: {**row, "contact_consent": bool(row["email"] or row["phone"])}),
        min_size=1,
        max_size=5,
    ),
    st.sampled_from([",", ";", "\t"]),
)
def test_exported_file_imports_unchanged(people: list[dict[str, Any]], delimiter: str) -> None:
    rows = read(export_csv(people, delimiter))
    assert len(rows) == len(people)
    for row, person in zip(rows, people, strict=True):
        assert row.faults == ()
        # Empty values are left out.
        assert {
            name: row.values.get(name, False if name in ("needs_access", "contact_consent") else "")
            for name in HEADERS
        } == person


def test_every_field_has_a_name_that_is_found() -> None:
    assert set(HEADERS) <= set(FIELDS)
    assert list(guess(read_sheet(export_csv([dict.fromkeys(HEADERS, "x")])))) == list(HEADERS)
