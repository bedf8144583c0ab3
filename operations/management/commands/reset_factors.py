"""Reset a second factor on the server itself: `manage.py reset_factors director`."""

import uuid
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from operations.management.commands.audit_export import SHELL
from tourney.commands.factors import reset_factors
from tourney.journal.refused import Refused
from tourney.models import User


class Command(BaseCommand):
    """Reset the second factor of a login."""

    help = "Remove the second factor and the recovery codes of a login, and end its sessions."

    def add_arguments(self, parser: CommandParser) -> None:
        """Declare the arguments."""
        parser.add_argument("name", help="the name of the login")

    def handle(self, *args: Any, **options: Any) -> None:
        """Reset it; the journal says that it was done on the server."""
        user = User.objects.filter(username=options["name"]).first()
        if user is None:
            raise CommandError(f"There is no login {options['name']}.")
        try:
            reset_factors(actor=SHELL, command_id=uuid.uuid4(), user=user.pk)
        except Refused as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"The second factor of {user.username} is reset. The password stays.")
