"""Context for running admission checks, with or without a transaction."""

from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from tourney.access.roles import Actor
from tourney.models import Tournament
from tourney.now import room_now
from tourney.rulebooks.books.schema import Book
from tourney.rulebooks.shelf import book_of


class CheckContext(Protocol):
    """The event, the actor and the time of a check: a command (`Tx`), or a preview of one (`Preview`).

    A check that takes this reads, refuses, and changes nothing.
    """

    @property
    def tournament(self) -> Tournament:
        """Return the event."""

    @property
    def book(self) -> Book:
        """Return the event's rulebook."""

    @property
    def actor(self) -> Actor:
        """Return the login or token that asks."""

    @property
    def now(self) -> datetime:
        """Return the room's time."""

    @property
    def effective_at(self) -> datetime:
        """Return the time from which the command counts."""


@dataclass(frozen=True, slots=True)
class Preview:
    """A preview of what a command would refuse.

    Attributes:
        tournament: the event.
        actor: the login that would send the command.
        now: the room's time.
    """

    tournament: Tournament
    actor: Actor
    now: datetime

    @property
    def book(self) -> Book:
        """Return the event's rulebook."""
        return book_of(self.tournament.book)

    @property
    def effective_at(self) -> datetime:
        """Return the time from which it would count: now."""
        return self.now


def preview(event: Tournament, actor: Actor) -> Preview:
    """Return a preview of an event now."""
    return Preview(event, actor, room_now())
