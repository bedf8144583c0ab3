"""Who reads which personal field of a player, declared once for pages, boards, the API, files and the journal. Pure.

A member of staff who has a player in front of them needs more than somebody who reads a list: a record opened on the
desk or on the player's page shows everything but e-mail and phone, of which it says that they are on file; a search
that finds few people shows what tells namesakes apart; everything else (lists, records that programs read by their
number, imports, exports, the journal) needs the right to personal data.
"""

from dataclasses import dataclass
from enum import StrEnum

from tourney.access.roles import Actor, Permission

# A search that finds more people than this is a list, and no longer tells namesakes apart.
MOST_NAMESAKES = 12


class ReadContext(StrEnum):
    """How a reader got to a record."""

    # One record on the desk or on the player's page.
    OPENED = "opened"
    # Among at most MOST_NAMESAKES records that fit what was typed.
    FOUND = "found"
    # Lists, records read by number, files, the journal.
    BULK = "bulk"


@dataclass(frozen=True, slots=True)
class PlayerField:
    """The permission that reading a field takes in each context."""

    opened: Permission
    found: Permission = Permission.READ_PERSONAL_DATA
    bulk: Permission = Permission.READ_PERSONAL_DATA

    def permission(self, context: ReadContext) -> Permission:
        """Return the permission that a reader needs in a context."""
        return {
            ReadContext.OPENED: self.opened,
            ReadContext.FOUND: self.found,
            ReadContext.BULK: self.bulk,
        }[context]


# The age follows the date of birth.
PLAYER_FIELDS = {
    "birth_date": PlayerField(opened=Permission.EDIT_PLAYERS, found=Permission.EDIT_PLAYERS),
    "card": PlayerField(opened=Permission.EDIT_PLAYERS, found=Permission.EDIT_PLAYERS),
    "photo": PlayerField(opened=Permission.EDIT_PLAYERS, found=Permission.EDIT_PLAYERS),
    "needs_access": PlayerField(opened=Permission.EDIT_PLAYERS),
    "needs": PlayerField(opened=Permission.EDIT_PLAYERS),
    "staff_notes": PlayerField(opened=Permission.SEE_STAFF),
    # Who opens a record sees that one is kept, and since when.
    "email": PlayerField(opened=Permission.READ_PERSONAL_DATA),
    "phone": PlayerField(opened=Permission.READ_PERSONAL_DATA),
}


def readable_fields(reader: Actor | None, context: ReadContext) -> frozenset[str]:
    """Return the personal fields that a reader may see.

    Args:
        reader: who; None for somebody without any permission.
        context: how the reader got to the record.
    """
    if reader is None:
        return frozenset()
    return frozenset(name for name, field in PLAYER_FIELDS.items() if reader.may(field.permission(context)))


def search_context(sought: str, found: int) -> ReadContext:
    """Return the context of a search: a narrow one is for one person, a wide one is a list.

    Args:
        sought: what was typed; "" for a list nobody searched.
        found: how many people fit, or any number above MOST_NAMESAKES where there are more.
    """
    return ReadContext.FOUND if sought.strip() and found <= MOST_NAMESAKES else ReadContext.BULK
