"""Command that opens bags at the tables when the next day begins."""

from collections.abc import Sequence
from typing import Annotated, Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from pydantic import Field

from clock.services.progress import progress_of
from procedures.commands.bags import SHOWS, Seats, bag_summary, rule_of_days, seats_of, touch_owners
from procedures.commands.stack_counts import SeatStack, require_possible
from procedures.models import Bag
from procedures.rules.bags import found_in_bags
from procedures.services.bags import kept_bags, latest_day_of, place_text, time_text
from procedures.services.stack_counts import correct_chips_in_play
from seating.commands.entries import event_is_open
from seating.commands.seats import SeatNumber
from seating.commands.tables import Number
from seating.models import Move, Seat
from seating.services.dealer_tables import at_table_by_number
from tourney.access.roles import Actor, Permission
from tourney.journal.commands import command
from tourney.journal.refused import Refused
from tourney.journal.tx import Tx
from tourney.models import JournalEntry
from tourney.rulebooks.books.schema import cite
from tourney.services.figures import grouped

_MOST_SEATS = 12
_OPENED = bag_summary(lazy("Opened bag %(bag)s"), lazy("Opened %(count)s bags at table %(table)s"))


def _summarise_opened(journal_entry: JournalEntry) -> str:
    """Say which bags were opened, for whom although absent, and with which difference."""
    answer = journal_entry.answer or {}
    parts = [_OPENED(journal_entry)]
    absent, difference = answer.get("absent", 0), answer.get("difference", 0)
    if absent and len(answer["bags"]) == 1:
        parts.append(_("Absent, the chips are at the seat"))
    elif absent:
        parts.append(_("Absent: %(count)s") % {"count": absent})
    if difference:
        words = {"chips": grouped(abs(difference)), "reason": journal_entry.arguments.get("reason", "–")}
        if difference > 0:
            parts.append(_("%(chips)s chips too many, accepted: %(reason)s") % words)
        else:
            parts.append(_("%(chips)s chips missing, accepted: %(reason)s") % words)
    return ". ".join(parts)


@command(
    "bags.open_table",
    permission=Permission.DEAL,
    check=at_table_by_number,
    boards=(*SHOWS, "floor", "map", "moves"),
    summary=_summarise_opened,
)
def open_table(
    tx: Tx,
    number: Number,
    seats: Seats | None = None,
    stacks: Annotated[list[SeatStack], Field(max_length=_MOST_SEATS)] | None = None,
    absent: Annotated[list[SeatNumber], Field(max_length=_MOST_SEATS)] | None = None,
    reason: Annotated[str, Field(max_length=200)] = "",
) -> Any:
    """Open the bags of the players at a table on the next day. A player whose bag is open is present. An accepted
    difference changes the chips in play.

    Args:
        number: number of the table where the players sit now.
        seats: seats whose bags are opened; null: all of the table that are not opened yet.
        stacks: chips found in bags that were counted again; others contain what the slip says.
        absent: seats of players who are not here: the stack is put on the table and blinded off.
        reason: why a difference between bag and slip is accepted; only the floor may accept one.

    Raises:
        Refused: no day is over (`day_not_closed`), or its seats are not drawn yet (`seats_not_drawn`); a seat has no
            stack (`seat_empty`) or no bag (`no_bag`), or no chips were counted in it (`no_chips`); a bag is opened
            already (`opened_already`); its chips differ from the slip (`bag_differs`); a reason is given although
            none differs (`nothing_differs`).
    """
    event_is_open(tx)
    day = latest_day_of(tx.tournament)
    kept = kept_bags(tx.tournament)
    if kept is None:
        raise Refused("day_not_closed", _("No day has been closed, so there are no bags to open."))
    if day is not None and day.seats == "redraw" and day.drawn_at is None:
        message = _("Draw the seats of the next day first.")
        raise Refused("seats_not_drawn", message, cite(tx.book, tx.book.seating.redraws))
    chosen = [(seat, kept.of(seat)) for seat in seats_of(tx, number, seats)]
    if seats is None:
        chosen = [(seat, bags) for seat, bags in chosen if any(bag.opened_at is None for bag in bags)]
    tx.cite(rule_of_days(tx))
    if not chosen:
        message = _("All bags of table %(table)s are open.")
        raise Refused("opened_already", message % {"table": number}, tx.rule)
    _require_chips(number, stacks or ())
    require_possible(tx, number, stacks or (), {seat.number: seat for seat, _bags in chosen})
    found = {one.seat: one.chips for one in stacks or ()}
    accepts = tx.actor.may(Permission.RUN_CLOCK) and bool(reason.strip())
    opened = []
    for seat, bags in chosen:
        _require_closed(tx, seat, bags)
        slip = sum(bag.chips for bag in bags)
        chips = found.get(seat.number, slip)
        if chips != slip and not accepts:
            raise Refused("bag_differs", _differs(tx.actor, seat, bags, chips, slip), tx.rule)
        opened.append((seat, bags, chips))
    # A reason that is kept with no bag would outlast its player's data in the journal.
    if reason.strip() and all(chips == sum(bag.chips for bag in bags) for _seat, bags, chips in opened):
        raise Refused("nothing_differs", _("The chips match the slip, so leave out the reason."), tx.rule)
    for seat, bags, chips in opened:
        for bag, here in zip(bags, found_in_bags([bag.chips for bag in bags], chips), strict=True):
            columns = {"opened_at": tx.now, "opened_by": tx.actor.name, "opened_chips": here}
            tx.save(bag, **columns, reason=reason.strip() if here != bag.chips else "")
        if seat.stack != chips:
            tx.save(seat, stack=chips, counted_at=tx.now)
        slip = sum(bag.chips for bag in bags)
        if chips != slip:
            correct_chips_in_play(tx, chips - slip, seat.entry_id)
    players = [seat for seat, _bags, _chips in opened]
    away = [seat for seat in players if seat.number in (absent or ()) and seat.absent_since is None]
    come = [seat for seat in players if seat.number not in (absent or ()) and seat.absent_since is not None]
    tx.save_many(away, absent_since=tx.now, absent_from=progress_of(tx.tournament).played)
    tx.save_many(come, absent_since=None, absent_from=None)
    # A player who opens the bag has found the new seat.
    arrived = Move.objects.filter(
        entry__in=[seat.entry_id for seat in players if seat.number not in (absent or ())],
        arrived_at__isnull=True,
        dropped_at__isnull=True,
    )
    tx.save_many(list(arrived), arrived_at=tx.now)
    touch_owners(tx, players)
    slips = sum(bag.chips for _seat, bags, _chips in opened for bag in bags)
    answer: dict[str, Any] = {"bags": [bag.number for _seat, bags, _chips in opened for bag in bags]}
    if absent:
        answer["absent"] = sum(seat.number in absent for seat in players)
    if difference := sum(chips for _seat, _bags, chips in opened) - slips:
        answer["difference"] = difference
    return answer


def _require_chips(number: int, stacks: Sequence[SeatStack]) -> None:
    """Refuse empty bags: nobody busts on the way to the table (`no_chips`)."""
    empty = next((one.seat for one in stacks if not one.chips), None)
    if empty is not None:
        message = _("Table %(table)s, seat %(seat)s: a bag has chips in it. Count it again.")
        raise Refused("no_chips", message % {"table": number, "seat": empty})


def _require_closed(tx: Tx, seat: Seat, bags: Sequence[Bag]) -> None:
    words = {"place": place_text(seat)}
    if not bags:
        raise Refused("no_bag", _("%(place)s has no bag.") % words, tx.rule)
    done = next((bag for bag in bags if bag.opened_at is not None), None)
    if done is not None:
        message = _("%(place)s: bag %(bag)s was opened by %(who)s at %(time)s.")
        words |= {"bag": str(done.number), "who": done.opened_by, "time": time_text(done.opened_at)}
        raise Refused("opened_already", message % words, tx.rule)


def _differs(actor: Actor, seat: Seat, bags: Sequence[Bag], chips: int, slip: int) -> str:
    """Say that a bag differs from its slip, and what the actor can do about it."""
    if actor.may(Permission.RUN_CLOCK):
        message = _(
            "%(place)s: %(chips)s chips were counted, but the slip of bag %(bag)s says %(slip)s. Count again, or"
            " enter a reason to accept the difference."
        )
    else:
        message = _(
            "%(place)s: %(chips)s chips were counted, but the slip of bag %(bag)s says %(slip)s. Count again, or call"
            " the floor, who may accept the difference with a reason."
        )
    words = {"place": place_text(seat), "bag": " + ".join(str(bag.number) for bag in bags)}
    return message % {**words, "chips": grouped(chips), "slip": grouped(slip)}
