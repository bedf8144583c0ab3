"""What the checks of an action need to know, so that they can be made before anybody presses, too."""

from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from tourney.access.roles import Actor
from tourney.models import Tournament
from tourney.now import room_now
from tourney.rulebooks.books.schema import Book
from tourney.rulebooks.shelf import book_of


class Asking(Protocol):
    """Who asks for something in which event, and when: an action (`Tx`), or somebody who only looks (`Looking`).

    A check that takes this reads, refuses, and changes nothing.
    """

    @property
    def tournament(self) -> Tournament:
        """In which event."""

    @property
    def book(self) -> Book:
        """Its rulebook."""

    @property
    def actor(self) -> Actor:
        """Who asks."""

    @property
    def now(self) -> datetime:
        """The room's time."""

    @property
    def moment(self) -> datetime:
        """When it counts from."""


@dataclass(frozen=True, slots=True)
class Looking:
    """Somebody who wants to know what would be refused.

    Attributes:
        tournament: in which event.
        actor: who would do it.
        now: the room's time.
    """

    tournament: Tournament
    actor: Actor
    now: datetime

    @property
    def book(self) -> Book:
        """The rulebook of the event."""
        return book_of(self.tournament.book)

    @property
    def moment(self) -> datetime:
        """When it would count from: now."""
        return self.now


def looking(event: Tournament, actor: Actor) -> Looking:
    """Somebody who looks at an event now."""
    return Looking(event, actor, room_now())
