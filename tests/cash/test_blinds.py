"""Blinds at a cash table: the book's own examples, and what holds for every table."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cash.rules.blinds import (
    Chair,
    Way,
    arrival_posts,
    blinds_of,
    gets_cards,
    has_lost_place,
    next_button,
    place_of,
    seat_change_owes,
    ways_in,
)
from tourney.rulebooks.books import parse_book, shipped, shipped_text

BOOK = shipped()["st_moritz_cash"]
SILENT = shipped()["tda"]
RULE = "St. Moritz 16"


def edition(old: str, new: str):  # type: ignore[no-untyped-def]
    """Return the book with one value changed."""
    text = shipped_text("st_moritz_cash")
    assert old in text
    return parse_book(text.replace(old, new, 1), source="ours.toml")


def table(*seats: int, **of: Chair) -> list[Chair]:
    return [*map(Chair, seats), *of.values()]


def prices(ways: tuple[Way, ...]) -> list[tuple[str, bool, bool]]:
    return [(way.choice, way.big, way.small) for way in ways]


# --- who posts -------------------------------------------------------------------------------------------------------
def test_the_blinds_follow_the_button_and_heads_up_the_button_posts_the_small_one() -> None:
    ring = blinds_of(table(2, 5, 9), 5)
    assert ring is not None
    assert (ring.small, ring.big) == (9, 2)
    pair = blinds_of(table(2, 5), 5)
    assert pair is not None
    assert (pair.small, pair.big) == (5, 2)
    assert blinds_of(table(2), 2) is None
    assert blinds_of(table(2, 5, 9), None) is None


def test_blinds_pass_absent_players_who_miss_them() -> None:
    chairs = [Chair(1), Chair(2, "away"), Chair(3), Chair(4, "dinner"), Chair(5)]
    found = blinds_of(chairs, 1)
    assert found is not None
    assert (found.small, found.big) == (3, 5)
    assert (found.missing_small, found.missing_big) == (frozenset({2}), frozenset({4}))
    # The button was given.
    after = [Chair(4, "dinner", missed_big=1, missed_now=True) if one.seat == 4 else one for one in chairs]
    again = blinds_of(after, 1)
    assert again is not None
    assert again.missing_big == frozenset()


def test_the_big_blind_comes_to_a_player_who_waits_for_it() -> None:
    chairs = [Chair(1), Chair(3), Chair(6, posts="waits"), Chair(8)]
    found = blinds_of(chairs, 1)
    assert found is not None
    assert (found.small, found.big) == (3, 6)
    # The small blind does not.
    later = blinds_of(chairs, 3)
    assert later is not None
    assert (later.small, later.big) == (8, 1)


def test_st_moritz_6_an_absent_player_is_dealt_in_until_the_big_blind() -> None:
    assert gets_cards(Chair(1, "away"), BOOK)
    assert gets_cards(Chair(1, "away", missed_small=True), BOOK)
    assert not gets_cards(Chair(1, "away", missed_big=1), BOOK)
    assert not gets_cards(Chair(1, "dinner"), BOOK)
    assert not gets_cards(Chair(1, posts="waits"), BOOK)
    strict = edition('until = "big_blind"', 'until = "missed_hand"')
    assert not gets_cards(Chair(1, "away"), strict)


# --- what is owed ----------------------------------------------------------------------------------------------------
def test_st_moritz_16_a_returning_player_waits_free_or_posts_both_the_small_one_dead() -> None:
    missed = Chair(4, "away", missed_small=True, missed_big=1)
    ways = ways_in(missed, "", BOOK)
    assert prices(ways) == [("wait", False, False), ("post", True, True)]
    assert {way.rule for way in ways} == {RULE}
    # In any position.
    assert prices(ways_in(missed, "button", BOOK)) == prices(ways)
    assert prices(ways_in(missed, "", SILENT)) == prices(ways)


def test_st_moritz_16_only_a_missed_small_blind_is_paid_dead() -> None:
    (wait, post) = ways_in(Chair(4, "away", missed_small=True), "", BOOK)
    assert wait.choice == "wait"
    assert (post.big, post.small, post.rule) == (False, True, RULE)
    free = edition('only_small_missed = "small_dead"', 'only_small_missed = "nothing"')
    assert prices(ways_in(Chair(4, "away", missed_small=True), "", free)) == [("free", False, False)]


def test_st_moritz_16_between_button_and_small_blind_both_are_posted_alone_for_the_next_button() -> None:
    missed = Chair(2, "away", missed_small=True, missed_big=1)
    chairs = [Chair(1), missed, Chair(3), Chair(5)]
    place = place_of(chairs, 1, 2)
    assert place == "between"
    post = ways_in(missed, place, BOOK)[-1]
    assert (post.big, post.small, post.alone, post.rule) == (True, True, True, RULE)
    back = [Chair(2) if one.seat == 2 else one for one in chairs]
    assert next_button(back, 1, promised=2) == 2
    not_here = edition('"both_and_next_button"', '"not_possible"')
    assert prices(ways_in(missed, place, not_here)) == [("wait", False, False)]


def test_st_moritz_16_at_the_big_blind_nothing_is_paid_besides() -> None:
    missed = Chair(4, "away", missed_small=True, missed_big=1)
    chairs = [Chair(1), Chair(2), missed, Chair(6)]
    assert place_of(chairs, 1, 4) == "big_blind"
    assert prices(ways_in(missed, "big_blind", BOOK)) == [("big_blind", False, False)]


def test_st_moritz_16_after_the_second_missed_blind_button_the_place_is_lost() -> None:
    assert not has_lost_place(Chair(1, "away", missed_big=1), BOOK)
    assert has_lost_place(Chair(1, "away", missed_big=2), BOOK)
    assert not has_lost_place(Chair(1, "dinner", missed_big=4), BOOK)
    assert not has_lost_place(Chair(1, "away", missed_big=4), SILENT)


def test_a_book_may_ask_for_the_big_blind_alone_and_forbid_waiting() -> None:
    missed = Chair(4, "away", missed_small=True, missed_big=1)
    book = edition('both_missed = "both_small_dead"', 'both_missed = "big_blind"')
    assert prices(ways_in(missed, "", book)) == [("wait", False, False), ("post", True, False)]
    book = edition("may_wait_for_big_blind = true", "may_wait_for_big_blind = false")
    assert prices(ways_in(missed, "", book)) == [("post", True, True)]
    book = edition("posts_in_any_position = true", "posts_in_any_position = false")
    assert prices(ways_in(missed, "between", book)) == [("wait", False, False)]


# --- moves -----------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("old", "new", "owes"),
    [
        # Button in seat 1; active players in seats 1, 3, 5 and 7.
        (2, 4, False),
        (2, 6, True),
        (2, 8, True),
        (8, 2, False),
        (6, 8, False),
        (4, 8, True),
    ],
)
def test_st_moritz_16_two_active_places_away_from_the_button_cost_the_big_blind(
    old: int, new: int, owes: bool
) -> None:
    assert seat_change_owes(old, new, {1, 3, 5, 7}, 1, BOOK) is owes
    assert seat_change_owes(old, new, {1, 3, 5, 7}, 1, SILENT) is False
    assert seat_change_owes(old, new, {1, 3, 5, 7}, None, BOOK) is None
    assert seat_change_owes(old, new, {3}, None, BOOK) is False


def test_st_moritz_16_new_and_moved_players_owe_no_blind() -> None:
    assert arrival_posts(BOOK, by_floor=False) == ("", RULE)
    assert arrival_posts(BOOK, by_floor=True) == ("", RULE)
    assert arrival_posts(edition("posts_on_arrival = false", "posts_on_arrival = true"), by_floor=False) == (
        "big_blind",
        RULE,
    )
    assert arrival_posts(edition("\nposts = false", "\nposts = true"), by_floor=True)[0] == "big_blind"


def test_an_absent_player_misses_one_blind_a_hand_though_both_pass_the_seat() -> None:
    chairs = [Chair(1, posts="waits"), Chair(2), Chair(4, state="away")]
    found = blinds_of(chairs, 3)
    assert found is not None
    assert (found.small, found.big, found.missing_small, found.missing_big) == (2, 1, {4}, set())


# --- what holds for every table --------------------------------------------------------------------------------------
chairs_at = st.lists(
    st.builds(
        Chair,
        seat=st.integers(1, 12),
        state=st.sampled_from(["playing", "playing", "away", "dinner"]),
        posts=st.sampled_from(["", "", "waits", "big_blind", "both"]),
        missed_small=st.booleans(),
        missed_big=st.integers(0, 3),
    ),
    max_size=12,
    unique_by=lambda chair: chair.seat,
)


@given(chairs=chairs_at, button=st.integers(1, 12))
def test_blinds_are_two_seats_of_players_who_are_there(chairs: list[Chair], button: int) -> None:
    found = blinds_of(chairs, button)
    by_seat = {chair.seat: chair for chair in chairs}
    if found is None:
        present = [one for one in chairs if one.state == "playing"]
        assert len(present) < 2 or not any(one.is_in for one in present)
        return
    assert found.small != found.big
    assert by_seat[found.small].is_in
    assert by_seat[found.big].state == "playing"
    assert not found.missing_small & found.missing_big
    for seat in found.missing_small | found.missing_big:
        assert by_seat[seat].state != "playing"


@given(chairs=chairs_at, button=st.integers(1, 12), place=st.sampled_from(["", "button", "between"]))
def test_nobody_pays_more_than_both_blinds_and_waiting_is_always_free(
    chairs: list[Chair], button: int, place: str
) -> None:
    for chair in chairs:
        ways = ways_in(chair, place, BOOK)  # type: ignore[arg-type]
        assert ways
        for way in ways:
            assert (way.choice == "post") == (way.big or way.small)
            assert not way.alone or place == "between"
        if chair.missed_big:
            assert ways[0].choice == "wait"
            assert (ways[-1].big, ways[-1].small) == (True, True)


@given(data=st.data(), players=st.integers(2, 9))
def test_an_absent_player_gets_one_button_for_each_blind_of_a_round(
    data: st.DataObject, players: int
) -> None:
    """With the button going around once, each absent player misses the small and the big blind once."""
    chairs = {seat: Chair(seat) for seat in range(1, players + 2)}
    away = data.draw(st.integers(1, players + 1))
    chairs[away] = Chair(away, "away")
    button = data.draw(st.sampled_from([seat for seat in chairs if seat != away]))
    small = big = 0
    for _hand in range(players):
        found = blinds_of(list(chairs.values()), button)
        assert found is not None
        small += away in found.missing_small
        big += away in found.missing_big
        following = next_button(list(chairs.values()), button)
        assert following is not None
        button = following
    assert big == 1
    # Heads-up the button is the small blind: it passes nobody.
    assert small == (1 if players > 2 else 0)
