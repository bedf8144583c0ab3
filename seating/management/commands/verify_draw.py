"""Recompute a draw and report whether it matches the published result."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from seating.models import Draw
from seating.services.draw_verification import announcement_of, is_undone, verdict_of


class Command(BaseCommand):
    """`manage.py verify_draw <digest>` or `manage.py verify_draw --tournament 7`."""

    help = "Recompute a draw from its seed and inputs, and compare: docs/draws.md."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("digest", nargs="?", default="", help="the draw's hash, or how it begins")
        parser.add_argument(
            "--tournament", type=int, help="all draws of an event, and that each announced the next"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Run the check and print the result; exit with 1 if a draw does not match."""
        draws = Draw.objects.select_related("tournament").order_by("id")
        if options["tournament"] is not None:
            draws = draws.filter(tournament=options["tournament"])
        elif options["digest"]:
            draws = draws.filter(digest__startswith=options["digest"].lower())
        else:
            raise CommandError("Say which draw: its digest, or --tournament.")
        wrong = found = 0
        for draw in draws.iterator(chunk_size=50):
            found += 1
            wrong += not self._say(draw)
        if not found:
            raise CommandError("There is no such draw.")
        if wrong:
            raise CommandError(f"{wrong} of {found} draws do not come out as they were given out.")
        self.stdout.write(self.style.SUCCESS(f"{found} checked: as announced."))

    def _say(self, draw: Draw) -> bool:
        verdict = verdict_of(draw)
        announced = announcement_of(draw)
        self.stdout.write(f"{draw.digest}  {draw.kind}, {draw.tournament.name}, line {draw.seq}")
        self.stdout.write(
            f"  seed {draw.seed}: {'has this hash' if verdict.hash_fits else 'HAS ANOTHER HASH'}"
        )
        if announced is None:
            self.stdout.write("  hash: NOT PUBLISHED BEFORE THE DRAW")
        else:
            where = f"with draw {announced.draw[:12]}" if announced.draw else "with the plan of the seats"
            self.stdout.write(f"  hash: published in line {announced.line}, {where}")
        self.stdout.write(f"  outcome: {'the same again' if verdict.outcome_fits else 'COMES OUT OTHERWISE'}")
        if is_undone(draw):
            self.stdout.write("  what it gave out was undone later")
        return verdict.fits and announced is not None
