"""The command that plays events, run in tests.

`PLAYED` in the environment sets the number of events per rulebook: `PLAYED=20` for a soak test.
"""

import json
import os
from collections.abc import Callable
from io import StringIO
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
from django.core.management import call_command

from desk.tasks import process_due_waiting_list
from seating.tasks import review_floor
from simulation.driver import playthrough
from tests.examples import EXPLORES
from tourney.access.roles import Actor
from tourney.journal import tx

PLAYED = int(os.environ.get("PLAYED", "1"))
# Three tables of five seats; in a soak test four of nine.
PLAYERS, TABLES_OF = (30, 9) if EXPLORES or PLAYED > 1 else (15, 5)
Plays = Callable[..., tuple[int, dict[str, Any], str]]


@pytest.fixture
def plays(director: Actor, monkeypatch: pytest.MonkeyPatch) -> Plays:
    """Return a function that runs the command at full speed and returns exit code, last line and faults.

    Publishing and jobs are switched off; other tests cover them. The draws also depend on the seed only, so
    that an event can be repeated exactly.
    """
    monkeypatch.setattr("tourney.journal.commands.publish", lambda *_args: None)
    for job in (review_floor, process_due_waiting_list):
        monkeypatch.setattr(job, "apply_async", lambda *_what, **_how: None)

    def run(**options: Any) -> tuple[int, dict[str, Any], str]:
        output, faults, code = StringIO(), StringIO(), 0
        given = {"players": PLAYERS, "book": "tda", "seed": 1, "fast": True, "tables_of": 9, **options}
        dice = Random(f"draws {given['seed']}")
        monkeypatch.setattr(tx, "secrets", SimpleNamespace(token_hex=lambda size: dice.randbytes(size).hex()))
        try:
            call_command("play", stdout=output, stderr=faults, **given)
        except SystemExit as ended:
            code = int(str(ended.code))
        return code, json.loads(output.getvalue().splitlines()[-1]), faults.getvalue()

    return run


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Stop an event at the first fault: a control only checks that the fault is detected."""
    monkeypatch.setattr(playthrough, "_ENOUGH", 1)
