"""Say what an update will do to the tables, as JSON, for `ops.upgrade`."""

import dataclasses
import json
from typing import Any

from django.core.management.base import BaseCommand

from operations.services.migration_steps import pending


class Command(BaseCommand):
    """Print the pending migrations."""

    help = "Print what an update will do to the tables."
    requires_system_checks: list[str] = []

    def handle(self, *args: Any, **options: Any) -> None:
        """Print it."""
        self.stdout.write(json.dumps(dataclasses.asdict(pending())))
