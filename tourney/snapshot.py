"""Read several boards from one database snapshot, and run the same query only once in it."""

import functools
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from contextvars import ContextVar
from typing import Any, ParamSpec, TypeVar

from django.db import connection, models, transaction

from tourney.services.planned_statements import begin_snapshot

P = ParamSpec("P")
T = TypeVar("T")
Row = TypeVar("Row", bound=models.Model)
_known: ContextVar[dict[Any, Any] | None] = ContextVar("known", default=None)
_settled: ContextVar[dict[Any, Any] | None] = ContextVar("settled", default=None)
_changes: ContextVar[Sequence[Any]] = ContextVar("changes", default=())
# Changes of the current command of the room, which may carry out commands of tournaments.
_room_changes: ContextVar[Sequence[Any]] = ContextVar("room_changes", default=())


@contextmanager
def consistent_read() -> Iterator[None]:
    """Open a read-only transaction with a consistent snapshot that does not hold up commands.

    By default SQLite would take the write lock (as commands need), and PostgreSQL would see later commits.
    """
    nested = connection.in_atomic_block
    kept = getattr(connection, "transaction_mode", None)
    if connection.vendor == "sqlite" and not nested:
        connection.transaction_mode = "DEFERRED"  # type: ignore[attr-defined]
    known = _known.set({}) if _known.get() is None else None
    try:
        # Within another snapshot or a command, use that one: nothing is written here, so a read that fails with "not
        # found" rolls nothing back.
        with nullcontext() if nested else transaction.atomic():
            if connection.vendor == "postgresql" and not nested:
                begin_snapshot(connection)
            yield
    finally:
        if known is not None:
            _known.reset(known)
        if connection.vendor == "sqlite" and not nested:
            connection.transaction_mode = kept  # type: ignore[attr-defined]


def in_consistent_read() -> bool:
    """Return whether a read-only snapshot is open, in which nothing may be written."""
    return _known.get() is not None


@contextmanager
def command_cache(changes: Sequence[Any], *, of_room: bool) -> Iterator[None]:
    """Within the block, cache reads of data that no command of a tournament changes (`cached_in_command`).

    Args:
        changes: the changes of the command, which grow while it is carried out.
        of_room: whether it is a command of the room, which may change all data.
    """
    before, others = _settled.set(None if of_room else {}), _changes.set(changes)
    room = _room_changes.set(changes if of_room else _room_changes.get())
    try:
        yield
    finally:
        _settled.reset(before)
        _changes.reset(others)
        _room_changes.reset(room)


def changes_of_command() -> Sequence[Any]:
    """Return what the command that is being carried out has changed so far; nothing outside of commands."""
    return _changes.get()


def changes_of_room_command() -> Sequence[Any]:
    """Return what the current command of the room has changed so far, also within its commands of tournaments."""
    return _room_changes.get()


def memory_of_reads() -> dict[Any, Any] | None:
    """Return what the current snapshot, or else the current command of a tournament, has read; None outside both.

    A command holds the lock of its tournament, so no other one writes to its journal in the meantime.
    """
    return _cache_in((_known, _settled))


def cached_in_snapshot(read: Callable[P, T]) -> Callable[P, T]:
    """Cache a read function within `consistent_read`, where nothing changes; outside, call it each time.

    Arguments are rows, identified by their key, or hashable values. Callers must not change the result.
    """

    return _kept_in((_known,), read)


def cached_in_command(read: Callable[P, T]) -> Callable[P, T]:
    """Like `cached_in_snapshot`, and also within `command_cache`: for data that only the room's commands
    change.
    """
    return _kept_in((_known, _settled), read)


def cached_until_changed(*models: str) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """Like `cached_in_snapshot`, but within a command of a tournament also until it changes rows of these models.

    Only for data of the tournament, whose row the command has locked.
    """

    def kept(read: Callable[P, T]) -> Callable[P, T]:
        in_snapshot = _kept_in((_known,), read)

        @functools.wraps(read)
        def reading(*args: P.args, **kwargs: P.kwargs) -> T:
            settled, changes = _settled.get(), _changes.get()
            if settled is None or _known.get() is not None:
                return in_snapshot(*args, **kwargs)
            key = _key_of(read, args, kwargs)
            seen, answer = settled.get(key, (-1, None))
            if seen < 0 or any(change["model"] in models for change in changes[seen:]):
                answer = read(*args, **kwargs)
            settled[key] = (len(changes), answer)
            found: T = answer
            return found

        return reading

    return kept


def cached_in_snapshot_each(
    read: Callable[[Sequence[Row]], dict[int, T]],
) -> Callable[[Iterable[Row]], dict[int, T]]:
    """Like `cached_in_snapshot`, for a read of several rows of one model that returns results by key: within
    `consistent_read` it is called only for rows that were not read yet.
    """
    return _each_kept_in((_known,), read)


def cached_in_command_each(
    read: Callable[[Sequence[Row]], dict[int, T]],
) -> Callable[[Iterable[Row]], dict[int, T]]:
    """Like `cached_in_command`, for such a read of several rows."""
    return _each_kept_in((_known, _settled), read)


_Places = tuple[ContextVar[dict[Any, Any] | None], ...]


def _cache_in(places: _Places) -> dict[Any, Any] | None:
    return next((found for place in places if (found := place.get()) is not None), None)


def _each_kept_in(
    places: _Places, read: Callable[[Sequence[Row]], dict[int, T]]
) -> Callable[[Iterable[Row]], dict[int, T]]:
    @functools.wraps(read)
    def reading(rows: Iterable[Row]) -> dict[int, T]:
        known, rows = _cache_in(places), list(rows)
        if known is None:
            return read(rows)
        new = [row for row in rows if (read, row.pk) not in known]
        if new:
            known.update({(read, pk): answer for pk, answer in read(new).items()})
        return {row.pk: known[read, row.pk] for row in rows if (read, row.pk) in known}

    return reading


def _kept_in(places: _Places, read: Callable[P, T]) -> Callable[P, T]:
    @functools.wraps(read)
    def reading(*args: P.args, **kwargs: P.kwargs) -> T:
        known = _cache_in(places)
        if known is None:
            return read(*args, **kwargs)
        key = _key_of(read, args, kwargs)
        if key not in known:
            known[key] = read(*args, **kwargs)
        answer: T = known[key]
        return answer

    return reading


def _key_of(read: object, args: Sequence[Any], kwargs: Mapping[str, Any]) -> tuple[Any, ...]:
    parts = (*args, *sorted(kwargs.items()))
    return read, *((type(part), part.pk) if isinstance(part, models.Model) else part for part in parts)
