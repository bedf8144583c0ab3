"""Insert many rows of one model at once."""

from collections.abc import Sequence
from datetime import datetime
from operator import attrgetter
from typing import TypeVar

from django.db import connection, models
from django.db.models.fields import NOT_PROVIDED

from tourney.services.prepared_writes import insert

Row = TypeVar("Row", bound=models.Model)

# From this many rows on, PostgreSQL gets a stream (COPY): building the statement would take longer than running it.
STREAM = 500
# Types that PostgreSQL accepts unchanged; the column converts all others.
PLAIN = {int, str, bool, datetime, type(None)}


def insert_many(rows: Sequence[Row]) -> list[Row]:
    """Insert rows and set their keys. On PostgreSQL, large batches use COPY.

    Args:
        rows: new, validated, of one model.

    Raises:
        IntegrityError: a database constraint failed; no row is inserted.
    """
    if not rows:
        return []
    model = type(rows[0])
    if connection.vendor == "postgresql" and len(rows) >= STREAM and _is_plain(model):
        _stream(model, rows)
        return list(rows)
    if len(rows) == 1:
        insert(rows[0])
        return list(rows)
    return model._default_manager.bulk_create(rows, batch_size=2000)


def _is_plain(model: type[models.Model]) -> bool:
    """Return whether all columns are in one table with known values and the database generates the key."""
    columns = model._meta.concrete_fields
    computed = any(
        column.generated or column.db_default is not NOT_PROVIDED or getattr(column, "auto_now_add", False)
        for column in columns
    )
    return not model._meta.parents and not computed and isinstance(model._meta.pk, models.AutoField)


def _stream(model: type[Row], rows: Sequence[Row]) -> None:
    columns = model._meta.concrete_fields
    quote = connection.ops.quote_name
    table = quote(model._meta.db_table)
    key = model._meta.pk
    values_of = attrgetter(*(column.attname for column in columns))
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT nextval(pg_get_serial_sequence(%s, %s)) FROM generate_series(1, %s)",
            [table, key.column, len(rows)],
        )
        for row, (number,) in zip(rows, cursor.fetchall(), strict=True):
            row.pk = number
        names = ", ".join(quote(column.column) for column in columns)
        with connection.wrap_database_errors, cursor.copy(f"COPY {table} ({names}) FROM STDIN") as stream:
            for row in rows:
                stream.write_row(
                    [
                        value if type(value) in PLAIN else column.get_db_prep_save(value, connection)
                        for value, column in zip(values_of(row), columns, strict=True)
                    ]
                )
    for row in rows:
        row._state.adding = False
        row._state.db = connection.alias
