"""Keep the processes of the Procfile running, and stop them in order."""

import asyncio
import os
import signal
import subprocess
import time
from collections.abc import Awaitable, Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from ops.backoff import Backoff
from ops.console import Console
from ops.process import ends_with_parent, signal_group
from ops.procfile import Entry

CHUNK = 65536
# From this many failures in a row on, the runner prints a warning.
WORRY = 5


@dataclass(slots=True, eq=False)
class Child:
    """One process of the Procfile, across restarts."""

    entry: Entry
    backoff: Backoff
    popen: subprocess.Popen[bytes] | None = None
    began: float = 0.0
    rest: bytes = b""
    left_group: int | None = None
    again: asyncio.TimerHandle | None = None
    at_rest: asyncio.Event = field(default_factory=asyncio.Event)
    asked_to_restart: bool = False


class Supervisor:
    """Start processes, pass on their output, restart each one when it ends, and stop them all.

    Single-threaded: everything happens in the event loop of the main thread, which must be the one that
    starts children (the kernel ties them to the thread that forked).
    """

    def __init__(
        self,
        console: Console,
        *,
        environment: Mapping[str, str],
        directory: Path,
        note: Callable[[Mapping[str, int]], None] = lambda children: None,
        backoff: Callable[[], Backoff] = Backoff,
    ) -> None:
        """Prepare; nothing is started yet.

        Args:
            console: for their output.
            environment: of every process.
            directory: their working directory.
            note: called with the running PIDs by name after each change.
            backoff: creates the backoff of each process.
        """
        self._console = console
        self._environment = dict(environment)
        self._directory = directory
        self._note = note
        self._backoff = backoff
        self._children: dict[str, Child] = {}
        self._stopping = False
        self._loop = asyncio.get_running_loop()
        self._loop.add_signal_handler(signal.SIGCHLD, self._reap)

    def start(self, entries: Iterable[Entry]) -> None:
        """Start these processes; each one is restarted when it ends."""
        for entry in entries:
            child = self._children[entry.name] = Child(entry, self._backoff())
            self._spawn(child)

    def restart(self, names: Collection[str]) -> None:
        """Restart these processes at once, without counting it as a failure (for `--dev`)."""
        for child in self._children.values():
            if child.entry.name in names and child.popen is not None:
                child.asked_to_restart = True
                child.popen.send_signal(signal.SIGTERM)
                self._loop.call_later(5.0, self._insist, child, child.popen)

    async def renew(self, entries: Iterable[Entry], started: Callable[[str], Awaitable[None]]) -> None:
        """Restart processes one after another, each once the one before it runs again; start those that are new.

        Args:
            entries: in this order, with their present commands.
            started: called with the name of each; returns once the process can be relied on.
        """
        for entry in entries:
            child = self._children.get(entry.name)
            if child is None:
                self.start([entry])
            else:
                child.entry, former = entry, child.popen
                self.restart([entry.name])
                while child.popen is former or child.popen is None:  # noqa: ASYNC110 - the child signals its end
                    await asyncio.sleep(0.02)
            await started(entry.name)

    def _insist(self, child: Child, popen: subprocess.Popen[bytes]) -> None:
        if child.popen is popen:
            signal_group(popen.pid, signal.SIGKILL)

    async def stop(self, *, last: Collection[str] = (), patience: float = 30.0) -> None:
        """Stop everything: with SIGTERM first, then SIGKILL to the groups of processes that take too long.

        Args:
            last: names of processes that are stopped after all others.
            patience: seconds each round may take.
        """
        self._stopping = True
        everyone = list(self._children.values())
        for group in (
            [child for child in everyone if child.entry.name not in last],
            [child for child in everyone if child.entry.name in last],
        ):
            for child in group:
                if child.again is not None:
                    child.again.cancel()
                    self._come_to_rest(child)
                if child.popen is not None:
                    child.popen.send_signal(signal.SIGTERM)
            if group:
                await self._ended_within(group, patience)
        self._loop.remove_signal_handler(signal.SIGCHLD)

    def kill(self) -> None:
        """Kill everything now, for a second Ctrl-C."""
        self._stopping = True
        for child in self._children.values():
            if child.popen is not None:
                signal_group(child.popen.pid, signal.SIGKILL)

    async def _ended_within(self, group: list[Child], patience: float) -> None:
        waiting = asyncio.gather(*(child.at_rest.wait() for child in group))
        try:
            await asyncio.wait_for(asyncio.shield(waiting), patience)
        except TimeoutError:
            for child in group:
                if child.popen is not None:
                    self._console.say(
                        f"{child.entry.name} has not finished in {patience:g} s; it is stopped now. Nothing is lost."
                    )
                    signal_group(child.popen.pid, signal.SIGKILL)
            await waiting

    def _spawn(self, child: Child) -> None:
        child.again = None
        self._end_left_group(child)
        child.began = time.monotonic()
        try:
            # "exec": the process is then the program itself, so signals reach it and not a shell.
            child.popen = subprocess.Popen(
                ["/bin/sh", "-c", f"exec {child.entry.command}"],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                cwd=self._directory,
                env=self._environment,
                start_new_session=True,  # so that Ctrl-C reaches only the runner, which stops all in order
                preexec_fn=ends_with_parent(),
            )
        except OSError as error:  # no memory, too many processes: temporary problems
            self._again(child, f"could not be started ({error.strerror})")
            return
        child.at_rest.clear()
        stdout = child.popen.stdout
        assert stdout is not None
        os.set_blocking(stdout.fileno(), False)
        self._loop.add_reader(stdout.fileno(), self._read, child)
        self._tell()

    def _tell(self) -> None:
        running = {name: child.popen.pid for name, child in self._children.items() if child.popen is not None}
        try:
            self._note(running)
        except OSError as error:  # a full disk must not stop the room
            self._console.say(f"The running processes could not be written down ({error.strerror}).")

    def _read(self, child: Child) -> bool:
        """Pass on what the process has written; return False if there is nothing more now."""
        if child.popen is None or child.popen.stdout is None:
            return False
        handle = child.popen.stdout.fileno()
        try:
            data = os.read(handle, CHUNK)
        except BlockingIOError:
            return False
        if not data:
            self._loop.remove_reader(handle)
            return False
        *lines, child.rest = (child.rest + data).split(b"\n")
        if len(child.rest) > CHUNK:
            lines, child.rest = [*lines, child.rest], b""
        for line in lines:
            self._console.process_says(child.entry.name, line.decode("utf-8", "replace").rstrip("\r"))
        return True

    def _reap(self) -> None:
        for child in self._children.values():
            if child.popen is not None and child.popen.poll() is not None:
                self._ended(child)

    def _ended(self, child: Child) -> None:
        popen, name = child.popen, child.entry.name
        assert popen is not None
        assert popen.stdout is not None
        while self._read(child):
            pass
        if child.rest:
            self._console.process_says(name, child.rest.decode("utf-8", "replace"))
            child.rest = b""
        self._loop.remove_reader(popen.stdout.fileno())
        popen.stdout.close()
        child.popen = None
        # Processes that it had started (the pool of a killed worker) are stopped with it.
        child.left_group = popen.pid if signal_group(popen.pid, signal.SIGTERM) else None
        if self._stopping:
            self._come_to_rest(child)
        elif child.asked_to_restart:
            child.asked_to_restart = False
            child.again = self._loop.call_later(0.1, self._spawn, child)
        else:
            self._again(child, _how(popen.returncode))
        self._tell()

    def _again(self, child: Child, how: str) -> None:
        """Report the end and restart the process after a delay, without a limit."""
        name, delay = child.entry.name, child.backoff.after(time.monotonic() - child.began)
        self._console.say(f"{name} {how}; it starts again in {delay:g} s.")
        if child.backoff.deaths >= WORRY:
            self._console.say(
                f"!!! {name} has ended {child.backoff.deaths} times in a row. The reason is in its lines "
                f"above. It is tried again every {child.backoff.longest:g} s."
            )
        child.again = self._loop.call_later(delay, self._spawn, child)

    def _come_to_rest(self, child: Child) -> None:
        self._end_left_group(child)
        child.again = None
        child.at_rest.set()

    def _end_left_group(self, child: Child) -> None:
        if child.left_group is not None:
            signal_group(child.left_group, signal.SIGKILL)
            child.left_group = None


def _how(returncode: int) -> str:
    """Return how a process ended, in words."""
    if returncode < 0:
        try:
            return f"was ended by {signal.Signals(-returncode).name}"
        except ValueError:
            return f"was ended by signal {-returncode}"
    return f"ended (exit code {returncode})"
