"""Limit on the sockets that a web process opens at once; further ones are refused with 503.

After a restart all screens come at once. Without this limit each handshake waits behind all others, takes longer than
its client waits for it, and fails: the process is busy all the time and opens no socket.
"""

from collections import Counter

# A process opens this many in about 0.2 s.
MOST = 200
# Of these, one address outside the room may have this many: otherwise it could fill all places with invented cookies.
OF_ONE_ADDRESS = 50
# Sent as Retry-After (seconds). Browsers ignore it for sockets and pause as after any failure.
RETRY_SECONDS = 5


class Handshakes:
    """The handshakes that a process has begun and not finished.

    Attributes:
        pending: handshakes in progress.
        of_client: by client, handshakes whose viewer is being looked up.
    """

    def __init__(self) -> None:
        self.pending = 0
        self.of_client: Counter[str] = Counter()

    @property
    def is_full(self) -> bool:
        """Return whether the next one must be turned away."""
        return self.pending >= MOST

    def begin(self) -> None:
        """Count a handshake."""
        self.pending += 1

    def end(self) -> None:
        """Count it no longer: it has been answered, or nothing works on it any more."""
        self.pending -= 1

    def begin_for_client(self, client: str, share: float) -> bool:
        """Count a client's handshake while its viewer is looked up, unless the client has too many of them.

        Args:
            client: its address (`client_of`).
            share: how many clients share this address (`share_of`).

        Returns:
            Whether it was counted.
        """
        if self.of_client[client] >= OF_ONE_ADDRESS * share:
            return False
        self.of_client[client] += 1
        return True

    def end_for_client(self, client: str) -> None:
        """Stop counting a client's handshake."""
        self.of_client[client] -= 1
        if not self.of_client[client]:
            del self.of_client[client]


HANDSHAKES = Handshakes()
