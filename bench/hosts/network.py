"""Hosts as network namespaces on one bridge: start processes on them, switch them off, cut the network between two."""

import ctypes
import os
import signal
import socket
import struct
import subprocess
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from bench.stage import PROJECT

NETWORK = "10.201.0"
CONSOLE = f"{NETWORK}.1"
# An address of the network that no host has: frames to it reach nobody, and nobody refuses them.
_NOWHERE = "02:00:00:00:00:fe"
_CLONE_NEWNET = 0x40000000
Process = subprocess.Popen[bytes]


def ip(*words: str, check: bool = True) -> None:
    """Run `ip`."""
    subprocess.run(["ip", *words], check=check, capture_output=not check)


@dataclass
class Host:
    """One host.

    Attributes:
        name: of its namespace.
        address: on the bridge.
        directory: its files.
        running: its processes by name.
    """

    name: str
    address: str
    directory: Path
    running: dict[str, Process] = field(default_factory=dict)
    is_on: bool = True

    def words(self, *words: str) -> list[str]:
        """Return the command line that runs a program on this host."""
        return ["nsenter", f"--net=/run/netns/{self.name}", "--", *words]

    def start(
        self,
        name: str,
        words: Sequence[str],
        environment: Mapping[str, str] | None = None,
        user: str | None = None,
    ) -> Process:
        """Start a program; its output goes to a file named after it."""
        become = ["setpriv", f"--reuid={user}", f"--regid={user}", "--clear-groups", "--"] if user else []
        with (self.directory / f"{name}.log").open("ab") as log:
            process = subprocess.Popen(
                self.words(*become, *words),
                cwd=PROJECT,
                env=dict(environment or os.environ),
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        self.running[name] = process
        return process

    def run(self, *words: str, check: bool = True) -> None:
        """Run a program to its end."""
        subprocess.run(self.words(*words), check=check, capture_output=True, timeout=60)

    def pids(self) -> list[int]:
        """Return the processes of the host, and all that they started."""
        return [pid for name in tuple(self.running) for pid in self.pids_of(name)]

    def pids_of(self, name: str) -> list[int]:
        """Return a process that was started under this name, and all that it started."""
        process = self.running.get(name)
        return [] if process is None or process.poll() is not None else _family(process.pid)

    def kill(self) -> None:
        """Kill every process of the host."""
        for pid in self.pids():
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                continue
        for process in self.running.values():
            process.wait()
        self.running.clear()

    def off(self) -> None:
        """Pull the plug: nothing leaves the host any more, not even the end of a connection."""
        ip("link", "set", f"v-{self.name}", "down")
        self.is_on = False
        self.kill()

    def on(self) -> None:
        """Connect it again. Its programs have to be started."""
        ip("link", "set", f"v-{self.name}", "up")
        self.is_on = True

    def add_address(self, address: str) -> None:
        """Take over an address, and tell the others where it is now."""
        ip("-n", self.name, "addr", "add", f"{address}/32", "dev", "eth0", check=False)
        with _inside(self.name), socket.socket(socket.AF_PACKET, socket.SOCK_RAW) as card:
            card.bind(("eth0", 0))
            own, at = card.getsockname()[4], socket.inet_aton(address)
            everybody = b"\xff" * 6
            frame = everybody + own + struct.pack("!HHHBBH", 0x0806, 1, 0x0800, 6, 4, 1)
            for _ in range(3):
                card.send(frame + own + at + everybody + at)
                time.sleep(0.02)

    def drop_address(self, address: str) -> None:
        """Give an address up."""
        ip("-n", self.name, "addr", "del", f"{address}/32", "dev", "eth0", check=False)


class Network:
    """All hosts and the bridge between them."""

    def __init__(self, directory: Path) -> None:
        """Create the bridge in the enclosure."""
        self.hosts: dict[str, Host] = {}
        self._directory = directory
        Path("/run/netns").mkdir(parents=True, exist_ok=True)
        subprocess.run(["mount", "-t", "tmpfs", "tmpfs", "/run/netns"], check=True)
        ip("link", "set", "lo", "up")
        ip("link", "add", "bridge", "type", "bridge")
        ip("addr", "add", f"{CONSOLE}/24", "dev", "bridge")
        ip("link", "set", "bridge", "up")
        _set("net.ipv4.ip_local_port_range", "2000 65000")

    def add(self, name: str) -> Host:
        """Create a host with the next address."""
        address = f"{NETWORK}.{10 + len(self.hosts)}"
        directory = self._directory / name
        directory.mkdir()
        directory.chmod(0o755)
        ip("netns", "add", name)
        ip("link", "add", f"v-{name}", "type", "veth", "peer", "name", "eth0", "netns", name)
        ip("link", "set", f"v-{name}", "master", "bridge", "up")
        ip("-n", name, "link", "set", "lo", "up")
        ip("-n", name, "addr", "add", f"{address}/24", "dev", "eth0")
        ip("-n", name, "link", "set", "eth0", "up")
        self.hosts[name] = found = Host(name, address, directory)
        found.run(
            *("sysctl", "-q", "-w", "net.ipv4.ip_local_port_range=2000 65000", "net.core.somaxconn=8192"),
            # A host that has lost its power says nothing; connections notice within 3 s, idle or not.
            *("net.ipv4.tcp_keepalive_time=1", "net.ipv4.tcp_keepalive_intvl=1"),
            *("net.ipv4.tcp_keepalive_probes=2", "net.ipv4.tcp_retries2=3", "net.ipv4.tcp_syn_retries=2"),
        )
        return found

    @contextmanager
    def cut(self, one: Host, other: Host, *addresses: str) -> Iterator[None]:
        """Lose every frame between two hosts, in both directions, within the block.

        Args:
            addresses: further ones that `other` has.
        """
        lost = [(one.name, other.address), (other.name, one.address)]
        lost += [(one.name, address) for address in addresses]
        for name, address in lost:
            ip("-n", name, "neigh", "replace", address, "lladdr", _NOWHERE, "nud", "permanent", "dev", "eth0")
        try:
            yield
        finally:
            for name, address in lost:
                ip("-n", name, "neigh", "del", address, "dev", "eth0")


def _set(name: str, value: str) -> None:
    subprocess.run(["sysctl", "-q", "-w", f"{name}={value}"], check=True)


@contextmanager
def _inside(name: str) -> Iterator[None]:
    """Let this thread make sockets of a host."""
    library = ctypes.CDLL(None, use_errno=True)
    with Path("/proc/thread-self/ns/net").open() as own, Path("/run/netns", name).open() as there:
        if library.setns(there.fileno(), _CLONE_NEWNET):
            raise OSError(ctypes.get_errno(), "setns")
        try:
            yield
        finally:
            library.setns(own.fileno(), _CLONE_NEWNET)


def _family(pid: int) -> list[int]:
    """Return a process and all its descendants, itself first: it must not start others again."""
    children: dict[int, list[int]] = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                parent = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
            except OSError:
                continue
            children.setdefault(parent, []).append(int(entry.name))

    def below(one: int) -> list[int]:
        return [one] + [found for child in children.get(one, []) for found in below(child)]

    return below(pid)
