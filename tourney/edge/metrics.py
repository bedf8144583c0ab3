"""What processes count while they work: requests, commands, refusals, messages of the feed.

Each is one increment. With PROMETHEUS_MULTIPROC_DIR, which the runner sets, the processes of a machine count into files
there, and one answer of `/metrics` adds them up. `operations/services/figures.py` reads the rest when it is asked for.
"""

import os
import re
import socket

from prometheus_client import CollectorRegistry, Counter, Histogram, multiprocess, values

_HOST = re.sub(r"[^A-Za-z0-9.-]", "-", socket.gethostname())


def _process_name() -> str:
    return f"{_HOST}-{os.getpid()}"


if os.environ.get("PROMETHEUS_MULTIPROC_DIR"):
    # Containers count into one directory, and their processes have the same ids: the host name tells them apart.
    values.ValueClass = values.MultiProcessValue(_process_name)  # type: ignore[no-untyped-call]

REGISTRY = CollectorRegistry()
_SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)

REQUESTS = Histogram(
    "room_request_seconds",
    "Duration of requests, by part of the address and class of the status.",
    ("part", "status"),
    buckets=_SECONDS,
    registry=REGISTRY,
)
COMMANDS = Counter(
    "room_commands",
    "Commands that were carried out, by kind, in all processes.",
    ("kind",),
    registry=REGISTRY,
)
REFUSALS = Counter(
    "room_refusals", "Commands that were refused, by kind and code.", ("kind", "code"), registry=REGISTRY
)
FEED_LAG = Histogram(
    "room_feed_lag_seconds",
    "Time from the commit of a change until a web process hands it to its sockets.",
    ("process",),
    buckets=_SECONDS,
    registry=REGISTRY,
)
SPANS = Counter(
    "room_spans",
    "Spans of traces: sent, failed (not accepted by the collector) or dropped (the queue was full).",
    ("outcome",),
    registry=REGISTRY,
)
COUNTED = (REQUESTS, COMMANDS, REFUSALS, FEED_LAG, SPANS)

# By the first part of the address. Others count as "pages": an address from outside must not make a new name.
_PARTS = {"api", "do", "live", "staff", "p", "tv", "overlay", "static", "media", "health", "metrics"}


def part_of(path: str) -> str:
    """Return the part of the site to which an address belongs."""
    first = path.split("/", 2)[1] if path.startswith("/") else ""
    return first if first in _PARTS else "pages"


def merge_counts() -> CollectorRegistry:
    """Return the registry with what all processes of this machine have counted."""
    if not os.environ.get("PROMETHEUS_MULTIPROC_DIR"):
        return REGISTRY
    registry = CollectorRegistry()
    multiprocess.MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    return registry
