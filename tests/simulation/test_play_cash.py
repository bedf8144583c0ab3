"""Evenings in the cash room simulated in the database, checked by the rules stated a second time.

`EVENINGS` in the environment sets the number of evenings of 8 hours with 200 guests for a soak test.
"""

import json
import os
from contextlib import suppress
from io import StringIO
from random import Random
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from cash.commands.seats import leave_seat
from cash.models import CashSeat, StakeMove
from tests.fixtures.journalled import journal_tells_the_rows
from tests.fixtures.killed import killed_after
from tourney.access.roles import Actor
from tourney.journal.commands import Command, CommandResult

EVENINGS = int(os.environ.get("EVENINGS", "0"))
SMALL: dict[str, Any] = {"hours": 2, "tables": 2, "players": 24, "hands": 30}
# Writing statements and commits before a kill; a command with fewer is done, and only its answer is lost.
_STEPS = (0, 1, 2, 3, 4, 5, 6, 8, 13)


def play(**options: Any) -> dict[str, Any]:
    """Run the command and return its last line."""
    output, faults = StringIO(), StringIO()
    with suppress(SystemExit):
        call_command("play_cash", stdout=output, stderr=faults, **options)
    assert faults.getvalue() == ""
    found: dict[str, Any] = json.loads(output.getvalue().splitlines()[-1])
    return found


@pytest.fixture(autouse=True)
def alone(director: Actor, monkeypatch: pytest.MonkeyPatch) -> None:
    """Publish nothing; other tests cover that."""
    monkeypatch.setattr("tourney.journal.commands.publish", lambda *_args: None)


@pytest.mark.django_db
def test_an_evening_keeps_its_lists_seats_blinds_and_chips_in_order() -> None:
    counts = play(seed=1, **SMALL)
    assert counts["failed_checks"] == 0
    assert counts["seated"] > 15
    for what in ("called", "dinners", "missed_blinds", "returns", "tables_opened"):
        assert counts[what] > 0, what
    assert counts["checks"] > counts["called"]
    journal_tells_the_rows()


@pytest.mark.django_db
def test_the_oracle_notices_a_chip_that_a_player_loses_when_leaving(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    whole = Command.carry_out

    def loses_a_chip(self: Command, arguments: Any, **given: Any) -> CommandResult:
        done = whole(self, arguments, **given)
        if self is leave_seat:
            row = StakeMove.objects.filter(kind="cash_out").latest("pk")
            StakeMove.objects.filter(pk=row.pk).update(amount=row.amount + 1)
        return done

    monkeypatch.setattr(Command, "carry_out", loses_a_chip)
    output, faults = StringIO(), StringIO()
    with pytest.raises(SystemExit):
        call_command("play_cash", stdout=output, stderr=faults, seed=1, **SMALL)
    assert "chips are missing." in faults.getvalue()


@pytest.mark.soak
@pytest.mark.django_db
@pytest.mark.timeout(3_600)
@pytest.mark.parametrize("seed", range(1, EVENINGS + 1))
def test_an_evening_of_eight_hours_with_200_guests_holds_every_check(seed: int) -> None:
    counts = play(seed=seed, hours=8, tables=12, players=200)
    assert counts["failed_checks"] == 0
    assert counts["seated"] > 150


@pytest.mark.soak
@pytest.mark.timeout(7_200)
@pytest.mark.django_db(transaction=True)
def test_an_evening_is_exact_though_processes_are_killed_at_random(monkeypatch: pytest.MonkeyPatch) -> None:
    dice, kills = Random(7), 0
    whole = Command.carry_out

    def carry_out(self: Command, arguments: Any, **given: Any) -> CommandResult:
        nonlocal kills
        if (
            self.kind.startswith(("cash_", "dinner."))
            and dice.random() < 0.05
            and not connection.in_atomic_block
        ):
            kills += killed_after(lambda: whole(self, arguments, **given), dice.choice(_STEPS))
        return whole(self, arguments, **given)

    monkeypatch.setattr(Command, "carry_out", carry_out)
    size = {"hours": 8, "tables": 12, "players": 200} if EVENINGS else SMALL
    counts = play(seed=1, **size)
    assert counts["failed_checks"] == 0
    assert kills > 20
    assert not CashSeat.objects.filter(left_at__isnull=True).exists()
    journal_tells_the_rows()


def test_impossible_evenings_are_refused() -> None:
    for options in ({"hours": 0}, {"tables": 0}, {"players": 1}, {"hands": 61}):
        with pytest.raises(CommandError):
            call_command("play_cash", **options)
