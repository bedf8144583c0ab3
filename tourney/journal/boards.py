"""The journal as staff read it."""

import logging
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any, TypedDict

from django.conf import settings
from django.db.models import Q, QuerySet
from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from tourney.access.roles import Actor
from tourney.journal.commands import COMMANDS
from tourney.journal.login_entries import visible_entries
from tourney.journal.readable import ReadableEntry
from tourney.models import JournalEntry
from tourney.now import to_ms
from tourney.services.figures import grouped

log = logging.getLogger(__name__)


class JournalEntryBoard(TypedDict):
    """One journal entry in words."""

    seq: int
    kind: str
    text: str
    who: str
    at: int | None
    due_at: int | None
    rule: str
    undoable: bool
    undone: bool


def clock_face(milliseconds: int) -> str:
    """Format a duration: 1:05:00, 12:30, 0:07. Started seconds count as whole ones."""
    sign = "−" if milliseconds < 0 else ""
    seconds = -(-abs(milliseconds) // 1000)
    hours, rest = divmod(seconds, 3600)
    minutes, seconds = divmod(rest, 60)
    return f"{sign}{hours}:{minutes:02}:{seconds:02}" if hours else f"{sign}{minutes}:{seconds:02}"


# Words for values that a journal entry holds as codes.
_VALUES: dict[str, dict[str, Any]] = {
    "role": {
        "director": lazy("Director"),
        "floor": lazy("Floor"),
        "desk": lazy("Desk"),
        "dealer": lazy("Dealer"),
        "display": lazy("Display"),
    },
    "way": {
        "book": lazy("as the rulebook says"),
        "auto": lazy("automatically at 0:00"),
        "announced": lazy("held until announced"),
    },
    "state": {"open": lazy("open"), "reserve": lazy("in reserve"), "paused": lazy("paused")},
    "language": {"": lazy("the browser’s"), **dict(settings.LANGUAGES)},
}
# Template parameters that are chip counts: 10,000 is easier to read than 10000.
_CHIPS = {"chips", "stack"}


class _Missing(int):
    """A value that an entry does not have: a dash, and a number for texts with a plural."""

    def __str__(self) -> str:
        return "–"


class _Words(dict[str, Any]):
    def __missing__(self, key: str) -> "_Missing":
        return _Missing()


def text_of(journal_entry: ReadableEntry) -> str:
    """Return the text of a journal entry in the reader's language."""
    made = COMMANDS.get(journal_entry.kind)
    if made is None:
        return journal_entry.kind
    if callable(made.summary):
        return str(made.summary(journal_entry))
    words = _Words({**journal_entry.arguments, **(journal_entry.answer or {})})
    summary = made.summary
    if journal_entry.undoes is not None:
        root, undoes_it = _undone_in_the_end(journal_entry)
        # The answer holds the undone entry's text in the language of the person who undid it, so render it again.
        words |= {"text": text_of(ReadableEntry(root)), "seq": root.seq}
        if not undoes_it:
            summary = _("Redid #%(seq)s: %(text)s")
    for key, value in list(words.items()):
        if key.endswith("_ms") and isinstance(value, int):
            words[key.removesuffix("_ms")] = clock_face(value)
        elif key in _CHIPS and isinstance(value, int):
            words[key] = grouped(value)
        elif isinstance(value, str) and value in _VALUES.get(key, {}):
            words[key] = _VALUES[key][value]
    text = str(summary % words)
    return f"{text}. {_('The clock is paused.')}" if words.get("clock_paused") else text


def _undone_in_the_end(journal_entry: JournalEntry) -> tuple[JournalEntry, bool]:
    """Return the entry that a chain of undone undos is about, and whether it is undone by the last of them."""
    root, steps = journal_entry, 0
    while root.undoes is not None:
        root, steps = root.undoes, steps + 1
    return root, steps % 2 == 1


def texts_of(journal_entry: ReadableEntry) -> dict[str, str]:
    """Return the text of a journal entry by language, for boards that readers of all languages share."""
    return _by_language(lambda: text_of(journal_entry))


def authors_of(journal_entry: ReadableEntry) -> dict[str, str]:
    """Return the name of the author by language if it is no person; empty for a person."""
    name = _SYSTEM.get(journal_entry.actor)
    return {} if name is None else _by_language(lambda: str(name))


def _by_language(text: Callable[[], str]) -> dict[str, str]:
    """Return a text by language; variants ("de-ch") are left out where they do not differ from their language."""
    found: dict[str, str] = {}
    for language, _name in settings.LANGUAGES:
        with translation.override(language):
            one = text()
        if one != found.get(language.partition("-")[0]):
            found[language] = one
    return found


# Names of actors that are no persons; the journal has the English ones.
_SYSTEM = {
    "system:clock": lazy("Clock"),
    "system:planner": lazy("Weekly plan"),
    "system:webhooks": lazy("Webhooks"),
    "system:floor": lazy("Automatic"),
    "system:first-start": lazy("First start"),
    "system:links": lazy("Seat cards"),
}


def journal_entry_board(journal_entry: ReadableEntry) -> JournalEntryBoard:
    """Return a journal entry in words. `undone_by` must have been fetched with it."""
    made = COMMANDS.get(journal_entry.kind)
    undone = journal_entry.standing_undo() is not None
    return JournalEntryBoard(
        seq=journal_entry.seq,
        kind=journal_entry.kind,
        text=text_of(journal_entry),
        who=str(_SYSTEM.get(journal_entry.actor, journal_entry.who)),
        at=to_ms(journal_entry.at),
        due_at=to_ms(journal_entry.due_at),
        rule=journal_entry.rule,
        undoable=bool(made and made.undoable and not undone and journal_entry.changes),
        undone=undone,
    )


def journal_entries(
    tournament_id: int | None,
    *,
    reader: Actor | None = None,
    kind: str = "",
    who: str = "",
    since: datetime | None = None,
    until: datetime | None = None,
    before_seq: int | None = None,
) -> QuerySet[JournalEntry]:
    """Return journal entries, newest first.

    Args:
        tournament_id: of the journal; None for the room's.
        reader: entries about logins are left out if the reader may not see them.
        kind: a kind ("clock.pause") or a family of them ("clock").
        who: part of a name.
        since, until: the period in which they were written.
        before_seq: only older entries, for paging.
    """
    lines = (
        JournalEntry.journal(tournament_id).select_related("undone_by__undone_by", "undoes").order_by("-seq")
    )
    if tournament_id is None:
        lines = visible_entries(lines, reader)
    if kind:
        lines = lines.filter(Q(kind=kind) | Q(kind__startswith=f"{kind}."))
    if who:
        lines = lines.filter(who__icontains=who)
    if since:
        lines = lines.filter(at__gte=since)
    if until:
        lines = lines.filter(at__lte=until)
    if before_seq:
        lines = lines.filter(seq__lt=before_seq)
    return lines


def shows_of(lines: list[Mapping[str, Any]]) -> set[str] | None:
    """Return the boards that entries (as {"kind": …}) may have changed; None if that does not follow
    from their kinds.
    """
    names: set[str] = set()
    for line in lines:
        made = COMMANDS.get(line["kind"])
        if made is None or not made.boards:
            return None
        names.update(made.boards)
    return names
