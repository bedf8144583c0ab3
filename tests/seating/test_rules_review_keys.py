"""The keys of the floor's proposals, by which they are dismissed."""

import json
from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from seating.rules.review import review, situation_of
from tests.examples import examples
from tests.seating.floors import BOOKS, book, sized, table
from tests.seating.test_rules_review import kinds


def test_the_next_hand_proposes_another_player_in_the_same_situation() -> None:
    rules = book("tda")
    (before,) = review(sized(9, 9, 7), rules)
    event = sized(9, 9, 7)
    moved_on = [replace(one, positions=table(1, [1], (2, 3, 4)).positions) for one in event.tables]
    (after,) = review(replace(event, tables=tuple(moved_on)), rules)
    assert before.key != after.key
    assert before.situation == after.situation == situation_of(after.key)


def test_other_sizes_are_another_situation() -> None:
    for key, event, other in (
        ("tda", sized(9, 9, 7), sized(9, 9, 6)),
        ("munot", sized(6, 6, 6), sized(6, 6, 5)),
        ("munot", sized(6, 6, 6), sized(6, 5, 6)),
        ("munot", sized(5, 4), sized(4, 4)),
        ("pokerstars_live", sized(9, 9, 6), sized(9, 9, 5)),
    ):
        before, after = review(event, book(key)), review(other, book(key))
        assert before
        assert not {one.situation for one in before} & {one.situation for one in after}


def test_of_several_breaks_the_second_is_still_the_same_once_the_first_is_done() -> None:
    first, second = review(sized(4, 4, 4, 4, seats=8), book("tda"))
    (left,) = review(sized(6, 6, 4, seats=8), book("tda"))
    assert (first.detail["table"], left.key) == (4, second.key)


def test_dismissed_proposal_is_listed_and_blocks_nothing() -> None:
    event = sized(9, 6, 3)
    (broken,) = review(event, book("munot"))
    assert broken.kind == "break"
    left = replace(event, dismissed=frozenset({broken.key}))
    assert kinds(review(left, book("munot"))) == ["break", "balance", "balance", "balance"]
    final = sized(5, 2)
    (drawn,) = review(final, book("munot"))
    assert kinds(review(replace(final, dismissed=frozenset({drawn.key})), book("munot"))) == [
        "redraw",
        "balance",
    ]


@settings(max_examples=examples(150), deadline=None)
@given(
    st.lists(st.integers(1, 9), min_size=1, max_size=25),
    st.sampled_from(BOOKS),
    st.booleans(),
    st.integers(0, 3),
    st.integers(0, 200),
    st.booleans(),
)
def test_every_proposal_has_a_key_of_its_own_and_is_plain(
    sizes: list[int], key: str, entry_open: bool, coming: int, entries: int, stud: bool
) -> None:
    event = sized(*sizes, entry_open=entry_open, coming=coming, entries=entries, stud=stud)
    found = review(event, book(key))
    assert len({one.key for one in found}) == len({one.situation for one in found}) == len(found)
    assert found == review(event, book(key))
    for one in found:
        assert len(one.key) <= 120
        assert json.loads(json.dumps(one.detail)) == dict(one.detail)
        assert one.why
        assert all(isinstance(value, int | str) for why in one.why for _name, value in why.values)
    order = ["redraw", "break", "halt", "balance", "resume"]
    assert kinds(found) == sorted(kinds(found), key=order.index)
