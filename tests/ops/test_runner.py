"""The whole runner with small Procfiles: restarts, stops and leftovers."""

import json
import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from ops.paths import PROJECT, Places
from ops.upgrade import renewals, runner_of
from tests.fixtures.processes import start_process
from tests.ops.conftest import LIVES, Runner
from tests.ops.helpers import alive, until


def places_of(runner: Runner) -> Places:
    """Return the places of a runner's room."""
    return Places.of({"DATA_DIR": str(runner.data)})


def test_killed_process_is_restarted_and_others_continue(runner: Runner) -> None:
    one, two = runner.pid("one"), runner.pid("two")
    os.kill(one, signal.SIGKILL)
    assert runner.pid("one", life=2) != one
    assert runner.pids("two") == [two]
    assert alive(two)
    assert "one was ended by SIGKILL; it starts again in 0.2 s." in runner.output()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_asked_to_stop_it_ends_everything_and_says_so(runner: Runner, number: signal.Signals) -> None:
    pids = [runner.pid("one"), runner.pid("two")]
    assert runner.stop(number) == 0
    assert not any(alive(pid) for pid in pids)
    assert "Everything has stopped." in runner.output()


def test_process_waiting_for_restart_is_not_restarted_while_stopping(tmp_path: Path) -> None:
    runner = Runner(tmp_path, "short: sh -c 'echo $$ >> short.pids; exit 7'\n")
    until(lambda: "short ended (exit code 7); it starts again in 0.8 s." in runner.output())
    assert runner.stop() == 0
    assert not any(alive(pid) for pid in runner.pids("short"))


def test_a_killed_runner_takes_its_processes_along_or_the_next_one_does(runner: Runner) -> None:
    before = [runner.pid("one"), runner.pid("two")]
    runner.process.kill()
    runner.process.wait()
    runner.process = runner.start()
    assert runner.pid("one", life=2) not in before
    assert not any(alive(pid) for pid in before)


def test_second_start_on_the_same_data_is_refused(runner: Runner) -> None:
    pid = runner.pid("one")
    second = runner.start()
    assert second.wait(20) == 1
    assert f"The room is already running (pid {runner.process.pid})" in runner.output()
    assert alive(pid)
    assert runner.stop() == 0


def test_after_a_clean_stop_it_starts_again(runner: Runner) -> None:
    runner.pid("one")
    assert runner.stop() == 0
    runner.process = runner.start()
    assert alive(runner.pid("one", life=2))


def test_every_process_gets_the_same_paths(tmp_path: Path) -> None:
    runner = Runner(tmp_path, "teller: sh -c 'echo $DATA_DIR $PORT $REDIS_URL; sleep 60'\n")
    until(lambda: f"{runner.data} 8123 unix://" in runner.output())
    assert runner.stop() == 0


def test_unread_output_does_not_block_the_process(tmp_path: Path) -> None:
    """`make run | less`, or a terminal paused by Ctrl-S: the processes must not wait for a reader."""
    (tmp_path / "Procfile").write_text(
        "noisy: sh -c 'yes a line of thirty or so letters | head -100000; touch done; sleep 60'\n"
    )
    environment = {**os.environ, "DATA_DIR": str(tmp_path / "data"), "PORT": "8123"}
    process = start_process(
        [
            *(sys.executable, "-m", "ops.run", "--only-processes"),
            *("--procfile", str(tmp_path / "Procfile"), "--directory", str(tmp_path)),
        ],
        cwd=PROJECT,
        env=environment,
        stdout=subprocess.PIPE,
    )
    until((tmp_path / "done").exists)
    process.send_signal(signal.SIGTERM)
    assert process.wait(20) == 0
    assert process.stdout is not None
    process.stdout.close()


def test_port_in_use_is_reported_and_no_process_starts(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        done = subprocess.run(
            [sys.executable, "-m", "ops.run"],
            cwd=PROJECT,
            env={**os.environ, "DATA_DIR": str(tmp_path), "PORT": str(port)},
            capture_output=True,
            text=True,
            timeout=30,
        )
    assert done.returncode == 1
    assert done.stderr.strip().startswith(f"Port {port} is in use by another program.")
    assert "Traceback" not in done.stderr
    assert done.stdout == ""
    assert not (tmp_path / "room.sqlite3").exists()


@pytest.mark.parametrize("port", ["0", "65536", "eighty", "-1", "8000.5"])
def test_invalid_port_is_refused(tmp_path: Path, port: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "ops.run"],
        cwd=PROJECT,
        env={**os.environ, "DATA_DIR": str(tmp_path), "PORT": port},
        capture_output=True,
        text=True,
        timeout=30,
    )
    assert done.returncode == 1
    assert f"PORT is {port!r}" in done.stderr


@pytest.mark.processes
def test_runner_restarts_redis_after_kill_9(tmp_path: Path) -> None:
    from ops.paths import redis_socket
    from ops.redis import answers

    runner = Runner(tmp_path, "redis: sh -c 'echo $$ >> redis.pids; exec python -m ops.redis'\n")
    listen = redis_socket(runner.data)
    until(lambda: answers(listen))
    os.kill(runner.pid("redis"), signal.SIGKILL)
    runner.pid("redis", life=2)
    until(lambda: answers(listen))
    assert runner.stop() == 0
    assert not answers(listen)
    assert listen.parent == runner.data / "run" or not listen.parent.exists()


def test_asked_to_renew_it_restarts_one_process_after_another_with_the_present_commands(
    runner: Runner,
) -> None:
    before = [runner.pid("one"), runner.pid("two")]
    told = runner.data / "run" / "renewals.json"
    until(lambda: told.exists() and json.loads(told.read_text())["count"] == 0)
    assert renewals(places_of(runner), runner.process.pid) == 0
    (runner.home / "Procfile").write_text(
        LIVES.format(name="one") + LIVES.format(name="two").replace("0.1", "0.2")
    )
    runner.process.send_signal(signal.SIGUSR1)
    until(lambda: renewals(places_of(runner), runner.process.pid) == 1)
    assert runner.pid("one", life=2) not in before
    assert runner.pid("two", life=2) not in before
    assert not any(alive(pid) for pid in before)
    # Output is written beside the work of the runner.
    until(lambda: "All processes have been restarted." in runner.output())
    output = runner.output()
    assert output.index("one has been restarted.") < output.index("two has been restarted.")
    # A restart that was asked for is no failure, and the runner is the same.
    assert "starts again in" not in output
    assert runner_of(places_of(runner)) == runner.process.pid
    assert runner.stop() == 0
    assert runner_of(places_of(runner)) is None


def test_runner_of_another_version_is_not_asked_to_renew(runner: Runner) -> None:
    runner.pid("two")
    told = runner.data / "run" / "renewals.json"
    until(told.exists)
    told.write_text('{"pid": 1, "count": 0}')
    assert renewals(places_of(runner), runner.process.pid) is None
