"""Metrics: what they count, who may read them, and that the dashboard knows them all."""

import json
import re
import time
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings as django_settings
from django.db import DatabaseError
from django.test import Client
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


async def test_guests_behind_a_proxy_are_not_this_machine(settings: Any) -> None:
    from tourney.edge.peers import ForwardedPeers

    seen: list[dict[str, Any]] = []

    async def application(scope: dict[str, Any], receive: Any, send: Any) -> None:
        seen.append(scope)

    scope = {"type": "http", "client": ("127.0.0.1", 5), "headers": [(b"x-forwarded-for", b"203.0.113.5")]}
    await ForwardedPeers(application)(scope, None, None)
    await ForwardedPeers(application)({**scope, "headers": []}, None, None)
    assert [bool(one.get("room.forwarded")) for one in seen] == [True, False]


@pytest.mark.django_db
def test_forwarded_request_without_trusted_proxies_is_refused(settings: Any) -> None:
    from django.core.handlers.asgi import ASGIRequest

    from web.shared.metrics import metrics

    scope = {"type": "http", "method": "GET", "path": "/metrics", "headers": [], "client": ["127.0.0.1", 5]}
    assert metrics(ASGIRequest(scope, None)).status_code == 200
    assert metrics(ASGIRequest({**scope, "room.forwarded": True}, None)).status_code == 403


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
    monkeypatch.setattr(figures, "_of_database", lambda: time.sleep(0.5))
    found = scraped(client)
    assert found["room_reading_ok", "database"] == 0
    assert found["room_sockets", "public"] == 0


def test_part_of_an_address_is_one_of_a_few() -> None:
    for path, part in (
        ("/", "pages"),
        ("/staff/desk/", "staff"),
        ("/p/secret/", "p"),
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
