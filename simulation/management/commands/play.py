"""Simulate a whole event in this room: `manage.py play --players 27 --book munot --seed 1 --fast`."""

import json
import logging
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import replace
from importlib import import_module
from typing import Any, cast

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser

from simulation.driver.context import Observe, no_observer
from simulation.driver.event import CLOCK, HEATS_2, HEATS_3, IN_STAGES, LEAGUE, RESTART, PreparedEvent
from simulation.driver.playthrough import Playthrough
from simulation.driver.run import percentile, run, run_flights, wanted_of
from simulation.rules.people import most
from tourney.journal.refused import Refused
from tourney.models import User
from tourney.rulebooks.books.schema.base import Policy
from tourney.rulebooks.shelf import book_of
from tourney.rules.modes import MODES, mode_policy, modes_of

# Checks events while they are played; available only with the tests, that is in a checkout.
_ORACLE = "tests.oracle.follower"
_MOST_DAYS = 9
# These warn that Redis is down. Without connected clients that does not matter.
_QUIET = ("tourney.live.publish", "seating.services.reviews", "desk.tasks", "players.tasks")


@contextmanager
def quiet() -> Iterator[None]:
    """Suppress warnings that Redis is down; restore the levels of the loggers afterwards."""
    loggers = [logging.getLogger(name) for name in _QUIET]
    before = [logger.level for logger in loggers]
    for logger in loggers:
        logger.setLevel(logging.ERROR)
    try:
        yield
    finally:
        for logger, level in zip(loggers, before, strict=True):
            logger.setLevel(level)


def prepare_empty_room(stdout: Any) -> None:
    """Prepare a room without logins, as the first `make run` does."""
    if not User.objects.exists():
        call_command("prepare_room", stdout=stdout)


def oracle() -> Observe | None:
    """Return the observer that checks events; None outside a checkout."""
    try:
        module = import_module(_ORACLE)
    except ModuleNotFoundError as error:
        if error.name is None or not f"{_ORACLE}.".startswith(f"{error.name}."):
            raise
        return None
    return cast(Observe, module.Follower)


class Command(BaseCommand):
    """Simulate an event, print failed checks, and end with one line of JSON; exit with 1 if a check failed."""

    help = "Have a whole event play itself: registration, busts, breaks, balancing, down to one player."

    def add_arguments(self, parser: CommandParser) -> None:
        """See docs/simulation.md."""
        parser.add_argument("--players", type=int, default=27, help="first entries, 3 at least")
        parser.add_argument("--book", default="tda", help="key of the rulebook")
        parser.add_argument("--seed", type=int, default=1, help="the same seed, the same evening")
        parser.add_argument("--name", default="", help="what the event is called")
        parser.add_argument(
            "--tables-of", type=int, default=None, help="seats at a table; else as the book says"
        )
        parser.add_argument(
            "--flights", type=int, default=1, help="flights of day 1; needs --fast and --days"
        )
        parser.add_argument(
            "--mode",
            default="",
            choices=(*MODES, *IN_STAGES),
            help="one of the modes that the book has",
        )
        parser.add_argument("--teams", action="store_true", help="two players share each entry (tag team)")
        parser.add_argument("--days", type=int, default=1, help="days of play; stacks are bagged in between")
        pace = parser.add_mutually_exclusive_group()
        pace.add_argument("--speed", type=float, default=20.0, help="so many times faster than life")
        pace.add_argument("--fast", action="store_true", help="nobody waits")
        parser.add_argument(
            "--keep", action="store_true", help="leave the event open and its tables where they are"
        )
        parser.add_argument(
            "--check", action="store_true", help="check the event after every step; needs a checkout"
        )
        parser.add_argument("--times", action="store_true", help="say how long busts and proposals took")

    def handle(self, *args: Any, **options: Any) -> None:
        """Play."""
        self._check(options)
        observe = self._observe(options)
        prepare_empty_room(self.stdout)
        wanted = wanted_of(
            options["name"] or f"Play: {options['players']} by {book_of(options['book']).title}"[:80],
            options["players"],
            options["book"],
            seats=options["tables_of"],
            speed=1.0 if options["fast"] else options["speed"],
            seed=options["seed"],
        )
        wanted = replace(wanted, days=options["days"], mode=options["mode"], flights=options["flights"])
        wanted = replace(wanted, teams=options["teams"])
        try:
            with quiet() if options["fast"] else nullcontext():
                outcome = (
                    run_flights(wanted, options["seed"], keep=options["keep"], observe=observe)
                    if wanted.in_stages
                    else run(
                        wanted,
                        options["seed"],
                        fast=options["fast"],
                        keep=options["keep"],
                        on_prepared=self._announce,
                        on_thousand=self._say_so_far if options["times"] else lambda playing: None,
                        observe=observe,
                    )
                )
        except KeyboardInterrupt:
            self.stderr.write("Stopped. The event stays open, and its tables are still assigned to it.")
            sys.exit(130)
        for fault in outcome.faults:
            self.stderr.write(fault)
        if options["times"]:
            self._say_times(outcome.busts, outcome.proposals, outcome.accepted)
        self.stdout.write(json.dumps(outcome.counts))
        if outcome.counts["failed_checks"]:
            sys.exit(1)

    def _check(self, options: dict[str, Any]) -> None:
        if not 3 <= options["players"] <= most():
            raise CommandError(f"--players: 3 to {most()}")
        if not 0.1 <= options["speed"] <= 1_000:
            raise CommandError("--speed: 0.1 to 1000")
        if not 1 <= options["days"] <= _MOST_DAYS:
            raise CommandError(f"--days: 1 to {_MOST_DAYS}")
        if options["tables_of"] is not None and not 2 <= options["tables_of"] <= 12:
            raise CommandError("--tables-of: 2 to 12")
        if not 1 <= options["flights"] <= _MOST_DAYS:
            raise CommandError(f"--flights: 1 to {_MOST_DAYS}")
        if options["flights"] > 1 and (not options["fast"] or options["days"] < 2):
            raise CommandError("--flights: needs --fast, and --days 2 at least")
        try:
            book_of(options["book"])
        except Refused as refused:
            raise CommandError(refused.message) from None
        members = book_of(options["book"]).entering.membership is not None
        if options["teams"] and (2 * options["players"] > most() or options["mode"] in IN_STAGES or members):
            raise CommandError("--teams: not with memberships, modes of several stages or so many players")
        modes = book_of(options["book"]).modes
        several: dict[str, Policy | None] = {
            RESTART: modes.re_start, LEAGUE: modes.landesliga, CLOCK: modes.play_the_clock,
        }  # fmt: skip
        several |= dict.fromkeys((HEATS_2, HEATS_3), modes.multi_round)
        if options["mode"] in several:
            if several[options["mode"]] is None or not options["fast"] or options["flights"] > 1:
                raise CommandError("--mode: this one needs a book that has it, --fast, and no --flights")
        elif options["mode"] and mode_policy(book_of(options["book"]), options["mode"]) is None:
            played = ", ".join(modes_of(book_of(options["book"]))) or "none"
            raise CommandError(f"--mode: modes of this book: {played}")

    def _observe(self, options: dict[str, Any]) -> Observe:
        """Return the observer of the event: with `--check`, and with `--fast` where that is possible."""
        if not options["check"] and not options["fast"]:
            return no_observer
        found = oracle()
        if found is not None:
            return found
        if options["check"]:
            raise CommandError(f"--check needs a checkout: {_ORACLE} is not installed.")
        self.stderr.write(f"Not checked: that needs a checkout, {_ORACLE} is not installed.")
        return no_observer

    def _announce(self, room: PreparedEvent) -> None:
        self.stdout.write(
            f"Event {room.event} is ready: {len(room.people)} people, {len(room.tables)} tables."
        )

    def _say_so_far(self, playing: Playthrough) -> None:
        """Print interim statistics, so that they are not lost if a simulation of hours is interrupted."""
        self._say_times(playing.busts, playing.work.seconds, playing.work.accepted)

    def _say_times(
        self, busts: Sequence[float], proposals: Sequence[float], accepted: Sequence[float]
    ) -> None:
        for words, values in (
            ("bust", busts),
            ("bust to proposal", proposals),
            ("proposal accepted", accepted),
        ):
            p50, p99 = (1000 * percentile(values, part) for part in (0.5, 0.99))
            self.stdout.write(f"{words}: {len(values)}, p50 {p50:.1f} ms, p99 {p99:.1f} ms")
