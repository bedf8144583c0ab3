"""Restore a backup: `manage.py restore backup-20261127T033000Z.tar.gz`."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from operations.services.passphrase import read_passphrase
from operations.services.restore import restore
from ops.errors import OpsError


class Command(BaseCommand):
    """Restore a backup."""

    help = "Restore a backup into DATA_DIR and the database. The room must be stopped."
    # The database may not exist yet.
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        """Declare the arguments."""
        parser.add_argument("file", type=Path, help="the backup")
        parser.add_argument("--passphrase-file", type=Path, help="its first line is the passphrase")
        parser.add_argument(
            "--replace", action="store_true", help="move aside the room that is there (it is kept)"
        )
        parser.add_argument(
            "--keep-tables",
            action="store_true",
            help="leave the tables as they are in the backup, for the version that it was made of",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Restore it."""
        try:
            done = restore(
                options["file"],
                read_passphrase(options["passphrase_file"]),
                replace=options["replace"],
                keep_tables=options["keep_tables"],
            )
        except OpsError as error:
            raise CommandError(str(error)) from error
        about = done.manifest
        self.stdout.write(
            f"Restored {about.journal.entries} journal entries; the backup was made at {about.created_at[:19]} UTC "
            f"by version {about.version}."
        )
        kept = " and ".join(str(place) for place in (done.aside, done.rows_aside) if place)
        if kept:
            self.stdout.write(f"What was here before is kept in {kept}.")
        self.stdout.write(
            "All logins were ended. Tokens, links of players, addresses of overlays and displays that were revoked or "
            "retired after the backup are valid again: revoke and retire them once more."
        )
        if done.other_key:
            self.stdout.write(
                "SECRET_KEY is not the one of the backup: links to players' pages that are printed from now on differ, "
                "and secrets of webhooks have changed."
            )
