"""Write docs/reference from the code: `make docs`."""

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from api.reference import PAGES


class Command(BaseCommand):
    """Writes the reference."""

    help = "Write docs/reference from the registries of commands and boards, and from the settings."

    def handle(self, *args: Any, **options: Any) -> None:
        """Write every page."""
        folder = Path(settings.PROJECT_DIR, "docs", "reference")
        folder.mkdir(exist_ok=True)
        for name, write in PAGES.items():
            (folder / name).write_text(write(), encoding="utf-8")
            print(f"docs/reference/{name}")
