"""Which payments are reversed to get an overpaid amount back. Pure."""

from collections.abc import Sequence


def to_reverse(payments: Sequence[tuple[int, int]], over: int) -> list[int]:
    """Return the payments to reverse, by key, so that at least `over` comes back; what is too much is paid again.

    One payment if one is enough, the smallest of those; otherwise several, the newest first.

    Args:
        payments: (key, amount) of what was paid and not reversed, the newest first.
        over: the amount overpaid.
    """
    enough = [one for one in payments if one[1] >= over]
    if enough:
        return [min(enough, key=lambda one: one[1])[0]]
    found, back = [], 0
    for key, amount in payments:
        if back >= over:
            break
        found.append(key)
        back += amount
    return found
