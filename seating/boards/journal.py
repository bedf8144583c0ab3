"""Board of an event's latest journal entries, for staff who watch it."""

from msgspec import Struct

from clock.services.progress import progress_of
from tourney.access import reads
from tourney.journal.boards import authors_of, journal_entries, journal_entry_board, texts_of
from tourney.journal.commands import COMMANDS
from tourney.journal.readable import ReadableEntry, readable
from tourney.live.boards import board
from tourney.live.topics import part
from tourney.models import Tournament

JOURNAL = part("journal", reads.JOURNAL, numbered=False, every=True)
_MOST = 12
# The payments at the end of an event, two or more per player, would leave no line of the play: they are on the pages of
# payouts and of the journal.
_PAYMENTS = ("prize.pay", "prize.hand", "prize.withdraw")
# Once play has begun, only the journal's page offers to undo the draw: it reseats everybody.
_DRAWS = frozenset({"seats.draw", "button.draw"})


class JournalRow(Struct, frozen=True):
    """An entry of the journal as all its readers see it.

    Attributes:
        texts: by language ("en"); a variant ("de-ch") only if it differs from its language.
        who: its author; "" for what is no person.
        system: the name of an author that is no person, by language; empty for a person.
        due_at: when it was due, if it was scheduled.
        undone: whether it is undone now.
        permission: needed besides `undo` to undo it; null if it is not undone here.
    """

    seq: int
    kind: str
    texts: dict[str, str]
    who: str
    system: dict[str, str]
    at: int | None
    due_at: int | None
    rule: str
    undone: bool
    permission: str | None


class JournalBoard(Struct, frozen=True):
    """The latest entries of an event's journal, newest first, without payments of prizes."""

    lines: list[JournalRow]


@board("journal", topic=JOURNAL.name, permission=JOURNAL.permission, late=True)
def latest_entries(tournament_id: int, _number: str = "") -> JournalBoard | None:
    """Return the latest entries of an event's journal, without payments of prizes.

    They show what every reader of the journal may see. The journal's page shows readers with more permissions more.
    """
    event = Tournament.objects.filter(pk=tournament_id).first()
    if event is None:
        return None
    kept = _DRAWS if progress_of(event).started else frozenset()
    rows = journal_entries(event.pk).exclude(kind__in=_PAYMENTS)[:_MOST]
    return JournalBoard(lines=[_row(readable(one, None), kept) for one in rows])


def _row(journal_entry: ReadableEntry, kept: frozenset[str]) -> JournalRow:
    made, whole = COMMANDS.get(journal_entry.kind), journal_entry_board(journal_entry)
    system = authors_of(journal_entry)
    offered = made is not None and whole["undoable"] and journal_entry.kind not in kept
    return JournalRow(
        seq=journal_entry.seq,
        kind=journal_entry.kind,
        texts=texts_of(journal_entry),
        who="" if system else journal_entry.who,
        system=system,
        at=whole["at"],
        due_at=whole["due_at"],
        rule=journal_entry.rule,
        undone=whole["undone"],
        permission=made.permission.value if made is not None and offered else None,
    )
