"""Compile the message catalogues that the server reads, without the gettext programs."""

import os
from pathlib import Path
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from django.conf import settings
from django.core.management.base import BaseCommand


class Command(BaseCommand):
    """Compile every .po file that is newer than its .mo; Swiss German is derived from German (ss for ß)."""

    help = "Compile the message catalogues (no gettext programs needed)."
    requires_system_checks: list[str] = []

    def handle(self, *args: Any, **options: Any) -> None:
        """Compile outdated catalogues."""
        for folder in settings.LOCALE_PATHS:
            for source in sorted(Path(folder).glob("*/LC_MESSAGES/*.po")):
                self._compile(source, source.with_suffix(".mo"))
                if source.parts[-3] == "de":
                    swiss = source.parents[2] / "de_CH" / "LC_MESSAGES" / source.with_suffix(".mo").name
                    self._compile(source, swiss, swiss=True)

    def _compile(self, source: Path, target: Path, *, swiss: bool = False) -> None:
        if target.exists() and target.stat().st_mtime >= source.stat().st_mtime:
            return
        with source.open("rb") as file:
            catalogue = read_po(file, locale="de" if swiss else source.parts[-3])
        if swiss:
            for message in catalogue:
                if isinstance(message.string, str):
                    message.string = message.string.replace("ß", "ss")
                else:
                    message.string = tuple(text.replace("ß", "ss") for text in message.string or ())
        target.parent.mkdir(parents=True, exist_ok=True)
        # Two rooms that start from one folder compile at the same time.
        draft = target.with_suffix(f".{os.getpid()}.draft")
        with draft.open("wb") as out:
            write_mo(out, catalogue)
        draft.replace(target)
