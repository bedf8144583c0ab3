"""Lock out addresses that guess tokens or pairing codes."""

from datetime import timedelta

from tourney.edge.peers import group_of
from tourney.models import Attempt
from tourney.now import room_now

_WINDOW = timedelta(minutes=10)
_LIMIT = 20


class LockedOut(Exception):
    """Too many wrong guesses from one address; try again in ten minutes."""


def check(kind: str, address: str, *, limit: int = _LIMIT, window: timedelta = _WINDOW) -> None:
    """Refuse an address with too many wrong attempts.

    Args:
        kind: of attempt.
        address: of the client, or a name for the target of the guesses.
        limit: number of wrong attempts within `window` that locks it out.

    Raises:
        LockedOut: there were too many wrong attempts.
    """
    since = room_now() - window
    if Attempt.objects.filter(kind=kind, address=group_of(address)[:45], at__gte=since).count() >= limit:
        raise LockedOut


def note_failure(kind: str, address: str, *, window: timedelta = _WINDOW) -> None:
    """Record a wrong attempt; delete those of this kind that are older than `window`."""
    now = room_now()
    Attempt.objects.filter(kind=kind, at__lt=now - window).delete()
    Attempt.objects.create(kind=kind, address=group_of(address)[:45], at=now)
