"""What copies of a database have in common, whichever engine it has."""

from collections.abc import Callable, Collection, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Protocol

from operations.rules.manifest import Journal

# Present names first. An update backs up the tables as the version before has them: 0.1.0 had the others.
JOURNAL_TABLES = ("tourney_journalentry", "tourney_line")
_HEARTBEAT_TABLES = ("tourney_heartbeat", "tourney_pulse")


@dataclass(frozen=True, slots=True)
class Copied:
    """What was in the database when it was copied.

    Attributes:
        journal: its journal.
        migrations: those applied, as "app.name".
    """

    journal: Journal
    migrations: list[str]


@dataclass(frozen=True, slots=True)
class InUse:
    """Whether a database is in use.

    Attributes:
        holds_rows: whether it has logins or a journal.
        seen_at: when one of the room's processes was last known to run on it.
    """

    holds_rows: bool
    seen_at: datetime | None

    @classmethod
    def of(cls, tables: Collection[str], first: Callable[[str], Any]) -> "InUse":
        """Read it.

        Args:
            tables: those of the database.
            first: runs a query and returns the first value.
        """
        holds = any(
            table in tables and first(f"SELECT EXISTS (SELECT 1 FROM {table})")  # noqa: S608 - names of our own tables
            for table in ("tourney_user", *JOURNAL_TABLES)
        )
        beats = next((table for table in _HEARTBEAT_TABLES if table in tables), None)
        seen = first(f"SELECT max(seen_at) FROM {beats}") if beats else None  # noqa: S608 - as above
        if isinstance(seen, str):
            seen = datetime.fromisoformat(seen)
        if seen is not None and seen.tzinfo is None:
            seen = seen.replace(tzinfo=UTC)
        return cls(bool(holds), seen)


class Copies(Protocol):
    """Copies of the room's database."""

    engine: str

    def dump(self, to: Path, tables: Sequence[str]) -> Copied:
        """Copy the database as it is now, while commands go on writing.

        Args:
            to: a new file.
            tables: the names that the journal's table has or had; the first that exists is read.

        Raises:
            OpsError: there is no database, or a program is missing.
        """

    def check(self, dump: Path, tables: Sequence[str]) -> Journal:
        """Restore a copy into a scratch database, and return its journal.

        Raises:
            OpsError: it cannot be restored.
        """

    def size(self) -> int:
        """Return how many bytes the database has."""

    def delete_leftovers(self, before: datetime) -> None:
        """Delete the scratch databases of checks that began before this and were killed."""

    def in_use(self) -> InUse:
        """Return whether the database holds something, and whether a room runs on it."""

    def replace(self, dump: Path, aside: Path) -> AbstractContextManager[str]:
        """Put a copy in the place of the database. What was there is moved, and comes back if the body fails.

        The body gets a text that says where it is; empty if it is in `aside`, or there was nothing.

        Args:
            dump: the copy.
            aside: a directory for files that are moved; its name also names what a server moves.
        """
