"""Where the processor time of a command goes: parts of the product are timed, each without the parts within it."""

import functools
import inspect
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from unittest import mock

from django.db import connection, models
from django.db.backends.utils import CursorWrapper
from django.db.models import sql
from django.db.models.sql import compiler

from tourney.journal import commands, tx
from tourney.live import publish
from tourney.models import JournalEntry
from tourney.services import planned_statements, prepared_query

# Each call of this one is a query.
_DRIVER = "driver of the database"
# What is timed, by section: owner and names of functions. Time outside all of them is the command's own.
PARTS: dict[str, list[tuple[Any, tuple[str, ...]]]] = {
    "validation": [(commands, ("checked",)), (tx.Tx, ("_check", "_check_many"))],
    "composing SQL": [
        (models.QuerySet, ("_filter_or_exclude", "_chain", "order_by", "annotate", "_values")),
        (sql.Query, ("get_aggregation",)),
        *(
            (one, ("as_sql",))
            for one in (
                compiler.SQLCompiler,
                compiler.SQLInsertCompiler,
                compiler.SQLUpdateCompiler,
                compiler.SQLDeleteCompiler,
                compiler.SQLAggregateCompiler,
            )
        ),
    ],
    "rows of Django": [
        (models.QuerySet, ("_fetch_all", "get", "_insert", "update")),
        (models.Model, ("save_base", "delete")),
        (prepared_query.PreparedQuery, ("all",)),
    ],
    "journal": [
        (tx, ("image", "differences")),
        (commands, ("plain",)),
        (JournalEntry.objects, ("create",)),
    ],
    _DRIVER: [(planned_statements._Statements, ("send",)), (CursorWrapper, ("execute",))],
    "boards": [(publish, ("read_boards", "read_own"))],
    "publishing": [(commands, ("publish",)), (publish, ("encode", "encoded"))],
}


class Sections:
    """Processor time of this thread by section, in seconds, and what its commands sent to the database."""

    def __init__(self) -> None:
        self.seconds: Counter[str] = Counter()
        self.queries = 0
        self._open: list[str] = ["the command itself"]
        self._since = time.thread_time()

    def clear(self) -> None:
        """Begin again."""
        self.seconds.clear()
        self.queries = 0
        self._since = time.thread_time()

    def stop(self) -> dict[str, float]:
        """Return the seconds by section since `clear`."""
        self._count()
        return dict(self.seconds)

    def _count(self) -> None:
        now = time.thread_time()
        self.seconds[self._open[-1]] += now - self._since
        self._since = now

    @contextmanager
    def section(self, name: str) -> Iterator[None]:
        """Count the time within the block for a section."""
        self._count()
        self._open.append(name)
        try:
            yield
        finally:
            self._count()
            self._open.pop()

    def timed(self, name: str, function: Any) -> Any:
        """Return a function whose time counts for a section."""

        if isinstance(function, staticmethod):
            return staticmethod(self.timed(name, function.__func__))

        @functools.wraps(function)
        def call(*args: Any, **kwargs: Any) -> Any:
            self.queries += name == _DRIVER
            with self.section(name):
                return function(*args, **kwargs)

        return call

    @contextmanager
    def measured(self) -> Iterator[None]:
        """Time all sections within the block."""
        patches = [
            mock.patch.object(
                owner,
                name,
                self.timed(
                    section, (inspect.getattr_static if inspect.isclass(owner) else getattr)(owner, name)
                ),
            )
            for section, parts in PARTS.items()
            for owner, names in parts
            for name in names
            if hasattr(owner, name)
        ]
        patches.append(mock.patch.object(connection, "commit", self.timed("commit", connection.commit)))
        for patch in patches:
            patch.start()
        try:
            yield
        finally:
            for patch in reversed(patches):
                patch.stop()


def server_seconds(process: int) -> float:
    """Return the processor time that a process of the database server has used."""
    ran, _waited, _slices = Path(f"/proc/{process}/schedstat").read_text(encoding="ascii").split()
    return int(ran) / 1e9
