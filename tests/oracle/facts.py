"""What each rulebook says of what the oracle looks at, typed from the rulebooks."""

from dataclasses import dataclass
from typing import Literal

By = Literal["share", "stack"]


@dataclass(frozen=True, slots=True)
class Facts:
    """What a book says.

    Attributes:
        least: difference in players from which tables are balanced (PokerStars Live 2.5: three).
        across, within: who is ahead of those out in one hand at different tables, and at one.
        claim: ties are shared only in hands dealt after the announcement (Munot 79); before, stacks decide at a table.
        running_hand: the hand that runs when hand-for-hand is announced counts (TDA RP-8A, WSOP 126).
        dead_button: a button without its player stays in the empty chair; None: the oracle does not look.
        small_blind: somebody who is moved may get the small blind.
        halt: players fewer than at the fullest table that stop a table (PokerStars Live 2.5, TDA 11D, WSOP 67).
        by_elimination: only where so many went out there and nobody took their chairs (TDA 11D, WSOP 67).
        stud: who is moved in events with stud: "event": by position, where all of it is stud (PokerStars Live 2.5,
            TDA 11A); "any": the high card, in every game (WSOP 67b); None: the next big blind.
    """

    least: int = 2
    across: By = "share"
    within: By = "stack"
    claim: bool = False
    running_hand: bool = False
    dead_button: bool | None = None
    halt: int | None = None
    by_elimination: bool = False
    stud: Literal["event", "any"] | None = None


FACTS = {
    "munot": Facts(within="share", claim=True, dead_button=False),
    "other_poker": Facts(dead_button=True),
    "five_spades": Facts(across="stack"),
    "pokerstars_live": Facts(least=3, dead_button=True, halt=3, stud="event"),
    "tda": Facts(running_hand=True, dead_button=True, halt=3, by_elimination=True, stud="event"),
    "wsop": Facts(running_hand=True, halt=3, by_elimination=True, stud="any"),
}
_STUD = ("stud", "razz")


def is_stud(game: str) -> bool:
    """Whether a level's game is a stud game."""
    return any(word in game.lower() for word in _STUD)
