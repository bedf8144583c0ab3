"""Button and blinds, and how they move from hand to hand. Pure; docs/floor.md describes them.

Seats are numbered clockwise. Everything depends on the big blind: it goes to the next player regardless of
busts and arrivals (Five Spades 9.4, TDA 32); small blind and button follow.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from tourney.rulebooks.books.schema.seating import Seating


@dataclass(frozen=True, slots=True)
class Positions:
    """Positions of one hand.

    Attributes:
        button, small_blind, big_blind: seats, counted from 1. An empty one is dead.
    """

    button: int
    small_blind: int
    big_blind: int


@dataclass(frozen=True, slots=True)
class Ring:
    """A table as the blinds see it.

    Attributes:
        seats: number of seats, numbered clockwise from 1.
        live: seats dealt in: players', present or absent, and ghosts', ascending.

    Raises:
        ValueError: `live` is not ascending or contains a seat that does not exist.
    """

    seats: int
    live: tuple[int, ...]

    def __post_init__(self) -> None:
        if list(self.live) != sorted(set(self.live)) or not set(self.live) <= set(range(1, self.seats + 1)):
            raise ValueError(f"No table has {self.seats} chairs and players at {self.live}.")

    def clockwise(self, start: int) -> list[int]:
        """Return live seats clockwise, beginning after a seat and ending with it."""
        return sorted(self.live, key=lambda seat: turn(start, seat))


@dataclass(frozen=True, slots=True)
class ButtonRules:
    """How a book moves the button.

    Attributes:
        dead_button: whether the button may be at an empty seat.
        button_pays: which blind it posts heads-up: "small_blind" or "big_blind".
        lies: where a dead button lies: at the seat it should go to ("empty_seat"), or with the player who
            acts last ("last_player").
        skips_newcomer: whether a button that stays back stays with its player rather than go to a player who
            sat down between it and the small blind (Five Spades 4.10).
        dealt_in: when a newcomer is dealt in; see `Arrival`.
    """

    dead_button: bool = True
    button_pays: str = "small_blind"
    lies: str = "empty_seat"
    skips_newcomer: bool = False
    dealt_in: str = "at_once_except_behind_button"

    @property
    def at_a_player(self) -> bool:
        """Return whether the button always lies in front of a player."""
        return not self.dead_button or self.lies == "last_player"


def button_rules(seating: Seating) -> ButtonRules:
    """Return a book's button rules; where it is silent, the defaults in the policies' docstrings.

    No rule is needed here to keep a heads-up player from posting the big blind in two consecutive hands
    (`HeadsUp.big_blind_twice_running`): it follows from the order of the big blind.
    """
    button, heads_up, arrival = seating.button, seating.heads_up, seating.arrival
    silent = ButtonRules()
    return ButtonRules(
        dead_button=silent.dead_button if button is None else button.dead_button,
        button_pays=silent.button_pays if heads_up is None else heads_up.button_pays,
        lies=silent.lies if button is None or button.lies is None else button.lies,
        skips_newcomer=arrival is not None and arrival.button_skips_newcomer is True,
        dealt_in=silent.dealt_in if arrival is None else arrival.dealt_in,
    )


def turn(start: int, seat: int) -> tuple[bool, int]:
    """Return a key that sorts seats clockwise from the one after `start`; `start` itself comes last."""
    return seat <= start, seat


def between(start: int, seat: int, end: int) -> bool:
    """Return whether a seat lies clockwise between two others. No seat lies between a seat and itself."""
    return start != end and turn(start, seat) < turn(start, end)


def first_hand(ring: Ring, button: int, rules: ButtonRules, big_blind: int | None = None) -> Positions:
    """Return the positions of a hand whose button is given.

    The blinds are the next two players after that seat. If the big blind is known, the small blind is the
    player before it; with no player between it and the button, it is dead. An empty seat is a dead button; if
    the book has none, the button goes to the last player before the seat, and the blinds stay where they are.

    Args:
        ring: seats dealt in.
        button: the button's seat.
        rules: the book's.
        big_blind: the seat that posts it, if the caller knows.

    Raises:
        ValueError: nobody sits at the table, there is no such seat, or these positions cannot be combined.
    """
    order = _somebody(ring).clockwise(button)
    if not 1 <= button <= ring.seats or big_blind not in (None, *ring.live):
        raise ValueError(f"No positions: button {button}, big blind {big_blind}, players at {ring.live}.")
    if len(order) == 1:
        return Positions(order[0], order[0], order[0])
    if len(order) == 2:
        found = _heads_up(ring, big_blind or _second(order, button, rules), rules)
        if button in order and found.button != button:
            raise ValueError(
                f"Between two the button pays the {rules.button_pays}: not {button} and {big_blind}."
            )
        return found
    big = order[1] if big_blind is None else big_blind
    before = [seat for seat in order if between(button, seat, big)]
    dead = big - 1 if big > 1 else ring.seats
    small = before[-1] if before else dead
    last = [seat for seat in order if between(big, seat, button) or seat == button != big]
    if small == button or not last:
        raise ValueError(f"With the button at {button} the big blind is not {big}: players at {ring.live}.")
    return Positions(last[-1] if rules.at_a_player else button, small, big)


def _second(order: Sequence[int], button: int, rules: ButtonRules) -> int:
    """Return which of two players posts the big blind, given the one after the button."""
    return order[0] if button == order[1] and rules.button_pays == "small_blind" else order[1]


def next_hand(ring: Ring, before: Positions, rules: ButtonRules) -> Positions:
    """Return the positions of the next hand.

    The big blind goes to the next player, the small blind to the seat that had the big one, the button to the
    seat that had the small one. Heads-up, one player has both button and small blind (Munot 34, Other Poker
    26, PokerStars Live 3.1.2, TDA 34B). A lone player has every position.

    Args:
        ring: seats dealt in for the coming hand.
        before: positions of the last one.
        rules: the book's.

    Raises:
        ValueError: nobody sits at the table.
    """
    big = next_big_blind(ring, before)
    if len(ring.live) == 1:
        return Positions(big, big, big)
    if len(ring.live) == 2:
        return _heads_up(ring, big, rules)
    small = before.big_blind
    return Positions(_button(ring, before, big, rules), small, big)


def _heads_up(ring: Ring, big: int, rules: ButtonRules) -> Positions:
    small = next(seat for seat in ring.live if seat != big)
    return Positions(small if rules.button_pays == "small_blind" else big, small, big)


def _button(ring: Ring, before: Positions, big: int, rules: ButtonRules) -> int:
    """Return the button of a hand for three or more: the seat that had the small blind.

    If that seat is empty, the button is dead and stays there (TDA 32, Other Poker 24, PokerStars Live 3.1.1),
    or goes to the player who acts last without it (Munot 32, Five Spades 9.4). That player also has it if
    otherwise only the two blinds would be dealt in, because all others sat down between button and small
    blind, and if the big blind has reached or passed that seat, as from a heads-up hand.
    """
    due, small = before.small_blind, before.big_blind
    others = [seat for seat in ring.clockwise(big) if seat not in (small, big)]
    due_in_order = between(big, due, small)
    dealt_to = [seat for seat in others if due_in_order and (seat == due or between(big, seat, due))]
    if dealt_to and not rules.at_a_player:
        return due
    stayed = [seat for seat in dealt_to if not (rules.skips_newcomer and _sat_out(before, seat))]
    return (stayed or dealt_to or others)[-1]


def _sat_out(hand: Positions, seat: int) -> bool:
    """Return whether a seat was between button and small blind, so that it was not dealt in."""
    return between(hand.button, seat, hand.small_blind)


def posts(ring: Ring, positions: Positions, rules: ButtonRules) -> tuple[int | None, int]:
    """Return who posts the small blind of a hand, None if it is dead, and who posts the big blind.

    Args:
        ring: seats dealt in for this hand.
        positions: its positions.
        rules: the book's.

    Raises:
        ValueError: the big blind's seat is empty, or heads-up positions contradict the book.
    """
    live, small, big = ring.live, positions.small_blind, positions.big_blind
    if big not in live or (len(live) == 2 and positions != _heads_up(ring, big, rules)):
        raise ValueError(f"This hand cannot be played: {positions}, players at {live}.")
    return (small if small in live and small != big else None), big


def next_big_blind(ring: Ring, before: Positions) -> int:
    """Return who posts the big blind in the next hand.

    Raises:
        ValueError: nobody sits at the table.
    """
    return _somebody(ring).clockwise(before.big_blind)[0]


def hands_until_big_blind(ring: Ring, before: Positions, seat: int) -> int:
    """Return after how many hands a seat posts the big blind if the players stay the same: 1 is the next
    hand.

    Args:
        seat: a free seat is treated as if it were occupied.
    """
    own = turn(before.big_blind, seat)
    return 1 + sum(turn(before.big_blind, other) < own for other in ring.live)


def gets_cards(ring: Ring, coming: Positions, seat: int, rules: ButtonRules) -> bool:
    """Whether a player who has just sat down, or still waits, is dealt in next hand: everywhere but between
    button and small blind (Munot 8, Other Poker 5, Five Spades 4.10, PokerStars Live 2.4, TDA 8A). Heads-up,
    both players are.

    Args:
        ring: seats dealt in for the coming hand, including this one.
        coming: its positions.
        rules: the book's.
    """
    if len(ring.live) <= 2 or rules.dealt_in == "at_once":
        return True
    if rules.dealt_in == "with_the_big_blind":
        return seat == coming.big_blind
    return not between(coming.button, seat, coming.small_blind)


def worst_seat(
    ring: Ring,
    before: Positions,
    free: Sequence[int],
    rules: ButtonRules,
    *,
    small_blind_allowed: bool = False,
) -> int | None:
    """Return the free seat in the worst position: it posts the big blind soonest, in the next hand if
    possible, and not the small blind in that hand (Munot 11, Other Poker 6, Five Spades 4.9, PokerStars Live
    2.5, TDA 11A). Among several in one gap, the first clockwise.

    Args:
        ring: seats dealt in.
        before: positions of the hand in progress.
        free: seats to choose from.
        rules: the book's.
        small_blind_allowed: whether the coming small blind may be chosen if no other seat is left.

    Returns:
        None if no seat is free, or only the small blind's.
    """
    allowed = [seat for seat in free if small_blind_allowed or not _pays_small(ring, before, seat, rules)]
    # A seat closer clockwise to the big blind posts it sooner, or in the same hand as a neighbour in the gap.
    return min(allowed, key=lambda seat: turn(before.big_blind, seat), default=None)


def _pays_small(ring: Ring, before: Positions, seat: int, rules: ButtonRules) -> bool:
    """Return whether a player who takes a free seat posts the small blind in the next hand."""
    seated = Ring(ring.seats, tuple(sorted({*ring.live, seat})))
    return posts(seated, next_hand(seated, before, rules), rules)[0] == seat


def _somebody(ring: Ring) -> Ring:
    if not ring.live:
        raise ValueError("Nobody sits at this table.")
    return ring
