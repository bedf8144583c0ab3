"""Say what going back to an earlier version does to the tables, as JSON, or do it; for `ops.downgrade`."""

import dataclasses
import json
from datetime import datetime
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from operations.services.stopped import room_stopped
from operations.services.way_back import entries_since, take_back, way_back
from ops.errors import OpsError


class Command(BaseCommand):
    """Print it, or take the tables back."""

    help = "Print what going back to an earlier version does to the tables, or take them back."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        """Declare the arguments."""
        parser.add_argument("record", type=Path, help="upgrade.json, which `make upgrade` wrote")
        parser.add_argument("--take", action="store_true", help="take the tables back")

    def handle(self, *args: Any, **options: Any) -> None:
        """Print or do it."""
        record = json.loads(options["record"].read_text(encoding="utf-8"))
        if options["take"]:
            try:
                with room_stopped():
                    take_back(record["applied"])
            except OpsError as error:
                raise CommandError(str(error)) from error
            return
        found = dataclasses.asdict(way_back(record["applied"]))
        self.stdout.write(
            json.dumps({**found, "entries": entries_since(datetime.fromisoformat(record["at"]))})
        )
