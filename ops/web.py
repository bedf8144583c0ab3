"""The web process: `python -m ops.web` becomes Daphne, or uvicorn with WEB_SERVER=uvicorn, or starts several."""

import os
import resource
import sys
from collections.abc import Mapping

from ops import web_processes
from ops.errors import OpsError, exit_code_of
from ops.paths import bind, port

APPLICATION = "tourney.asgi:application"
# Daphne, and uvicorn's HTTP, with limits on the size and duration of requests.
DAPHNE = "tourney.edge.daphne_server"
HTTP = "tourney.edge.uvicorn_http:BoundedHTTP"
# uvicorn's own protocol "websockets-sansio", which can also write a frame to many sockets.
SOCKET = "tourney.live.uvicorn_socket:FrameSocket"
# Clients may send 1 KiB. Larger messages get an error; beyond this limit the server disconnects.
LARGEST_MESSAGE = 65536
# Connections that may wait to be accepted: all screens of a room at once, after a restart.
BACKLOG = 2048
WANTED_FILES = 65536
# Above the first, Daphne needs several times as long for a message to all; above the second, one core has too much
# to do while all of them come back after a restart (docs/scale.md).
SCREENS_OF_DAPHNE, SCREENS_OF_PROCESS = 500, 5000
# Seconds. Daphne has no value for "no pings": 0 means one on every check.
NEVER = 10**9


def command(environ: Mapping[str, str]) -> list[str]:
    """Return the command line of the web server.

    Protocol pings are off: the feed has its own heartbeat, which also carries data for the screens.

    Raises:
        OpsError: WEB_SERVER is neither `daphne` nor `uvicorn`, or does not fit WEB_PROCESSES; or a number is invalid.
    """
    where, host = port(environ), bind(environ)
    # `daphne`, or `uvicorn`, which serves thousands of sockets. Default: `daphne`; `uvicorn` with several
    # `WEB_PROCESSES` or more than 500 `EXPECTED_SCREENS`.
    kind = environ.get("WEB_SERVER") or _server_for(environ)
    module = kind
    several = process_count(environ) > 1
    if several and kind != "uvicorn":
        raise OpsError("Several WEB_PROCESSES need WEB_SERVER=uvicorn.")
    if kind == "daphne":
        module = DAPHNE
        interface = host.replace(":", "\\:")
        options = [
            *("-e", f"tcp:port={where}:interface={interface}:backlog={BACKLOG}"),
            *("-v", "0", "--no-server-name"),
            *("--ping-interval", str(NEVER), "--websocket_timeout", "-1"),
            *("--websocket-max-message-size", str(LARGEST_MESSAGE)),
            *("--websocket-max-frame-size", str(LARGEST_MESSAGE)),
        ]
    elif kind == "uvicorn":
        options = [
            *(() if several else ("--host", host, "--port", str(where))),
            *("--backlog", str(BACKLOG)),
            # The application itself decides which peers are proxies; headers from other peers are ignored.
            *("--http", HTTP, "--no-proxy-headers"),
            # uvicorn takes uvloop if something has installed it; with it, 20,000 sockets were open after 163 s instead
            # of 24 (docs/scale.md).
            *("--loop", "asyncio"),
            *("--ws", SOCKET, "--ws-per-message-deflate", "false"),
            *("--ws-ping-interval", "0", "--ws-max-size", str(LARGEST_MESSAGE)),
            *("--no-access-log", "--no-server-header", "--log-level", "warning"),
            *("--timeout-graceful-shutdown", "3"),
        ]
    else:
        raise OpsError(f"WEB_SERVER is {kind!r}; it can be daphne or uvicorn.")
    return [sys.executable, "-m", module, *options, APPLICATION]


def process_count(environ: Mapping[str, str]) -> int:
    """Return how many web processes share the port.

    Raises:
        OpsError: WEB_PROCESSES or EXPECTED_SCREENS is not a number.
    """
    # How many web processes share the port; more than one need uvicorn. Limits for one address and
    # `SOCKETS_PER_PROCESS` count in each of them. Default: one; with `EXPECTED_SCREENS` one for each 5,000, at most as
    # many as there are cores.
    given = environ.get("WEB_PROCESSES", "").strip()
    if given:
        return max(1, _number("WEB_PROCESSES", given))
    if environ.get("WEB_SERVER") == "daphne":
        return 1
    return max(1, min(os.cpu_count() or 1, -(-_expected(environ) // SCREENS_OF_PROCESS)))


def _server_for(environ: Mapping[str, str]) -> str:
    crowd = _expected(environ) > SCREENS_OF_DAPHNE or process_count(environ) > 1
    return "uvicorn" if crowd else "daphne"


def _expected(environ: Mapping[str, str]) -> int:
    # How many displays, tablets and phones the room expects at once; chooses `WEB_SERVER` and `WEB_PROCESSES` where
    # they are not set. Default: 0, for not known.
    return _number("EXPECTED_SCREENS", environ.get("EXPECTED_SCREENS", "0").strip() or "0")


def _number(name: str, text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 6):
        raise OpsError(f"{name} is {text!r}, which is no number.")
    return int(text)


def allow_many_files() -> None:
    """Raise the limit of open files as far as this user may: each screen needs one."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = WANTED_FILES if hard == resource.RLIM_INFINITY else min(hard, WANTED_FILES)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        except (ValueError, OSError):
            return  # macOS allows fewer than it reports


def main() -> int:
    """Become the web server, or the parent of several."""
    line = command(os.environ)
    allow_many_files()
    count = process_count(os.environ)
    if count > 1:
        return web_processes.serve(line, bind(os.environ), port(os.environ), count, BACKLOG)
    os.execv(line[0], line)


if __name__ == "__main__":
    sys.exit(exit_code_of(main))
