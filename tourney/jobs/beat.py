"""Celery's beat with a lease: several may run, on several hosts, and one of them sends the ticks."""

import logging
from typing import Any

from celery.beat import PersistentScheduler
from django.db import DatabaseError, connection

from tourney.jobs import lease

log = logging.getLogger(__name__)
_LEASE = "beat"
_SECONDS = 1.0


class LeasedScheduler(PersistentScheduler):
    """A scheduler that sends only while it holds the lease."""

    def __init__(self, *words: Any, **more: Any) -> None:
        self._own_name = lease.own_name()
        self._in_charge = False
        super().__init__(*words, **more)

    def tick(self, *words: Any, **more: Any) -> float:
        """Send what is due if this beat is in charge; return the seconds until the next look."""
        in_charge = self._holds()
        if in_charge != self._in_charge:
            log.info("This beat is %s.", "in charge" if in_charge else "no longer in charge")
        self._in_charge = in_charge
        return min(_SECONDS, super().tick(*words, **more)) if in_charge else _SECONDS

    def close(self) -> None:
        """Give the lease up at the end."""
        try:
            lease.release(_LEASE, self._own_name)
        except DatabaseError as error:
            log.info("The lease could not be given up (%s); it runs out by itself.", error)
        super().close()

    def _holds(self) -> bool:
        """Return whether this beat is in charge; without a database none is, because ticks could do nothing."""
        try:
            return lease.hold(_LEASE, self._own_name)
        except DatabaseError as error:
            log.warning("The lease of the beat could not be prolonged (%s).", error)
            connection.close()
            return False
