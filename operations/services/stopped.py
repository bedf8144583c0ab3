"""Keep the room stopped while its tables are replaced."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime

from django.conf import settings
from django.db import connection

from operations.services.backup import copies
from operations.services.copies import Copies
from ops.errors import OpsError
from ops.lock import RunLock

# A process that runs says so every second or two.
_WATCHED_SECONDS = 4.0


@contextmanager
def room_stopped() -> Iterator[None]:
    """Hold the room's lock, so that it is not started meanwhile.

    Raises:
        OpsError: the room runs, here or elsewhere on the same database.
    """
    lock = RunLock(settings.DATA_DIR / "run")
    lock.acquire()
    try:
        lock.sweep()
        _require_stopped(copies())
        yield
    finally:
        connection.close()
        lock.release()


def _require_stopped(database: Copies) -> None:
    before = database.in_use().seen_at
    if before is None or abs((datetime.now(UTC) - before).total_seconds()) > 3600:
        return
    time.sleep(_WATCHED_SECONDS)
    if database.in_use().seen_at != before:
        raise OpsError("The room is running on this database. Stop all of its processes first.")
