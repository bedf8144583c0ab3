"""Commands that record logins and wrong passwords, so that the owner of a login notices those by someone else."""

from typing import Annotated

from django.utils.translation import gettext_lazy as lazy
from pydantic import Field

from tourney.access.roles import Permission
from tourney.commands.proof import acting_login
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


@command(
    "login.note_wrong_password",
    permission=Permission.SEE_STAFF,
    scope="room",
    summary=lazy("Wrong password, from %(address)s"),
    undoable=False,
    public=False,
)
def note_wrong_password(tx: Tx, address: Annotated[str, Field(max_length=45)]) -> None:
    """Record that a wrong password was entered for a login.

    Args:
        address: where it came from.
    """
    acting_login(tx)
