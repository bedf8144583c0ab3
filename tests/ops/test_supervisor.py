"""Single states of supervised processes."""

import asyncio
import io
import os
import signal
from collections.abc import Callable
from pathlib import Path

from ops.backoff import Backoff
from ops.console import Console
from ops.procfile import Entry
from ops.supervisor import Supervisor
from tests.ops.helpers import alive


def impatient() -> Backoff:
    return Backoff(first=0.01, longest=0.05)


def supervisor(home: Path, stream: io.StringIO, backoff: Callable[[], Backoff] = impatient) -> Supervisor:
    return Supervisor(Console(stream), environment=os.environ, directory=home, backoff=backoff)


async def soon(probe: Callable[[], object]) -> None:
    async with asyncio.timeout(20):
        while not probe():
            await asyncio.sleep(0.01)


def number_in(file: Path) -> int:
    return int(file.read_text() or 0) if file.exists() else 0


async def test_process_that_keeps_ending_is_reported_and_always_restarted(tmp_path: Path) -> None:
    stream = io.StringIO()
    watched = supervisor(tmp_path, stream)
    watched.start([Entry("ill", "sh -c 'echo x >> lives; exit 3'")])
    await soon(lambda: (tmp_path / "lives").exists() and len((tmp_path / "lives").read_text().split()) >= 8)
    await watched.stop()
    await soon(lambda: "!!! ill has ended 5 times in a row." in stream.getvalue())


async def test_process_that_does_not_stop_is_killed(tmp_path: Path) -> None:
    stubborn = "sh -c 'trap \"\" TERM; echo $$ > pid; while :; do sleep 0.1; done'"
    watched = supervisor(tmp_path, io.StringIO())
    watched.start([Entry("stubborn", stubborn)])
    await soon(lambda: number_in(tmp_path / "pid"))
    await watched.stop(patience=0.3)
    assert not alive(number_in(tmp_path / "pid"))


async def test_children_of_a_killed_process_end_with_it(tmp_path: Path) -> None:
    parent = "sh -c 'echo $$ > parent; sleep 300 & echo $! > child; wait'"
    watched = supervisor(tmp_path, io.StringIO())
    watched.start([Entry("parent", parent)])
    await soon(lambda: number_in(tmp_path / "child"))
    child = number_in(tmp_path / "child")
    os.kill(number_in(tmp_path / "parent"), signal.SIGKILL)
    await soon(lambda: not alive(child))
    await watched.stop()
    await soon(lambda: not alive(number_in(tmp_path / "child")))  # SIGKILL takes a moment.


async def test_redis_ends_after_all_others_have(tmp_path: Path) -> None:
    # The pause before the output reveals a wrong order.
    farewell = (
        'sh -c \'trap "sleep {pause}; echo {name} >> order; exit" TERM; touch {name}; '
        "while :; do sleep 0.05; done'"
    )
    watched = supervisor(tmp_path, io.StringIO())
    watched.start(
        [
            Entry("redis", farewell.format(name="redis", pause=0)),
            Entry("web", farewell.format(name="web", pause=0.4)),
        ]
    )
    await soon(lambda: (tmp_path / "redis").exists() and (tmp_path / "web").exists())
    await watched.stop(last=("redis",))
    assert (tmp_path / "order").read_text().split() == ["web", "redis"]


async def test_a_restart_that_was_asked_for_is_no_death(tmp_path: Path) -> None:
    stream = io.StringIO()
    watched = supervisor(tmp_path, stream)
    watched.start([Entry("web", "sh -c 'echo $$ >> pids; while :; do sleep 0.05; done'")])

    def lives() -> int:
        return len((tmp_path / "pids").read_text().split()) if (tmp_path / "pids").exists() else 0

    await soon(lambda: lives() == 1)
    watched.restart(["web"])
    await soon(lambda: lives() == 2)
    await watched.stop()
    assert "it starts again" not in stream.getvalue()


async def test_a_last_line_without_its_end_and_bytes_that_are_no_text_are_shown(tmp_path: Path) -> None:
    stream = io.StringIO()
    watched = supervisor(tmp_path, stream)
    watched.start([Entry("odd", r"""sh -c 'printf "caf\303\251 \377\nno end"; sleep 60'""")])
    await soon(lambda: "odd | café \ufffd\n" in stream.getvalue())
    await watched.stop()
    await soon(lambda: "odd | no end\n" in stream.getvalue())


async def test_unwritable_pid_record_does_not_stop_the_supervisor(tmp_path: Path) -> None:
    def full(children: object) -> None:
        raise OSError(28, "No space left on device")

    stream = io.StringIO()
    watched = Supervisor(Console(stream), environment=os.environ, directory=tmp_path, note=full)
    watched.start([Entry("one", "sh -c 'touch began; sleep 60'")])
    await soon((tmp_path / "began").exists)
    await watched.stop()
    await soon(lambda: "No space left on device" in stream.getvalue())
