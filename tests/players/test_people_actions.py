"""Player records: written, imported, anonymised, banned."""

from datetime import date
from typing import Any

import pytest

from desk.commands.desk_settings import set_desk_settings
from desk.models import DeskSettings
from players.commands.anonymisation import anonymise_player
from players.commands.bans import ban_player, lift_ban
from players.commands.memberships import confirm_membership, confirm_memberships
from players.commands.merge import merge_players
from players.commands.player_import import import_players
from players.commands.players import add_player, change_player, set_photo
from players.models import Membership, Player
from seating.models import Apart
from tests.fixtures.journalled import journal_tells_the_rows, rows_alone
from tests.fixtures.room import press, refusal
from tests.players.record_scenes import (
    FULL,
    add,
    two,
    undone,
    write_close,
    write_out,
    write_room_rows,
    write_rows,
)
from tourney.access.roles import Actor, Permission, Role
from tourney.models import Entry, JournalEntry, Token, Tournament
from tourney.now import room_now

__all__ = ["two"]
pytestmark = pytest.mark.django_db


def test_player_record_stores_all_its_fields(desk: Actor) -> None:
    press(add_player, by=desk, name="  Anna   Berger ", **FULL)
    anna = Player.objects.get()
    assert anna.name == "Anna Berger"
    assert {name: getattr(anna, name) for name in FULL} == {**FULL, "birth_date": date(1990, 5, 30)}
    journal_tells_the_rows()


def test_omitted_fields_of_a_change_are_kept(desk: Actor, floor: Actor) -> None:
    anna = add("Anna", **FULL)
    press(change_player, by=desk, player=anna, name="Anna Berger")
    row = Player.objects.get()
    assert (row.name, row.card, row.birth_date) == ("Anna Berger", "M-17", date(1990, 5, 30))
    press(
        change_player, by=floor, player=anna, name="Anna Berger", birth_date="", card="", needs_access=False
    )
    row.refresh_from_db()
    assert (row.card, row.birth_date, row.needs_access, row.nickname) == ("", None, False, "Ace")


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("birth_date", "30.5.1990"),
        ("birth_date", "1990-02-30"),
        ("birth_date", "19900530"),
        ("birth_date", "2990-01-01"),
        ("birth_date", "1790-01-01"),
        ("languages", "Deutsch"),
        ("languages", "de, en"),
        ("privacy", "secret"),
        ("name", "  "),
        ("card", "x" * 41),
    ],
)
def test_wrong_record_is_reported_at_its_field(desk: Actor, field: str, value: str) -> None:
    refused = refusal(add_player, by=desk, **{"name": "Anna", field: value})
    assert field in refused.fields
    assert not Player.objects.exists()


def test_card_number_belongs_to_one_player(desk: Actor) -> None:
    anna, bea = add("Anna", card="M-17"), add("Bea")
    assert refusal(add_player, by=desk, name="Cid", card="M-17").code == "card_taken"
    refused = refusal(change_player, by=desk, player=bea, name="Bea", card=" M-17 ")
    assert (refused.code, list(refused.fields)) == ("card_taken", ["card"])
    press(change_player, by=desk, player=anna, name="Anna B", card="M-17")


def test_a_photo_is_one_that_was_uploaded(desk: Actor) -> None:
    refused = refusal(set_photo, by=desk, player=add("Anna"), photo="0" * 64 + ".png")
    assert refused.code == "no_picture"


def test_desk_settings_are_created_once_then_updated(director: Actor, desk: Actor) -> None:
    given = {
        "minimum_age": 21,
        "capacity": None,
        "offer_seconds": 60,
        "recalls": 2,
        "at_once_seconds": 30,
        "lookup_by_name": True,
    }
    assert refusal(set_desk_settings, by=desk, **given).code == "not_allowed"
    press(set_desk_settings, by=director, **given)
    press(set_desk_settings, by=director, **{**given, "minimum_age": 18})
    settings = DeskSettings.objects.get()
    assert (settings.pk, settings.minimum_age, settings.offer_seconds) == (1, 18, 60)
    journal_tells_the_rows()


# --- anonymising -----------------------------------------------------------------------------------------
def test_anonymised_player_keeps_results_under_a_number(
    two: tuple[int, int], event: int, floor: Actor, desk: Actor, director: Actor
) -> None:
    goes, stays = two
    press(merge_players, by=desk, player=goes, into=stays)
    assert refusal(anonymise_player, by=desk, player=stays).code == "not_allowed"
    assert refusal(anonymise_player, by=floor, player=stays).code == "still_in"
    press(write_out, event, by=director, entry=Entry.objects.get().pk)
    press(anonymise_player, by=floor, player=stays)
    for pk in (goes, stays):
        row = Player.objects.get(pk=pk)
        assert (row.name, row.nickname, row.birth_date, row.staff_notes) == (f"#{pk}", "", None, "")
        assert row.search.strip() == str(pk)
    assert Entry.objects.get().player_id == stays
    assert not Apart.objects.exists()
    assert Token.objects.get().revoked_at is not None
    assert refusal(change_player, by=desk, player=stays, name="X").code == "anonymised"
    journal_tells_the_rows()


def test_player_of_an_ended_event_can_be_anonymised(event: int, director: Actor) -> None:
    anna = add("Anna")
    press(write_rows, event, by=director, player=anna)
    assert refusal(anonymise_player, by=director, player=anna).code == "still_in"
    press(write_close, event, by=director)
    assert Tournament.objects.get().closed_at is not None
    gone = Token.objects.create(
        label="Anna",
        role="player",
        digest="0" * 64,
        player_id=anna,
        created_at=room_now(),
        revoked_at=room_now(),
    )
    press(anonymise_player, by=director, player=anna)
    # No link has the name any more, not even replaced ones.
    assert set(Token.objects.values_list("label", flat=True)) == {f"#{anna}"}
    assert Token.objects.get(pk=gone.pk).revoked_at == gone.revoked_at


# --- bans and memberships --------------------------------------------------------------------------------
def test_ban_requires_a_reason_and_a_future_end(floor: Actor, desk: Actor) -> None:
    anna = add("Anna")
    assert refusal(ban_player, by=desk, player=anna, ends_on=None, reason="cheated").code == "not_allowed"
    assert "reason" in refusal(ban_player, by=floor, player=anna, ends_on=None, reason="  ").fields
    for wrong in ("2020-01-01", "tomorrow"):
        assert "ends_on" in refusal(ban_player, by=floor, player=anna, ends_on=wrong, reason="x").fields
    answer = press(
        ban_player, by=floor, player=anna, ends_on="2999-01-01", reason="cheated", rule="Five Spades 2.7"
    ).answer
    assert answer is not None
    assert JournalEntry.journal(None).latest("seq").rule == "Five Spades 2.7"
    press(lift_ban, by=floor, ban=answer["ban"])
    assert refusal(lift_ban, by=floor, ban=answer["ban"]).code == "already_lifted"


def test_membership_is_confirmed_once_with_the_confirming_login(director: Actor, desk: Actor) -> None:
    press(write_room_rows, by=director, player=add("Anna"), partner=add("Bea"))
    membership = Membership.objects.get().pk
    say = {"membership": membership, "confirmed_by": "Obmann"}
    assert refusal(confirm_membership, by=desk, **say).code == "not_allowed"
    press(confirm_membership, by=director, **say)
    assert refusal(confirm_membership, by=director, **say).code == "already_confirmed"
    assert Membership.objects.get().confirmed_by == "Obmann"


def test_many_memberships_are_confirmed_atomically(director: Actor, desk: Actor) -> None:
    for name in ("Anna", "Bert", "Cora"):
        press(write_room_rows, by=director, player=add(name), partner=add(f"{name} Two"))
    keys = [row.pk for row in Membership.objects.order_by("pk")]
    say = {"memberships": keys[:2], "confirmed_by": "Obmann"}
    assert refusal(confirm_memberships, by=desk, **say).code == "not_allowed"
    assert press(confirm_memberships, by=director, **say).answer == {"count": 2}
    both = {"memberships": keys, "confirmed_by": "Obmann"}
    assert refusal(confirm_memberships, by=director, **both).code == "already_confirmed"
    assert Membership.objects.filter(confirmed_by="").count() == 1


# --- imports of many players -----------------------------------------------------------------------------
def test_many_enter_and_leave_at_once(desk: Actor, director: Actor) -> None:
    anna = add("Anna", birth_date="1990-05-30", card="M-1")
    rows = [
        {"do": "add", "name": "Bea", "card": "M-2"},
        {"do": "change", "player": anna, "name": "Anna Berger", "nickname": "Ace"},
        {"do": "change", "player": anna, "name": "Anna Berger"},
    ]
    before = rows_alone()
    done = press(import_players, by=desk, rows=rows)
    assert done.answer == {"added": 1, "changed": 1}
    row = Player.objects.get(pk=anna)
    assert (row.nickname, row.birth_date) == ("Ace", date(1990, 5, 30))
    assert Player.objects.get(name="Bea").search.startswith(" bea")
    journal_tells_the_rows()
    undone(director)
    after = rows_alone()
    assert after == before


@pytest.mark.parametrize(
    ("row", "place"),
    [
        ({"do": "add", "name": "Bea", "birth_date": "1.1.1990"}, "rows.1.birth_date"),
        ({"do": "add", "name": "Bea", "card": "M-1"}, "rows.1.card"),
        ({"do": "add", "name": "Bea", "card": "M-9"}, "rows.1.card"),
        ({"do": "change", "name": "Bea"}, "rows.1.player"),
        ({"do": "add", "name": "Bea", "languages": "DE"}, "rows.1.languages"),
    ],
)
def test_one_wrong_row_stops_the_import(desk: Actor, row: dict[str, Any], place: str) -> None:
    add("Anna", card="M-1")
    refused = refusal(import_players, by=desk, rows=[{"do": "add", "name": "Cid", "card": "M-9"}, row])
    assert place in refused.fields
    assert Player.objects.count() == 1


def test_two_thousand_are_taken_and_not_one_more(desk: Actor) -> None:
    rows = [{"do": "add", "name": f"Player {number}"} for number in range(2001)]
    assert "rows" in refusal(import_players, by=desk, rows=rows).fields
    press(import_players, by=desk, rows=rows[:2000])
    assert Player.objects.count() == 2000


def test_writing_player_records_requires_permission(dealer: Actor) -> None:
    anna, bea = add("Anna"), add("Bea")
    assert refusal(merge_players, by=dealer, player=anna, into=bea).code == "not_allowed"
    assert refusal(import_players, by=dealer, rows=[{"do": "add", "name": "X"}]).code == "not_allowed"
    assert not dealer.may(Permission.EDIT_PLAYERS)
    assert dealer.role == Role.DEALER
