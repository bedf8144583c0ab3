"""Rules for absent players: moving the button, and removing their stacks. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass

from seating.rules.one_hand import ASKED_FOR
from seating.rules.played import Proposed, Why
from tourney.rulebooks.books.schema import Book, cite
from tourney.rulebooks.books.schema.seating import Absent

MINUTE = 60_000


@dataclass(frozen=True, slots=True)
class Lone:
    """A table at which one player is present, and the others are away.

    Attributes:
        table: its number.
        alone: for how long, in ms of play.
        moved: how long ago the button was moved on, in ms; None: not since then.
        hands: finished at the table, which tells one move of the button from the next.
    """

    table: int
    alone: int
    moved: int | None
    hands: int


@dataclass(frozen=True, slots=True)
class NoHand:
    """A player who has been away since the first level, and the level that is played now."""

    entry: int
    table: int
    seat: int
    level: int


@dataclass(frozen=True, slots=True)
class Hands:
    """What is known of the hands of a player who is away. Durations in ms.

    Attributes:
        told: whether the table tells of its hands.
        before: hands told between the player's seating and the absence.
        first: whether all hands the table ever told came after the absence began.
        after: hands told since the player is away at the table.
        played: of the event before the absence began.
        seated: how long the player had the seat before; None: given it while away.
        away: how much has been played since.
    """

    told: bool
    before: int
    first: bool
    after: int
    played: int
    seated: int | None
    away: int


def has_missed_all(one: Hands) -> bool:
    """Whether hands were dealt, and a player who is away can have played none of them (WSOP 16).

    Where the table tells of its hands they decide. Elsewhere a player who was there for longer than a hand takes may
    have played one.
    """
    at_once = one.played <= ASKED_FOR or (one.seated is not None and one.seated <= ASKED_FOR)
    if one.told:
        return one.after > 0 and not one.before and (at_once or one.first)
    return at_once and one.away > ASKED_FOR


def button_is_due(one: Lone, policy: Absent) -> bool:
    """Whether the button is moved on: once one player was alone for so long, and then at intervals (WSOP 36)."""
    after, every = policy.alone_after_minutes, policy.alone_button_every_minutes
    if after is None or every is None or one.alone < after * MINUTE:
        return False
    return one.moved is None or one.moved >= every * MINUTE


def loses_the_stack(one: NoHand, policy: Absent) -> bool:
    """Whether a player who has played no hand loses the stack by now (WSOP 16)."""
    level = policy.out_without_hand_by_level
    return level is not None and one.level >= level


def absentees_wanted(lone: Sequence[Lone], missing: Sequence[NoHand], book: Book) -> list[Proposed]:
    """What the book wants of tables with one player, and of players who never came.

    Args:
        lone: tables at which one player is present.
        missing: players who have been away since the first level.
        book: the event's.
    """
    policy = book.seating.absent
    if policy is None:
        return []
    rule = cite(book, policy)
    found = [
        Proposed(
            "advance",
            f"advance {one.table} {one.hands}",
            {"table": one.table},
            rule,
            (Why("alone", (("minutes", one.alone // MINUTE),)),),
        )
        for one in lone
        if button_is_due(one, policy)
    ]
    found += [
        Proposed(
            "no_hand",
            f"no_hand e{one.entry}",
            {"entry": one.entry, "table": one.table, "seat": one.seat},
            rule,
            (Why("never_came", (("level", one.level),)),),
        )
        for one in missing
        if loses_the_stack(one, policy)
    ]
    return found
