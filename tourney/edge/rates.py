"""Rate limits for clients: token buckets in the memory of each process."""

import functools
import threading
import time
from collections import OrderedDict

from django.conf import settings

from tourney.edge.peers import Network, group_of, is_within, networks_of

# Limit of remembered clients; the least recently seen one is dropped first.
_CLIENTS = 20_000


class Rate:
    """A token bucket for each client.

    Args:
        setting: the name of the setting with the rate per minute.
        seconds: time in which an empty bucket fills; a burst may be as large as a full bucket.
    """

    def __init__(self, setting: str, *, seconds: float = 60.0) -> None:
        self._setting, self._seconds = setting, seconds
        # By client: requests left, and the time of the last update.
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()
        self._lock = threading.Lock()

    def take(self, client: str, *, share: float = 1.0, cost: float = 1.0) -> float:
        """Take from a client's bucket.

        Args:
            client: an address, or a credential.
            share: how many clients share this address (`share_of`).
            cost: of this request.

        Returns:
            0 if it may be answered, otherwise the seconds to wait; a rate of 0 refuses all requests.
        """
        a_second = float(getattr(settings, self._setting)) * share / 60
        if a_second <= 0:
            return self._seconds
        most = max(a_second * self._seconds, cost)
        now = time.monotonic()
        with self._lock:
            left, at = self._left.pop(client, (most, now))
            left = min(most, left + (now - at) * a_second)
            wait = 0.0 if left >= cost else (cost - left) / a_second
            self._left[client] = (left if wait else left - cost, now)
            while len(self._left) > _CLIENTS:
                self._left.popitem(last=False)
        return wait

    def forget(self, client: str) -> None:
        """Reset a client's bucket."""
        with self._lock:
            self._left.pop(client, None)

    def forget_all(self) -> None:
        """Reset all buckets."""
        with self._lock:
            self._left.clear()


def share_of(address: str) -> float:
    """Return how many clients an address counts as: all guests may share the room's own address."""
    return (
        float(settings.ROOM_ALLOWANCE)
        if is_within(address, _networks(tuple(settings.ROOM_ADDRESSES)))
        else 1.0
    )


def client_of(address: str) -> str:
    """Return the key under which an address is counted."""
    return group_of(address)


@functools.lru_cache(maxsize=4)
def _networks(texts: tuple[str, ...]) -> list[Network]:
    return networks_of(texts)
