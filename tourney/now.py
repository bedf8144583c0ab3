"""One source of time for the room: the database's clock.

Every process measures the offset of its clock from the database's, so that machines with different
clocks show the same second.
"""

import threading
import time
from datetime import UTC, datetime, timedelta

from django.db import connection

_MEASURE_EVERY = 30.0
_SAMPLES = 5
_lock = threading.Lock()
_offset = 0.0
_measured_at: float | None = None
_moved = timedelta()


def move_time(by: timedelta) -> None:
    """Set how far this process's time is from the present: only for a simulation in a process of its own, whose evening
    passes faster than the clock.

    Args:
        by: negative: into the past. Zero ends it.
    """
    global _moved
    _moved = by


def database_now() -> datetime:
    """Query the database's present time. It advances within a transaction as well."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT clock_timestamp()")
            at = cursor.fetchone()[0]
        return at.astimezone(UTC) + _moved  # type: ignore[no-any-return]
    return datetime.now(UTC) + _moved


def measure_offset() -> float:
    """Measure and store database time minus this machine's time, in seconds; the answer with the least delay
    is used.
    """
    global _offset, _measured_at
    best: tuple[float, float] | None = None
    if connection.vendor == "postgresql":
        for _ in range(_SAMPLES):
            sent = time.time()
            theirs = (database_now() - _moved).timestamp()
            received = time.time()
            sample = (received - sent, theirs - (sent + received) / 2)
            best = sample if best is None else min(best, sample)
    with _lock:
        _offset = best[1] if best else 0.0
        _measured_at = time.monotonic()
        return _offset


def room_now() -> datetime:
    """Return the room's time without a query each time (an old offset is measured again)."""
    if connection.vendor == "postgresql" and (
        _measured_at is None or time.monotonic() - _measured_at > _MEASURE_EVERY
    ):
        measure_offset()
    return datetime.fromtimestamp(time.time() + _offset, UTC) + _moved


def server_ms() -> int:
    """Return the room's time in milliseconds since 1970, from the last measured offset; never blocks."""
    return round((time.time() + _offset + _moved.total_seconds()) * 1000)


def to_ms(at: datetime | None) -> int | None:
    """Convert a row's time to its wire format."""
    return None if at is None else round(at.timestamp() * 1000)


def from_ms(at: int) -> datetime:
    """Convert a time in wire format to a row's."""
    return datetime.fromtimestamp(at / 1000, UTC)
