"""The colour-up of an event: which chip leaves when and what it becomes, and what is done with those found later. Pure.

How the odd chips of one table are raced is in `procedures.rules.race`.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from clock.rules.structure import Level
from procedures.rules.race import BigChips, Colours, Held, Raced
from tourney.rulebooks.books.schema import Book

Starts = Literal["seat_1", "left_of_button"]
When = Literal["ahead", "now", "late"]
Lack = Literal["", "no_chips", "no_bigger_chip", "not_a_multiple", "smaller_stays"]


@dataclass(frozen=True, slots=True)
class Due:
    """A chip that leaves play.

    Attributes:
        small: its value. `big`: of the next bigger one that stays; None where `lack` says why there is none.
        at: row in which it is raced, counted from 0: the break in or before which it leaves, else the level that
            follows.
        in_break: whether that row is a break.
        lack: "": none. `no_chips`: nobody has named the event's chips. `no_bigger_chip`: no bigger one stays.
            `not_a_multiple`: the next bigger one is none of it. `smaller_stays`: a smaller one that it is a multiple of
            stays in play, so that it can be changed into those without a race.
    """

    small: int
    big: int | None
    at: int
    in_break: bool
    lack: Lack = ""

    def when(self, position: int) -> When:
        """Whether the row in which it is raced is still to come, is there, or is over."""
        return "ahead" if position < self.at else "now" if position == self.at else "late"


def races_ahead(levels: Sequence[Level], chips: Collection[int], settled: Collection[int] = ()) -> list[Due]:
    """Chips that a structure has leave play, in the order in which they are raced: by their rows, then the smallest
    first.

    Args:
        chips: values of the event's chips; empty where nobody has named them.
        settled: values whose race is over, runs, or was called off; they are left out.
    """
    found: list[Due] = []
    gone: set[int] = set()
    for row, level in enumerate(levels):
        leaving = {value for value in level.colour_up if value not in gone and (not chips or value in chips)}
        gone |= leaving
        at = row if level.kind == "break" else row + 1
        # Nothing follows the last level in which anybody would miss a bigger chip.
        if at >= len(levels):
            continue
        staying = [value for value in chips if value not in gone]
        for small in sorted(leaving - set(settled)):
            big, lack = next_bigger(small, staying) if chips else (None, "no_chips")
            found.append(Due(small, big, at, levels[at].kind == "break", lack))
    return found


def wanted(ahead: Sequence[Due], position: int) -> list[Due]:
    """Of the chips that leave play those that somebody has to think of now: to be raced in the running row or left over
    from the one before, and those of the next row in which any is.

    Args:
        ahead: as `races_ahead` gives them.
        position: the running row, counted from 0.
    """
    coming = min((one.at for one in ahead if one.at > position), default=None)
    return [one for one in ahead if one.at == coming or position - 1 <= one.at <= position]


def next_bigger(small: int, staying: Collection[int]) -> tuple[int | None, Lack]:
    """The chip that one which leaves is raced for: the next bigger one that stays, a multiple of it.

    Args:
        staying: values of the chips that stay in play.

    Returns:
        Its value, or None and why there is none.
    """
    if any(value < small and small % value == 0 for value in staying):
        return None, "smaller_stays"
    big = min((value for value in staying if value > small), default=None)
    if big is None:
        return None, "no_bigger_chip"
    return (big, "") if big % small == 0 else (None, "not_a_multiple")


def time_until(levels: Sequence[Level], position: int, remaining: int, at: int) -> int:
    """How long it is until a row begins, in ms; 0 where it has begun.

    Args:
        position: the running row. `remaining`: what is left of it, in ms.
        at: the row.
    """
    if at <= position:
        return 0
    return max(remaining, 0) + sum(level.duration for level in levels[position + 1 : at])


@dataclass(frozen=True, slots=True)
class Way:
    """How a race is held.

    Attributes:
        policy: how many big chips are raced. `starts`: who is dealt to first. `suits`: from the highest to the lowest.
    """

    policy: BigChips
    starts: Starts
    suits: tuple[str, ...]


def way_of(book: Book, usual_suits: Sequence[str], *, self_dealt: bool = False) -> Way:
    """How the book has a race held; where it is silent, from seat 1 and by halves.

    Args:
        self_dealt: whether the players deal themselves; then some books have nothing raced (Other Poker 16).
    """
    policy = book.chips.race
    if policy is None:
        return Way("half", "seat_1", tuple(usual_suits))
    by_hand = self_dealt and policy.self_dealt == "round_each"
    suits: tuple[str, ...] = tuple(policy.suits) if policy.suits else tuple(usual_suits)
    return Way("round_each" if by_hand else policy.big_chips, policy.starts, suits)


def dealing_order(seats: Collection[int], starts: Starts, button: int | None) -> list[int]:
    """Seats in the order in which cards are dealt: from seat 1 (Munot 24, Other Poker 16, Five Spades 3.17, TDA 24A,
    WSOP 77), or from the first one left of the button (PokerStars Live 3.2).

    Args:
        button: its seat.

    Raises:
        ValueError: it begins left of the button, and nobody has said where that is.
    """
    if starts == "seat_1":
        return sorted(seats)
    if button is None:
        raise ValueError("Nobody has said where the button is.")
    return sorted(seats, key=lambda seat: (seat <= button, seat))


class HiddenChips(ValueError):
    """The count of a stack does not tell small chips from others."""


def hidden_in_a_count(colours: Colours, others: Collection[int]) -> list[int]:
    """Chips that make the count of a whole stack ambiguous: their value is not a multiple of the big chip's, so the
    rest of the count can be made of them as well as of small chips. Two colours that leave together are the usual case.

    Args:
        others: values of all other chips that players may hold.

    Returns:
        Their values, the smallest first; empty where a count tells the small chips.
    """
    return sorted(value for value in others if value != colours.small and value % colours.big)


def held_by_count(stack: int, colours: Colours, others: Collection[int] = ()) -> Held:
    """What a count of a whole stack says of the odd chips in it: what makes no whole big chip is in small ones.

    Whole lots of small chips in it count as what they are exchanged for.

    Args:
        stack: chips, in value.
        others: values of all other chips that players may hold.

    Raises:
        ValueError: something is left that small chips cannot make up.
        HiddenChips: other chips can make up what is left, too.
    """
    if hidden_in_a_count(colours, others):
        raise HiddenChips
    rest = stack % colours.big
    if rest % colours.small:
        raise ValueError(f"{rest} cannot be made up of chips of {colours.small}.")
    return Held(small=rest // colours.small, others=stack - rest)


@dataclass(frozen=True, slots=True)
class Totals:
    """What a race did, in numbers of chips and, last, in value.

    Attributes:
        before: small chips that were there. All of them have left play.
        exchanged: of these, those that made whole big chips. `raced`: the odd ones.
        big: big chips handed out for all of them. `won`: of these in the race, `saved`: to those who would have lost
            their last chip.
        change: by how much the chips in play are worth more than before, by rounding; negative: less.
    """

    before: int = 0
    exchanged: int = 0
    raced: int = 0
    big: int = 0
    won: int = 0
    saved: int = 0
    change: int = 0

    def __add__(self, other: "Totals") -> "Totals":
        return Totals(
            self.before + other.before,
            self.exchanged + other.exchanged,
            self.raced + other.raced,
            self.big + other.big,
            self.won + other.won,
            self.saved + other.saved,
            self.change + other.change,
        )


def totals_of(held: Mapping[int, Held], outcome: Mapping[int, Raced], colours: Colours) -> Totals:
    """Count what a table's race did.

    Args:
        held: by seat, before it. `outcome`: by seat, of everybody who held small chips.
    """
    before = sum(one.small for one in held.values())
    raced = sum(one.odd for one in outcome.values())
    won, saved = sum(one.won for one in outcome.values()), sum(one.saved for one in outcome.values())
    return Totals(
        before=before,
        exchanged=before - raced,
        raced=raced,
        big=sum(one.big for one in outcome.values()),
        won=won,
        saved=saved,
        change=(won + saved) * colours.big - raced * colours.small,
    )


@dataclass(frozen=True, slots=True)
class Found:
    """What becomes of chips that turn up when their colour has left play.

    Attributes:
        given: value of the chips in play that they are exchanged for. `removed`: value that is lost with the rest.
        chips: (value, how many) of what is given, the biggest first.
    """

    given: int
    removed: int
    chips: tuple[tuple[int, int], ...]


def found_later(value: int, count: int, staying: Collection[int]) -> Found:
    """Chips found later are exchanged at their value and never rounded up: three of 25 are no 100 (Munot 24, TDA 24C,
    WSOP 77). Where a book has them forfeited unless they make up a chip in play (PokerStars Live 3.2), those that do
    are exchanged as well, and the rest is lost: it comes to the same.

    Args:
        value: of one of them. `count`: how many.
        staying: values of the chips in play.

    Raises:
        ValueError: there are none, or it is in play still.
    """
    if count < 1 or value < 1:
        raise ValueError("Nothing was found.")
    if value in staying:
        raise ValueError(f"Chips of {value} are in play.")
    left, made = value * count, []
    for chip in sorted(staying, reverse=True):
        pieces, left = divmod(left, chip)
        if pieces:
            made.append((chip, pieces))
    return Found(given=value * count - left, removed=left, chips=tuple(made))


def whole_lots(count: int, colours: Colours) -> tuple[int, int]:
    """What a colour-up of one player's stack changes: big chips for whole lots, and the small ones that stay, as
    nothing is raced then (Munot 25, PokerStars Live 3.3).

    Args:
        count: small chips the player has.
    """
    return divmod(count, colours.lot)
