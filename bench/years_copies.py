"""Copy the events of a room in PostgreSQL. Copy number n has its own rows, with times n days earlier."""

from typing import Any, LiteralString, cast

from django.apps import apps
from django.db import connection, models
from psycopg import sql

from desk.models import Drawer, Receipt
from tourney.models import Tournament

# Rows of these models are copied although they do not refer to an event.
_ROOTS: tuple[type[models.Model], ...] = (Tournament, Drawer, Receipt)
# Apps with rows that do not belong to a finished event, such as displays, plans and webhooks.
_EXCLUDED = {"displays", "planning", "webhooks", "simulation", "notifications"}


def copied_models() -> list[type[models.Model]]:
    """Return the models whose rows belong to one event, in the order of their tables' names."""
    found = set(_ROOTS)
    every = [one for one in apps.get_models() if one._meta.app_label not in _EXCLUDED]
    while True:
        more = {one for one in every if one not in found and _owners(one, found)}
        if not more:
            return sorted(found, key=lambda one: one._meta.db_table)
        found |= more


def _owners(model: type[models.Model], copied: set[type[models.Model]]) -> list[Any]:
    """Return the foreign keys of a model that lead to copied rows."""
    return [
        field
        for field in model._meta.concrete_fields
        if field.is_relation and field.related_model in copied and field.related_model is not model
    ]


def highest_ids() -> dict[type[models.Model], int]:
    """Return the highest id in each copied table."""
    with connection.cursor() as cursor:
        return {one: _highest(cursor, one) for one in copied_models()}


def copy_events(
    count: int, after: dict[type[models.Model], int], up_to: dict[type[models.Model], int]
) -> int:
    """Copy the rows of all events with ids after `after` and up to `up_to`, `count` times.

    Ids of rows and of what they point to grow by the same amount for each copy, so each copy is complete by itself.
    Times are one day earlier for each copy. Images in the journal keep the ids of the original.

    Returns:
        The number of rows that were added.
    """
    copied = copied_models()
    highest = highest_ids()
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL DEFERRED")
        added = sum(_copy(cursor, one, highest, count, (after[one], up_to[one])) for one in copied)
        for one in copied:
            if isinstance(one._meta.pk, models.AutoField):
                table = one._meta.db_table
                latest = _highest(cursor, one)
                cursor.execute("SELECT setval(pg_get_serial_sequence(%s, 'id'), %s)", [table, max(latest, 1)])
    return added


def _highest(cursor: Any, model: type[models.Model]) -> int:
    key = model._meta.pk
    assert key is not None
    if key.is_relation:
        # Its ids are those of another table, which may have more rows.
        return _highest(cursor, key.related_model)
    cursor.execute(_query("SELECT coalesce(max({}), 0) FROM {}", key.column, model._meta.db_table))
    return int(cursor.fetchone()[0])


def _query(words: LiteralString, *names: str | None) -> sql.Composed:
    return sql.SQL(words).format(*(sql.Identifier(cast(str, name)) for name in names))


def _copy(
    cursor: Any,
    model: type[models.Model],
    highest: dict[type[models.Model], int],
    count: int,
    ids: tuple[int, int],
) -> int:
    """Insert the copies of one table's rows, in one statement."""
    fields = [one for one in model._meta.concrete_fields if not isinstance(one, models.GeneratedField)]
    columns = sql.SQL(", ").join(sql.Identifier(one.column) for one in fields)
    values = sql.SQL(", ").join(_value(model, one, highest) for one in fields)
    owners = _owners(model, set(highest))
    where = (
        sql.SQL("true")
        if model in _ROOTS
        else sql.SQL(" OR ").join(_query("{} IS NOT NULL", one.column) for one in owners)
    )
    key = model._meta.pk
    assert key is not None
    cursor.execute(
        sql.SQL(
            "INSERT INTO {table} ({columns}) SELECT {values} FROM {table}, generate_series(1, {count}) k"
            " WHERE {key} > {after} AND {key} <= {up_to} AND ({where})"
        ).format(
            table=sql.Identifier(model._meta.db_table),
            columns=columns,
            values=values,
            count=sql.Literal(count),
            key=sql.Identifier(key.column),
            after=sql.Literal(ids[0]),
            up_to=sql.Literal(ids[1]),
            where=where,
        )
    )
    return int(cursor.rowcount)


def _value(model: type[models.Model], field: Any, highest: dict[type[models.Model], int]) -> sql.Composed:
    """Return the expression of one column of a copy."""
    owner = field.related_model if field.is_relation else model if field.primary_key else None
    if owner in highest:
        return sql.SQL("{} + k * {}").format(sql.Identifier(field.column), sql.Literal(highest[owner]))
    if isinstance(field, models.DateTimeField):
        return _query("{} - k * interval '1 day'", field.column)
    if isinstance(field, models.DateField):
        return _query("{} - k", field.column)
    if field.unique or field.name in _unique_fields(model):
        if isinstance(field, models.UUIDField):
            return sql.Composed([sql.SQL("gen_random_uuid()")])
        if isinstance(field, models.CharField):
            # As long as a digest, which most of these are.
            return sql.SQL("left(encode(sha256(convert_to({} || '~' || k, 'UTF8')), 'hex'), {})").format(
                sql.Identifier(field.column), sql.Literal(field.max_length)
            )
        return sql.SQL("{} + k * {}").format(sql.Identifier(field.column), sql.Literal(highest[model]))
    return _query("{}", field.column)


def _unique_fields(model: type[models.Model]) -> set[str]:
    """Return the fields that an unconditional constraint makes unique in the whole room."""
    return {
        one.fields[0]
        for one in model._meta.constraints
        if isinstance(one, models.UniqueConstraint) and len(one.fields) == 1 and one.condition is None
    }
