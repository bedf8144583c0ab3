"""Record spans with the OpenTelemetry SDK and send them by OTLP over HTTP. Imported only if tracing is on.

Each process starts its own provider with its first span, so a forked worker has its own thread and connection.
"""

import atexit
import logging
import os
import socket
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass

from django.conf import settings
from opentelemetry.context import Context
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.resources import SERVICE_NAME, Resource
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.trace import NoOpTracer, Span, SpanKind, Status, StatusCode, Tracer
from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

from tourney.edge.span import Kind, Value
from tourney.edge.span_queue import SpanQueue

log = logging.getLogger(__name__)
# How long a process that ends may wait for the collector.
FLUSH_SECONDS = 2.0
_KINDS = {"internal": SpanKind.INTERNAL, "server": SpanKind.SERVER, "consumer": SpanKind.CONSUMER}
# Names from the semantic conventions of OpenTelemetry.
_NAMES = {"method": "http.request.method", "route": "http.route", "status": "http.response.status_code"}
_HEADER = "traceparent"
_propagator = TraceContextTextMapPropagator()


@dataclass(frozen=True)
class _Started:
    tracer: Tracer
    queue: SpanQueue | None


_started: _Started | None = None
_lock = threading.Lock()


def _forget() -> None:
    """Let a forked process start its own provider: threads are not copied by a fork."""
    global _started, _lock
    _started, _lock = None, threading.Lock()


os.register_at_fork(after_in_child=_forget)


def _tracer() -> Tracer:
    global _started
    if _started is None:
        with _lock:
            if _started is None:
                try:
                    _started = _start()
                except Exception:
                    # The SDK reads settings of its own: an invalid one must not stop the room.
                    log.exception("Nothing is traced.")
                    _started = _Started(NoOpTracer(), None)
    return _started.tracer


def _start() -> _Started:
    queue = SpanQueue(
        OTLPSpanExporter(endpoint=settings.TRACES_ENDPOINT),
        size=settings.TRACE_QUEUE,
        batch=settings.TRACE_BATCH,
        delay=settings.TRACE_DELAY_MS / 1000,
    )
    provider = TracerProvider(resource=_resource(), shutdown_on_exit=False)
    provider.add_span_processor(queue)
    atexit.register(stop)
    return _Started(provider.get_tracer("room", settings.VERSION), queue)


def _resource() -> Resource:
    """Return the attributes of this process; `OTEL_SERVICE_NAME` and `OTEL_RESOURCE_ATTRIBUTES` add to it."""
    host = socket.gethostname()
    found = Resource.create(
        {
            "service.version": settings.VERSION,
            "service.instance.id": f"{host}-{os.getpid()}",
            "host.name": host,
            "process.pid": os.getpid(),
        }
    )
    is_named = not str(found.attributes.get(SERVICE_NAME, "unknown_service")).startswith("unknown_service")
    return found if is_named else found.merge(Resource({SERVICE_NAME: "room"}))


class _RecordedSpan:
    """A span that is being recorded."""

    def __init__(self, span: Span) -> None:
        self._span = span
        self.is_refused = False

    def note(self, **attributes: Value) -> None:
        """Add attributes."""
        self._span.set_attributes(_named(attributes))

    def rename(self, name: str) -> None:
        """Change its name."""
        self._span.update_name(name)

    def refuse(self, code: str) -> None:
        """Record a refusal, which is not an error."""
        self.is_refused = True
        self.note(refused=code)

    def fail(self, kind: str) -> None:
        """Record an error of this kind."""
        self._span.set_attribute("error.type", kind)
        self._span.set_status(Status(StatusCode.ERROR))


@contextmanager
def span(
    name: str, kind: Kind, parent: str | None, attributes: Mapping[str, Value]
) -> Iterator[_RecordedSpan]:
    """Record a span; see `tracing.span`."""
    with _tracer().start_as_current_span(
        name,
        context=None if parent is None else _context_of(parent),
        kind=_KINDS[kind],
        attributes=_named(attributes),
        # An error message may contain names.
        record_exception=False,
        set_status_on_exception=False,
    ) as found:
        recorded = _RecordedSpan(found)
        try:
            yield recorded
        except Exception as error:
            if not recorded.is_refused:
                recorded.fail(type(error).__qualname__)
            raise


def _context_of(parent: str) -> Context:
    return _propagator.extract({_HEADER: parent}, Context())


def _named(attributes: Mapping[str, Value]) -> dict[str, str | int | bool]:
    return {
        _NAMES.get(name, f"room.{name}"): value for name, value in attributes.items() if value is not None
    }


def current_traceparent() -> str:
    """Return the current span as a `traceparent` header; "" if there is none."""
    carrier: dict[str, str] = {}
    _propagator.inject(carrier)
    return carrier.get(_HEADER, "")


def stop() -> None:
    """Send the queued spans. A later span starts a new provider."""
    global _started
    with _lock:
        found, _started = _started, None
    if found is not None and found.queue is not None:
        found.queue.stop(FLUSH_SECONDS)
