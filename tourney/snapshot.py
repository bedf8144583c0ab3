"""Looking at everything as it is at one moment, and asking the database for the same thing once."""

import functools
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from contextvars import ContextVar
from typing import Any, ParamSpec, TypeVar

from django.db import connection, models, transaction

P = ParamSpec("P")
T = TypeVar("T")
Row = TypeVar("Row", bound=models.Model)
_known: ContextVar[dict[Any, Any] | None] = ContextVar("known", default=None)
_settled: ContextVar[dict[Any, Any] | None] = ContextVar("settled", default=None)


@contextmanager
def consistent_read() -> Iterator[None]:
    """A read-only transaction in which everything is of one moment, and which holds up no action.

    SQLite would take the write lock at once (actions want that), PostgreSQL would see later commits.
    """
    nested = connection.in_atomic_block
    kept = getattr(connection, "transaction_mode", None)
    if connection.vendor == "sqlite" and not nested:
        connection.transaction_mode = "DEFERRED"  # type: ignore[attr-defined]
    known = _known.set({}) if _known.get() is None else None
    try:
        # Within another moment (or an action) it is that one: nothing is written here, so that a reading which ends
        # with "there is none" takes nothing of the whole with it.
        with nullcontext() if nested else transaction.atomic():
            if connection.vendor == "postgresql" and not nested:
                with connection.cursor() as cursor:
                    cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
            yield
    finally:
        if known is not None:
            _known.reset(known)
        if connection.vendor == "sqlite" and not nested:
            connection.transaction_mode = kept  # type: ignore[attr-defined]


@contextmanager
def command_cache() -> Iterator[None]:
    """Within it, what no action of a tournament changes is read once (`once_a_decision`)."""
    before = _settled.set({})
    try:
        yield
    finally:
        _settled.reset(before)


def cached_in_snapshot(read: Callable[P, T]) -> Callable[P, T]:
    """Have a reading function asked once within `one_moment`, where nothing can change; outside of it, each time.

    Arguments are rows, which count by their key, and what can be a key of a dict. Nobody may change what it returns.
    """

    return _kept_in((_known,), read)


def cached_in_command(read: Callable[P, T]) -> Callable[P, T]:
    """As `once_a_moment`, and once within `one_decision`: for what only the room's own actions change."""
    return _kept_in((_known, _settled), read)


def cached_in_snapshot_each(
    read: Callable[[Sequence[Row]], dict[int, T]],
) -> Callable[[Iterable[Row]], dict[int, T]]:
    """As `once_a_moment`, for a reading of several rows of one model at once that answers by their keys: within
    `one_moment` it is asked only for those that it was not asked for yet.
    """

    @functools.wraps(read)
    def reading(rows: Iterable[Row]) -> dict[int, T]:
        known, rows = _known.get(), list(rows)
        if known is None:
            return read(rows)
        new = [row for row in rows if (read, row.pk) not in known]
        if new:
            known.update({(read, pk): answer for pk, answer in read(new).items()})
        return {row.pk: known[read, row.pk] for row in rows if (read, row.pk) in known}

    return reading


def _kept_in(places: tuple[ContextVar[dict[Any, Any] | None], ...], read: Callable[P, T]) -> Callable[P, T]:
    @functools.wraps(read)
    def reading(*args: P.args, **kwargs: P.kwargs) -> T:
        known = next((found for place in places if (found := place.get()) is not None), None)
        if known is None:
            return read(*args, **kwargs)
        parts = (*args, *sorted(kwargs.items()))
        key = (
            read,
            *((type(part), part.pk) if isinstance(part, models.Model) else part for part in parts),
        )
        if key not in known:
            known[key] = read(*args, **kwargs)
        answer: T = known[key]
        return answer

    return reading
