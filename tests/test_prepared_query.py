"""Prepared queries return what the same query returns when Django composes it each time."""

import uuid
from collections.abc import Callable
from datetime import date, timedelta
from typing import Any

import pytest
from django.db import connection
from django.db.models import Count, QuerySet
from django.db.transaction import TransactionManagementError, atomic
from django.test.utils import CaptureQueriesContext

from clock.models import LevelRow, Structure
from players.models import Player
from tests.fixtures.room import MakesEvents
from tourney.access.roles import Actor
from tourney.journal.refused import Refused
from tourney.journal.tx import Tx
from tourney.models import JournalEntry, Tournament
from tourney.now import database_now
from tourney.services.prepared_query import PreparedQuery

SHAPES: dict[str, Callable[..., QuerySet[Any, Any]]] = {
    "rows": lambda structure: LevelRow.objects.filter(structure=structure),
    "rows of other rows": lambda structure: LevelRow.objects.filter(structure=structure).select_related(
        "structure__tournament"
    ),
    "tuples": lambda structure: LevelRow.objects.filter(structure=structure).values_list(
        "position", "colour_up"
    ),
    "one column": lambda structure: LevelRow.objects.filter(structure=structure).values_list(
        "kind", flat=True
    ),
    "dictionaries": lambda structure: LevelRow.objects.filter(structure=structure).values(
        "pk", "duration_ms"
    ),
    "counts": lambda structure: (
        LevelRow.objects.filter(structure=structure)
        .order_by()
        .values("kind")
        .annotate(n=Count("pk"))
        .order_by("kind")
    ),
    "the first": lambda structure: LevelRow.objects.filter(structure=structure)[:1],
    "with a constant": lambda structure: LevelRow.objects.filter(structure=structure, kind="level"),
    "within another query": lambda structure: LevelRow.objects.filter(
        structure__in=Structure.objects.filter(pk=structure).values("pk"), structure=structure
    ),
}


@pytest.mark.postgres
@pytest.mark.parametrize("shape", SHAPES)
def test_prepared_query_returns_what_the_query_returns(shape: str, make_event: MakesEvents) -> None:
    build = SHAPES[shape]
    query = PreparedQuery(build)
    structures = [Structure.objects.get(tournament=make_event(name=name)).pk for name in ("One", "Two")]
    for structure in (*structures, *structures, 0):
        found, wanted = query.all(structure), list(build(structure))
        assert found == wanted
        if shape == "rows of other rows" and found:
            with CaptureQueriesContext(connection) as sent:
                assert {row.structure.tournament.name for row in found} == {
                    wanted[0].structure.tournament.name
                }
            assert len(sent) == 0
    assert len(query._composed) == 1


@pytest.mark.postgres
def test_lists_texts_and_uuids_are_values(make_event: MakesEvents) -> None:
    events = [make_event(name=name) for name in ("One", "Two", "Three")]
    by_list = PreparedQuery(lambda keys: Tournament.objects.filter(pk__in=keys).order_by("pk"))
    by_name = PreparedQuery(lambda name: Tournament.objects.filter(name=name))
    by_command = PreparedQuery(lambda command: JournalEntry.objects.filter(command=command))
    for some in (events[:1], events[1:], [*events, *range(900_000, 900_020)]):
        assert [row.pk for row in by_list.all(some)] == some[:3]
    assert by_list.all([]) == []
    assert [row.pk for row in by_name.all("Two")] == [events[1]]
    assert by_name.first("Four") is None
    # A value that looks like SQL or a placeholder stays a value.
    assert by_name.first("%s' OR 1=1 --") is None
    entry = JournalEntry.objects.first()
    assert entry is not None
    assert by_command.first(entry.command) == entry
    assert by_command.first(uuid.uuid4()) is None


@pytest.mark.postgres
def test_times_and_dates_are_values(make_event: MakesEvents) -> None:
    event = Tournament.objects.get(pk=make_event())
    since = PreparedQuery(lambda at: Tournament.objects.filter(created_at__gte=at))
    born = PreparedQuery(lambda day: Player.objects.filter(birth_date=day).values_list("name", flat=True))
    for name, day in (("Ann", date(1980, 5, 1)), ("Ben", date(1990, 5, 1))):
        Player.objects.create(name=name, birth_date=day, created_at=event.created_at)
        assert born.all(day) == [name]
    for step, found in ((timedelta(0), [event]), (timedelta(microseconds=1), [])):
        assert since.all(event.created_at + step) == found


@pytest.mark.parametrize("value", [None, True, 1.5, b"1", [None], {1}, 2**63])
def test_values_that_change_the_statement_are_refused(value: object) -> None:
    query = PreparedQuery(lambda pk: Tournament.objects.filter(pk=pk))
    with pytest.raises(TypeError, match="can't be sent"):
        query.all(value)  # type: ignore[arg-type]


@pytest.mark.django_db
def test_query_that_does_not_use_its_value_as_it_is_cannot_be_prepared() -> None:
    unused = PreparedQuery(lambda pk: Tournament.objects.all())
    changed = PreparedQuery(lambda pk: Tournament.objects.filter(pk=pk + 1))
    shaped = PreparedQuery(lambda pk: Tournament.objects.filter(pk=pk, seq=1 if pk < 31_500 else 2))
    fetching = PreparedQuery(lambda pk: Structure.objects.filter(pk=pk).prefetch_related("rows"))
    for query, fault in ((unused, "reach"), (changed, "reach"), (shaped, "shape"), (fetching, "prefetch")):
        with pytest.raises(TypeError, match=fault):
            query.all(7)


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_prepared_query_locks_rows_within_a_transaction_only(make_event: MakesEvents) -> None:
    event = make_event()
    query = PreparedQuery(lambda pk: Tournament.objects.filter(pk=pk).select_for_update(of=("self",)))
    for _composed_before in (False, True):
        with atomic(), CaptureQueriesContext(connection) as sent:
            assert query.all(event)[0].pk == event
        assert "FOR UPDATE" in sent[0]["sql"] or connection.vendor == "sqlite"
    with pytest.raises(TransactionManagementError):
        query.all(event)


def test_rows_are_found_by_rows_and_by_values_and_missing_ones_are_refused(
    event: int, director: Actor
) -> None:
    row = Tournament.objects.get(pk=event)
    tx = Tx(row, director, database_now(), None)
    structure = tx.get(Structure, tournament=row)
    assert tx.get(Structure, tournament_id=event, name=structure.name) == structure
    assert tx.get(Structure, pk=structure.pk, tournament__closed_at__isnull=True) == structure
    assert tx.get(Structure, pk__in=[structure.pk], tournament=row) == structure
    with pytest.raises(Refused) as refused:
        tx.get(Structure, pk=structure.pk, tournament__closed_at__isnull=False)
    assert refused.value.code == "not_found"
    with pytest.raises(LookupError, match="Several"):
        tx.get(LevelRow, structure=structure)
