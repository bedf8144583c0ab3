"""What is read when metrics are asked for: queues, heartbeats, clocks, backups, sockets of this process."""

import logging
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass

import redis
from django.conf import settings
from django.db import DatabaseError, connection
from django.db.models import Min
from prometheus_client import CollectorRegistry
from prometheus_client.core import GaugeMetricFamily

from clock.commands.due import due_since
from operations.services.last_backup import last_error, last_made
from tourney.live.boards import Audience
from tourney.live.feed import sockets_by_audience
from tourney.live.publish import client
from tourney.models import Heartbeat, Job
from tourney.models.job import OPEN_STATES
from tourney.now import measure_offset, room_now, server_ms
from tourney.periodic import DELETION

log = logging.getLogger(__name__)
# Two programs that ask at once cost one reading; a database that does not answer keeps no thread of a request waiting.
_FRESH_SECONDS = 5.0
_PATIENCE_SECONDS = 2.0
QUEUES = ("celery", "slow", "push")


@dataclass(frozen=True, slots=True)
class Gauge:
    """A figure: what it means, and its label ("" for none)."""

    meaning: str
    label: str = ""


GAUGES = {
    "room_info": Gauge("The release that runs; always 1.", "version"),
    "room_reading_ok": Gauge(
        "Whether database and Redis answered for the figures below (1) or not (0).", "part"
    ),
    "room_sockets": Gauge("Open sockets of this web process, by audience.", "audience"),
    "room_heartbeat_age_seconds": Gauge("Since web, worker and beat were last known to run.", "part"),
    "room_queue_length": Gauge("Jobs that no worker has taken, by queue.", "queue"),
    "room_jobs_open": Gauge("Commands that pages have handed to workers and that have not ended."),
    "room_jobs_oldest_seconds": Gauge("Age of the oldest of them; 0 without any."),
    "room_due_events": Gauge("Events with a change of the clock that is due and not carried out."),
    "room_due_late_seconds": Gauge("How late the oldest due change of a clock is; 0 without any."),
    "room_clock_offset_seconds": Gauge(
        "Clock of the database and of Redis minus that of this machine.", "part"
    ),
    "room_backup_age_seconds": Gauge("Since the last verified backup was begun; absent if there is none."),
    "room_backup_failed": Gauge("Whether the last backup failed (1) or not (0)."),
    "room_backup_bytes": Gauge("Size of the last verified backup."),
}
# Name, value of the label, figure.
Reading = tuple[str, str, float]

_pool = ThreadPoolExecutor(max_workers=1, thread_name_prefix="figures")
_lock = threading.Lock()
_last: tuple[float, list[Reading]] = (float("-inf"), [])
_running: Future[list[Reading]] | None = None


def figures() -> list[Reading]:
    """Return the figures, at most five seconds old; those that could not be read in two seconds are missing."""
    global _last, _running
    with _lock:
        if time.monotonic() - _last[0] < _FRESH_SECONDS:
            return _last[1]
        if _running is None or _running.done():
            _running = _pool.submit(read_figures)
        job = _running
    try:
        found = job.result(timeout=_PATIENCE_SECONDS)
    except TimeoutError:
        return [*_of_this_process(), ("room_reading_ok", "database", 0.0), ("room_reading_ok", "redis", 0.0)]
    with _lock:
        _last = (time.monotonic(), found)
    return found


def forget_figures() -> None:
    """Drop the cached figures, for tests."""
    global _last
    _last = (float("-inf"), [])


def read_figures() -> list[Reading]:
    """Read all figures now."""
    try:
        return [*_of_this_process(), *_guarded("database", _of_database), *_guarded("redis", _of_redis)]
    finally:
        # The thread keeps no connection of its own.
        if threading.current_thread().name.startswith("figures"):
            connection.close()


class FiguresCollector:
    """Gives the figures to Prometheus."""

    def collect(self) -> Iterator[GaugeMetricFamily]:
        """Yield each gauge that has a figure."""
        found: dict[str, GaugeMetricFamily] = {}
        for name, label, value in figures():
            about = GAUGES[name]
            labels = [about.label] if about.label else []
            family = found.setdefault(name, GaugeMetricFamily(name, about.meaning, labels=labels))
            family.add_metric([label] if about.label else [], value)
        yield from found.values()


def registry() -> CollectorRegistry:
    """Return a registry with the figures."""
    made = CollectorRegistry()
    made.register(FiguresCollector())
    return made


def _guarded(part: str, read: Callable[[], Iterable[Reading]]) -> Iterator[Reading]:
    try:
        found = list(read())
    except (DatabaseError, redis.RedisError) as error:
        log.warning("The figures of %s could not be read (%s).", part, error)
        yield ("room_reading_ok", part, 0.0)
        return
    yield ("room_reading_ok", part, 1.0)
    yield from found


def _of_this_process() -> Iterator[Reading]:
    yield ("room_info", settings.VERSION, 1.0)
    counts = Counter(sockets_by_audience())
    for audience in Audience:
        yield ("room_sockets", audience.name.lower(), float(counts[audience]))


def _of_database() -> Iterator[Reading]:
    now = room_now()
    for part, seen_at in Heartbeat.objects.exclude(part__startswith=DELETION).values_list("part", "seen_at"):
        yield ("room_heartbeat_age_seconds", part, (now - seen_at).total_seconds())
    open_jobs = Job.objects.filter(state__in=OPEN_STATES)
    oldest = open_jobs.aggregate(first=Min("requested_at"))["first"]
    yield ("room_jobs_open", "", float(open_jobs.count()))
    yield ("room_jobs_oldest_seconds", "", (now - oldest).total_seconds() if oldest else 0.0)
    due = due_since()
    yield ("room_due_events", "", float(len(due)))
    yield ("room_due_late_seconds", "", (server_ms() - min(due.values())) / 1000 if due else 0.0)
    yield ("room_clock_offset_seconds", "database", measure_offset())
    made = last_made()
    if made is not None and made.started_at is not None:
        yield ("room_backup_age_seconds", "", (now - made.started_at).total_seconds())
        yield ("room_backup_bytes", "", float(made.size))
    yield ("room_backup_failed", "", float(bool(last_error())))


def _of_redis() -> Iterator[Reading]:
    there = client()
    for queue in QUEUES:
        yield ("room_queue_length", queue, float(there.llen(f"{settings.REDIS_PREFIX}:{queue}")))
    sent = time.time()
    seconds, micros = there.time()
    received = time.time()
    yield ("room_clock_offset_seconds", "redis", seconds + micros / 1_000_000 - (sent + received) / 2)
