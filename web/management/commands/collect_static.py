"""Collect the static files under names with a hash, if they have changed."""

from typing import Any

from django.core.management.base import BaseCommand

from web.shared.static_storage import collect


class Command(BaseCommand):
    """Collect the static files under names with a hash, if they have changed."""

    help = __doc__

    def handle(self, *args: Any, **options: Any) -> None:
        """Collect them, and say whether it was necessary."""
        self.stdout.write("Collected the static files." if collect() else "The static files are up to date.")
