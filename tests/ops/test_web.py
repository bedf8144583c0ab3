"""Which web server runs, and several web processes on one port."""

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Awaitable, Callable
from contextlib import closing
from typing import Any

import psutil
import pytest

from bench.stage import free_port
from ops import web
from ops.errors import OpsError
from ops.paths import PROJECT
from tests.fixtures.processes import start_process
from tests.waiting import until


@pytest.mark.parametrize(
    ("environment", "module"),
    [
        ({}, web.DAPHNE),
        ({"EXPECTED_SCREENS": "500"}, web.DAPHNE),
        ({"EXPECTED_SCREENS": "501"}, "uvicorn"),
        ({"EXPECTED_SCREENS": "20000", "WEB_SERVER": "daphne"}, web.DAPHNE),
        ({"WEB_PROCESSES": "2"}, "uvicorn"),
        ({"WEB_PROCESSES": "1", "WEB_SERVER": "uvicorn"}, "uvicorn"),
    ],
)
def test_the_expected_screens_choose_the_server(environment: dict[str, str], module: str) -> None:
    assert web.command(environment)[2] == module


def test_the_expected_screens_choose_the_number_of_processes_up_to_the_cores(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(os, "cpu_count", lambda: 4)
    counts = [
        web.process_count({"EXPECTED_SCREENS": str(count)}) for count in (0, 5000, 5001, 15_001, 90_000)
    ]
    assert counts == [1, 1, 2, 4, 4]
    assert web.process_count({"EXPECTED_SCREENS": "90000", "WEB_PROCESSES": "1"}) == 1
    # Daphne cannot share a port.
    assert web.process_count({"EXPECTED_SCREENS": "90000", "WEB_SERVER": "daphne"}) == 1


@pytest.mark.parametrize(
    "environment",
    [{"WEB_PROCESSES": "2", "WEB_SERVER": "daphne"}, {"WEB_PROCESSES": "two"}, {"EXPECTED_SCREENS": "-1"}],
)
def test_settings_that_do_not_fit_are_refused(environment: dict[str, str]) -> None:
    with pytest.raises(OpsError):
        web.command(environment)


_SERVER = """
import os, sys
from ops import web_processes
words = [sys.executable, "-m", "uvicorn", "--http", "h11", "--log-level", "warning", "tests.ops.test_web:pid"]
sys.exit(web_processes.serve(words, "127.0.0.1", int(sys.argv[1]), 2, 64))
"""


async def pid(scope: object, receive: object, send: Callable[[dict[str, Any]], Awaitable[None]]) -> None:
    """Answer every request with the number of the process."""
    body = str(os.getpid()).encode()
    length = (b"content-length", str(len(body)).encode())
    await send({"type": "http.response.start", "status": 200, "headers": [length]})
    await send({"type": "http.response.body", "body": body})


@pytest.mark.processes
def test_of_two_processes_on_one_port_one_answers_while_the_other_is_started_again() -> None:
    port = free_port()
    parent = start_process([sys.executable, "-c", _SERVER, str(port)], cwd=PROJECT, stdin=subprocess.DEVNULL)
    try:
        until(lambda: len(psutil.Process(parent.pid).children()) == 2, message="two processes")
        first = psutil.Process(parent.pid).children()[0].pid
        until(lambda: _answer(port) is not None, message="an answer")
        os.kill(first, signal.SIGKILL)
        # The kernel's queue is shared: no connection is refused meanwhile.
        seen = {_answer(port) for _ in range(30)}
        assert not {None, first} & seen
        until(lambda: len(_living(parent.pid)) == 2, message="a new process")
        assert first not in _living(parent.pid)
        both = _living(parent.pid)
        parent.send_signal(signal.SIGTERM)
        assert parent.wait(30) == 0
        assert not any(psutil.pid_exists(one) for one in both)
    finally:
        parent.kill()
        parent.wait()


def _living(parent: int) -> set[int]:
    children = psutil.Process(parent).children()
    return {child.pid for child in children if child.status() != psutil.STATUS_ZOMBIE}


def _answer(port: int) -> int | None:
    """Return the process that answers a request; None if none does."""
    try:
        with closing(socket.create_connection(("127.0.0.1", port), timeout=20)) as client:
            client.sendall(b"GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
            found = b""
            while part := client.recv(4096):
                found += part
        return int(found.rpartition(b"\r\n\r\n")[2])
    except (OSError, ValueError):
        return None
