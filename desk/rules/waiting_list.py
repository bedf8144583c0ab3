"""The waiting list: order, offers of seats, repeated calls and skips. Pure.

Times are integer milliseconds.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from tourney.rulebooks.books.schema import Book, cite

Wants = Literal["entry", "re_entry", "surrender"]
Does = Literal["recall", "skip", "pass", "take_back", "call"]
WANTS: tuple[Wants, ...] = ("entry", "re_entry", "surrender")

FIRST, IN_TURN, LAST = 0, 1, 2


@dataclass(frozen=True, slots=True)
class Waiter:
    """A player on the list, or called from it.

    Attributes:
        booking: its id; of two who joined at the same time, the lower one was first.
        wants: the kind of entry.
        since: when they joined.
        at_once: whether it was requested right after busting or surrendering.
        sure: whether a member registered early enough for a guaranteed place (Five Spades 2.3).
        calls: how often they have been called.
        until: while called, the time until which the seat is kept; None while waiting.
        here: whether they checked in after the call; the seat is kept until the desk decides.
    """

    booking: int
    wants: Wants
    since: int
    at_once: bool = False
    sure: bool = False
    calls: int = 0
    until: int | None = None
    here: bool = False


@dataclass(frozen=True, slots=True)
class Patience:
    """How long the desk waits for a called player.

    Attributes:
        recalls: number of repeated calls before a skip.
    """

    recalls: int

    @property
    def round(self) -> int:
        """Return the number of calls until a player is skipped."""
        return self.recalls + 1

    def has_been_skipped(self, calls: int) -> bool:
        """Return whether a player with this many calls has been skipped once."""
        return calls > self.round


@dataclass(frozen=True, slots=True)
class Step:
    """An action for a booking of the list."""

    booking: int
    does: Does


@dataclass(frozen=True, slots=True)
class Place:
    """A position on the list: "you are 7th: 2 re-entries ahead".

    Attributes:
        position: counted from 1.
        ahead: number of players ahead, by the kind of entry they want.
        rule: the rule behind the order; "" for first come, first served.
    """

    position: int
    ahead: dict[Wants, int]
    rule: str


def rank(waiter: Waiter, book: Book) -> int:
    """Return the group of a player on the list: first, regular or last.

    - A re-entry goes first if the book says so: always, or only right after busting (Munot 27, 72).
    - A player who surrendered a stack goes last if the book says so (Munot 74).
    - A member who registered in time goes first (Five Spades 2.3).
    - Silent books: first come, first served.
    """
    entering = book.entering
    if waiter.wants == "surrender":
        ahead = entering.surrender.before_waiting_list if entering.surrender is not None else None
        if ahead == "never":
            return LAST
    elif waiter.wants == "re_entry":
        ahead = entering.re_entry.before_waiting_list if entering.re_entry is not None else None
    else:
        return FIRST if waiter.sure and entering.priority is not None else IN_TURN
    return FIRST if ahead == "always" or (ahead == "only_at_once" and waiter.at_once) else IN_TURN


def in_order(waiters: Sequence[Waiter], book: Book) -> list[Waiter]:
    """Return the list in processing order: by group, then first come, first served."""
    return sorted(waiters, key=lambda one: (rank(one, book), one.since, one.booking))


def rule_of(book: Book) -> str:
    """Return the rules behind the order: "Munot 73, Munot 27, 72, Munot 74"; "" for a book that is silent."""
    entering = book.entering
    policies = [
        entering.waiting_list,
        entering.re_entry if entering.re_entry and entering.re_entry.before_waiting_list else None,
        entering.surrender if entering.surrender and entering.surrender.before_waiting_list else None,
        entering.priority,
    ]
    return ", ".join(cite(book, policy) for policy in policies if policy is not None)


def place_of(booking: int, waiters: Sequence[Waiter], book: Book) -> Place | None:
    """Return a player's position and who is ahead; None if they are not waiting."""
    ordered = in_order(waiters, book)
    for index, waiter in enumerate(ordered):
        if waiter.booking == booking:
            ahead = Counter(one.wants for one in ordered[:index])
            return Place(index + 1, {wants: ahead[wants] for wants in WANTS if ahead[wants]}, rule_of(book))
    return None


def ahead_of(waiter: Waiter, waiters: Sequence[Waiter], book: Book) -> int:
    """Count players on the list who would go before a player who is not on it yet."""
    mine = (rank(waiter, book), waiter.since, waiter.booking)
    return sum((rank(one, book), one.since, one.booking) < mine for one in waiters)


def offers_seats(book: Book, *, started: bool) -> bool:
    """Return whether seats are offered to the list: from the start of play if the book opens it then (Munot
    73).

    If the book is silent, seats are offered as they come free.
    """
    policy = book.entering.waiting_list
    return started or policy is None or policy.opens != "at_start"


def is_guaranteed_at_close(book: Book) -> bool:
    """Return whether waiting players may still check in after entry closes (Munot 73); False if the book is
    silent.
    """
    policy = book.entering.waiting_list
    return policy is not None and policy.guaranteed_at_close is True


def skipped(waiter: Waiter, now: int, patience: Patience) -> Waiter | None:
    """Return a skipped player: at the end of the list the first time; None (off the list) the second time.

    A place ahead of others is lost, as it is only for players who come at once.
    """
    if patience.has_been_skipped(waiter.calls):
        return None
    return replace(
        waiter,
        since=now,
        at_once=False,
        sure=False,
        until=None,
        here=False,
        calls=max(waiter.calls, patience.round),
    )


def steps(
    waiting: Sequence[Waiter],
    called: Sequence[Waiter],
    seats: int | None,
    now: int,
    book: Book,
    patience: Patience,
    *,
    opened: bool = True,
) -> list[Step]:
    """Return the actions due on the list, in order.

    A called player who does not come in time is called again, then skipped, and taken off the list the
    second time. This does not apply to a player who has checked in. If there are fewer seats than
    promised (a table was removed), the last called players wait again in their old place, checked-in
    players last of all. The remaining free seats are offered to the first players.

    Args:
        waiting: the list, in any order.
        called: players with a promised seat.
        seats: total seats that may be promised, including those promised already; None: no limit.
        now: the current time.
        opened: whether the list is being processed; otherwise no new players are called.

    Returns:
        The steps; empty if nothing is due. Once they are carried out, nothing more is due at the same
        time.
    """
    found: list[Step] = []
    line = list(waiting)
    kept: list[Waiter] = []
    for one in sorted(called, key=lambda one: (one.until or 0, one.booking)):
        if one.here or one.until is None or one.until > now:
            kept.append(one)
        elif one.calls % patience.round:
            found.append(Step(one.booking, "recall"))
            kept.append(one)
        elif (back := skipped(one, now, patience)) is None:
            found.append(Step(one.booking, "pass"))
        else:
            found.append(Step(one.booking, "skip"))
            line.append(back)
    seats = len(kept) + len(line) if seats is None else max(0, seats)
    by_claim = sorted(in_order(kept, book), key=lambda one: not one.here)
    # Withdraw seats from absent players before checked-in ones.
    too_many = [one.booking for one in sorted(by_claim[seats:], key=lambda one: (one.here, one.booking))]
    if too_many:
        found = [step for step in found if step.booking not in too_many]
        return found + [Step(booking, "take_back") for booking in too_many]
    if not opened:
        return found
    return found + [Step(one.booking, "call") for one in in_order(line, book)[: seats - len(kept)]]
