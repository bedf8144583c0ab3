"""Demos of an earlier version, whose table belonged to the app `play`."""

import pytest
from django.contrib.contenttypes.models import ContentType
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from simulation.commands.demos import stop, watch
from simulation.models import SimulatedEvent
from tests.fixtures.room import press
from tourney.access.roles import Actor


def tables() -> set[str]:
    """Return the database's tables for demos, current or former."""
    return {"play_played", "simulation_simulatedevent"} & set(connection.introspection.table_names())


@pytest.mark.django_db(transaction=True)
def test_demos_of_an_earlier_version_are_taken_over(director: Actor) -> None:
    press(watch, by=director, players=9, book="tda", seed=5)
    ContentType.objects.filter(app_label__in=("play", "simulation")).delete()
    MigrationExecutor(connection).migrate([("simulation", None)])
    ContentType.objects.create(app_label="play", model="played")
    assert tables() == {"play_played"}
    MigrationExecutor(connection).migrate([("simulation", "0001_simulated_events")])
    assert tables() == {"simulation_simulatedevent"}
    assert ContentType.objects.filter(app_label="simulation", model="simulatedevent").exists()
    assert not ContentType.objects.filter(app_label="play").exists()
    row = SimulatedEvent.objects.get()
    assert (row.players, row.seed) == (9, 5)
    # The table is in normal use: rows can be changed and added.
    press(stop, by=director, demo=row.pk)
    press(watch, by=director, players=12, book="tda")
    assert SimulatedEvent.objects.count() == 2
