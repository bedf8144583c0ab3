"""What has to happen because time passes: duties, looked at every second.

The worker does them when beat says so. Where no worker did within two seconds, the web process does the same
itself, so a dead worker never stops the room. Each duty takes what is due once and may run twice without harm.
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
Duty = Callable[[], None]

_duties: dict[str, Duty] = {}


def periodic(work: Duty) -> Duty:
    """Have a function called about every second."""
    _duties[f"{work.__module__}.{work.__qualname__}"] = work
    return work


def do_all() -> None:
    """Do every duty once. One that fails does not keep the others from being done."""
    for name, work in _duties.items():
        try:
            work()
        except Exception:
            log.exception("The duty %s failed; it is tried again in a second.", name)


def note(part: str, seen_at: datetime | None = None) -> None:
    """Note that a part of the server is at work."""
    Heartbeat.objects.update_or_create(part=part, defaults={"seen_at": seen_at or database_now()})


def age(part: str) -> float | None:
    """Seconds since a part was last at work; None if it never was."""
    seen = Heartbeat.objects.filter(part=part).values_list("seen_at", flat=True).first()
    return None if seen is None else (database_now() - seen).total_seconds()


class FallbackScheduler(threading.Thread):
    """In each web process: notes that the server is there, notices when it was not, stands in for the worker."""

    def __init__(self) -> None:
        super().__init__(name="caretaker", daemon=True)
        self._noted = 0.0
        self._measured = 0.0

    def run(self) -> None:
        """Look once a second, for as long as the process lives."""
        while True:
            close_old_connections()
            try:
                self.look()
            except DatabaseError as error:
                log.warning("The caretaker could not look (%s); it tries again.", error)
            except Exception:
                log.exception("The caretaker stumbled; it tries again.")
            time.sleep(1.0)

    def look(self) -> None:
        """Look once."""
        if time.monotonic() - self._measured > 30:
            measure_offset()
            self._measured = time.monotonic()
        self._notice_outage()
        worked = age("worker")
        # One that was last seen in the future was seen before somebody set the clock back.
        if worked is None or not -2.0 <= worked <= 2.0:
            do_all()

    def _notice_outage(self) -> None:
        now = database_now()
        before = Heartbeat.objects.filter(part="web").first()
        if before is None:
            Heartbeat.objects.get_or_create(part="web", defaults={"seen_at": now})
            return
        # Seen in the future: somebody has set the clock back.
        if abs(now - before.seen_at) < timedelta(seconds=min(2.0, settings.OUTAGE_SECONDS / 4)):
            return
        # One transaction: an outage is not forgotten because something went wrong while it was being noted.
        with transaction.atomic():
            # Compare and set: of several web processes that wake up together, one reports the outage.
            mine = Heartbeat.objects.filter(part="web", seen_at=before.seen_at).update(seen_at=now)
            if mine == 1 and now - before.seen_at > timedelta(seconds=settings.OUTAGE_SECONDS):
                log.warning("The server was away from %s to %s.", before.seen_at, now)
                outage_ended.send(OutageEnded(before.seen_at, now))
