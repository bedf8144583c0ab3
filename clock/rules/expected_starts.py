"""When the rows of a structure are expected to start. Pure."""

from collections.abc import Sequence

from clock.rules.reading import Reading
from clock.rules.structure import Level


def expected_starts(levels: Sequence[Level], read: Reading, now: int) -> list[int | None]:
    """Return the time at which each row is expected to start, in ms; None where it is not known.

    It is known for all rows while a planned start is ahead, and for later rows while the clock runs: not for
    rows that have begun, and not beyond the end of the day.

    Args:
        levels: the rows of the structure.
        read: the clock's reading at `now`.
        now: time of the reading, in ms.
    """
    starts: list[int | None] = [None] * len(levels)
    if read.state == "waiting" and read.starts_in is not None:
        position, at = 0, now + read.starts_in
    elif read.state == "running" and not levels[read.position].ends_day:
        position, at = read.position + 1, now + read.remaining
    else:
        return starts
    for row in range(position, len(levels)):
        starts[row] = at
        at += levels[row].duration
        if levels[row].ends_day:
            break
    return starts
