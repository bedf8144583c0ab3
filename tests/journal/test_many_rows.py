"""Bulk inserts: each row is checked as if it were written alone."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction

from players.models import Player
from tourney.access.roles import FIRST_START
from tourney.journal import bulk
from tourney.journal.refused import Refused
from tourney.journal.row_images import image
from tourney.journal.tx import Tx
from tourney.models import ChipMove, Notice, Room, Tournament
from tourney.now import database_now


@pytest.fixture
def tx(db: None) -> Tx:
    """Return a command's transaction without the command."""
    room, _made = Room.objects.get_or_create(id=1)
    return Tx(room, FIRST_START, database_now(), None)


def moves(event: int, kinds: Sequence[Any], chips: Sequence[Any], at: Any) -> list[ChipMove]:
    return [
        ChipMove(tournament_id=event, kind=kind, chips=count, at=at)
        for kind, count in zip(kinds, chips, strict=True)
    ]


def test_invalid_value_is_found_in_any_row(tx: Tx, event: int) -> None:
    for place in range(4):
        kinds = ["rebuy"] * 4
        kinds[place] = "unheard_of"
        with pytest.raises(Refused) as caught:
            tx.create_many(moves(event, kinds, [100] * 4, tx.now))
        assert (caught.value.code, set(caught.value.fields)) == ("bad_value", {"kind"})
    assert not ChipMove.objects.exists()


def test_bulk_create_normalises_values_like_single_create(tx: Tx, event: int) -> None:
    at = "2026-11-21T18:00:00+00:00"
    made = tx.create_many(moves(event, ["rebuy"] * 3, ["100"] * 3, at))
    assert [(row.chips, row.at) for row in made] == [(100, datetime(2026, 11, 21, 18, tzinfo=UTC))] * 3
    assert [change["after"]["chips"] for change in tx.changes] == [100] * 3


def test_true_is_not_taken_for_one(tx: Tx, event: int) -> None:
    made = tx.create_many(moves(event, ["rebuy"] * 3, [1, True, 1], tx.now))
    assert [type(row.chips) for row in made] == [int] * 3
    assert Tournament.objects.get(pk=event).chip_moves.count() == 3


AWKWARD = ["Ana\tMaría", "line\nbreak", "back\\slash", "\\N", "", "Ünïcödé ♠", '"quoted", {braces}', "\\."]


@pytest.mark.parametrize("stream", [1, 1_000], ids=["streamed", "inserted"])
def test_bulk_created_rows_are_read_back_unchanged(
    tx: Tx, event: int, monkeypatch: pytest.MonkeyPatch, stream: int
) -> None:
    monkeypatch.setattr(bulk, "STREAM", stream)
    first = tx.create(Player, name="first", created_at=tx.now)
    people = tx.create_many([Player(name="somebody", nickname=name, created_at=tx.now) for name in AWKWARD])
    values: dict[int, dict[str, Any]] = {
        one.pk: {"name": one.nickname, "table": n, "seat": None} for n, one in enumerate(people)
    }
    tx.notify_many("moved", values)
    last = tx.create(Player, name="last", created_at=tx.now)
    assert [one.pk for one in people] == list(range(first.pk + 1, last.pk))
    assert [image(one) for one in people] == [image(Player.objects.get(pk=one.pk)) for one in people]
    assert [one.nickname for one in Player.objects.filter(name="somebody").order_by("pk")] == AWKWARD
    assert {one.player_id: one.values for one in Notice.objects.all()} == values
    assert set(Notice.objects.values_list("tournament_id", "at", "pushed_at")) == {(None, tx.now, None)}
    people[0].nickname = "changed"
    people[0].save()
    assert Player.objects.filter(name="somebody").count() == len(AWKWARD)


@pytest.mark.parametrize("stream", [1, 1_000], ids=["streamed", "inserted"])
def test_the_databases_own_constraints_hold_for_many_rows(
    tx: Tx, event: int, monkeypatch: pytest.MonkeyPatch, stream: int
) -> None:
    monkeypatch.setattr(bulk, "STREAM", stream)
    refunded = [ChipMove(tournament_id=event, kind="rebuy", chips=100, at=tx.now) for _ in range(3)]
    refunded[2].at = None  # type: ignore[assignment]
    with pytest.raises(IntegrityError), transaction.atomic():
        bulk.insert_many(refunded)
    assert not ChipMove.objects.exists()
    assert connection.is_usable()
