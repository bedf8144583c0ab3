"""Command to create an event with the settings of another one."""

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from clock.commands.events import CLOSE_INSTEAD
from clock.commands.structures import write_rows
from clock.models import Clock, LevelRow, Structure
from clock.services.event_clock import levels_of
from desk.models import Extra, Registration
from prizes.models import Payout, PlacePrize, PrizeItem
from procedures.models import ShotClock
from procedures.services.event_settings import settings_of
from seating.models import Plan
from tourney.access.roles import Permission
from tourney.commands import Name
from tourney.journal.arguments import Id, Timestamp
from tourney.journal.commands import command
from tourney.journal.refused import Refused
from tourney.journal.tx import Tx
from tourney.models import Tournament
from tourney.now import from_ms
from tourney.rulebooks.shelf import book_of


@command(
    "event.copy",
    permission=Permission.MANAGE_EVENTS,
    scope="room",
    boards=("lobby",),
    summary=lazy("Created the event “%(name)s” as a copy"),
    undo_hint=CLOSE_INSTEAD,
)
def copy_event(tx: Tx, copied: Id, name: Name, planned_start: Timestamp | None = None) -> Any:
    """Create an event with the structure, prices, seating and prizes of another one.

    Tables, entries, bookings and results are not copied. Late registration that ends at a time of day is
    moved with the planned start; without both starts the new event has no late registration.

    Args:
        copied: the event to copy.
        name: name of the new event, shown on displays.
        planned_start: when its clock starts automatically, in ms; null: manual start.

    Raises:
        Refused: the start is not in the future (`in_the_past`); the event is a demo (`is_demo`).
    """
    source = tx.get(Tournament, pk=copied)
    return {"tournament": make_copy(tx, source, name, planned_start).pk}


def make_copy(tx: Tx, source: Tournament, name: str, planned_start: int | None) -> Tournament:
    """Write a copy of an event, for commands of the room; the arguments of `event.copy`.

    Raises:
        Refused: no name, a start in the past, or the event is a demo.
    """
    if not name.strip():
        raise Refused("bad_argument", _("An event needs a name."), fields={"name": _("must not be empty.")})
    start = None if planned_start is None else from_ms(planned_start)
    if start is not None and start <= tx.now:
        raise Refused("in_the_past", _("The planned start must be in the future."))
    if source.demo_speed is not None:
        raise Refused("is_demo", _("A demo can’t be copied."))
    book_of(source.book)
    made = tx.create(
        Tournament,
        name=name.strip(),
        book=source.book,
        starting_stack=source.starting_stack,
        mode=source.mode,
        chip_set_id=source.chip_set_id,
        logo=source.logo,
        counted_by_hand=source.counted_by_hand,
        created_at=tx.now,
    )
    structure = Structure.objects.get(tournament=source)
    rows = tx.create(Structure, name=structure.name, tournament=made)
    write_rows(tx, rows, levels_of(structure))
    clock = Clock.objects.get(tournament=source)
    tx.create(Clock, tournament=made, planned_start=start, advance=clock.advance)
    _copy_registration(tx, source, made, clock)
    plan = Plan.objects.filter(tournament=source).first()
    if plan is not None:
        tx.create(Plan, tournament=made, next_digest=tx.seal_seed(), **settings_of(plan))
    copy_shot_clock(tx, source, made)
    copy_prizes(tx, source, made)
    return made


def copy_shot_clock(tx: Tx, source: Tournament, made: Tournament) -> None:
    """Copy the shot clock of an event to another one; nothing if it has none."""
    shots = ShotClock.objects.filter(tournament=source).first()
    if shots is not None:
        tx.create(ShotClock, tournament=made, **settings_of(shots))


def _copy_registration(tx: Tx, source: Tournament, made: Tournament, clock: Clock) -> None:
    row = Registration.objects.filter(tournament=source).first()
    if row is None:
        return
    columns = {**settings_of(row), "currency": tx.room.currency}
    if row.late_at is not None:
        start, old_start = Clock.objects.get(tournament=made).planned_start, clock.planned_start
        if start is None or old_start is None:
            columns |= {"late_ends": "none", "late_at": None}
        else:
            columns["late_at"] = start + (row.late_at - old_start)
    registration = tx.create(Registration, tournament=made, **columns)
    copy_extras(tx, row, registration, rows=LevelRow.objects.filter(structure__tournament=made).count())


def copy_extras(tx: Tx, source: Registration, made: Registration, *, rows: int) -> None:
    """Copy the rebuy and the add-on of an event to another one whose structure has a number of rows.

    An extra that ends with a row beyond them is left out.
    """
    for extra in Extra.objects.filter(registration=source, until_row__lt=rows):
        tx.create(Extra, **{**settings_of(extra), "registration_id": made.pk})


def copy_prizes(tx: Tx, source: Tournament, made: Tournament, **instead: Any) -> None:
    """Copy the payout settings of an event to another one; nothing if it has none.

    Args:
        source, made: the events.
        instead: columns with other values.
    """
    row = Payout.objects.filter(tournament=source).first()
    if row is None:
        return
    payout = tx.create(Payout, tournament=made, **{**settings_of(row), **instead})
    # Values entered manually are settings; computed ones belong to the field of that event.
    if row.method == "hand":
        for line in PlacePrize.objects.filter(payout=row):
            tx.create(PlacePrize, payout=payout, **settings_of(line))
    for item in PrizeItem.objects.filter(payout=row):
        tx.create(PrizeItem, payout=payout, **settings_of(item))
