"""The health check opens a socket of its own server."""

import asyncio
import json
from typing import Any

import pytest
import websockets

from web.shared.health import _open_socket


def test_a_heartbeat_before_the_answer_is_no_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    async def answer(socket: Any) -> None:
        asked = json.loads(await socket.recv())
        await socket.send(json.dumps({"is": "heartbeat", "t": 1}))
        await socket.send(json.dumps({"is": "pong", "n": asked["n"]}))
        await socket.wait_closed()

    async def check() -> None:
        async with websockets.serve(answer, "127.0.0.1", 0) as server:
            monkeypatch.setenv("PORT", str(server.sockets[0].getsockname()[1]))
            await _open_socket("127.0.0.1")

    asyncio.run(check())
