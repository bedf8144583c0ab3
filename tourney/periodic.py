"""Periodic tasks: work that is due because time passes, checked every second.

A worker runs them when beat sends a tick. If none did so for two seconds, the web process runs them
itself, so a dead worker never stops the room. Each task is idempotent: what is due is carried out once.
"""

import logging
import threading
import time
from collections.abc import Callable
from datetime import datetime, timedelta

from django.conf import settings
from django.db import DatabaseError, close_old_connections, transaction

from tourney.models import Heartbeat
from tourney.now import database_now, measure_offset
from tourney.signals import OutageEnded, outage_ended

log = logging.getLogger(__name__)
PeriodicTask = Callable[[], None]

# Prefix of heartbeats that are not processes: they say when a scheduled deletion last ran.
DELETION = "deleted:"
_periodic_tasks: dict[str, PeriodicTask] = {}


def periodic(work: PeriodicTask) -> PeriodicTask:
    """Register a function to be called about every second."""
    _periodic_tasks[f"{work.__module__}.{work.__qualname__}"] = work
    return work


def do_all() -> None:
    """Run every periodic task once. A failing task does not stop the others."""
    for name, work in _periodic_tasks.items():
        try:
            work()
        except Exception:
            log.exception("Periodic task %s failed; retrying in a second.", name)


def note(part: str, seen_at: datetime | None = None) -> None:
    """Record that a process is running."""
    Heartbeat.objects.update_or_create(part=part, defaults={"seen_at": seen_at or database_now()})


def last_note(*parts: str) -> datetime | None:
    """Return when one of these was last known to run; None if none ever was."""
    rows = Heartbeat.objects.filter(part__in=parts)
    return rows.order_by("-seen_at").values_list("seen_at", flat=True).first()


def age(part: str) -> float | None:
    """Return the seconds since a process was last known to run; None if it never was."""
    seen = Heartbeat.objects.filter(part=part).values_list("seen_at", flat=True).first()
    return None if seen is None else (database_now() - seen).total_seconds()


class FallbackScheduler(threading.Thread):
    """Record that each web process runs, detect outages, and stand in for a missing worker."""

    def __init__(self) -> None:
        super().__init__(name="fallback-scheduler", daemon=True)
        self._noted = 0.0
        self._measured = 0.0

    def run(self) -> None:
        """Check once a second as long as the process runs."""
        while True:
            close_old_connections()
            try:
                self.check()
            except DatabaseError as error:
                log.warning("Fallback scheduler could not check (%s); retrying.", error)
            except Exception:
                log.exception("Fallback scheduler failed; retrying.")
            time.sleep(1.0)

    def check(self) -> None:
        """Check once."""
        if time.monotonic() - self._measured > 30:
            measure_offset()
            self._measured = time.monotonic()
        self._notice_outage()
        worked = age("worker")
        # A time in the future means that the clock was set back since.
        if worked is None or not -2.0 <= worked <= 2.0:
            do_all()

    def _notice_outage(self) -> None:
        now = database_now()
        before = Heartbeat.objects.filter(part="web").first()
        if before is None:
            Heartbeat.objects.get_or_create(part="web", defaults={"seen_at": now})
            return
        # The clock was set back.
        if abs(now - before.seen_at) < timedelta(seconds=min(2.0, settings.OUTAGE_SECONDS / 4)):
            return
        # One transaction: if recording the outage fails, it is not forgotten.
        with transaction.atomic():
            # Compare and set: of several web processes that resume together, one reports the outage.
            mine = Heartbeat.objects.filter(part="web", seen_at=before.seen_at).update(seen_at=now)
            if mine == 1 and now - before.seen_at > timedelta(seconds=settings.OUTAGE_SECONDS):
                log.warning("The server was away from %s to %s.", before.seen_at, now)
                outage_ended.send(OutageEnded(before.seen_at, now))
