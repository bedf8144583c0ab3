"""The waiting list: who goes first, who is offered a chair, who is called again, skipped, passed over. Pure.

Moments are integers of milliseconds.
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
    """Somebody on the list, or called from it.

    Attributes:
        booking: whose; of two who came at the same moment the lower one was first.
        wants: what for.
        since: since when they wait.
        at_once: asked for right after busting or giving up.
        sure: a member who registered early enough to have a sure place (Five Spades 2.3).
        calls: how often they have been called.
        until: while called, until when the chair is kept; None while waiting.
        here: came when they were called and was checked in: the chair is kept until the desk decides.
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
    """How long the desk waits for who is called.

    Attributes:
        recalls: how often somebody is called again before being skipped.
    """

    recalls: int

    @property
    def round(self) -> int:
        """Calls until somebody is skipped."""
        return self.recalls + 1

    def has_been_skipped(self, calls: int) -> bool:
        """Whether somebody who was called so often has gone back behind the others once already."""
        return calls > self.round


@dataclass(frozen=True, slots=True)
class Step:
    """What is to be done with a booking of the list."""

    booking: int
    does: Does


@dataclass(frozen=True, slots=True)
class Place:
    """Where somebody stands: "you are 7th: 2 re-entries ahead".

    Attributes:
        position: counted from 1.
        ahead: how many before them, by what those want.
        rule: that the order rests on; "" where it is first come, first served.
    """

    position: int
    ahead: dict[Wants, int]
    rule: str


def rank(waiter: Waiter, book: Book) -> int:
    """Which group of the list somebody belongs to: before all others, in turn, or behind all others.

    - A re-entry goes first where the book says so: always, or only at once after busting (Munot 27, 72).
    - Who gave up a stack goes last where the book denies them that (Munot 74).
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
    """The list as it is worked off: group by group, within each first come, first served."""
    return sorted(waiters, key=lambda one: (rank(one, book), one.since, one.booking))


def rule_of(book: Book) -> str:
    """The rules the order rests on: "Munot 73, Munot 27, 72, Munot 74"; "" for a book that is silent."""
    entering = book.entering
    policies = [
        entering.waiting_list,
        entering.re_entry if entering.re_entry and entering.re_entry.before_waiting_list else None,
        entering.surrender if entering.surrender and entering.surrender.before_waiting_list else None,
        entering.priority,
    ]
    return ", ".join(cite(book, policy) for policy in policies if policy is not None)


def place_of(booking: int, waiters: Sequence[Waiter], book: Book) -> Place | None:
    """Where somebody stands, and who is ahead; None if they do not wait."""
    ordered = in_order(waiters, book)
    for index, waiter in enumerate(ordered):
        if waiter.booking == booking:
            ahead = Counter(one.wants for one in ordered[:index])
            return Place(index + 1, {wants: ahead[wants] for wants in WANTS if ahead[wants]}, rule_of(book))
    return None


def ahead_of(waiter: Waiter, waiters: Sequence[Waiter], book: Book) -> int:
    """How many of the list would go before somebody who is not on it yet."""
    mine = (rank(waiter, book), waiter.since, waiter.booking)
    return sum((rank(one, book), one.since, one.booking) < mine for one in waiters)


def is_worked_off(book: Book, *, started: bool) -> bool:
    """Whether chairs are offered to the list by now: from the start on where the book opens it then (Munot 73).
    Silent: as chairs come free.
    """
    policy = book.entering.waiting_list
    return started or policy is None or policy.opens != "at_start"


def is_guaranteed_at_close(book: Book) -> bool:
    """Whether who is on the list when entry closes keeps the chance to check in (Munot 73). Silent: no."""
    policy = book.entering.waiting_list
    return policy is not None and policy.guaranteed_at_close is True


def skipped(waiter: Waiter, now: int, patience: Patience) -> Waiter | None:
    """Somebody who did not come: back behind the others once; None when they are passed over for good.

    The place ahead of others is lost: it was for who comes at once.
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
    chairs: int | None,
    now: int,
    book: Book,
    patience: Patience,
    *,
    opened: bool = True,
) -> list[Step]:
    """What is to be done with the list at a moment, in order.

    Who was called and did not come in time is called again, then skipped, and at the second time passed over; who came
    and was checked in is none of that, however long the sale takes. If there are fewer chairs than promised (a table
    was taken away), the last ones called wait again, in their old place, those who stand at the desk last of all. What
    is free after that is offered to the first ones.

    Args:
        waiting: the list, in any order.
        called: those a chair is promised to.
        chairs: chairs that may be promised altogether, those promised already included; None: any number.
        now: the moment.
        opened: whether the list is worked off by now; otherwise nobody new is called.

    Returns:
        Steps; none where nothing is to be done. Carried out they leave nothing to be done at the same moment.
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
    chairs = len(kept) + len(line) if chairs is None else max(0, chairs)
    by_claim = sorted(in_order(kept, book), key=lambda one: not one.here)
    # Nobody at the desk loses a chair while one is promised to somebody who is not there.
    too_many = [one.booking for one in sorted(by_claim[chairs:], key=lambda one: (one.here, one.booking))]
    if too_many:
        found = [step for step in found if step.booking not in too_many]
        return found + [Step(booking, "take_back") for booking in too_many]
    if not opened:
        return found
    return found + [Step(one.booking, "call") for one in in_order(line, book)[: chairs - len(kept)]]
