"""Processes as the operating system knows them: which one exactly, and how it ends with its parent."""

import ctypes
import os
import signal
import sys
from collections.abc import Callable
from pathlib import Path

import psutil

PR_SET_PDEATHSIG = 1


def birth_mark(pid: int) -> str | None:
    """Return what tells this process from any later one with the same number; None when it has ended.

    On Linux the boot and the tick at which the process began: `create_time` alone moves when the clock is set.
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
    """Send a signal to all processes of a group; False when there are none (left)."""
    try:
        os.killpg(group, number)
    except (ProcessLookupError, PermissionError):
        # macOS answers EPERM for a group in which only a zombie is left.
        return False
    return True


def ends_with_parent(number: signal.Signals = signal.SIGTERM) -> Callable[[], None] | None:
    """What a child runs before its program so that the kernel signals it when we end, however we end.

    Returns:
        A function for `preexec_fn`, or None where the kernel knows nothing of the kind (the next start cleans
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
