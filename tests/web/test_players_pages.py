"""The page of a player's record: search, add, correct, ban, anonymise."""

import re
import uuid

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils.timezone import localdate
from hypothesis import given
from hypothesis import strategies as st

from notifications.commands.player_links import path_of
from players.commands.bans import ban_player
from players.models import Ban, Membership, Player
from tests.fixtures.picture import png
from tests.web.player_records import FULL, IMPORT, LIKE, PLAYERS, UNCHANGED, add, page_of
from tests.web.visitors import done, lines, send, text_of
from tourney.access.roles import Role
from tourney.models import JournalEntry
from tourney.now import room_now

pytestmark = pytest.mark.django_db
PNG = png()


# --- search, add, correct -------------------------------------------------------------------------------
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


def test_errors_are_shown_at_their_fields_and_input_is_kept(page: Client) -> None:
    answer = send(page, PLAYERS, **{**FULL, "birth_date": "2990-01-01"})
    assert answer.status_code == 422
    assert "This date of birth is not possible." in text_of(answer)
    assert 'value="left-handed"' in text_of(answer)
    assert not Player.objects.exists()


def test_photo_is_stored_and_removed(page: Client) -> None:
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


def test_wrong_date_of_birth_is_reported_once(page: Client) -> None:
    answer = send(page, PLAYERS, name="Anna", birth_date="2999-01-01", privacy="full")
    assert text_of(answer).count("date of birth is not possible") == 1


def test_the_form_asks_before_it_saves_a_minor(page: Client) -> None:
    typed = {**FULL, "birth_date": "2015-01-01"}
    likely = page.get(LIKE, {"name": "Tim", "birth_date": "2015-01-01"}).json()
    assert likely["under_age"].startswith("Under 18:")
    assert page.get(LIKE, {"name": "Tim", "birth_date": "1990-05-30"}).json()["under_age"] == ""
    answer = send(page, PLAYERS, **typed)
    assert answer.status_code == 422
    assert text_of(answer).count("Under 18:") == 1
    assert 'name="under_age"' in text_of(answer)
    assert not Player.objects.exists()
    assert send(page, PLAYERS, **typed, under_age="on").status_code == 302
    [row] = Player.objects.all()
    # The same date is not asked for again.
    assert send(page, page_of(row.pk), what="change", **typed).status_code == 302


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


# --- bans, memberships, anonymisation --------------------------------------------------------------------
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


def test_desk_can_neither_ban_nor_anonymise(people: dict[Role, Client]) -> None:
    anna = add("Anna")
    desk = people[Role.DESK]
    shown = text_of(desk.get(page_of(anna)))
    assert 'value="ban"' not in shown
    assert 'value="anonymise"' not in shown
    before = lines()
    for what in ("ban", "anonymise"):
        assert send(desk, page_of(anna), what=what, reason="x").status_code == 422
    assert lines() == before


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


def test_new_link_for_a_lost_seat_card_revokes_the_old_one(page: Client) -> None:
    who = add("Lea Lost")
    lost = path_of(who)
    assert Client().get(lost).status_code == 200
    send(page, page_of(who), what="link")
    assert Client().get(lost).status_code == 404
    assert Client().get(path_of(who)).status_code == 200
