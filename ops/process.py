"""Processes of the operating system: identify them exactly, and end them with their parent."""

import ctypes
import os
import signal
import sys
from collections.abc import Callable
from pathlib import Path

import psutil

PR_SET_PDEATHSIG = 1


def birth_mark(pid: int) -> str | None:
    """Return what distinguishes this process from any later one with the same PID; None if it has ended.

    On Linux the boot and the tick at which the process started: `create_time` alone changes when the clock is
        set.
    """
    try:
        process = psutil.Process(pid)
        state, began = process.status(), process.create_time()
    except psutil.NoSuchProcess:
        return None
    if state in {psutil.STATUS_ZOMBIE, psutil.STATUS_DEAD}:
        return None
    if sys.platform != "linux":
        return str(began)
    boot = Path("/proc/sys/kernel/random/boot_id").read_text().strip()
    return f"{boot}:{round((began - psutil.boot_time()) * os.sysconf('SC_CLK_TCK'))}"


def signal_group(group: int, number: signal.Signals) -> bool:
    """Send a signal to all processes of a group; return False if there are none."""
    try:
        os.killpg(group, number)
    except (ProcessLookupError, PermissionError):
        # macOS returns EPERM for a group that contains only a zombie.
        return False
    return True


def ends_with_parent(number: signal.Signals = signal.SIGTERM) -> Callable[[], None] | None:
    """Return a function for a child to run before its program, so that the kernel signals it when its parent
    ends.

    Returns:
        A function for `preexec_fn`, or None if the kernel does not support it (the next start cleans
        up there). The library is loaded here, in the parent: between fork and exec little is allowed.
    """
    if sys.platform != "linux":
        return None
    libc = ctypes.CDLL(None, use_errno=True)
    parent = os.getpid()

    def tie() -> None:
        libc.prctl(PR_SET_PDEATHSIG, int(number), 0, 0, 0)
        if os.getppid() != parent:  # it ended between fork and prctl
            os._exit(1)

    return tie
