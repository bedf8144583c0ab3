"""PostgreSQL on two hosts: a primary, a streaming replica, and one address that moves to the present primary.

`Keeper` does what Patroni with a virtual address, or a managed service, does: it replicates synchronously as long as
the replica is there, promotes it when the primary is gone, and moves the address. Clients know only that address.
"""

import os
import shutil
import subprocess
import threading
import time
from pathlib import Path

import psycopg

from bench.hosts.network import CONSOLE, NETWORK, Host, Network
from ops.postgres import Installation, find_installation

ADDRESS = f"{NETWORK}.200"
USER = "postgres"
_EVERY, _FAILURES = 0.4, 3
_SETTINGS = {
    "listen_addresses": "*",
    "wal_level": "replica",
    "max_wal_senders": "6",
    "wal_keep_size": "256MB",
    "hot_standby": "on",
    "max_connections": "200",
    "shared_buffers": "128MB",
    "log_min_messages": "warning",
    # Sessions of a host that has lost its power end, and with them the locks that they hold.
    "tcp_keepalives_idle": "2",
    "tcp_keepalives_interval": "1",
    "tcp_keepalives_count": "2",
    "tcp_user_timeout": "4000",
    "wal_sender_timeout": "3000",
    "wal_receiver_timeout": "3000",
}


class Databases:
    """The pair, and who is primary."""

    def __init__(self, network: Network) -> None:
        """Create the hosts."""
        self._programs: Installation = find_installation()
        self.hosts = [network.add("db1"), network.add("db2")]
        self.primary, self.replica = self.hosts
        self.is_safe = False
        for host in self.hosts:
            (host.directory / "socket").mkdir()
            shutil.chown(host.directory / "socket", USER, USER)

    def url(self) -> str:
        """Return the address for clients."""
        return f"postgres://{USER}@{ADDRESS}:5432/room"

    def create(self) -> None:
        """Make the primary with an empty database, and the replica."""
        files = self._files(self.primary)
        self._as_user("initdb", "-D", str(files), "-U", USER, "-A", "trust", "-E", "UTF8", "--locale=C")
        with (files / "pg_hba.conf").open("a") as rules:
            rules.write(f"host all all {NETWORK}.0/24 trust\nhost replication all {NETWORK}.0/24 trust\n")
        self.start(self.primary)
        self.primary.add_address(ADDRESS)
        self.ask(self.primary, "CREATE DATABASE room")
        self.join(self.replica)

    def join(self, host: Host) -> None:
        """Make a host the replica of the present primary, from a fresh copy."""
        host.drop_address(ADDRESS)
        shutil.rmtree(self._files(host), ignore_errors=True)
        words = [
            "-h",
            self.primary.address,
            "-U",
            USER,
            "-D",
            str(self._files(host)),
            "-R",
            "-X",
            "stream",
            "-c",
            "fast",
        ]
        self._as_user("pg_basebackup", *words, on=host)
        self.start(host)

    def promote(self) -> None:
        """Make the replica the primary, and move the address to it."""
        self.primary.off()
        self.ask(self.replica, "SELECT pg_promote(true, 10)")
        self.set_synchronous(self.replica, False)
        self.primary, self.replica = self.replica, self.primary
        self.primary.add_address(ADDRESS)

    def set_synchronous(self, host: Host, wanted: bool) -> None:
        """Let commits wait for the replica, or not."""
        self.ask(host, f"ALTER SYSTEM SET synchronous_standby_names = '{'*' if wanted else ''}'")
        self.ask(host, "SELECT pg_reload_conf()")
        self.is_safe = wanted

    def ask(self, host: Host, query: str) -> list[tuple[object, ...]]:
        """Run a query on a host, from the console."""
        options = "-c synchronous_commit=local -c statement_timeout=10000"
        with psycopg.connect(
            host=host.address, user=USER, dbname="postgres", connect_timeout=2, options=options, autocommit=True,
            tcp_user_timeout=1000,
        ) as connection:  # fmt: skip
            found = connection.execute(query.encode())
            return found.fetchall() if found.description else []

    def start(self, host: Host) -> None:
        """Start the server of a host on its files, and wait until it answers."""
        options = [word for name, value in _SETTINGS.items() for word in ("-c", f"{name}={value}")]
        words = [str(self._programs.programs / "postgres"), "-D", str(self._files(host)), *options]
        host.start("postgres", [*words, "-k", str(host.directory / "socket")], user=USER)
        deadline = time.monotonic() + 60
        while True:
            try:
                self.ask(host, "SELECT 1")
                return
            except psycopg.Error:
                if time.monotonic() > deadline:
                    raise
                time.sleep(0.1)

    def _as_user(self, program: str, *words: str, on: Host | None = None) -> None:
        become = ["setpriv", f"--reuid={USER}", f"--regid={USER}", "--clear-groups", "--"]
        line = [*become, str(self._programs.programs / program), *words]
        done = subprocess.run(
            on.words(*line) if on else line, capture_output=True, text=True, cwd="/", timeout=120,
            env={**os.environ, "LC_ALL": "C"},
        )  # fmt: skip
        if done.returncode:
            raise SystemExit(f"{program} failed: {done.stderr}")

    def _files(self, host: Host) -> Path:
        files = host.directory / "data"
        if not files.exists():
            files.mkdir(mode=0o700)
            shutil.chown(files, USER, USER)
        return files


class Keeper(threading.Thread):
    """Watch the pair from the console, and act."""

    def __init__(self, databases: Databases) -> None:
        super().__init__(name="keeper", daemon=True)
        self._databases = databases
        self._failures = 0
        self._paused = threading.Event()
        self.promotions: list[float] = []
        self.notes: list[str] = []

    def pause(self, paused: bool) -> None:
        """Leave the pair alone while a host is set up."""
        if paused:
            self._paused.set()
        else:
            self._paused.clear()

    def run(self) -> None:
        """Check as long as the program runs."""
        while True:
            time.sleep(_EVERY)
            if not self._paused.is_set():
                try:
                    self._check()
                except psycopg.Error as error:
                    self.notes.append(f"keeper: {error}")

    def _check(self) -> None:
        pair = self._databases
        try:
            rows = pair.ask(
                pair.primary, "SELECT count(*) FROM pg_stat_replication WHERE state = 'streaming'"
            )
        except psycopg.Error:
            self._failures += 1
            if self._failures < _FAILURES:
                return
            # A replica that did not have every commit must not become primary by itself.
            if pair.is_safe and pair.replica.is_on:
                pair.promote()
                self.promotions.append(time.monotonic())
                self._failures = 0
            return
        streaming = bool(rows[0][0])
        lost = pair.is_safe and not streaming
        self._failures = self._failures + 1 if lost else 0
        if lost and self._failures >= _FAILURES:
            pair.set_synchronous(pair.primary, False)
            self.notes.append("keeper: commits no longer wait for the replica")
            self._failures = 0
        elif streaming and not pair.is_safe:
            pair.set_synchronous(pair.primary, True)


def console_url() -> str:
    """Return the address of the room's database for programs of the console."""
    return f"host={ADDRESS} user={USER} dbname=room connect_timeout=2 tcp_user_timeout=2000 application_name={CONSOLE}"
