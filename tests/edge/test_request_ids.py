"""Every request has an id: in its answer, and in all log records in its course, with that of the command."""

import json
import logging
import uuid
from typing import Any

import pytest
from asgiref.sync import async_to_sync

from clock.commands.announcements import say
from clock.commands.clock import pause
from tests.fixtures.room import press, refusal
from tourney.access.roles import Actor
from tourney.edge.logs import JsonFormatter
from tourney.edge.requests import Requests

SECRET = "AbCdEfGhIjKlMnOpQrSt-_12"


class Lines(logging.Handler):
    """Formats records as JSON in the thread and context in which they are logged."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[dict[str, Any]] = []
        self.setFormatter(JsonFormatter())

    def emit(self, record: logging.LogRecord) -> None:
        """Keep a record."""
        self.lines.append(json.loads(self.format(record)))


@pytest.fixture
def lines() -> Any:
    """Log requests and commands, as with LOG_FORMAT=json."""
    handler = Lines()
    loggers = [
        logging.getLogger(name) for name in ("tourney.edge.requests", "tourney.journal.carried_out", "test")
    ]
    levels = [logger.level for logger in loggers]
    for logger in loggers:
        logger.addHandler(handler)
        logger.setLevel(logging.INFO)
    yield handler.lines
    for logger, level in zip(loggers, levels, strict=True):
        logger.removeHandler(handler)
        logger.setLevel(level)


def get(path: str, *ids: bytes) -> dict[str, Any]:
    """Request a page that logs something, and return the start of its answer."""
    sent: list[dict[str, Any]] = []

    async def application(scope: dict[str, Any], receive: Any, send: Any) -> None:
        logging.getLogger("test").info("Reading %s", scope["path"])
        await send({"type": "http.response.start", "status": 404, "headers": []})

    async def keep(message: dict[str, Any]) -> None:
        sent.append(message)

    headers = [(b"x-request-id", one) for one in ids]
    scope = {"type": "http", "method": "GET", "path": path, "headers": headers}
    async_to_sync(Requests(application))(scope, None, keep)
    return sent[0]


def test_id_of_a_proxy_is_taken_over_and_logged(lines: list[dict[str, Any]]) -> None:
    answer = get("/staff/", b"abc-DEF_0123")
    assert dict(answer["headers"])[b"x-request-id"] == b"abc-DEF_0123"
    assert [line["request_id"] for line in lines] == ["abc-DEF_0123"] * 2
    assert (lines[1]["message"], lines[1]["status"]) == ("GET /staff/ 404", 404)
    assert lines[1]["ms"] >= 0


@pytest.mark.parametrize(
    "given", [b"", b"short", b"x" * 65, b"two words here", b'"}, {"level": "', "ääääääää".encode()]
)
def test_anything_else_than_an_id_is_replaced(lines: list[dict[str, Any]], given: bytes) -> None:
    made = dict(get("/", given)["headers"])[b"x-request-id"].decode()
    assert uuid.UUID(made).version == 4
    assert lines[0]["request_id"] == made
    assert dict(get("/")["headers"])[b"x-request-id"].decode() != made


def test_log_in_json_shows_no_secret_also_in_a_traceback(lines: list[dict[str, Any]]) -> None:
    get(f"/p/{SECRET}/")
    try:
        raise ValueError(f"/p/{SECRET}/")
    except ValueError:
        logging.getLogger("test").exception("Broken: token=%s", SECRET)
    assert SECRET not in json.dumps(lines)
    assert "ValueError" in lines[-1]["message"]


@pytest.mark.django_db
def test_commands_are_logged_with_id_number_and_refusal(
    lines: list[dict[str, Any]], event: int, director: Actor
) -> None:
    lines.clear()
    number = uuid.uuid4()
    done = press(say, event, by=director, command=number, text="Welcome")
    assert lines[0] | {"at": "", "process": 0} == {
        "at": "", "process": 0, "level": "INFO", "logger": "tourney.journal.carried_out", "message": say.kind,
        "command_id": str(number), "kind": say.kind, "seq": done.seq, "event": event,
    }  # fmt: skip
    press(say, event, by=director, command=number, text="Welcome")
    assert len(lines) == 1
    refused = refusal(pause, event, by=director)
    assert (lines[1]["kind"], lines[1]["code"]) == (pause.kind, refused.code)
    assert "Welcome" not in json.dumps(lines)
