"""Permissions needed to read fields of the journal. Pure.

Declared once, where the field is: in `journal_permissions` of a model, on an argument's type, or in a
command's `answer_permissions`. Code that shows a journal uses `tourney.journal.readable`, which applies these
declarations.
"""

import typing
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from tourney.access.roles import Actor, Permission


@dataclass(frozen=True, slots=True)
class FieldPermission:
    """Declare who may read a field in the journal.

    Attributes:
        permission: the permission a reader needs; None: no reader sees it (hashes of secrets).
        own: whether the author of the journal entry may read it as well.
    """

    permission: Permission | None
    own: bool = False

    def allows(self, reader: Actor | None, writer: str) -> bool:
        """Return whether a viewer may read the field in an entry.

        Args:
            reader: the viewer; None for one without permissions.
            writer: key of the entry's author.
        """
        if reader is None or self.permission is None:
            return False
        return reader.may(self.permission) or (self.own and reader.key == writer)


SECRET = FieldPermission(None)
# Numbers of vouchers and tickets: anybody who knows an unused one can redeem it.
VOUCHER_NUMBER = FieldPermission(Permission.MANAGE_MONEY)
# Addresses of webhooks: those of chat services let anybody write there.
WEBHOOK_ADDRESS = FieldPermission(Permission.MANAGE_EVENTS)
# Actual and expected cash in a drawer: the clerk's own count, and the director's.
DRAWER = FieldPermission(Permission.MANAGE_MONEY, own=True)
# How a sale was paid, as on the page of receipts.
PAYMENT = FieldPermission(Permission.REFUND, own=True)
# Personal data beyond the name.
PERSONAL = FieldPermission(Permission.READ_PERSONAL_DATA)


def permission_in(hint: Any) -> FieldPermission | None:
    """Return the field permission on an argument's type, also if it is optional or in a list."""
    return next(_permissions(hint), None)


def _permissions(hint: Any) -> Iterator[FieldPermission]:
    for part in getattr(hint, "__metadata__", ()):
        if isinstance(part, FieldPermission):
            yield part
    for part in typing.get_args(hint):
        if not isinstance(part, FieldPermission):
            yield from _permissions(part)
