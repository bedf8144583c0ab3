"""Typed signals and queries, with which an app reaches higher apps that it may not import.

An app declares its announcements in `signals.py` and connects to others in `receivers.py`. Both are
loaded at start (`tourney/autodiscover.py`).
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Generic, TypeVar

from tourney.journal.tx import Tx
from tourney.models import JournalEntry, Tournament

Event = TypeVar("Event")
Question = TypeVar("Question")
Answer = TypeVar("Answer")


class Signal(Generic[Event]):
    """An announcement. Receivers run in the sender's transaction, in the order in which they were connected.

    Exceptions of receivers reach the sender: a `Refused` refuses the command.

    Args:
        event: the class of the events sent.
    """

    def __init__(self, event: type[Event]) -> None:
        self._event = event
        self._receivers: list[Callable[[Event], None]] = []

    def connect(self, receiver: Callable[[Event], None]) -> Callable[[Event], None]:
        """Call a function with every event. Works as a decorator."""
        if receiver not in self._receivers:
            self._receivers.append(receiver)
        return receiver

    def disconnect(self, receiver: Callable[[Event], None]) -> None:
        """Stop calling a function.

        Raises:
            ValueError: it is not connected.
        """
        self._receivers.remove(receiver)

    def send(self, event: Event) -> None:
        """Call every receiver.

        Raises:
            TypeError: the event is of another class.
        """
        if not isinstance(event, self._event):
            raise TypeError(f"Expected {self._event.__name__}, got {type(event).__name__}.")
        for receiver in self._receivers:
            receiver(event)


class Query(Generic[Question, Answer]):
    """A question that a higher app answers.

    Args:
        default: the answer if no provider has one.
    """

    def __init__(self, default: Callable[[Question], Answer]) -> None:
        self._default = default
        self._providers: list[Callable[[Question], Answer | None]] = []

    def provide(self, provider: Callable[[Question], Answer | None]) -> Callable[[Question], Answer | None]:
        """Add a provider of the answer; it returns None to pass the question on. Works as a decorator."""
        if provider not in self._providers:
            self._providers.append(provider)
        return provider

    def ask(self, question: Question) -> Answer:
        """Return the first answer of a provider, or the default."""
        for provider in self._providers:
            answer = provider(question)
            if answer is not None:
                return answer
        return self._default(question)


@dataclass(frozen=True, slots=True)
class Undone:
    """An undo has restored its rows and is about to be committed.

    Rows that are valid one by one may be inconsistent together. A receiver raises Refused for a state that no
    command would have produced.

    Attributes:
        original: the journal entry that was undone; of an undo that was undone, the one that it had undone.
        although_paid: the user was asked, as prizes were paid for the places that the undo changes, its bags are
            opened and played, or players have busted since the start that is undone.
        answer: what a receiver adds to the answer of the undo; `clock_paused`: a clock that ran before is paused.
    """

    tx: Tx
    original: JournalEntry
    although_paid: bool = False
    answer: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class BookRemoved:
    """An edition of a rulebook was removed. A receiver raises Refused while rows need it."""

    tx: Tx


@dataclass(frozen=True, slots=True)
class RulebookChanged:
    """An event gets another rulebook. `tx.tournament` has the new one already, but is not saved yet.

    Attributes:
        before: key of the old book.
    """

    tx: Tx
    before: str


@dataclass(frozen=True, slots=True)
class OutageEnded:
    """The server runs again after an outage.

    Attributes:
        since: when it was last known to run.
        until: when it was found to run again.
    """

    since: datetime
    until: datetime


# Whether an entry of the event is for two players, so that the counts of its field are of teams.
for_teams: Query[Tournament, bool] = Query(lambda _event: False)
# Sent before `undone`: that an event has ended for good is a better reason than what would be inconsistent in it.
final_undone = Signal(Undone)
undone = Signal(Undone)
book_removed = Signal(BookRemoved)
rulebook_changed = Signal(RulebookChanged)
outage_ended = Signal(OutageEnded)
