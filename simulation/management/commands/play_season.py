"""Play a whole season in this room: `manage.py play_season --book five_spades --seed 1`."""

import json
import sys
import time
from collections.abc import Callable
from importlib import import_module
from typing import Any, cast

from django.core.management.base import BaseCommand, CommandError, CommandParser

from players.models import Player
from seasons.models import Season
from simulation.driver.season import SeasonPlay, SeasonWanted
from simulation.management.commands.play import prepare_empty_room, quiet
from tourney.journal.refused import Refused
from tourney.rulebooks.shelf import book_of
from tourney.snapshot import consistent_read

# States the rules a second time; available only in a checkout.
_ORACLE = "tests.oracle.season_check"
Check = Callable[[Season], tuple[int, list[str]]]


def season_check() -> Check | None:
    """Return the check of a season by the rules of Five Spades; None outside a checkout."""
    try:
        module = import_module(_ORACLE)
    except ModuleNotFoundError as error:
        if error.name is None or not f"{_ORACLE}.".startswith(f"{error.name}."):
            raise
        return None
    return cast(Check, module.check_season)


class Command(BaseCommand):
    """Play a season, print failed checks, and end with one line of JSON; exit with 1 if a check failed."""

    help = "Have a whole season play itself: events with small fields, the cup, the titles."

    def add_arguments(self, parser: CommandParser) -> None:
        """See docs/simulation.md."""
        parser.add_argument("--book", default="five_spades", help="key of the rulebook")
        parser.add_argument("--seed", type=int, default=1, help="the same seed, the same season")
        parser.add_argument("--members", type=int, default=22, help="members of the club")
        parser.add_argument("--guests", type=int, default=8, help="guests")
        parser.add_argument("--events", type=int, default=10, help="public events")
        parser.add_argument("--most", type=int, default=30, help="players in an event at most, 6 at least")

    def handle(self, *args: Any, **options: Any) -> None:
        """Play."""
        try:
            book = book_of(options["book"])
        except Refused as refused:
            raise CommandError(refused.message) from None
        if not 2 <= options["members"] <= 1_000 or not 0 <= options["guests"] <= 1_000:
            raise CommandError("--members: 2 to 1000, --guests: 0 to 1000")
        if not 1 <= options["events"] <= 100 or not 6 <= options["most"] <= 1_000:
            raise CommandError("--events: 1 to 100, --most: 6 to 1000")
        prepare_empty_room(self.stdout)
        began = time.perf_counter()
        wanted = SeasonWanted(
            book.key,
            options["seed"],
            members=options["members"],
            guests=options["guests"],
            events=options["events"],
            most=options["most"],
        )
        with quiet():
            played = SeasonPlay(wanted).play()
        made, faults = played.refused, list(played.faults)
        check = season_check() if book.season.cup is not None else None
        if check is None:
            self.stderr.write("Not checked by the rules of Five Spades.")
        else:
            with consistent_read():
                checks, found = check(Season.objects.get(pk=played.season))
            made, faults = made + checks, faults + found
        for fault in faults:
            self.stderr.write(fault)
        titles = {
            kind: Player.objects.values_list("name", flat=True).get(pk=player)
            for kind, player in played.titles.items()
        }
        counts = {
            "season": played.season,
            "events": len(played.events),
            "entries": played.entries,
            "finalists": played.finalists,
            "titles": titles,
            "checks": made,
            "failed_checks": len(faults),
            "seconds": round(time.perf_counter() - began, 2),
        }
        self.stdout.write(json.dumps(counts))
        if faults:
            sys.exit(1)
