"""Shutdown of a web process under uvicorn, which does not run `atexit` functions. Daphne has no lifespan."""

import asyncio
from typing import Any

from tourney.edge import tracing


async def lifespan(_scope: dict[str, Any], receive: Any, send: Any) -> None:
    """Send the queued spans before the process ends."""
    while True:
        message = await receive()
        if message["type"] == "lifespan.shutdown":
            await asyncio.to_thread(tracing.stop)
        await send({"type": f"{message['type']}.complete"})
        if message["type"] == "lifespan.shutdown":
            return
