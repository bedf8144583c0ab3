"""Play an evening in the cash room of this room: `manage.py play_cash --hours 8 --tables 12 --players 200 --seed 1`."""

import json
import sys
import time
from collections.abc import Callable
from importlib import import_module
from typing import Any, cast

from django.core.management.base import BaseCommand, CommandError, CommandParser

from simulation.driver.cash_room import CashEvening, CashWanted, Observer
from simulation.driver.cash_tables import minute
from simulation.management.commands.play import prepare_empty_room, quiet

# States the rules a second time; available only in a checkout.
_ORACLE = "tests.oracle.cash_check"


def cash_oracle() -> Observer | None:
    """Return the observer that checks an evening by the rules of St. Moritz; None outside a checkout."""
    try:
        module = import_module(_ORACLE)
    except ModuleNotFoundError as error:
        if error.name is None or not f"{_ORACLE}.".startswith(f"{error.name}."):
            raise
        return None
    return cast(Callable[[], Observer], module.CashFollower)()


class Command(BaseCommand):
    """Play an evening, print failed checks, and end with one line of JSON; exit with 1 if a check failed."""

    help = "Have an evening in the cash room play itself: lists, seats, absences, dinners, moves, money."

    def add_arguments(self, parser: CommandParser) -> None:
        """See docs/simulation.md."""
        parser.add_argument("--hours", type=int, default=8, help="length of the evening, which ends now")
        parser.add_argument("--tables", type=int, default=12, help="tables of the cash room")
        parser.add_argument("--players", type=int, default=200, help="guests")
        parser.add_argument("--hands", type=int, default=12, help="hands an hour at each table")
        parser.add_argument("--seed", type=int, default=1, help="the same seed, the same evening")

    def handle(self, *args: Any, **options: Any) -> None:
        """Play."""
        if not 1 <= options["hours"] <= 24 or not 1 <= options["tables"] <= 100:
            raise CommandError("--hours: 1 to 24, --tables: 1 to 100")
        if not 2 <= options["players"] <= 2_000 or not 1 <= options["hands"] <= 60:
            raise CommandError("--players: 2 to 2000, --hands: 1 to 60")
        prepare_empty_room(self.stdout)
        began = time.perf_counter()
        observer = cash_oracle()
        if observer is None:
            self.stderr.write("Not checked by the rules of St. Moritz.")
        wanted = CashWanted(
            options["seed"], options["hours"], options["tables"], options["players"], options["hands"]
        )
        evening = CashEvening(wanted, observer)
        with quiet():
            played = evening.play(minute)
        for fault in evening.observer.faults:
            self.stderr.write(fault)
        done = played.done
        self.stdout.write(
            json.dumps(
                {
                    "seed": options["seed"],
                    "seated": done["cash_seat.take"],
                    "players": len(played.players),
                    "called": done["cash_list.call_next"],
                    "dinners": done["dinner.start"],
                    "missed_blinds": done["cash_seat.missed"],
                    "returns": done["cash_seat.return"] + done["dinner.end"],
                    "moves": done["cash_seat.move"],
                    "tables_opened": done["cash_table.open"],
                    "tables_broken": done["cash_table.break"],
                    "hands": done["cash_hand.finish"],
                    "refused": dict(sorted(played.refused.items())),
                    "checks": evening.observer.checks,
                    "failed_checks": len(evening.observer.faults),
                    "seconds": round(time.perf_counter() - began, 1),
                }
            )
        )
        if evening.observer.faults:
            sys.exit(1)
