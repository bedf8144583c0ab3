"""Bags of stacks, and the day that is over."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Exists, OuterRef
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from players.services.partners import entry_name
from procedures.models import Bag, EventDay, StackCount
from procedures.rules.bags import Clue, State, TableBags, bags_by_table, clues, place_of_bag
from procedures.rules.stack_counts import Totals
from procedures.services.stack_counts import open_count_of, seats_with_chips, stacks_of, totals_of
from procedures.signals import bag_series, carried_bags, days_before
from seating.models import Seat
from seating.rules.ranges import write_numbers
from seating.services.seats import unseated
from tourney.access.roles import Permission
from tourney.journal.refused import Refused
from tourney.journal.tx import Tx
from tourney.models import Tournament
from tourney.rulebooks.books.schema import cite
from tourney.services import dates
from tourney.services.figures import grouped
from tourney.services.prepared_query import PreparedQuery

# Most bags and tables named in a refusal.
_NAMED = 12


_CLOSED_DAYS = PreparedQuery(
    lambda event: EventDay.objects.filter(tournament=event, resumed_at__isnull=True).select_related(
        "stack_count"
    )
)


_DAYS_BACKWARDS = PreparedQuery(lambda event: EventDay.objects.filter(tournament=event).reverse()[:1])


def closed_day_of(event: Tournament) -> EventDay | None:
    """Return the day that is over while the next one has not begun."""
    return _CLOSED_DAYS.first(event.pk)


def day_is_over(tx: Tx, day: EventDay) -> Refused:
    """Return the refusal of what has to wait for the next day (`day_over`)."""
    message = _("Day %(day)s is over. Start day %(next)s first, on the “Chip count” page.")
    words = {"day": day.number, "next": day.number + 1}
    return Refused("day_over", message % words, cite(tx.book, tx.book.clock.end_of_day))


def require_running_day(tx: Tx) -> None:
    """Refuse a command while a day is over and the next one has not begun (`day_over`)."""
    day = closed_day_of(tx.tournament)
    if day is not None:
        raise day_is_over(tx, day)


def latest_day_of(event: Tournament) -> EventDay | None:
    """Return the latest day that was closed."""
    return _DAYS_BACKWARDS.first(event.pk)


def days_over(event: Tournament) -> int:
    """Return the number of the latest day that is over, counted over all stages of the tournament; 0 on day 1."""
    day = latest_day_of(event)
    return days_before.ask(event) if day is None else day.number


def count_with_bags(event: Tournament) -> StackCount | None:
    """Return the count whose stacks are in bags: of the day that ends now, or of the latest one."""
    count = open_count_of(event)
    if count is not None and count.occasion == "day_end":
        return count
    day = latest_day_of(event)
    return None if day is None else day.stack_count


def state_of(bag: Bag) -> State:
    """Return the state of a bag."""
    if bag.opened_at is not None:
        return "opened"
    return "sealed" if bag.handed_in_at is None else "handed_in"


def bags_of_count(count: StackCount) -> list[TableBags]:
    """Return the bags of every table, with what is missing."""
    states = {(bag.table, bag.seat): state_of(bag) for bag in Bag.objects.filter(stack_count=count)}
    return bags_by_table(stacks_of(count), states)


@dataclass(frozen=True, slots=True)
class KeptBags:
    """The bags with which players come to the tables: usually one for each.

    Attributes:
        by_entry: of players, by entry; several if their stacks of several flights were added.
        by_place: of ghosts and unclaimed stacks, by table and seat.
    """

    by_entry: Mapping[int, Sequence[Bag]]
    by_place: Mapping[tuple[int, int], Bag]

    def all(self) -> list[Bag]:
        """Return the bags of all players and ghosts."""
        return [*(bag for bags in self.by_entry.values() for bag in bags), *self.by_place.values()]

    def of(self, seat: Seat) -> Sequence[Bag]:
        """Return the bags of the player or ghost who has a seat now."""
        if seat.entry_id is not None:
            return self.by_entry.get(seat.entry_id, ())
        bag = self.by_place.get((seat.tournament_table.table.number, seat.number))
        return () if bag is None else (bag,)


def kept_bags(event: Tournament) -> KeptBags | None:
    """Return the bags of the latest day that was closed, or those with which players came from events of earlier
    stages; None if there are none.
    """
    day = latest_day_of(event)
    if day is not None:
        return bags_in(day.stack_count)
    carried = carried_bags.ask(event)
    rows = Bag.objects.in_bulk([pk for keys in carried.values() for pk in keys])
    if not rows:
        return None
    return KeptBags({entry: [rows[pk] for pk in keys if pk in rows] for entry, keys in carried.items()}, {})


def bags_in(count: StackCount) -> KeptBags:
    """Return the bags of a count."""
    bags = list(Bag.objects.filter(stack_count=count))
    return KeptBags(
        {bag.entry_id: [bag] for bag in bags if bag.entry_id is not None},
        {(bag.table, bag.seat): bag for bag in bags if bag.entry_id is None},
    )


def place_on_slip(event: Tournament, number: int) -> tuple[int, int, int]:
    """Return series, table and seat of the number on a slip of the count in progress.

    A bag may have been sealed when bags were numbered in another way: its slip tells, and not the present numbering.
    """
    count = open_count_of(event)
    bag = None if count is None else Bag.objects.filter(stack_count=count, number=number).first()
    return place_of_bag(number) if bag is None else (bag_series.ask(event), bag.table, bag.seat)


def sealed_bag_of(event: Tournament, entries: Collection[int]) -> Bag | None:
    """Return the first bag of these entries in the count in progress."""
    count = open_count_of(event)
    if count is None:
        return None
    return Bag.objects.filter(stack_count=count, entry__in=entries).select_related("entry__player").first()


def unopened_seats(event: Tournament) -> list[Seat]:
    """Return seats of players who have not opened their bags and are not marked as absent."""
    kept = kept_bags(event)
    if kept is None:
        return []
    closed = [entry for entry, bags in kept.by_entry.items() if any(bag.opened_at is None for bag in bags)]
    return list(
        Seat.objects.filter(
            tournament_table__tournament=event,
            tournament_table__released_at__isnull=True,
            entry__in=closed,
            absent_since__isnull=True,
        )
        .select_related("tournament_table__table")
        .order_by("pk")
    )


def closed_bags_text(seats: Sequence[Seat]) -> str:
    """Name the players’ seats whose bags are closed when play is to begin: "2 bags are closed: table 3, seats 2, 5"."""
    by_table: dict[int, list[int]] = {}
    for seat in seats:
        by_table.setdefault(seat.tournament_table.table.number, []).append(seat.number)
    named = [_seats_text(table, sorted(numbers)) for table, numbers in sorted(by_table.items())]
    message = ngettext(
        "%(count)s bag is closed: %(places)s. Its chips are blinded off until it is opened.",
        "%(count)s bags are closed: %(places)s. Their chips are blinded off until they are opened.",
        len(seats),
    )
    return message % {"count": len(seats), "places": _listed(named)}


def bags_opened(event: Tournament) -> tuple[int, int] | None:
    """Return how many bags that players bring to their tables are opened, and how many there are; None without any."""
    kept = kept_bags(event)
    if kept is None:
        return None
    found = [bag.opened_at is not None for bag in kept.all()]
    return sum(found), len(found)


def is_sealed(count: StackCount) -> bool:
    """Return whether every stack of a count is sealed in a bag: the last one is sealed only once they add up, or the
    floor accepts the difference.
    """
    bags, seats = Bag.objects.filter(stack_count=count), seats_with_chips(count.tournament_id)
    if not bags.exists() or unseated(count.tournament).exists():
        return False
    own = bags.filter(entry=OuterRef("entry"))
    place = bags.filter(
        entry=None, table=OuterRef("tournament_table__table__number"), seat=OuterRef("number")
    )
    return not seats.filter(~Exists(own), ~Exists(place)).exists()


def clues_of(count: StackCount) -> list[Clue]:
    """Return what may explain that the stacks of a count do not add up."""
    difference = totals_of(count).difference
    if not difference:
        return []
    rows = count.tables.values_list("tournament_table__table__number", "earlier_chips")
    earlier = {table: chips for table, chips in rows if chips is not None}
    return clues(stacks_of(count), difference, earlier)


def missing_bags(tables: Collection[TableBags]) -> str:
    """Describe by table which bags are not handed in: "table 3, seats 2, 5"."""
    missing = [one for one in tables if not one.is_complete]
    return _listed(
        [
            _seats_text(one.number, sorted((*one.uncounted, *one.unsealed, *one.not_handed_in)))
            for one in missing
        ]
    )


def _seats_text(table: int, seats: Sequence[int]) -> str:
    text = ngettext("table %(table)s, seat %(seats)s", "table %(table)s, seats %(seats)s", len(seats))
    return text % {"table": table, "seats": write_numbers(list(seats))}


def _listed(named: Sequence[str]) -> str:
    return "; ".join(named[:_NAMED]) + (" …" if len(named) > _NAMED else "")


def time_text(at: datetime | None) -> str:
    """Return a time of day: 02:14."""
    return "–" if at is None else dates.time_text(at)


def place_text(seat: Seat) -> str:
    """Return whose stack it is and where: "Table 12, seat 4 (Ada Lovelace)"."""
    words = {"table": seat.tournament_table.table.number, "seat": seat.number}
    if seat.entry is None:
        return _("Table %(table)s, seat %(seat)s") % words
    return _("Table %(table)s, seat %(seat)s (%(name)s)") % {**words, "name": entry_name(seat.entry)}


def sealed_bag_text(bag: Bag, seat: Seat) -> str:
    """Say that a stack cannot be changed, because it is sealed."""
    message = _("%(place)s: the stack is sealed in bag %(bag)s. Open the bag before you count again.")
    return message % {"place": place_text(seat), "bag": bag.number}


def difference_text(count: StackCount, totals: Totals) -> str:
    """Say by how much the stacks do not add up, and what may explain it."""
    difference = totals.difference or 0
    words = {
        "chips": grouped(totals.chips),
        "in_play": grouped(totals.in_play),
        "difference": grouped(abs(difference)),
    }
    if difference > 0:
        text = _("%(chips)s chips are counted, %(difference)s more than the %(in_play)s in play.") % words
    else:
        text = _("%(chips)s chips are counted, %(difference)s fewer than the %(in_play)s in play.") % words
    return " ".join([text, *map(clue_text, clues_of(count))])


def require_accepted(tx: Tx, count: StackCount, totals: Totals, difference: int) -> None:
    """Refuse stacks that do not add up, unless the floor accepts exactly that difference, now or earlier in this count
    (`does_not_add_up`).
    """
    found = totals.difference or 0
    if found and found == count.accepted and difference in (0, found):
        return
    if found == difference and not found:
        return
    if found == difference and tx.actor.may(Permission.RUN_CLOCK):
        tx.save(count, accepted=found, accepted_by=tx.actor.name, accepted_at=tx.now)
        return
    text = (
        difference_text(count, totals)
        if found
        else _("The stacks add up, so there is no difference to accept.")
    )
    if found:
        again = _("Count again, or accept the difference.")
        floor = _("Call the floor: they can accept the difference.")
        text = f"{text} {again if tx.actor.may(Permission.RUN_CLOCK) else floor}"
    raise Refused("does_not_add_up", text, tx.rule)


def clue_text(clue: Clue) -> str:
    """Say where to look first when the stacks do not add up."""
    words: dict[str, Any] = {"table": clue.table, "seat": clue.seat}
    words |= {"chips": grouped(clue.chips), "meant": grouped(clue.meant)}
    if clue.why == "recounted":
        return _("Table %(table)s was counted twice: first %(meant)s, then %(chips)s.") % words
    if clue.why == "swapped":
        return _("Table %(table)s, seat %(seat)s: %(chips)s, or %(meant)s with two digits swapped?") % words
    return _("Table %(table)s, seat %(seat)s: %(chips)s, or %(meant)s?") % words


def broken_bag(event: Tournament) -> Bag | None:
    """Return a bag that no longer matches its stack: an undo has changed the stack, its seat, or how far the bag is."""
    count, day = open_count_of(event), closed_day_of(event)
    count = day.stack_count if day is not None else count
    if count is None:
        return None
    stacks = dict(seats_with_chips(event.pk).filter(entry__isnull=False).values_list("entry", "stack"))
    bags = Bag.objects.filter(stack_count=count).select_related("entry__player")
    for bag in bags:
        left = bag.entry is not None and not bag.entry.in_play
        chips = bag.chips if bag.opened_chips is None else bag.opened_chips
        if bag.entry_id is not None and not left and stacks.get(bag.entry_id) != chips:
            return bag
        if day is not None and bag.handed_in_at is None:
            return bag
    return None


def has_stack_without_bag(event: Tournament) -> bool:
    """Return whether somebody has a stack between two days that was in play before, but is in no bag."""
    day = closed_day_of(event)
    if day is None:
        return False
    bags = Bag.objects.filter(stack_count=day.stack_count, entry__isnull=False)
    seats = seats_with_chips(event.pk).filter(entry__created_at__lte=day.closed_at)
    return seats.exclude(entry__in=bags.values("entry")).exists()


def day_without_bag(changes: Iterable[Mapping[str, Any]]) -> EventDay | None:
    """Return a closed day of which changed rows leave a bag deleted, or not handed in.

    Args:
        changes: as the journal stores them.
    """
    bags = [change for change in changes if change["model"] == "procedures.bag"]
    gone = {change["before"]["stack_count_id"] for change in bags if change["after"] is None}
    lacking = Bag.objects.filter(pk__in=[change["pk"] for change in bags], handed_in_at__isnull=True)
    counts = gone | set(lacking.values_list("stack_count", flat=True))
    return EventDay.objects.filter(stack_count__in=counts).first()
