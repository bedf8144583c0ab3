"""Commands for the room and its chips."""

from collections.abc import Sequence
from typing import Annotated, Any

from django.db.models import QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from pydantic import BaseModel, ConfigDict, Field

from tourney.access.roles import Permission
from tourney.commands.argument_types import Colour, Language, Name
from tourney.journal.arguments import Id
from tourney.journal.commands import command
from tourney.journal.refused import Refused
from tourney.journal.tx import Tx
from tourney.models import Chip, ChipSet, Tournament
from tourney.rulebooks.shelf import book_of
from tourney.services.currency import check_currency
from tourney.services.figures import grouped


@command(
    "room.settings",
    permission=Permission.MANAGE_EVENTS,
    scope="room",
    boards=("lobby",),
    summary=lazy("Changed the room’s settings"),
)
def set_room(
    tx: Tx,
    name: Name,
    currency: Annotated[str, Field(pattern="^[A-Z]{3}$")],
    language: Language,
    book: str,
    accent: Colour,
) -> None:
    """Change the room's name and the defaults for new events.

    Args:
        name: of the room.
        currency: ISO 4217 code, three letters.
        language: of screens and people without a choice of their own.
        book: key of the rulebook for new events.
        accent: the room's colour, "#rrggbb".
    """
    book_of(book)
    check_currency(currency)
    tx.save(tx.room, name=name.strip(), currency=currency, language=language, book=book, accent=accent)


class ChipInput(BaseModel):
    """One denomination: its value in chips, the colours of its face and edge spots, and how many the cases hold."""

    model_config = ConfigDict(extra="forbid", strict=True)
    value: Annotated[int, Field(ge=1, le=10**12)]
    face: Colour
    edge: Colour
    owned: Annotated[
        int | None, Field(ge=0, le=10**7, description="in the cases of the room; null: not counted")
    ] = None


ChipInputs = Annotated[list[ChipInput], Field(min_length=1, max_length=20)]


@command(
    "chips.add_set",
    permission=Permission.MANAGE_EVENTS,
    scope="room",
    summary=lazy("Added the chip set “%(name)s”"),
)
def add_chip_set(tx: Tx, name: Name, chips: ChipInputs) -> Any:
    """Add a chip set.

    Args:
        name: shown to staff.
        chips: its denominations.
    """
    _check_set(name, chips, ChipSet.objects.all())
    chip_set = tx.create(ChipSet, name=name)
    for chip in chips:
        tx.create(Chip, chip_set=chip_set, **chip.model_dump())
    return {"chip_set": chip_set.pk}


@command(
    "chips.change_set",
    permission=Permission.MANAGE_EVENTS,
    scope="room",
    summary=lazy("Changed the chip set “%(name)s”"),
)
def change_chip_set(tx: Tx, chip_set: Id, name: Name, chips: ChipInputs) -> Any:
    """Change a chip set: its name, its denominations, their colours, and how many chips the room has.

    Args:
        chip_set: which one.
        name: shown to staff.
        chips: all its denominations; those left out are removed.

    Raises:
        Refused: another set has this name (`name_taken`), a denomination is listed twice (`twice`), or one is left out
            with which an event is played that is not closed (`in_use`).
    """
    row = tx.get(ChipSet, pk=chip_set)
    _check_set(name, chips, ChipSet.objects.exclude(pk=chip_set))
    kept = {chip.value: chip for chip in row.chips.all()}
    removed = sorted(kept.keys() - {chip.value for chip in chips})
    event = Tournament.objects.filter(chip_set=row, closed_at__isnull=True).first() if removed else None
    if event is not None:
        message = _("“%(event)s” is played with the %(value)s chips. Close the event first.")
        raise Refused("in_use", message % {"event": event.name, "value": grouped(removed[0])})
    tx.save(row, name=name)
    for value in removed:
        tx.delete(kept[value])
    for chip in chips:
        if chip.value in kept:
            tx.save(kept[chip.value], **chip.model_dump(exclude={"value"}))
        else:
            tx.create(Chip, chip_set=row, **chip.model_dump())
    return {"chip_set": row.pk}


def _check_set(name: str, chips: Sequence[ChipInput], others: QuerySet[ChipSet]) -> None:
    """Refuse a name of another set (`name_taken`), and a denomination that is listed twice (`twice`)."""
    if others.filter(name=name).exists():
        taken = _("A chip set with this name already exists.")
        raise Refused("name_taken", taken, fields={"name": taken})
    if len({chip.value for chip in chips}) != len(chips):
        raise Refused("twice", _("A denomination is listed twice in this chip set."))
