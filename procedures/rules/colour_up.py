"""Colour-up of an event: which chip leaves when, what it is raced for, and chips found later. Pure.

`procedures.rules.race` has the race of one table's odd chips.
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
        small: its value. `big`: of the next bigger one that stays; None for the reason in `lack`.
        at: row in which it is raced, from 0: the break in or before which it leaves, else the next level.
        in_break: whether that row is a break.
        lack: "": none. `no_chips`: the event's chips are not set. `no_bigger_chip`: no bigger one stays.
            `not_a_multiple`: the next bigger one is not a multiple of it. `smaller_stays`: a smaller one that
            divides it stays in play, so it can be exchanged without a race.
        at_start: that row lies between two days, while chips are in bags: it is raced before the first hand of the
            day, whatever the clock shows.
    """

    small: int
    big: int | None
    at: int
    in_break: bool
    lack: Lack = ""
    at_start: bool = False

    def when(self, position: int) -> When:
        """Return whether the row of the race is to come, current, or over."""
        if position < self.at:
            return "ahead"
        return "now" if position == self.at or self.at_start else "late"


def rows_between_days(levels: Sequence[Level], last: int) -> range:
    """Return the rows between two days: from the one after the last level that was played to the next level.

    Args:
        last: row at which the clock stood when the day ended, from 0.
    """
    played = max((row for row in range(last + 1) if levels[row].kind == "level"), default=-1)
    following = (row for row in range(last + 1, len(levels)) if levels[row].kind == "level")
    return range(played + 1, next(following, len(levels) - 1) + 1)


def races_ahead(
    levels: Sequence[Level],
    chips: Collection[int],
    settled: Collection[int] = (),
    at_start: Collection[int] = (),
) -> list[Due]:
    """Return the chips that a structure removes, in racing order: by row, then the smallest first.

    Args:
        chips: values of the event's chips; empty if not set.
        settled: values whose race is over, running, or cancelled; they are left out.
        at_start: rows between the latest day and the one before (`rows_between_days`).
    """
    found: list[Due] = []
    gone: set[int] = set()
    for row, level in enumerate(levels):
        leaving = {value for value in level.colour_up if value not in gone and (not chips or value in chips)}
        gone |= leaving
        at = row if level.kind == "break" else row + 1
        # After the last level a chip race makes no difference.
        if at >= len(levels):
            continue
        staying = [value for value in chips if value not in gone]
        for small in sorted(leaving - set(settled)):
            big, lack = next_bigger(small, staying) if chips else (None, "no_chips")
            found.append(Due(small, big, at, levels[at].kind == "break", lack, at in at_start))
    return found


def wanted(ahead: Sequence[Due], position: int) -> list[Due]:
    """Return the leaving chips that need attention now: to be raced in the current row, at the start of the day, or
    overdue, and those of the next row with any.

    Args:
        ahead: as returned by `races_ahead`.
        position: the current row, from 0.
    """
    coming = min((one.at for one in ahead if one.at > position), default=None)
    return [
        one
        for one in ahead
        if one.at == coming or (one.at <= position and (one.at_start or one.at >= position - 1))
    ]


def next_bigger(small: int, staying: Collection[int]) -> tuple[int | None, Lack]:
    """Return the chip that a leaving chip is raced for: the next bigger one that stays, a multiple of it.

    Args:
        staying: values of the chips that stay in play.

    Returns:
        Its value, or None and the reason.
    """
    if any(value < small and small % value == 0 for value in staying):
        return None, "smaller_stays"
    big = min((value for value in staying if value > small), default=None)
    if big is None:
        return None, "no_bigger_chip"
    return (big, "") if big % small == 0 else (None, "not_a_multiple")


def time_until(levels: Sequence[Level], position: int, remaining: int, at: int) -> int:
    """Return the time until a row begins, in ms; 0 if it has begun.

    Args:
        position: the current row. `remaining`: its time left, in ms.
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
    """Return how the book holds a race; if it is silent, from seat 1 and by halves.

    Args:
        self_dealt: whether players deal themselves; some books then race nothing (Other Poker 16).
    """
    policy = book.chips.race
    if policy is None:
        return Way("half", "seat_1", tuple(usual_suits))
    by_hand = self_dealt and policy.self_dealt == "round_each"
    suits: tuple[str, ...] = tuple(policy.suits) if policy.suits else tuple(usual_suits)
    return Way("round_each" if by_hand else policy.big_chips, policy.starts, suits)


def dealing_order(seats: Collection[int], starts: Starts, button: int | None) -> list[int]:
    """Return seats in dealing order: from seat 1 (Munot 24, Other Poker 16, Five Spades 3.17, TDA 24A, WSOP
    77), or from the first one left of the button (PokerStars Live 3.2).

    Args:
        button: its seat.

    Raises:
        ValueError: it begins left of the button, and the button is unknown.
    """
    if starts == "seat_1":
        return sorted(seats)
    if button is None:
        raise ValueError("The button is unknown.")
    return sorted(seats, key=lambda seat: (seat <= button, seat))


class HiddenChips(ValueError):
    """A stack count does not distinguish small chips from others."""


def hidden_in_a_count(colours: Colours, others: Collection[int]) -> list[int]:
    """Return chips that make a stack count ambiguous: their value is not a multiple of the big chip's, so the
    rest of the count can consist of them as well as of small chips. Two colours that leave together are the
    usual case.

    Args:
        others: values of all other chips that players may hold.

    Returns:
        Their values, the smallest first; empty if a count determines the small chips.
    """
    return sorted(value for value in others if value != colours.small and value % colours.big)


def held_by_count(stack: int, colours: Colours, others: Collection[int] = ()) -> Held:
    """Derive the odd chips from a stack count: the part below a whole big chip consists of small ones.

    Whole lots of small chips count as the big chips they are exchanged for.

    Args:
        stack: chips, in value.
        others: values of all other chips that players may hold.

    Raises:
        ValueError: small chips cannot make up the rest.
        HiddenChips: other chips can make up the rest as well.
    """
    if hidden_in_a_count(colours, others):
        raise HiddenChips
    rest = stack % colours.big
    if rest % colours.small:
        raise ValueError(f"{rest} cannot be made up of chips of {colours.small}.")
    return Held(small=rest // colours.small, others=stack - rest)


@dataclass(frozen=True, slots=True)
class RaceTotals:
    """Result of a race, in numbers of chips and, last, in value.

    Attributes:
        before: small chips before the race. All of them have left play.
        exchanged: of these, those that made whole big chips. `raced`: the odd ones.
        big: big chips handed out for all of them. `won`: of these in the race, `saved`: to players who would
            have lost their last chip.
        change: increase in the value of chips in play through rounding; negative: decrease.
    """

    before: int = 0
    exchanged: int = 0
    raced: int = 0
    big: int = 0
    won: int = 0
    saved: int = 0
    change: int = 0

    def __add__(self, other: "RaceTotals") -> "RaceTotals":
        return RaceTotals(
            self.before + other.before,
            self.exchanged + other.exchanged,
            self.raced + other.raced,
            self.big + other.big,
            self.won + other.won,
            self.saved + other.saved,
            self.change + other.change,
        )


def totals_of(held: Mapping[int, Held], outcome: Mapping[int, Raced], colours: Colours) -> RaceTotals:
    """Return the totals of a table's race.

    Args:
        held: by seat, before it. `outcome`: by seat, of all players who held small chips.
    """
    before = sum(one.small for one in held.values())
    raced = sum(one.odd for one in outcome.values())
    won, saved = sum(one.won for one in outcome.values()), sum(one.saved for one in outcome.values())
    return RaceTotals(
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
    """Exchange of chips found after their colour has left play.

    Attributes:
        given: value of the chips in play received. `removed`: value lost with the rest.
        chips: (value, number) of the chips received, the biggest first.
    """

    given: int
    removed: int
    chips: tuple[tuple[int, int], ...]


def found_later(value: int, count: int, staying: Collection[int]) -> Found:
    """Exchange chips found later at their value, never rounded up: three of 25 do not make 100 (Munot 24, TDA
    24C, WSOP 77). If a book has them forfeited unless they make up a chip in play (PokerStars Live 3.2),
    those that do are exchanged and the rest is lost, with the same result.

    Args:
        value: value of one chip. `count`: number of chips.
        staying: values of the chips in play.

    Raises:
        ValueError: there are none, or the chip is still in play.
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
    """Return the result of colouring up one player's stack: big chips for whole lots, and the small ones that
    stay, as nothing is raced then (Munot 25, PokerStars Live 3.3).

    Args:
        count: small chips the player has.
    """
    return divmod(count, colours.lot)
