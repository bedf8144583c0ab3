"""When a message is sent again, and when a webhook is paused. Pure."""

from collections.abc import Sequence
from datetime import timedelta

# Pauses after the first, the second … failed attempt; after the last one the message is given up.
PAUSES = tuple(timedelta(seconds=seconds) for seconds in (10, 30, 120, 600, 1800, 3600, 7200, 14400))
ATTEMPTS = len(PAUSES) + 1
# A webhook whose receiver has refused so many messages in a row is paused.
MOST_REFUSED = 10
# Statuses with which a receiver asks for another attempt, besides 5xx.
_AGAIN = frozenset({0, 408, 425, 429})
_GONE = 410


def outcome(status: int, attempts: int) -> str:
    """Return what follows an attempt: `delivered`, `again`, `given_up`, `refused` or `gone`.

    Args:
        status: of the answer; 0 if there was none.
        attempts: including this one.
    """
    if 200 <= status < 300:
        return "delivered"
    if status == _GONE:
        return "gone"
    if status in _AGAIN or status >= 500:
        return "again" if attempts < ATTEMPTS else "given_up"
    return "refused"


def pause_after(attempts: int, asked: int) -> timedelta:
    """Return how long to wait after a failed attempt.

    Args:
        attempts: including this one.
        asked: seconds that the receiver asked for; an hour is the most that counts.
    """
    own = PAUSES[min(attempts, len(PAUSES)) - 1]
    return max(own, timedelta(seconds=min(asked, 3600)))


def refuses_all(states: Sequence[str]) -> bool:
    """Return whether the latest messages were all refused.

    Args:
        states: of the last `MOST_REFUSED` messages.
    """
    return len(states) >= MOST_REFUSED and set(states) == {"refused"}
