"""Two records of one player merged, and the merge undone."""

from datetime import date

import pytest

from desk import receivers
from players.commands.merge import merge_players
from players.commands.players import change_player
from players.models import Player
from seating.models import Apart
from tests.fixtures.journalled import all_rows, journal_tells_the_rows, rows_alone
from tests.fixtures.room import press, refusal
from tests.players.record_scenes import (
    add,
    last_of_room,
    two,
    undone,
    write_out,
    write_rows,
)
from tourney.access.roles import Actor
from tourney.journal.commands import COMMANDS
from tourney.journal.undo import undo_in_room
from tourney.models import Entry

__all__ = ["two"]
pytestmark = pytest.mark.django_db


def test_merge_moves_everything_to_the_other_record(two: tuple[int, int], desk: Actor) -> None:
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
    before = rows_alone()
    press(merge_players, by=desk, player=two[0], into=two[1])
    undone(director)
    assert rows_alone() == before
    undone(director)
    assert Player.objects.get(pk=two[0]).merged_into_id == two[1]
    journal_tells_the_rows()


def test_a_merge_is_undone_after_the_event_went_on(
    two: tuple[int, int], event: int, desk: Actor, director: Actor
) -> None:
    goes, stays = two
    press(merge_players, by=desk, player=goes, into=stays)
    press(write_out, event, by=director, entry=Entry.objects.get().pk)
    press(write_rows, event, by=director, player=stays, number=2)
    undone(director)
    first, second = Entry.objects.order_by("number")
    # Later changes stay: the entry is out, and the later one belongs to the player it was sold to.
    assert (first.player_id, first.out_at is not None) == (goes, True)
    assert second.player_id == stays
    journal_tells_the_rows()


def test_an_event_entry_from_before_a_merge_says_why_it_cannot_be_undone(event: int, director: Actor) -> None:
    goes, stays = add("Ana"), add("Anna")
    COMMANDS["test.rows"] = write_rows
    try:
        line = press(write_rows, event, by=director, player=goes)
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
        press(write_rows, event, by=director, player=player, booked="" if place == "entry" else place)
    before = all_rows()
    assert refusal(merge_players, by=director, player=goes, into=stays).code == "both_inside"
    assert all_rows() == before


def test_entries_of_both_in_one_event_are_counted_on(event: int, director: Actor) -> None:
    goes, stays = add("Ana"), add("Anna")
    for number in (1, 2):
        press(write_rows, event, by=director, player=goes, number=number, out=True)
    press(write_rows, event, by=director, player=stays)
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
        press(write_rows, event, by=director, player=player, out=True)
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
