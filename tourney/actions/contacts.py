"""Commands for a player's e-mail address and phone number, which are kept only with consent."""

from typing import Annotated, Any, Literal

from django.core.exceptions import ValidationError
from django.core.validators import EmailValidator
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from pydantic import Field

from tourney.access.field_permissions import PERSONAL
from tourney.access.roles import May
from tourney.actions.players import living, records_of
from tourney.journal.actions import action
from tourney.journal.arguments import Id
from tourney.journal.erasure import erase_contact, forget_freed_pages
from tourney.journal.refused import Refused
from tourney.journal.tx import Tx
from tourney.models import Player
from tourney.models.player import CONTACTS
from tourney.phone_numbers import LONGEST_TYPED, normalised_phone

LONGEST_EMAIL = 254
Email = Annotated[str, Field(max_length=LONGEST_EMAIL), PERSONAL]
Phone = Annotated[str, Field(max_length=LONGEST_TYPED), PERSONAL]
_is_email = EmailValidator()


@action(
    "player.contact",
    needs=May.EDIT_PLAYERS,
    scope="room",
    says=lazy("Noted contact details of %(name)s with their consent"),
)
def set_contact(
    tx: Tx, player: Id, email: Email | None = None, phone: Phone | None = None, consent: bool = False
) -> Any:
    """Note a player's e-mail address or phone number, with their consent.

    Args:
        player: whose.
        email: the e-mail address; null or "" leaves it unchanged.
        phone: the phone number with its country code ("+49 170 1234567"); null or "" leaves it unchanged.
        consent: whether the player has consented that these are kept.
    """
    row = living(tx, player)
    columns = contact_columns(tx, row, email or "", phone or "", consent)
    if not columns:
        text = _("Enter an e-mail address or a phone number.")
        raise Refused("bad_argument", text, fields={"email": text})
    tx.save(row, **columns)
    return {"name": row.name}


@action(
    "player.withdraw_contact",
    needs=May.EDIT_PLAYERS,
    scope="room",
    says=lazy("Deleted contact details of %(name)s, who withdrew consent"),
    undoable=False,
    instead=lazy("Ask the player for consent and enter the contact again."),
)
def withdraw_contact(tx: Tx, player: Id, contact: Literal["email", "phone"]) -> Any:
    """Delete a player's e-mail address or phone number, because they withdrew their consent.

    Journal entries keep their shape without it. It can't be undone.

    Args:
        player: whose.
        contact: which one.
    """
    row = living(tx, player)
    if not getattr(row, contact):
        raise Refused("no_contact", _("There is nothing to delete."))
    records = records_of(row)
    tx.save(row, **without_contact(contact))
    erase_contact(tx, records, contact)
    tx.after(forget_freed_pages)
    return {"name": row.name}


def without_contact(contact: str) -> dict[str, Any]:
    """Return the columns of a record without a contact."""
    return {contact: "", f"{contact}_consent_at": None, f"{contact}_consent_by": ""}


def contact_columns(tx: Tx, row: Player | None, email: str, phone: str, consent: bool) -> dict[str, Any]:
    """Return the columns of contacts that were stated, with who noted the consent and when.

    Args:
        tx: the command's transaction.
        row: whose record; None for a new one. A contact that stands there already keeps its consent.
        email: "" for none stated.
        phone: "" for none stated.
        consent: whether the player has consented.

    Raises:
        Refused: `no_consent`, or `bad_argument` with the field.
    """
    stated = {"email": email_of(email), "phone": phone_of(phone)}
    columns: dict[str, Any] = {}
    for contact in CONTACTS:
        if stated[contact]:
            if not consent:
                text = _("Contact details are kept only with the player’s consent.")
                raise Refused("no_consent", text, fields={"consent": text})
            columns[contact] = stated[contact]
            if row is None or getattr(row, contact) != stated[contact]:
                columns[f"{contact}_consent_at"] = tx.now
                columns[f"{contact}_consent_by"] = tx.actor.name or tx.actor.key
    return columns


def email_of(typed: str) -> str:
    """Return an e-mail address without spaces around it; "" for none.

    Raises:
        Refused: `bad_argument`, at the field.
    """
    email = typed.strip()
    if not email:
        return ""
    try:
        if len(email) > LONGEST_EMAIL:
            raise ValidationError("")
        _is_email(email)
    except ValidationError:
        text = _("This is not an e-mail address.")
        raise Refused("bad_argument", text, fields={"email": text}) from None
    return email


def phone_of(typed: str) -> str:
    """Return a phone number in international format; "" for none.

    Raises:
        Refused: `bad_argument`, at the field.
    """
    if not typed.strip():
        return ""
    phone = normalised_phone(typed.strip())
    if phone is None:
        text = _("This is not a phone number with a country code, such as +49 170 1234567.")
        raise Refused("bad_argument", text, fields={"phone": text})
    return phone
