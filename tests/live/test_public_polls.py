"""Anonymous polls are answered from memory, all others by Django."""

import asyncio
import json
from typing import Any

import msgspec
import pytest
from django.test import Client

from players.commands.players import add_player
from tests.fixtures.room import press
from tourney import asgi
from tourney.access.roles import Actor
from tourney.access.viewers import SCREEN_COOKIE
from tourney.live import public_polls
from tourney.live.boards import Audience
from tourney.live.poll import POLLS
from tourney.live.public_polls import PublicPolls, public_topic
from tourney.live.publish import Envelope

HOST = (b"host", b"localhost")


class Reads:
    """Snapshots without rows that count their reads."""

    def __init__(self) -> None:
        self.topics: list[str] = []
        self.seq = 4
        self.fails = False

    def __call__(self, topic: str) -> Envelope | None:
        self.topics.append(topic)
        if self.fails:
            raise RuntimeError("no rows")
        if topic == "t404":
            return None
        boards: list[dict[str, msgspec.Raw]] = [{} for _audience in Audience]
        boards[Audience.PUBLIC]["clock"] = msgspec.Raw(b'{"seq":4}')
        boards[Audience.FLOOR]["clock_staff"] = msgspec.Raw(b'{"seq":4}')
        return Envelope(topic, self.seq, self.seq, self.seq, boards)


@pytest.fixture
def reads(monkeypatch: pytest.MonkeyPatch, settings: Any) -> Reads:
    """Count the reads of rows."""
    settings.ALLOWED_HOSTS = ["localhost"]
    found = Reads()
    monkeypatch.setattr(public_polls, "snapshot_of", found)
    POLLS.forget_all()
    return found


def _scope(topic: str = "t7", query: str = "", *headers: tuple[bytes, bytes], method: str = "GET") -> Any:
    return {
        "type": "http",
        "method": method,
        "path": f"/live/{topic}/",
        "query_string": query.encode(),
        "headers": [HOST, *headers],
        "client": ("203.0.113.9", 4000),
    }


async def _django(_scope: Any, _receive: Any, send: Any) -> None:
    await send({"type": "http.response.start", "status": 299, "headers": []})
    await send({"type": "http.response.body", "body": b"{}"})


async def _ask(polls: Any, scope: Any) -> tuple[int, dict[str, Any]]:
    sent: list[dict[str, Any]] = []

    async def send(event: dict[str, Any]) -> None:
        sent.append(event)

    await polls(scope, None, send)
    return sent[0]["status"], json.loads(sent[1]["body"])


def _answers(*scopes: Any, polls: PublicPolls | None = None) -> list[tuple[int, dict[str, Any]]]:
    asked = polls or PublicPolls(_django)

    async def ask() -> list[tuple[int, dict[str, Any]]]:
        return list(await asyncio.gather(*(_ask(asked, scope) for scope in scopes)))

    return asyncio.run(ask())


def test_many_anonymous_polls_share_one_reading(reads: Reads) -> None:
    answers = _answers(*[_scope() for _number in range(50)])
    assert [status for status, _body in answers] == [200] * 50
    assert reads.topics == ["t7"]
    body = answers[0][1]
    assert (body["is"], body["topic"], body["seq"]) == ("snapshot", "t7", 4)
    assert body["server"] > 0
    assert set(body["boards"]) == {"clock"}


def test_up_to_date_client_gets_a_current_message(reads: Reads) -> None:
    [(status, body)] = _answers(_scope("t7", "seq=4"))
    assert (status, body["is"], body["seq"]) == (200, "current", 4)


def test_client_ahead_of_the_cache_triggers_a_fresh_read(
    reads: Reads, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(public_polls, "_FRESH_SECONDS", 3600.0)
    polls = PublicPolls(_django)
    _answers(_scope(), polls=polls)
    reads.seq = 5
    [(_status, stale)] = _answers(_scope("t7", "seq=4"), polls=polls)
    [(_status, body)] = _answers(_scope("t7", "seq=5"), polls=polls)
    assert (stale["is"], body["is"], body["seq"]) == ("current", "current", 5)
    assert reads.topics == ["t7", "t7"]


def test_outdated_public_poll_is_read_again(reads: Reads, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(public_polls, "_FRESH_SECONDS", 0.0)
    polls = PublicPolls(_django)
    assert _answers(_scope(), polls=polls)[0][1]["seq"] == 4
    reads.seq = 5
    assert _answers(_scope(), polls=polls)[0][1]["seq"] == 5


@pytest.mark.parametrize(
    "header",
    [
        (b"authorization", b"Bearer x"),
        (b"cookie", b"room_language=de; room_session=abc"),
        (b"cookie", SCREEN_COOKIE.encode() + b"=abc"),
        (b"content-length", b"9"),
        (b"transfer-encoding", b"chunked"),
    ],
)
def test_possibly_authenticated_requests_are_answered_by_django(
    reads: Reads, header: tuple[bytes, bytes]
) -> None:
    [(status, _body)] = _answers(_scope("t7", "", header))
    assert (status, reads.topics) == (299, [])


def test_a_wrong_host_method_or_topic_is_left_to_django(reads: Reads) -> None:
    wrong = _scope()
    wrong["headers"] = [(b"host", b"evil.example")]
    assert public_topic(wrong) is None
    assert public_topic(_scope(method="POST")) is None
    assert public_topic(_scope("t07")) is None
    assert public_topic(_scope("t7/seats")) is None
    assert public_topic(_scope("t7", "", (b"cookie", b"room_language=de"))) == "t7"


def test_a_topic_that_is_not_there_is_a_404(reads: Reads) -> None:
    [(status, body)] = _answers(_scope("t404"))
    assert (status, body["code"]) == (404, "unknown_topic")


def test_an_address_that_asks_too_often_waits_without_a_reading(reads: Reads, settings: Any) -> None:
    settings.POLLS_PER_MINUTE = 2
    polls = PublicPolls(_django)
    assert [_answers(_scope(), polls=polls)[0][0] for _time in range(3)] == [200, 200, 429]
    [(status, body)] = _answers(_scope("t7", "", (b"accept-language", b"de-CH")), polls=polls)
    assert (status, body["code"]) == (429, "too_many")
    assert body["message"].startswith("Zu viele")


def test_django_answers_when_rows_cannot_be_read(reads: Reads) -> None:
    reads.fails = True
    polls = PublicPolls(_django)
    assert _answers(_scope(), polls=polls)[0][0] == 299
    reads.fails = False
    assert _answers(_scope(), polls=polls)[0][0] == 200


@pytest.mark.django_db(transaction=True)
def test_asgi_poll_answer_equals_the_view(
    event: int, director: Actor, monkeypatch: pytest.MonkeyPatch
) -> None:
    POLLS.forget_all()
    read, reads = public_polls.snapshot_of, []
    monkeypatch.setattr(public_polls, "snapshot_of", lambda topic: (reads.append(topic), read(topic))[1])
    press(add_player, by=director, name="Ada")
    with_port = _scope(f"t{event}")
    with_port["headers"] = [(b"host", b"localhost:8000")]
    with_port["scheme"] = "http"
    status, body = asyncio.run(_ask(asgi.application, with_port))
    viewed = Client().get(f"/live/t{event}/").json()
    assert (status, reads) == (200, [f"t{event}"])
    assert (body["seq"], set(body["boards"])) == (viewed["seq"], set(viewed["boards"]))
