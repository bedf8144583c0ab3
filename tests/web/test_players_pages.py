"""The pages of people's records: found, corrected, merged, banned, forgotten, imported, exported."""

import re
import uuid
from datetime import date
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils.timezone import localdate
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from notifications.commands.player_links import path_of
from players.commands.bans import ban_player
from players.commands.players import add_player
from players.models import Ban, Membership, Player
from players.rules.people_sheet import HEADERS
from tests.examples import examples
from tests.fixtures.picture import png
from tests.web.visitors import done, lines, send, text_of
from tourney.access.roles import Role
from tourney.models import JournalEntry
from tourney.now import room_now

pytestmark = pytest.mark.django_db
PLAYERS = "/staff/room/players/"
IMPORT = f"{PLAYERS}import/"
LIKE = "/staff/players/like/"
PNG = png()
UNCHANGED = settings(
    max_examples=examples(40), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)


def add(name: str, **more: Any) -> int:
    return int(done(add_player, name=name, **more)["player"])


def page_of(player: int) -> str:
    return f"{PLAYERS}{player}/"


# --- found, added, corrected -----------------------------------------------------------------------------
@pytest.mark.postgres
@pytest.mark.parametrize("sought", ["berger", "ANNA berg", "müller", "mueller", "m-17", "1990", "30051990"])
def test_a_person_is_found_by_anything_known_of_them(page: Client, sought: str) -> None:
    add("Anna Berger-Müller", card="M-17", birth_date="1990-05-30")
    add("Cid")
    shown = text_of(page.get(PLAYERS, {"q": sought}))
    assert "Berger-Müller" in shown
    assert "Cid" not in shown


@pytest.mark.postgres
def test_player_list_is_paged_and_filtered(page: Client) -> None:
    for number in range(60):
        add(f"Player {number:02}")
    done(ban_player, player=Player.objects.get(name="Player 33").pk, ends_on=None, reason="x")
    first, second = (text_of(page.get(PLAYERS, {"page": number})) for number in (1, 2))
    assert "Player 49" in first
    assert "Player 50" not in first
    assert "Player 50" in second
    banned = text_of(page.get(PLAYERS, {"only": "banned"}))
    assert re.findall(r"<strong>(Player \d\d)</strong>", banned) == ["Player 33"]
    for wrong in ({"page": "99999"}, {"page": "x"}, {"only": "nonsense"}, {"q": "%00\x00"}):
        assert page.get(PLAYERS, wrong).status_code == 200


FULL = {
    "name": "Anna Berger",
    "nickname": "Ace",
    "birth_date": "1990-05-30",
    "card": "M-17",
    "languages": "de, EN",
    "needs_access": "on",
    "needs": "left-handed",
    "staff_notes": "pays in coins",
    "privacy": "short",
    "email": "anna@example.org",
    "phone": "+49 170 1234567",
    "contact_consent": "on",
}


def test_a_whole_record_is_added_and_corrected(page: Client) -> None:
    assert send(page, PLAYERS, **FULL).status_code == 302
    row = Player.objects.get()
    assert (row.languages, row.needs_access, row.privacy) == ("de en", True, "short")
    assert (row.email, row.phone) == ("anna@example.org", "+491701234567")
    shown = text_of(page.get(page_of(row.pk)))
    for value in ("Anna Berger", "Ace", "1990-05-30", "M-17", "de en", "left-handed", "pays in coins"):
        assert value in shown
    send(page, page_of(row.pk), what="change", **{**FULL, "needs_access": "", "nickname": ""})
    row.refresh_from_db()
    assert (row.needs_access, row.nickname) == (False, "")


def test_the_page_of_a_player_takes_a_contact_with_consent_and_deletes_it(page: Client) -> None:
    anna = add("Anna Berger")
    typed = {"what": "contact", "email": "anna@example.org", "phone": "+49 170 1234567"}
    refused = send(page, page_of(anna), **typed)
    assert refused.status_code == 422
    assert "kept only with the player’s consent" in text_of(refused)
    assert "anna@example.org" in text_of(refused)
    assert send(page, page_of(anna), **typed, consent="on").status_code == 302
    row = Player.objects.get()
    assert (row.email, row.phone) == ("anna@example.org", "+491701234567")
    assert send(page, page_of(anna), what="withdraw", contact="phone").status_code == 302
    row.refresh_from_db()
    assert (row.email, row.phone) == ("anna@example.org", "")


def test_import_marks_an_invalid_address(page: Client) -> None:
    data = b"Name,Email,Consent\nAnna,anna@nowhere,yes\nBea,bea@example.org,yes\n"
    seen = look(page, data)
    assert [(fault["line"], fault["text"]) for fault in seen.context["refused"]] == [
        (2, "This is not an e-mail address.")
    ]
    assert page.post(IMPORT, {**fields_of(seen), "what": "import"}).status_code == 302
    assert Player.objects.get().email == "bea@example.org"


def test_errors_are_shown_at_their_fields_and_input_is_kept(page: Client) -> None:
    answer = send(page, PLAYERS, **{**FULL, "birth_date": "2990-01-01"})
    assert answer.status_code == 422
    assert "This date of birth is not possible." in text_of(answer)
    assert 'value="left-handed"' in text_of(answer)
    assert not Player.objects.exists()


def test_a_photo_is_kept_and_taken_away(page: Client) -> None:
    anna = add("Anna")
    send(page, page_of(anna), what="photo", photo=SimpleUploadedFile("a.png", PNG))
    photo = Player.objects.get().photo
    assert f"/staff/players/photo/{photo}" in text_of(page.get(page_of(anna)))
    assert page.get(f"/staff/players/photo/{photo}").status_code == 200
    assert Client().get(f"/staff/players/photo/{photo}").status_code == 302
    assert Client().get(f"/media/{photo}").status_code == 404
    for wrong in (b"GIF89a", b"", png(0) * 1024 * 1024):
        answer = send(page, page_of(anna), what="photo", photo=SimpleUploadedFile("a.png", wrong))
        assert answer.status_code == 422
    send(page, page_of(anna), what="no_photo")
    assert Player.objects.get().photo == ""


# --- who may be whom -------------------------------------------------------------------------------------
@pytest.mark.postgres
def test_likely_players_are_shown_while_typing(page: Client) -> None:
    anna = add("Anna Berger", birth_date="1990-05-30")
    add("Carl Gustav")
    for typed in ({"name": "Ana Bergr"}, {"name": "berger, anna"}, {"name": "B", "birth_date": "1990-05-30"}):
        found = page.get(LIKE, typed).json()["players"]
        assert [one["player"] for one in found] == ([anna] if typed["name"] != "B" else [])
    assert page.get(LIKE, {"name": "Anna Berger", "besides": str(anna)}).json() == {"players": []}
    assert (
        page.get(LIKE, {"name": "Anna Berger", "birth_date": "1970-01-01"}).json()["players"][0]["born"]
        == "other"
    )
    # What changed since is known, by its line.
    send(page, page_of(anna), what="change", name="Zoë Zander", birth_date="")
    assert page.get(LIKE, {"name": "Anna Berger"}).json() == {"players": []}
    assert page.get(LIKE, {"name": "zoe zander"}).json()["players"][0]["player"] == anna


@pytest.mark.postgres
@UNCHANGED
@given(name=st.text(max_size=60), born=st.text(max_size=12), besides=st.text(max_size=25))
def test_any_query_is_answered(page: Client, name: str, born: str, besides: str) -> None:
    answer = page.get(
        LIKE,
        {
            "name": name.encode("utf-8", "replace").decode(),
            "birth_date": born.encode("utf-8", "replace").decode(),
            "besides": besides.encode("utf-8", "replace").decode(),
        },
    )
    assert answer.status_code == 200


def test_likely_duplicates_are_merged_from_the_list_and_undone_from_the_message(
    page: Client,
) -> None:
    stays, goes = add("Anna Berger"), add("Ana Berger", card="M-17")
    shown = text_of(page.get(page_of(stays)))
    assert "The same person?" in shown
    assert f'name="goes" value="{goes}"' in shown
    answer = page.post(
        page_of(stays), {"what": "merge", "goes": goes, "command_id": str(uuid.uuid4())}, follow=True
    )
    assert "Merged the record of Ana Berger into Anna Berger" in text_of(answer)
    assert Player.objects.get(pk=goes).merged_into_id == stays
    assert "was merged into" in text_of(page.get(page_of(goes)))
    seq = JournalEntry.journal(None).get(kind="player.merge").seq
    send(page, "/staff/undo/", seq=seq)
    assert Player.objects.get(pk=goes).merged_into_id is None


def test_records_with_two_dates_of_birth_are_merged_only_once_both_were_seen(page: Client) -> None:
    stays, goes = add("Anna Berger", birth_date="1990-05-30"), add("Anna Berger", birth_date="1991-05-30")
    asked = send(page, page_of(stays), what="merge", goes=goes)
    assert asked.status_code == 422
    assert "30 May 1990" in text_of(asked)
    assert "30 May 1991" in text_of(asked)
    assert Player.objects.get(pk=goes).merged_into is None
    send(page, page_of(stays), what="merge", goes=goes, sure="on")
    assert Player.objects.get(pk=goes).merged_into_id == stays


def test_wrong_date_of_birth_is_reported_once(page: Client) -> None:
    answer = send(page, PLAYERS, name="Anna", birth_date="2999-01-01", privacy="full")
    assert text_of(answer).count("date of birth is not possible") == 1


@pytest.mark.postgres
def test_any_other_record_can_be_looked_for_to_be_merged(page: Client) -> None:
    stays, goes = add("Anna Berger"), add("Carl Gustav")
    assert f'value="{goes}"' in text_of(page.get(page_of(stays), {"other": "gustav"}))
    assert send(page, page_of(stays), what="merge", goes=stays).status_code == 422
    assert send(page, page_of(stays), what="merge", goes="x").status_code == 422


def test_many_memberships_are_confirmed_from_the_list(page: Client) -> None:
    today = localdate(room_now())
    rows = [
        Membership.objects.create(
            player_id=add(name), kind="season", starts_on=today, ends_on=today, applied_at=room_now()
        )
        for name in ("Anna", "Bert", "Cora")
    ]
    shown = page.get(PLAYERS, {"only": "unconfirmed"}).content.decode()
    assert all(f'name="memberships" value="{row.pk}"' in shown for row in rows)
    form = {"what": "confirm", "confirmed_by": "Obmann", "command_id": str(uuid.uuid4())}
    page.post(f"{PLAYERS}?only=unconfirmed", {**form, "memberships": [row.pk for row in rows[:2]]})
    assert [row.player.name for row in Membership.objects.filter(confirmed_by="")] == ["Cora"]
    nothing = page.post(f"{PLAYERS}?only=unconfirmed", {**form, "command_id": str(uuid.uuid4())})
    assert nothing.status_code == 422


# --- bans, memberships, being forgotten ------------------------------------------------------------------
def test_a_ban_is_given_and_lifted_on_the_record(page: Client) -> None:
    anna = add("Anna")
    send(page, page_of(anna), what="ban", ends_on="2999-01-01", reason="cheated", rule="Five Spades 2.7")
    assert "Five Spades 2.7" in text_of(page.get(page_of(anna)))
    send(page, page_of(anna), what="lift", ban=Ban.objects.get().pk)
    assert Ban.objects.get().lifted_at is not None


def test_deleted_personal_data_is_gone_for_good(page: Client) -> None:
    anna = add("Anna", birth_date="1990-05-30")
    answer = page.post(page_of(anna), {"what": "anonymise", "command_id": str(uuid.uuid4())}, follow=True)
    assert "personal data of this player has been deleted" in text_of(answer)
    assert 'action="/staff/undo/"' not in text_of(answer)
    send(page, "/staff/undo/", seq=JournalEntry.journal(None).latest("seq").seq)
    assert Player.objects.get().birth_date is None


def test_the_desk_neither_bans_nor_forgets(people: dict[Role, Client]) -> None:
    anna = add("Anna")
    desk = people[Role.DESK]
    shown = text_of(desk.get(page_of(anna)))
    assert 'value="ban"' not in shown
    assert 'value="anonymise"' not in shown
    before = lines()
    for what in ("ban", "anonymise"):
        assert send(desk, page_of(anna), what=what, reason="x").status_code == 422
    assert lines() == before


# --- files -----------------------------------------------------------------------------------------------
def look(client: Client, data: bytes, **more: Any) -> Any:
    file = SimpleUploadedFile("people.csv", data)
    return client.post(IMPORT, {"file": file, "command_id": str(uuid.uuid4()), **more})


def fields_of(answer: Any) -> dict[str, str]:
    """What a browser would send back of the page."""
    form = answer.context["form"]
    columns = {f"column-{one['place']}": one["field"] for one in answer.context["columns"]}
    return {
        "seen": form.values["seen"],
        "head": form.values["head"],
        "stamp": form.values.get("stamp", ""),
        "command_id": str(uuid.uuid4()),
        **columns,
    }


LIST = "Vorname;Name;Geb.;Karte\nAnna;Berger;30.05.1990;M-1\nJörg;Müller;1.2.1985;\nZoë;Z;31.02.1990;\n"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252", "utf-16"])
def test_club_list_is_imported_in_any_encoding(page: Client, encoding: str) -> None:
    seen = look(page, LIST.encode(encoding))
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
    seen = look(page, LIST.encode())
    answer = page.post(IMPORT, {**fields_of(seen), "what": "refused"})
    assert answer["Content-Type"].startswith("text/csv")
    [_head, row] = answer.content.decode("utf-8-sig").splitlines()
    assert row == "4,Geb.,The date “31.02.1990” does not exist.,Zoë Z"


def test_other_columns_are_chosen_and_only_previewed_rows_imported(page: Client) -> None:
    seen = look(page, b"a,b\nBerger,Ace\n")
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
    seen = look(page, b"Name,Date of birth,Nickname\nAnna Bergr,1990-05-30,Ace\n")
    assert "May already be on file" in text_of(seen)
    again = page.post(IMPORT, {**fields_of(seen), "known": known, "what": "look"})
    answer = page.post(IMPORT, {**fields_of(again), "known": known, "what": "import"})
    assert answer.status_code == (422 if known == "skip" else 302)
    assert Player.objects.count() == names
    assert Player.objects.get(pk=anna).nickname == ("Ace" if known == "change" else "")


def test_each_row_may_be_treated_in_its_own_way(page: Client) -> None:
    anna, bea = add("Anna Berger"), add("Bea Acker", card="M-2")
    data = b"Name,Card,Nickname\nAnna Berger,,One\nSomebody Else,M-2,Two\nCid,,\nCid,,\n"
    seen = look(page, data)
    questions = {one["line"]: one for one in seen.context["questions"]}
    assert set(questions) == {2, 3, 5}
    assert questions[3]["known"][0]["player"] == bea
    assert questions[5]["twin"] == 4
    sent = {**fields_of(seen), "row-2": str(anna), "row-3": str(bea), "what": "import"}
    assert page.post(IMPORT, sent).status_code == 302
    assert Player.objects.get(pk=anna).nickname == "One"
    assert Player.objects.get(pk=bea).name == "Somebody Else"
    assert Player.objects.filter(name="Cid").count() == 1
    # A card that somebody has is nobody else's.
    wrong = page.post(IMPORT, {**fields_of(look(page, data)), "row-3": "add", "what": "import"})
    assert "This card belongs to Somebody Else." in text_of(wrong)


@pytest.mark.postgres
def test_exported_file_imports_unchanged(page: Client) -> None:
    send(page, PLAYERS, **FULL)
    add("=1+1", nickname="-x", staff_notes='two\nlines, "quoted"; and more')
    before = list(Player.objects.order_by("pk").values_list("name", "nickname", "birth_date", "staff_notes"))
    out = page.get(f"{PLAYERS}export.csv")
    assert b"'=1+1" in out.content
    seen = look(page, out.content)
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
    seen = look(page, data)
    assert seen.status_code in (200, 422)
    if "columns" not in seen.context:
        return
    for known in ("add", "change"):
        again = page.post(IMPORT, {**fields_of(seen), "column-0": "name", "known": known, "what": "look"})
        assert again.status_code in (200, 422)
        sent = {**fields_of(again), "known": known, "what": "import"}
        assert page.post(IMPORT, sent).status_code in (302, 422)


NAMES = st.sampled_from(
    ["what", "name", "nickname", "birth_date", "card", "languages", "privacy", "needs", "staff_notes", "goes",
     "ban", "membership", "confirmed_by", "ends_on", "reason", "rule", "seen", "head", "column-0", "row-2", "known",
     "slashes", "stamp"]
)  # fmt: skip
WHAT = st.sampled_from(
    ["change", "photo", "ban", "lift", "confirm", "merge", "anonymise", "import", "refused", "x"]
)


@pytest.mark.postgres
@UNCHANGED
@given(
    sent=st.dictionaries(
        NAMES, st.one_of(st.text(max_size=30), st.sampled_from(["1", "-1", "9" * 30, "2020-01-01"]))
    ),
    what=WHAT,
)
def test_any_form_is_accepted_or_refused(page: Client, sent: dict[str, str], what: str) -> None:
    anna = Player.objects.order_by("pk").values_list("pk", flat=True).first() or add("Anna")
    values = {name: text.encode("utf-8", "replace").decode() for name, text in sent.items()}
    for path in (PLAYERS, page_of(anna), IMPORT):
        answer = page.post(path, {"command_id": str(uuid.uuid4()), **values, "what": what})
        assert answer.status_code in (200, 302, 422), path


def test_a_file_too_large_is_refused(page: Client) -> None:
    assert look(page, b"Name\n" + b"x" * 10_000_001).status_code == 422
    # Umlauts take twice the room in UTF-8.
    assert look(page, b"Name\n" + "ä\n".encode("cp1252") * 4_000_000).status_code == 422
    many = look(page, b"Name\n" + b"A B\n" * 50_001)
    assert "Split it." in text_of(many)


def test_new_link_for_a_lost_seat_card_revokes_the_old_one(page: Client) -> None:
    who = add("Lea Lost")
    lost = path_of(who)
    assert Client().get(lost).status_code == 200
    send(page, page_of(who), what="link")
    assert Client().get(lost).status_code == 404
    assert Client().get(path_of(who)).status_code == 200
