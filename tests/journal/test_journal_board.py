"""The journal on the staff's pages: summaries, filters, and entries that can be undone."""

from typing import Any

from django.utils.translation import override

from clock.commands.announcements import say
from clock.commands.clock import add, next_level, pause, resume, set_remaining, start
from tests.fixtures.room import press
from tests.fixtures.wall import Wall
from tourney.access.roles import Actor
from tourney.commands import (
    count_field,
    set_field,
)
from tourney.journal.boards import journal_entries, journal_entry_board, text_of
from tourney.journal.undo import undo


def test_journal_entries_have_sentences_and_undo_flags(event: int, director: Actor, wall: Wall) -> None:
    press(start, event, by=director)
    wall.passes(minutes=5)
    press(pause, event, by=director)
    press(resume, event, by=director)
    press(add, event, by=director, ms=-60_000)
    press(set_remaining, event, by=director, ms=90_000)
    press(next_level, event, by=director)
    press(set_field, event, by=director, entries=27, left=19)
    press(say, event, by=director, text="Dinner")
    press(undo, event, by=director, seq=8)
    boards = [journal_entry_board(line) for line in journal_entries(event)][::-1]
    assert [board["text"] for board in boards] == [
        "Started the clock",
        "Paused at 15:00 of Level 1",
        "Resumed at 15:00 of Level 1",
        "−1:00, now 14:00",
        "Set the time left in Level 1 to 1:30",
        "Moved on to Level 2",
        "Set: entries 27, players left 19",
        "Announced: “Dinner”",
        "Undid #8: Announced: “Dinner”",
    ]
    assert [board["undone"] for board in boards] == [False] * 7 + [True, False]
    assert boards[7]["undoable"] is False
    assert boards[8]["undoable"] is True


def test_an_entry_that_undid_another_is_read_in_one_language(event: int, director: Actor) -> None:
    press(start, event, by=director)
    press(undo, event, by=director, seq=1)
    press(undo, event, by=director, seq=2)
    press(undo, event, by=director, seq=3)
    with override("de"):
        texts = [text_of(line) for line in journal_entries(event)]
    # Each says what is so since then.
    assert texts == [
        "#1 rückgängig gemacht: Uhr gestartet",
        "#1 wiederhergestellt: Uhr gestartet",
        "#1 rückgängig gemacht: Uhr gestartet",
        "Uhr gestartet",
    ]


def test_the_journal_is_filtered_by_kind_person_and_time(
    event: int, director: Actor, floor: Actor, wall: Wall
) -> None:
    press(start, event, by=director)
    wall.passes(minutes=1)
    press(pause, event, by=floor)
    wall.passes(minutes=1)
    press(count_field, event, by=floor, entries_by=1)

    def seqs(**wanted: Any) -> list[int]:
        return [line.seq for line in journal_entries(event, **wanted)]

    assert seqs() == [3, 2, 1]
    assert seqs(kind="clock") == [2, 1]
    assert seqs(kind="clock.pause") == [2]
    assert seqs(kind="clo") == []
    assert seqs(who="FLO") == [3, 2]
    assert seqs(since=wall.now) == [3]
    assert seqs(until=wall.now) == [3, 2, 1]
    assert seqs(before_seq=3) == [2, 1]
