"""A network between a browser and the server: every piece of data has a random delay, but order is kept."""

import asyncio
import random
from collections.abc import Callable


class Network:
    """A TCP relay on loopback that delays each piece by a random 0 … `most` seconds, both ways."""

    def __init__(self, port: int, most: float, seed: int) -> None:
        self._target = port
        self._most = most
        self._chance = random.Random(seed)
        self._server: asyncio.Server | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    async def open(self) -> int:
        """Start the relay; return the port to connect to."""
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        return int(self._server.sockets[0].getsockname()[1])

    async def close(self) -> None:
        """Close the relay and all its connections."""
        if self._server is not None:
            self._server.close()
        for task in tuple(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there_reader, there_writer = await asyncio.open_connection("127.0.0.1", self._target)
        both = [self._relay(reader, there_writer), self._relay(there_reader, writer)]
        for work in both:
            task = asyncio.ensure_future(work)
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _relay(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        loop = asyncio.get_running_loop()
        due = 0.0
        try:
            while data := await reader.read(65536):
                due = max(due, loop.time() + self._chance.uniform(0, self._most))
                loop.call_at(due, _writer(writer, data))
            await asyncio.sleep(max(0.0, due - loop.time()))
        except (ConnectionError, asyncio.CancelledError):
            pass
        finally:
            writer.close()


def _writer(writer: asyncio.StreamWriter, data: bytes) -> Callable[[], None]:
    def write() -> None:
        if not writer.is_closing():
            writer.write(data)

    return write
