"""Start, watch and stop the processes that play demos, one process each."""

import logging
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from types import FrameType
from typing import Any

from django.db import DatabaseError, close_old_connections

from ops.paths import PROJECT
from ops.process import ends_with_parent
from simulation.commands.demos import MOST_AT_ONCE, begin, clear, end
from simulation.commands.people import sweep
from simulation.driver.cleanup import give_back
from simulation.driver.staff import DIRECTOR, press
from simulation.models import SimulatedEvent
from simulation.services.demos import lost, running
from tourney.journal.commands import Command
from tourney.journal.refused import Refused
from tourney.models import Heartbeat
from tourney.periodic import note

log = logging.getLogger(__name__)
EVERY = 1.0
_NOTED_EVERY = 2.0
# Seconds that a terminated process may take to end.
_PATIENCE = 4.0
Start = Callable[[int], "subprocess.Popen[bytes]"]


def start_player(demo: int) -> "subprocess.Popen[bytes]":
    """Start the process that plays one event. It ends when this process ends, for any reason."""
    return subprocess.Popen(
        [sys.executable, "manage.py", "play_asked", "--one", str(demo)],
        cwd=PROJECT,
        stdin=subprocess.DEVNULL,
        preexec_fn=ends_with_parent(),
    )


class Runner:
    """Starts requested demos and supervises their processes.

    Attributes:
        players: processes by the key of their demo.
    """

    def __init__(self, start: Start = start_player) -> None:
        """Begin without processes.

        Args:
            start: starts the process that plays one event.
        """
        self._start = start
        self._noted = 0.0
        self.players: dict[int, subprocess.Popen[bytes]] = {}

    def check(self) -> None:
        """Check once: ended processes, demos to stop, lost demos, tables to release, and requested demos."""
        self._note()
        rows = {row.pk: row for row in SimulatedEvent.objects.filter(pk__in=self.players)}
        for pk, process in list(self.players.items()):
            row = rows[pk]
            if process.poll() is not None:
                del self.players[pk]
                self._ended(row, process.returncode)
            elif row.stop_at is not None or row.ended_at is not None:
                process.terminate()
        for row in lost():
            if row.pk not in self.players and row.begun_at is not None:
                self._try(end, demo=row.pk, how="lost")
        for row in SimulatedEvent.objects.filter(ended_at__isnull=False, cleared=False):
            if row.pk not in self.players:
                self._give_back(row)
        waiting = running().filter(begun_at__isnull=True).order_by("pk")
        for row in waiting[: max(0, MOST_AT_ONCE - len(self.players))]:
            if self._try(begin, demo=row.pk):
                self.players[row.pk] = self._start(row.pk)
                self._noted = 0.0
                self._note()

    def _note(self) -> None:
        """Send a heartbeat for each of them."""
        if time.monotonic() - self._noted < _NOTED_EVERY:
            return
        self._noted = time.monotonic()
        for pk in self.players:
            note(f"play:{pk}")

    def _ended(self, row: SimulatedEvent, code: int) -> None:
        """Record the end of a process, unless it did so itself."""
        Heartbeat.objects.filter(part=row.heartbeat).delete()
        row.refresh_from_db()
        if row.ended_at is not None:
            return
        if row.stop_at is not None:
            self._try(end, demo=row.pk, how="stopped")
        else:
            self._try(end, demo=row.pk, how="failed", words=f"Its process ended with {code}.")

    def _give_back(self, row: SimulatedEvent) -> None:
        """Close an event that ended early, and release its tables."""
        words = ""
        if row.tournament_id is not None:
            try:
                words = " ".join(give_back(row.tournament_id, row.added))
            except Refused as refused:
                words = refused.message
        self._try(clear, demo=row.pk, words=words)

    def stop(self) -> None:
        """Stop all processes because the server is shutting down. Their tables are released at the next start."""
        for process in self.players.values():
            process.terminate()
        limit = time.monotonic() + _PATIENCE
        for pk, process in self.players.items():
            try:
                process.wait(max(0.0, limit - time.monotonic()))
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
            self._try(end, demo=pk, how="shut")
        self.players.clear()

    def _try(self, verb: Command, **arguments: Any) -> bool:
        """Send a command that may have been sent before."""
        try:
            press(verb, by=DIRECTOR, **arguments)
        except Refused as refused:
            log.info("%s", refused.message)
            return False
        return True


def sweep_up() -> None:
    """Hide leftovers of earlier versions' demos, once after a start."""
    try:
        press(sweep, by=DIRECTOR)
    except Refused:
        # Nothing is left.
        return


def serve(runner: Runner) -> None:
    """Check once a second until the process is asked to end."""
    over = threading.Event()

    def asked(_number: int, _frame: FrameType | None) -> None:
        over.set()

    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, asked)
    swept = False
    while not over.wait(EVERY):
        close_old_connections()
        try:
            if not swept:
                sweep_up()
                swept = True
            runner.check()
        except DatabaseError as error:
            log.warning("Checking the running demos failed (%s); retrying.", error)
        except Exception:
            log.exception("Checking the running demos failed; retrying.")
    runner.stop()


def faults_in_words(faults: Sequence[str]) -> str:
    """Return the first failed check."""
    return faults[0][:400] if faults else ""
