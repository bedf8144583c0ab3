"""One trace leads from a request through its command, the feed and its job, in all processes."""

import json
import signal
import subprocess
import urllib.request
import uuid
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.conf import settings

from players.models import Player
from seating.commands import set_plan
from tests.browser.rooms import session_of
from tests.fixtures.collector import Collector, run_collector
from tests.fixtures.room import press
from tests.fixtures.servers import Screen, Server
from tests.live.test_celery import WORKER, celery
from tests.seating.people import register_entries, tables_for
from tests.waiting import until
from tourney.access.roles import Actor
from tourney.celery import app
from tourney.models import Job, JournalEntry

__all__ = ["celery"]
pytestmark = [pytest.mark.processes, pytest.mark.django_db(transaction=True)]
Starts = Callable[..., "subprocess.Popen[bytes]"]
_CSRF = "a" * 32
_DO = "POST /do/t/<id:tournament_id>/<str:kind>/"


@pytest.fixture
def collector(monkeypatch: pytest.MonkeyPatch) -> Iterator[Collector]:
    """Run a collector for the processes that the test starts. They send their spans when they end."""
    with run_collector() as running:
        monkeypatch.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", running.url)
        monkeypatch.setenv("OTEL_BSP_SCHEDULE_DELAY", "3600000")
        yield running


def post(server: Server, event: int, kind: str, by: Actor, **arguments: Any) -> int:
    """Send a command as a page's script does; return the response's status."""
    sent = urllib.request.Request(
        f"{server.url}/do/t/{event}/{kind}/",
        json.dumps({"command_id": str(uuid.uuid4()), "arguments": arguments}).encode(),
        {
            "Content-Type": "application/json",
            "Cookie": f"{settings.SESSION_COOKIE_NAME}={session_of(by)}; {settings.CSRF_COOKIE_NAME}={_CSRF}",
            "X-CSRFToken": _CSRF,
        },
    )
    with urllib.request.build_opener(urllib.request.ProxyHandler({})).open(sent, timeout=60) as answer:
        return int(answer.status)


def test_trace_leads_from_a_request_to_the_feed_and_to_its_job(
    collector: Collector,
    celery: Starts,
    start_server: Callable[..., Server],
    screens: Callable[..., Screen],
    event: int,
    floor: Actor,
) -> None:
    tables_for(event, range(1, 4))
    press(set_plan, event, by=floor, seats_per_table=9)
    register_entries(event, 20)
    worker = celery(*WORKER)
    until(lambda: app.control.ping(timeout=1.0), patience=60)
    server = start_server("uvicorn", JOB_TAKEOVER_SECONDS="-1")
    screen = screens(server, f"t{event}")
    screen.until(lambda: screen.of("snapshot"))
    assert post(server, event, "seats.draw", floor) == 202
    until(lambda: Job.objects.filter(state="done").exists(), patience=60)
    assert post(server, event, "table.halt", floor, number=1, halted=True) == 200
    until(lambda: JournalEntry.journal(event).filter(kind="floor.review").exists(), patience=60)
    screen.has(f"t{event}", JournalEntry.journal(event).latest("seq").seq)
    for process in (worker, server._process):
        assert process is not None
        process.send_signal(signal.SIGTERM)
        process.wait(60)
    (draw,) = collector.named("command seats.draw")
    assert collector.path_to(draw) == [_DO, "job tourney.tasks.run_job", "command seats.draw"]
    paths = [collector.path_to(one) for one in collector.named("feed deliver")]
    # The job's transaction contains its command, so the job publishes.
    assert [_DO, "job tourney.tasks.run_job", "feed publish", "feed deliver"] in paths
    assert [_DO, "command table.halt", "feed publish", "feed deliver"] in paths
    review = [collector.path_to(one) for one in collector.named("job seating.tasks.review_floor")]
    assert [_DO, "job tourney.tasks.run_job", "job seating.tasks.review_floor"] in review
    # The web process and a child of the worker; the worker's main process records none.
    pids = {one.process["process.pid"] for one in collector.spans}
    assert len(pids) == 2
    assert worker.pid not in pids
    assert not collector.named("job tourney.tasks.tick")
    for name in (Player.objects.values_list("name", flat=True)[0].encode(), session_of(floor).encode()):
        assert not any(name in body for body in collector.bodies)


def test_daphne_sends_its_spans_when_it_is_stopped(
    collector: Collector, start_server: Callable[..., Server], event: int, floor: Actor
) -> None:
    server = start_server("daphne")
    assert post(server, event, "plan.set", floor, seats_per_table=9) == 200
    assert server._process is not None
    server.signal(signal.SIGTERM)
    server._process.wait(60)
    (plan,) = collector.named("command plan.set")
    assert collector.path_to(plan) == [_DO, "command plan.set"]
