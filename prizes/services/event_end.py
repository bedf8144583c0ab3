"""The end of an event: the winners, and what staff have left to do. Reads only."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import QuerySet

from players.services.partners import entry_name
from prizes.boards.payouts import payouts, sums
from prizes.services.bounties import bounties_of
from prizes.services.money import payout_of, stages_of_pool, tickets_of
from prizes.services.paid_prizes import overpaid_in
from prizes.services.places import winners_of
from prizes.services.unclaimed_bounties import unclaimed_bounties
from seating.signals import final_table
from tourney.models import Entry, Tournament
from tourney.services.event_cache import EventCache
from tourney.services.field_counts import entries_and_left
from tourney.services.prepared_query import PreparedQuery
from tourney.snapshot import cached_in_snapshot


def _left_in(event: int) -> QuerySet[Entry]:
    return Entry.objects.filter(tournament=event, out_at__isnull=True, voided_at__isnull=True).order_by("pk")


_LEFT = PreparedQuery(lambda event: _left_in(event).select_related("player", "partner__player"))


@cached_in_snapshot
def winners_in(event: Tournament) -> tuple[Entry, ...]:
    """Return the entries that have won: one, or in a satellite those with a ticket; empty while play goes on.

    Cheap while play goes on: it is read at every bust and with every read of the clock.
    """
    left = entries_and_left(event)[1]
    if left > 1 and left > max(tickets_of(event), 2 if final_table.ask(event) else 1):
        return ()
    rows = _LEFT.all(event.pk) if left else []
    won = winners_of(event) if rows else ()
    return tuple(row for row in rows if row.pk in won)


def awaited_before_end(event: Tournament) -> tuple[Tournament, ...]:
    """Return the events whose players may still come, if these alone keep the players left from having won."""
    left = entries_and_left(event)[1]
    return stages_of_pool(event).awaited if 1 <= left <= max(1, tickets_of(event)) else ()


@dataclass(frozen=True, slots=True)
class _Won:
    """The entries that have won an event, and whether its journal alone decides that."""

    entries: tuple[int, ...]
    lasts: bool


def _won_by(event: Tournament) -> _Won:
    entries = tuple(entry.pk for entry in winners_in(event))
    # A flight that is reopened may send players again, and its journal is another one.
    return _Won(entries, bool(entries) and (event.closed_at is not None or not stages_of_pool(event).earlier))


# A ranking of the field for each event. Time alone may end the entry period of an event without winners, but takes no
# victory back.
_won = EventCache(_won_by, may_keep=lambda found: found.lasts)


def winners_in_each(events: Iterable[Tournament]) -> dict[int, tuple[int, ...]]:
    """Return the entries that have won, as `winners_in`, by event: for pages that show many events."""
    return {event: found.entries for event, found in _won.get_many(events).items()}


@cached_in_snapshot
def ticket_in(event: Tournament) -> str:
    """Return the name of the event that the tickets of a satellite are for; "" in any other event."""
    payout = payout_of(event)
    return payout.ticket_for.name if payout is not None and payout.ticket_for is not None else ""


@dataclass(frozen=True, slots=True)
class Ending:
    """The tasks left once the event is won.

    Attributes:
        name: the winner's, as staff read it; "" if several players have won a ticket.
        winners: how many have won: one, or in a satellite as many as have a ticket.
        ticket: the event that the tickets of a satellite are for; "" in any other event.
        pays: whether the payout is set up.
        locked: whether the prizes are locked.
        unpaid: how many players still have money, a ticket or another thing to collect.
        envelopes: how many envelopes of a mystery bounty are to be drawn.
        unclaimed: how many bounties have no recorded winner.
        overpaid: how many players were paid more than they have won.
        closed: whether the event is closed.
    """

    name: str
    winners: int
    ticket: str
    pays: bool
    locked: bool
    unpaid: int
    envelopes: int
    unclaimed: int
    overpaid: int
    closed: bool

    @property
    def paid(self) -> bool:
        """Return whether all prizes have been paid and handed over, and nobody was paid too much."""
        return self.locked and not (self.unpaid or self.envelopes or self.unclaimed or self.overpaid)


def ending_of(event: Tournament) -> Ending | None:
    """Return the tasks left; None until the event is won."""
    winners = winners_in(event)
    if not winners:
        return None
    payout = payout_of(event)
    locked = payout is not None and payout.locked_at is not None
    totals = sums(payouts(event))
    return Ending(
        name=entry_name(winners[0]) if len(winners) == 1 else "",
        winners=len(winners),
        ticket=ticket_in(event),
        pays=payout is not None,
        locked=locked,
        unpaid=totals["outstanding"] if locked else 0,
        envelopes=len(bounties_of(event).undrawn),
        unclaimed=len(unclaimed_bounties(event)),
        overpaid=totals["overpaid"] or len(overpaid_in(event)),
        closed=event.closed_at is not None,
    )
