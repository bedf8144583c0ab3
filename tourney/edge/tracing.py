"""Tracing: follow a request through all processes. Off unless a collector's address is set.

While tracing is off, `span` only reads a setting, and OpenTelemetry is not imported (only `trace_export.py` imports
it). Spans contain kinds, ids, numbers and codes, never names, arguments, addresses or error messages.
"""

import logging
from contextlib import AbstractContextManager
from functools import cache

from django.conf import settings
from django.urls import Resolver404, resolve

from tourney.edge.span import Kind, Span, Value

log = logging.getLogger(__name__)
# Requested by monitoring every few seconds.
_UNTRACED = ("/health/", "/metrics")
_METHODS = {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"}


class _Untraced:
    """A span and its context manager while tracing is off."""

    def __enter__(self) -> Span:
        return self

    def __exit__(self, *_error: object) -> None:
        return None

    def note(self, **attributes: Value) -> None:
        """Do nothing."""

    def rename(self, name: str) -> None:
        """Do nothing."""

    def refuse(self, code: str) -> None:
        """Do nothing."""

    def fail(self, kind: str) -> None:
        """Do nothing."""


_UNTRACED_SPAN = _Untraced()


def is_on() -> bool:
    """Return whether spans are recorded. The first call imports OpenTelemetry if so."""
    return bool(settings.TRACING) and _can_record()


def span(
    name: str, kind: Kind = "internal", parent: str | None = None, /, **attributes: Value
) -> AbstractContextManager[Span]:
    """Record a span, as a child of the current one.

    Args:
        name: of the span; the same for all spans of its kind.
        kind: as OpenTelemetry defines it.
        parent: the parent span instead of the current one, as `current_traceparent` returned it, perhaps in another
            process; "" for none.
        attributes: `method`, `route` and `status` of a request; others are called `room.<name>`. None: not known.
    """
    if not is_on():
        return _UNTRACED_SPAN
    from tourney.edge import trace_export

    return trace_export.span(name, kind, parent, attributes)


def request_span(method: str, path: str) -> AbstractContextManager[Span]:
    """Record a span for a request, unless it is for a static file or from a probe."""
    if not is_on() or path.startswith((settings.STATIC_URL, *_UNTRACED)):
        return _UNTRACED_SPAN
    method = method if method in _METHODS else "HTTP"
    return span(method, "server", "", method=method)


def end_request(found: Span, method: str, path: str, status: int) -> None:
    """Record the response to a request, with its route instead of its path, which may contain a player's link."""
    if found is _UNTRACED_SPAN:
        return
    try:
        route = resolve(path).route
    except Resolver404:
        route = ""
    if route or path == "/":
        found.rename(f"{method if method in _METHODS else 'HTTP'} /{route}")
    found.note(route=f"/{route}" if route or path == "/" else None, status=status)
    if status >= 500:
        found.fail(str(status))


def current_traceparent() -> str:
    """Return the current span as a `traceparent` header, for a message to another process; "" if there is none."""
    if not is_on():
        return ""
    from tourney.edge import trace_export

    return trace_export.current_traceparent()


def stop() -> None:
    """Send the queued spans, for two seconds at most, before this process ends."""
    if is_on():
        from tourney.edge import trace_export

        trace_export.stop()


@cache
def _can_record() -> bool:
    """Return whether the packages are installed and work; log it if not, because the room then runs without tracing."""
    try:
        from tourney.edge import trace_export
    except ModuleNotFoundError as error:
        log.warning("Nothing is traced: %s of requirements-otel.txt is not installed.", error.name)
        return False
    except Exception:
        # The SDK reads settings of its own while it is imported.
        log.exception("Nothing is traced.")
        return False
    del trace_export
    return True
