"""Commands for events as a whole: create, close, reopen."""

from collections.abc import Sequence
from typing import Annotated, Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from pydantic import Field

from clock.commands.due import take_due_of
from clock.commands.structures import write_rows
from clock.models import Clock, Structure
from clock.rules import verbs
from clock.rules.structure import Level
from clock.services.clock_changes import SHOWS, clock_row, now_of, opened, save_clock
from clock.services.event_clock import levels_of
from clock.signals import (
    EventClose,
    EventClosed,
    EventReopen,
    before_event_close,
    before_event_reopen,
    event_closed,
)
from tourney.access.roles import Permission
from tourney.commands import Name
from tourney.journal.arguments import Id, Timestamp
from tourney.journal.commands import command
from tourney.journal.refused import Refused
from tourney.journal.tx import Tx
from tourney.models import ChipSet, Tournament
from tourney.now import from_ms
from tourney.rulebooks.shelf import book_of

# Once an event has been used, undoing its creation is refused with this.
CLOSE_INSTEAD = lazy("Close it on its Details page instead.")


@command(
    "event.create",
    permission=Permission.MANAGE_EVENTS,
    scope="room",
    boards=("lobby",),
    summary=lazy("Created the event “%(name)s”"),
    undo_hint=CLOSE_INSTEAD,
)
def create_event(
    tx: Tx,
    name: Name,
    structure: Id,
    starting_stack: Annotated[int, Field(ge=1, le=10**12)],
    book: str | None = None,
    chip_set: Id | None = None,
    planned_start: Timestamp | None = None,
    demo_speed: Annotated[int, Field(ge=1, le=1_000)] | None = None,
) -> Any:
    """Create an event with its own copy of a structure and a waiting clock.

    Args:
        name: shown on displays.
        structure: library structure to copy.
        starting_stack: chips per entry.
        book: key of its rulebook; null: the venue's.
        chip_set: the chip set in use.
        planned_start: when the clock starts automatically, in ms; null: manual start.
        demo_speed: for a demo, its speed as a multiple of real time; a demo is not listed with other events
            and is excluded from statistics. Null: a real event.
    """
    event = make_event(tx, name, structure, starting_stack, book, chip_set, planned_start, demo_speed)
    return {"tournament": event.pk}


def make_event(
    tx: Tx,
    name: str,
    structure: int,
    starting_stack: int,
    book: str | None = None,
    chip_set: int | None = None,
    planned_start: int | None = None,
    demo_speed: int | None = None,
) -> Tournament:
    """Write an event with its structure and clock, for commands of the room; the arguments of `event.create`.

    Raises:
        Refused: no name, a start in the past, or an unknown book, chip set or structure.
    """
    library = tx.get(Structure, pk=structure, tournament__isnull=True)
    return write_event(
        tx,
        name,
        library.name,
        levels_of(library),
        starting_stack,
        book=book,
        chip_set=chip_set,
        planned_start=planned_start,
        demo_speed=demo_speed,
    )


def write_event(
    tx: Tx,
    name: str,
    structure: str,
    levels: Sequence[Level],
    starting_stack: int,
    *,
    book: str | None = None,
    chip_set: int | None = None,
    planned_start: int | None = None,
    demo_speed: int | None = None,
) -> Tournament:
    """Write an event with its clock and a structure of its own; see `make_event`.

    Args:
        structure: the name of its structure.
        levels: of its structure.
    """
    if not name.strip():
        raise Refused("bad_argument", _("An event needs a name."), fields={"name": _("must not be empty.")})
    if planned_start is not None and from_ms(planned_start) <= tx.now:
        text = _("The planned start must be in the future.")
        raise Refused("in_the_past", text, fields={"planned_start": text})
    key = book or tx.room.book
    book_of(key)
    if chip_set is not None:
        tx.get(ChipSet, pk=chip_set)
    event = tx.create(
        Tournament,
        name=name.strip(),
        book=key,
        starting_stack=starting_stack,
        chip_set_id=chip_set,
        created_at=tx.now,
        demo_speed=demo_speed,
    )
    write_rows(tx, tx.create(Structure, name=structure, tournament=event), levels)
    tx.create(
        Clock,
        tournament=event,
        planned_start=None if planned_start is None else from_ms(planned_start),
    )
    return event


@command(
    "event.close",
    permission=Permission.MANAGE_EVENTS,
    boards=(*SHOWS, "lobby"),
    first=take_due_of,
    summary=lazy("Closed the event"),
)
def close_event(tx: Tx, although_unfinished: bool = False) -> Any:
    """Close an event: stop its clock, clear a planned start and remove it from the lobby. Everything else is
    kept.

    Args:
        although_unfinished: close it although prizes are unpaid or places are undecided.

    Raises:
        Refused: it is closed already; or prizes are unpaid or places are undecided, which the message counts
            (`unfinished`).
    """
    event_clock = opened(tx)
    if not although_unfinished:
        before_event_close.send(EventClose(tx))
    now = now_of(tx)
    if event_clock.read(now).state == "running":
        state = verbs.pause(
            event_clock.levels, event_clock.state, event_clock.planned_start, event_clock.advance, now
        )
        save_clock(tx, event_clock, state)
    # A closed event does not start, neither on a display nor unnoticed once it is reopened.
    tx.save(event_clock.row, planned_start=None)
    tx.save(tx.tournament, closed_at=tx.now)
    event_closed.send(EventClosed(tx))
    return None


@command(
    "event.reopen",
    permission=Permission.MANAGE_EVENTS,
    boards=(*SHOWS, "lobby"),
    summary=lazy("Reopened the event"),
)
def reopen_event(tx: Tx) -> None:
    """Reopen a closed event with its clock paused where it was. A planned start in the past is cleared."""
    if tx.tournament.closed_at is None:
        raise Refused("not_closed", _("This event is open."))
    before_event_reopen.send(EventReopen(tx))
    row = clock_row(tx)
    if not row.started and row.planned_start is not None and row.planned_start <= tx.now:
        tx.save(row, planned_start=None)
    tx.save(tx.tournament, closed_at=None)
