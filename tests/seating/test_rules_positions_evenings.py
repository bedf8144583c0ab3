"""Random sequences of hands: no player skips the big blind, pays it twice or is left out."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import combinations, pairwise

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from seating.rules.positions import (
    ButtonRules,
    Positions,
    Ring,
    button_rules,
    first_hand,
    gets_cards,
    hands_until_big_blind,
    next_big_blind,
    next_hand,
    posts,
    worst_seat,
)
from tests.examples import examples
from tourney.rulebooks.books import shipped

HOUSES = {
    **{book: button_rules(shipped()[book].seating) for book in ("munot", "five_spades", "tda")},
    "last_to_act": ButtonRules(lies="last_player"),
    "button_pays_big": ButtonRules(button_pays="big_blind"),
}
MOST_CHAIRS = 12


@dataclass(frozen=True)
class Evening:
    """A table with its first button and the changes in each hand.

    Attributes:
        seats: number of seats at the table.
        players: seats of the first players.
        button: first button.
        hands: for each hand, the seats that change: True: a new player sits down, after the previous one
            busted;
            False: the player busts.
    """

    seats: int
    players: tuple[int, ...]
    button: int
    hands: tuple[dict[int, bool], ...]


@dataclass
class Hand:
    """One hand as it was played.

    Attributes:
        ring: seats that were dealt in. `at`: positions.
        who: person at each seat; a returning player counts as a new person.
        small, big: persons who paid. `cards`: persons who were dealt in.
    """

    ring: Ring
    at: Positions
    who: dict[int, int]
    small: int | None
    big: int
    cards: set[int] = field(default_factory=set)

    @property
    def people(self) -> set[int]:
        return set(self.who.values())


@st.composite
def evenings(draw: st.DrawFn) -> Evening:
    seats = draw(st.integers(2, MOST_CHAIRS))
    numbers = st.integers(1, seats)
    quiet = st.dictionaries(numbers, st.booleans(), max_size=2)
    wild = st.dictionaries(numbers, st.booleans(), max_size=seats)
    return Evening(
        seats=seats,
        players=tuple(sorted(draw(st.sets(numbers, min_size=1)))),
        button=draw(numbers),
        hands=tuple(draw(st.lists(st.one_of(quiet, quiet, wild), max_size=25))),
    )


def played(evening: Evening, house: ButtonRules) -> list[Hand]:
    """Play all hands. New players are dealt in or wait as the rulebook says, checked again in each hand."""
    who = {seat: person for person, seat in enumerate(evening.players)}
    people = len(who)
    ring = Ring(evening.seats, evening.players)
    at = first_hand(ring, evening.button, house)
    hands = [_dealt(ring, at, who, house, set(), everybody=True)]
    for happens in evening.hands:
        for seat, sits_down in happens.items():
            if sits_down:
                who[seat], people = people, people + 1
            elif len(who) > 1:
                who.pop(seat, None)
        ring = Ring(evening.seats, tuple(sorted(who)))
        at = next_hand(ring, at, house)
        hands.append(_dealt(ring, at, who, house, hands[-1].cards))
    return hands


def _dealt(
    ring: Ring,
    at: Positions,
    who: dict[int, int],
    house: ButtonRules,
    had: set[int],
    *,
    everybody: bool = False,
) -> Hand:
    small, big = posts(ring, at, house)
    cards = {
        person
        for seat, person in who.items()
        if everybody or person in had or gets_cards(ring, at, seat, house)
    }
    return Hand(ring, at, dict(who), None if small is None else who[small], who[big], cards)


def pairs(hands: list[Hand]) -> Iterator[tuple[Hand, Hand]]:
    """Return each hand with the next one."""
    return pairwise(hands)


ANY_HOUSE = st.sampled_from(list(HOUSES.values()))
# No deadline and no health check for slow data: these tests do not measure time.
OFTEN = settings(max_examples=examples(150), deadline=None, suppress_health_check=[HealthCheck.too_slow])


@OFTEN
@given(house=ANY_HOUSE, evening=evenings())
def test_each_player_pays_one_big_blind_per_orbit(house: ButtonRules, evening: Evening) -> None:
    """No player pays it twice in a row or skips it because others busted or sat down."""
    hands = played(evening, house)
    last: dict[int, int] = {}
    for at, hand in enumerate(hands):
        if hand.big in last:
            since = hands[last[hand.big] : at + 1]
            stayed = set.intersection(*(one.people for one in since)) - {hand.big}
            paid = [one.big for one in since[1:-1]]
            assert all(paid.count(person) == 1 for person in stayed)
        last[hand.big] = at


@OFTEN
@given(house=ANY_HOUSE, evening=evenings())
def test_no_player_is_big_blind_in_consecutive_hands(house: ButtonRules, evening: Evening) -> None:
    for before, hand in pairs(played(evening, house)):
        assert len(hand.who) == 1 or hand.big != before.big


@OFTEN
@given(house=ANY_HOUSE, evening=evenings())
def test_small_blind_repeats_only_heads_up_after_the_big_blind_busts(
    house: ButtonRules, evening: Evening
) -> None:
    for before, hand in pairs(played(evening, house)):
        if hand.small is not None and hand.small == before.small:
            assert len(hand.who) == 2
            assert before.big not in hand.people


@OFTEN
@given(house=ANY_HOUSE, evening=evenings())
def test_big_blind_pays_the_small_blind_next(house: ButtonRules, evening: Evening) -> None:
    for before, hand in pairs(played(evening, house)):
        if before.big in hand.people and len(hand.who) > 1:
            assert hand.small == before.big


@OFTEN
@given(house=ANY_HOUSE, evening=evenings())
def test_dead_small_blind_with_three_or_more_needs_the_last_big_blind_gone(
    house: ButtonRules, evening: Evening
) -> None:
    for before, hand in pairs(played(evening, house)):
        if len(hand.who) > 2:
            assert (hand.small is None) == (before.at.big_blind not in hand.who)
            assert hand.at.small_blind == before.at.big_blind


@OFTEN
@given(house=ANY_HOUSE, evening=evenings())
def test_button_and_blinds_are_in_clockwise_order(house: ButtonRules, evening: Evening) -> None:
    for hand in played(evening, house):
        at, seats = hand.at, evening.seats
        if len(hand.who) > 2:
            to_small = (at.small_blind - at.button) % seats
            to_big = (at.big_blind - at.button) % seats
            assert 0 < to_small < to_big
        elif len(hand.who) == 2:
            pays = at.small_blind if house.button_pays == "small_blind" else at.big_blind
            assert at.button == pays
            assert {at.small_blind, at.big_blind} == set(hand.who)


@pytest.mark.parametrize("name", ["munot", "five_spades", "last_to_act"])
@OFTEN
@given(evening=evenings())
def test_button_is_at_a_player_without_a_dead_button(name: str, evening: Evening) -> None:
    assert all(hand.at.button in hand.who for hand in played(evening, HOUSES[name]))


@OFTEN
@given(evening=evenings())
def test_dead_button_moves_to_the_former_small_blind_seat(evening: Evening) -> None:
    """Holds when three or more play on and every seated player was dealt in to the last hand."""
    for before, hand in pairs(played(evening, HOUSES["tda"])):
        if len(before.who) > 2 and len(hand.who) > 2 and hand.people <= before.cards:
            assert hand.at.button == before.at.small_blind


@OFTEN
@given(evening=evenings())
def test_button_is_skipped_only_if_no_other_player_would_be_dealt_in(evening: Evening) -> None:
    """Then only the blinds could be dealt in, or the big blind has passed that seat."""
    for before, hand in pairs(played(evening, HOUSES["tda"])):
        if len(hand.who) > 2 and hand.at.button != before.at.small_blind:
            seats, small, big = evening.seats, hand.at.small_blind, hand.at.big_blind
            due = (before.at.small_blind - big) % seats
            others = [(seat - big) % seats for seat in hand.who if seat not in (small, big)]
            assert due == 0 or due >= (small - big) % seats or all(one > due for one in others)
            assert (hand.at.button - big) % seats == max(others)


@OFTEN
@given(house=ANY_HOUSE, evening=evenings())
def test_player_with_cards_is_never_skipped(house: ButtonRules, evening: Evening) -> None:
    for before, hand in pairs(played(evening, house)):
        for seat, person in hand.who.items():
            if person in before.cards and before.who.get(seat) == person:
                assert gets_cards(hand.ring, hand.at, seat, house)


@OFTEN
@given(house=ANY_HOUSE, evening=evenings())
def test_with_three_or_more_a_non_blind_and_all_blinds_are_dealt_in(
    house: ButtonRules, evening: Evening
) -> None:
    for hand in played(evening, house):
        blinds = {hand.big, hand.small} - {None}
        assert blinds <= hand.cards
        assert len(hand.who) < 3 or hand.cards - blinds


@pytest.mark.parametrize("name", ["munot", "tda", "last_to_act", "button_pays_big"])
@OFTEN
@given(evening=evenings())
def test_no_player_waits_for_more_than_one_hand(name: str, evening: Evening) -> None:
    for before, hand in pairs(played(evening, HOUSES[name])):
        assert before.people & hand.people <= hand.cards


# The button leaves with its player and goes back to the last one.
_BUTTON_LEAVES = Evening(
    seats=6,
    players=(1,),
    button=1,
    hands=({3: True}, {1: True, 2: True, 3: False, 4: True, 5: True, 6: True}, {1: False}),
)


@OFTEN
@given(evening=evenings())
@example(evening=_BUTTON_LEAVES)
def test_five_spades_9_4_newcomer_waits_longer_only_if_the_button_stays(evening: Evening) -> None:
    for before, hand in pairs(played(evening, HOUSES["five_spades"])):
        if not before.people & hand.people <= hand.cards:
            assert hand.at.button == before.at.button or before.at.button not in hand.who
            assert before.at.small_blind not in hand.who


@OFTEN
@given(evening=evenings())
def test_place_of_a_dead_button_does_not_affect_players(evening: Evening) -> None:
    dead, last, munot = (played(evening, HOUSES[name]) for name in ("tda", "last_to_act", "munot"))
    for one, other, third in zip(dead, last, munot, strict=True):
        assert (one.small, one.big, one.cards) == (other.small, other.big, other.cards)
        assert other == third


@OFTEN
@given(house=ANY_HOUSE, evening=evenings())
def test_hands_until_big_blind_equals_the_undisturbed_course(house: ButtonRules, evening: Evening) -> None:
    hand = played(evening, house)[-1]
    for seat in range(1, evening.seats + 1):
        ring = Ring(evening.seats, tuple(sorted({*hand.who, seat})))
        until_big_blind = hands_until_big_blind(hand.ring, hand.at, seat)
        at = hand.at
        for _hand in range(until_big_blind - 1):
            assert next_big_blind(ring, at) != seat
            at = next_hand(ring, at, house)
        assert next_big_blind(ring, at) == seat == next_hand(ring, at, house).big_blind


@OFTEN
@given(house=ANY_HOUSE, evening=evenings(), wanted=st.sets(st.integers(1, MOST_CHAIRS)))
def test_worst_seat_pays_the_big_blind_first(house: ButtonRules, evening: Evening, wanted: set[int]) -> None:
    hand = played(evening, house)[-1]
    free = sorted(seat for seat in wanted if seat <= evening.seats and seat not in hand.who)
    small = {seat for seat in free if _pays_small_in(hand, seat, house)}
    hands = {seat: hands_until_big_blind(hand.ring, hand.at, seat) for seat in free}
    worst = worst_seat(hand.ring, hand.at, free, house)
    assert (worst is None) == (set(free) <= small)
    if worst is not None:
        assert worst not in small
        assert hands[worst] == min(hands[seat] for seat in free if seat not in small)
    loose = worst_seat(hand.ring, hand.at, free, house, small_blind_allowed=True)
    assert loose is None if not free else loose is not None and hands[loose] == min(hands.values())


def _pays_small_in(hand: Hand, seat: int, house: ButtonRules) -> bool:
    ring = Ring(hand.ring.seats, tuple(sorted({*hand.who, seat})))
    return posts(ring, next_hand(ring, hand.at, house), house)[0] == seat


@OFTEN
@given(house=ANY_HOUSE, evening=evenings())
def test_entered_button_and_big_blind_reproduce_the_hand(house: ButtonRules, evening: Evening) -> None:
    for hand in played(evening, house):
        found = first_hand(hand.ring, hand.at.button, house, hand.at.big_blind)
        assert (found.button, found.big_blind) == (hand.at.button, hand.at.big_blind)
        if hand.small is not None or hand.people == hand.cards:
            assert posts(hand.ring, found, house) == posts(hand.ring, hand.at, house)


@OFTEN
@given(house=ANY_HOUSE, evening=evenings(), shift=st.integers(1, MOST_CHAIRS))
def test_turning_the_table_turns_the_positions(house: ButtonRules, evening: Evening, shift: int) -> None:
    """Seat numbers have no meaning: the same hands shifted by some seats give the same positions."""

    def turned(one: int) -> int:
        return (one + shift - 1) % evening.seats + 1

    other = replace(
        evening,
        players=tuple(sorted(map(turned, evening.players))),
        button=turned(evening.button),
        hands=tuple({turned(one): what for one, what in happens.items()} for happens in evening.hands),
    )
    for here, there in zip(played(evening, house), played(other, house), strict=True):
        at = here.at
        assert there.at == Positions(turned(at.button), turned(at.small_blind), turned(at.big_blind))


@pytest.mark.parametrize("house", HOUSES.values(), ids=HOUSES.keys())
def test_every_hand_a_table_of_four_seats_can_reach(house: ButtonRules) -> None:
    """Exhaustive: all tables of up to four seats and all changes, until no new state appears."""
    for seats in (2, 3, 4):
        rings = [
            Ring(seats, live) for n in range(1, seats + 1) for live in combinations(range(1, seats + 1), n)
        ]
        seen = {(ring, first_hand(ring, seat, house)) for ring in rings for seat in range(1, seats + 1)}
        coming = list(seen)
        while coming:
            _ring, before = coming.pop()
            for ring in rings:
                at = next_hand(ring, before, house)
                assert at.big_blind in ring.live
                assert at.big_blind != before.big_blind or len(ring.live) == 1
                assert len({at.button, at.small_blind, at.big_blind}) == min(3, len(ring.live))
                if (ring, at) not in seen:
                    seen.add((ring, at))
                    coming.append((ring, at))
