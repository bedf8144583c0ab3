"""Commands for the room and its chips."""

from typing import Annotated, Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from pydantic import BaseModel, ConfigDict, Field

from tourney.access.roles import Permission
from tourney.commands.argument_types import Colour, Language, Name
from tourney.journal.commands import command
from tourney.journal.refused import Refused
from tourney.journal.tx import Tx
from tourney.models import Chip, ChipSet
from tourney.rulebooks.shelf import book_of
from tourney.services.currency import check_currency


@command(
    "room.settings",
    permission=Permission.MANAGE_EVENTS,
    scope="room",
    boards=("lobby",),
    summary=lazy("Changed the room's settings"),
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
    """One denomination: its value in chips and the colours of its face and edge."""

    model_config = ConfigDict(extra="forbid", strict=True)
    value: Annotated[int, Field(ge=1, le=10**12)]
    face: Colour
    edge: Colour


@command(
    "chips.add_set",
    permission=Permission.MANAGE_EVENTS,
    scope="room",
    summary=lazy("Added the chip set “%(name)s”"),
)
def add_chip_set(
    tx: Tx, name: Name, chips: Annotated[list[ChipInput], Field(min_length=1, max_length=20)]
) -> Any:
    """Add a chip set.

    Args:
        name: shown to staff.
        chips: its denominations.
    """
    if ChipSet.objects.filter(name=name).exists():
        taken = _("A chip set with this name already exists.")
        raise Refused("name_taken", taken, fields={"name": taken})
    if len({chip.value for chip in chips}) != len(chips):
        raise Refused("twice", _("A denomination is listed twice in this chip set."))
    chip_set = tx.create(ChipSet, name=name)
    for chip in chips:
        tx.create(Chip, chip_set=chip_set, value=chip.value, face=chip.face, edge=chip.edge)
    return {"chip_set": chip_set.pk}
