"""All hosts of the festival, started one after the other."""

import json
import os
import secrets
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import psutil

from bench.hosts import proxy
from bench.hosts.clock_jump import JumpingClock
from bench.hosts.database import Databases, Keeper
from bench.hosts.network import Host, Network
from bench.hosts.redis_pair import RedisPair
from bench.stage import PROJECT
from ops.paths import Places, child_environment
from ops.procfile import parse

PORT = 8000
_PATIENCE = 180.0
# A process of the proxy may open at most 20,000 files here, and the kernel shares connections out unevenly.
_SOCKETS_OF_PROXY = 6000


class Lab:
    """The running hosts.

    Attributes:
        event: what `event_room` printed: the first event, and all of them as `events`.
        authority: certificate of the proxy's test authority.
    """

    def __init__(self, directory: Path, players: int, heartbeat: int, sockets: int, events: int) -> None:
        """Create the hosts; `start` starts them."""
        self.directory = directory
        self.network = network = Network(directory)
        self.proxy = network.add("proxy")
        self.web = [network.add(f"web{number}") for number in (1, 2, 3)]
        self.workers = [network.add(f"worker{number}") for number in (1, 2)]
        self.beats = [network.add(f"beat{number}") for number in (1, 2)]
        self.databases = Databases(network)
        self.redis = RedisPair(network, third=self.beats[0])
        self.keeper = Keeper(self.databases)
        # Of the last web host.
        self.clock = JumpingClock(directory)
        self._players, self._events, self._heartbeat = players, events, heartbeat
        self._proxies = 2 + sockets // _SOCKETS_OF_PROXY
        self._secret = secrets.token_urlsafe(40)
        self.event: dict[str, Any] = {}
        self.authority = directory

    def start(self) -> None:
        """Start everything, and wait until a page opens through the proxy."""
        self._say("PostgreSQL and its replica, Redis and its Sentinels")
        self.databases.create()
        self.redis.create()
        self._say("the tables and a running event")
        self._manage("manage.py", "migrate", "--noinput", "--verbosity", "0")
        self.event = json.loads(
            self._manage("-m", "bench.hosts.event_room", str(self._players), str(self._events)).splitlines()[
                -1
            ]
        )
        self.keeper.start()
        self._say("proxy, web, workers and beats")
        self.authority = proxy.certificates(self.proxy.directory)
        self.start_proxy(self.proxy)
        for host in (*self.web, *self.workers, *self.beats):
            self.start_product(host)
        self.wait_for_web(len(self.web))

    def start_proxy(self, host: Host) -> None:
        """Start the proxy's processes that do not run."""
        for name in (f"proxy{number}" for number in range(self._proxies)):
            if name not in host.running or host.running[name].poll() is not None:
                proxy.start(host, self.web, PORT, 2 * self._heartbeat, name, proxy.OPENINGS // self._proxies)

    def start_product(self, host: Host) -> None:
        """Start the product's process of a host under the product's own supervisor."""
        name = host.name.rstrip("0123456789")
        lines = parse((PROJECT / "Procfile").read_text(encoding="utf-8"))
        command = next(entry.command for entry in lines if entry.name == name)
        procfile = host.directory / "Procfile"
        procfile.write_text(f"{name}: {command}\n")
        words = [sys.executable, "-m", "ops.run", "--only-processes", "--procfile", str(procfile)]
        host.start("product", words, self.environment(host))

    def environment(self, host: Host) -> dict[str, str]:
        """Return the settings of a host, as an administrator would write them."""
        (host.directory / "var" / "run" / "metrics").mkdir(parents=True, exist_ok=True)
        # The code of an installed host is compiled (deploy/install.sh, Containerfile): a start does not compile it.
        inherited = {name: text for name, text in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
        settings = {
            **inherited,
            "DATA_DIR": str(host.directory / "var"),
            "DATABASE_URL": self.databases.url(),
            "REDIS_URL": self.redis.url(),
            "SECRET_KEY": self._secret,
            "ALLOWED_HOSTS": proxy.NAME,
            "PORT": str(PORT),
            "BEHIND_TLS": "true",
            "TRUSTED_PROXIES": "1",
            "PROXY_ADDRESSES": self.proxy.address,
            "WEB_SERVER": "uvicorn",
            # Thousands of screens of this lab share four addresses.
            "SOCKETS_PER_ADDRESS": "100000",
            "FOLLOWS_PER_MINUTE": "100000",
            "HEARTBEAT_SECONDS": str(self._heartbeat),
            "LOG_LEVEL": "WARNING",
            **(self.clock.environment() if host is self.web[-1] else {}),
        }
        return child_environment(Places.of(settings), settings)

    def wait_for_web(self, count: int) -> None:
        """Wait until this many web hosts answer."""
        deadline = time.monotonic() + _PATIENCE
        waiting = [host for host in self.web if host.is_on][:count]
        while waiting:
            waiting = [host for host in waiting if not _answers(host)]
            if time.monotonic() > deadline:
                raise SystemExit(f"{', '.join(host.name for host in waiting)} did not answer.")
            time.sleep(0.3)

    def web_memory(self) -> int:
        """Return the resident bytes of all web processes."""
        pids = [pid for host in self.web for pid in host.pids()]
        return sum(int(psutil.Process(pid).memory_info().rss) for pid in pids)

    def _manage(self, *words: str) -> str:
        host = self.web[0]
        done = subprocess.run(
            host.words(sys.executable, *words), cwd=PROJECT, env=self.environment(host), capture_output=True,
            text=True, timeout=300,
        )  # fmt: skip
        if done.returncode:
            raise SystemExit(f"{' '.join(words)} failed:\n{done.stderr[-3000:]}")
        return done.stdout

    def _say(self, what: str) -> None:
        print(f"Starting {what} …", flush=True)


def _answers(host: Host) -> bool:
    words = ["curl", "--silent", "--fail", "--max-time", "2", "--output", "/dev/null"]
    words += ["--header", f"Host: {proxy.NAME}", f"http://{host.address}:{PORT}/live/room/"]
    return subprocess.run(words, capture_output=True).returncode == 0
