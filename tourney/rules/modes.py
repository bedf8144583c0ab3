"""Tournament modes of one event: what a mode of the book fixes (Five Spades 4.2, 4.13, 4.16, 4.17, 4.20)."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

from tourney.rulebooks.books.schema import Book
from tourney.rulebooks.books.schema.base import Policy
from tourney.rulebooks.books.schema.club import Cannonball, RebuyAddOn

Mode = Literal["freeze_out", "rebuy_add_on", "cannonball", "bounty", "mystery_bounty", "win_the_button"]
MODES: tuple[Mode, ...] = (
    "freeze_out", "rebuy_add_on", "cannonball", "bounty", "mystery_bounty", "win_the_button",
)  # fmt: skip
# The winner of a pot has the button in the next hand.
WIN_THE_BUTTON: Mode = "win_the_button"
# In these a player has one stack: no rebuys and no re-entries.
ONE_STACK: frozenset[Mode] = frozenset({"freeze_out", "cannonball", "bounty", "mystery_bounty"})


@dataclass(frozen=True, slots=True)
class FreeRebuy:
    """The rebuy of a mode: chips, how many per player, and the rows of the structure, from 0, that offer it."""

    chips: int
    price: int
    most: int
    from_row: int
    until_row: int


class BadStructure(ValueError):
    """A structure that does not fit a mode; `level` is the number of the first level at fault."""

    def __init__(
        self, code: Literal["too_few_levels", "levels_not_longer", "levels_not_shorter"], level: int
    ) -> None:
        super().__init__(code)
        self.code = code
        self.level = level


def mode_policy(book: Book, mode: str) -> Policy | None:
    """Return the book's policy for a mode of a single event; None if it is not played under this book."""
    return getattr(book.modes, mode) if mode in MODES else None


def modes_of(book: Book) -> tuple[Mode, ...]:
    """Return the modes of a single event that a book plays."""
    return tuple(mode for mode in MODES if mode_policy(book, mode) is not None)


def credit_row(policy: RebuyAddOn, breaks: Sequence[bool]) -> int:
    """Return the row of the structure, from 0, with which the add-on is credited (Five Spades 4.13).

    Args:
        policy: the book's.
        breaks: which rows are breaks.

    Raises:
        BadStructure: the structure ends before.
    """
    played = 0
    for row, is_break in enumerate(breaks):
        if played == policy.add_on_after_levels:
            return row
        played += not is_break
    raise BadStructure("too_few_levels", policy.add_on_after_levels + 1)


def free_rebuy(policy: RebuyAddOn, breaks: Sequence[bool], starting_stack: int) -> FreeRebuy:
    """Return the rebuy of the mode: until the add-on, a starting stack each (Five Spades 4.13).

    Args:
        policy: the book's.
        breaks: which rows of the structure are breaks.
        starting_stack: in chips.

    Raises:
        BadStructure: the structure ends before the add-on.
    """
    until = credit_row(policy, breaks) - 1
    return FreeRebuy(starting_stack, rebuy_price(policy), policy.rebuys, 0, until)


def rebuy_price(policy: RebuyAddOn) -> int:
    """Return the price of a rebuy in minor units; 0 if the book names none (Five Spades 4.13)."""
    return 0 if policy.rebuy_price is None else policy.rebuy_price.amount


def add_on_chips(policy: RebuyAddOn, starting_stack: int, rebuys: int) -> int:
    """Return the chips credited to a player in play (Five Spades 4.13): none after a rebuy, if the book says so.

    Args:
        policy: the book's.
        starting_stack: in chips.
        rebuys: rebuys of this player.
    """
    if rebuys and policy.add_on_only_without_rebuy:
        return 0
    return policy.add_on_stacks * starting_stack


def check_level_times(policy: Cannonball, durations: Sequence[int]) -> None:
    """Check that levels last longer and longer, or shorter and shorter (Five Spades 4.16).

    Args:
        policy: the book's.
        durations: of the levels without breaks, in ms.

    Raises:
        BadStructure: a level does not.
    """
    rising = policy.level_times == "rising"
    for number, (before, after) in enumerate(pairwise(durations), start=2):
        if after <= before if rising else after >= before:
            raise BadStructure("levels_not_longer" if rising else "levels_not_shorter", number)
