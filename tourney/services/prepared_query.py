"""Queries whose SQL Django composes once in a process instead of at each call.

Composing a small query takes Django several times as long as the database takes to answer it, and commands send
the same few queries again and again, with other values.
"""

import uuid
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Any, Generic, TypeGuard, TypeVar

from django.db import DEFAULT_DB_ALIAS, connections
from django.db.models import QuerySet
from django.db.transaction import TransactionManagementError
from psycopg.types.numeric import Int8

from tourney.services.planned_statements import run
from tourney.services.prepared_answers import MakesAnswer, answer_of

Answer = TypeVar("Answer")
Value = int | str | uuid.UUID | datetime | date
Given = Value | Sequence[Value]

_VARYING = frozenset({int, str, uuid.UUID, datetime, date})
_LARGEST = 2**63
# Longer lists are rare in commands; each length is composed by itself.
_LONGEST_LIST = 8
# Stand for values while a query is composed; small enough for every column of numbers. A query is composed with
# both, so that a constant which happens to equal one of them is noticed.
_STAND_INS = (31_000, 32_000)
_SOME_DAY = datetime(2001, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class _Composed:
    """A composed query.

    Attributes:
        sql: the statement with placeholders.
        sources: for each placeholder the position of the value among the given ones, or None and a constant.
        answer: makes model rows or tuples of what the database returns.
        locks: whether it locks the rows.
        kinds: for each placeholder the class of numbers in which the driver tells the type of the column, or None. So
            one statement is prepared for small and large numbers.
    """

    sql: str
    sources: tuple[tuple[int | None, Any], ...]
    answer: MakesAnswer
    locks: bool
    kinds: tuple[type[int] | None, ...]


class PreparedQuery(Generic[Answer]):
    """A query that is composed once and then sent with other values.

    Only for values that do not change the shape of the statement: numbers, texts, UUIDs, times, dates, and lists of
    them. None and booleans do not belong to them; neither do `prefetch_related` and slices with variable bounds.

    Args:
        build: returns the query set for given values. It must use them as they are, and read nothing else.
    """

    def __init__(self, build: Callable[..., QuerySet[Any, Answer]]) -> None:
        self._build = build
        self._composed: dict[tuple[Any, ...], _Composed] = {}

    def all(self, *given: Given) -> list[Answer]:
        """Return all rows for these values."""
        connection = connections[DEFAULT_DB_ALIAS]
        kinds = tuple(map(type, given))
        if all(map(can_vary, given)):
            flat: Sequence[Value] = given  # type: ignore[assignment]
            key: tuple[Any, ...] = (connection.vendor, kinds)
        else:
            shape = tuple(-1 if can_vary(one) else len(_values_of(one)) for one in given)
            if 0 in shape:
                return []
            if max(shape) > _LONGEST_LIST:
                return list(self._build(*given))
            flat = [value for one in given for value in (one if isinstance(one, (list, tuple)) else (one,))]
            key = (connection.vendor, kinds, shape)
        composed = self._composed.get(key)
        if composed is None:
            composed = self._composed[key] = _compose(self._build, given)
        values: tuple[Any, ...] = tuple(
            [constant if position is None else flat[position] for position, constant in composed.sources]
        )
        if composed.locks and not connection.in_atomic_block:
            raise TransactionManagementError("Rows are locked only within a transaction.")
        if connection.vendor == "sqlite":
            values = tuple(_for_sqlite(one, connection) for one in values)
        elif composed.kinds:
            values = tuple(
                [one if kind is None else kind(one) for one, kind in zip(values, composed.kinds, strict=True)]
            )
        found, _count = run(connection, composed.sql, values)
        return composed.answer(found, connection) if found else []

    def first(self, *given: Given) -> Answer | None:
        """Return the first row for these values; None if there is none."""
        return next(iter(self.all(*given)), None)


def can_vary(value: object) -> TypeGuard[Value]:
    """Return whether a value can be a parameter of a prepared query: databases have no larger numbers than 64 bits."""
    return type(value) in _VARYING and (not isinstance(value, int) or -_LARGEST <= value < _LARGEST)


def _for_sqlite(value: Any, connection: Any) -> Any:
    """Return a value as SQLite stores it: UUIDs as 32 hexadecimal digits, times and dates as texts."""
    if isinstance(value, uuid.UUID):
        return value.hex
    if isinstance(value, datetime):
        return connection.ops.adapt_datetimefield_value(value)
    return value.isoformat() if isinstance(value, date) else value


def _values_of(values: object) -> Sequence[Value]:
    """Return the values of a list.

    Raises:
        TypeError: it is no list, or they are of a type that can't vary.
    """
    if isinstance(values, (list, tuple)) and all(can_vary(one) for one in values):
        return values
    raise TypeError(f"A prepared query can't be sent with {values!r}.")


def _compose(build: Callable[..., QuerySet[Any, Any]], given: Sequence[Given]) -> _Composed:
    """Compose a query with values that stand for the given ones.

    Raises:
        TypeError: a value does not reach the database as it is.
    """
    first, second = (_composed_with(build, given, base) for base in _STAND_INS)
    if (first.sql, first.sources) != (second.sql, second.sources):
        raise TypeError(f"The values of a prepared query change its shape: {first.sql}")
    return first


def _kind_of(sent: Any, position: int | None) -> type[int] | None:
    """Return the class of numbers that a value is sent as: as Django sent it, or as a key has it."""
    if not isinstance(sent, int) or isinstance(sent, bool):
        return None
    if type(sent) is not int:
        return type(sent)
    return None if position is None else Int8


def _composed_with(build: Callable[..., QuerySet[Any, Any]], given: Sequence[Given], base: int) -> _Composed:
    stand_ins: dict[Any, int] = {}

    def stand_in(value: Value) -> Value:
        number = len(stand_ins)
        made: Value = base + number
        if isinstance(value, str):
            made = str(made)
        elif isinstance(value, uuid.UUID):
            made = uuid.UUID(int=base + number)
        elif isinstance(value, datetime):
            made = _SOME_DAY + timedelta(microseconds=base + number)
        elif isinstance(value, date):
            made = (_SOME_DAY + timedelta(days=base + number)).date()
        stand_ins[made] = number
        return made

    arguments = [
        stand_in(one) if can_vary(one) else [stand_in(value) for value in _values_of(one)] for one in given
    ]
    rows: Any = build(*arguments)
    if rows._prefetch_related_lookups:
        raise TypeError("A prepared query can't prefetch; use two.")
    compiler = rows.query.get_compiler(DEFAULT_DB_ALIAS)
    sql, sent = compiler.as_sql()
    stored = {_for_sqlite(made, compiler.connection): made for made in stand_ins}
    parameters = tuple(stand_ins.get(stored.get(one, one)) for one in sent)
    if set(parameters) - {None} != set(range(len(stand_ins))):
        raise TypeError(f"A value of a prepared query does not reach the database: {sql}")
    sources = tuple(
        (position, one if position is None else None) for one, position in zip(sent, parameters, strict=True)
    )
    locks = bool(rows.query.select_for_update)
    kinds = tuple(_kind_of(one, position) for one, position in zip(sent, parameters, strict=True))
    return _Composed(sql, sources, answer_of(rows, compiler), locks, kinds)
