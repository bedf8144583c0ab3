"""Rooms of earlier versions lose the tables of django-axes; rooms without them are unchanged."""

from importlib import import_module

import pytest
from django.apps import apps
from django.contrib.contenttypes.models import ContentType
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder

MIGRATION = import_module("tourney.migrations.0012_drop_axes_tables")


@pytest.mark.django_db
def test_tables_and_records_of_axes_are_dropped_once_and_again() -> None:
    with connection.cursor() as cursor:
        for table in MIGRATION.TABLES:
            cursor.execute(f"CREATE TABLE {table} (id integer)")
    recorder = MigrationRecorder(connection)
    recorder.record_applied("axes", "0001_initial")
    ContentType.objects.create(app_label="axes", model="accesslog")
    kept = recorder.migration_qs.exclude(app="axes").count()
    for _time in range(2):
        MIGRATION.drop(apps, connection.schema_editor())
        assert not [name for name in connection.introspection.table_names() if name.startswith("axes_")]
        assert not recorder.migration_qs.filter(app="axes").exists()
        assert not ContentType.objects.filter(app_label="axes").exists()
    assert recorder.migration_qs.count() == kept > 0
