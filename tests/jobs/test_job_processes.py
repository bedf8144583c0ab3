"""Which process carries out a job: a worker, after its death another one, without any the web process."""

import json
import signal
import subprocess
import threading
import urllib.request
import uuid
from collections.abc import Callable

import pytest
from django.conf import settings
from django.db import connection, transaction

from seating.commands import draw_seats, set_plan
from seating.models import Draw
from tests.browser.rooms import session_of
from tests.fixtures.journalled import journal_tells_the_rows
from tests.fixtures.room import press
from tests.fixtures.servers import Screen, Server
from tests.live.test_celery import WORKER, celery
from tests.seating.people import places_of, register_entries, tables_for
from tests.waiting import until
from tourney.access.roles import Actor
from tourney.celery import app
from tourney.jobs.commands import carry_out
from tourney.journal.commands import lock_tournament
from tourney.models import Job, JournalEntry
from tourney.periodic_jobs import run_lost_jobs

__all__ = ["celery"]
pytestmark = [pytest.mark.processes, pytest.mark.django_db(transaction=True)]
Starts = Callable[..., "subprocess.Popen[bytes]"]
_CSRF = "a" * 32


@pytest.fixture
def field(event: int, floor: Actor) -> list[int]:
    """Create twenty entries without a seat, and tables for them."""
    tables_for(event, range(1, 4))
    press(set_plan, event, by=floor, seats_per_table=9)
    return register_entries(event, 20)


def request(event: int, by: Actor) -> None:
    """Request a draw as a page does."""
    carry_out(draw_seats, actor=by, command_id=uuid.uuid4(), tournament_id=event, arguments={})


def post(server: Server, event: int, by: Actor) -> int:
    """Send the draw command as a page's script does; return the response's status."""
    sent = urllib.request.Request(
        f"{server.url}/do/t/{event}/seats.draw/",
        json.dumps({"command_id": str(uuid.uuid4()), "arguments": {}}).encode(),
        {
            "Content-Type": "application/json",
            "Cookie": f"{settings.SESSION_COOKIE_NAME}={session_of(by)}; {settings.CSRF_COOKIE_NAME}={_CSRF}",
            "X-CSRFToken": _CSRF,
        },
    )
    with urllib.request.build_opener(urllib.request.ProxyHandler({})).open(sent, timeout=60) as answer:
        return int(answer.status)


def is_drawn_once(event: int, field: list[int]) -> None:
    until(lambda: Job.objects.filter(state="done").exists(), patience=60)
    assert set(places_of(event)) == set(field)
    assert Draw.objects.count() == 1
    assert JournalEntry.journal(event).filter(kind="seats.draw").count() == 1
    journal_tells_the_rows()


def test_a_worker_draws_the_field_that_a_page_has_asked_for(
    celery: Starts, event: int, floor: Actor, field: list[int]
) -> None:
    celery(*WORKER)
    until(lambda: app.control.ping(timeout=1.0), patience=60)
    request(event, floor)
    is_drawn_once(event, field)


def test_a_worker_that_is_killed_within_a_draw_leaves_it_to_the_next_one(
    celery: Starts, event: int, floor: Actor, field: list[int]
) -> None:
    if connection.vendor != "postgresql":
        # SQLite has one writer: a transaction that locks this row locks the whole database.
        assert connection.settings_dict["OPTIONS"]["transaction_mode"] == "IMMEDIATE"
        return
    worker = celery("worker", "--pool", "solo", *WORKER[3:])
    until(lambda: app.control.ping(timeout=1.0), patience=60)
    holds, let_go = threading.Event(), threading.Event()

    def hold_the_event() -> None:
        with transaction.atomic():
            lock_tournament(event)
            holds.set()
            let_go.wait(60)
        connection.close()

    thread = threading.Thread(target=hold_the_event)
    thread.start()
    assert holds.wait(20)
    try:
        request(event, floor)
        until(lambda: Job.objects.filter(state="running").exists(), patience=40)
        worker.send_signal(signal.SIGKILL)
        worker.wait()
    finally:
        let_go.set()
        thread.join()
    until(lambda: run_lost_jobs() or Job.objects.filter(state="done").exists(), patience=40)
    is_drawn_once(event, field)


def test_without_a_worker_the_web_process_that_was_asked_draws(
    start_server: Callable[..., Server], event: int, floor: Actor, field: list[int]
) -> None:
    server = start_server("uvicorn", JOB_TAKEOVER_SECONDS="0.5")
    assert post(server, event, floor) == 202
    is_drawn_once(event, field)


def test_a_job_that_was_left_behind_is_done_by_any_web_process(
    start_server: Callable[..., Server], event: int, floor: Actor, field: list[int]
) -> None:
    request(event, floor)
    start_server("uvicorn", FALLBACK_SCHEDULER="true", JOB_TAKEOVER_SECONDS="-1")
    is_drawn_once(event, field)


def test_staff_see_each_step_of_a_job_and_the_public_only_its_result(
    start_server: Callable[..., Server],
    screens: Callable[..., Screen],
    event: int,
    floor: Actor,
    field: list[int],
) -> None:
    server = start_server("uvicorn", JOB_TAKEOVER_SECONDS="0.5")
    staff = screens(server, f"t{event}", Cookie=f"{settings.SESSION_COOKIE_NAME}={session_of(floor)}")
    public = screens(server, f"t{event}")
    at = JournalEntry.journal(event).latest("seq").seq
    for screen in (staff, public):
        screen.has(f"t{event}", at)
    assert post(server, event, floor) == 202
    heard: list[str] = []

    def states() -> list[str]:
        rows = staff.boards.get(f"t{event}/jobs", {}).get("jobs", [])
        heard.extend(one["state"] for one in rows if one["state"] not in heard)
        return heard

    while "done" not in states():
        staff.hear()
    assert [state for state in heard if state != "running"] == ["queued", "done"]
    public.has(f"t{event}", at + 1)
    assert not [message for message in public.messages if message["is"] == "change" and not message["seq"]]
