"""Delays before an ended process is restarted."""

from dataclasses import dataclass


@dataclass(slots=True)
class Backoff:
    """Short delays at first, longer ones while a process keeps ending, short ones again after it ran well.

    Attributes:
        first: seconds before the first try.
        longest: maximum delay in seconds.
        good_life: after a run of this many seconds, earlier failures no longer count.
    """

    first: float = 0.2
    longest: float = 5.0
    good_life: float = 10.0
    deaths: int = 0

    def after(self, lived: float) -> float:
        """Count a failure and return the delay in seconds.

        Args:
            lived: seconds between the start and the end.
        """
        if lived >= self.good_life:
            self.deaths = 0
        self.deaths += 1
        return float(min(self.longest, self.first * 2 ** min(self.deaths - 1, 30)))
