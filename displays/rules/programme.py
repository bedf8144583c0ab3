"""What a group shows by time of day. Pure; `static/shared/feed/programme.js` does the same (programmes.json)."""

from collections.abc import Sequence

DAY_MINUTES = 24 * 60
# Of a slide.
LEAST_SECONDS, MOST_SECONDS = 5, 600


def holding(times: Sequence[int], minute: int) -> int | None:
    """Return the index of the entry of a schedule that holds; None if there are none.

    The last one of a day holds beyond midnight, until the first one of the next day.

    Args:
        times: from when each holds, in minutes after midnight, in ascending order.
        minute: of the day, in the room's time.
    """
    begun = [index for index, at in enumerate(times) if at <= minute]
    return begun[-1] if begun else (len(times) - 1 if times else None)
