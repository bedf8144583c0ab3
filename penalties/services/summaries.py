"""Texts of journal entries about penalties."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from tourney.models import JournalEntry


def length_words(kind: str, count: int | None) -> str:
    """Format a length: "2 orbits"."""
    n = count or 0
    words = {
        "hands": ngettext("%(count)s hand", "%(count)s hands", n),
        "orbits": ngettext("%(count)s orbit", "%(count)s orbits", n),
        "time_out": ngettext("%(count)s minute", "%(count)s minutes", n),
    }
    return words[kind] % {"count": n} if kind in words else kind_words(kind)


def kind_words(kind: str) -> str:
    """Return the name of a kind of penalty."""
    return {
        "reminder": _("Reminder"),
        "warning": _("Warning"),
        "dead_hand": _("Dead hand"),
        "hands": _("Hands"),
        "orbits": _("Orbits"),
        "time_out": _("Minutes"),
        "elimination": pgettext("penalty", "Elimination"),
        "disqualification": _("Disqualification"),
        "event_ban": _("Ban from this event"),
        "all_events_ban": _("Ban from all events"),
    }[kind]


def summarise_imposed(journal_entry: JournalEntry) -> str:
    answer = journal_entry.answer or {}
    length = length_words(journal_entry.arguments["kind"], answer.get("count"))
    return _("%(name)s: %(length)s (%(reason)s)") % {
        "name": answer.get("name", "–"),
        "length": length,
        "reason": journal_entry.arguments["reason"],
    }


def summarise_counted(journal_entry: JournalEntry) -> str:
    answer = journal_entry.answer or {}
    if answer.get("rounds") is not None:
        words = ngettext(
            "%(name)s: %(count)s round of the button left",
            "%(name)s: %(count)s rounds of the button left",
            answer["rounds"],
        )
        return words % {"name": answer["name"], "count": answer["rounds"]}
    left = answer.get("hands") or 0
    words = ngettext("%(name)s: %(count)s hand left", "%(name)s: %(count)s hands left", left)
    return words % {"name": answer.get("name", "–"), "count": left}


def summarise_lifted(journal_entry: JournalEntry) -> str:
    words = {
        "name": (journal_entry.answer or {}).get("name", "–"),
        "reason": journal_entry.arguments["reason"],
    }
    return _("%(name)s: penalty lifted (%(reason)s)") % words
