"""Make a backup: `manage.py backup --to /mnt/backup`."""

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from operations.services.passphrase import read_passphrase
from operations.services.schedule import backup_now
from ops.errors import OpsError


class Command(BaseCommand):
    """Make a backup."""

    help = "Make a backup of the database, the pictures and the secrets, and verify it; the room may run."

    def add_arguments(self, parser: CommandParser) -> None:
        """Declare the arguments."""
        parser.add_argument("--to", type=Path, help="a directory or a file (default: BACKUP_DIR)")
        parser.add_argument(
            "--passphrase-file", type=Path, help="encrypts it with the first line of this file"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Make it."""
        try:
            passphrase = read_passphrase(options["passphrase_file"] or settings.BACKUP_PASSPHRASE_FILE)
            to = options["to"]
            if to is None or to.is_dir() or not to.suffix:
                made = backup_now(to or Path(settings.BACKUP_DIR), passphrase)
            else:
                made = backup_now(to.parent, passphrase, to.name)
        except OpsError as error:
            raise CommandError(str(error)) from error
        megabytes = made.size / 1_000_000
        self.stdout.write(
            f"{made.path} ({megabytes:.1f} MB, {made.manifest.journal.entries} journal entries"
            f"{', encrypted' if passphrase else ''}). It was restored into a scratch database and compared."
        )
        if not passphrase:
            self.stdout.write("It is not encrypted and contains secrets and personal data: keep it private.")
        if not made.manifest.own_key:
            self.stdout.write("SECRET_KEY comes from the environment and is not in it: keep that as well.")
