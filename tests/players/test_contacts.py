"""A player's e-mail address and phone number: kept only with consent, deleted when it is withdrawn."""

from typing import Any

import pytest
from django.db import IntegrityError, transaction

from players.commands.contacts import set_contact, withdraw_contact
from players.commands.merge import merge_players
from players.commands.player_import import import_players
from players.commands.players import add_player, change_player
from players.models import Player
from players.rules.phone_numbers import normalised_phone
from tests.desk.tills import player
from tests.fixtures.journalled import journal_tells_the_rows
from tests.fixtures.room import press, refusal
from tourney.access.roles import Actor
from tourney.journal.undo import undo_in_room
from tourney.models import JournalEntry
from tourney.now import room_now

pytestmark = pytest.mark.django_db
EMAIL, PHONE = "anna@example.org", "+491701234567"


def contacts_of(player_id: int) -> tuple[str, str]:
    row = Player.objects.get(pk=player_id)
    return row.email, row.phone


@pytest.mark.parametrize(
    ("typed", "number"),
    [
        ("+49 170 1234567", PHONE),
        ("0049 (170) 123-45.67", PHONE),
        ("+123456", "+123456"),
        ("+12345", None),
        ("+1234567890123456", None),
        ("0170 1234567", None),
        ("+0170 1234567", None),
        ("+49 170 12345²", None),
        ("+49 170 call me", None),
        ("+4917+01234", None),
        ("+", None),
        ("+49" + " " * 10_000 + "1701234", None),
    ],
)
def test_a_phone_number_is_stored_in_international_format_or_refused(typed: str, number: str | None) -> None:
    assert normalised_phone(typed) == number


def test_contact_stores_who_recorded_the_consent_and_when(desk: Actor) -> None:
    anna = player("Anna")
    press(set_contact, by=desk, player=anna, email=f" {EMAIL} ", phone="0049 170 1234567", consent=True)
    row = Player.objects.get(pk=anna)
    assert (row.email, row.phone) == (EMAIL, PHONE)
    at = JournalEntry.journal(None).latest("seq").at
    for noted in (
        (row.email_consent_at, row.email_consent_by),
        (row.phone_consent_at, row.phone_consent_by),
    ):
        assert noted == (at, desk.name)
    journal_tells_the_rows()


def test_a_contact_without_consent_is_refused(desk: Actor) -> None:
    anna = player("Anna")
    assert refusal(set_contact, by=desk, player=anna, email=EMAIL).code == "no_consent"
    wrong = refusal(add_player, by=desk, name="Bea", phone=PHONE)
    assert (wrong.code, [*wrong.fields]) == ("no_consent", ["contact_consent"])
    row = {"do": "add", "name": "Bea", "phone": PHONE}
    assert refusal(import_players, by=desk, rows=[row]).code == "no_consent"
    assert contacts_of(anna) == ("", "")


@pytest.mark.parametrize("contact", ["email", "phone"])
@pytest.mark.parametrize("missing", ["contact", "at", "by"])
@pytest.mark.postgres
def test_database_requires_contact_and_consent_together(contact: str, missing: str) -> None:
    anna = player("Anna")
    columns: dict[str, Any] = {
        contact: "+123456", f"{contact}_consent_at": room_now(), f"{contact}_consent_by": "Dora"
    }  # fmt: skip
    empty = {
        "contact": {contact: ""},
        "at": {f"{contact}_consent_at": None},
        "by": {f"{contact}_consent_by": ""},
    }
    with pytest.raises(IntegrityError), transaction.atomic():
        Player.objects.filter(pk=anna).update(**{**columns, **empty[missing]})
    Player.objects.filter(pk=anna).update(**columns)


@pytest.mark.parametrize(
    ("field", "value"),
    [("email", "anna"), ("email", "a@b"), ("email", f"{'x' * 250}@example.org"), ("phone", "0170 1234567")],
)
def test_invalid_contact_is_refused_at_its_field(desk: Actor, field: str, value: str) -> None:
    wrong = refusal(set_contact, by=desk, player=player("Anna"), consent=True, **{field: value})
    assert (wrong.code, [*wrong.fields]) == ("bad_argument", [field])


def test_withdrawn_consent_deletes_the_contact_and_cannot_be_undone(desk: Actor, director: Actor) -> None:
    anna = player("Anna")
    press(set_contact, by=desk, player=anna, email=EMAIL, phone=PHONE, consent=True)
    noted = JournalEntry.journal(None).latest("seq").seq
    press(withdraw_contact, by=desk, player=anna, contact="email")
    row = Player.objects.get(pk=anna)
    assert (row.email, row.email_consent_at, row.email_consent_by, row.phone) == ("", None, "", PHONE)
    assert refusal(withdraw_contact, by=desk, player=anna, contact="email").code == "no_contact"
    withdrawn = JournalEntry.journal(None).latest("seq").seq
    assert refusal(undo_in_room, by=director, seq=withdrawn).code == "not_undoable"
    assert refusal(undo_in_room, by=director, seq=noted).code == "changed_since"
    journal_tells_the_rows()


@pytest.mark.postgres
def test_withdrawn_consent_leaves_no_contact_in_the_journal(desk: Actor, director: Actor) -> None:
    rows = [
        {"do": "add", "name": name, "email": EMAIL, "phone": PHONE, "contact_consent": True}
        for name in ("Anna Berg", "Bea Berg")
    ]
    press(import_players, by=desk, rows=rows)
    anna, bea = Player.objects.order_by("name").values_list("pk", flat=True)
    press(set_contact, by=desk, player=anna, email="anna@example.net", consent=True)
    press(undo_in_room, by=director, seq=JournalEntry.journal(None).latest("seq").seq)
    press(change_player, by=desk, player=anna, name="Anna Berger")
    twin = player("Anna Twin", email="twin@example.org", contact_consent=True)
    press(merge_players, by=desk, player=twin, into=anna)
    merged = JournalEntry.journal(None).latest("seq").seq
    press(withdraw_contact, by=desk, player=anna, contact="email")
    text = repr(list(JournalEntry.objects.values_list("arguments", "answer", "changes")))
    assert "anna@example.net" not in text
    assert "twin@example.org" not in text
    mine, other = JournalEntry.journal(None).get(kind="player.import").arguments["rows"]
    assert (mine["email"], mine["phone"]) == ("", PHONE)
    assert other["email"] == EMAIL
    assert (contacts_of(anna), contacts_of(bea)) == (("", PHONE), (EMAIL, PHONE))
    press(undo_in_room, by=director, seq=merged)
    assert contacts_of(twin) == ("", "")
    journal_tells_the_rows()


def test_a_changed_record_keeps_contacts_that_the_clerk_cannot_read(desk: Actor) -> None:
    anna = player("Anna")
    press(set_contact, by=desk, player=anna, email=EMAIL, consent=True)
    press(change_player, by=desk, player=anna, name="Anna Berger", birth_date="1990-05-30", needs="")
    press(set_contact, by=desk, player=anna, email="", phone=PHONE, consent=True)
    assert contacts_of(anna) == (EMAIL, PHONE)


def test_an_import_of_the_same_contact_keeps_the_first_consent(desk: Actor, floor: Actor) -> None:
    anna = player("Anna")
    press(set_contact, by=floor, player=anna, email=EMAIL, consent=True)
    row = {
        "do": "change",
        "player": anna,
        "name": "Anna",
        "email": EMAIL,
        "phone": PHONE,
        "contact_consent": True,
    }
    press(import_players, by=desk, rows=[row])
    kept = Player.objects.get(pk=anna)
    assert (kept.email_consent_by, kept.phone_consent_by) == (floor.name, desk.name)
    assert kept.email_consent_at is not None
    assert kept.phone_consent_at is not None
    assert kept.email_consent_at < kept.phone_consent_at
    journal_tells_the_rows()


def test_a_merge_moves_a_contact_with_its_consent(desk: Actor, floor: Actor, director: Actor) -> None:
    goes, stays = player("Ana"), player("Anna")
    press(set_contact, by=floor, player=goes, email="old@example.org", phone=PHONE, consent=True)
    press(set_contact, by=desk, player=stays, email=EMAIL, consent=True)
    press(merge_players, by=desk, player=goes, into=stays)
    row = Player.objects.get(pk=stays)
    assert (row.email, row.email_consent_by, row.phone, row.phone_consent_by) == (
        EMAIL, desk.name, PHONE, floor.name
    )  # fmt: skip
    assert contacts_of(goes) == ("", "")
    press(undo_in_room, by=director, seq=JournalEntry.journal(None).latest("seq").seq)
    assert (contacts_of(goes), contacts_of(stays)) == (("old@example.org", PHONE), (EMAIL, ""))
    journal_tells_the_rows()
