"""Rules for absent players: advancing the button, and removing their stacks. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass

from seating.rules.one_hand import ASKED_FOR
from seating.rules.played import Proposed, Why
from tourney.rulebooks.books.schema import Book, cite
from tourney.rulebooks.books.schema.seating import Absent

MINUTE = 60_000


@dataclass(frozen=True, slots=True)
class Lone:
    """A table with one player present and the others absent.

    Attributes:
        table: table number.
        alone: how long the player has been alone, in ms of play.
        moved: how long ago the button was advanced, in ms; None: not since then.
        hands: hands completed at the table, which distinguishes one advance of the button from the next.
    """

    table: int
    alone: int
    moved: int | None
    hands: int


@dataclass(frozen=True, slots=True)
class NoHand:
    """A player absent since the first level, and the current level."""

    entry: int
    table: int
    seat: int
    level: int


@dataclass(frozen=True, slots=True)
class Hands:
    """What is known of the hands of an absent player. Durations in ms.

    Attributes:
        records_hands: whether the table records its hands.
        before: hands recorded between seating and absence.
        first: whether all hands the table ever recorded came after the absence began.
        after: hands recorded since the player is absent from the table.
        played: event time before the absence began.
        seated: how long the player had the seat before; None: seated while absent.
        away: event time since then.
    """

    records_hands: bool
    before: int
    first: bool
    after: int
    played: int
    seated: int | None
    away: int


def has_missed_all(one: Hands) -> bool:
    """Return whether hands were dealt and an absent player can have played none of them (WSOP 16).

    Recorded hands decide, if the table records them. Otherwise a player who was present for longer than a
    hand takes may have played one.
    """
    at_once = one.played <= ASKED_FOR or (one.seated is not None and one.seated <= ASKED_FOR)
    if one.records_hands:
        return one.after > 0 and not one.before and (at_once or one.first)
    return at_once and one.away > ASKED_FOR


def button_is_due(one: Lone, policy: Absent) -> bool:
    """Whether to advance the button: after one player was alone for a time, then at intervals (WSOP 36)."""
    after, every = policy.alone_after_minutes, policy.alone_button_every_minutes
    if after is None or every is None or one.alone < after * MINUTE:
        return False
    return one.moved is None or one.moved >= every * MINUTE


def loses_the_stack(one: NoHand, policy: Absent) -> bool:
    """Return whether a player who has played no hand loses the stack now (WSOP 16)."""
    level = policy.out_without_hand_by_level
    return level is not None and one.level >= level


def absentees_wanted(lone: Sequence[Lone], missing: Sequence[NoHand], book: Book) -> list[Proposed]:
    """Return what the book requires for lone players and for players who never came.

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
