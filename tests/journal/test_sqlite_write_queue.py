"""On SQLite the threads of a process queue before they write, so that no attempt is wasted."""

import threading
from collections.abc import Iterator
from typing import Any

import pytest
from django.db import connection

from tests.fixtures.room import press
from tests.waiting import until
from tourney.access.roles import Actor, Permission
from tourney.journal.commands import COMMANDS, command
from tourney.journal.refused import Refused
from tourney.journal.sqlite_write_queue import turn, waiting
from tourney.models import JournalEntry

pytestmark = pytest.mark.django_db(transaction=True)
MANY = 4


@pytest.fixture
def slow() -> Iterator[tuple[Any, threading.Event]]:
    """A command that waits halfway until it is released, and refuses with `no` if asked to."""
    go_on = threading.Event()

    @command("test.slow", permission=Permission.SEE_STAFF, scope="room", summary="", public=False)
    def made(tx: Any, fails: bool = False) -> None:
        assert go_on.wait(60)
        if fails:
            raise Refused("no", "No.")

    yield made, go_on
    del COMMANDS["test.slow"]


def presses(made: Any, by: Actor, *, fails: bool = False) -> threading.Thread:
    """Run a command in a separate thread."""

    def run() -> None:
        try:
            press(made, by=by, fails=fails)
        except Refused:
            pass
        finally:
            connection.close()

    thread = threading.Thread(target=run)
    thread.start()
    return thread


@pytest.mark.parametrize("fails", [False, True], ids=["carried out", "refused"])
def test_concurrent_writers_queue_and_all_succeed(
    slow: tuple[Any, threading.Event], director: Actor, fails: bool
) -> None:
    made, go_on = slow
    lines = JournalEntry.objects.count()
    threads = [presses(made, director, fails=fails) for _one in range(MANY)]
    until(lambda: waiting() == (MANY - 1 if connection.vendor == "sqlite" else 0))
    go_on.set()
    for thread in threads:
        thread.join(60)
    assert waiting() == 0
    assert JournalEntry.objects.count() == lines + (0 if fails else MANY)
    # The write queue was released.
    press(made, by=director)


def test_write_queue_is_released_before_on_commit_work(director: Actor) -> None:
    """Work after a command, such as publishing and jobs, may run commands itself."""
    seen = []
    with turn() as let_go:
        let_go()
        with turn():
            seen.append("another")
        let_go()
    assert seen == ["another"]
