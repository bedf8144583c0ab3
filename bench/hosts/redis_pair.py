"""Redis on two hosts, and three Sentinels that decide which one is primary."""

import time
from typing import Any

import redis

from bench.hosts.network import Host, Network
from ops.redis import find_server

NAME = "room"
_DOWN_AFTER_MS, _FAILOVER_MS = 1500, 6000


class RedisPair:
    """Two Redis servers with Sentinels beside them, and a third Sentinel elsewhere."""

    def __init__(self, network: Network, third: Host) -> None:
        """Create the hosts.

        Args:
            third: the host of the third Sentinel.
        """
        self._program = str(find_server().path)
        self.hosts = [network.add("redis1"), network.add("redis2")]
        self._sentinels = [*self.hosts, third]

    def url(self) -> str:
        """Return the setting REDIS_URL."""
        return f"sentinel://{','.join(f'{host.address}:26379' for host in self._sentinels)}/{NAME}"

    def create(self) -> None:
        """Start everything."""
        for host in self.hosts:
            self.start(host)
        for host in self._sentinels:
            self.start_sentinel(host)
        deadline = time.monotonic() + 20
        while len(self._known()) < len(self._sentinels) - 1:
            if time.monotonic() > deadline:
                raise SystemExit("The Sentinels do not find each other.")
            time.sleep(0.1)

    def start(self, host: Host) -> None:
        """Start a server; one that comes back begins as a replica, so that two never take writes."""
        first = self.hosts[0]
        primary = first.address if not first.running and host is first else self._primary_or(first.address)
        words = [
            "--bind",
            "0.0.0.0",
            "--protected-mode",
            "no",
            "--port",
            "6379",
            "--dir",
            str(host.directory),
        ]
        words += ["--save", "", "--repl-timeout", "5", "--repl-ping-replica-period", "1"]
        # A primary that is cut off from its replica would take writes that are lost later; nothing in Redis counts
        # on them, because the database has everything.
        if host.address != primary:
            words += ["--replicaof", primary, "6379"]
        host.start("redis", [self._program, *words])

    def start_sentinel(self, host: Host) -> None:
        """Start a Sentinel; it keeps what it learns in its file."""
        file = host.directory / "sentinel.conf"
        if not file.exists():
            first = self.hosts[0].address
            file.write_text(
                f"port 26379\nbind 0.0.0.0\nprotected-mode no\ndir {host.directory}\n"
                f"sentinel monitor {NAME} {first} 6379 2\n"
                f"sentinel down-after-milliseconds {NAME} {_DOWN_AFTER_MS}\n"
                f"sentinel failover-timeout {NAME} {_FAILOVER_MS}\nsentinel parallel-syncs {NAME} 1\n"
            )
        host.start("sentinel", [self._program, str(file), "--sentinel"])

    def primary(self) -> Host:
        """Return the host that the Sentinels name."""
        address = self._primary_or("")
        return next(host for host in self.hosts if host.address == address)

    def client(self) -> "redis.Redis":
        """Return a client of the present primary."""
        return redis.Redis(self.primary().address, socket_timeout=2.0, socket_connect_timeout=1.0)

    def _primary_or(self, otherwise: str) -> str:
        for host in self._sentinels:
            try:
                found: Any = self._sentinel(host).sentinel_get_master_addr_by_name(NAME)
            except redis.RedisError:
                continue
            if found:
                return str(found[0])
        return otherwise

    def _known(self) -> list[object]:
        try:
            found: Any = self._sentinel(self._sentinels[0]).sentinel_sentinels(NAME)
            return list(found)
        except redis.RedisError:
            return []

    def _sentinel(self, host: Host) -> "redis.Redis":
        return redis.Redis(
            host.address, 26379, socket_timeout=1.0, socket_connect_timeout=0.5, decode_responses=True
        )
