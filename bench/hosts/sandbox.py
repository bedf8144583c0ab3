"""The enclosure of the hosts: network, mounts and processes of their own, which the kernel ends together.

The program runs again as the first process of a new PID namespace. When it ends for any reason (the end, Ctrl-C, a
crash, `kill -9`), the kernel kills every process in there, and with the last of them the network namespaces and their
bridge are gone. Nothing is routed out of the enclosure: it has no connection to the machine's own network.
"""

import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from ops.process import ends_with_parent

PREFIX = "hosts-"
_INSIDE = "HOSTS_DIRECTORY"
_PROGRAMS = ("unshare", "nsenter", "setpriv", "ip", "mount", "haproxy", "openssl")
PATH = os.pathsep.join([os.environ.get("PATH", os.defpath), "/usr/sbin", "/sbin"])


def missing() -> list[str]:
    """Return what this machine lacks to make hosts."""
    if sys.platform != "linux":
        return ["Linux"]
    lacks = [name for name in _PROGRAMS if shutil.which(name, path=PATH) is None]
    return lacks if os.geteuid() == 0 else [*lacks, "the rights of root"]


def enclosed(work: Callable[[Path], int], seconds: float) -> int:
    """Run `work` in an enclosure with a directory for its files; return its exit code.

    Args:
        work: gets the directory.
        seconds: after which everything is ended.

    Raises:
        SystemExit: the machine cannot make hosts.
    """
    inside = os.environ.get(_INSIDE)
    if inside:
        return _first_process(work, Path(inside))
    if lacks := missing():
        raise SystemExit(f"Hosts need {', '.join(lacks)}.")
    _sweep()
    directory = Path(tempfile.mkdtemp(prefix=f"{PREFIX}{os.getpid()}-", dir="/tmp"))
    # The database's user must be able to enter it.
    directory.chmod(0o755)
    words = ["unshare", "--net", "--mount", "--pid", "--fork", "--kill-child=SIGKILL", "--mount-proc"]
    environment = {**os.environ, "PATH": PATH, _INSIDE: str(directory)}
    process = subprocess.Popen(
        [*words, sys.executable, "-m", "bench.hosts", *sys.argv[1:]],
        env=environment,
        start_new_session=True,
        preexec_fn=ends_with_parent(signal.SIGKILL),
    )

    def stop(*_: object) -> None:
        process.kill()

    # `unshare` passes its own end on to the whole enclosure.
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, stop)
    try:
        return process.wait(seconds)
    except subprocess.TimeoutExpired:
        print(f"Ended after {seconds:g} s, which is the limit.", file=sys.stderr)
        return 1
    finally:
        process.kill()
        process.wait()
        if os.environ.get("HOSTS_KEEP"):
            print(f"Logs are in {directory}.", file=sys.stderr)
        else:
            shutil.rmtree(directory, ignore_errors=True)


def _sweep() -> None:
    """Remove directories of runs that were killed."""
    for found in Path("/tmp").glob(f"{PREFIX}*-*"):
        owner = found.name.removeprefix(PREFIX).split("-")[0]
        if owner.isdigit() and not Path("/proc", owner).exists():
            shutil.rmtree(found, ignore_errors=True)


def _first_process(work: Callable[[Path], int], directory: Path) -> int:
    """Work in a child, and collect what ended processes leave behind, as the first process must."""
    worker = os.fork()
    if worker == 0:
        code = 1
        try:
            code = work(directory)
        except SystemExit as error:
            print(error, file=sys.stderr)
        except BaseException:  # the child must not return into the parent's code
            sys.excepthook(*sys.exc_info())
        sys.stdout.flush()
        os._exit(code)
    while True:
        ended, status = os.wait()
        if ended == worker:
            return os.waitstatus_to_exitcode(status)
