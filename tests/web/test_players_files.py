"""Players as files: a list imported with a preview, and exported."""

from datetime import date

import pytest
from django.test import Client
from hypothesis import given
from hypothesis import strategies as st

from players.models import Player
from players.rules.people_sheet import HEADERS
from tests.web.player_records import FULL, IMPORT, PLAYERS, UNCHANGED, add, fields_of, preview
from tests.web.visitors import send, text_of

pytestmark = pytest.mark.django_db


def test_import_marks_an_invalid_address(page: Client) -> None:
    data = b"Name,Email,Consent\nAnna,anna@nowhere,yes\nBea,bea@example.org,yes\n"
    seen = preview(page, data)
    assert [(fault["line"], fault["text"]) for fault in seen.context["refused"]] == [
        (2, "This is not an e-mail address.")
    ]
    assert page.post(IMPORT, {**fields_of(seen), "what": "import"}).status_code == 302
    assert Player.objects.get().email == "bea@example.org"


LIST = "Vorname;Name;Geb.;Karte\nAnna;Berger;30.05.1990;M-1\nJörg;Müller;1.2.1985;\nZoë;Z;31.02.1990;\n"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252", "utf-16"])
def test_club_list_is_imported_in_any_encoding(page: Client, encoding: str) -> None:
    seen = preview(page, LIST.encode(encoding))
    assert seen.status_code == 200
    assert not Player.objects.exists()
    assert "The date “31.02.1990” does not exist." in text_of(seen)
    answer = page.post(IMPORT, {**fields_of(seen), "what": "import"})
    assert answer.status_code == 302
    assert set(Player.objects.values_list("name", "birth_date", "card")) == {
        ("Anna Berger", date(1990, 5, 30), "M-1"),
        ("Jörg Müller", date(1985, 2, 1), ""),
    }
    assert "Imported 2 players" in text_of(page.get(PLAYERS))


def test_refused_rows_are_downloaded_as_a_list(page: Client) -> None:
    seen = preview(page, LIST.encode())
    answer = page.post(IMPORT, {**fields_of(seen), "what": "refused"})
    assert answer["Content-Type"].startswith("text/csv")
    [_head, row] = answer.content.decode("utf-8-sig").splitlines()
    assert row == "4,Geb.,The date “31.02.1990” does not exist.,Zoë Z"


def test_other_columns_are_chosen_and_only_previewed_rows_imported(page: Client) -> None:
    seen = preview(page, b"a,b\nBerger,Ace\n")
    assert seen.status_code == 422
    assert "Choose the column with the names" in text_of(seen)
    sent = {**fields_of(seen), "column-0": "name", "column-1": "nickname", "head": "on"}
    unseen = page.post(IMPORT, {**sent, "what": "import"})
    assert unseen.status_code == 422
    assert not Player.objects.exists()
    assert page.post(IMPORT, {**fields_of(unseen), "what": "import"}).status_code == 302
    assert Player.objects.get().nickname == "Ace"


@pytest.mark.parametrize(("known", "names"), [("skip", 1), ("change", 1), ("add", 2)])
def test_existing_players_are_skipped_updated_or_added(page: Client, known: str, names: int) -> None:
    anna = add("Anna Berger", birth_date="1990-05-30")
    seen = preview(page, b"Name,Date of birth,Nickname\nAnna Bergr,1990-05-30,Ace\n")
    assert "May already be on file" in text_of(seen)
    again = page.post(IMPORT, {**fields_of(seen), "known": known, "what": "look"})
    answer = page.post(IMPORT, {**fields_of(again), "known": known, "what": "import"})
    assert answer.status_code == (422 if known == "skip" else 302)
    assert Player.objects.count() == names
    assert Player.objects.get(pk=anna).nickname == ("Ace" if known == "change" else "")


def test_each_row_may_be_treated_in_its_own_way(page: Client) -> None:
    anna, bea = add("Anna Berger"), add("Bea Acker", card="M-2")
    data = b"Name,Card,Nickname\nAnna Berger,,One\nSomebody Else,M-2,Two\nCid,,\nCid,,\n"
    seen = preview(page, data)
    questions = {one["line"]: one for one in seen.context["questions"]}
    assert set(questions) == {2, 3, 5}
    assert questions[3]["known"][0]["player"] == bea
    assert questions[5]["twin"] == 4
    sent = {**fields_of(seen), "row-2": str(anna), "row-3": str(bea), "what": "import"}
    assert page.post(IMPORT, sent).status_code == 302
    assert Player.objects.get(pk=anna).nickname == "One"
    assert Player.objects.get(pk=bea).name == "Somebody Else"
    assert Player.objects.filter(name="Cid").count() == 1
    # A card number belongs to one player only.
    wrong = page.post(IMPORT, {**fields_of(preview(page, data)), "row-3": "add", "what": "import"})
    assert "This card belongs to Somebody Else." in text_of(wrong)


@pytest.mark.postgres
def test_exported_file_imports_unchanged(page: Client) -> None:
    send(page, PLAYERS, **FULL)
    add("=1+1", nickname="-x", staff_notes='two\nlines, "quoted"; and more')
    before = list(Player.objects.order_by("pk").values_list("name", "nickname", "birth_date", "staff_notes"))
    out = page.get(f"{PLAYERS}export.csv")
    assert b"'=1+1" in out.content
    seen = preview(page, out.content)
    assert {one["field"] for one in seen.context["columns"]} == {*HEADERS}
    again = page.post(IMPORT, {**fields_of(seen), "known": "add", "what": "look"})
    Player.objects.all().delete()
    assert page.post(IMPORT, {**fields_of(again), "known": "add", "what": "import"}).status_code == 302
    after = list(Player.objects.order_by("pk").values_list("name", "nickname", "birth_date", "staff_notes"))
    assert sorted(after, key=str) == sorted(before, key=str)


CELL = st.one_of(
    st.text(max_size=12),
    st.sampled_from(
        ["Anna Berger", "30.05.1990", "5/6/1990", "M-1", "de", "ja", '"', ";", ",", "\n", "short", "=1"]
    ),
)


@pytest.mark.postgres
@UNCHANGED
@given(
    data=st.one_of(
        st.binary(max_size=300),
        st.lists(st.lists(CELL, max_size=5), max_size=8).map(
            lambda rows: "\n".join(";".join(row) for row in rows).encode("utf-8", "replace")
        ),
        st.lists(st.lists(CELL, max_size=4), max_size=6).map(
            lambda rows: (
                ("Name,Card,Born\n" + "\n".join(",".join(row) for row in rows)).encode("utf-16")
                if all(sign < "\ud800" or sign > "\udfff" for row in rows for cell in row for sign in cell)
                else b"x"
            )
        ),
    )
)
def test_any_file_is_imported_or_refused(page: Client, data: bytes) -> None:
    seen = preview(page, data)
    assert seen.status_code in (200, 422)
    if "columns" not in seen.context:
        return
    for known in ("add", "change"):
        again = page.post(IMPORT, {**fields_of(seen), "column-0": "name", "known": known, "what": "look"})
        assert again.status_code in (200, 422)
        sent = {**fields_of(again), "known": known, "what": "import"}
        assert page.post(IMPORT, sent).status_code in (302, 422)


def test_a_file_too_large_is_refused(page: Client) -> None:
    assert preview(page, b"Name\n" + b"x" * 10_000_001).status_code == 422
    # Umlauts take two bytes each in UTF-8.
    assert preview(page, b"Name\n" + "ä\n".encode("cp1252") * 4_000_000).status_code == 422
    many = preview(page, b"Name\n" + b"A B\n" * 50_001)
    assert "Split it." in text_of(many)
