"""Check from within a container that the web process responds: `python -m ops.healthcheck`."""

import asyncio
import os
import sys

from ops import network
from ops.errors import exit_code_of
from ops.paths import bind, port

PATIENCE = 4.0


async def responds(where: int, host: str) -> bool:
    """Return whether the web process responds within four seconds."""
    try:
        async with asyncio.timeout(PATIENCE):
            return await network.web_answers(where, host)
    except TimeoutError:
        return False


def main() -> int:
    """Return 0 if it responds, 1 if it does not."""
    return 0 if asyncio.run(responds(port(os.environ), bind(os.environ))) else 1


if __name__ == "__main__":
    sys.exit(exit_code_of(main))
