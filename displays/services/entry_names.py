"""Journal entries that name what was changed."""

from tourney.models import JournalEntry


def naming(journal_entry: JournalEntry, text: str, without: str) -> str:
    """Return a text with the name in the answer; the one without where an earlier version kept none."""
    name = (journal_entry.answer or {}).get("name")
    return text % {"name": name} if name else without
