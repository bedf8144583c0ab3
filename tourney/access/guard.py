"""Lock-out of addresses that guess: tokens, pairing codes."""

from datetime import timedelta

from tourney.edge.peers import group_of
from tourney.models import Attempt
from tourney.now import room_now

_WINDOW = timedelta(minutes=10)
_LIMIT = 20


class LockedOut(Exception):
    """Too many wrong guesses from one address; try again in ten minutes."""


def check(kind: str, address: str, *, limit: int = _LIMIT, window: timedelta = _WINDOW) -> None:
    """Let an address try, or not.

    Args:
        kind: of guess.
        address: whose; or a name for what is guessed at.
        limit: so many wrong ones are too many within `window`.

    Raises:
        LockedOut: it was wrong too often.
    """
    since = room_now() - window
    if Attempt.objects.filter(kind=kind, address=group_of(address)[:45], at__gte=since).count() >= limit:
        raise LockedOut


def note_failure(kind: str, address: str, *, window: timedelta = _WINDOW) -> None:
    """Remember a wrong guess; forget those of this kind that are older than `window`."""
    now = room_now()
    Attempt.objects.filter(kind=kind, at__lt=now - window).delete()
    Attempt.objects.create(kind=kind, address=group_of(address)[:45], at=now)
