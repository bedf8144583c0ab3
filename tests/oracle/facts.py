"""Facts of each rulebook that the oracle checks, typed in from the books."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Literal

from tourney.rulebooks.books.loader import shipped
from tourney.rulebooks.books.schema import Book

# A player who was sent to a table is assumed to sit there after this time.
WALK = timedelta(minutes=15)
By = Literal["share", "stack"]


@dataclass(frozen=True, slots=True)
class Facts:
    """The facts of a rulebook.

    Attributes:
        least: difference in players from which tables are balanced (PokerStars Live 2.5: three).
        within_one_from: up to this number of tables they are balanced to within one player (WSOP 67).
        across, within: how busts in one hand are ranked at different tables, and at one table.
        claim: ties are shared only in hands dealt after the announcement (Munot 79); before, stacks decide at
            a table.
        running_hand: the hand in progress when hand-for-hand is announced counts (TDA RP-8A, WSOP 126).
        dead_button: a button without its player stays at the empty seat; None: not checked.
        small_blind: a moved player may get the small blind.
        halt: a table this many players short of the fullest one halts (PokerStars Live 2.5, TDA 11D, WSOP
            67).
        by_elimination: only if as many busted there and their seats were not taken again (TDA 11D, WSOP 67).
        spare: spare tables needed to break one during registration (Munot 10b: two); None: none is broken
            then.
        final: players at the final table, by seats per table; if missing, the seats of a table.
        redraws: numbers of tables at which seats are redrawn, by the minimum number of entries (WSOP 68).
        late_stage: balancing is at the director's discretion late in an event (PokerStars Live 2.5).
        stud: player to move in events with stud: "event": by position, in pure stud events (PokerStars Live
            2.5, TDA 11A); "any": the high card, in every game (WSOP 67b); None: the next big blind.
    """

    least: int = 2
    within_one_from: int = 0
    across: By = "share"
    within: By = "stack"
    claim: bool = False
    running_hand: bool = False
    dead_button: bool | None = None
    halt: int | None = None
    by_elimination: bool = False
    small_blind: bool = False
    spare: int | None = None
    final: Mapping[int, int] = field(default_factory=dict)
    redraws: Mapping[int, tuple[int, ...]] = field(default_factory=dict)
    late_stage: bool = False
    stud: Literal["event", "any"] | None = None


FACTS = {
    "munot": Facts(within="share", claim=True, dead_button=False, spare=2, final={6: 9, 8: 9, 9: 9, 10: 9}),
    "other_poker": Facts(dead_button=True, final={6: 10, 8: 10, 9: 10, 10: 10}),
    "five_spades": Facts(across="stack", spare=1, final={6: 6, 8: 9, 9: 9, 10: 9}),
    "pokerstars_live": Facts(least=3, dead_button=True, halt=3, stud="event", late_stage=True),
    "tda": Facts(
        running_hand=True,
        dead_button=True,
        halt=3,
        by_elimination=True,
        stud="event",
        final={6: 7, 8: 9, 9: 9},
    ),
    "wsop": Facts(
        within_one_from=12,
        running_hand=True,
        halt=3,
        by_elimination=True,
        stud="any",
        final={6: 7, 8: 9, 9: 10},
        redraws={51: (2,), 100: (2, 3)},
    ),
}


def facts_of(book: Book) -> Facts:
    """Return the facts of a rulebook: as typed in here, or from the policies of a room's own edition.

    Of an edition only the policies checked during an event are read: balancing, breaking and halting tables.
    """
    if shipped().get(book.key) == book:
        return FACTS[book.key]
    seating = book.seating
    balancing, breaking, halting = seating.balancing, seating.breaking, seating.halting
    spare = breaking.spare_tables_during_entry if breaking is not None else None
    if spare is None and breaking is not None and breaking.only_after_entry_closes is False:
        spare = 1
    return Facts(
        least=max((balancing.difference if balancing is not None else None) or 2, 2),
        within_one_from=(halting.within_one_from_tables if halting is not None else None) or 0,
        small_blind=balancing is not None and balancing.small_blind_allowed is True,
        spare=spare,
        halt=halting.short_by if halting is not None else None,
        by_elimination=halting is not None and halting.only_by_elimination is True,
    )


_STUD = ("stud", "razz")


def is_stud(game: str) -> bool:
    """Return whether a level's game is a stud game."""
    return any(word in game.lower() for word in _STUD)
