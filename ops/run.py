"""The runner behind `make run`: starts the room, keeps it running, stops it.

`python -m ops.run` prepares the database and starts everything in the Procfile. `--dev` starts web, worker
and beat again when a source file changes. `--only-processes` only supervises a Procfile, `--prepare` only prepares, and
`--process worker` becomes one process.
"""

import argparse
import asyncio
import json
import os
import shutil
import signal
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

from ops import login, network, prepare, redis
from ops.banner import banner
from ops.console import Console
from ops.errors import OpsError, exit_code_of
from ops.lock import RunLock
from ops.paths import LOOPBACK, PROJECT, Places, bind, child_environment
from ops.procfile import Entry, parse
from ops.supervisor import Supervisor
from ops.upgrade_record import head

REDIS, WEB = "redis", "web"
REDIS_PATIENCE = 20.0
WEB_PATIENCE = 30.0


async def run(options: argparse.Namespace) -> int:
    """Run until stopped (Ctrl-C, SIGTERM, the terminal closed).

    Returns:
        0, after everything has ended.

    Raises:
        OpsError: it could not be started; nothing is left running.
    """
    places = Places.of(os.environ)
    entries = read_procfile(options.procfile, places, everything=options.only_processes)
    places.make()
    lock = RunLock(places.run)
    lock.acquire()
    shutil.rmtree(places.metrics, ignore_errors=True)
    places.metrics.mkdir()
    console = Console(names=tuple(entry.name for entry in entries))
    try:
        left = lock.sweep()
        if left:
            console.say(f"Ended what an earlier start had left behind: {', '.join(left)}.")
        if not (options.only_processes or options.prepare):
            network.require_free(places.port)
        environment = child_environment(places, os.environ)
        if options.dev:
            environment.setdefault("DEBUG", "1")
        supervisor = Supervisor(console, environment=environment, directory=options.directory, note=lock.note)
        stop = stop_on_signals(console, supervisor)
        room = Room(places, entries, environment, console, supervisor)
        if options.prepare:
            await room.prepare()
            return 0
        opening = asyncio.create_task(room.supervise_only() if options.only_processes else room.open())
        watching = asyncio.create_task(room.reload_on_change()) if options.dev else None
        renewing = asyncio.create_task(room.renew_when_asked(options.procfile, opening))
        stopping = asyncio.create_task(stop.wait())
        try:
            await asyncio.wait({opening, stopping}, return_when=asyncio.FIRST_COMPLETED)
            if opening.done():
                opening.result()  # raises its error, if any
            await stopping
        finally:
            for task in (opening, watching, renewing, stopping):
                if task is not None:
                    task.cancel()
            await asyncio.gather(opening, return_exceptions=True)
            await supervisor.stop(last=(REDIS,))
        places.tidy()
        console.say("Everything has stopped.")
        return 0
    finally:
        console.close()
        lock.release()


def read_procfile(path: Path, places: Places, *, everything: bool) -> list[Entry]:
    """Return the processes to run; without our own Redis if REDIS_URL names another one.

    Raises:
        OpsError: there is no Procfile, or it cannot be parsed.
    """
    try:
        entries = parse(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise OpsError(f"The Procfile {path} cannot be read ({error.strerror}).") from error
    return [entry for entry in entries if everything or places.own_redis or entry.name != REDIS]


def stop_on_signals(console: Console, supervisor: Supervisor) -> asyncio.Event:
    """Return an event that is set by a signal to stop; a second signal stops everything at once."""
    stop = asyncio.Event()

    def asked() -> None:
        if stop.is_set():
            supervisor.kill()
            return
        console.say("\nStopping …")
        stop.set()

    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        loop.add_signal_handler(number, asked)
    # Ctrl-Z would stop the runner only, and then block the processes as soon as their output is not read.
    signal.signal(signal.SIGTSTP, signal.SIG_IGN)
    return stop


class Room:
    """The start sequence of a room."""

    def __init__(
        self,
        places: Places,
        entries: Sequence[Entry],
        environment: dict[str, str],
        console: Console,
        supervisor: Supervisor,
    ) -> None:
        """Store the parts; `open` does the work."""
        self._places = places
        self._entries = entries
        self._environment = environment
        self._console = console
        self._supervisor = supervisor
        self._listens_on = bind(environment)

    async def supervise_only(self) -> None:
        """Start the processes only."""
        self._supervisor.start(self._entries)

    async def open(self) -> None:
        """Start Redis, update the tables, create the demo room, start the processes, and show the banner.

        Raises:
            OpsError: a part is missing or fails.
        """
        director = await self._prepared()
        others = [entry for entry in self._entries if entry.name != REDIS]
        self._console.say(f"Starting {', '.join(entry.name for entry in others)} …")
        self._supervisor.start(others)
        await self._web_answers()
        self._show(director)

    async def prepare(self) -> None:
        """Update the tables and create the demo room, for processes that are started in another way, and show the
        banner.

        Raises:
            OpsError: a part is missing or fails.
        """
        self._show(await self._prepared())

    async def _prepared(self) -> login.Login | None:
        if self._places.own_redis:
            redis.find_server()
            self._console.say("Starting Redis …")
            self._supervisor.start([entry for entry in self._entries if entry.name == REDIS])
        # The first process that reads the settings generates the key.
        first = not (self._places.data / "secret_key").exists()
        self._console.say(
            "Making the tables of the database …" if first else "Bringing the database up to date …"
        )
        await prepare.together(
            self._redis_answers(),
            prepare.manage(self._console, self._environment, "migrate", "--noinput", "--verbosity", "0"),
            prepare.manage(self._console, self._environment, "compile_messages"),
            prepare.manage(self._console, self._environment, "collect_static"),
        )
        self._console.say("Setting up the demo room …" if first else "Checking whether the room is set up …")
        output = await prepare.manage(self._console, self._environment, "prepare_room")
        director = login.read(output, self._waiting)
        if director is not None:
            for password in director.passwords:
                self._console.hide(password)
        return director

    @property
    def _waiting(self) -> Path:
        """The file of first passwords that were not shown yet."""
        return self._places.run / "first-login.json"

    def _show(self, director: login.Login | None) -> None:
        self._console.say(
            banner(
                port=self._places.port,
                addresses=[] if self._listens_on == LOOPBACK else network.lan_addresses(),
                data=self._places.data,
                login=director,
                colour=self._console.colour,
                public=self._environment.get("PUBLIC_URL", ""),
            )
        )
        login.shown(self._waiting)

    async def reload_on_change(self) -> None:
        """Restart everything but Redis when a source file changes."""
        from ops.watch import watch  # watchfiles is installed for development alone

        def changed(paths: list[str]) -> None:
            self._console.say(f"{os.path.relpath(paths[0], PROJECT)} has changed; restarting.")
            self._supervisor.restart([entry.name for entry in self._entries if entry.name != REDIS])

        await watch(PROJECT, changed)

    async def renew_when_asked(self, procfile: Path, opened: "asyncio.Task[None]") -> None:
        """Restart everything but Redis, one after another, at each SIGUSR1 (`make upgrade`), and count it.

        Args:
            procfile: read again each time.
            opened: the room is open once it is done.
        """
        asked = asyncio.Event()
        asyncio.get_running_loop().add_signal_handler(signal.SIGUSR1, asked.set)
        count = 0
        await asyncio.wait({opened})
        while True:
            self._count(count)
            await asked.wait()
            asked.clear()
            entries = read_procfile(procfile, self._places, everything=False)
            # The web process last: clients reconnect once, to a room that is complete.
            order = sorted((one for one in entries if one.name != REDIS), key=lambda one: one.name == WEB)
            await self._supervisor.renew(order, self._renewed)
            self._console.say("All processes have been restarted.")
            count += 1

    def _count(self, count: int) -> None:
        """Record for `ops.upgrade` that this runner restarts its processes, how often it has, and their commit."""
        draft = self._places.run / "renewals.draft"
        state = {"pid": os.getpid(), "count": count, "commit": head()}
        draft.write_text(json.dumps(state), encoding="utf-8")
        draft.replace(self._places.run / "renewals.json")

    async def _renewed(self, name: str) -> None:
        self._console.say(f"{name} has been restarted.")
        if name == WEB:
            await self._web_answers()

    async def _redis_answers(self) -> None:
        if not self._places.own_redis:
            return
        listen = Path(self._places.redis_url.removeprefix("unix://"))
        try:
            async with asyncio.timeout(REDIS_PATIENCE):
                while not redis.answers(listen):  # noqa: ASYNC110 - another process gets ready
                    await asyncio.sleep(0.02)
        except TimeoutError:
            tail = redis.log_tail(self._places.data / "redis")
            raise OpsError(
                f"Redis does not answer after {REDIS_PATIENCE:g} s. Its log in {self._places.data / 'redis'} "
                f"ends with:\n{tail}"
            ) from None

    async def _web_answers(self) -> None:
        loop = asyncio.get_running_loop()
        worry = loop.time() + WEB_PATIENCE
        while not await network.web_answers(self._places.port, self._listens_on):
            if loop.time() > worry:
                self._console.say(
                    "!!! The web process is not answering yet. It may still be starting: wait a little longer, "
                    "and look for errors in its lines above."
                )
                worry = loop.time() + WEB_PATIENCE
            await asyncio.sleep(0.1)


def become(options: argparse.Namespace) -> NoReturn:
    """Become a process of the Procfile, as a container or another supervisor starts it.

    Raises:
        OpsError: the Procfile has no such process, or the data directory cannot be used.
    """
    places = Places.of(os.environ)
    entries = {entry.name: entry for entry in read_procfile(options.procfile, places, everything=True)}
    if options.process not in entries:
        raise OpsError(f"The Procfile has no process {options.process!r}; it has {', '.join(entries)}.")
    places.make()
    # Not emptied: the other processes count there as well.
    places.metrics.mkdir(exist_ok=True)
    os.chdir(options.directory)
    command = f"exec {entries[options.process].command}"
    os.execve("/bin/sh", ["/bin/sh", "-c", command], child_environment(places, os.environ))


def options_of(words: Sequence[str]) -> argparse.Namespace:
    """Parse the command line."""
    parser = argparse.ArgumentParser(prog="python -m ops.run", description="Run the room.")
    parser.add_argument("--dev", action="store_true", help="restart when a source file changes; DEBUG is on")
    parser.add_argument(
        "--only-processes", action="store_true", help="supervise the Procfile and nothing else"
    )
    parser.add_argument(
        "--prepare",
        action="store_true",
        help="prepare database and files, and end; needs DATABASE_URL and REDIS_URL",
    )
    parser.add_argument(
        "--process", metavar="NAME", help="become one process of the Procfile; something else supervises it"
    )
    # In the environment too, so that an update starts the same processes.
    chosen = PROJECT / (os.environ.get("PROCFILE") or "Procfile")
    parser.add_argument("--procfile", type=Path, default=chosen, help="another Procfile (or PROCFILE)")
    parser.add_argument("--directory", type=Path, default=PROJECT, help="where its processes are started")
    return parser.parse_args(words)


def main() -> int:
    """Run; print problems as a sentence."""
    options = options_of(sys.argv[1:])
    if options.process:
        return exit_code_of(lambda: become(options))
    code = exit_code_of(lambda: asyncio.run(run(options)))
    try:
        sys.stdout.flush()
    except OSError:  # nobody reads the output any more; that is not a failure
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    return code


if __name__ == "__main__":
    sys.exit(main())
