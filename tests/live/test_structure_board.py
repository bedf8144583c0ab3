"""A press of the clock sends the clock alone; a change of the structure sends both together."""

import json
from typing import Any

import pytest
from msgspec import to_builtins

from clock.boards import clock as clock_boards
from clock.commands.clock import add, next_level, start
from clock.commands.structures import change_structure
from tests.fixtures.room import club_night, level, press
from tests.fixtures.services import Ear
from tests.fixtures.wire import as_sent
from tourney.access.roles import Actor
from tourney.commands import add_chip_set, change_event
from tourney.commands.room import ChipInput
from tourney.journal.undo import undo
from tourney.live.boards import boards_of_row, names_in, read_boards
from tourney.models import JournalEntry, Tournament

clock_now = as_sent(clock_boards.clock_now)

pytestmark = pytest.mark.django_db(transaction=True)


def public(event: int, ear: Ear) -> list[dict[str, Any]]:
    """Return the public boards of each message about an event, in order."""
    heard = [json.loads(text) for name, text in ear.heard() if name == f"t{event}"]
    return [message["boards"][0] for message in heard]


def longer() -> list[Any]:
    """Return the usual structure and two more rows."""
    return [*club_night(), level(500), level(600)]


def test_a_press_does_not_carry_the_structure(event: int, director: Actor, ear: Ear) -> None:
    press(start, event, by=director)
    press(add, event, by=director, ms=60_000)
    press(next_level, event, by=director)
    assert [set(boards) for boards in public(event, ear)] == [{"clock"}] * 3


def test_a_change_of_the_structure_and_its_undoing_carry_both(event: int, director: Actor, ear: Ear) -> None:
    press(start, event, by=director)
    changed = press(change_structure, event, by=director, levels=longer())
    press(undo, event, by=director, seq=changed.seq)
    press(undo, event, by=director, seq=changed.seq + 1)
    started, made, undone, again = public(event, ear)
    assert set(started) == {"clock"}
    for boards, rows in ((made, 7), (undone, 5), (again, 7)):
        assert set(boards) == {"clock", "structure"}
        assert boards["clock"]["structure"] == boards["structure"]["digest"]
        assert boards["clock"]["seq"] == boards["structure"]["seq"]
        assert len(boards["structure"]["levels"]) == rows
    assert made["structure"]["digest"] == again["structure"]["digest"] != undone["structure"]["digest"]
    assert started["clock"]["structure"] == undone["structure"]["digest"]


def test_undo_of_any_structure_change_updates_the_board(
    event: int, director: Actor, ear: Ear, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also for a command that names its boards only while it runs, which the journal does not record."""
    monkeypatch.setattr(type(change_structure), "shows", ("clock",), raising=False)
    changed = press(change_structure, event, by=director, levels=longer())
    ear.heard()
    press(undo, event, by=director, seq=changed.seq)
    assert set(public(event, ear)[0]) >= {"clock", "structure"}
    assert boards_of_row("clock.levelrow", 1) == ["structure", "race"]


def test_other_chips_arrive_with_the_structure(event: int, director: Actor, ear: Ear) -> None:
    chips = [ChipInput(value=25, face="#2e7d32", edge="#ffffff")]
    made = press(add_chip_set, by=director, name="Case", chips=chips)
    row = Tournament.objects.get(pk=event)
    ear.heard()
    body = {"name": row.name, "book": row.book, "starting_stack": row.starting_stack}
    changed = press(change_event, event, by=director, **body, chip_set=(made.answer or {})["chip_set"])
    press(undo, event, by=director, seq=changed.seq)
    with_chips, without = public(event, ear)
    assert with_chips["structure"]["chips"] == [{"value": 25, "face": "#2e7d32", "edge": "#ffffff"}]
    assert without["structure"]["chips"] == []
    assert JournalEntry.journal(event).count() == 2


def test_both_boards_together_match_the_api(event: int, director: Actor) -> None:
    press(start, event, by=director)
    _seq, found = read_boards(f"t{event}", names_in(f"t{event}"))
    [boards] = [to_builtins(found[audience]) for audience in found if "clock" in found[audience]]
    whole = {**boards["structure"], **boards["clock"]}
    del whole["digest"], whole["version"], whole["structure"]
    from_api = to_builtins(clock_now(event))
    assert whole == {key: value for key, value in from_api.items() if key not in {"reading", "server"}}
