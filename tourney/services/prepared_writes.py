"""Insert and update single rows with statements that are composed once in a process; see `prepared_query`."""

import functools
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db import DEFAULT_DB_ALIAS, DatabaseError, connections, models
from django.db.models import signals
from django.db.models.deletion import Collector
from django.db.models.fields import NOT_PROVIDED
from django.db.transaction import mark_for_rollback_on_error
from psycopg.types.numeric import Int8

from tourney.services.planned_statements import run


@dataclass(frozen=True, slots=True)
class _Insert:
    """A composed statement: its columns, and whether the database makes the key."""

    sql: str
    columns: tuple[Any, ...]
    makes_key: bool


def insert(row: models.Model) -> None:
    """Insert a new row and set its key, as `row.save(force_insert=True)` does."""
    connection = connections[DEFAULT_DB_ALIAS]
    model = type(row)
    made = _insert_into(model, connection.vendor, row.pk is None) if _is_plain(model) else None
    if made is None or _has_receivers(model) or not connection.features.can_return_columns_from_insert:
        row.save(force_insert=True)
        return
    row._prepare_related_fields_for_save(operation_name="save")  # type: ignore[attr-defined]
    values = [_prepared(column.pre_save(row, True), column, connection) for column in made.columns]
    if any(hasattr(value, "as_sql") for value in values):
        row.save(force_insert=True)
        return
    with mark_for_rollback_on_error(connection.alias):
        found, _count = run(connection, made.sql, values)
        if made.makes_key:
            row.pk = found[0][0]
    row._state.adding = False
    row._state.db = connection.alias


def update(row: models.Model, names: Sequence[str]) -> None:
    """Save these columns of a row, as `row.save(update_fields=names)` does.

    Raises:
        DatabaseError: the row does not exist.
    """
    connection = connections[DEFAULT_DB_ALIAS]
    model = type(row)
    columns = _columns(model, tuple(names)) if _is_plain(model) else None
    if columns is None or row._state.adding or _has_receivers(model):
        row.save(update_fields=names)
        return
    row._prepare_related_fields_for_save(operation_name="save", fields=columns)  # type: ignore[attr-defined]
    values = [_prepared(column.pre_save(row, False), column, connection) for column in columns]
    if any(hasattr(value, "as_sql") for value in values):
        row.save(update_fields=names)
        return
    with mark_for_rollback_on_error(connection.alias):
        _rows, count = run(
            connection,
            _update_of(model, columns, connection.vendor),
            [*values, _prepared(row.pk, model._meta.pk, connection)],
        )
        if not count:
            raise DatabaseError(f"{model.__name__} {row.pk} does not exist.")


def set_columns(model: type[models.Model], key: int, **values: Any) -> None:
    """Set plain columns of one row, as `update` of a query set does."""
    connection = connections[DEFAULT_DB_ALIAS]
    columns = tuple(model._meta.get_field(name) for name in values)
    prepared = [
        _prepared(value, column, connection) for column, value in zip(columns, values.values(), strict=True)
    ]
    with mark_for_rollback_on_error(connection.alias):
        run(
            connection,
            _update_of(model, columns, connection.vendor),
            [*prepared, _prepared(key, model._meta.pk, connection)],
        )


def delete(row: models.Model) -> None:
    """Delete a row, as `row.delete()` does."""
    connection, model = connections[DEFAULT_DB_ALIAS], type(row)
    key = model._meta.pk
    if row.pk is None or not Collector(using=DEFAULT_DB_ALIAS).can_fast_delete(row):
        row.delete()
        return
    quote = connection.ops.quote_name
    # Names of the models' tables and columns only.
    sql = f"DELETE FROM {quote(model._meta.db_table)} WHERE {quote(key.column)} = %s"  # noqa: S608
    with mark_for_rollback_on_error(connection.alias):
        run(connection, sql, [_key(row.pk, model, connection)])
    setattr(row, key.attname, None)


def raise_column(model: type[models.Model], key: int, name: str, value: int) -> None:
    """Set a plain column of numbers of one row, unless it is as large already."""
    connection = connections[DEFAULT_DB_ALIAS]
    column: Any = model._meta.get_field(name)
    sql = f"{_update_of(model, (column,), connection.vendor)} AND {connection.ops.quote_name(column.column)} < %s"
    number = _prepared(value, column, connection)
    run(connection, sql, [number, _key(key, model, connection), number])


def _prepared(value: Any, column: Any, connection: Any) -> Any:
    """Return a value as the database takes it: keys with the type of their column."""
    made = column.get_db_prep_save(value, connection)
    return Int8(made) if type(made) is int and connection.vendor == "postgresql" else made


def _key(value: Any, model: type[models.Model], connection: Any) -> Any:
    return _prepared(value, model._meta.pk, connection)


@functools.cache
def _is_plain(model: type[models.Model]) -> bool:
    """Return whether a model is one table, saved as Django saves it, with values that Python knows."""
    own = model.save is not models.Model.save
    return not (own or model._meta.parents or model._meta.proxy) and not any(
        column.generated
        or column.db_default is not NOT_PROVIDED
        or hasattr(column, "get_placeholder")
        or (getattr(column, "db_returning", False) and not column.primary_key)
        for column in model._meta.concrete_fields
    )


def _has_receivers(model: type[models.Model]) -> bool:
    return signals.pre_save.has_listeners(model) or signals.post_save.has_listeners(model)


@functools.cache
def _insert_into(model: type[models.Model], vendor: str, makes_key: bool) -> _Insert | None:
    key = model._meta.pk
    made = isinstance(key, models.AutoField | models.BigAutoField)
    if makes_key and not made:
        return None
    quote = connections[DEFAULT_DB_ALIAS].ops.quote_name
    columns = tuple(one for one in model._meta.local_concrete_fields if not (makes_key and one.primary_key))
    names = ", ".join(quote(one.column) for one in columns)
    values = ", ".join(["%s"] * len(columns))
    # Names of the models' tables and columns only.
    sql = f"INSERT INTO {quote(model._meta.db_table)} ({names}) VALUES ({values})"  # noqa: S608
    return _Insert(sql + (f" RETURNING {quote(key.column)}" if makes_key else ""), columns, makes_key)


@functools.cache
def _columns(model: type[models.Model], names: tuple[str, ...]) -> tuple[Any, ...] | None:
    """Return the columns of these names; None if one is a key, or something else than a column."""
    known = {name: one for one in model._meta.concrete_fields for name in (one.name, one.attname)}
    found = tuple(dict.fromkeys(known[name] for name in names if name in known))
    return None if not found or len(found) != len(names) or any(one.primary_key for one in found) else found


@functools.cache
def _update_of(model: type[models.Model], columns: tuple[Any, ...], vendor: str) -> str:
    quote = connections[DEFAULT_DB_ALIAS].ops.quote_name
    values = ", ".join(f"{quote(one.column)} = %s" for one in columns)
    table, key = quote(model._meta.db_table), quote(model._meta.pk.column)
    # Names of the models' tables and columns only.
    return f"UPDATE {table} SET {values} WHERE {key} = %s"  # noqa: S608
