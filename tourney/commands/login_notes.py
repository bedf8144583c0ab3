"""The command that records a login, so that its owner notices one by someone else."""

from typing import Annotated

from django.utils.translation import gettext_lazy as lazy
from pydantic import Field

from tourney.access.roles import Permission
from tourney.commands.factors import acting_login
from tourney.journal.commands import command
from tourney.journal.tx import Tx


@command(
    "login.note",
    permission=Permission.SEE_STAFF,
    scope="room",
    summary=lazy("Logged in from %(address)s"),
    undoable=False,
    public=False,
)
def note_login(tx: Tx, address: Annotated[str, Field(max_length=45)]) -> None:
    """Record a login: by password, second factor, passkey or single sign-on.

    Args:
        address: where it came from.
    """
    acting_login(tx)
