"""Records of people: written, merged, forgotten, banned."""

from datetime import date
from typing import Any

import pytest

from desk import receivers
from desk.commands.desk_settings import set_house
from desk.models import Booking, DeskSettings
from players.commands.anonymisation import anonymise_player
from players.commands.bans import ban_player, lift_ban
from players.commands.memberships import confirm_membership, confirm_memberships
from players.commands.merge import merge_players
from players.commands.player_import import import_players
from players.commands.players import add_player, change_player, set_photo
from players.models import Ban, Membership, Player
from seating.models import Apart
from tests.fixtures.journalled import all_rows, journal_tells_the_rows
from tests.fixtures.room import press, refusal
from tourney.access.roles import FIRST_START, Actor, Permission, Role
from tourney.journal.commands import COMMANDS, command
from tourney.journal.tx import Tx
from tourney.journal.undo import undo_in_room
from tourney.models import Entry, JournalEntry, Notice, Token, Tournament
from tourney.now import room_now

pytestmark = pytest.mark.django_db


# --- what the other rooms would write, by actions of the test's own --------------------------------------
@command("test.rows", permission=Permission.MANAGE_EVENTS, summary="rows", public=False)
def _rows(tx: Tx, player: int, number: int = 1, out: bool = False, booked: str = "") -> Any:
    """An entry or a booking of somebody."""
    if booked:
        waits = {"waiting_since": tx.now} if booked == "waiting" else {}
        row: Any = tx.create(
            Booking, tournament=tx.tournament, player_id=player, state=booked, created_at=tx.now, **waits
        )
    else:
        row = tx.create(
            Entry,
            tournament=tx.tournament,
            player_id=player,
            number=number,
            created_at=tx.now,
            out_at=tx.now if out else None,
        )
    return {"row": row.pk}


@command("test.out", permission=Permission.MANAGE_EVENTS, summary="out", public=False)
def _out(tx: Tx, entry: int) -> None:
    """An entry is out."""
    tx.save(tx.get(Entry, pk=entry), out_at=tx.now)


@command("test.close", permission=Permission.MANAGE_EVENTS, summary="close", public=False)
def _close(tx: Tx) -> None:
    """The event is over."""
    tx.save(tx.tournament, closed_at=tx.now)


@command("test.room_rows", permission=Permission.MANAGE_EVENTS, scope="room", summary="rows", public=False)
def _room_rows(tx: Tx, player: int, partner: int) -> None:
    """One of everything that belongs to somebody in the room."""
    day = date(2026, 1, 1)
    tx.create(Membership, player_id=player, kind="season", starts_on=day, ends_on=day, applied_at=tx.now)
    tx.create(Ban, player_id=player, starts_on=day, ends_on=day, reason="x")
    tx.create(Token, label="link", role="player", digest=f"{player:064}", player_id=player, created_at=tx.now)
    tx.create(Notice, player_id=player, kind="seated", at=tx.now)
    one, other = sorted((player, partner))
    tx.create(Apart, one_id=one, other_id=other)


for _kind in ("test.rows", "test.out", "test.close", "test.room_rows"):
    # Known to nobody but this file: tests that look at all verbs must not see them.
    _made = COMMANDS.pop(_kind)


def add(name: str, **more: Any) -> int:
    return int(press(add_player, by=FIRST_START, name=name, **more).answer["player"])


def last_of_room() -> int:
    return JournalEntry.journal(None).latest("seq").seq


def undone(by: Actor) -> None:
    press(undo_in_room, by=by, seq=last_of_room())


def people_alone() -> Any:
    """All rows without the journals' counters."""
    return {
        place: {name: value for name, value in row.items() if name not in {"seq", "count"}}
        for place, row in all_rows().items()
    }


# --- records ---------------------------------------------------------------------------------------------
FULL: dict[str, Any] = {
    "nickname": "Ace",
    "birth_date": "1990-05-30",
    "card": "M-17",
    "languages": "de en",
    "needs_access": True,
    "needs": "left-handed",
    "staff_notes": "pays in coins",
    "privacy": "short",
}


def test_player_record_stores_all_its_fields(desk: Actor) -> None:
    press(add_player, by=desk, name="  Anna   Berger ", **FULL)
    anna = Player.objects.get()
    assert anna.name == "Anna Berger"
    assert {name: getattr(anna, name) for name in FULL} == {**FULL, "birth_date": date(1990, 5, 30)}
    journal_tells_the_rows()


def test_omitted_fields_of_a_change_are_kept(desk: Actor) -> None:
    anna = add("Anna", **FULL)
    press(change_player, by=desk, player=anna, name="Anna Berger")
    row = Player.objects.get()
    assert (row.name, row.card, row.birth_date) == ("Anna Berger", "M-17", date(1990, 5, 30))
    press(change_player, by=desk, player=anna, name="Anna Berger", birth_date="", card="", needs_access=False)
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
    assert refusal(set_house, by=desk, **given).code == "not_allowed"
    press(set_house, by=director, **given)
    press(set_house, by=director, **{**given, "minimum_age": 18})
    house = DeskSettings.objects.get()
    assert (house.pk, house.minimum_age, house.offer_seconds) == (1, 18, 60)
    journal_tells_the_rows()


# --- merging ---------------------------------------------------------------------------------------------
@pytest.fixture
def two(event: int, director: Actor) -> tuple[int, int]:
    """A record with one of everything, and the one it is to be merged into."""
    goes = add("Ana Berger", **FULL)
    stays = add("Anna Berger", staff_notes="tall", privacy="nickname")
    press(_room_rows, by=director, player=goes, partner=add("Cid"))
    press(_rows, event, by=director, player=goes)
    return goes, stays


def test_all_that_belonged_to_one_record_belongs_to_the_other(two: tuple[int, int], desk: Actor) -> None:
    goes, stays = two
    press(merge_players, by=desk, player=goes, into=stays)
    row = Player.objects.get(pk=stays)
    for rows in (row.entries, row.memberships, row.bans, row.notices, row.token_set):
        assert rows.count() == 1
    assert Apart.objects.filter(one=stays).count() + Apart.objects.filter(other=stays).count() == 1
    gone = Player.objects.get(pk=goes)
    assert (gone.merged_into_id, gone.card, gone.entries.count()) == (stays, "", 0)
    assert (row.card, row.birth_date, row.needs_access, row.nickname) == (
        "M-17",
        date(1990, 5, 30),
        True,
        "Ace",
    )
    assert (row.staff_notes, row.privacy) == ("tall\npays in coins", "short")
    journal_tells_the_rows()


def test_undo_separates_merged_records(two: tuple[int, int], desk: Actor, director: Actor) -> None:
    before = people_alone()
    press(merge_players, by=desk, player=two[0], into=two[1])
    undone(director)
    assert people_alone() == before
    undone(director)
    assert Player.objects.get(pk=two[0]).merged_into_id == two[1]
    journal_tells_the_rows()


def test_a_merge_is_undone_after_the_event_went_on(
    two: tuple[int, int], event: int, desk: Actor, director: Actor
) -> None:
    goes, stays = two
    press(merge_players, by=desk, player=goes, into=stays)
    press(_out, event, by=director, entry=Entry.objects.get().pk)
    press(_rows, event, by=director, player=stays, number=2)
    undone(director)
    first, second = Entry.objects.order_by("number")
    # What happened since stays: the entry is out, and the one bought later belongs to whom it was sold to.
    assert (first.player_id, first.out_at is not None) == (goes, True)
    assert second.player_id == stays
    journal_tells_the_rows()


def test_a_line_of_the_event_from_before_a_merge_says_why_it_cannot_be_undone(
    event: int, director: Actor
) -> None:
    goes, stays = add("Ana"), add("Anna")
    COMMANDS["test.rows"] = _rows
    try:
        line = press(_rows, event, by=director, player=goes)
        press(merge_players, by=director, player=goes, into=stays)
        assert refusal(COMMANDS["undo"], event, by=director, seq=line.seq).code == "changed_since"
        assert Entry.objects.get().player_id == stays
        press(undo_in_room, by=director, seq=last_of_room())
        press(COMMANDS["undo"], event, by=director, seq=line.seq)
    finally:
        del COMMANDS["test.rows"]
    assert not Entry.objects.exists()


def test_a_correction_since_has_to_be_undone_first(two: tuple[int, int], director: Actor) -> None:
    goes, stays = two
    merged = press(merge_players, by=director, player=goes, into=stays)
    press(change_player, by=director, player=stays, name="Anna Berger", card="NEW")
    assert refusal(undo_in_room, by=director, seq=merged.seq).code == "changed_since"
    undone(director)
    press(undo_in_room, by=director, seq=merged.seq)
    assert Player.objects.get(pk=goes).card == "M-17"


@pytest.mark.parametrize("one", ["entry", "waiting", "reserved"])
@pytest.mark.parametrize("other", ["entry", "waiting"])
def test_players_in_the_same_event_cannot_be_merged(
    event: int, director: Actor, one: str, other: str
) -> None:
    goes, stays = add("Ana"), add("Anna")
    for player, place in ((goes, one), (stays, other)):
        press(_rows, event, by=director, player=player, booked="" if place == "entry" else place)
    before = all_rows()
    assert refusal(merge_players, by=director, player=goes, into=stays).code == "both_inside"
    assert all_rows() == before


def test_entries_of_both_in_one_event_are_counted_on(event: int, director: Actor) -> None:
    goes, stays = add("Ana"), add("Anna")
    for number in (1, 2):
        press(_rows, event, by=director, player=goes, number=number, out=True)
    press(_rows, event, by=director, player=stays)
    press(merge_players, by=director, player=goes, into=stays)
    assert sorted(Entry.objects.values_list("player", "number")) == [(stays, 1), (stays, 2), (stays, 3)]
    undone(director)
    assert sorted(Entry.objects.values_list("player", "number")) == [(goes, 1), (goes, 2), (stays, 1)]


@pytest.mark.django_db(transaction=True)
def test_a_merge_updates_names_on_displays_of_open_events(
    event: int, director: Actor, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = []
    monkeypatch.setattr(receivers, "publish", lambda topic, seq, boards: shown.append((topic, boards)))
    goes, stays = add("Anna Berger"), add("Anna Bergr")
    for player in (goes, stays):
        press(_rows, event, by=director, player=player, out=True)
    press(merge_players, by=director, player=goes, into=stays)
    assert shown == [(f"t{event}", ["waiting_list", "seating"])]


def test_merge_joins_keep_apart_pairs_without_duplicates(director: Actor) -> None:
    goes, stays, third = add("Ana"), add("Anna"), add("Cid")
    for one, other in ((goes, stays), (goes, third), (stays, third)):
        press(COMMANDS["apart.add"], by=director, one=one, other=other, reason="couple")
    press(merge_players, by=director, player=goes, into=stays)
    assert list(Apart.objects.values_list("one", "other")) == [(stays, third)]
    undone(director)
    assert Apart.objects.count() == 3


def test_a_merged_record_is_merged_no_further_and_chains_end_at_the_last(director: Actor) -> None:
    one, two_, three = add("Ana"), add("Anna"), add("Hannah")
    press(merge_players, by=director, player=one, into=two_)
    assert refusal(merge_players, by=director, player=one, into=three).code == "merged"
    assert refusal(merge_players, by=director, player=three, into=three).code == "same_record"
    press(merge_players, by=director, player=two_, into=three)
    assert set(Player.objects.filter(merged_into=three).values_list("pk", flat=True)) == {one, two_}
    assert refusal(change_player, by=director, player=one, name="X").code == "merged"


# --- being forgotten -------------------------------------------------------------------------------------
def test_anonymised_player_keeps_results_under_a_number(
    two: tuple[int, int], event: int, floor: Actor, desk: Actor, director: Actor
) -> None:
    goes, stays = two
    press(merge_players, by=desk, player=goes, into=stays)
    assert refusal(anonymise_player, by=desk, player=stays).code == "not_allowed"
    assert refusal(anonymise_player, by=floor, player=stays).code == "still_in"
    press(_out, event, by=director, entry=Entry.objects.get().pk)
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
    press(_rows, event, by=director, player=anna)
    assert refusal(anonymise_player, by=director, player=anna).code == "still_in"
    press(_close, event, by=director)
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
    # No link is called by the name any more, those that were replaced before neither.
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
    press(_room_rows, by=director, player=add("Anna"), partner=add("Bea"))
    membership = Membership.objects.get().pk
    say = {"membership": membership, "confirmed_by": "Obmann"}
    assert refusal(confirm_membership, by=desk, **say).code == "not_allowed"
    press(confirm_membership, by=director, **say)
    assert refusal(confirm_membership, by=director, **say).code == "already_confirmed"
    assert Membership.objects.get().confirmed_by == "Obmann"


def test_many_memberships_are_confirmed_atomically(director: Actor, desk: Actor) -> None:
    for name in ("Anna", "Bert", "Cora"):
        press(_room_rows, by=director, player=add(name), partner=add(f"{name} Two"))
    keys = [row.pk for row in Membership.objects.order_by("pk")]
    say = {"memberships": keys[:2], "confirmed_by": "Obmann"}
    assert refusal(confirm_memberships, by=desk, **say).code == "not_allowed"
    assert press(confirm_memberships, by=director, **say).answer == {"count": 2}
    both = {"memberships": keys, "confirmed_by": "Obmann"}
    assert refusal(confirm_memberships, by=director, **both).code == "already_confirmed"
    assert Membership.objects.filter(confirmed_by="").count() == 1


# --- many at once ----------------------------------------------------------------------------------------
def test_many_enter_and_leave_at_once(desk: Actor, director: Actor) -> None:
    anna = add("Anna", birth_date="1990-05-30", card="M-1")
    rows = [
        {"do": "add", "name": "Bea", "card": "M-2"},
        {"do": "change", "player": anna, "name": "Anna Berger", "nickname": "Ace"},
        {"do": "change", "player": anna, "name": "Anna Berger"},
    ]
    before = people_alone()
    done = press(import_players, by=desk, rows=rows)
    assert done.answer == {"added": 1, "changed": 1}
    row = Player.objects.get(pk=anna)
    assert (row.nickname, row.birth_date) == ("Ace", date(1990, 5, 30))
    assert Player.objects.get(name="Bea").search.startswith(" bea")
    journal_tells_the_rows()
    undone(director)
    after = people_alone()
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
