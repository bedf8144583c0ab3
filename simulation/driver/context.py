"""Context of a simulated event: its state, findings and observer."""

import logging
from collections.abc import Callable, Sequence
from typing import Any, Protocol

from simulation.driver.event_state import EventState, journal_entries_after
from tourney.models import JournalEntry, Tournament
from tourney.rulebooks.shelf import book_of

log = logging.getLogger(__name__)
# Maximum number of faults with a description; all are counted.
_MOST_WORDS = 50


class Findings:
    """Checks made and failures found.

    Attributes:
        made: number of checks. `failed`: number of failures. `faults`: descriptions of failures.
    """

    def __init__(self) -> None:
        self.made = 0
        self.failed = 0
        self.faults: list[str] = []

    def judge(self, what: str, faults: list[str]) -> None:
        """Record the outcome of a check."""
        self.made += 1
        if faults:
            self.failed += 1
            self.faults += [f"{what}: {fault}" for fault in faults][: _MOST_WORDS - len(self.faults)]
            log.error("%s: %s", what, "; ".join(faults))


class Observer(Protocol):
    """Checks an event while it is simulated, and records failures."""

    def continues(self, earlier: Sequence[Any]) -> None:
        """Go on from the observers of earlier stages, whose players come into this event."""

    def follow(self, lines: Sequence[JournalEntry]) -> None:
        """Check new journal entries."""

    def settled(self) -> None:
        """Check the tables when no proposal is open."""

    def compare(self, stacks: int) -> None:
        """Compare the rows with the journal, and the chips in play with those of all stacks.

        Args:
            stacks: chips of all players in play, without ghosts.
        """

    def audit(self, *, over: bool) -> None:
        """Compare the prizes with the journal.

        Args:
            over: whether everything is paid.
        """

    def finish(self) -> None:
        """Check the whole event after its last command."""


class NoObserver:
    """An observer that checks nothing."""

    def continues(self, earlier: Sequence[Any]) -> None:
        """Check nothing."""

    def follow(self, lines: Sequence[JournalEntry]) -> None:
        """Check nothing."""

    def settled(self) -> None:
        """Check nothing."""

    def compare(self, stacks: int) -> None:
        """Check nothing."""

    def audit(self, *, over: bool) -> None:
        """Check nothing."""

    def finish(self) -> None:
        """Check nothing."""


Observe = Callable[[Tournament, Findings], Observer]


def no_observer(_event: Tournament, _findings: Findings) -> Observer:
    """Return an observer that checks nothing."""
    return NoObserver()


class EventContext:
    """Context shared by all actors of an event.

    Attributes:
        event: as it was when the simulation began. `book`: its rulebook.
        state: the event according to its journal. `findings`: results of checks. `observer`: the checker.
    """

    def __init__(self, event: Tournament, observe: Observe = no_observer) -> None:
        self.event = event
        self.book = book_of(event.book)
        self.state = EventState(event.pk)
        self.findings = Findings()
        self.observer = observe(event, self.findings)

    def judge(self, what: str, faults: list[str]) -> None:
        """Record the outcome of a check."""
        self.findings.judge(what, faults)

    def follow(self) -> list[JournalEntry]:
        """Read new journal entries, and have them checked."""
        lines = journal_entries_after(self.event.pk, self.state.seq)
        if lines:
            self.observer.follow(lines)
        for line in lines:
            self.state.take(line)
        return lines
