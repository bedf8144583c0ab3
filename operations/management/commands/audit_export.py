"""Export journals, signed: `manage.py audit_export --event 7 --to event-7.signed.txt`."""

from datetime import date, datetime, time
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.timezone import make_aware

from operations.services import audit_key
from operations.services.audit_export import Extent, signed_lines
from tourney.access.roles import Actor, Role
from tourney.models import Tournament

SHELL = Actor("system:shell", "manage.py", Role.DIRECTOR)


class Command(BaseCommand):
    """Export journals, signed."""

    help = "Write the journal of an event, of the room or of everything in a period into a signed file."

    def add_arguments(self, parser: CommandParser) -> None:
        """Declare the arguments."""
        which = parser.add_mutually_exclusive_group()
        which.add_argument("--event", type=int, help="the journal of this event, by its number")
        which.add_argument(
            "--room", action="store_true", help="the journal of the room (default: all journals)"
        )
        parser.add_argument("--since", type=date.fromisoformat, help="from this day on: 2026-11-01")
        parser.add_argument("--until", type=date.fromisoformat, help="up to the end of this day")
        parser.add_argument("--to", type=Path, help="the file (default: standard output)")
        parser.add_argument("--public-key", action="store_true", help="write the public key instead")

    def handle(self, *args: Any, **options: Any) -> None:
        """Write the file."""
        if options["public_key"]:
            self._write([audit_key.public_pem().decode()], options["to"])
            return
        event = Tournament.objects.filter(pk=options["event"]).first()
        if options["event"] is not None and event is None:
            raise CommandError(f"There is no event {options['event']}.")
        extent = Extent(
            "event" if event else "room" if options["room"] else "all",
            event,
            _start(options["since"]),
            _start(options["until"], days=1),
        )
        self._write(signed_lines(extent, SHELL), options["to"])

    def _write(self, lines: Any, to: Path | None) -> None:
        if to is None:
            for line in lines:
                self.stdout.write(line, ending="")
            return
        try:
            with to.open("x", encoding="utf-8", newline="\n") as file:
                file.writelines(lines)
        except OSError as error:
            raise CommandError(f"{to} can't be written ({error.strerror}).") from error


def _start(day: date | None, days: int = 0) -> datetime | None:
    """Return when a day begins in the room's time zone, or a later one."""
    if day is None:
        return None
    return make_aware(datetime.combine(date.fromordinal(day.toordinal() + days), time()))
