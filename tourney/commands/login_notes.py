"""Commands that record logins, wrong passwords and wrong codes, so that owners of logins notice strangers."""

from typing import Annotated

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from pydantic import Field

from tourney.access.roles import Permission
from tourney.commands.proof import acting_login
from tourney.journal.commands import command
from tourney.journal.tx import Tx
from tourney.models import JournalEntry

Address = Annotated[str, Field(max_length=45)]


@command(
    "login.note",
    permission=Permission.SEE_STAFF,
    scope="room",
    summary=lazy("Logged in from %(address)s"),
    undoable=False,
    public=False,
)
def note_login(tx: Tx, address: Address) -> None:
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
def note_wrong_password(tx: Tx, address: Address) -> None:
    """Record that a wrong password was entered for a login.

    Args:
        address: where it came from.
    """
    acting_login(tx)


def _summarise_wrong_code(journal_entry: JournalEntry) -> str:
    given = journal_entry.arguments
    if given.get("logged_in"):
        text = _("Wrong code for a change of this login, from %(address)s")
    else:
        text = _("Wrong code after the right password, from %(address)s")
    return text % {"address": given["address"]}


@command(
    "factor.note_wrong",
    permission=Permission.SEE_STAFF,
    scope="room",
    summary=_summarise_wrong_code,
    undoable=False,
    public=False,
)
def note_wrong_code(tx: Tx, address: Address, logged_in: bool = False) -> None:
    """Record that a wrong second factor was given after the right password.

    Args:
        address: where it came from.
        logged_in: whether the login was open already and was to be changed.
    """
    acting_login(tx)
