"""The end of a web process under uvicorn, which ends without the functions that run at exit. Daphne has no lifespan."""

import asyncio
from typing import Any

from tourney.edge import tracing


async def lifespan(_scope: dict[str, Any], receive: Any, send: Any) -> None:
    """Send the spans that wait before the process ends."""
    while True:
        message = await receive()
        if message["type"] == "lifespan.shutdown":
            await asyncio.to_thread(tracing.stop)
        await send({"type": f"{message['type']}.complete"})
        if message["type"] == "lifespan.shutdown":
            return
