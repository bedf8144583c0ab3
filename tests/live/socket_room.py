"""A small application behind uvicorn's protocol as the web process uses it."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

from uvicorn.config import Config
from uvicorn.server import ServerState
from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Origin

from ops import web
from tourney.live.uvicorn_socket import FRAMES


class Room:
    """An application that accepts a socket and records its scope."""

    def __init__(self) -> None:
        self.scope: dict[str, Any] = {}
        self.send: Any = None
        self.port = 0
        self._open = asyncio.Event()

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        self.scope, self.send = scope, send
        self._open.set()
        while (await receive())["type"] == "websocket.receive":
            pass

    async def client(self, **more: Any) -> ClientConnection:
        """Open a socket connected to the application."""
        self._open.clear()
        found = await connect(
            f"ws://127.0.0.1:{self.port}/ws/live/",
            origin=Origin("http://testserver"),
            proxy=None,
            max_size=2**22,
            **{"compression": None, **more},
        )
        return found

    async def opened(self) -> Callable[[bytes], bool]:
        """Return the extensions of the scope once the application has accepted."""
        await asyncio.wait_for(self._open.wait(), 5)
        write: Callable[[bytes], bool] = self.scope["extensions"][FRAMES]["write"]
        return write


@asynccontextmanager
async def served(app: Any, room: Room, **more: Any) -> AsyncIterator[Room]:
    """Serve an application on loopback with the protocol of `ops.web`."""
    config = Config(app, ws=web.SOCKET, ws_ping_interval=None, **{"ws_per_message_deflate": False, **more})
    config.load()
    state = ServerState()

    def made() -> asyncio.Protocol:
        return config.http_protocol_class(config=config, server_state=state, app_state={})  # type: ignore[call-arg]

    server = await asyncio.get_running_loop().create_server(made, "127.0.0.1", 0)
    room.port = server.sockets[0].getsockname()[1]
    try:
        yield room
    finally:
        server.close()
