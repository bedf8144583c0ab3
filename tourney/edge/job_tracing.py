"""Tracing of jobs: the process that runs a job continues the trace of the code that enqueued it.

opentelemetry-instrumentation-celery is not used: it would trace the ticks of each second and record the arguments of
jobs.
"""

from contextlib import AbstractContextManager
from typing import Any

from celery.signals import before_task_publish, task_postrun, task_prerun, worker_process_shutdown

from tourney.edge.span import Span
from tourney.edge.tracing import current_traceparent, is_on, span, stop

_HEADER = "traceparent"
# Runs every second; the due commands that it carries out have traces of their own.
_UNTRACED = {"tourney.tasks.tick"}
_running: dict[str, tuple[AbstractContextManager[Span], Span]] = {}


def connect_tracing() -> None:
    """Trace jobs, if tracing is on."""
    if is_on():
        before_task_publish.connect(_add_header)
        task_prerun.connect(_begin)
        task_postrun.connect(_end)
        worker_process_shutdown.connect(_stop)


def _add_header(headers: dict[str, Any] | None = None, **_: Any) -> None:
    """Add the current span to the headers of a job."""
    if headers is not None and (traceparent := current_traceparent()):
        headers[_HEADER] = traceparent


def _begin(task_id: str, task: Any, **_: Any) -> None:
    if task.name in _UNTRACED:
        return
    manager = span(f"job {task.name}", "consumer", task.request.get(_HEADER) or "", job=task.name)
    _running[task_id] = manager, manager.__enter__()


def _end(task_id: str, retval: Any = None, **_: Any) -> None:
    manager, found = _running.pop(task_id, (None, None))
    if manager is None or found is None:
        return
    if isinstance(retval, Exception):
        found.fail(type(retval).__qualname__)
    manager.__exit__(None, None, None)


def _stop(**_: Any) -> None:
    """Send the queued spans: a process of the pool does not run `atexit` functions."""
    stop()
