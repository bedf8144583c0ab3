"""Journal entries under former names are read, replayed, undone and erased like current ones."""

import uuid
from typing import Any

import pytest
from django.apps import apps
from django.db import connection
from django.db.models import Q

from displays.commands.displays import show_on_screen
from displays.models import Screen
from players.commands.anonymisation import anonymise_player
from players.commands.players import add_player, change_player
from players.models import Player
from seating.commands import add_tables, assign_table, bust
from seating.models import Knockout, TournamentTable
from simulation.boards.demos import demos
from simulation.commands.demos import stop, watch
from simulation.models import SimulatedEvent
from tests.fixtures.journalled import journal_tells_the_rows
from tests.fixtures.room import press, refusal
from tests.seating.seating_scenes import seated
from tourney.access.roles import Actor
from tourney.journal import renamed
from tourney.journal.append_only import put_up, take_down
from tourney.journal.boards import journal_entries, shows_of, text_of
from tourney.journal.commands import COMMANDS
from tourney.journal.readable import readable
from tourney.journal.row_images import model_of, values
from tourney.journal.undo import undo, undo_in_room
from tourney.models import JournalEntry, Token
from tourney.now import room_now

pytestmark = pytest.mark.django_db
BORN = "1980-02-03"


def write_as(seq: int, scope: int | None = None, **columns: Any) -> JournalEntry:
    """Rewrite a journal entry as an earlier version wrote it, bypassing the triggers that forbid it."""
    take_down(connection)
    JournalEntry.journal(scope).filter(seq=seq).update(**columns)
    put_up(connection)
    return JournalEntry.journal(scope).get(seq=seq)


def under(label: str, changes: list[dict[str, Any]], **former: str) -> list[dict[str, Any]]:
    """Return changes with another label and other column names."""

    def image(picture: dict[str, Any] | None) -> dict[str, Any] | None:
        return picture and {former.get(name, name): value for name, value in picture.items()}

    return [
        {**one, "model": label, "before": image(one["before"]), "after": image(one["after"])}
        for one in changes
    ]


@pytest.fixture
def former(monkeypatch: pytest.MonkeyPatch) -> None:
    """Simulate a version in which players were called people, had other columns, and were enrolled."""
    monkeypatch.setattr(
        renamed, "MODELS", {"people.person": "people.human", "people.human": "players.player"}
    )
    columns = {"alias": "nickname", "born": "birth_date", "shoe_size": None}
    monkeypatch.setattr(renamed, "COLUMNS", {"players.player": columns})
    kinds = {"person.enrol": "player.enrol", "player.enrol": "player.add"}
    monkeypatch.setattr(renamed, "KINDS", kinds)
    monkeypatch.setattr(renamed, "ARGUMENTS", {"player.add": {"full_name": "name", "born": "birth_date"}})
    monkeypatch.setattr(renamed, "ANSWERS", {"player.add": {"person": "player"}})


@pytest.fixture
def enrolled(director: Actor, former: None) -> JournalEntry:
    """Create a player as an earlier version did."""
    done = press(add_player, by=director, name="Nele Nuss", nickname="Nut", birth_date=BORN)
    line = JournalEntry.journal(None).get(seq=done.seq)
    changes = under("people.person", line.changes, nickname="alias", birth_date="born")
    changes[0]["after"]["shoe_size"] = 41
    return write_as(
        done.seq,
        kind="person.enrol",
        changes=changes,
        arguments={"full_name": "Nele Nuss", "born": BORN},
        answer={"person": (line.answer or {})["player"]},
    )


# --- changed names ------------------------------------------------------------------------------------------------
def test_former_names_are_out_of_use_and_lead_to_names_in_use() -> None:
    labels = {model._meta.label_lower for model in apps.get_models()}
    for former in renamed.MODELS:
        assert former not in labels
        assert renamed.model_label(former) in labels
    for former in renamed.KINDS:
        assert former not in COMMANDS
        assert renamed.kind(former) in COMMANDS
    for label, columns in renamed.COLUMNS.items():
        fields = {field.attname for field in model_of(label)._meta.concrete_fields}
        for former in columns:
            assert former not in fields
            assert renamed.column(label, former) in fields | {None}
    for named in (renamed.ARGUMENTS, renamed.ANSWERS):
        assert named.keys() <= COMMANDS.keys()


def test_demo_of_an_earlier_version_reads_and_replays(director: Actor) -> None:
    done = press(watch, by=director, players=9, book="tda")
    stopped = press(stop, by=director, demo=SimulatedEvent.objects.get().pk)
    for seq in (done.seq, stopped.seq):
        line = write_as(seq, changes=under("play.played", JournalEntry.journal(None).get(seq=seq).changes))
        assert [change["model"] for change in line.changes] == ["simulation.simulatedevent"]
        assert "Demo: 9 players" in text_of(readable(line, director))
    journal_tells_the_rows()
    assert demos(0, "").demos[0].state == "stopped"
    assert refusal(undo_in_room, by=director, seq=done.seq).code == "not_undoable"


def test_layout_of_an_earlier_version_is_restored_by_undo(director: Actor) -> None:
    token = Token.objects.create(label="Wall", role="display", digest="d" * 64, created_at=room_now())
    screen = Screen.objects.create(name="Wall", token=token, layout="bounty_leaderboard")
    done = press(show_on_screen, by=director, screen=screen.pk, tournament=None, layout="clock")
    changes = JournalEntry.journal(None).get(seq=done.seq).changes
    changes[0]["before"]["layout"] = "hunters"
    line = write_as(done.seq, changes=changes)
    assert line.changes[0]["before"]["layout"] == "bounty_leaderboard"
    press(undo_in_room, by=director, seq=done.seq)
    screen.refresh_from_db()
    assert screen.layout == "bounty_leaderboard"


def test_assigned_table_of_an_earlier_version_is_undone(event: int, director: Actor) -> None:
    press(add_tables, by=director, first=1, last=1)
    done = press(assign_table, event, by=director, number=1)
    line = write_as(done.seq, event, kind="table.lend")
    assert (line.kind, text_of(readable(line, director))) == ("table.assign", "Assigned table 1")
    press(undo, event, by=director, seq=done.seq)
    assert not TournamentTable.objects.filter(tournament=event).exists()


def test_knockout_of_an_earlier_version_is_replayed_and_undone(
    event: int, director: Actor, dealer: Actor
) -> None:
    at = seated(event, {1: (1, 2, 3)})
    done = press(bust, event, by=dealer, entry=at[1, 2], knocked_out_by=[at[1, 3]])
    changes = JournalEntry.journal(event).get(seq=done.seq).changes
    for one in changes:
        if one["model"] == "seating.knockout":
            one["after"]["hunter_id"] = one["after"].pop("winner_id")
    arguments = {"entry": at[1, 2], "hunters": [at[1, 3]]}
    line = write_as(done.seq, event, changes=changes, arguments=arguments)
    assert line.arguments["knocked_out_by"] == [at[1, 3]]
    journal_tells_the_rows()
    press(undo, event, by=director, seq=done.seq)
    assert not Knockout.objects.exists()


def test_vouchers_in_an_answer_of_an_earlier_version_are_issued_ones() -> None:
    slips = [{"method": "voucher", "number": "V1", "value": 500}]
    for kind in ("desk.refund", "prize.pay"):
        assert renamed.answer(kind, {"papers": slips}) == {"issued": slips}


# --- reading ------------------------------------------------------------------------------------------------------
def test_entry_under_former_names_reads_under_present_ones(enrolled: JournalEntry, director: Actor) -> None:
    assert enrolled.kind == "player.add"
    assert enrolled.changes[0]["model"] == "players.player"
    assert enrolled.changes[0]["after"]["nickname"] == "Nut"
    assert not {"alias", "born", "shoe_size"} & enrolled.changes[0]["after"].keys()
    assert text_of(readable(enrolled, director)) == "Added the player Nele Nuss"
    assert enrolled.answer is not None
    assert Player.objects.filter(pk=enrolled.answer["player"]).exists()
    [changes] = JournalEntry.journal(None).filter(pk=enrolled.pk).values_list("changes", flat=True)
    assert changes == enrolled.changes


def test_personal_data_under_former_names_stays_hidden(
    enrolled: JournalEntry, director: Actor, dealer: Actor
) -> None:
    for reader, sees in ((director, True), (dealer, False), (None, False)):
        shown = readable(enrolled, reader)
        assert (BORN in str(shown.arguments)) is sees
        assert (BORN in str(shown.changes)) is sees


@pytest.mark.parametrize(
    "wanted",
    [
        Q(kind="player.add"),
        Q(kind__in=["player.add", "player.change"]),
        Q(kind__in={"player.add"}),
        Q(kind__startswith="player."),
    ],
)
def test_entry_under_a_former_kind_is_found_by_its_present_one(enrolled: JournalEntry, wanted: Q) -> None:
    assert list(JournalEntry.journal(None).filter(wanted)) == [enrolled]
    assert not JournalEntry.journal(None).exclude(pk=enrolled.pk).filter(wanted).exists()


def test_family_of_a_former_kind_shows_in_the_journal(enrolled: JournalEntry) -> None:
    assert enrolled in journal_entries(None, kind="player")
    assert enrolled not in journal_entries(None, kind="people")
    kinds = JournalEntry.journal(None).filter(pk=enrolled.pk).values("kind")
    assert shows_of(list(kinds)) == shows_of([{"kind": "player.add"}])


def test_pictures_under_former_columns_make_present_rows(former: None) -> None:
    assert values(Player, {"alias": "Nut", "shoe_size": 41}) == {"nickname": "Nut"}
    assert model_of("people.person") is Player


# --- undoing and erasing ------------------------------------------------------------------------------------------
def test_entry_under_former_names_replays(enrolled: JournalEntry) -> None:
    journal_tells_the_rows()


def test_entry_under_former_names_can_be_undone_and_redone(enrolled: JournalEntry, director: Actor) -> None:
    undone = press(undo_in_room, by=director, seq=enrolled.seq)
    assert not Player.objects.exists()
    press(undo_in_room, by=director, seq=undone.seq)
    player = Player.objects.get()
    assert (player.nickname, str(player.birth_date)) == ("Nut", BORN)
    journal_tells_the_rows()


def test_change_under_former_names_undoes(former: None, director: Actor) -> None:
    added = press(add_player, by=director, name="Nele Nuss", nickname="Nut")
    assert added.answer is not None
    player = added.answer["player"]
    done = press(change_player, by=director, player=player, name="Nele Nuss", nickname="Nelly")
    changes = JournalEntry.journal(None).get(seq=done.seq).changes
    write_as(done.seq, changes=under("people.human", changes, nickname="alias"))
    press(undo_in_room, by=director, seq=done.seq)
    assert Player.objects.get().nickname == "Nut"


def test_later_change_under_former_names_hinders_an_undo(former: None, director: Actor) -> None:
    added = press(add_player, by=director, name="Nele Nuss", nickname="Nut")
    assert added.answer is not None
    player = added.answer["player"]
    first, second = (
        press(change_player, by=director, player=player, name="Nele Nuss", nickname=nickname)
        for nickname in ("Nelly", "Nell")
    )
    changes = JournalEntry.journal(None).get(seq=second.seq).changes
    write_as(second.seq, changes=under("people.person", changes, nickname="alias"))
    refused = refusal(undo_in_room, by=director, seq=first.seq)
    assert (refused.code, f"#{second.seq}" in refused.message) == ("changed_since", True)


def test_command_repeated_across_a_rename_happens_once(former: None, director: Actor) -> None:
    command = uuid.uuid4()
    given = {"by": director, "command": command, "name": "Nele Nuss"}
    done = press(add_player, **given)
    line = JournalEntry.journal(None).get(seq=done.seq)
    arguments = {("full_name" if name == "name" else name): value for name, value in line.arguments.items()}
    write_as(done.seq, kind="player.enrol", arguments=arguments)
    again = press(add_player, **given)
    assert (again.repeated, again.seq) == (True, done.seq)
    assert Player.objects.count() == 1


def test_person_is_erased_from_an_entry_under_former_names(enrolled: JournalEntry, director: Actor) -> None:
    assert enrolled.answer is not None
    press(anonymise_player, by=director, player=enrolled.answer["player"])
    left = JournalEntry.journal(None).get(pk=enrolled.pk)
    for text in ("Nele", "Nut", BORN):
        assert text not in str((left.arguments, left.changes, left.answer))
    journal_tells_the_rows()
