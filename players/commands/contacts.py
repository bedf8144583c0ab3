"""Commands for a player's e-mail address and phone number, which are kept only with consent."""

from typing import Any, Literal

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from players.commands.background_import import delete_import_files
from players.services.contact_details import Email, Phone, contact_columns, without_contact
from players.services.records import living, records_of
from tourney.access.roles import Permission
from tourney.journal.arguments import Id
from tourney.journal.commands import command
from tourney.journal.erasure import erase_contact, forget_freed_pages
from tourney.journal.refused import Refused
from tourney.journal.tx import Tx


@command(
    "player.contact",
    permission=Permission.EDIT_PLAYERS,
    scope="room",
    summary=lazy("Saved contact details of %(name)s, with consent"),
)
def set_contact(
    tx: Tx, player: Id, email: Email | None = None, phone: Phone | None = None, consent: bool = False
) -> Any:
    """Save a player's e-mail address or phone number, with their consent.

    Args:
        player: whose.
        email: the e-mail address; null or "" leaves it unchanged.
        phone: the phone number with its country code ("+49 170 1234567"); null or "" leaves it unchanged.
        consent: whether the player has consented to storing them.
    """
    row = living(tx, player)
    columns = contact_columns(tx, row, email or "", phone or "", consent)
    if not columns:
        text = _("Enter an e-mail address or a phone number.")
        raise Refused("bad_argument", text, fields={"email": text})
    tx.save(row, **columns)
    return {"name": row.name}


@command(
    "player.withdraw_contact",
    permission=Permission.EDIT_PLAYERS,
    scope="room",
    summary=lazy("Deleted contact details of %(name)s, who withdrew consent"),
    undoable=False,
    undo_hint=lazy("Ask the player for consent and enter the contact again."),
)
def withdraw_contact(tx: Tx, player: Id, contact: Literal["email", "phone"]) -> Any:
    """Delete a player's e-mail address or phone number because they withdrew their consent.

    It is erased from journal entries as well. It can't be undone.

    Args:
        player: whose.
        contact: "email" or "phone".

    Raises:
        Refused: there is none (`no_contact`), or a file that may contain it is being imported (`import_running`).
    """
    row = living(tx, player)
    if not getattr(row, contact):
        raise Refused("no_contact", _("There is nothing to delete."))
    records = records_of(row)
    tx.save(row, **without_contact(contact))
    erase_contact(tx, {record.pk: record.name for record in records}, contact)
    delete_import_files()
    tx.on_commit(forget_freed_pages)
    return {"name": row.name}
