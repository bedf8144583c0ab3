"""Tracing: off by default, without personal data, and harmless while the collector is unreachable."""

import socket
import subprocess
import sys
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest
from asgiref.sync import async_to_sync
from opentelemetry.sdk.trace.export import SpanExporter, SpanExportResult

from clock.commands.announcements import say
from clock.commands.clock import pause, resume, start
from ops.paths import PROJECT
from tests.fixtures.collector import Collector, run_collector
from tests.fixtures.database import environment
from tests.fixtures.room import press, refusal
from tests.waiting import until
from tourney.access.roles import Actor
from tourney.edge import job_tracing, trace_export, tracing
from tourney.edge.metrics import SPANS
from tourney.edge.requests import Requests
from tourney.edge.span_queue import SpanQueue
from tourney.models import JournalEntry


@pytest.fixture
def collector(settings: Any) -> Iterator[Collector]:
    """Run a collector, and trace this process."""
    with run_collector() as running:
        settings.TRACING = True
        settings.TRACES_ENDPOINT = f"{running.url}/v1/traces"
        yield running
        trace_export.stop()


# As on a machine without the packages; the redis package also looks for them.
_WITHOUT_PACKAGES = """
import os, sys

class Absent:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] == "opentelemetry":
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

sys.meta_path.insert(0, Absent())
import tourney.asgi, tourney.celery
from tourney.edge import tracing
with tracing.span("step") as found:
    found.note(event=7)
print(tracing.is_on(), repr(tracing.current_traceparent()), "tourney.edge.trace_export" in sys.modules)
"""


def run(code: str, **more: str) -> "subprocess.CompletedProcess[str]":
    """Run code in a separate process with only the given tracing settings."""
    given = {name: value for name, value in environment().items() if not name.startswith("OTEL_")}
    return subprocess.run(
        [sys.executable, "-c", code],
        cwd=PROJECT,
        env=given | more,
        capture_output=True,
        text=True,
        timeout=120,
    )


@pytest.mark.django_db
def test_opentelemetry_is_not_needed_without_a_collector() -> None:
    done = run(_WITHOUT_PACKAGES)
    assert (done.returncode, done.stdout.split()) == (0, ["False", "''", "False"]), done.stderr
    assert "opentelemetry" not in done.stderr


@pytest.mark.django_db
def test_room_runs_without_the_packages_and_logs_it() -> None:
    done = run(_WITHOUT_PACKAGES, OTEL_EXPORTER_OTLP_ENDPOINT="http://127.0.0.1:9")
    assert (done.returncode, done.stdout.split()) == (0, ["False", "''", "False"]), done.stderr
    assert (
        done.stderr.count("Nothing is traced: opentelemetry of requirements-otel.txt is not installed.") == 1
    )


@pytest.mark.django_db
def test_an_invalid_setting_of_the_sdk_does_not_stop_the_room() -> None:
    code = "import tourney.asgi\nfrom tourney.edge import tracing\nwith tracing.span('step'): print('carried out')"
    done = run(code, OTEL_EXPORTER_OTLP_ENDPOINT="http://127.0.0.1:9", OTEL_SPAN_ATTRIBUTE_COUNT_LIMIT="many")
    assert (done.returncode, done.stdout) == (0, "carried out\n"), done.stderr
    assert "Nothing is traced." in done.stderr


def test_exporter_that_cannot_start_does_not_break_traced_code(
    monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    settings.TRACING = True
    monkeypatch.setattr(trace_export, "OTLPSpanExporter", FailingExporter.invalid)
    with tracing.span("step") as step:
        step.note(seq=1)
        assert tracing.current_traceparent() == ""
    trace_export.stop()


def test_command_is_a_span_with_its_number_or_its_refusal(
    collector: Collector, event: int, director: Actor
) -> None:
    begun = press(start, event, by=director)
    assert refusal(start, event, by=director).code == "already_started"
    done = press(say, event, by=director, text="Anna Muster, please come to the desk")
    trace_export.stop()
    assert collector.paths == {"/v1/traces"}
    began, refused = collector.named("command clock.start")
    assert (began.attributes["room.seq"], began.is_error) == (begun.seq, False)
    assert (refused.attributes["room.refused"], refused.is_error) == ("already_started", False)
    assert "room.seq" not in refused.attributes
    (said,) = collector.named("command clock.say")
    entry = JournalEntry.journal(event).get(seq=done.seq)
    assert said.attributes == {
        "room.command": "clock.say",
        "room.event": event,
        "room.command_id": str(entry.command),
        "room.seq": done.seq,
    }
    assert said.process["service.name"] == "room"
    for name in (b"Muster", b"desk", b"dora"):
        assert not any(name in body for body in collector.bodies)


def test_error_is_recorded_without_its_text(collector: Collector) -> None:
    with pytest.raises(ValueError, match="Muster"), tracing.span("step"):
        raise ValueError("Anna Muster is unknown")
    trace_export.stop()
    (step,) = collector.spans
    assert step.is_error
    assert step.attributes == {"error.type": "ValueError"}
    assert not any(b"Muster" in body for body in collector.bodies)


def test_job_continues_the_span_that_enqueued_it_and_ticks_are_not_traced(collector: Collector) -> None:
    headers: dict[str, Any] = {}
    with tracing.span("command clock.start"):
        job_tracing._add_header(headers=headers)
    for number, name in enumerate(("seating.tasks.review_floor", "tourney.tasks.tick")):
        job_tracing._begin(task_id=f"{number}", task=SimpleNamespace(name=name, request=headers))
        with tracing.span("inner"):
            pass
        job_tracing._end(task_id=f"{number}", retval=ValueError("Anna Muster"))
    trace_export.stop()
    (job,) = [one for one in collector.spans if one.name.startswith("job ")]
    assert collector.path_to(job) == ["command clock.start", "job seating.tasks.review_floor"]
    assert (job.is_error, job.attributes["error.type"]) == (True, "ValueError")
    assert [len(collector.path_to(one)) for one in collector.named("inner")] == [3, 1]
    assert not any(b"Muster" in body for body in collector.bodies)


def test_request_is_named_by_its_route_but_files_and_probes_are_not_traced(collector: Collector) -> None:
    secret = "AbCdEfGhIjKlMnOpQrSt-_12"

    async def application(scope: dict[str, Any], receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 503 if secret in scope["path"] else 200})

    async def forget(message: dict[str, Any]) -> None:
        pass

    for method, path in (
        ("GET", f"/p/{secret}/"),
        ("POST", "/do/t/7/clock.pause/"),
        (secret, f"/{secret}/"),
        ("GET", "/static/tv/page.js"),
        ("GET", "/health/"),
        ("GET", "/metrics"),
    ):
        scope = {
            "type": "http",
            "method": method,
            "path": path,
            # Anyone can send this header, so it is ignored.
            "headers": [(b"traceparent", b"00-0123456789abcdef0123456789abcdef-0123456789abcdef-00")],
        }
        async_to_sync(Requests(application))(scope, None, forget)
    trace_export.stop()
    own, pressed, other = collector.spans
    assert own.name.startswith("GET /p/<")
    assert (own.is_error, own.attributes["error.type"], own.parent) == (True, "503", "")
    assert (pressed.name, pressed.attributes["http.route"]) == (
        "POST /do/t/<id:tournament_id>/<str:kind>/",
        "/do/t/<id:tournament_id>/<str:kind>/",
    )
    assert (pressed.attributes["http.response.status_code"], pressed.is_error) == (200, False)
    assert other.name == "HTTP"
    assert not any(secret.encode() in body for body in collector.bodies)


def test_commands_are_answered_while_the_collector_does_not_respond(
    settings: Any, event: int, director: Actor, monkeypatch: pytest.MonkeyPatch
) -> None:
    # It accepts connections and never answers.
    with socket.create_server(("127.0.0.1", 0)) as silent:
        settings.TRACING = True
        settings.TRACES_ENDPOINT = f"http://127.0.0.1:{silent.getsockname()[1]}/v1/traces"
        settings.TRACE_QUEUE = settings.TRACE_BATCH = 2
        before = SPANS.labels("dropped")._value.get()
        press(start, event, by=director)
        queue = trace_export._started.queue  # type: ignore[union-attr]
        assert queue is not None
        for _ in range(6):
            press(pause, event, by=director)
            refusal(pause, event, by=director)
            press(resume, event, by=director)
        assert len(queue._waiting) == 2
        assert SPANS.labels("dropped")._value.get() > before
        monkeypatch.setattr(trace_export, "FLUSH_SECONDS", 0.05)
        trace_export.stop()
        # The end of the process did not wait for the answer.
        assert queue._thread.is_alive()
    assert JournalEntry.journal(event).filter(kind="clock.pause").count() == 6
    queue._thread.join(60)


class FailingExporter(SpanExporter):
    """An exporter that accepts nothing, or raises an error."""

    def __init__(self, error: Exception | None = None) -> None:
        self.error = error

    @staticmethod
    def invalid(endpoint: str) -> SpanExporter:
        """Raise an error on creation."""
        raise ValueError(endpoint)

    def export(self, spans: Any) -> SpanExportResult:
        """Return a failure, or raise the error."""
        if self.error is not None:
            raise self.error
        return SpanExportResult.FAILURE


@pytest.mark.parametrize("exporter", [FailingExporter(), FailingExporter(RuntimeError("no"))])
def test_spans_that_the_collector_does_not_accept_are_counted(
    exporter: FailingExporter, monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    settings.TRACING = True
    monkeypatch.setattr(trace_export, "OTLPSpanExporter", lambda endpoint: exporter)
    before = SPANS.labels("failed")._value.get()
    for _ in range(3):
        with tracing.span("step"):
            pass
    trace_export.stop()
    assert SPANS.labels("failed")._value.get() == before + 3


def test_full_batch_is_sent_at_once_and_a_smaller_one_after_the_delay() -> None:
    sent: list[int] = []

    class CountingExporter(SpanExporter):
        def export(self, spans: Any) -> SpanExportResult:
            sent.append(len(spans))
            return SpanExportResult.SUCCESS

    provider = trace_export.TracerProvider(shutdown_on_exit=False)
    slow = SpanQueue(CountingExporter(), size=10, batch=2, delay=3600)
    provider.add_span_processor(slow)
    tracer = provider.get_tracer("test")
    for _ in range(3):
        tracer.start_span("step").end()
    until(lambda: sent == [2])
    slow.stop(20)
    assert sent == [2, 1]
    quick = SpanQueue(CountingExporter(), size=10, batch=5, delay=0.01)
    provider.add_span_processor(quick)
    tracer.start_span("step").end()
    until(lambda: sent == [2, 1, 1])
    quick.stop(20)
