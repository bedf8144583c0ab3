"""Rows written many at once: each is checked as if it were written by itself."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

import pytest

from tourney.access.roles import FIRST_START
from tourney.journal.refused import Refused
from tourney.journal.tx import Tx
from tourney.models import ChipMove, Room, Tournament
from tourney.now import database_now


@pytest.fixture
def tx(db: None) -> Tx:
    """The hands of an action, without the action."""
    room, _made = Room.objects.get_or_create(id=1)
    return Tx(room, FIRST_START, database_now(), None)


def moves(event: int, kinds: Sequence[Any], chips: Sequence[Any], at: Any) -> list[ChipMove]:
    return [
        ChipMove(tournament_id=event, kind=kind, chips=count, at=at)
        for kind, count in zip(kinds, chips, strict=True)
    ]


def test_a_wrong_value_is_found_wherever_it_stands(tx: Tx, event: int) -> None:
    for place in range(4):
        kinds = ["rebuy"] * 4
        kinds[place] = "unheard_of"
        with pytest.raises(Refused) as caught:
            tx.create_many(moves(event, kinds, [100] * 4, tx.now))
        assert (caught.value.code, set(caught.value.fields)) == ("bad_value", {"kind"})
    assert not ChipMove.objects.exists()


def test_what_a_check_makes_of_a_value_it_makes_in_every_row(tx: Tx, event: int) -> None:
    at = "2026-11-21T18:00:00+00:00"
    made = tx.create_many(moves(event, ["rebuy"] * 3, ["100"] * 3, at))
    assert [(row.chips, row.at) for row in made] == [(100, datetime(2026, 11, 21, 18, tzinfo=UTC))] * 3
    assert [change["after"]["chips"] for change in tx.changes] == [100] * 3


def test_true_is_not_taken_for_one(tx: Tx, event: int) -> None:
    made = tx.create_many(moves(event, ["rebuy"] * 3, [1, True, 1], tx.now))
    assert [type(row.chips) for row in made] == [int] * 3
    assert Tournament.objects.get(pk=event).chip_moves.count() == 3
