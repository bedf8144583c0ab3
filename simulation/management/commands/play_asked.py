"""Play requested demos: `manage.py play_asked`, a process of the Procfile."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from simulation.commands.demos import end, set_up
from simulation.driver.run import run, wanted_of
from simulation.driver.runner import Runner, faults_in_words, serve
from simulation.driver.staff import DIRECTOR, press
from simulation.models import SimulatedEvent
from tourney.journal.refused import Refused
from tourney.models import Tournament
from tourney.rulebooks.shelf import book_of


class Command(BaseCommand):
    """Start requested demos, one process each; with `--one`, be such a process."""

    help = "Play the events that people have asked to watch."

    def add_arguments(self, parser: CommandParser) -> None:
        """See docs/simulation.md."""
        parser.add_argument("--one", type=int, default=None, help="play this one alone, to its end")

    def handle(self, *args: Any, **options: Any) -> None:
        """Supervise demos, or play one."""
        if options["one"] is None:
            serve(Runner())
        else:
            play_one(options["one"])


def play_one(demo: int) -> None:
    """Play a started demo, and record how it ended.

    Raises:
        CommandError: it was not requested, or it is over.
    """
    row = SimulatedEvent.objects.filter(pk=demo, ended_at__isnull=True).first()
    if row is None:
        raise CommandError(f"Nobody has asked for {demo}, or it is over.")

    def tell(event: int, added: Sequence[int]) -> None:
        press(set_up, by=DIRECTOR, demo=demo, tournament=event, added=list(added))

    wanted = wanted_of(row.name, row.players, row.book, seats=None, speed=row.speed, seed=row.seed)
    # A demo shows everything that the book has.
    ghosts = book_of(row.book).seating.ghosts is not None
    outcome = run(replace(wanted, tell=tell, ghosts=ghosts), row.seed, fast=False, keep=False)
    closed = Tournament.objects.filter(pk=outcome.event, closed_at__isnull=False).exists()
    how = "over" if closed and not outcome.counts["failed_checks"] else "stopped" if closed else "failed"
    try:
        press(
            end,
            by=DIRECTOR,
            demo=demo,
            how=how,
            words="" if closed else faults_in_words(outcome.faults),
            cleared=how == "over",
        )
    except Refused:
        # Another process has recorded it as lost meanwhile.
        return
