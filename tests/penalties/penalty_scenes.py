"""An event with three tables whose players are penalised, and helpers that read it."""

from collections.abc import Mapping
from typing import Any

import pytest

from penalties.boards import penalties as penalties_boards
from penalties.commands.penalties import impose
from penalties.models import Penalty
from seating.commands import finish_hand
from seating.models import TournamentTable
from tests.fixtures.room import MakesEvents, press
from tests.fixtures.wire import as_sent
from tests.seating.people import HOUSE
from tests.seating.seating_scenes import Places, seated
from tourney.access.roles import Actor
from tourney.models import JournalEntry

penalties = as_sent(penalties_boards.penalties)
ROOM = {1: (1, 3, 5, 7), 2: (2, 4, 6, 8, 9, 1), 3: (1, 2, 9)}


@pytest.fixture
def make_at(make_event: MakesEvents) -> Any:
    """Create events of a given rulebook with three tables; return the id and the entries by (table, seat)."""

    def make(book: str) -> tuple[int, Places]:
        event = make_event(book=book)
        return event, seated(event, ROOM)

    return make


def shown(event: int) -> Mapping[str, Any]:
    """Return the staff's board."""
    found = penalties(event, "")
    assert found is not None
    return found


def given(event: int, by: Actor, entry: int, kind: str, **more: Any) -> Penalty:
    """Impose a penalty on an entry."""
    done = press(impose, event, by=by, entry=entry, kind=kind, reason="Soft play", **more)
    assert done.answer is not None
    return Penalty.objects.get(pk=done.answer["penalty"])


def hands(event: int, number: int, count: int = 1, **more: Any) -> int:
    """Finish a number of hands at a table; return the number of the last journal entry."""
    seq = 0
    for _one in range(count):
        tournament_table = TournamentTable.objects.get(tournament=event, table__number=number)
        seq = press(finish_hand, event, by=HOUSE, number=number, hand=tournament_table.hands + 1, **more).seq
    return seq


def left(row: Penalty) -> int | None:
    """Return the hands left; None once the penalty is over."""
    row.refresh_from_db()
    return None if row.ended_at else row.hands_left


def rule_of(event: int) -> str:
    """Return the rule cited by the event's last journal entry."""
    return JournalEntry.journal(event).latest("seq").rule
