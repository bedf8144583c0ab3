"""The data directory, port and Redis socket, and the environment of every process."""

import contextlib
import hashlib
import ipaddress
import os
import re
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from ops import network
from ops.errors import OpsError
from ops.private import new_files_are_ours, protect

PROJECT = Path(__file__).resolve().parent.parent

LOOPBACK = "127.0.0.1"
# As django-environ reads it.
_TRUE = {"true", "on", "ok", "y", "yes", "1"}
# sun_path holds 104 bytes on macOS (108 on Linux), the closing NUL included.
LONGEST_SOCKET_PATH = 103
# Characters that every reader of a Redis URL accepts without quoting.
PLAIN_PATH = re.compile(r"[A-Za-z0-9/._-]+")


@dataclass(frozen=True, slots=True)
class Places:
    """The parts of the configuration that come from the environment.

    Attributes:
        data: the data directory, absolute.
        port: TCP port of the web process.
        redis_url: `unix:///…` of our own Redis, or REDIS_URL.
        own_redis: whether the runner starts Redis.
    """

    data: Path
    port: int
    redis_url: str
    own_redis: bool

    @property
    def run(self) -> Path:
        """Return the directory of locks, process records and sockets; it needs no backup."""
        return self.data / "run"

    @property
    def metrics(self) -> Path:
        """Return the directory of what processes count; emptied at each start."""
        return self.run / "metrics"

    @classmethod
    def of(cls, environ: Mapping[str, str]) -> "Places":
        """Read DATA_DIR, PORT and REDIS_URL.

        Raises:
            OpsError: PORT is not a port, or DATA_DIR cannot be created or written to.
        """
        data = data_dir(environ)
        given = environ.get("REDIS_URL", "").strip()
        return cls(
            data=data,
            port=port(environ),
            redis_url=given or f"unix://{redis_socket(data)}",
            own_redis=not given,
        )

    def make(self) -> None:
        """Create the data directory and its contents, private to their owner.

        Raises:
            OpsError: it cannot be created or written to.
        """
        try:
            new_files_are_ours()
            self.run.mkdir(parents=True, exist_ok=True)
            (self.data / "redis").mkdir(exist_ok=True)
            protect(self.data, below=True)
        except OSError as error:
            raise OpsError(
                f"The data directory {self.data} cannot be used ({error.strerror}). "
                "Make it writable, or name another one: DATA_DIR=/some/where make run"
            ) from error

    def tidy(self) -> None:
        """Remove the short directory of the Redis socket, if Redis no longer uses it."""
        if self.own_redis and redis_socket(self.data).parent != self.run:
            with contextlib.suppress(OSError):
                redis_socket(self.data).parent.rmdir()


def data_dir(environ: Mapping[str, str]) -> Path:
    """Return DATA_DIR as an absolute path; by default `var/` in the project."""
    return Path(environ.get("DATA_DIR") or PROJECT / "var").expanduser().resolve()


def port(environ: Mapping[str, str]) -> int:
    """Return PORT as a number; 8000 by default.

    Raises:
        OpsError: it is not a number from 1 to 65535.
    """
    text = environ.get("PORT") or "8000"
    if not (text.isascii() and text.isdigit() and 1 <= int(text) <= 65535):
        raise OpsError(f"PORT is {text!r}, which is no port: it is a number from 1 to 65535.")
    return int(text)


def is_proxied(environ: Mapping[str, str]) -> bool:
    """Return whether the web process is behind a proxy, according to TRUSTED_PROXIES or BEHIND_TLS."""
    count = environ.get("TRUSTED_PROXIES", "").strip()
    return count not in {"", "0"} or environ.get("BEHIND_TLS", "").strip().lower() in _TRUE


def bind(environ: Mapping[str, str]) -> str:
    """Return the address the web process listens on.

    BIND, or else all addresses; behind a proxy on this machine (no PROXY_ADDRESSES) only the loopback
    address, so that the proxy can't be bypassed.

    Raises:
        OpsError: BIND is not an address.
    """
    # The address the web process listens on. Default: all addresses; `127.0.0.1` behind a proxy on the same machine.
    given = environ.get("BIND", "").strip()
    if not given:
        return (
            LOOPBACK if is_proxied(environ) and not environ.get("PROXY_ADDRESSES", "").strip() else "0.0.0.0"
        )
    try:
        return str(ipaddress.ip_address(given))
    except ValueError:
        raise OpsError(
            f"BIND is {given!r}, which is no address of this machine (such as 127.0.0.1)."
        ) from None


def redis_socket(data: Path) -> Path:
    """Return the socket of our own Redis: in the data directory, or in a short directory of our own under
    /tmp.

    The short directory is used if the path is too long for a Unix socket, or has characters that a URL would
    have to quote. It depends on the data directory and the user alone, so every process finds the same one.
    """
    path = data / "run" / "redis.sock"
    if len(os.fsencode(path)) <= LONGEST_SOCKET_PATH and PLAIN_PATH.fullmatch(str(path)):
        return path
    mark = hashlib.sha256(os.fsencode(data)).hexdigest()[:12]
    return Path("/tmp") / f"tourney-{os.getuid()}-{mark}" / "redis.sock"


def make_private(directory: Path) -> None:
    """Create a directory that only we can access.

    Raises:
        OpsError: a directory of another user, or a link, is in its place.
    """
    directory.mkdir(mode=0o700, parents=True, exist_ok=True)
    found = directory.lstat()
    if directory.is_symlink() or found.st_uid != os.getuid():
        raise OpsError(f"{directory} belongs to somebody else. Remove it, or choose a shorter DATA_DIR.")
    directory.chmod(0o700)


def child_environment(places: Places, environ: Mapping[str, str]) -> dict[str, str]:
    """Return the environment for every process: the given one, and the paths.

    Values set by hand are kept: ALLOWED_HOSTS is only filled in if empty, with every name and address
    at which this machine is reached in the room.
    """
    child = dict(environ)
    child["DATA_DIR"] = str(places.data)
    child["PORT"] = str(places.port)
    child["REDIS_URL"] = places.redis_url
    child["PYTHONUNBUFFERED"] = "1"
    # All processes of the room count into files there (`/metrics`).
    child["PROMETHEUS_MULTIPROC_DIR"] = str(places.metrics)
    # "python" and "celery" in the Procfile are those of this environment.
    child["PATH"] = os.pathsep.join([str(Path(sys.executable).parent), environ.get("PATH", os.defpath)])
    if not child.get("ALLOWED_HOSTS"):
        child["ALLOWED_HOSTS"] = ",".join(network.own_names())
    if sys.platform == "darwin":
        # The worker forks; macOS otherwise ends forked processes that use its system libraries.
        child.setdefault("OBJC_DISABLE_INITIALIZE_FORK_SAFETY", "YES")
    return child
