"""Say what is wrong with this installation: `manage.py doctor`."""

import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from operations.services.doctor import findings


class Command(BaseCommand):
    """Say what is wrong with this installation."""

    help = "Say in sentences what is wrong with this installation, and what to do. Exit code 1: something is wrong."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        """Declare the arguments."""
        parser.add_argument("--quiet", action="store_true", help="print only what is wrong")

    def handle(self, *args: Any, **options: Any) -> None:
        """Print what was found."""
        wrong = 0
        for name, found in findings():
            if not found and not options["quiet"]:
                self.stdout.write(f"ok     {name}")
            for one in found:
                wrong += one.wrong
                if one.wrong or not options["quiet"]:
                    self.stdout.write(f"{'WRONG' if one.wrong else 'note ':5}  {name}: {one.text}")
        if wrong:
            self.stdout.write(f"\n{wrong} {'thing is' if wrong == 1 else 'things are'} wrong.")
            sys.exit(1)
        if not options["quiet"]:
            self.stdout.write("\nNothing is wrong.")
