"""Commands for chips found after their colour-up, and for colouring up one player's chips."""

from typing import Annotated, Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from pydantic import Field

from players.services.partners import entry_name
from procedures.commands.chip_races import Value
from procedures.commands.chips_by_value import check_in_play, record_exchange
from procedures.rules.colour_up import Found, found_later, next_bigger, whole_lots
from procedures.rules.race import Colours
from procedures.services.chip_races import SHOWS, change_chips, chips_left, chips_of
from seating.commands.entries import event_is_open, in_play
from seating.models import Seat
from seating.services.dealer_tables import at_table_of_entry
from tourney.access.roles import Permission
from tourney.journal.arguments import Id
from tourney.journal.commands import command
from tourney.journal.refused import Refused
from tourney.journal.tx import Tx
from tourney.models import JournalEntry
from tourney.rulebooks.books.schema import cite

Count = Annotated[int, Field(ge=1, le=100_000, description="how many chips")]


def _in_play(tx: Tx) -> list[int]:
    """Return the values of the chips in play.

    Raises:
        Refused: the event's chips are not set (`no_chips`).
    """
    found = chips_left(tx.tournament)
    if not found:
        raise Refused("no_chips", _("No chip set has been chosen for this event."))
    return found


def what_was_found(tx: Tx, value: int, count: int) -> Found:
    """Return what old chips are worth.

    Raises:
        Refused: the event has no such chip (`no_such_chip`), or it is still in play (`still_in_play`).
    """
    staying = _in_play(tx)
    if value not in chips_of(tx.tournament):
        raise Refused("no_such_chip", _("This event has no %(value)s chips.") % {"value": value})
    if value in staying:
        raise Refused("still_in_play", _("%(value)s chips are in play.") % {"value": value})
    return found_later(value, count, staying)


def _summarise_found(journal_entry: JournalEntry) -> str:
    answer = journal_entry.answer or {}
    words = ngettext(
        "%(name)s: %(count)s old %(value)s chip found, exchanged for %(given)s, %(removed)s "
        "removed from play",
        "%(name)s: %(count)s old %(value)s chips found, exchanged for %(given)s, %(removed)s "
        "removed from play",
        journal_entry.arguments["count"],
    )
    return words % {
        "name": answer.get("name", "–"),
        "count": journal_entry.arguments["count"],
        "value": journal_entry.arguments["value"],
        "given": answer.get("given", 0),
        "removed": answer.get("removed", 0),
    }


@command(
    "chips.found", permission=Permission.DEAL, check=at_table_of_entry, boards=SHOWS, summary=_summarise_found
)
def found(tx: Tx, entry: Id, value: Value, count: Count) -> Any:
    """Exchange old chips found after their colour-up at face value, never rounded up; a remainder below the
    smallest chip in play is removed (Munot 24, TDA 24C, WSOP 77, PokerStars Live 3.2).

    Args:
        entry: their owner, in play.
        value: value of one chip.
        count: number of chips.

    Raises:
        Refused: they are still in play (`still_in_play`), the event has no such chip (`no_such_chip`), or its
            chips are not set (`no_chips`).
    """
    event_is_open(tx)
    row = in_play(tx, entry)
    what = what_was_found(tx, value, count)
    tx.cite(cite(tx.book, tx.book.chips.old_chips))
    record_exchange(tx, list(what.chips), [(value, count)])
    change_chips(tx, -what.removed, "removed", row)
    return {
        "name": entry_name(row),
        "given": what.given,
        "removed": what.removed,
        "chips": [list(pair) for pair in what.chips],
    }


def _summarise_coloured(journal_entry: JournalEntry) -> str:
    answer = journal_entry.answer or {}
    words = ngettext(
        "%(name)s: %(count)s %(small)s chip coloured up to %(lots)s × %(big)s",
        "%(name)s: %(count)s %(small)s chips coloured up to %(lots)s × %(big)s",
        answer.get("count", 0),
    )
    return words % {key: answer.get(key, "–") for key in ("name", "count", "small", "lots", "big")}


@command("chips.colour_up", permission=Permission.SEAT_PLAYERS, boards=SHOWS, summary=_summarise_coloured)
def colour_up(tx: Tx, entry: Id, small: Value, count: Count, big: Value | None = None) -> Any:
    """Colour up one player's chips at the floor's discretion, in whole lots and with the player informed
    (Munot 25, PokerStars Live 3.3, TDA 25B).

    Args:
        entry: an entry in play.
        small: value of the chip to exchange.
        count: number of small chips; those that do not make a whole big chip stay.
        big: value of the chip received; defaults to the next bigger one in play.

    Raises:
        Refused: the book does not allow it (`not_in_the_book`), there are too few chips for a big one
            (`too_few`) or more than are in play (`more_than_in_play`), or there is no chip to exchange them for
            (`not_a_multiple`, `no_bigger_chip`, `no_chips`).
    """
    event_is_open(tx)
    row = in_play(tx, entry)
    policy = tx.book.chips.discretionary_colour_up
    rule = cite(tx.book, policy)
    if policy is not None and not policy.allowed:
        raise Refused("not_in_the_book", _("The rulebook does not allow a colour-up at discretion."), rule)
    if big is None:
        bigger = [value for value in _in_play(tx) if value > small]
        big, lack = next_bigger(small, bigger)
        if big is None:
            message = {
                "no_bigger_chip": _("There is no chip larger than %(small)s in play."),
                "not_a_multiple": _("The next larger chip is not a multiple of %(small)s."),
            }[lack]
            raise Refused(lack, message % {"small": small})
    elif big <= small or big % small:
        message = _("%(small)s chips can’t be changed into %(big)s chips.")
        raise Refused("not_a_multiple", message % {"small": small, "big": big})
    lots, rest = whole_lots(count, Colours(small, big))
    if not lots:
        message = _("%(count)s × %(small)s is not enough for one %(big)s chip.")
        raise Refused("too_few", message % {"count": count, "small": small, "big": big})
    check_in_play(tx.tournament, [(small, count - rest)])
    record_exchange(tx, [(big, lots)], [(small, count - rest)])
    tx.cite(rule)
    # If the book is silent, it is announced as well.
    if policy is None or policy.player_told:
        seat = Seat.objects.select_related("tournament_table__table").filter(entry=row).first()
        place = {} if seat is None else {"table": seat.tournament_table.table.number, "seat": seat.number}
        tx.notify(row.player_id, "coloured_up", small=small, big=big, **place)
    return {
        "name": entry_name(row),
        "count": count - rest,
        "small": small,
        "big": big,
        "lots": lots,
        "rest": rest,
    }
