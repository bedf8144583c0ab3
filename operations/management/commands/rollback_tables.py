"""Print as JSON how the tables are rolled back to an earlier version, or roll them back; for `ops.downgrade`."""

import dataclasses
import json
from datetime import datetime
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from operations.services.rollback import entries_since, roll_back, rollback_plan
from operations.services.stopped import room_stopped
from ops.errors import OpsError


class Command(BaseCommand):
    """Print the plan, or carry it out."""

    help = "Print how the tables are rolled back to an earlier version, or roll them back."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        """Declare the arguments."""
        parser.add_argument("record", type=Path, help="upgrade.json, which `make upgrade` wrote")
        parser.add_argument("--apply", action="store_true", help="roll the tables back")

    def handle(self, *args: Any, **options: Any) -> None:
        """Print the plan, or carry it out."""
        record = json.loads(options["record"].read_text(encoding="utf-8"))
        if options["apply"]:
            try:
                with room_stopped():
                    roll_back(record["applied"])
            except OpsError as error:
                raise CommandError(str(error)) from error
            return
        found = dataclasses.asdict(rollback_plan(record["applied"]))
        self.stdout.write(
            json.dumps({**found, "entries": entries_since(datetime.fromisoformat(record["at"]))})
        )
