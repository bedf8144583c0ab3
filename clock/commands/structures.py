"""Commands for blind structures: the venue's library, and an event's own structure."""

from collections.abc import Sequence
from typing import Annotated, Any, Literal

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from pydantic import BaseModel, ConfigDict, Field

from clock.commands.due import take_due_of
from clock.models import LevelRow, Structure
from clock.rules.changes import edit_while_running
from clock.rules.refusals import NotNow
from clock.rules.rows import UnsoundStructure, from_wire
from clock.rules.structure import LONGEST, MOST_CHIPS, Level
from clock.services.clock_changes import (
    SHOWS,
    Seen,
    now_of,
    opened,
    refuse_repeated_press,
    refused,
    save_clock,
)
from tourney.access.roles import Permission
from tourney.commands import Name
from tourney.journal.arguments import Id
from tourney.journal.commands import command
from tourney.journal.refused import Refused
from tourney.journal.tx import Tx

Blind = Annotated[int, Field(ge=0, le=MOST_CHIPS)]


class LevelInput(BaseModel):
    """One row of a structure. A break has no blinds."""

    model_config = ConfigDict(extra="forbid", strict=True)
    kind: Literal["level", "break"]
    duration: Annotated[int, Field(ge=1000, le=LONGEST, description="milliseconds")]
    small_blind: Blind = 0
    big_blind: Blind = 0
    ante: Blind = 0
    ante_kind: Literal["none", "classic", "small_blind", "big_blind"] = "none"
    game: Annotated[str, Field(max_length=80)] = ""
    family: Annotated[
        Literal["", "flop", "draw", "stud", "mixed"],
        Field(description='of the game; "": as its name says; "mixed": games change, stud among them'),
    ] = ""
    note: Annotated[str, Field(max_length=80)] = ""
    colour_up: list[Annotated[int, Field(ge=1, le=MOST_CHIPS)]] = []
    ends_day: bool = False


def checked_levels(levels: Sequence[LevelInput]) -> tuple[Level, ...]:
    """Check that rows make a playable structure.

    Raises:
        Refused: `unsound_structure`, with a message for each fault at its row and field.
    """
    try:
        return from_wire([level.model_dump() for level in levels])
    except UnsoundStructure as error:
        fields: dict[str, str] = {}
        for fault in error.faults:
            place = "levels" if fault.row is None else f"levels.{fault.row - 1}.{fault.field}".rstrip(".")
            fields.setdefault(place, _(fault.message) % fault.params)
        first = error.faults[0]
        text = _(first.message) % first.params
        if first.row is not None:
            text = _("Row %(row)s: %(text)s") % {"row": first.row, "text": text}
        raise Refused("unsound_structure", text, fields=fields) from None


def write_rows(tx: Tx, structure: Structure, levels: Sequence[Level]) -> None:
    """Write levels to a structure's rows, changing only what differs."""
    rows = list(structure.rows.all())
    for position, level in enumerate(levels):
        columns = {
            "kind": level.kind,
            "small_blind": level.small_blind,
            "big_blind": level.big_blind,
            "ante": level.ante,
            "ante_kind": level.ante_kind,
            "duration_ms": level.duration,
            "game": level.game,
            "family": level.family,
            "note": level.note,
            "colour_up": list(level.colour_up),
            "ends_day": level.ends_day,
        }
        if position < len(rows):
            tx.save(rows[position], **columns)
        else:
            tx.create(LevelRow, structure=structure, position=position, **columns)
    for row in reversed(rows[len(levels) :]):
        tx.delete(row)


@command(
    "structure.save",
    permission=Permission.EDIT_STRUCTURE,
    scope="room",
    summary=lazy("Saved the structure “%(name)s”"),
)
def save_structure(tx: Tx, name: Name, levels: list[LevelInput], structure: Id | None = None) -> Any:
    """Add a structure to the venue's library, or change one. Events keep their own copies.

    Args:
        name: its name for staff.
        levels: its rows in order.
        structure: the structure to change; null for a new one.
    """
    sound = checked_levels(levels)
    if not name.strip():
        raise Refused(
            "bad_argument", _("A structure needs a name."), fields={"name": _("must not be empty.")}
        )
    same_name = Structure.objects.filter(name=name.strip(), tournament__isnull=True)
    if structure is not None:
        same_name = same_name.exclude(pk=structure)
    if same_name.exists():
        taken = _("A structure with this name already exists.")
        raise Refused("name_taken", taken, fields={"name": taken})
    if structure is None:
        row = tx.create(Structure, name=name.strip())
    else:
        row = tx.get(Structure, pk=structure, tournament__isnull=True)
        tx.save(row, name=name.strip())
    write_rows(tx, row, sound)
    return {"structure": row.pk}


@command(
    "structure.remove",
    permission=Permission.EDIT_STRUCTURE,
    scope="room",
    summary=lazy("Removed the structure “%(name)s”"),
)
def remove_structure(tx: Tx, structure: Id) -> Any:
    """Remove a structure from the venue's library. Events keep their own copies.

    Args:
        structure: the structure to remove.
    """
    row = tx.get(Structure, pk=structure, tournament__isnull=True)
    for level in reversed(list(row.rows.all())):
        tx.delete(level)
    name = row.name
    tx.delete(row)
    return {"name": name}


@command(
    "clock.structure",
    permission=Permission.EDIT_STRUCTURE,
    boards=(*SHOWS, "structure"),
    first=take_due_of,
    summary=lazy("Changed the structure"),
)
def change_structure(tx: Tx, levels: list[LevelInput], seen: Seen = None) -> Any:
    """Change the structure of this event; while the clock runs, only rows still to come.

    Args:
        levels: all rows in order.
        seen: seq of the board when the button was pressed.
    """
    sound = checked_levels(levels)
    event_clock = opened(tx)
    refuse_repeated_press(tx, event_clock, seen, None)
    try:
        state = edit_while_running(
            event_clock.levels,
            sound,
            event_clock.state,
            event_clock.planned_start,
            event_clock.advance,
            now_of(tx),
        )
    except NotNow as error:
        raise refused(error) from None
    write_rows(tx, tx.get(Structure, tournament=tx.tournament), sound)
    if event_clock.row.started:
        save_clock(tx, event_clock, state)
    return {"rows": len(sound)}
