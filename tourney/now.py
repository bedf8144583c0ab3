"""One source of time for the room: the database's clock.

Every process measures the offset of its clock from the database's, so that machines with different
clocks show the same second.
"""

import threading
import time
from datetime import UTC, datetime, timedelta

from django.db import connection

from tourney.services.planned_statements import run

_MEASURE_EVERY = 30.0
_SAMPLES = 5
_lock = threading.Lock()
# The database's time minus the clock that nobody sets; None: not measured, or there is only this machine's clock.
_offset: float | None = None
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
        found, _count = run(connection, "SELECT clock_timestamp()", ())
        at = found[0][0]
        return at.astimezone(UTC) + _moved  # type: ignore[no-any-return]
    return datetime.now(UTC) + _moved


def _steady() -> float:
    """Return the seconds of a clock that nobody sets, and that goes on while the machine sleeps."""
    return time.clock_gettime(time.CLOCK_BOOTTIME) if hasattr(time, "CLOCK_BOOTTIME") else time.monotonic()


def measure_offset() -> float:
    """Measure how far this machine's clock is from the database's, in seconds; the answer with the least delay is used.

    What is stored is the database's time on the clock that nobody sets: a machine whose clock is set stays on time.
    """
    global _offset, _measured_at
    best: tuple[float, float, float] | None = None
    if connection.vendor == "postgresql":
        for _ in range(_SAMPLES):
            sent, own = _steady(), time.time()
            theirs = (database_now() - _moved).timestamp()
            received = _steady()
            half = (received - sent) / 2
            sample = (received - sent, theirs - sent - half, theirs - own - half)
            best = sample if best is None else min(best, sample)
    with _lock:
        _offset = best[1] if best else None
        _measured_at = time.monotonic()
        return best[2] if best else 0.0


def _room_time() -> float:
    """Return the room's time in seconds since 1970, from the last measurement."""
    offset = _offset
    return (time.time() if offset is None else _steady() + offset) + _moved.total_seconds()


def room_now() -> datetime:
    """Return the room's time without a query each time (an old offset is measured again)."""
    if connection.vendor == "postgresql" and (
        _measured_at is None or time.monotonic() - _measured_at > _MEASURE_EVERY
    ):
        measure_offset()
    return datetime.fromtimestamp(_room_time(), UTC)


def server_ms() -> int:
    """Return the room's time in milliseconds since 1970, from the last measured offset; never blocks."""
    return round(_room_time() * 1000)


def to_ms(at: datetime | None) -> int | None:
    """Convert a row's time to its wire format."""
    return None if at is None else round(at.timestamp() * 1000)


def from_ms(at: int) -> datetime:
    """Convert a time in wire format to a row's."""
    return datetime.fromtimestamp(at / 1000, UTC)
