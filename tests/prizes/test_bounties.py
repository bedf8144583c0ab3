"""Bounties: every cent is accounted for, and draws can be reproduced."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from prizes.rules.bounties import (
    BountyScore,
    Knockout,
    bounty_points,
    draw_envelope,
    draw_names,
    filling,
    settle,
    split_bounty,
    values_left,
)
from prizes.rules.refusals import CannotPay
from tests.examples import examples
from tourney.rulebooks.books.loader import shipped

SPADES, TDA = shipped()["five_spades"], shipped()["tda"]


@st.composite
def knockouts_drawn(draw: st.DrawFn) -> tuple[dict[int, int], list[Knockout], int | None]:
    size = draw(st.integers(2, 15))
    bounties = {entry: draw(st.integers(0, 10_000)) for entry in range(1, size + 1)}
    order = draw(st.permutations(list(bounties)))[: draw(st.integers(0, size - 1))]
    knockouts = [
        Knockout(
            eliminated,
            tuple(
                draw(
                    st.lists(
                        st.sampled_from([one for one in bounties if one != eliminated]),
                        unique=True,
                        max_size=3,
                    )
                )
            ),
        )
        for eliminated in order
    ]
    left = [entry for entry in bounties if entry not in order]
    return bounties, knockouts, left[0] if len(left) == 1 else None


@settings(max_examples=examples(200), deadline=None)
@given(knockouts_drawn(), st.integers(0, 10_000))
def test_every_cent_of_every_bounty_is_won_in_play_or_unclaimed(
    drawn: tuple[dict[int, int], list[Knockout], int | None], cash: int
) -> None:
    bounties, knockouts, winner = drawn
    found = settle(bounties, knockouts, cash=cash, winners=() if winner is None else (winner,))
    assert found.total == sum(bounties.values())
    assert min([0, *found.won.values(), *found.in_play.values(), *found.unclaimed.values()]) == 0
    assert set(found.in_play) == set(bounties) - {one.eliminated for one in knockouts} - (
        {winner} if winner else set()
    )


def test_fixed_bounties_and_the_winners_own_are_paid_in_full() -> None:
    found = settle({1: 10_00, 2: 10_00, 3: 10_00}, [Knockout(3, (1,)), Knockout(2, (1,))], winners=(1,))
    assert found.won == {1: 30_00}
    assert found.in_play == {}


def test_half_a_progressive_bounty_is_paid_and_half_raises_the_winners() -> None:
    bounties = {1: 10_00, 2: 10_00, 3: 10_00}
    first = settle(bounties, [Knockout(3, (2,))], cash=5_000)
    assert (first.won, first.in_play) == ({2: 5_00}, {1: 10_00, 2: 15_00})
    over = settle(bounties, [Knockout(3, (2,)), Knockout(2, (1,))], cash=5_000, winners=(1,))
    assert over.won == {2: 5_00, 1: 7_50 + 17_50}


def test_odd_cent_of_a_split_bounty_goes_to_the_own_bounty() -> None:
    found = settle({1: 0, 2: 5}, [Knockout(2, (1,))], cash=5_000)
    assert (found.won, found.in_play) == ({1: 2}, {1: 3})


def test_shared_bounty_gives_odd_cents_in_the_order_noted() -> None:
    assert split_bounty(10_00, [7, 3, 5]) == {7: 3_34, 3: 3_33, 5: 3_33}
    found = settle({1: 0, 2: 0, 3: 0, 4: 10_00}, [Knockout(4, (3, 1, 2))])
    assert found.won == {3: 3_34, 1: 3_33, 2: 3_33}


def test_eliminator_busting_in_the_same_hand_gets_the_whole_bounty() -> None:
    found = settle({1: 10_00, 2: 10_00, 3: 10_00}, [Knockout(2, (1,)), Knockout(3, (2,))], cash=5_000)
    assert found.won == {1: 5_00, 2: 10_00}


def test_unclaimed_bounty_waits_for_its_eliminators() -> None:
    assert settle({1: 10_00, 2: 10_00}, [Knockout(2)]).unclaimed == {2: 10_00}


@pytest.mark.parametrize(
    ("knockouts", "cash", "code"),
    [
        ([Knockout(2, (1,)), Knockout(2, (1,))], 5_000, "no_such_bounty"),
        ([Knockout(9, (1,))], 5_000, "no_such_bounty"),
        ([], 10_001, "bad_share"),
        ([], -1, "bad_share"),
    ],
)
def test_unavailable_bounties_are_refused(knockouts: list[Knockout], cash: int, code: str) -> None:
    with pytest.raises(CannotPay) as caught:
        settle({1: 1, 2: 1}, knockouts, cash=cash)
    assert caught.value.code == code


def test_envelopes_match_the_money_and_the_bounties() -> None:
    plan = {500_00: 1, 100_00: 3, 25_00: 8}
    assert filling(plan, 1_000_00, 12).fits
    assert filling(plan, 1_100_00, 11) == filling({}, 100_00, -1)
    assert not filling(plan, 1_000_00, 13).fits


@settings(max_examples=examples(50))
@given(
    st.dictionaries(st.integers(1, 500), st.integers(1, 10**6), min_size=1, max_size=30),
    st.integers(0, 2**64),
)
def test_envelopes_are_drawn_one_by_one_and_can_be_verified(envelopes: dict[int, int], seed: int) -> None:
    def all_drawn(order: list[int]) -> list[int]:
        left = {number: envelopes[number] for number in order}
        drawn = []
        for turn in range(len(envelopes)):
            drawn.append(draw_envelope(left, f"{seed + turn:064x}"))
            del left[drawn[-1]]
            assert sum(value * count for value, count in values_left(left)) == sum(left.values())
        return drawn

    once = all_drawn(list(envelopes))
    assert sorted(once) == sorted(envelopes)
    assert all_drawn(list(reversed(envelopes))) == once


def test_no_envelope_is_left_in_an_empty_box() -> None:
    with pytest.raises(CannotPay, match="All envelopes have been drawn"):
        draw_envelope({}, "00")


def test_remaining_envelopes_are_listed_biggest_first() -> None:
    assert values_left({1: 25_00, 2: 500_00, 3: 25_00}) == [(500_00, 1), (25_00, 2)]


@given(st.sets(st.integers(1, 99), min_size=1, max_size=20), st.integers(1, 6), st.integers(0, 2**64))
def test_five_spades_4_17_each_player_draws_names_of_others_once(
    people: set[int], count: int, seed: int
) -> None:
    lists = draw_names(list(people), count, f"{seed:064x}")
    assert set(lists) == people
    for owner, names in lists.items():
        assert len(names) == len(set(names)) == min(count, len(people) - 1)
        assert set(names) <= people - {owner}
    assert lists == draw_names(sorted(people, reverse=True), count, f"{seed:064x}")


def test_every_name_is_drawn_as_often_as_any_other() -> None:
    times: Counter[int] = Counter()
    for seed in range(600):
        times.update(draw_names(range(1, 7), 2, f"{seed:064x}", for_whom=[1])[1])
    # The average is 240 draws each; six standard deviations are 72.
    assert set(times) == {2, 3, 4, 5, 6}
    assert all(abs(count - 240) < 72 for count in times.values())


def test_five_spades_6_1_knockout_counts_if_re_entry_is_impossible() -> None:
    found = bounty_points([Knockout(2, (1,), final=False), Knockout(2, (3,))], SPADES)
    assert found == [BountyScore(3, 1, 0, 1)]


def test_five_spades_6_2_only_members_are_counted() -> None:
    found = bounty_points([Knockout(2, (1,)), Knockout(4, (3,))], SPADES, members={3, 4})
    assert [one.player for one in found] == [3]


def test_five_spades_6_3_a_drawn_name_is_worth_two_points_more() -> None:
    found = bounty_points(
        [Knockout(2, (1,)), Knockout(4, (1,)), Knockout(5, (3,))], SPADES, lists={1: (4, 6, 7)}
    )
    assert found == [BountyScore(1, 2, 1, 4), BountyScore(3, 1, 0, 1)]


def test_five_spades_9_5_removed_players_earn_no_points_for_others() -> None:
    assert bounty_points([Knockout(2, (1,), removed=True)], SPADES) == []


def test_five_spades_4_17_leaderboard_orders_by_bounties_and_shared_ones_count() -> None:
    found = bounty_points([Knockout(2, (1, 3)), Knockout(4, (3,)), Knockout(5, (1,)), Knockout(6, (1,))], TDA)
    assert [(one.player, one.knockouts, one.points) for one in found] == [(1, 3, 0), (3, 2, 0)]
