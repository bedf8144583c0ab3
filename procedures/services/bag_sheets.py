"""Bags on paper: by the seats where they were sealed, or by those where they are opened."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from django.utils.translation import gettext as _

from players.services.partners import with_partners
from procedures.models import Bag, StackCount
from procedures.rules.bags import bag_number
from procedures.rules.stack_counts import Stack
from procedures.services.bags import count_with_bags, kept_bags, latest_day_of
from procedures.services.stack_counts import open_count_of, seats_with_chips, stacks_of
from procedures.services.stacks_by_value import pieces_in, pieces_of
from procedures.signals import bag_series
from tourney.models import Entry, Tournament


@dataclass(frozen=True, slots=True)
class SheetRow:
    """A bag on paper.

    Attributes:
        name: whose stack it is, as staff see it.
        chips: on the slip.
        handed_in: who took it, and when; "" if nobody has.
        pieces: number of chips by value, if it was counted so.
        found: chips found in it when it was opened; None: not opened.
    """

    number: int
    table: int
    seat: int
    name: str
    chips: int
    handed_in: str
    pieces: Mapping[int, int] = field(default_factory=dict)
    found: int | None = None

    @property
    def stack(self) -> int:
        """Return the chips found in the bag, or those on the slip until it is opened."""
        return self.chips if self.found is None else self.found


def bag_sheet(event: Tournament) -> list[SheetRow]:
    """Return all counted stacks of the day that ends, or the bags of the latest one, by table and seat."""
    count = count_with_bags(event)
    if count is None:
        return []
    bags = {(bag.table, bag.seat): bag for bag in Bag.objects.filter(stack_count=count)}
    if count.closed_at is None:
        stacks = [(one.table, one.seat, one.entry, one.chips) for one in stacks_of(count)]
    else:
        stacks = [(bag.table, bag.seat, bag.entry_id, bag.chips) for bag in bags.values()]
    entries = [entry for _table, _seat, entry, _chips in stacks if entry is not None]
    names = with_partners(dict(Entry.objects.filter(pk__in=entries).values_list("pk", "player__name")))
    rows, kept, series = [], pieces_in(count), bag_series.ask(event)
    for table, seat, entry, chips in sorted(stacks, key=lambda one: one[:2]):
        bag = bags.get((table, seat))
        number = bag_number(table, seat, series) if bag is None else bag.number
        handed_in = "" if bag is None or bag.handed_in_at is None else bag.handed_in_by
        if chips is not None:
            name = _("Ghost") if entry is None else names[entry]
            pieces = pieces_of(Stack(table, seat, entry, chips), kept) or ()
            found = None if bag is None else bag.opened_chips
            rows.append(SheetRow(number, table, seat, name, chips, handed_in, dict(pieces), found))
    return rows


@dataclass(frozen=True, slots=True)
class SeatBag:
    """A bag and the seat to which it is brought on the next day.

    Attributes:
        table, seat: 0 of a bag that has no seat there, such as a ghost's after the redraw.
        name: whose stack it is, as staff see it.
        chips: on the slip.
        event: in which it was sealed.
        found: chips found in it when it was opened; None: not opened.
        absent: the player is marked as away.
    """

    number: int
    table: int
    seat: int
    name: str
    chips: int
    event: int
    found: int | None = None
    absent: bool = False

    @property
    def is_open(self) -> bool:
        """Return whether the bag is opened."""
        return self.found is not None

    @property
    def stack(self) -> int:
        """Return the chips found in the bag, or those on the slip until it is opened."""
        return self.chips if self.found is None else self.found


def bags_by_next_seat(event: Tournament) -> list[SeatBag] | None:
    """Return the bags by the drawn seats of the next day, or of a day to which players brought them from events of
    earlier stages; None if they are listed where they were sealed.
    """
    count, day = open_count_of(event), latest_day_of(event)
    if count is not None and count.occasion == "day_end":
        return None
    if day is not None and (day.drawn_at is None or day.resumed_at is not None):
        return None
    kept = kept_bags(event)
    if kept is None:
        return None
    counts = {bag.stack_count_id for bag in kept.all()}
    events = dict(StackCount.objects.filter(pk__in=counts).values_list("pk", "tournament"))
    people = ("entry__player", "entry__partner__player", "tournament_table__table")
    seats = list(seats_with_chips(event.pk).select_related(*people))
    if not seats:
        return []
    places = {
        bag.pk: (seat.tournament_table.table.number, seat.number) for seat in seats for bag in kept.of(seat)
    }
    away = {bag.pk for seat in seats if seat.absent_since is not None for bag in kept.of(seat)}
    closed = [bag for bag in kept.all() if bag.pk in places or bag.opened_at is None]
    entries = [bag.entry_id for bag in closed if bag.entry_id is not None]
    names = with_partners(dict(Entry.objects.filter(pk__in=entries).values_list("pk", "player__name")))
    rows = [
        SeatBag(
            number=bag.number,
            table=places.get(bag.pk, (0, 0))[0],
            seat=places.get(bag.pk, (0, 0))[1],
            name=_("Ghost") if bag.entry_id is None else names[bag.entry_id],
            chips=bag.chips,
            event=events[bag.stack_count_id],
            found=bag.opened_chips,
            absent=bag.pk in away,
        )
        for bag in closed
    ]
    return sorted(rows, key=lambda row: (not row.table, row.table, row.seat, row.number))
