"""Commands for any event: its details, its picture and its counts."""

from typing import Annotated, Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from pydantic import Field

from tourney.access.roles import Permission
from tourney.commands.argument_types import MOST_ENTRIES, Name
from tourney.journal.arguments import Chips, Id
from tourney.journal.commands import command
from tourney.journal.refused import Refused
from tourney.journal.tx import Tx
from tourney.models import BookCopy, ChipSet
from tourney.rulebooks.shelf import book_of
from tourney.signals import RulebookChanged, rulebook_changed


@command(
    "event.change",
    permission=Permission.MANAGE_EVENTS,
    boards=("clock", "structure", "lobby"),
    summary=lazy("Changed the event’s details"),
)
def change_event(
    tx: Tx,
    name: Name,
    book: str,
    starting_stack: Annotated[int, Field(ge=1, le=10**12)],
    chip_set: Id | None = None,
) -> None:
    """Change an event's name, rulebook and other details.

    Args:
        name: shown on displays.
        book: key of its rulebook.
        starting_stack: chips of one entry.
        chip_set: the chip set in use.
    """
    if not name.strip():
        raise Refused("bad_argument", _("An event needs a name."), fields={"name": _("must not be empty.")})
    # Locked: the room may be removing its own edition at the same time.
    BookCopy.objects.select_for_update().filter(key=book).first()
    book_of(book)
    if chip_set is not None:
        tx.get(ChipSet, pk=chip_set)
    event = tx.tournament
    if event.counted_entries * starting_stack + event.extra_chips < 0:
        raise Refused("negative_chips", _("There would be fewer than zero chips in play."))
    if book != event.book:
        before, event.book = event.book, book
        rulebook_changed.send(RulebookChanged(tx, before))
        event.book = before
    tx.save(event, name=name.strip(), book=book, starting_stack=starting_stack, chip_set_id=chip_set)


@command(
    "event.logo",
    permission=Permission.MANAGE_EVENTS,
    boards=("clock",),
    summary=lazy("Changed the event’s logo"),
)
def set_logo(tx: Tx, logo: Annotated[str, Field(pattern=r"^([0-9a-f]{64}\.(png|jpg|webp))?$")]) -> None:
    """Set the picture shown on the event's displays.

    Args:
        logo: name of the stored file, or "" for none.
    """
    tx.save(tx.tournament, logo=logo)


@command(
    "field.count",
    permission=Permission.COUNT_FIELD,
    boards=("clock",),
    summary=lazy("Counted: entries %(entries)s, players left %(left)s"),
)
def count_field(
    tx: Tx,
    entries_by: Annotated[int, Field(ge=-10_000, le=10_000)] = 0,
    left_by: Annotated[int, Field(ge=-10_000, le=10_000)] = 0,
) -> Any:
    """Change the counts of entries and players left by hand, until the desk registers entries.

    Args:
        entries_by: change in the number of entries. A new entry also adds a player.
        left_by: further change in the number of players left.
    """
    event = tx.tournament
    entries = event.counted_entries + entries_by
    left = event.counted_left + entries_by + left_by
    return _count(tx, entries, left, event.extra_chips)


@command(
    "field.set",
    permission=Permission.COUNT_FIELD,
    boards=("clock",),
    summary=lazy("Set: entries %(entries)s, players left %(left)s"),
)
def set_field(
    tx: Tx,
    entries: Annotated[int, Field(ge=0, le=MOST_ENTRIES)],
    left: Annotated[int, Field(ge=0, le=MOST_ENTRIES)],
    extra_chips: Annotated[int, Field(ge=-(10**15), le=10**15)] = 0,
) -> Any:
    """Set the counts of entries and players left.

    Args:
        entries: number of entries so far.
        left: number of players left.
        extra_chips: chips in play beyond entries × starting stack (rebuys, add-ons); may be negative.
    """
    return _count(tx, entries, left, extra_chips)


def _count(tx: Tx, entries: int, left: int, extra_chips: Chips) -> dict[str, int]:
    if not tx.tournament.counted_by_hand:
        raise Refused(
            "counted_at_the_desk", _("Entries for this event are registered and counted at the desk.")
        )
    if entries < 0 or left < 0:
        raise Refused("fewer_than_none", _("The number can’t be negative."))
    if entries > MOST_ENTRIES:
        raise Refused("too_many", _("An event can have at most %(most)s entries.") % {"most": MOST_ENTRIES})
    if left > entries:
        raise Refused("more_left_than_entries", _("There can’t be more players left than entries."))
    if entries * tx.tournament.starting_stack + extra_chips < 0:
        raise Refused("negative_chips", _("There would be fewer than zero chips in play."))
    tx.save(tx.tournament, counted_entries=entries, counted_left=left, extra_chips=extra_chips)
    return {"entries": entries, "left": left}
