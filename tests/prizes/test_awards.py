"""The prize of each player: shared places, the edge of the money, and players who are not ranked."""

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from prizes.rules.awards import Money, awards, ladder, money, points
from prizes.rules.deal import after_deal, bubble_deal, propose
from prizes.rules.payouts import Item, Prize, by_table
from prizes.rules.places import Entered, Out, Place, rank
from prizes.rules.tables import shipped_table
from tests.examples import examples
from tourney.rulebooks.books.loader import parse_book, shipped, shipped_text
from tourney.rulebooks.books.schema import Book

STARS, MUNOT, WSOP = shipped()["pokerstars_live"], shipped()["munot"], shipped()["wsop"]
BOOKS = [book for book in shipped().values() if "tournament" in book.games]


def field(left: int, *outs: Out) -> list[Entered]:
    """Build a field with a number of players in play; entries 1, 2, … are out."""
    return [
        *[Entered(100 + number, 100 + number) for number in range(left)],
        *[Entered(number, number, out) for number, out in enumerate(outs, start=1)],
    ]


def won(field: list[Entered], prizes: list[int], book: Book, *, complete: bool = False) -> dict[int, int]:
    places = rank(field, book, complete=complete).places
    return {one.entry: one.cash for one in awards(places, ladder(prizes))}


def together(table: int, stack: int = 1_000, **more: object) -> Out:
    return Out("bust", 50, table, stack, 3, **more)  # type: ignore[arg-type]


def test_munot_79_bubble_hand_busts_share_the_prizes_equally() -> None:
    # Four players are left, three places are paid: two bust in one hand, for places 3 and 4.
    assert won(field(2, together(1), together(1, 5_000)), [50_00, 30_00, 20_00], MUNOT) == {
        1: 10_00,
        2: 10_00,
    }


def test_munot_79_an_agreed_bubble_prize_is_shared_as_well() -> None:
    prizes = bubble_deal([50_00, 30_00, 20_00], 10_00)
    assert prizes == [40_00, 30_00, 20_00, 10_00]
    assert won(field(2, together(1), together(2)), prizes, MUNOT) == {1: 15_00, 2: 15_00}


def test_pokerstars_live_3_13_2_tie_at_the_bubble_shares_the_paid_places() -> None:
    assert won(field(2, together(1), together(2), together(3)), [50_00, 30_00, 20_01], STARS) == {
        1: 6_67,
        2: 6_67,
        3: 6_67,
    }


def test_pokerstars_live_3_13_3_at_one_table_only_the_bigger_stack_is_in_the_money() -> None:
    assert won(field(2, together(1, 900), together(1, 5_000)), [50_00, 30_00, 20_00], STARS) == {2: 20_00}


def test_wsop_126b_tied_players_share_and_odd_cents_go_to_bigger_stacks() -> None:
    prizes = [50_00, 30_00, 10_00, 6_00, 4_00]
    outs = [together(1, 500), together(2, 700), together(3, 600)]
    assert won(field(2, *outs), prizes, WSOP) == {1: 6_66, 2: 6_67, 3: 6_67}


def test_odd_cent_between_equal_stacks_goes_to_the_earlier_entry() -> None:
    assert won(field(2, together(1), together(2)), [50_00, 30_00, 20_01], WSOP) == {1: 10_01, 2: 10_00}


def test_pokerstars_live_6_9_6_disqualified_gets_nothing_and_pool_is_paid_out() -> None:
    outs = [Out("bust", 10), Out("disqualified", 20), Out("bust", 30)]
    assert won(field(1, *outs), [50_00, 30_00, 20_00], STARS, complete=True) == {
        100: 50_00,
        3: 30_00,
        1: 20_00,
    }


def test_ranked_without_a_prize_where_a_book_says_so() -> None:
    text = shipped_text("pokerstars_live").replace("prize = false", "prize = false\nranked = true", 1)
    book = parse_book(text, source="ours.toml")
    outs = [Out("bust", 10), Out("disqualified", 20), Out("bust", 30)]
    places = rank(field(1, *outs), book, complete=True).places
    assert {one.entry: one.best for one in places} == {100: 1, 3: 2, 2: 3, 1: 4}
    assert {one.entry: one.cash for one in awards(places, ladder([50_00, 30_00, 20_00]))} == {
        100: 50_00,
        3: 30_00,
        1: 20_00,
    }


def test_player_who_may_re_enter_has_no_prize_yet() -> None:
    assert won(field(1, Out("bust", 10, may_return=True)), [50_00, 30_00], STARS) == {}


def test_a_ticket_on_a_shared_place_is_left_to_the_floor() -> None:
    prizes = [Prize(1, 50_00), Prize(2, 0, (Item(2, "Seat", 30_00),)), Prize(3, 20_00)]
    places = rank(field(1, together(1), together(2)), STARS, complete=True).places
    found = {one.entry: one for one in awards(places, prizes)}
    assert [found[entry].cash for entry in (1, 2)] == [10_00, 10_00]
    assert found[1].undivided == found[2].undivided == prizes[1].items
    assert found[1].items == ()


def test_a_ticket_on_a_place_of_ones_own_is_won() -> None:
    found = awards([Place(7, 7, 1, 1)], [Prize(1, 50_00, (Item(1, "Seat", 30_00),))])
    assert found[0].items[0].name == "Seat"


def test_after_a_deal_the_rest_is_played_for_and_all_is_paid() -> None:
    prizes = [50_00, 30_00, 20_00, 10_00]
    deal = propose([5_000, 3_000, 2_000], prizes[:3], {"icm": 1}, left=[5_00])
    rest = after_deal(prizes, 3, deal.left)
    outs = [Out("bust", 10), Out("bust", 20), Out("bust", 30)]
    found = won(field(1, *outs), rest, STARS, complete=True)
    assert found == {100: 5_00, 3: 0, 2: 0, 1: 10_00}
    assert sum(deal.amounts) + sum(found.values()) == sum(prizes)


def test_five_spades_5_4_points_by_place_and_field_with_shared_places() -> None:
    early = [Out("bust", at) for at in (5, 6, 10)]
    outs = [*early, together(1, 700), together(1, 700), Out("bust", 60, may_return=True)]
    # Seven players; 7, 4, 2 and 1 are listed. One is left, one may come back as second, two share places 3
    # and 4.
    spades = shipped()["five_spades"]
    assert points(rank(field(1, *outs), spades), spades) == {4: 2, 5: 2}
    assert points(rank(field(1, *outs), STARS), STARS) == {}


@st.composite
def evenings(draw: st.DrawFn) -> list[Entered]:
    """Generate events with one player left, with several busts in one hand at one or more tables."""
    size = draw(st.integers(2, 15))
    found = [Entered(1, 1)]
    for entry in range(2, size + 1):
        round_ = draw(st.none() | st.integers(0, 4))
        at = draw(st.integers(0, 30)) if round_ is None else 100 - round_
        out = Out(
            draw(st.sampled_from(["bust", "bust", "bust", "removed", "eliminated", "disqualified"])),
            at,
            draw(st.integers(1, 3)),
            draw(st.none() | st.integers(1, 4)),
            round_,
            draw(st.booleans()),
        )
        found.append(Entered(entry, entry, out))
    return found


@settings(max_examples=examples(60), deadline=None)
@given(evenings(), st.sampled_from(BOOKS), st.integers(1, 10**8), st.sampled_from([1, 100, 500]))
def test_pool_is_always_paid_to_the_cent(evening: list[Entered], book: Book, pool: int, note: int) -> None:
    ranking = rank(evening, book, complete=True)
    prizes = by_table(shipped_table("club"), len(evening), pool, note=note)
    found = awards(ranking.places, ladder(prizes))
    reached = prizes[: sum(1 for place in ranking.places if place.paid)]
    assert sum(one.cash for one in found) == sum(reached)
    paid = sorted(found, key=lambda one: one.best)
    assert all(one.cash >= other.cash - 1 for one, other in pairwise(paid))
    assert all(one.cash >= other.cash for one in paid for other in paid if one.best < other.best)


@pytest.mark.parametrize(
    ("left", "expected"),
    [
        (8, Money(5, 3, 0, 10_00, 3)),
        (6, Money(5, 1, 0, 10_00, 1)),
        (5, Money(5, 0, 10_00, 20_00, 2)),
        (4, Money(5, 0, 10_00, 20_00, 1)),
        (3, Money(5, 0, 20_00, 30_00, 1)),
        (2, Money(5, 0, 30_00, 50_00, 1)),
        (1, Money(5, 0, 50_00, None, 0)),
    ],
)
def test_guaranteed_prize_and_next_pay_jump_of_players_left(left: int, expected: Money) -> None:
    assert money(ladder([50_00, 30_00, 20_00, 10_00, 10_00]), left) == expected
