"""The desk works without the broker; the periodic task finds the unsent jobs."""

import time
from types import SimpleNamespace

import pytest
from kombu.connection import Connection

from desk.services.jobs import waiting_list_job
from desk.tasks import process_due_waiting_list
from tourney.celery import app

# Retries of one connection would exceed this time limit for all commands here together.
PATIENCE = 30.0


@pytest.fixture
def nowhere(monkeypatch: pytest.MonkeyPatch) -> None:
    """Use a broker address without a server."""
    gone = Connection("redis://127.0.0.1:1/0", transport_options=app.conf.broker_transport_options)
    sent = process_due_waiting_list.apply_async
    monkeypatch.setattr(
        process_due_waiting_list,
        "apply_async",
        lambda *args, **options: sent(*args, connection=gone, **options),
    )


def test_missing_broker_delays_no_sale(nowhere: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("desk.services.jobs._LISTED", SimpleNamespace(first=lambda _event: (1,)))
    began = time.monotonic()
    # Retrying the connection delays each command by six seconds.
    for _press in range(8):
        waiting_list_job(1)()
    assert time.monotonic() - began < PATIENCE
