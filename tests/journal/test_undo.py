"""Undo restores the rows an entry changed, or names the later entry that prevents it."""

from collections.abc import Callable

from clock.commands.announcements import say
from clock.commands.clock import add, pause, start
from clock.commands.structures import change_structure, remove_structure, save_structure
from clock.models import Clock, Structure
from players.commands.players import add_player, change_player
from players.models import Player
from tests.fixtures.journalled import all_rows, journal_tells_the_rows, rows_alone
from tests.fixtures.room import club_night, level, press, refusal
from tests.fixtures.wall import Wall
from tourney.access.roles import FIRST_START, Actor, Role
from tourney.commands import (
    add_person,
    change_person,
    count_field,
    issue_token,
    remove_book,
    revoke_token,
    save_book,
)
from tourney.journal.boards import journal_entry_board
from tourney.journal.undo import undo, undo_in_room
from tourney.models import BookCopy, JournalEntry, Token, Tournament, User
from tourney.rulebooks.shelf import text_of_book


def last_of_room() -> int:
    return JournalEntry.journal(None).latest("seq").seq


def test_undo_of_a_change_restores_former_values(event: int, director: Actor, wall: Wall) -> None:
    press(start, event, by=director)
    before = rows_alone()
    wall.passes(minutes=3)
    done = press(pause, event, by=director)
    wall.passes(minutes=1)
    undone = press(undo, event, by=director, seq=done.seq)
    assert rows_alone() == before
    line = JournalEntry.journal(event).get(seq=undone.seq)
    assert line.undoes is not None
    assert line.undoes.seq == done.seq
    journal_tells_the_rows()


def test_undo_of_a_creation_removes_the_row_and_redo_restores_it(director: Actor) -> None:
    press(add_player, by=director, name="Ada", nickname="Countess")
    [ada] = Player.objects.all()
    press(undo_in_room, by=director, seq=last_of_room())
    assert not Player.objects.exists()
    press(undo_in_room, by=director, seq=last_of_room())
    [again] = Player.objects.all()
    assert (again.pk, again.name, again.nickname, again.created_at) == (
        ada.pk,
        "Ada",
        "Countess",
        ada.created_at,
    )
    journal_tells_the_rows()


def test_undo_of_a_removal_brings_everything_back(director: Actor) -> None:
    saved = press(save_structure, by=director, name="Mine", levels=club_night())
    assert saved.answer is not None
    before = rows_alone()
    done = press(remove_structure, by=director, structure=saved.answer["structure"])
    assert not Structure.objects.filter(name="Mine").exists()
    press(undo_in_room, by=director, seq=done.seq)
    assert rows_alone() == before
    journal_tells_the_rows()


def test_undo_names_the_later_entry_that_changed_the_same(event: int, director: Actor) -> None:
    first = press(count_field, event, by=director, entries_by=5)
    press(say, event, by=director, text="Welcome")
    press(count_field, event, by=director, entries_by=1)
    before = all_rows()
    refused = refusal(undo, event, by=director, seq=first.seq)
    assert refused.code == "changed_since"
    assert "#3" in refused.message
    assert "entries 6, players left 6" in refused.message
    assert all_rows() == before


def test_undo_passes_later_entries_that_changed_other_rows_or_columns(event: int, director: Actor) -> None:
    counted = press(count_field, event, by=director, entries_by=5)
    announcement = press(say, event, by=director, text="Welcome")
    press(start, event, by=director)
    press(undo, event, by=director, seq=announcement.seq)
    press(undo, event, by=director, seq=counted.seq)
    clock = Clock.objects.get(tournament=event)
    assert (clock.announcement, clock.announced_at, clock.running) == ("", None, True)
    assert Tournament.objects.get(pk=event).counted_entries == 0
    journal_tells_the_rows()


def test_journal_entry_and_its_undo_cancel_out(event: int, director: Actor) -> None:
    first = press(count_field, event, by=director, entries_by=5)
    second = press(count_field, event, by=director, entries_by=2)
    press(undo, event, by=director, seq=second.seq)
    press(undo, event, by=director, seq=first.seq)
    assert Tournament.objects.get(pk=event).counted_entries == 0


def test_undone_undo_restores_the_entry(event: int, director: Actor) -> None:
    first = press(count_field, event, by=director, entries_by=5)
    second = press(count_field, event, by=director, entries_by=2)
    back = press(undo, event, by=director, seq=second.seq)
    press(undo, event, by=director, seq=back.seq)
    assert Tournament.objects.get(pk=event).counted_entries == 7
    assert refusal(undo, event, by=director, seq=first.seq).code == "changed_since"
    journal_tells_the_rows()


def test_undo_can_be_undone_repeatedly(event: int, director: Actor) -> None:
    seq = press(count_field, event, by=director, entries_by=5).seq
    for entries in (0, 5, 0, 5):
        seq = press(undo, event, by=director, seq=seq).seq
        assert Tournament.objects.get(pk=event).counted_entries == entries
    journal_tells_the_rows()


def test_journal_entry_is_undone_once(event: int, director: Actor) -> None:
    done = press(count_field, event, by=director, entries_by=5)
    undone = press(undo, event, by=director, seq=done.seq)
    refused = refusal(undo, event, by=director, seq=done.seq)
    assert refused.code == "already_undone"
    assert f"#{undone.seq}" in refused.message


def test_unknown_journal_entry_cannot_be_undone(event: int, director: Actor) -> None:
    assert refusal(undo, event, by=director, seq=7).code == "no_such_journal_entry"


def test_irreversible_commands_cannot_be_undone(event: int, director: Actor, wall: Wall) -> None:
    issued = press(issue_token, by=director, label="TV", role="display", digest="ab" * 32)
    assert issued.answer is not None
    revoked = press(revoke_token, by=director, token=issued.answer["token"])
    assert refusal(undo_in_room, by=director, seq=revoked.seq).code == "not_undoable"
    # Undoing an earlier entry does not reactivate a revoked token either.
    assert refusal(undo_in_room, by=director, seq=issued.seq).code == "changed_since"
    press(start, event, by=director)
    wall.passes(minutes=21)
    press(say, event, by=director, text="x")
    press(add, event, by=director, ms=1)  # applies the level change that was due
    due = JournalEntry.journal(event).get(kind="clock.due")
    assert refusal(undo, event, by=director, seq=due.seq).code == "not_undoable"


def test_undo_requires_the_commands_permission(
    event: int, director: Actor, floor: Actor, desk: Actor
) -> None:
    press(add_person, by=director, username="new", role="floor", password="a fine password")
    structure = press(change_structure, event, by=director, levels=[level(500)])
    before = all_rows()
    # The floor does not see entries about logins.
    assert refusal(undo_in_room, by=floor, seq=last_of_room()).code == "no_such_journal_entry"
    assert refusal(undo, event, by=floor, seq=structure.seq).code == "not_allowed"
    assert refusal(undo, event, by=desk, seq=structure.seq).code == "not_allowed"
    assert all_rows() == before
    counted = press(count_field, event, by=director, entries_by=1)
    press(undo, event, by=floor, seq=counted.seq)


def test_undo_needs_the_permission_of_the_undone_command(director: Actor, floor: Actor) -> None:
    """Otherwise the floor could restore a token that a director has just revoked."""
    press(issue_token, by=FIRST_START, label="Leaked", role="director", digest="ab" * 32)
    undone = press(undo_in_room, by=director, seq=last_of_room())
    assert refusal(undo_in_room, by=floor, seq=undone.seq).code == "not_allowed"
    assert not Token.objects.exists()
    again = press(undo_in_room, by=FIRST_START, seq=undone.seq)
    assert refusal(undo_in_room, by=floor, seq=again.seq).code == "not_allowed"


def test_login_restored_by_undo_needs_a_new_password(director: Actor) -> None:
    press(add_person, by=director, username="flo", role="floor", password="a fine password")
    done = press(undo_in_room, by=director, seq=last_of_room())
    press(undo_in_room, by=director, seq=done.seq)
    flo = User.objects.get(username="flo")
    assert not flo.check_password("a fine password")
    assert not flo.check_password("")


def test_the_last_director_stays_one_also_by_undo(director: Actor, person: Callable[..., Actor]) -> None:
    """Promote another person, demote oneself, undo the promotion: the room would have no director."""
    flo = person("flo", Role.FLOOR)
    number = int(flo.key.partition(":")[2])
    promoted = press(change_person, by=FIRST_START, user=number, role="director", active=True)
    press(change_person, by=FIRST_START, user=int(director.key.partition(":")[2]), role="floor", active=True)
    boss = Actor(flo.key, "flo", Role.DIRECTOR)
    assert refusal(undo_in_room, by=boss, seq=promoted.seq).code == "last_director"
    assert User.objects.filter(role="director", is_active=True).count() == 1


def test_undo_does_not_delete_rows_others_refer_to(director: Actor) -> None:
    text = text_of_book("tda").replace('key = "tda"', 'key = "house"', 1)
    saved = press(save_book, by=director, key="house", text=text)
    library = press(save_structure, by=director, name="Mine", levels=club_night())
    assert library.answer is not None
    from clock.commands.events import create_event

    created = press(
        create_event,
        by=director,
        name="Main",
        structure=library.answer["structure"],
        starting_stack=1,
        book="house",
    )
    assert created.answer is not None
    refused = refusal(undo_in_room, by=director, seq=saved.seq)
    assert refused.code == "unknown_book"
    assert refusal(remove_book, by=director, key="house").code == "unknown_book"
    assert BookCopy.objects.filter(key="house").exists()
    # Once an event has other changes, its announcement stays.
    press(say, created.answer["tournament"], by=director, text="x")
    assert refusal(undo_in_room, by=director, seq=created.seq).code in {"changed_since", "in_use"}


def test_a_closed_events_book_stays_on_the_shelf(event: int, director: Actor) -> None:
    """Its boards can still be read, and it may be reopened."""
    from clock.commands.events import close_event
    from tourney.journal.commands import COMMANDS

    text = text_of_book("tda").replace('key = "tda"', 'key = "house"', 1)
    press(save_book, by=director, key="house", text=text)
    press(COMMANDS["event.change"], event, by=director, name="A", book="house", starting_stack=5)
    press(close_event, event, by=director)
    assert refusal(remove_book, by=director, key="house").code == "unknown_book"


def test_undo_of_an_announced_event_takes_all_of_it_away(event: int, director: Actor) -> None:
    created = JournalEntry.journal(None).filter(kind="event.create").latest("seq")
    press(undo_in_room, by=director, seq=created.seq)
    assert not Tournament.objects.exists()
    assert not Clock.objects.exists()
    press(undo_in_room, by=director, seq=last_of_room())
    press(start, event, by=director)
    journal_tells_the_rows()


def test_undo_never_overwrites_changes_unknown_to_the_journal(event: int, director: Actor) -> None:
    done = press(count_field, event, by=director, entries_by=5)
    Tournament.objects.filter(pk=event).update(counted_entries=6)
    assert refusal(undo, event, by=director, seq=done.seq).code == "changed_since"


def test_a_players_name_is_corrected_and_undone(director: Actor) -> None:
    player = press(add_player, by=director, name="Adda").answer
    assert player is not None
    changed = press(change_player, by=director, player=player["player"], name="Ada")
    press(undo_in_room, by=director, seq=changed.seq)
    assert Player.objects.get().name == "Adda"


def test_restored_entry_can_be_undone_again(event: int, director: Actor) -> None:
    press(start, event, by=director)
    counted = press(count_field, event, by=director, entries_by=5)
    once = press(undo, event, by=director, seq=counted.seq)
    press(undo, event, by=director, seq=once.seq)
    line = JournalEntry.journal(event).get(seq=counted.seq)
    assert journal_entry_board(line)["undone"] is False
    assert Tournament.objects.get(pk=event).counted_entries == 5
    assert refusal(undo, event, by=director, seq=once.seq).code == "already_undone"
    press(undo, event, by=director, seq=counted.seq)
    assert Tournament.objects.get(pk=event).counted_entries == 0
    assert journal_entry_board(JournalEntry.journal(event).get(seq=counted.seq))["undone"] is True
    assert refusal(undo, event, by=director, seq=counted.seq).code == "already_undone"
    journal_tells_the_rows()


def test_undo_does_not_restore_a_row_whose_unique_value_is_taken(event: int, director: Actor) -> None:
    three = [level(25), level(50), level(100)]
    press(change_structure, event, by=director, levels=three)
    cut = press(change_structure, event, by=director, levels=three[:2])
    press(change_structure, event, by=director, levels=three)
    before = rows_alone()
    refused = refusal(undo, event, by=director, seq=cut.seq)
    assert refused.code == "changed_since"
    assert rows_alone() == before
