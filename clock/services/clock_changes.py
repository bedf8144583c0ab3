"""Helpers shared by the clock's commands."""

from collections.abc import Callable, Collection
from datetime import timedelta
from typing import Annotated, Any

from django.db.models import Q
from django.utils.translation import gettext as _
from pydantic import Field

from clock.models import Clock
from clock.rules.reading import ClockState
from clock.rules.refusals import NotNow
from clock.services.event_clock import EventClock, event_clock_of
from clock.signals import ClockPress, before_clock_press
from tourney.journal.boards import text_of
from tourney.journal.readable import readable
from tourney.journal.refused import Refused
from tourney.journal.tx import Tx
from tourney.models import JournalEntry
from tourney.now import from_ms, to_ms

Seen = Annotated[int | None, Field(ge=0, le=2**62, description="seq of the board the presser saw")]
Position = Annotated[int, Field(ge=0, le=199, description="row of the structure, counted from 0")]
Seat = Annotated[int | None, Field(ge=0, le=199, description="row the presser saw as the running one")]

SHOWS = ("clock", "clock_staff")
# Presses that go to the next row, and to the previous one. Two people who react to the same situation press
# within seconds.
ONWARD = ("clock.next", "clock.announce_level", "clock.skip_break")
BACK = ("clock.previous",)
TOO_SOON = timedelta(seconds=3)
_NO_OUTAGE = {"outage_from": None, "outage_until": None, "outage_position": None, "outage_elapsed_ms": None}


def refused(error: NotNow, rule: str = "") -> Refused:
    """Convert a refusal of the rules to the user's language."""
    return Refused(error.code, _(error.message) % error.params, rule)


def now_of(tx: Tx) -> int:
    """Return the time a command takes effect, in ms."""
    effective_at = to_ms(tx.effective_at)
    assert effective_at is not None
    return effective_at


def opened(tx: Tx) -> EventClock:
    """Return the event's clock for a change.

    Raises:
        Refused: the event is closed.
    """
    if tx.tournament.closed_at is not None:
        raise Refused("event_closed", _("This event is closed. Reopen it first."))
    return event_clock_of(tx.tournament)


def refuse_repeated_press(
    tx: Tx, event_clock: EventClock, seen: int | None, position: int | None, same: Collection[str] = ()
) -> None:
    """Refuse a press that repeats another person's press at nearly the same time.

    Args:
        seen: seq shown on the screen when the button was pressed.
        position: running row on the screen when the button was pressed.
        same: kinds of presses with the same effect. Another person's press within the last seconds counts as
            not yet seen: the finger may be on its way before the screen is noticed.

    Raises:
        Refused: `meanwhile`, with person and command; or `moved_on` if the row changed automatically.
    """
    presses = _presses_since(tx, seen)
    others = [line for line in presses if line.actor != tx.actor.key]
    if seen is not None and not others:
        others = _just_pressed(tx, same)
    if others:
        message = _("%(who)s was faster: “%(text)s”. Press again if you still need to.")
        raise Refused(
            "meanwhile", message % {"who": others[0].who, "text": text_of(readable(others[0], tx.actor))}
        )
    if position is not None and event_clock.read(now_of(tx)).position != position:
        if presses:
            message = _("“%(text)s” was just sent with your login. Press again if you still need to.")
            raise Refused("meanwhile", message % {"text": text_of(readable(presses[0], tx.actor))})
        raise Refused(
            "moved_on", _("The clock has just moved on automatically. Press again if you still need to.")
        )


def _presses_since(tx: Tx, seen: int | None) -> list[JournalEntry]:
    """Return people's clock changes after a journal entry, newest first; empty if it is unknown what was
    seen.
    """
    if seen is None:
        return []
    later = JournalEntry.objects.filter(tournament=tx.tournament, seq__gt=seen).exclude(actor="system:clock")
    presses = later.filter(Q(kind__startswith="clock.") | Q(kind="undo")).order_by("-seq")
    return [line for line in presses if _was_about_the_clock(line)]


def _just_pressed(tx: Tx, kinds: Collection[str]) -> list[JournalEntry]:
    """Return other people's recent presses of these kinds that were not undone, newest first."""
    recent = JournalEntry.objects.filter(tournament=tx.tournament, kind__in=kinds, at__gt=tx.now - TOO_SOON)
    return list(recent.filter(undone_by=None).exclude(actor=tx.actor.key).order_by("-seq"))


def _was_about_the_clock(journal_entry: JournalEntry) -> bool:
    return journal_entry.kind != "undo" or any(
        change["model"].startswith("clock.") for change in journal_entry.changes
    )


def save_clock(tx: Tx, event_clock: EventClock, state: ClockState, **columns: Any) -> dict[str, Any]:
    """Save the clock.

    Args:
        state: the state to store.
        columns: other columns to change.

    Returns:
        The clock's reading for the journal: `entry` (kind and number) and `remaining_ms`.
    """
    anchor = None if state.anchor is None else from_ms(state.anchor)
    tx.save(
        event_clock.row,
        started=state.started,
        running=state.running,
        position=state.position,
        elapsed_ms=state.elapsed,
        anchor_at=anchor,
        **columns,
    )
    shown = EventClock(
        event_clock.row,
        event_clock.levels,
        state,
        event_clock.planned_start,
        event_clock.advance,
        event_clock.rule,
        event_clock.book,
    )
    return answer_of(shown, now_of(tx))


def answer_of(event_clock: EventClock, now: int) -> dict[str, Any]:
    """Return a clock's reading as stored in journal entries."""
    read = event_clock.read(now)
    level = event_clock.levels[read.position]
    number = sum(1 for one in event_clock.levels[: read.position + 1] if one.kind == "level")
    return {
        "position": read.position,
        "kind": level.kind,
        "number": number if level.kind == "level" else None,
        "remaining_ms": read.remaining,
        "state": read.state,
    }


def press(
    tx: Tx,
    verb: Callable[..., ClockState],
    seen: int | None,
    shown: int | None = None,
    columns: dict[str, Any] | None = None,
    *,
    same: Collection[str] = (),
    **arguments: Any,
) -> dict[str, Any]:
    """Apply a button press to the clock.

    Args:
        verb: a function of `clock.rules.verbs`.
        seen, shown: seq and row on the screen when the button was pressed; see `refuse_repeated_press`.
        columns: other columns to change.
        same: kinds of presses with the same effect; see `refuse_repeated_press`.
        arguments: further arguments of the function.
    """
    event_clock = opened(tx)
    refuse_repeated_press(tx, event_clock, seen, shown, same)
    before_clock_press.send(ClockPress(tx))
    try:
        state = verb(
            event_clock.levels,
            event_clock.state,
            event_clock.planned_start,
            event_clock.advance,
            now_of(tx),
            **arguments,
        )
    except NotNow as error:
        raise refused(
            error, event_clock.rule if error.code in {"held", "too_early", "by_itself"} else ""
        ) from None
    return save_clock(tx, event_clock, state, **(columns or {}))


def no_outage() -> dict[str, None]:
    """Return columns that clear an outage, once a clock's time has been set explicitly."""
    return dict(_NO_OUTAGE)


def settled() -> dict[str, Any]:
    """Return columns that clear announcements when the clock goes to another row."""
    return {
        **_NO_OUTAGE,
        "last_hand_position": None,
        "last_hands": None,
        "last_hands_rule": "",
        "draw_digest": "",
    }


def entry_words(journal_entry: JournalEntry, template: Any) -> str:
    """Format a journal entry with `%(entry)s` (“Level 5”, “Break”) and `%(remaining)s`."""
    from tourney.journal.boards import clock_face

    answer = journal_entry.answer or {}
    if answer.get("kind") == "break":
        entry = _("Break")
    else:
        entry = _("Level %(number)s") % {"number": answer.get("number", "–")}
    return str(template) % {"entry": entry, "remaining": clock_face(answer.get("remaining_ms") or 0)}


def clock_summary(template: Any) -> Callable[[JournalEntry], str]:
    """Return the formatter of a press's journal entries; see `entry_words`."""
    return lambda line: entry_words(line, template)


def clock_row(tx: Tx) -> Clock:
    """Return the event's stored clock."""
    return tx.get(Clock, tournament=tx.tournament)
