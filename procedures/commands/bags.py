"""Commands for bags at the end of a day: seal them, hand them in, open one again to count its stack."""

from collections.abc import Sequence
from typing import Annotated, Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from pydantic import Field

from procedures.models import Bag, StackCount
from procedures.rules.bags import bag_number
from procedures.services.bags import place_text, require_accepted, time_text
from procedures.services.stack_counts import is_counted, open_count_of, seats_with_chips, totals_of
from procedures.signals import bag_series
from seating.commands.entries import event_is_open
from seating.commands.seats import SeatNumber
from seating.commands.tables import Number, tournament_table_of
from seating.models import Seat
from seating.services.dealer_tables import at_table_by_number
from tourney.access.roles import Permission
from tourney.journal.commands import command
from tourney.journal.refused import Refused
from tourney.journal.tx import Tx
from tourney.models import JournalEntry
from tourney.rulebooks.books.schema import cite

SHOWS = ("bags",)
Seats = Annotated[list[SeatNumber], Field(min_length=1, max_length=12)]
Difference = Annotated[int, Field(ge=-(10**15), le=10**15)]


def rule_of_days(tx: Tx) -> str:
    """Return the rule that ends a day (PokerStars Live 3.12, WSOP 125); "" if the book has none."""
    return cite(tx.book, tx.book.clock.end_of_day)


def day_count(tx: Tx) -> StackCount:
    """Return the count in progress for the end of the day.

    Raises:
        Refused: there is none (`no_day_count`).
    """
    count = open_count_of(tx.tournament)
    if count is None or count.occasion != "day_end":
        message = _("The stacks are not being counted for the end of the day. Start that count first.")
        raise Refused("no_day_count", message, rule_of_days(tx))
    return count


def seats_of(tx: Tx, number: int, wanted: Sequence[int] | None) -> list[Seat]:
    """Return a table's seats with chips: those wanted, or all.

    Raises:
        Refused: a seat has none (`seat_empty`).
    """
    tournament_table = tournament_table_of(tx, number)
    rows = seats_with_chips(tx.tournament.pk).filter(tournament_table=tournament_table)
    seats = {seat.number: seat for seat in rows.select_related("entry__player", "tournament_table__table")}
    for seat in wanted or ():
        if seat not in seats:
            words = {"table": number, "seat": seat}
            raise Refused("seat_empty", _("Table %(table)s, seat %(seat)s has no stack.") % words)
    if not seats:
        raise Refused("seat_empty", _("Table %(number)s has no players.") % {"number": number})
    return [seat for key, seat in seats.items() if wanted is None or key in wanted]


def bag_summary(one: Any, many: Any) -> Any:
    """Return the formatter of journal entries about bags of a table."""

    def summarise(journal_entry: JournalEntry) -> str:
        bags = (journal_entry.answer or {}).get("bags", [])
        words = {"table": journal_entry.arguments["number"], "count": len(bags), "bag": (bags or ["–"])[0]}
        return str(one if len(bags) == 1 else many) % words

    return summarise


@command(
    "bags.seal_table",
    permission=Permission.DEAL,
    check=at_table_by_number,
    boards=SHOWS,
    summary=bag_summary(lazy("Sealed bag %(bag)s"), lazy("Sealed %(count)s bags at table %(table)s")),
)
def seal_table(tx: Tx, number: Number, seats: Seats | None = None, difference: Difference = 0) -> Any:
    """Seal the counted stacks of a table in bags; each player has signed the slip.

    Args:
        number: table number.
        seats: seats whose bags are sealed; null: all of the table that are not sealed yet.
        difference: once all stacks are counted, the difference that the floor accepts: chips counted minus chips in
            play. It is accepted for the other tables and the close of the day as well.

    Raises:
        Refused: no count for the end of the day is in progress (`no_day_count`); a seat has no stack
            (`seat_empty`), or one that is not counted (`not_counted`); a bag is sealed (`sealed_already`); all
            stacks are counted and do not add up (`does_not_add_up`).
    """
    event_is_open(tx)
    count = day_count(tx)
    chosen = seats_of(tx, number, seats)
    tx.cite(rule_of_days(tx))
    sealed = {bag.seat: bag for bag in Bag.objects.filter(stack_count=count, table=number)}
    for seat in chosen:
        if seat.number in sealed and seats is not None:
            raise Refused("sealed_already", _sealed(sealed[seat.number], seat), tx.rule)
    open_ = [seat for seat in chosen if seat.number not in sealed]
    if not open_:
        message = _("All bags of table %(table)s are sealed.")
        raise Refused("sealed_already", message % {"table": number}, tx.rule)
    for seat in open_:
        if not is_counted(count, seat.counted_at):
            message = _("%(place)s is not counted yet.")
            raise Refused("not_counted", message % {"place": place_text(seat)}, tx.rule)
    totals = totals_of(count)
    if totals.difference:
        require_accepted(tx, count, totals, difference)
    series = bag_series.ask(tx.tournament)
    tx.create_many(
        [
            Bag(
                stack_count=count,
                number=bag_number(number, seat.number, series),
                entry=seat.entry,
                table=number,
                seat=seat.number,
                chips=seat.stack or 0,
                sealed_at=tx.now,
                sealed_by=tx.actor.name,
            )
            for seat in open_
        ]
    )
    touch_owners(tx, open_)
    return {"bags": [bag_number(number, seat.number, series) for seat in open_]}


def touch_owners(tx: Tx, seats: Sequence[Seat]) -> None:
    """Show players their bags."""
    tx.touch_players(*(seat.entry.player_id for seat in seats if seat.entry is not None))


def _sealed(bag: Bag, seat: Seat) -> str:
    message = _("%(place)s: bag %(bag)s was sealed by %(who)s at %(time)s.")
    words = {"place": place_text(seat), "bag": bag.number, "who": bag.sealed_by}
    return message % {**words, "time": time_text(bag.sealed_at)}


@command(
    "bags.unseal",
    permission=Permission.SEAT_PLAYERS,
    boards=SHOWS,
    summary=bag_summary(
        lazy("Opened bag %(bag)s to count again"),
        lazy("Opened %(count)s bags of table %(table)s to count again"),
    ),
)
def unseal(tx: Tx, number: Number, seats: Seats | None = None) -> Any:
    """Open sealed bags again before the day is closed, so that their stacks can be counted again.

    Args:
        number: table number.
        seats: seats whose bags are opened; null: all of the table.

    Raises:
        Refused: no count for the end of the day is in progress (`no_day_count`), or a bag is not sealed
            (`not_sealed`).
    """
    event_is_open(tx)
    count = day_count(tx)
    tx.cite(rule_of_days(tx))
    chosen = seats_of(tx, number, seats)
    bags = _bags_of(count, number, chosen, explicit=seats is not None, rule=tx.rule)
    tx.delete_many(bags)
    touch_owners(tx, chosen)
    return {"bags": [bag.number for bag in bags]}


def _bags_of(
    count: StackCount, number: int, chosen: Sequence[Seat], *, explicit: bool, rule: str
) -> list[Bag]:
    """Return the sealed bags of seats.

    Args:
        explicit: the seats were named, so each must have a bag.
    """
    bags = {bag.seat: bag for bag in Bag.objects.filter(stack_count=count, table=number)}
    missing = [seat for seat in chosen if seat.number not in bags]
    if missing and (explicit or not bags):
        message = _("%(place)s: the bag is not sealed yet.")
        raise Refused("not_sealed", message % {"place": place_text(missing[0])}, rule)
    return [bags[seat.number] for seat in chosen if seat.number in bags]


@command(
    "bags.hand_in",
    permission=Permission.SEAT_PLAYERS,
    boards=SHOWS,
    summary=bag_summary(
        lazy("Bag %(bag)s is handed in"), lazy("%(count)s bags of table %(table)s are handed in")
    ),
)
def hand_in(tx: Tx, number: Number, seats: Seats | None = None) -> Any:
    """Record that sealed bags were handed in.

    Args:
        number: number of the table where they were sealed.
        seats: seats of the bags; null: all sealed bags of the table that are not handed in yet.

    Raises:
        Refused: no count for the end of the day is in progress (`no_day_count`); a bag is not sealed
            (`not_sealed`), or handed in already (`handed_in_already`).
    """
    event_is_open(tx)
    count = day_count(tx)
    tx.cite(rule_of_days(tx))
    chosen = seats_of(tx, number, seats)
    bags = _bags_of(count, number, chosen, explicit=seats is not None, rule=tx.rule)
    done = [bag for bag in bags if bag.handed_in_at is not None]
    if done and (seats is not None or len(done) == len(bags)):
        by_seat = {seat.number: seat for seat in chosen}
        message = _("%(place)s: bag %(bag)s was handed in to %(who)s at %(time)s.")
        words = {
            "place": place_text(by_seat[done[0].seat]),
            "bag": done[0].number,
            "who": done[0].handed_in_by,
        }
        raise Refused(
            "handed_in_already", message % {**words, "time": time_text(done[0].handed_in_at)}, tx.rule
        )
    open_ = [bag for bag in bags if bag.handed_in_at is None]
    tx.save_many(open_, handed_in_at=tx.now, handed_in_by=tx.actor.name)
    return {"bags": [bag.number for bag in open_]}
