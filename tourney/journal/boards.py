"""The journal as staff read it."""

import logging
from collections.abc import Mapping
from datetime import datetime
from typing import Any, TypedDict

from django.conf import settings
from django.db.models import Q, QuerySet
from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from tourney.journal.commands import COMMANDS
from tourney.journal.readable import ReadableLine
from tourney.models import JournalEntry
from tourney.now import to_ms

log = logging.getLogger(__name__)


class LineBoard(TypedDict):
    """One line, in words."""

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
    """A duration as people read it: 1:05:00, 12:30, 0:07. Begun seconds count whole."""
    sign = "−" if milliseconds < 0 else ""
    seconds = -(-abs(milliseconds) // 1000)
    hours, rest = divmod(seconds, 3600)
    minutes, seconds = divmod(rest, 60)
    return f"{sign}{hours}:{minutes:02}:{seconds:02}" if hours else f"{sign}{minutes}:{seconds:02}"


# What stands in a line as a code, in words.
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
# Words that are so many chips: 10,000 is read at a glance, 10000 is counted.
_CHIPS = {"chips", "stack"}


class _Words(dict[str, Any]):
    def __missing__(self, key: str) -> str:
        return "–"


def text_of(line: ReadableLine) -> str:
    """What a line says, in the reader's language."""
    made = COMMANDS.get(line.kind)
    if made is None:
        return line.kind
    if callable(made.summary):
        return str(made.summary(line))
    words = _Words({**line.arguments, **(line.answer or {})})
    if line.undoes is not None:
        # What was undone, in the reader's language as well: the answer has it in that of whoever undid it.
        words["text"] = text_of(ReadableLine(line.undoes))
    for key, value in list(words.items()):
        if key.endswith("_ms") and isinstance(value, int):
            words[key.removesuffix("_ms")] = clock_face(value)
        elif key in _CHIPS and isinstance(value, int):
            words[key] = number_format(value, force_grouping=True)
        elif isinstance(value, str) and value in _VALUES.get(key, {}):
            words[key] = _VALUES[key][value]
    return str(made.summary) % words


def line_board(line: ReadableLine) -> LineBoard:
    """A line in words. `undone_by` must have been fetched with it."""
    made = COMMANDS.get(line.kind)
    undone = line.standing_undo() is not None
    return LineBoard(
        seq=line.seq,
        kind=line.kind,
        text=text_of(line),
        who=_("Clock") if line.actor == "system:clock" else line.who,
        at=to_ms(line.at),
        due_at=to_ms(line.due_at),
        rule=line.rule,
        undoable=bool(made and made.undoable and not undone and line.changes),
        undone=undone,
    )


def lines_of(
    tournament_id: int | None,
    *,
    kind: str = "",
    who: str = "",
    since: datetime | None = None,
    until: datetime | None = None,
    before_seq: int | None = None,
) -> QuerySet[JournalEntry]:
    """Lines of a journal, newest first.

    Args:
        tournament_id: whose journal; None for the room's.
        kind: a kind ("clock.pause") or a family of them ("clock").
        who: part of a name.
        since, until: when they happened.
        before_seq: only older ones, for paging.
    """
    lines = (
        JournalEntry.journal(tournament_id).select_related("undone_by__undone_by", "undoes").order_by("-seq")
    )
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
    """Boards that lines (as {"kind": …}) may have changed; None when that can't be told from the kinds alone."""
    names: set[str] = set()
    for line in lines:
        made = COMMANDS.get(line["kind"])
        if made is None or not made.boards:
            return None
        names.update(made.boards)
    return names
