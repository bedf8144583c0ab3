"""Running demos, and demos that have lost their process."""

from datetime import timedelta
from typing import Any

from simulation.models import SimulatedEvent
from tourney.models import Heartbeat
from tourney.now import database_now

# Seconds without a heartbeat after which a demo's process counts as gone. A process sends one every two seconds.
LOST = 15.0
# Seconds that a requested demo may wait for a process: it takes a while after a start of the server.
UNTAKEN = 90.0


def running() -> Any:
    """Return the demos that have not ended."""
    return SimulatedEvent.objects.filter(ended_at__isnull=True)


def lost() -> list[SimulatedEvent]:
    """Return the demos without a process: it is gone, or none has started."""
    rows = list(running())
    if not rows:
        return []
    now = database_now()
    seen = dict(Heartbeat.objects.filter(part__startswith="play:").values_list("part", "seen_at"))
    found = []
    for row in rows:
        since = (
            row.asked_at if row.begun_at is None else max(row.begun_at, seen.get(row.heartbeat, row.begun_at))
        )
        patience = UNTAKEN if row.begun_at is None else LOST
        # A heartbeat in the future means that the clock was set back since.
        if abs(now - since) > timedelta(seconds=patience):
            found.append(row)
    return found
