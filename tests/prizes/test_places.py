"""Finishing places, each rule by its rulebook."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import structs

from prizes.rules.awards import awards, ladder
from prizes.rules.places import Entered, How, Out, Ranking, rank
from seating.rules.one_hand import NOTED_HANDS
from tests.examples import examples
from tourney.rulebooks.books.loader import shipped
from tourney.rulebooks.books.schema import Book

BOOKS = [book for book in shipped().values() if "tournament" in book.games]
STARS, SPADES, MUNOT = shipped()["pokerstars_live"], shipped()["five_spades"], shipped()["munot"]
TDA, WSOP, SILENT = shipped()["tda"], shipped()["wsop"], shipped()["other_poker"]

a_book = st.sampled_from(BOOKS)


def entered(entry: int, out: Out | None = None, player: int | None = None) -> Entered:
    return Entered(entry, entry if player is None else player, out)


def bust(at: int, table: int = 1, stack: int | None = None, **more: object) -> Out:
    return Out("bust", at, table, stack, **more)  # type: ignore[arg-type]


# A reported hand.
NAMED = NOTED_HANDS + 7


def held(ranking: Ranking) -> dict[int, tuple[int, int]]:
    return {one.entry: (one.best, one.worst) for one in ranking.places}


def rules(ranking: Ranking) -> dict[int, str]:
    return {one.entry: one.rule for one in ranking.places}


def playing(count: int, start: int = 100) -> list[Entered]:
    return [entered(start + number) for number in range(count)]


def test_bust_gets_the_place_of_the_players_left_at_the_time() -> None:
    ranking = rank([*playing(2), entered(1, bust(10)), entered(2, bust(20)), entered(3, bust(30))], TDA)
    assert held(ranking) == {3: (3, 3), 2: (4, 4), 1: (5, 5)}
    assert (ranking.field, ranking.left) == (5, 2)


def test_last_player_wins_only_when_entry_is_over() -> None:
    field = [entered(1), entered(2, bust(10))]
    assert held(rank(field, TDA)) == {2: (2, 2)}
    assert held(rank(field, TDA, complete=True)) == {1: (1, 1), 2: (2, 2)}
    may_return = [entered(1), entered(2, bust(10, may_return=True))]
    assert held(rank(may_return, TDA, complete=True)) == {2: (2, 2)}


def test_pokerstars_live_3_13_2_out_in_one_hand_at_different_tables_share_the_place() -> None:
    ranking = rank(
        [*playing(3), entered(1, bust(10, table=1, together=4)), entered(2, bust(11, table=2, together=4))],
        STARS,
    )
    assert held(ranking) == {1: (4, 5), 2: (4, 5)}
    assert rules(ranking) == {1: "PokerStars Live 3.13.2", 2: "PokerStars Live 3.13.2"}


def test_single_bust_at_a_table_is_ranked_by_the_rule_for_different_tables() -> None:
    places = MUNOT.places
    assert places.same_hand_same_table is not None
    same = structs.replace(places.same_hand_same_table, rule="999")
    book = structs.replace(MUNOT, places=structs.replace(places, same_hand_same_table=same))
    outs = [bust(10, table=1, together=4), bust(11, table=3, together=4)]
    apart = rank([*playing(3), entered(1, outs[0]), entered(2, outs[1])], book)
    assert held(apart) == {1: (4, 5), 2: (4, 5)}
    assert not any("999" in rule for rule in rules(apart).values())
    beside = rank([*playing(3), entered(1, outs[0]), entered(2, replace(outs[1], table=1))], book)
    assert all("999" in rule for rule in rules(beside).values())


def test_pokerstars_live_3_13_3_bigger_stack_at_the_same_table_ranks_higher() -> None:
    ranking = rank(
        [
            *playing(3),
            entered(1, bust(11, together=NAMED, stack=9_000)),
            entered(2, bust(10, together=NAMED, stack=4_000)),
        ],
        STARS,
    )
    assert held(ranking) == {1: (4, 4), 2: (5, 5)}
    assert set(rules(ranking).values()) == {"PokerStars Live 3.13.3"}


def test_pokerstars_live_3_13_2_and_3_two_at_one_table_and_one_at_another() -> None:
    ranking = rank(
        [
            *playing(2),
            entered(1, bust(10, table=1, stack=9_000, together=1)),
            entered(2, bust(10, table=1, stack=4_000, together=1)),
            entered(3, bust(10, table=2, stack=1_000, together=1)),
        ],
        STARS,
    )
    assert held(ranking) == {1: (3, 4), 3: (3, 4), 2: (5, 5)}
    assert set(rules(ranking).values()) == {"PokerStars Live 3.13.2, 3.13.3"}


def test_no_tie_without_a_decision() -> None:
    # Issue 15, D 1: five busts within three minutes at a table that pressed "Hand over" were once ranked 2-6.
    field = [entered(number, bust(number * 40_000, stack=1_000 * number)) for number in range(1, 6)]
    assert held(rank([*playing(1), *field], STARS)) == {5: (2, 2), 4: (3, 3), 3: (4, 4), 2: (5, 5), 1: (6, 6)}


def test_recorded_stack_order_decides_without_counts() -> None:
    def hand(*orders: int | None) -> Ranking:
        outs = [bust(10, together=NAMED, order=order) for order in orders]
        return rank([*playing(1), *[entered(number, out) for number, out in enumerate(outs, 1)]], STARS)

    assert held(hand(2, 1)) == {2: (2, 2), 1: (3, 3)}
    assert held(hand(1, 1)) == {1: (2, 3), 2: (2, 3)}
    assert not any(one.needs_stack for one in hand(1, 1).places)
    assert all(one.needs_stack for one in hand(1, None).places)


def test_counted_stacks_take_precedence_over_reported_order() -> None:
    outs = [bust(10, stack=900, together=NAMED, order=2), bust(10, stack=500, together=NAMED, order=1)]
    ranking = rank([*playing(1), entered(1, outs[0]), entered(2, outs[1])], STARS)
    assert held(ranking) == {1: (2, 2), 2: (3, 3)}


def test_a_hand_waits_until_the_floor_has_confirmed_all_of_it() -> None:
    outs = [bust(10, stack=900, together=NAMED), bust(10, stack=500, together=NAMED, confirmed=False)]
    ranking = rank([*playing(1), entered(1, outs[0]), entered(2, outs[1]), entered(3, bust(5))], STARS)
    assert {one.entry: one.unconfirmed for one in ranking.places} == {1: True, 2: True, 3: False}
    alone = rank([*playing(1), entered(1, replace(outs[1], together=None))], STARS)
    assert not alone.places[0].unconfirmed


def test_equal_stacks_at_one_table_share() -> None:
    ranking = rank(
        [entered(9), *[entered(number, bust(10, together=NAMED, stack=4_000)) for number in (1, 2)]],
        WSOP,
        complete=True,
    )
    assert held(ranking) == {9: (1, 1), 1: (2, 3), 2: (2, 3)}


@pytest.mark.parametrize("tables", [(1, 1), (1, 2)])
def test_five_spades_9_5_bigger_stack_ranks_higher_across_tables(tables: tuple[int, int]) -> None:
    one, other = (
        bust(10, table=table, stack=stack, together=2)
        for table, stack in zip(tables, (300, 800), strict=True)
    )
    ranking = rank([*playing(1), entered(1, one), entered(2, other)], SPADES)
    assert held(ranking) == {2: (2, 2), 1: (3, 3)}
    assert set(rules(ranking).values()) == {"Five Spades 9.5"}


def test_five_spades_9_5_exactly_equal_stacks_share() -> None:
    outs = [bust(10, table=table, stack=300, together=2) for table in (1, 2)]
    ranking = rank([*playing(1), entered(1, outs[0]), entered(2, outs[1])], SPADES)
    assert held(ranking) == {1: (2, 3), 2: (2, 3)}


def test_munot_79_same_hand_busts_share_once_the_claim_has_arisen() -> None:
    hand = [bust(10, together=NAMED, stack=stack, claimed=True) for stack in (9_000, 4_000, 100)]
    ranking = rank([*playing(2), *[entered(number, out) for number, out in enumerate(hand, 1)]], MUNOT)
    assert held(ranking) == {1: (3, 5), 2: (3, 5), 3: (3, 5)}
    assert set(rules(ranking).values()) == {"Munot 79"}


def test_munot_79_before_the_claim_arises_the_bigger_stack_ranks_higher() -> None:
    hand = [bust(10, together=NAMED, stack=stack) for stack in (9_000, 4_000)]
    ranking = rank([*playing(2), *[entered(number, out) for number, out in enumerate(hand, 1)]], MUNOT)
    assert held(ranking) == {1: (3, 3), 2: (4, 4)}


def test_munot_79_hand_running_at_the_announcement_precedes_the_claim() -> None:
    hand = [bust(10, stack=stack, together=0) for stack in (4_000, 4_000)]
    ranking = rank([*playing(2), *[entered(number, out) for number, out in enumerate(hand, 1)]], MUNOT)
    assert held(ranking) == {2: (3, 3), 1: (4, 4)}


@pytest.mark.parametrize(("book", "shared"), [(TDA, True), (WSOP, True), (STARS, False), (SILENT, False)])
def test_tda_rp_8a_and_wsop_126_the_hand_running_at_the_announcement_already_shares(
    book: Book, shared: bool
) -> None:
    outs = [bust(10, table=1, together=0), bust(11, table=2, together=0)]
    ranking = rank([*playing(2), entered(1, outs[0]), entered(2, outs[1])], book)
    assert held(ranking) == ({1: (3, 4), 2: (3, 4)} if shared else {2: (3, 3), 1: (4, 4)})


def test_wsop_126b_other_tables_tie_and_one_table_ranks_by_stack() -> None:
    tie = rank([*playing(1), entered(1, bust(1, 1, together=1)), entered(2, bust(2, 2, together=1))], WSOP)
    assert rules(tie) == {1: "WSOP 126b", 2: "WSOP 126b"}
    assert held(tie) == {1: (2, 3), 2: (2, 3)}
    stacks = [bust(1, 1, stack=5, together=1), bust(2, 1, stack=6, together=1)]
    assert held(rank([*playing(1), entered(1, stacks[0]), entered(2, stacks[1])], WSOP)) == {
        2: (2, 2),
        1: (3, 3),
    }


def test_missing_stack_is_requested_and_the_place_shared_meanwhile() -> None:
    ranking = rank(
        [*playing(1), entered(1, bust(10, together=NAMED, stack=900)), entered(2, bust(10, together=NAMED))],
        STARS,
    )
    assert held(ranking) == {1: (2, 3), 2: (2, 3)}
    assert all(one.needs_stack for one in ranking.places)


def test_hands_of_different_tables_are_different_hands_outside_of_hand_for_hand() -> None:
    ranking = rank([*playing(1), entered(1, bust(10, 1)), entered(2, bust(20, 2))], STARS)
    assert held(ranking) == {2: (2, 2), 1: (3, 3)}


def test_five_spades_9_5_players_removed_together_rank_by_stack() -> None:
    outs = [Out("removed", 50, 1, 300), Out("removed", 50, 2, 800)]
    ranking = rank([*playing(2), entered(1, outs[0]), entered(2, outs[1]), entered(3, bust(40))], SPADES)
    assert held(ranking) == {2: (3, 3), 1: (4, 4), 3: (5, 5)}
    assert rules(ranking)[1] == "Five Spades 9.5"


def test_five_spades_3_8_the_disqualified_are_out_of_the_ranking() -> None:
    field = [*playing(2), entered(1, bust(10)), entered(2, Out("disqualified", 20)), entered(3, bust(30))]
    ranking = rank(field, SPADES)
    assert held(ranking) == {3: (3, 3), 1: (4, 4)}
    assert (ranking.unranked, ranking.field) == ((2,), 4)


def test_pokerstars_live_6_9_5_the_eliminated_have_the_place_of_the_players_left() -> None:
    # The rulebook's own example: fifteen are left, and the removed player is fifteenth.
    ranking = rank([*playing(14), entered(1, Out("eliminated", 20)), entered(2, bust(10))], STARS)
    assert held(ranking) == {1: (15, 15), 2: (16, 16)}
    assert rules(ranking)[1] == "PokerStars Live 6.9.5"


def test_disqualification_covers_every_entry_of_the_player() -> None:
    field = [*playing(1), entered(1, bust(10), player=7), entered(2, Out("disqualified", 20), player=7)]
    assert rank(field, STARS, counting="each").unranked == (1, 2)


def test_of_several_entries_the_best_counts() -> None:
    field = [
        entered(1, bust(10), player=1),
        entered(2, bust(20), player=2),
        entered(3, bust(30), player=1),
        entered(4, player=2),
        entered(5, bust(25), player=3),
    ]
    ranking = rank(field, TDA)
    assert held(ranking) == {3: (2, 2), 5: (3, 3)}
    assert (ranking.field, ranking.superseded) == (3, (1, 2))


def test_each_entry_counts_separately_if_so_set() -> None:
    field = [entered(1, bust(10), player=1), entered(2, bust(20), player=1), entered(3, player=2)]
    assert held(rank(field, TDA, counting="each")) == {2: (2, 2), 1: (3, 3)}


def test_five_spades_4_8_a_bust_with_a_way_back_is_not_final() -> None:
    ranking = rank([*playing(3), entered(1, bust(10, may_return=True))], SPADES)
    assert [(one.best, one.state) for one in ranking.places] == [(4, "open")]


def test_five_spades_4_8_bust_counts_once_re_entry_is_over() -> None:
    # Player 1 could still have come back until 50; player 2, out later, could not, so 2 was finally out
    # first.
    field = [*playing(3), entered(1, bust(10, back_until=50)), entered(2, bust(20))]
    ranking = rank(field, SPADES)
    assert held(ranking) == {1: (4, 4), 2: (5, 5)}
    assert rules(ranking) == {1: "Five Spades 4.8", 2: ""}


def test_five_spades_4_4_when_time_is_up_those_left_rank_by_chips() -> None:
    field = [entered(1), entered(2), entered(3), entered(4, bust(10))]
    ranking = rank(field, SPADES, chips={1: 4_000, 2: 9_000, 3: 4_000})
    assert held(ranking) == {2: (1, 1), 1: (2, 3), 3: (2, 3), 4: (4, 4)}


HOWS: list[How] = ["bust", "surrendered", "removed", "eliminated", "disqualified"]


@st.composite
def fields(draw: st.DrawFn) -> list[Entered]:
    found = []
    for entry in range(1, draw(st.integers(2, 12)) + 1):
        out = None
        if draw(st.integers(0, 4)):
            out = Out(
                draw(st.sampled_from(HOWS)),
                draw(st.integers(0, 12)),
                draw(st.integers(1, 3)),
                draw(st.none() | st.integers(1, 4)),
                draw(st.none() | st.sampled_from([0, 1, 2, NOTED_HANDS, NOTED_HANDS + 1])),
                draw(st.booleans()),
                back_until=draw(st.none() | st.integers(0, 15)),
                order=draw(st.none() | st.integers(1, 3)),
                confirmed=draw(st.booleans()),
            )
        found.append(Entered(entry, draw(st.integers(1, 18)), out))
    return found


@settings(max_examples=examples(100), deadline=None)
@given(fields(), a_book, st.sampled_from(["best", "each"]), st.booleans())
def test_every_place_is_held_and_shared_by_as_many_as_it_says(
    field: list[Entered], book: Book, counting: str, complete: bool
) -> None:
    ranking = rank(field, book, counting=counting, complete=complete)  # type: ignore[arg-type]
    position = 0 if len(ranking.places) == ranking.field else ranking.left
    for one in ranking.places:
        sharing = sum(1 for other in ranking.places if other.best == one.best)
        assert one.worst - one.best + 1 == sharing
    for best in sorted({one.best for one in ranking.places}):
        assert best == position + 1
        position += sum(1 for one in ranking.places if one.best == best)
    assert position == ranking.field
    known = {one.entry for one in ranking.places} | set(ranking.unranked) | set(ranking.superseded)
    assert len(known) == len(ranking.places) + len(ranking.unranked) + len(ranking.superseded)
    assert known | {one.entry for one in field if one.out is None} == {one.entry for one in field}


@settings(max_examples=examples(60), deadline=None)
@given(fields(), a_book)
def test_only_busts_recorded_in_one_hand_share_a_place(field: list[Entered], book: Book) -> None:
    outs = {one.entry: one.out for one in field}
    ranking = rank(field, book, counting="each")
    for one in ranking.places:
        for other in ranking.places:
            mine, theirs = outs[one.entry], outs[other.entry]
            if one.entry == other.entry or one.best != other.best or mine is None or theirs is None:
                continue
            assert mine.how == theirs.how
            named = mine.together is not None and mine.together == theirs.together
            assert named or (mine.how == "removed" and mine.at == theirs.at)


@settings(max_examples=examples(60), deadline=None)
@given(fields(), a_book)
def test_unconfirmed_tie_gives_no_winner(field: list[Entered], book: Book) -> None:
    ranking = rank(field, book, counting="each")
    waiting = {one.entry for one in ranking.places if one.unconfirmed}
    assert not waiting & {one.entry for one in awards(ranking.places, ladder([100, 60, 40, 20, 10]))}


@settings(max_examples=examples(40), deadline=None)
@given(fields(), a_book, st.randoms(use_true_random=False))
def test_places_do_not_depend_on_the_order_in_which_entries_are_read(
    field: list[Entered], book: Book, random: object
) -> None:
    other = list(field)
    random.shuffle(other)  # type: ignore[attr-defined]
    assert held(rank(field, book)) == held(rank(other, book))


@settings(max_examples=examples(40), deadline=None)
@given(fields(), a_book, st.data())
def test_undone_bust_restores_all_places(field: list[Entered], book: Book, data: st.DataObject) -> None:
    # Places depend on the current state only: reinstating a player and busting them again gives the same
    # places.
    at = data.draw(st.integers(0, len(field) - 1))
    put_back = [replace(one, out=None) if place == at else one for place, one in enumerate(field)]
    after = rank(put_back, book, counting="each")
    assert field[at].entry not in held(after)
    again = [field[place] if place == at else one for place, one in enumerate(put_back)]
    assert rank(again, book, counting="each") == rank(field, book, counting="each")
    standing = rank(field, book, counting="each")
    if field[at].entry in held(standing):
        assert (after.left, after.field) == (standing.left + 1, standing.field)
