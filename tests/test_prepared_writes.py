"""Rows written with prepared statements are those that Django would have written."""

from typing import Any

import pytest
from django.db import DatabaseError, IntegrityError, connection, models
from django.db.models import F
from django.db.models.signals import post_save
from django.db.transaction import atomic
from django.test.utils import CaptureQueriesContext

from players.models import Player
from tests.fixtures.room import MakesEvents
from tourney.models import Entry, Notice, Room, Tournament
from tourney.now import database_now
from tourney.services.prepared_writes import insert, set_columns, update


def _columns(row: models.Model) -> dict[str, Any]:
    return {one.attname: getattr(row, one.attname) for one in row._meta.concrete_fields}


@pytest.mark.postgres
@pytest.mark.django_db
def test_inserted_and_updated_rows_are_as_saved_ones(make_event: MakesEvents) -> None:
    event, now = Tournament.objects.get(pk=make_event()), database_now()
    person = Player.objects.create(name="Ann Bell", created_at=now)
    for row in (
        Entry(tournament=event, player=person, created_at=now),
        Notice(player=person, tournament=None, kind="moved", values={"table": 3, "%s": "%"}, at=now),
    ):
        with CaptureQueriesContext(connection) as sent:
            insert(row)
        assert len(sent) == 1
        assert not row._state.adding
        assert _columns(type(row).objects.get(pk=row.pk)) == _columns(row)
    entry = Entry.objects.get()
    entry.out_at, entry.player = now, Player.objects.create(name="Ben Cole", created_at=now)
    with CaptureQueriesContext(connection) as sent:
        update(entry, ["out_at", "player"])
    assert len(sent) == 1
    assert _columns(Entry.objects.get()) == _columns(entry)
    set_columns(Tournament, event.pk, seq=41)
    event.refresh_from_db()
    assert event.seq == 41


@pytest.mark.postgres
@pytest.mark.django_db
def test_what_django_alone_can_write_is_left_to_it(make_event: MakesEvents) -> None:
    event, now = Tournament.objects.get(pk=make_event()), database_now()
    person = Player(name="Zoë Ångström", created_at=now)
    insert(person)
    assert Player.objects.get(pk=person.pk).search != ""
    event.seq = F("seq") + 2  # type: ignore[assignment]
    before = Tournament.objects.get(pk=event.pk).seq
    update(event, ["seq"])
    assert Tournament.objects.get(pk=event.pk).seq == before + 2
    heard: list[int] = []

    def hear(instance: Room, **_given: Any) -> None:
        heard.append(instance.pk)

    room = Room.objects.get_or_create(id=1)[0]
    post_save.connect(hear, sender=Room)
    try:
        update(room, ["name"])
    finally:
        post_save.disconnect(hear, sender=Room)
    assert heard == [1]


@pytest.mark.postgres
@pytest.mark.django_db
def test_refused_and_missing_rows_raise_as_saving_does(make_event: MakesEvents) -> None:
    event, now = make_event(), database_now()
    person = Player.objects.create(name="Ann Bell", created_at=now)
    entry = Entry.objects.create(tournament_id=event, player=person, created_at=now)
    with pytest.raises(IntegrityError), atomic():
        insert(Entry(pk=entry.pk, tournament_id=event, player=person, created_at=now))
    with pytest.raises(ValueError, match="unsaved"):
        insert(Entry(tournament_id=event, player=Player(name="New"), created_at=now))
    Entry.objects.all().delete()
    with pytest.raises(DatabaseError, match="does not exist"), atomic():
        update(entry, ["out_at"])
