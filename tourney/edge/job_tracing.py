"""Traces of jobs: the step that enqueues a job is continued by the process that runs it.

These are a few lines, and opentelemetry-instrumentation-celery is not used: it would trace the ticks of each second and
record the arguments of jobs.
"""

from contextlib import AbstractContextManager
from typing import Any

from celery.signals import before_task_publish, task_postrun, task_prerun, worker_process_shutdown

from tourney.edge.span import Span
from tourney.edge.tracing import is_on, present, span, stop

_HEADER = "traceparent"
# Sent every second; the commands that become due in its course have traces of their own.
_UNTRACED = {"tourney.tasks.tick"}
_running: dict[str, tuple[AbstractContextManager[Span], Span]] = {}


def connect_tracing() -> None:
    """Trace jobs, if traces are on."""
    if is_on():
        before_task_publish.connect(_hand_on)
        task_prerun.connect(_begin)
        task_postrun.connect(_end)
        worker_process_shutdown.connect(_stop)


def _hand_on(headers: dict[str, Any] | None = None, **_: Any) -> None:
    """Add the present step to a job."""
    if headers is not None and (step := present()):
        headers[_HEADER] = step


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
    """Send what waits: a process of the pool ends without the functions that run at exit."""
    stop()
