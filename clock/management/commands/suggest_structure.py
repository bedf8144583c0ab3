"""Suggest a structure: `manage.py suggest_structure --players 120 --stack 30000 --hours 6 --level 20`."""

import json
from typing import Any

import msgspec
from django.core.management.base import BaseCommand, CommandError, CommandParser

from clock.boards.suggestions import suggested
from clock.rules.exchange import export_csv
from clock.rules.suggestion.plan import (
    FEWEST_PLAYERS,
    LONGEST_MINUTES,
    MOST_PLAYERS,
    SHORTEST_MINUTES,
    Antes,
    Plan,
)
from clock.services.suggestions import suggestion_for
from tourney.journal.refused import Refused

_ANTES: dict[str, Antes] = {"none": "none", "classic": "classic", "bb": "big_blind"}


class Command(BaseCommand):
    """Print the rows as CSV, which `Import` reads, or JSON with the working."""

    help = "Suggest a structure that ends when planned: docs/structures.md."

    def add_arguments(self, parser: CommandParser) -> None:
        """See docs/structures.md."""
        parser.add_argument("--players", type=int, required=True, help="expected first entries")
        parser.add_argument("--stack", type=int, required=True, help="chips of an entry")
        parser.add_argument("--hours", type=float, required=True, help="planned length with breaks")
        parser.add_argument("--level", type=int, default=0, help="minutes of a level; else one that fits")
        parser.add_argument(
            "--last-level", type=int, default=0, help="minutes of the last, for growing levels"
        )
        parser.add_argument("--ante", choices=sorted(_ANTES), default="bb")
        parser.add_argument("--late", type=int, default=0, help="minutes of play with late registration")
        parser.add_argument("--reentries", type=int, default=0)
        parser.add_argument("--rebuys", type=int, default=0)
        parser.add_argument("--addons", type=int, default=0)
        parser.add_argument("--addon-stack", type=int, default=0, help="chips of an add-on; else a stack")
        parser.add_argument("--chips", default="", help="denominations, 25/100/500; else a usual set")
        parser.add_argument("--format", choices=("csv", "json"), default="csv")

    def handle(self, *args: Any, **options: Any) -> None:
        """Print the structure; exit with 1 and the reason if there is none."""
        minutes = round(options["hours"] * 60)
        counts = ("reentries", "rebuys", "addons", "addon_stack", "level", "last_level", "late")
        if not FEWEST_PLAYERS <= options["players"] <= MOST_PLAYERS:
            raise CommandError(f"--players: from {FEWEST_PLAYERS} to {MOST_PLAYERS}.")
        if not SHORTEST_MINUTES <= minutes <= LONGEST_MINUTES:
            raise CommandError(f"--hours: from {SHORTEST_MINUTES / 60:g} to {LONGEST_MINUTES / 60:g}.")
        if options["stack"] < 100 or any(options[name] < 0 for name in counts):
            raise CommandError("--stack: at least 100; all other numbers: not negative.")
        plan = Plan(
            players=options["players"],
            stack=options["stack"],
            minutes=minutes,
            level_minutes=options["level"],
            last_level_minutes=options["last_level"],
            antes=_ANTES[options["ante"]],
            late_minutes=options["late"],
            reentries=options["reentries"],
            rebuys=options["rebuys"],
            add_ons=options["addons"],
            add_on_stack=options["addon_stack"],
            chips=_chips(options["chips"]),
        )
        try:
            found = suggestion_for(plan)
        except Refused as refused:
            raise CommandError(refused.message) from None
        if options["format"] == "csv":
            self.stdout.write(export_csv(found.levels), ending="")
        else:
            self.stdout.write(json.dumps(msgspec.to_builtins(suggested(found)), indent=1))


def _chips(text: str) -> tuple[int, ...]:
    parts = [part for part in text.split("/") if part]
    if not all(part.isascii() and part.isdigit() and 0 < int(part) <= 10**9 for part in parts):
        raise CommandError("--chips: denominations like 25/100/500.")
    return tuple(sorted({int(part) for part in parts}))
