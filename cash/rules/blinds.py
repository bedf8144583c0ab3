"""Blinds at a cash table: who posts them, who misses them, and what a player owes. Pure.

Seats are counted clockwise from the dealer's left, as are turns.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Literal

from tourney.rulebooks.books.schema import Book, cite

Choice = Literal["free", "wait", "post", "big_blind"]
Place = Literal["", "button", "small_blind", "big_blind", "between"]


@dataclass(frozen=True, slots=True)
class Chair:
    """An occupied seat.

    Attributes:
        state: `playing`, `away` or `dinner`.
        posts: what is owed besides missed blinds, or "waits" (for the big blind); see `CashSeat.POSTS`.
        missed_small: whether the small blind passed while the player was away.
        missed_big: how many big blinds passed.
        missed_now: whether a missed-blind button was given in this hand.
    """

    seat: int
    state: str = "playing"
    posts: str = ""
    missed_small: bool = False
    missed_big: int = 0
    missed_now: bool = False

    @property
    def is_in(self) -> bool:
        """Return whether the player is there and owes nothing before the cards."""
        return self.state == "playing" and not self.posts


@dataclass(frozen=True, slots=True)
class Blinds:
    """The blinds of a hand.

    Attributes:
        small, big: seats that post them.
        missing_small, missing_big: seats of absent players whom the blind passes in this hand.
        between: seats of players after the button and before the small blind.
    """

    small: int
    big: int
    missing_small: frozenset[int] = frozenset()
    missing_big: frozenset[int] = frozenset()
    between: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Way:
    """A way to be dealt in, with its price.

    Attributes:
        choice: `free`: nothing is owed. `wait`: for the big blind, at no cost. `post`: pay `big` and `small`.
            `big_blind`: the big blind is at this seat and is posted as usual.
        big: whether a big blind is posted; it counts as a bet.
        small: whether a small blind is posted; it is dead.
        alone: whether nobody else posts in this hand, and the button is here in the next one.
        rule: the rule that it follows; "" where the book is silent.
    """

    choice: Choice
    big: bool = False
    small: bool = False
    alone: bool = False
    rule: str = ""


def clockwise(seats: Collection[int], after: int) -> list[int]:
    """Return seats in the order of play after a seat, which comes last itself."""
    return sorted(seats, key=lambda seat: (seat <= after, seat))


def gets_cards(chair: Chair, book: Book) -> bool:
    """Return whether a seat is dealt in: an absent player until the big blind (St. Moritz 6)."""
    if chair.state == "away":
        policy = book.cash.dealt_in_away
        return (policy is None or policy.until == "big_blind") and not chair.missed_big
    # The stake of a player at dinner is counted and put aside.
    return chair.is_in


def blinds_of(chairs: Sequence[Chair], button: int | None) -> Blinds | None:
    """Return the blinds of a hand.

    The small blind is posted by the first player after the button who is in; the big blind may also come to a player
    who waits for it. Heads-up the button posts the small blind.

    Returns:
        None if the button is unknown, or fewer than two players can post.
    """
    if button is None:
        return None
    by_seat = {chair.seat: chair for chair in chairs}
    order = clockwise(by_seat, button)
    present = [seat for seat in order if by_seat[seat].state == "playing"]
    players = [seat for seat in present if by_seat[seat].is_in]
    if len(present) < 2 or not players:
        return None
    small = players[0]
    big = next(seat for seat in clockwise(present, small) if seat != small)
    # A third player who comes in as the big blind ends heads-up play.
    if len(players) == 2 and button in players and by_seat[big].is_in:
        small, big = button, next(seat for seat in players if seat != button)
    away = [chair for chair in chairs if chair.state != "playing" and not chair.missed_now]
    passed = _between(order, button, small)
    return Blinds(
        small=small,
        big=big,
        missing_small=frozenset(one.seat for one in away if one.seat in passed and not one.missed_small),
        # With one player in and one who waits, the blinds go once around the table: only the small one counts then.
        missing_big=frozenset(one.seat for one in away if one.seat in _between(order, small, big) - passed),
        between=frozenset(passed),
    )


def _between(seats: Collection[int], first: int, last: int) -> set[int]:
    """Return the seats after one and before another; none if they are the same."""
    if first == last:
        return set()
    found = set()
    for seat in clockwise(seats, first):
        if seat == last:
            break
        found.add(seat)
    return found


def place_of(chairs: Sequence[Chair], button: int | None, seat: int) -> Place:
    """Return where a player who comes back would sit in this hand: "" elsewhere, or if the button is unknown."""
    others = [chair for chair in chairs if chair.seat != seat]
    blinds = blinds_of([*others, Chair(seat, posts="waits")], button)
    if blinds is None:
        return ""
    if seat == blinds.big:
        return "big_blind"
    if seat == blinds.small:
        return "small_blind"
    if seat in blinds.between:
        return "between"
    return "button" if seat == button else ""


def ways_in(chair: Chair, place: Place, book: Book, *, button_known: bool = True) -> tuple[Way, ...]:
    """Return the ways in which a player may be dealt in again, the cheapest first (St. Moritz 16).

    Args:
        chair: the player's seat; it may be absent still.
        place: see `place_of`.
        book: the rulebook of the cash games.
        button_known: whether the position of the button is recorded.
    """
    policy = book.cash.missed_blinds
    rule = cite(book, policy)
    both = (
        chair.missed_big > 0 or chair.posts == "both" or (chair.posts == "big_blind" and chair.missed_small)
    )
    small = not both and (chair.missed_small or chair.posts == "small_dead")
    if small and policy is not None and policy.only_small_missed == "nothing":
        small = False
    big = chair.posts == "big_blind" and not both
    if not (both or small or big or chair.posts == "waits"):
        return (Way("free", rule=rule if chair.missed_small else ""),)
    at_big_blind = Way("big_blind", rule=rule)
    if place == "big_blind":
        return (at_big_blind,)
    ways = [Way("wait", rule=rule)] if policy is None or policy.may_wait_for_big_blind else []
    if big:
        ways.append(Way("post", big=True, rule=cite(book, book.cash.seat_change)))
    elif small:
        ways.append(Way("post", small=True, rule=rule))
    elif both and place == "between":
        if policy is None or (
            policy.between_button_and_small_blind == "both_and_next_button" and policy.posts_in_any_position
        ):
            ways.append(Way("post", big=True, small=True, alone=True, rule=rule))
    elif both:
        ways.append(
            Way("post", big=True, small=policy is None or policy.both_missed == "both_small_dead", rule=rule)
        )
    if not button_known:
        ways.append(at_big_blind)
    return tuple(ways) or (Way("wait", rule=rule),)


def has_lost_place(chair: Chair, book: Book) -> bool:
    """Return whether an absent player's seat is no longer kept: after the second missed-blind button (St. Moritz 16).

    A dinner break keeps the seat however many blinds pass (St. Moritz 12).
    """
    policy = book.cash.missed_blinds
    return policy is not None and chair.state == "away" and chair.missed_big >= policy.place_kept_until_button


def big_blinds_missed(missed: int, book: Book, *, sits_out: bool) -> int:
    """Return how many big blinds an absent player has missed after another one passed.

    Blinds that pass while a time penalty is sat out are owed, but do not cost the seat: that is an exclusion's matter
    (St. Moritz 30).

    Args:
        missed: those before.
        sits_out: whether the player sits out a time penalty.
    """
    policy = book.cash.missed_blinds
    if not sits_out or policy is None:
        return missed + 1
    return max(missed, min(missed + 1, policy.place_kept_until_button - 1))


def next_button(chairs: Sequence[Chair], button: int, promised: int | None = None) -> int | None:
    """Return the seat of the button in the next hand; None if nobody can have it.

    Args:
        chairs: the occupied seats.
        button: its seat in this hand.
        promised: seat of a player who posted both blinds alone before the small blind and has the button next.
    """
    there = {chair.seat for chair in chairs if chair.is_in}
    if promised in there:
        return promised
    return clockwise(there, button)[0] if there else None


def seat_change_owes(
    old: int, new: int, others: Collection[int], button: int | None, book: Book
) -> bool | None:
    """Return whether a change of seats costs the big blind: two or more active places clockwise away from the button
    (St. Moritz 16).

    Args:
        old, new: seats before and after.
        others: seats of the other active players.
        button: seat of the button.
        book: the rulebook of the cash games.

    Returns:
        None if it depends on the button and that is unknown.
    """
    policy = book.cash.seat_change
    if policy is None or len(others) < policy.from_seats:
        return False
    if button is None:
        return None

    def before(seat: int) -> int:
        """Count the active players between the button and a seat."""
        steps = {one: (one - button - 1) % _MOST_SEATS for one in (*others, seat)}
        return sum(steps[one] < steps[seat] for one in others)

    return before(new) - before(old) >= policy.from_seats


_MOST_SEATS = 12


def arrival_posts(book: Book, *, by_floor: bool) -> tuple[str, str]:
    """Return what a player owes who comes to a table, as in `CashSeat.posts`, and the rule (St. Moritz 16).

    Args:
        book: the rulebook of the cash games.
        by_floor: whether the floor moved the player, or the table was broken; otherwise the player is new.
    """
    if by_floor:
        moved = book.cash.moved_by_floor
        return ("big_blind" if moved is not None and moved.posts else ""), cite(book, moved)
    new = book.cash.new_player
    return ("big_blind" if new is not None and new.posts_on_arrival else ""), cite(book, new)
