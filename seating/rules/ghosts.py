"""Rules for how long ghosts and absent players stay. Pure."""

from tourney.rulebooks.books.schema.seating import Absent, Ghosts

MINUTE = 60_000


def ghosts_are_due(
    policy: Ghosts, *, breaks_begun: int, levels_played: int, played: int, entry_open: bool
) -> bool:
    """Whether ghosts leave now (Five Spades 9.5, 9.6: in the first break, normally after four levels, after
    two hours at the latest).

    Args:
        policy: the book's.
        breaks_begun: number of breaks begun.
        levels_played: number of completed levels.
        played: ms of play so far, without breaks.
        entry_open: whether players can still enter.
    """
    if policy.leave == "entry_closes" and not entry_open:
        return True
    if policy.leave == "first_break" and breaks_begun:
        return True
    if policy.leave_after_levels is not None and levels_played >= policy.leave_after_levels:
        return True
    return policy.leave_at_most_minutes is not None and played >= policy.leave_at_most_minutes * MINUTE


def is_away_too_long(policy: Absent | None, *, away: int) -> bool:
    """Return whether to remove an absent player (Five Spades 9.5: after two hours of net playing time).

    Args:
        policy: the book's; None: the book is silent, and absent players stay.
        away: ms of play since the player was marked absent.
    """
    if policy is None or policy.removed_after_minutes is None:
        return False
    return away >= policy.removed_after_minutes * MINUTE
