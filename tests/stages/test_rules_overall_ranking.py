"""Places over all stages: the last stage first, then those who did not come into it."""

from hypothesis import given
from hypothesis import strategies as st

from stages.rules.overall_ranking import StageReached, overall_places


def test_players_of_the_last_stage_rank_before_those_who_went_out_earlier() -> None:
    reached = [
        StageReached(player=1, entry=1, stage=1, key=(1,)),
        StageReached(player=2, entry=2, stage=2, key=(2,)),
        StageReached(player=3, entry=3, stage=2, key=(1,)),
        StageReached(player=4, entry=4, stage=1, key=(1,)),
        StageReached(player=5, entry=5, stage=1, key=(9,)),
    ]
    places = {one.player: (one.best, one.worst) for one in overall_places(reached)}
    assert places == {3: (1, 1), 2: (2, 2), 1: (3, 4), 4: (3, 4), 5: (5, 5)}


def test_players_still_in_play_have_no_place_but_count_above_the_others() -> None:
    reached = [
        StageReached(player=1, entry=1, stage=2, key=(), is_in=True),
        StageReached(player=2, entry=2, stage=2, key=(), is_in=True),
        StageReached(player=3, entry=3, stage=1, key=(1,)),
    ]
    assert [(one.player, one.best) for one in overall_places(reached)] == [(3, 3)]


@given(st.lists(st.tuples(st.integers(1, 3), st.integers(1, 5)), max_size=40))
def test_every_place_is_held_once(rows: list[tuple[int, int]]) -> None:
    reached = [
        StageReached(player=at, entry=at, stage=stage, key=(key,)) for at, (stage, key) in enumerate(rows)
    ]
    places = overall_places(reached)
    held = [place for one in {(one.best, one.worst) for one in places} for place in range(one[0], one[1] + 1)]
    assert sorted(held) == list(range(1, len(rows) + 1))
