"""Permissions needed to read fields of the journal. Pure.

Declared once, where the field is: in `journal_permissions` of a model, on an argument's type, or in an action's
`answer_permissions`. Whatever shows a journal asks `tourney.journal.readable`, which follows these declarations.
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
        permission: what the reader's role must allow; None: nobody reads it (hashes of secrets).
        own: whether the person who wrote the journal entry reads it as well.
    """

    permission: Permission | None
    own: bool = False

    def allows(self, reader: Actor | None, writer: str) -> bool:
        """Return whether a viewer may read the field in an entry.

        Args:
            reader: who; None for somebody without any permission.
            writer: key of the actor who wrote the entry.
        """
        if reader is None or self.permission is None:
            return False
        return reader.may(self.permission) or (self.own and reader.key == writer)


SECRET = FieldPermission(None)
# Numbers of vouchers and tickets: whoever knows one that is not spent can spend it.
PAPER = FieldPermission(Permission.MANAGE_MONEY)
# What is in a drawer, and what should be: a clerk's own count, and the director's business.
DRAWER = FieldPermission(Permission.MANAGE_MONEY, own=True)
# How a sale was paid, as on the page of receipts.
PAYMENT = FieldPermission(Permission.REFUND, own=True)
# What is known of a person beyond their name.
PERSONAL = FieldPermission(Permission.READ_PERSONAL_DATA)


def permission_in(hint: Any) -> FieldPermission | None:
    """The field permission on an argument's type, also where it is optional or in a list."""
    return next(_permissions(hint), None)


def _permissions(hint: Any) -> Iterator[FieldPermission]:
    for part in getattr(hint, "__metadata__", ()):
        if isinstance(part, FieldPermission):
            yield part
    for part in typing.get_args(hint):
        if not isinstance(part, FieldPermission):
            yield from _permissions(part)
