"""The end of an event: who has won, and what staff have to do then. Reads only."""

from dataclasses import dataclass

from prizes.heads import winner_of
from prizes.money import payout_of
from prizes.owed import owed_in
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
        unpaid: how many players are still owed something.
        closed: whether the event is closed.
    """

    name: str
    pays: bool
    locked: bool
    unpaid: int
    closed: bool


def ending_of(event: Tournament) -> Ending | None:
    """Return what is left to do; None while nobody has won."""
    winner = winner_in(event)
    if winner is None:
        return None
    payout = payout_of(event)
    locked = payout is not None and payout.locked_at is not None
    unpaid = sum(1 for one in owed_in(event).values() if one.open > 0) if locked else 0
    return Ending(winner.player.name, payout is not None, locked, unpaid, event.closed_at is not None)
