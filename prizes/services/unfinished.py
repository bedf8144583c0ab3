"""What an event leaves open: unpaid prizes, ties to confirm, missing stacks. Reads only."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from desk.services.prices import price_text
from prizes.boards.payouts import payouts, sums
from prizes.services.bounties import bounties_of
from prizes.services.money import payout_of, pool_of
from prizes.services.paid_prizes import overpaid_in
from prizes.services.places import entered_in, final_stacks, winners_of
from prizes.services.results import results_of
from prizes.services.unclaimed_bounties import unclaimed_bounties
from seating.services.same_hand import hands_of
from tourney.models import Entry, Tournament
from tourney.services.event_cache import EventCache


@dataclass(frozen=True, slots=True)
class Unfinished:
    """What is open in an event. Amounts in minor units.

    Attributes:
        left: players in play who have no place, because their stacks were not counted since the last bust.
        ties: hands with several busts that the floor has yet to confirm.
        stacks: places that are shared until a stack is recorded.
        prizes: players who still have money, a ticket or another thing to collect.
        amount: money of these.
        pool: the prize pool, if the prizes are not locked; 0 once they are.
        envelopes: envelopes of a mystery bounty to be drawn.
        bounties: bounties without a recorded winner.
        overpaid: players who were paid more than they have won.
        currency: of the amounts.
    """

    left: int = 0
    ties: int = 0
    stacks: int = 0
    prizes: int = 0
    amount: int = 0
    pool: int = 0
    envelopes: int = 0
    bounties: int = 0
    overpaid: int = 0
    currency: str = ""

    def texts(self) -> list[str]:
        """Name what is open, in the user's language; empty if nothing is."""
        if self.pool:
            pool = price_text(self.pool, self.currency)
            found = [_("prizes not locked (%(amount)s in the pool)") % {"amount": pool}]
        else:
            found = self._prizes()
        parts = (
            (
                self.left,
                ngettext(
                    "%(count)s player in play without a place: count the stacks first",
                    "%(count)s players in play without a place: count the stacks first",
                    self.left,
                ),
            ),
            (self.ties, ngettext("%(count)s tie to confirm", "%(count)s ties to confirm", self.ties)),
            (
                self.stacks,
                ngettext(
                    "%(count)s place undecided until the stack is entered",
                    "%(count)s places undecided until the stacks are entered",
                    self.stacks,
                ),
            ),
            (
                self.envelopes,
                ngettext("%(count)s envelope to draw", "%(count)s envelopes to draw", self.envelopes),
            ),
            (
                self.bounties,
                ngettext(
                    "%(count)s bounty without a winner", "%(count)s bounties without a winner", self.bounties
                ),
            ),
            (
                self.overpaid,
                ngettext(
                    "%(count)s player overpaid: reverse the receipts in Payouts",
                    "%(count)s players overpaid: reverse the receipts in Payouts",
                    self.overpaid,
                ),
            ),
        )
        return [*found, *(text % {"count": count} for count, text in parts if count)]

    def _prizes(self) -> list[str]:
        if not self.prizes:
            return []
        if not self.amount:
            text = ngettext("%(count)s prize to hand over", "%(count)s prizes to hand over", self.prizes)
            return [text % {"count": self.prizes}]
        text = ngettext(
            "%(count)s prize to pay (%(amount)s)", "%(count)s prizes to pay (%(amount)s)", self.prizes
        )
        return [text % {"count": self.prizes, "amount": price_text(self.amount, self.currency)}]


def unfinished_in(event: Tournament) -> Unfinished:
    """Return what is open in an event."""
    payout = payout_of(event)
    totals = sums(payouts(event))
    entered = Entry.objects.filter(tournament=event, voided_at__isnull=True).exists()
    unlocked = payout is not None and payout.locked_at is None and entered
    return Unfinished(
        left=_left_in(event),
        ties=len(hands_of(event, unconfirmed=True)),
        # Not of players who were left when play ended early: their chips are counted at the tables.
        stacks=sum(place.needs_stack and place.state != "in" for place in results_of(event).places.values()),
        prizes=totals["outstanding"],
        amount=totals["outstanding_amount"],
        pool=pool_of(event).prizes if unlocked else 0,
        envelopes=len(bounties_of(event).undrawn),
        bounties=len(unclaimed_bounties(event)),
        overpaid=totals["overpaid"] or len(overpaid_in(event)),
        currency="" if payout is None else payout.currency,
    )


def _left_in(event: Tournament) -> int:
    """Return how many players of an event that has been played are left without a place if it ends now."""
    entered = entered_in(event)
    left = sum(one.out is None for one in entered)
    if left == len(entered) or winners_of(event) or final_stacks(event):
        return 0
    return left if left > 1 else 0


# Each costs a ranking of the field.
_closed = EventCache(unfinished_in)


def unfinished_in_closed(events: Iterable[Tournament]) -> dict[int, Unfinished]:
    """Return what is open in closed events, by event.

    Not for open events, where time alone may end the entry period.
    """
    return _closed.get_many(events)
