"""Metrics: what they count, who may read them, and that the dashboard knows them all."""

import json
import os
import re
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings as django_settings
from django.core.handlers.asgi import ASGIRequest
from django.db import DatabaseError
from django.test import Client
from prometheus_client import CollectorRegistry
from prometheus_client.parser import text_string_to_metric_families

from api.reference.metrics import names
from clock.commands.announcements import say
from clock.commands.clock import pause, start
from operations.services import figures
from operations.services.figures import GAUGES
from tests.fixtures.room import press, refusal
from tests.fixtures.services import RedisServer
from tourney.access.roles import Actor
from tourney.edge.metrics import COUNTED, part_of
from tourney.edge.peers import ForwardedPeers
from web.shared.metrics import metrics


@pytest.fixture(autouse=True)
def _nothing_read() -> None:
    figures.forget_figures()


def scraped(client: Client, **more: Any) -> dict[tuple[str, ...], float]:
    """Return the samples of `/metrics` by name and values of their labels."""
    figures.forget_figures()
    # The test's own transaction is not seen by another thread.
    answer = client.get("/metrics", **more)
    assert answer.status_code == 200
    families = text_string_to_metric_families(answer.content.decode())
    return {
        (one.name, *(value for _name, value in sorted(one.labels.items()))): one.value
        for family in families
        for one in family.samples
    }


@pytest.mark.django_db(transaction=True)
def test_commands_refusals_and_figures_are_counted(client: Client, event: int, director: Actor) -> None:
    before = scraped(client)
    press(say, event, by=director, text="Welcome")
    press(start, event, by=director)
    refusal(start, event, by=director)
    after = scraped(client)
    grown = {name: value - before.get(name, 0) for name, value in after.items()}
    assert grown["room_commands_total", say.kind] == 1
    assert grown["room_commands_total", start.kind] == 1
    refused = [name for name, more in grown.items() if name[0] == "room_refusals_total" and more == 1]
    assert len(refused) == 1
    assert start.kind in refused[0]
    press(pause, event, by=director)
    assert after["room_reading_ok", "database"] == after["room_reading_ok", "redis"] == 1
    assert after["room_queue_length", "celery"] >= 0
    assert after["room_due_events",] == 0
    assert after["room_info", django_settings.VERSION] == 1


@pytest.mark.django_db(transaction=True)
def test_repeated_command_counts_once(client: Client, event: int, director: Actor) -> None:
    import uuid

    number = uuid.uuid4()
    before = scraped(client).get(("room_commands_total", say.kind), 0)
    for _ in range(2):
        press(say, event, by=director, command=number, text="Welcome")
    assert scraped(client)["room_commands_total", say.kind] == before + 1


@pytest.mark.django_db
def test_only_this_machine_named_addresses_and_the_token_may_read(client: Client, settings: Any) -> None:
    assert client.get("/metrics").status_code == 200
    assert client.get("/metrics", REMOTE_ADDR="192.168.1.9").status_code == 403
    settings.METRICS_TOKEN = "a-token-of-prometheus"
    for secret, status in (("a-token-of-prometheus", 200), ("another", 403), ("", 403), ("ä", 403)):
        got = client.get("/metrics", REMOTE_ADDR="192.168.1.9", HTTP_AUTHORIZATION=f"Bearer {secret}")
        assert got.status_code == status
    settings.METRICS_TOKEN = ""
    assert client.get("/metrics", REMOTE_ADDR="192.168.1.9", HTTP_AUTHORIZATION="Bearer ").status_code == 403
    settings.METRICS_ADDRESSES = ["192.168.1.0/24"]
    assert client.get("/metrics", REMOTE_ADDR="192.168.1.9").status_code == 200
    assert client.get("/metrics").status_code == 403


@pytest.mark.parametrize(
    ("proxies", "peer", "header", "status"),
    [
        (0, "127.0.0.1", None, 200),
        (0, "127.0.0.1", b"203.0.113.5", 403),
        (0, "127.0.0.1", b"127.0.0.1", 403),
        # With a proxy in front, an address that only the proxy has proves nothing.
        (1, "127.0.0.1", None, 403),
        (1, "127.0.0.1", b"unknown", 403),
        (1, "127.0.0.1", b"203.0.113.5", 403),
        (1, "127.0.0.1", b"127.0.0.1", 200),
        (2, "127.0.0.1", b"203.0.113.5", 403),
        (2, "127.0.0.1", b"127.0.0.1, 10.0.0.9", 200),
        # A peer that is not a named proxy.
        (1, "10.0.0.9", None, 200),
        (1, "10.0.0.9", b"127.0.0.1", 403),
    ],
)
async def test_guests_behind_proxies_are_not_this_machine(
    settings: Any, monkeypatch: pytest.MonkeyPatch, proxies: int, peer: str, header: bytes | None, status: int
) -> None:
    monkeypatch.setattr("web.shared.metrics.registry", CollectorRegistry)
    settings.TRUSTED_PROXIES = proxies
    settings.METRICS_ADDRESSES = ["127.0.0.0/8", "10.0.0.0/8"]
    answers: list[int] = []

    async def application(scope: dict[str, Any], receive: Any, send: Any) -> None:
        answers.append(metrics(ASGIRequest(scope, None)).status_code)

    headers = [] if header is None else [(b"x-forwarded-for", header)]
    scope = {"type": "http", "method": "GET", "path": "/metrics", "client": (peer, 5), "headers": headers}
    await ForwardedPeers(application)(scope, None, None)
    assert answers == [status]


@pytest.mark.django_db(transaction=True)
def test_figures_that_cannot_be_read_are_missing_and_say_so(
    client: Client, own_redis: RedisServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    own_redis.kill()
    found = scraped(client)
    assert found["room_reading_ok", "redis"] == 0
    assert ("room_queue_length", "celery") not in found
    assert found["room_reading_ok", "database"] == 1

    def fail() -> None:
        raise DatabaseError

    monkeypatch.setattr(figures, "due_since", fail)
    assert scraped(client)["room_reading_ok", "database"] == 0
    monkeypatch.setattr(figures, "_PATIENCE_SECONDS", 0.05)
    answered = threading.Event()
    monkeypatch.setattr(figures, "_of_database", answered.wait)
    try:
        found = scraped(client)
    finally:
        answered.set()
    assert found["room_reading_ok", "database"] == 0
    assert found["room_sockets", "public"] == 0


def test_containers_with_the_same_process_ids_count_into_files_of_their_own(tmp_path: Path) -> None:
    count = (
        "import os, socket, sys; socket.gethostname = lambda: sys.argv[1]; os.getpid = lambda: 7\n"
        "from tourney.edge.metrics import COMMANDS, merge_counts\n"
        "COMMANDS.labels('entry.register').inc()\n"
        "print(merge_counts().get_sample_value('room_commands_total', {'kind': 'entry.register'}))"
    )
    environment = {**os.environ, "PROMETHEUS_MULTIPROC_DIR": str(tmp_path)}
    printed = [
        subprocess.run(
            [sys.executable, "-c", count, host],
            cwd=django_settings.PROJECT_DIR,
            env=environment,
            capture_output=True,
            text=True,
            check=True,
        ).stdout.strip()
        for host in ("web/1", "worker_2")
    ]
    assert printed == ["1.0", "2.0"]
    assert {path.name for path in tmp_path.glob("counter_*.db")} == {
        "counter_web-1-7.db",
        "counter_worker-2-7.db",
    }


def test_part_of_an_address_is_one_of_a_few() -> None:
    for path, part in (
        ("/", "pages"),
        ("/staff/desk/", "staff"),
        ("/p/secret/", "p"),
        ("/overlay/secret.json", "overlay"),
        ("/x/y", "pages"),
        ("", "pages"),
    ):
        assert part_of(path) == part


def test_dashboard_shows_each_metric_and_no_other() -> None:
    dashboard = json.loads((Path(django_settings.PROJECT_DIR) / "docs" / "grafana.json").read_text())
    expressions = [target["expr"] for panel in dashboard["panels"] for target in panel["targets"]]
    shown = {name for one in expressions for name in re.findall(r"\broom_\w+", one)}
    assert shown <= names()
    stems = set(GAUGES) | {one._name for one in COUNTED}
    assert stems == {stem for stem in stems if any(name.startswith(stem) for name in shown)}
