"""Permissions to read personal fields of a player, declared once for pages, boards, the API, files and the
journal. Pure.

Staff who serve a player need more than readers of a list: a record opened on the desk or on the player's page
shows everything except e-mail and phone, which it only reports as on file; a search with few results shows
the fields that distinguish namesakes; everything else (lists, records that programs read by number, imports,
exports, the journal) needs the permission for personal data.
"""

from dataclasses import dataclass
from enum import StrEnum

from tourney.access.roles import Actor, Permission

# A search with more results than this is a list and no longer shows the fields that distinguish namesakes.
MOST_NAMESAKES = 12


class ReadContext(StrEnum):
    """How a reader reached a record."""

    # One record on the desk or on the player's page.
    OPENED = "opened"
    # One of at most MOST_NAMESAKES search results.
    FOUND = "found"
    # Lists, records read by number, files, the journal.
    BULK = "bulk"


@dataclass(frozen=True, slots=True)
class PlayerField:
    """The permission to read a field in each context."""

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


# The age has the same permission as the date of birth.
PLAYER_FIELDS = {
    "birth_date": PlayerField(opened=Permission.EDIT_PLAYERS, found=Permission.EDIT_PLAYERS),
    "card": PlayerField(opened=Permission.EDIT_PLAYERS, found=Permission.EDIT_PLAYERS),
    "photo": PlayerField(opened=Permission.EDIT_PLAYERS, found=Permission.EDIT_PLAYERS),
    "needs_access": PlayerField(opened=Permission.EDIT_PLAYERS),
    "needs": PlayerField(opened=Permission.EDIT_PLAYERS),
    "staff_notes": PlayerField(opened=Permission.SEE_STAFF),
    # A reader of the record sees that one is kept, and since when.
    "email": PlayerField(opened=Permission.READ_PERSONAL_DATA),
    "phone": PlayerField(opened=Permission.READ_PERSONAL_DATA),
}


def readable_fields(reader: Actor | None, context: ReadContext) -> frozenset[str]:
    """Return the personal fields that a reader may see.

    Args:
        reader: the viewer; None for one without permissions.
        context: how the reader reached the record.
    """
    if reader is None:
        return frozenset()
    return frozenset(name for name, field in PLAYER_FIELDS.items() if reader.may(field.permission(context)))


def search_context(sought: str, found: int) -> ReadContext:
    """Return the context of a search: few results are for one person, many are a list.

    Args:
        sought: the search text; "" for a list without a search.
        found: number of results, or any number above MOST_NAMESAKES if there are more.
    """
    return ReadContext.FOUND if sought.strip() and found <= MOST_NAMESAKES else ReadContext.BULK
