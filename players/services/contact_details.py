"""Validated columns of a player's e-mail address and phone number, with the consent to keep them."""

from typing import Annotated, Any

from django.core.exceptions import ValidationError
from django.core.validators import EmailValidator
from django.utils.translation import gettext as _
from pydantic import Field

from players.models import Player
from players.models.player import CONTACTS
from players.rules.phone_numbers import LONGEST_TYPED, normalised_phone
from tourney.access.field_permissions import PERSONAL
from tourney.journal.refused import Refused
from tourney.journal.tx import Tx

LONGEST_EMAIL = 254
Email = Annotated[str, Field(max_length=LONGEST_EMAIL), PERSONAL]
Phone = Annotated[str, Field(max_length=LONGEST_TYPED), PERSONAL]
_is_email = EmailValidator()


def without_contact(contact: str) -> dict[str, Any]:
    """Return the columns of a record without a contact."""
    return {contact: "", f"{contact}_consent_at": None, f"{contact}_consent_by": ""}


def contact_columns(
    tx: Tx, row: Player | None, email: str, phone: str, consent: bool, consent_field: str = "consent"
) -> dict[str, Any]:
    """Return the columns of contacts that were given, with the author and time of the consent.

    Args:
        tx: the command's transaction.
        row: the player's record; None for a new one. An unchanged contact keeps its consent.
        email: "" for none.
        phone: "" for none.
        consent: whether the player has consented.
        consent_field: name of that argument of the command.

    Raises:
        Refused: `no_consent`, or `bad_argument` with the field.
    """
    stated = {"email": email_of(email), "phone": phone_of(phone)}
    columns: dict[str, Any] = {}
    for contact in CONTACTS:
        if stated[contact]:
            if not consent:
                text = _("Contact details are kept only with the player’s consent.")
                raise Refused("no_consent", text, fields={consent_field: text})
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
