"""The web process: `python -m ops.web` becomes Daphne, or uvicorn with WEB_SERVER=uvicorn."""

import os
import resource
import sys
from collections.abc import Mapping

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
# Seconds. Daphne has no value for "no pings": 0 means one on every check.
NEVER = 10**9


def command(environ: Mapping[str, str]) -> list[str]:
    """Return the command line of the web server.

    Protocol pings are off: the feed has its own heartbeat, which also carries data for the screens.

    Raises:
        OpsError: WEB_SERVER is neither `daphne` nor `uvicorn`, or PORT or BIND is invalid.
    """
    where, host = port(environ), bind(environ)
    # `daphne`, or `uvicorn`, which serves thousands of sockets. Default: `daphne`.
    kind = environ.get("WEB_SERVER") or "daphne"
    module = kind
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
            *("--host", host, "--port", str(where), "--backlog", str(BACKLOG)),
            # The application itself decides which peers are proxies; headers from other peers are ignored.
            *("--http", HTTP, "--no-proxy-headers"),
            *("--ws", SOCKET, "--ws-per-message-deflate", "false"),
            *("--ws-ping-interval", "0", "--ws-max-size", str(LARGEST_MESSAGE)),
            *("--no-access-log", "--no-server-header", "--log-level", "warning"),
            *("--timeout-graceful-shutdown", "3"),
        ]
    else:
        raise OpsError(f"WEB_SERVER is {kind!r}; it can be daphne or uvicorn.")
    return [sys.executable, "-m", module, *options, APPLICATION]


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
    """Become the web server."""
    line = command(os.environ)
    allow_many_files()
    os.execv(line[0], line)


if __name__ == "__main__":
    sys.exit(exit_code_of(main))
