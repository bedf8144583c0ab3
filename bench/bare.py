"""The reference: `websockets.broadcast()` from a server that does nothing else.

`python -m bench.bare --port P`; each line of standard input is broadcast to everybody, and answered with the
time (ns, monotonic) at which that began.
"""

import argparse
import asyncio
import json
import sys
import time

from websockets.asyncio.server import ServerConnection, broadcast, serve


async def main() -> None:
    """Serve until the input ends."""
    words = argparse.ArgumentParser()
    words.add_argument("--port", type=int, required=True)
    given = words.parse_args()
    everybody: set[ServerConnection] = set()

    async def handler(socket: ServerConnection) -> None:
        everybody.add(socket)
        try:
            await socket.wait_closed()
        finally:
            everybody.discard(socket)

    async with serve(
        handler, "127.0.0.1", given.port, compression=None, ping_interval=None, backlog=2048, max_size=65536
    ):
        print(json.dumps({"ready": True}), flush=True)
        loop = asyncio.get_running_loop()
        while line := await loop.run_in_executor(None, sys.stdin.readline):
            began = time.monotonic_ns()
            broadcast(everybody, line.rstrip("\n"))
            print(json.dumps({"began": began}), flush=True)


if __name__ == "__main__":
    asyncio.run(main())
