"""Command to create an event with the settings of another one."""

from datetime import datetime
from typing import Any

from django.db.models import Model
from django.utils.timezone import get_current_timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from clock.commands.events import CLOSE_INSTEAD
from clock.commands.structures import write_rows
from clock.models import Clock, Structure
from desk.models import Extra, Registration
from prizes.models import Payout, PlacePrize, PrizeItem
from procedures.models import ShotClock
from procedures.services.event_settings import PARTS, EventSettings, event_settings, settings_of
from tourney.access.roles import Permission
from tourney.commands import Name
from tourney.journal.arguments import Id, Timestamp
from tourney.journal.commands import command
from tourney.journal.refused import Refused
from tourney.journal.tx import Tx
from tourney.models import Tournament
from tourney.now import from_ms
from tourney.rulebooks.shelf import book_of
from tourney.rules.wall_time import later_on_wall


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
    return write_event(tx, event_settings(source), name, start)


def write_event(tx: Tx, settings: EventSettings, name: str, start: datetime | None) -> Tournament:
    """Write an event with the settings of another one or of a template, for commands of the room.

    Args:
        settings: all but its name and its start.
        name: shown on displays; not empty.
        start: when its clock starts automatically, in the future; None: manual start.
    """
    book_of(settings.event["book"])
    made = tx.create(Tournament, name=name.strip(), created_at=tx.now, **settings.event)
    structure = tx.create(Structure, name=settings.structure, tournament=made)
    write_rows(tx, structure, settings.levels)
    tx.create(Clock, tournament=made, planned_start=start, advance=settings.advance)
    owners: dict[str, Model] = {"tournament": made}
    for part in PARTS:
        for columns in settings.parts[part.key]:
            instead = _fresh_columns(tx, part.key, settings, start)
            row = tx.create(part.model, **{part.owner: owners[part.owner]}, **{**columns, **instead})
            owners.setdefault(part.key, row)
    return made


def _fresh_columns(tx: Tx, key: str, settings: EventSettings, start: datetime | None) -> dict[str, Any]:
    """Return the columns of a part that a new event has of its own."""
    if key == "plan":
        return {"next_digest": tx.seal_seed()}
    if key != "registration":
        return {}
    if settings.late_after is None:
        return {"currency": tx.room.currency}
    if start is None:
        return {"currency": tx.room.currency, "late_ends": "none"}
    late_at = later_on_wall(start, settings.late_after, get_current_timezone())
    return {"currency": tx.room.currency, "late_at": late_at}


def copy_shot_clock(tx: Tx, source: Tournament, made: Tournament) -> None:
    """Copy the shot clock of an event to another one; nothing if it has none."""
    shots = ShotClock.objects.filter(tournament=source).first()
    if shots is not None:
        tx.create(ShotClock, tournament=made, **settings_of(shots))


def copy_extras(tx: Tx, source: Registration, made: Registration, *, rows: int) -> None:
    """Copy the rebuy and the add-on of an event to another one whose structure has a number of rows.

    An extra that ends with a row beyond them is left out.
    """
    for extra in Extra.objects.filter(registration=source, until_row__lt=rows):
        tx.create(Extra, registration=made, **settings_of(extra))


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
