"""The end of an event: who has won, and what staff have to do then. Reads only."""

from dataclasses import dataclass

from prizes.boards.payouts import payouts
from prizes.heads import bounties_of, winner_of
from prizes.money import payout_of
from prizes.unclaimed import unclaimed_bounties
from tourney.models import Entry, Tournament
from tourney.moment import once_a_moment


@once_a_moment
def winner_in(event: Tournament) -> Entry | None:
    """Return the entry that has won; None while several are left, or somebody may still enter.

    Cheap while several are left: it is asked for at every bust and by every reading of the clock.
    """
    left = Entry.objects.filter(tournament=event, out_at__isnull=True, voided_at__isnull=True)
    rows = list(left.select_related("player")[:2])
    return rows[0] if len(rows) == 1 and winner_of(event) == rows[0].pk else None


@dataclass(frozen=True, slots=True)
class Ending:
    """What is left to do once somebody has won.

    Attributes:
        name: the winner's, as staff read it.
        pays: whether it was said how the event pays.
        locked: whether the prizes are locked.
        unpaid: how many players are still owed money, a ticket or another thing.
        envelopes: how many envelopes of a mystery bounty are to be drawn.
        unclaimed: how many bounties nobody has claimed.
        closed: whether the event is closed.
    """

    name: str
    pays: bool
    locked: bool
    unpaid: int
    envelopes: int
    unclaimed: int
    closed: bool

    @property
    def paid(self) -> bool:
        """Whether everybody has what they have won."""
        return self.locked and not (self.unpaid or self.envelopes or self.unclaimed)


def ending_of(event: Tournament) -> Ending | None:
    """Return what is left to do; None while nobody has won."""
    winner = winner_in(event)
    if winner is None:
        return None
    payout = payout_of(event)
    locked = payout is not None and payout.locked_at is not None
    return Ending(
        name=winner.player.name,
        pays=payout is not None,
        locked=locked,
        unpaid=sum(one["state"] == "owed" for one in payouts(event)) if locked else 0,
        envelopes=len(bounties_of(event).owed),
        unclaimed=len(unclaimed_bounties(event)),
        closed=event.closed_at is not None,
    )
