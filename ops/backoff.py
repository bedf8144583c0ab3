"""How long to wait before a process that ended is started again."""

from dataclasses import dataclass


@dataclass(slots=True)
class Backoff:
    """Quick at first, slower while it keeps ending, quick again after a good life.

    Attributes:
        first: seconds before the first try.
        longest: seconds that are never exceeded.
        good_life: a process that lived this many seconds is forgiven what was before.
    """

    first: float = 0.2
    longest: float = 5.0
    good_life: float = 10.0
    deaths: int = 0

    def after(self, lived: float) -> float:
        """Count a death and say how many seconds to wait.

        Args:
            lived: seconds between the start and the end.
        """
        if lived >= self.good_life:
            self.deaths = 0
        self.deaths += 1
        return float(min(self.longest, self.first * 2 ** min(self.deaths - 1, 30)))
