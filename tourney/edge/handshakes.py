"""Limit on the sockets that a web process opens at once; further ones are refused with 503.

After a restart all screens come at once. Without this limit each handshake waits behind all others, takes longer than
its client waits for it, and fails: the process is busy all the time and opens no socket.
"""

# A process opens this many in about 0.2 s.
MOST = 200
# Sent as Retry-After (seconds). Browsers ignore it for sockets and pause as after any failure.
RETRY_SECONDS = 5


class Handshakes:
    """The handshakes that a process has begun and not finished."""

    def __init__(self) -> None:
        self.pending = 0

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


HANDSHAKES = Handshakes()
