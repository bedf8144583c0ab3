"""Decide whether an event is balanced by the stud rule. Pure."""

from collections.abc import Collection

from tourney.rulebooks.books.schema import Book

# Families of games that contain stud, in part or entirely (`clock.rules.games`).
WITH_STUD = frozenset({"stud", "mixed"})


def balanced_as_stud(families: Collection[str], book: Book) -> bool:
    """Return whether players move as in stud, depending on the event's games and not on the current level.

    In a stud tournament they always do (PokerStars Live 2.5, TDA 11A); where the book says so, in every game
    of an event that contains stud (WSOP 67b). Otherwise the next big blind moves, even during a stud level.

    Args:
        families: families of the games of all levels.
    """
    policy = book.seating.balancing
    if policy is None or policy.stud is None or not families:
        return False
    if policy.stud_in == "events_with_stud":
        return bool(WITH_STUD & {*families})
    return all(family == "stud" for family in families)


def button_stays(family: str, book: Book) -> bool:
    """Return whether the button stays after a hand: stud has none (TDA 11B, WSOP 67b).

    Args:
        family: family of the current game.
    """
    policy = book.seating.stud_button
    return family == "stud" and (policy is None or policy.stays)
