"""Rows of Python made of what the database returns to a prepared query, as Django makes them."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from django.db import DEFAULT_DB_ALIAS
from django.db.models import QuerySet
from django.db.models.query import (  # type: ignore[attr-defined]
    FlatValuesListIterable,
    ModelIterable,
    ValuesIterable,
    ValuesListIterable,
    get_related_populators,
)

Row = Sequence[Any]
MakesAnswer = Callable[[Iterable[Row], Any], list[Any]]


def answer_of(rows: QuerySet[Any, Any], compiler: Any) -> MakesAnswer:
    """Return a function that makes model rows, tuples, values or dictionaries of rows of the database.

    It takes the rows and the connection.

    Args:
        rows: the query set.
        compiler: Django's compiler after it has composed its SQL.

    Raises:
        TypeError: Django makes something else of these rows.
    """
    fields = [one[0] for one in compiler.select[: compiler.col_count]]
    if compiler.has_extra_select or compiler.has_composite_fields(fields):
        raise TypeError(f"A prepared query returns columns only: {rows.query}")
    make = _MAKERS.get(getattr(rows, "_iterable_class"))  # noqa: B009
    if make is None:
        raise TypeError(f"A prepared query can't return such rows: {rows.query}")
    converters = tuple((at, *one) for at, one in compiler.get_converters(fields).items())
    made = make(rows, compiler)
    if not converters:
        return lambda found, _connection: made(found)
    return lambda found, connection: made(_converted(found, converters, connection))


def _converted(found: Iterable[Row], converters: Sequence[Any], connection: Any) -> list[Row]:
    """Return rows with the values that the columns' types have in Python."""
    answer: list[Row] = []
    for row in found:
        values = list(row)
        for at, functions, column in converters:
            value = values[at]
            for function in functions:
                value = function(value, column, connection)
            values[at] = value
        answer.append(values)
    return answer


def _models(_rows: QuerySet[Any, Any], compiler: Any) -> Callable[[Iterable[Row]], list[Any]]:
    info, select = compiler.klass_info, compiler.select
    model, columns = info["model"], info["select_fields"]
    first, end = columns[0], columns[-1] + 1
    names = [one[0].target.attname for one in select[first:end]]
    others = get_related_populators(info, select, DEFAULT_DB_ALIAS)
    annotations = tuple((compiler.annotation_col_map or {}).items())

    def make(found: Iterable[Row]) -> list[Any]:
        answer = []
        for values in found:
            row = model.from_db(DEFAULT_DB_ALIAS, names, values[first:end])
            for other in others:
                other.populate(values, row)
            for name, at in annotations:
                setattr(row, name, values[at])
            answer.append(row)
        return answer

    return make


def _dictionaries(rows: QuerySet[Any, Any], _compiler: Any) -> Callable[[Iterable[Row]], list[Any]]:
    query: Any = rows.query
    names = list(query.selected or (*query.values_select, *query.annotation_select))
    return lambda found: [dict(zip(names, values, strict=False)) for values in found]


def _tuples(_rows: QuerySet[Any, Any], _compiler: Any) -> Callable[[Iterable[Row]], list[Any]]:
    return lambda found: list(map(tuple, found))


def _single(_rows: QuerySet[Any, Any], _compiler: Any) -> Callable[[Iterable[Row]], list[Any]]:
    return lambda found: [values[0] for values in found]


# By the class with which Django iterates over a query set.
_MAKERS: dict[Any, Callable[[QuerySet[Any, Any], Any], Callable[[Iterable[Row]], list[Any]]]] = {
    ModelIterable: _models,
    ValuesIterable: _dictionaries,
    ValuesListIterable: _tuples,
    FlatValuesListIterable: _single,
}
