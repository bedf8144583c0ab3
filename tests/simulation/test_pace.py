"""The pace of simulated events: plausible, and reproducible from the seed."""

from random import Random

import pytest

from simulation.rules import pace
from simulation.rules.incidents import draw_penalty
from simulation.rules.pace import Course
from simulation.rules.people import most, names
from simulation.rules.stacks import Stacks

EVENING = Course(field=100, minutes=300.0, late=90.0)


def _evening(seed: int) -> list[float]:
    """Return the time at which each of a hundred players busts."""
    dice, at, left, out = Random(seed), 0.0, 100, []
    while left > 1:
        at += pace.until_next_bust(dice, EVENING, at, left)
        left -= 1
        out.append(at)
    return out


def test_the_same_dice_play_the_same_evening() -> None:
    assert _evening(1) == _evening(1)
    assert _evening(1) != _evening(2)


def test_an_evening_ends_about_when_its_structure_does() -> None:
    ends = [_evening(seed)[-1] for seed in range(200)]
    assert 0.8 * EVENING.minutes < sum(ends) / len(ends) < 1.3 * EVENING.minutes
    assert max(ends) < 3 * EVENING.minutes


def test_few_players_bust_at_first() -> None:
    evenings = [_evening(seed) for seed in range(50)]
    first = sum(sum(at < 30 for at in evening) for evening in evenings)
    second = sum(sum(60 <= at < 90 for at in evening) for evening in evenings)
    assert first < second


def test_latecomers_come_while_entry_is_open_and_in_order() -> None:
    found = pace.late_arrivals(Random(1), EVENING, 500)
    assert found == sorted(found)
    assert 0 <= found[0] <= found[-1] < EVENING.late


def test_no_re_entry_after_registration_closes() -> None:
    dice = Random(1)
    assert not any(pace.comes_again(dice, EVENING, EVENING.late) for _one in range(100))
    assert any(pace.comes_again(dice, EVENING, 1.0) for _one in range(100))


def test_short_stacks_bust_and_big_stacks_win_mostly() -> None:
    dice, stacks = Random(1), {1: 100, 2: 5_000, 3: 20_000}
    losers = [pace.loser(dice, stacks, [1, 2, 3]) for _one in range(300)]
    winners = [pace.chip_winners(dice, stacks, [1, 2, 3])[0] for _one in range(300)]
    assert losers.count(1) > losers.count(3)
    assert winners.count(3) > winners.count(1)


@pytest.mark.parametrize(("chips", "winners", "parts"), [(10, 1, [10]), (11, 2, [6, 5]), (0, 2, [0, 0])])
def test_chips_are_shared_to_the_last_one(chips: int, winners: int, parts: list[int]) -> None:
    assert pace.shares(chips, winners) == parts


def test_stacks_lose_no_chip_on_the_way() -> None:
    dice, stacks = Random(1), Stacks()
    for entry in range(1, 21):
        stacks.enter(entry, 10_000)
    while len(stacks) > 1:
        players = list(dict.fromkeys(stacks.anybody(dice, 9)))
        stacks.pot(dice, players)
        stacks.win((next(one for one in stacks.chips if one != players[0]),), stacks.leave(players[0]))
        assert stacks.total == sum(stacks.chips.values()) == 200_000


def test_there_are_names_for_a_festival_and_all_are_different() -> None:
    assert most() > 10_112
    assert len(set(names(most()))) == most()
    assert names(50) == names(100)[:50]
    with pytest.raises(ValueError, match="names"):
        names(most() + 1)


def test_penalties_are_no_longer_than_the_book_allows() -> None:
    dice = Random(1)
    drawn = [draw_penalty(dice, ("warning", "hands"), {"hands": 2}.get) for _one in range(100)]
    assert {one.count for one in drawn if one.kind == "hands"} == {1, 2}
    assert {one.count for one in drawn if one.kind == "warning"} == {None}
