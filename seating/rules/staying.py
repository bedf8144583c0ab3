"""How long ghosts and absent players stay. Pure."""

from tourney.rulebooks.books.schema.seating import Absent, Ghosts

MINUTE = 60_000


def ghosts_are_due(
    policy: Ghosts, *, breaks_begun: int, levels_played: int, played: int, entry_open: bool
) -> bool:
    """Whether ghosts leave now (Five Spades 9.5, 9.6: in the first break, as a rule after four levels, after two hours
    at the latest).

    Args:
        policy: of the book.
        breaks_begun: how many breaks have begun.
        levels_played: how many whole levels are over.
        played: ms of play so far, breaks left out.
        entry_open: whether anybody can still enter.
    """
    if policy.leave == "entry_closes" and not entry_open:
        return True
    if policy.leave == "first_break" and breaks_begun:
        return True
    if policy.leave_after_levels is not None and levels_played >= policy.leave_after_levels:
        return True
    return policy.leave_at_most_minutes is not None and played >= policy.leave_at_most_minutes * MINUTE


def is_away_too_long(policy: Absent | None, *, away: int) -> bool:
    """Whether an absent player is taken out (Five Spades 9.5: after two hours of net playing time).

    Args:
        policy: of the book; None: it says nothing, and nobody is taken out.
        away: ms of play since the player was noted as away.
    """
    if policy is None or policy.removed_after_minutes is None:
        return False
    return away >= policy.removed_after_minutes * MINUTE
