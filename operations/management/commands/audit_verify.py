"""Verify a signed export: `manage.py audit_verify FILE --key public.pem`."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from operations.rules.audit_file import Fault, Verified, verify
from operations.services import audit_key


class Command(BaseCommand):
    """Verify a signed export of journals."""

    help = "Verify a signed export; name each line that was changed, removed, moved or added."

    def add_arguments(self, parser: CommandParser) -> None:
        """Declare the arguments."""
        parser.add_argument("file", type=Path)
        parser.add_argument("--key", type=Path, help="a public key (default: the one of this room)")

    def handle(self, *args: Any, **options: Any) -> None:
        """Verify it.

        Raises:
            CommandError: it is not as it was written.
        """
        try:
            pem = options["key"].read_bytes() if options["key"] else audit_key.public_pem()
            key = audit_key.read_public(pem)
            with options["file"].open("rb") as file:
                found = verify(file, audit_key.checker(key))
        except (OSError, ValueError) as error:
            raise CommandError(str(error)) from error
        if found.faults:
            raise CommandError(
                "\n".join([*map(_sentence, found.faults), "The file is not as it was written."])
            )
        self.stdout.write(f"{_about(found)} All {found.entries} entries are as they were written.")
        self.stdout.write(f"Key: {audit_key.fingerprint(key)}")


def _about(found: Verified) -> str:
    about = found.about
    what = {"room": "the journal of the room", "all": "all journals"}.get(about["journal"])
    what = what or f"the journal of {about['event_name']}"
    return f"{about['room']}: {what}, exported {about['made_at']} by {about['made_by']}."


def _sentence(fault: Fault) -> str:
    match fault.kind:
        case "changed":
            return f"Line {fault.line + 1} of the file was changed, or was signed with another key."
        case "removed":
            return f"{_named(fault.line)} was removed."
        case "moved":
            return f"{_named(fault.line)} was moved."
        case "repeated":
            return f"{_named(fault.line)} stands there twice."
        case "foreign":
            return f"Line {fault.line + 1} of the file is from another export."
        case "no_start":
            return f"{_named(0)} was removed."
        case "no_end":
            return f"The end was removed: after entry {fault.line} there may have been more."


def _named(line: int) -> str:
    return f"Entry {line} of the export" if line else "The first line of the export"
