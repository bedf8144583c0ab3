"""While the database does not answer, sockets get `waiting` in place of heartbeats, but only while Redis answers."""

from typing import Any

import pytest
from django.conf import settings

from tourney.live import database_monitor
from tourney.live.boards import Audience
from tourney.live.database_monitor import DatabaseMonitor
from tourney.live.hub import Hub
from tourney.live.listener import Listener

WAITING = {"type": "websocket.send", "text": '{"is":"waiting"}'}


class Watch:
    """A watch whose database does not answer, unless a test changes that."""

    may_be_down = is_silent = True


class Host:
    """A web process without a database, with one socket; nothing is published."""

    def __init__(self) -> None:
        self.heard: list[dict[str, Any]] = []
        self.hub = Hub()
        self.hub.join(Listener(self._send, Audience.PUBLIC, ""))
        self.monitor = DatabaseMonitor(self.hub, "mine", self._publish, self._publish, lambda: None)

    def hear_question(self, of: str = "mine", pause: float = 0.0) -> None:
        """Receive a question from Redis, some seconds after the last message to the socket."""
        self.hub.beat_at -= pause
        self.monitor.question({"from": self.monitor._host, "echo": of, "number": 1})

    async def _send(self, event: dict[str, Any]) -> None:
        self.heard.append(event)

    async def _publish(self, *_about: object) -> None:
        return


@pytest.fixture(autouse=True)
def _silent_database(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database_monitor, "DatabaseWatch", Watch)


async def test_own_question_from_redis_sends_waiting_when_a_heartbeat_is_due() -> None:
    host = Host()
    host.hear_question()
    assert host.heard == []
    host.hear_question(pause=settings.HEARTBEAT_SECONDS)
    host.hear_question()
    assert host.heard == [WAITING]
    host.hear_question(pause=settings.HEARTBEAT_SECONDS)
    assert host.heard == [WAITING, WAITING]


async def test_question_of_another_process_sends_no_waiting() -> None:
    host = Host()
    host.hear_question(of="other", pause=settings.HEARTBEAT_SECONDS)
    assert host.heard == []


async def test_host_that_alone_is_cut_off_sends_no_waiting() -> None:
    host = Host()
    host.hub.is_cut_off = True
    host.hear_question(pause=settings.HEARTBEAT_SECONDS)
    assert host.heard == []


async def test_database_that_answers_in_time_sends_no_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Watch, "may_be_down", False)
    host = Host()
    host.hear_question(pause=settings.HEARTBEAT_SECONDS)
    assert host.heard == []
