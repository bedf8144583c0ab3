"""Announcements: the last hand before a level, and free text."""

from typing import Annotated, Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from pydantic import Field

from clock.commands.buttons import button
from clock.services.clock_changes import (
    SHOWS,
    Seat,
    Seen,
    answer_of,
    clock_summary,
    now_of,
    opened,
    refuse_repeated_press,
)
from tourney.access.roles import Permission
from tourney.journal.commands import command
from tourney.journal.refused import Refused
from tourney.journal.tx import Tx
from tourney.models import JournalEntry


@button("clock.last_hand", summary=clock_summary(lazy("Announced the last hand of %(entry)s")))
def announce_last_hand(tx: Tx, seen: Seen = None, position: Seat = None) -> Any:
    """Show on all displays that this is the last hand before the level changes or the break starts.

    Args:
        seen: seq of the board when the button was pressed.
        position: running row when the button was pressed.
    """
    event_clock = opened(tx)
    refuse_repeated_press(tx, event_clock, seen, position)
    read = event_clock.read(now_of(tx))
    if read.state not in {"running", "paused", "held"}:
        raise Refused("not_running", _("No level is in progress."))
    if event_clock.levels[read.position].kind == "break":
        raise Refused("in_break", _("No hands are played during a break."))
    tx.save(event_clock.row, last_hand_position=read.position)
    return answer_of(event_clock, now_of(tx))


def _announced(journal_entry: JournalEntry) -> str:
    text = journal_entry.arguments.get("text", "").strip()
    return _("Announced: “%(text)s”") % {"text": text} if text else _("Removed the announcement")


@command("clock.say", permission=Permission.RUN_CLOCK, boards=SHOWS, summary=_announced)
def say(tx: Tx, text: Annotated[str, Field(max_length=200)]) -> None:
    """Show an announcement on all displays of the event until it is removed.

    Args:
        text: the announcement, or "" for none.
    """
    event_clock = opened(tx)
    words = " ".join(text.split())
    tx.save(event_clock.row, announcement=words, announced_at=tx.now if words else None)
