"""Measure how long the checks of a simulated event take, so that the time of its commands can be told apart."""

import time
from collections.abc import Callable, Sequence
from typing import Any

from simulation.driver.context import Findings, Observe, Observer
from tourney.models import JournalEntry, Tournament


class TimedObserver:
    """Wrap an observer, and add up the time that its checks take.

    Attributes:
        seconds: time spent on checks so far.
    """

    def __init__(self) -> None:
        self.seconds = 0.0
        self._observer: Observer | None = None

    def of(self, observe: Observe) -> Observe:
        """Return a function that creates the observer and wraps it in this one."""

        def created(event: Tournament, findings: Findings) -> Observer:
            self._observer = observe(event, findings)
            return self

        return created

    def continues(self, earlier: Sequence[Any]) -> None:
        """Continue from the observers of earlier stages."""
        assert self._observer is not None
        self._observer.continues(earlier)

    def follow(self, lines: Sequence[JournalEntry]) -> None:
        """Check new journal entries."""
        self._timed(lambda observer: observer.follow(lines))

    def settled(self) -> None:
        """Check the tables when no proposal is open."""
        self._timed(lambda observer: observer.settled())

    def compare(self, stacks: int) -> None:
        """Compare the rows with the journal, and the chips in play with those of all stacks."""
        self._timed(lambda observer: observer.compare(stacks))

    def audit(self, *, over: bool) -> None:
        """Compare the prizes with the journal."""
        self._timed(lambda observer: observer.audit(over=over))

    def finish(self) -> None:
        """Check the whole event after its last command."""
        self._timed(lambda observer: observer.finish())

    def _timed(self, check: Callable[[Observer], None]) -> None:
        assert self._observer is not None
        began = time.perf_counter()
        check(self._observer)
        self.seconds += time.perf_counter() - began
