"""Processes started by tests end with the test process, however it ends."""

import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from ops.paths import PROJECT
from ops.process import birth_mark
from tests.fixtures.process_guard import end
from tests.fixtures.processes import start_process
from tests.ops.helpers import alive, until

# A test process in the middle of a test: it prints the PID of its runner once both processes run.
TEST = """
import signal, sys, time
from pathlib import Path
from tests.ops.conftest import LIVES, Runner
# A shell that runs in the background has its processes ignore SIGINT.
signal.signal(signal.SIGINT, signal.default_int_handler)
runner = Runner(Path(sys.argv[1]), LIVES.format(name="one") + LIVES.format(name="two"))
runner.pid("one"), runner.pid("two")
print(runner.process.pid, flush=True)
time.sleep(600)
"""


@pytest.fixture
def starter(tmp_path: Path) -> Iterator["subprocess.Popen[str]"]:
    """Return a process that has started a runner with the processes `one` and `two`."""
    words = [sys.executable, "-c", TEST, str(tmp_path)]
    process = start_process(
        words, cwd=PROJECT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, bufsize=1
    )
    yield process
    process.kill()
    process.communicate()


@pytest.fixture
def sleeper() -> Iterator["subprocess.Popen[bytes]"]:
    process = start_process(["sleep", "600"])
    yield process
    process.kill()
    process.wait()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_killed_test_process_leaves_no_room_behind(
    tmp_path: Path, starter: "subprocess.Popen[str]", number: signal.Signals
) -> None:
    assert starter.stdout is not None
    runner = int(starter.stdout.readline())
    room = [runner, *(int((tmp_path / f"{name}.pids").read_text()) for name in ("one", "two"))]
    assert all(alive(pid) for pid in room)
    starter.send_signal(number)
    until(lambda: not any(alive(pid) for pid in room), patience=90)


def test_frozen_process_is_ended_as_well(sleeper: "subprocess.Popen[bytes]") -> None:
    sleeper.send_signal(signal.SIGSTOP)
    end({sleeper.pid: birth_mark(sleeper.pid)}, patience=0.5)
    assert sleeper.wait(30) == -signal.SIGKILL


def test_what_ignores_sigterm_is_killed_with_the_process_that_started_it() -> None:
    script = "trap '' TERM; sleep 600 & echo $!; wait"
    with start_process(["sh", "-c", script], stdout=subprocess.PIPE, text=True) as shell:
        started = int(shell.stdout.readline())
        end({shell.pid: birth_mark(shell.pid)}, patience=0.5)
        assert shell.wait(30) == -signal.SIGKILL
        until(lambda: not alive(started))


def test_reused_pid_is_left_alone(sleeper: "subprocess.Popen[bytes]") -> None:
    end({sleeper.pid: "of another day"})
    assert sleeper.poll() is None


def test_every_process_that_tests_start_has_a_guard() -> None:
    starts = re.compile(r"\bPopen\(|\bcreate_subprocess_")
    found = {
        path.relative_to(PROJECT).as_posix()
        for path in (PROJECT / "tests").rglob("*.py")
        if starts.search(path.read_text("utf-8"))
    }
    assert found == {"tests/fixtures/processes.py"}
