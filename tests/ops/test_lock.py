"""The lock on a data directory and the processes a killed runner left."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from ops.errors import OpsError
from ops.lock import RunLock
from ops.process import birth_mark
from tests.fixtures.processes import start_process


@pytest.fixture
def sleeper() -> Iterator["subprocess.Popen[bytes]"]:
    process = start_process(["sleep", "300"], start_new_session=True)
    yield process
    process.kill()
    process.wait()


def test_the_lock_is_held_once_and_free_after_release(tmp_path: Path) -> None:
    first, second = RunLock(tmp_path), RunLock(tmp_path)
    first.acquire()
    with pytest.raises(OpsError, match=rf"already running \(pid {os.getpid()}\)"):
        second.acquire()
    first.release()
    second.acquire()
    second.release()


def test_processes_of_a_killed_runner_are_ended(tmp_path: Path, sleeper: "subprocess.Popen[bytes]") -> None:
    RunLock(tmp_path).note({"web": sleeper.pid})
    assert RunLock(tmp_path).sweep() == ["web"]
    assert sleeper.wait(10) == -signal.SIGTERM
    assert RunLock(tmp_path).sweep() == []


def test_process_ignoring_sigterm_is_killed(tmp_path: Path) -> None:
    code = "import signal, time; signal.signal(15, signal.SIG_IGN); print(flush=True); time.sleep(300)"
    process = start_process([sys.executable, "-c", code], start_new_session=True, stdout=subprocess.PIPE)
    with process:
        assert process.stdout is not None
        process.stdout.readline()
        RunLock(tmp_path).note({"worker": process.pid})
        RunLock(tmp_path).sweep(patience=0.2)
        assert process.wait(10) == -signal.SIGKILL


def test_a_number_used_again_by_another_program_is_left_alone(
    tmp_path: Path, sleeper: "subprocess.Popen[bytes]"
) -> None:
    line = {"name": "web", "pid": sleeper.pid, "birth": "of another day"}
    (tmp_path / "children.json").write_text(json.dumps([line]))
    assert RunLock(tmp_path).sweep() == []
    assert sleeper.poll() is None


@pytest.mark.parametrize("record", ["", "[{", "{}", '[{"pid": 1}]', "null"])
def test_a_broken_record_is_no_record(tmp_path: Path, record: str) -> None:
    (tmp_path / "children.json").write_text(record)
    assert RunLock(tmp_path).sweep() == []


def test_processes_have_distinct_start_times_and_an_ended_one_has_none(
    sleeper: "subprocess.Popen[bytes]",
) -> None:
    assert birth_mark(sleeper.pid) == birth_mark(sleeper.pid)
    assert birth_mark(sleeper.pid) != birth_mark(os.getpid())
    sleeper.kill()
    sleeper.wait()
    assert birth_mark(sleeper.pid) is None
