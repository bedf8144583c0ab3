"""Lists of names for journal entries of the desk."""

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tourney.models import JournalEntry

# Number of people named in a journal entry; the others are counted.
NAMED = 3


def people(names: Sequence[str], count: int) -> str:
    """ "Ada", "Ada, Bob, Cid and 4 more"; "7 people" if the journal entry has no names.

    Args:
        names: of the first of them, at most `NAMED`.
        count: how many there are altogether.
    """
    if not names:
        return ngettext("%(n)s person", "%(n)s people", count) % {"n": count}
    listed, more = ", ".join(names), count - len(names)
    if more <= 0:
        return listed
    return ngettext("%(names)s and %(n)s more", "%(names)s and %(n)s more", more) % {
        "names": listed,
        "n": more,
    }


def entry_label(number: int) -> str:
    """Say which of a player's entries in an event it is: "first entry", "re-entry 1" for the second one."""
    return _("re-entry %(number)s") % {"number": number - 1} if number > 1 else _("first entry")


def registered(journal_entry: JournalEntry) -> str:
    """Describe a `desk.register`: player, entry and receipt."""
    answer = journal_entry.answer or {}
    number = answer.get("entry_number")
    words = {
        "name": answer.get("name", "–"),
        "which": "–" if number is None else entry_label(number),
        "number": answer.get("number", "–"),
    }
    return _("%(name)s registered: %(which)s, receipt %(number)s") % words
