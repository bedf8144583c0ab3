"""Several web processes on one listening socket: the first one that is free takes the next connection."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from ops.backoff import Backoff
from ops.process import ends_with_parent

# Seconds in which processes end by themselves; less than the runner waits for this one.
_PATIENCE = 20.0
_EVERY = 0.1


@dataclass
class _Child:
    """One web process."""

    process: "subprocess.Popen[bytes]"
    started: float
    backoff: Backoff = field(default_factory=Backoff)
    due: float | None = None


def serve(line: Sequence[str], host: str, port: int, count: int, backlog: int) -> int:
    """Run several web processes until a signal ends them; one that ends is started again.

    Args:
        line: the command line; `--fd` and the number of the socket are inserted before its last argument.
        backlog: connections that may wait to be accepted.

    Returns:
        0.
    """
    received: list[int] = []
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda number, _frame: received.append(number))
    with _listening(host, port, backlog) as listening:
        command = [*line[:-1], "--fd", str(listening.fileno()), line[-1]]

        def start() -> "subprocess.Popen[bytes]":
            # The shared socket keeps the kernel's queue, so no connection is lost while one of them is away.
            return subprocess.Popen(
                command, pass_fds=[listening.fileno()], preexec_fn=ends_with_parent(), start_new_session=True
            )

        children = [_Child(start(), time.monotonic()) for _ in range(count)]
        while not received:
            time.sleep(_EVERY)
            for child in children:
                _look_after(child, start)
        _end([child.process for child in children])
    return 0


def _look_after(child: _Child, start: "Callable[[], subprocess.Popen[bytes]]") -> None:
    now = time.monotonic()
    if child.due is not None:
        if now >= child.due:
            child.process, child.started, child.due = start(), now, None
    elif child.process.poll() is not None:
        child.due = now + child.backoff.after(now - child.started)
        print(
            f"A web process has ended ({child.process.returncode}); it is started again.",
            file=sys.stderr,
            flush=True,
        )


def _listening(host: str, port: int, backlog: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    found = socket.socket(family, socket.SOCK_STREAM)
    found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    found.bind((host, port))
    found.listen(backlog)
    os.set_inheritable(found.fileno(), True)
    return found


def _end(processes: "Sequence[subprocess.Popen[bytes]]") -> None:
    for process in processes:
        process.terminate()
    deadline = time.monotonic() + _PATIENCE
    for process in processes:
        try:
            process.wait(max(0.0, deadline - time.monotonic()))
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
