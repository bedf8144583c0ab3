"""Draws of any field: balanced tables, one seat per entry, needs met, pairs apart, reproducible."""

import json
from collections import Counter
from collections.abc import Iterator
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from seating.rules import draw as draw_rules
from seating.rules.apart import may_be_apart
from seating.rules.button import SUITS, Card, HighCard, deck, draw_high_card
from seating.rules.draw import Field, Late, NoRoom, NotApart, draw_field, draw_seat, most_tries
from seating.rules.record import check, field_to_plain, held, late_to_plain
from seating.rules.tables import Table, numbers_all_taken, tables_for
from tests.examples import examples
from tourney.rules.randomness import digest_of

SEED = st.binary(min_size=32, max_size=32).map(bytes.hex)


@pytest.fixture(autouse=True, scope="module")
def soon_given_up() -> Iterator[None]:
    """Give up impossible draws after fewer shuffles than in production: the fields here are small."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(draw_rules, "_WORK", 20_000)
        yield


@st.composite
def event_tables(draw: st.DrawFn, *, late: bool = False) -> tuple[Table, ...]:
    """Generate tables of an event: open, in reserve, partly occupied, accessible."""
    found = []
    for number in range(1, draw(st.integers(1, 9)) + 1):
        free = draw(st.sets(st.integers(1, 10), max_size=10))
        taken = draw(st.integers(0, 10 - len(free))) if draw(st.booleans()) else 0
        spare = sorted(set(range(1, 11)) - free)[: 10 - len(free) - taken]
        ghosts = tuple(spare) if late and draw(st.booleans()) else ()
        found.append(
            Table(
                number=number * 3,
                free=tuple(sorted(free)),
                taken=taken,
                open=taken > 0 or draw(st.booleans()),
                accessible=draw(st.booleans()),
                ghosts=ghosts,
            )
        )
    return tuple(draw(st.permutations(found)))


@st.composite
def fields(draw: st.DrawFn) -> Field:
    """Generate a field that fits the tables, with conditions."""
    tables = draw(event_tables().filter(lambda ones: any(one.free for one in ones)))
    room = sum(len(table.free) for table in tables)
    players = tuple(range(1001, 1001 + draw(st.integers(1, room))))
    some = st.lists(st.sampled_from(players), unique=True, max_size=4)
    pairs = draw(st.sets(st.tuples(st.sampled_from(players), st.sampled_from(players)), max_size=3))
    return Field(
        players=players,
        tables=tables,
        needs=tuple(sorted(draw(some))),
        apart=tuple(sorted(pair for pair in pairs if pair[0] < pair[1])),
    )


def drawn(seed: str, field: Field) -> dict[int, tuple[int, int]] | None:
    try:
        return {entry: (number, seat) for entry, number, seat in draw_field(seed, field).seats}
    except NotApart:
        return None


@settings(max_examples=examples(80), deadline=None)
@given(SEED, fields())
def test_each_player_gets_one_distinct_free_seat(seed: str, field: Field) -> None:
    seats = drawn(seed, field)
    if seats is None:
        return
    assert list(seats) == list(field.players)
    assert len(set(seats.values())) == len(seats)
    free = {(table.number, seat) for table in field.tables for seat in table.free}
    assert set(seats.values()) <= free


@settings(max_examples=examples(80), deadline=None)
@given(SEED, fields())
def test_tables_differ_by_one_at_most_as_seats_allow(seed: str, field: Field) -> None:
    seats = drawn(seed, field)
    if seats is None:
        return
    used = tables_for(field.tables, len(field.players), len(field.needs))
    placed = Counter(number for number, _seat in seats.values())
    assert set(placed) <= {table.number for table in used}
    for fuller in used:
        for emptier in used:
            if fuller.taken + placed[fuller.number] > emptier.taken + placed[emptier.number] + 1:
                assert placed[fuller.number] == 0 or placed[emptier.number] == len(emptier.free)


@settings(max_examples=examples(200), deadline=None)
@given(fields())
def test_no_more_tables_are_opened_than_it_takes_and_in_the_floors_order(field: Field) -> None:
    used = tables_for(field.tables, len(field.players), 0)
    numbers = {table.number for table in used}
    order = sorted(field.tables, key=lambda table: (table.taken == 0, not table.open))
    assert [table.number for table in order[: len(used)]] == [
        table.number for table in order if table.number in numbers
    ]
    empty = [table for table in order if table.number in numbers and not table.taken]
    if empty:
        room = sum(len(table.free) for table in used)
        assert room - len(empty[-1].free) < len(field.players)


@settings(max_examples=examples(80), deadline=None)
@given(SEED, fields())
def test_needs_are_met_while_seats_are_free(seed: str, field: Field) -> None:
    try:
        found = draw_field(seed, field)
    except NotApart:
        return
    accessible = {table.number for table in field.tables if table.accessible}
    seats = {entry: number for entry, number, _seat in found.seats}
    unmet = {entry for entry in field.needs if seats[entry] not in accessible}
    assert set(found.unmet) == unmet
    if unmet:
        assert {entry for entry, number in seats.items() if number in accessible} <= set(field.needs)


@settings(max_examples=examples(150), deadline=None)
@given(SEED, fields())
def test_kept_apart_players_sit_apart_or_the_draw_fails(seed: str, field: Field) -> None:
    seats = drawn(seed, field)
    if seats is not None:
        assert all(seats[one][0] != seats[other][0] for one, other in field.apart)


@settings(max_examples=examples(100), deadline=None)
@given(SEED, fields())
def test_draw_is_verified_from_its_record(seed: str, field: Field) -> None:
    inputs = json.loads(json.dumps(field_to_plain(field)))
    try:
        outcome = json.loads(json.dumps(held("field", "1", seed, inputs)))
    except NotApart:
        return
    assert check("field", "1", digest_of(seed), seed, inputs, outcome).fits
    other = seed[:-1] + ("0" if seed[-1] != "0" else "1")
    assert not check("field", "1", digest_of(seed), other, inputs, outcome).hash_fits
    first = outcome["seats"][0]
    outcome["seats"][0] = [first[0], first[1], first[2] % 12 + 1]
    assert not check("field", "1", digest_of(seed), seed, inputs, outcome).outcome_fits


@settings(max_examples=examples(200), deadline=None)
@given(SEED, event_tables(late=True), st.booleans(), st.data())
def test_late_entry_goes_to_the_shortest_open_table_and_a_ghost_seat_first(
    seed: str, tables: tuple[Table, ...], needs: bool, data: st.DataObject
) -> None:
    barred = tuple(data.draw(st.sets(st.sampled_from([table.number for table in tables]), max_size=2)))
    late = Late(5, tables, needs, barred)
    found = draw_seat(seed, late)
    open_ones = [table for table in tables if table.open and (table.free or table.ghosts)]
    rest = [table for table in tables if not table.open and (table.free or table.ghosts)]
    if found is None:
        assert not open_ones
        assert not rest
        return
    chosen = next(table for table in tables if table.number == found.table)
    assert (found.table, found.seat) in found.among
    assert found.seat in (*chosen.free, *chosen.ghosts)
    assert chosen in open_ones if open_ones else chosen == rest[0]
    pool = open_ones or rest[:1]
    if needs:
        assert chosen.accessible or "access" in found.unmet
        pool = [table for table in pool if table.accessible] or pool
    assert found.table not in barred or "apart" in found.unmet
    pool = [table for table in pool if table.number not in barred] or pool
    if any(table.ghosts for table in pool):
        assert found.seat in chosen.ghosts
        pool = [table for table in pool if table.ghosts]
    assert chosen.taken == min(table.taken for table in pool)
    inputs = json.loads(json.dumps(late_to_plain(late)))
    assert held("seat", "1", seed, inputs)["seats"] == [[5, found.table, found.seat]]


def test_field_without_room_is_refused_with_the_missing_seats() -> None:
    with pytest.raises(NoRoom) as caught:
        draw_field("ab", Field((1, 2, 3), (Table(1, (1, 2)),)))
    assert caught.value.missing == 1


def test_impossible_draw_is_refused_at_once() -> None:
    """Three players who must sit apart, and two tables."""
    field = Field((1, 2, 3), (Table(1, (1, 2)), Table(2, (1, 2))), apart=((1, 2), (2, 3), (1, 3)))
    with pytest.raises(NotApart) as caught:
        draw_field("ab", field)
    assert caught.value.tries == 0


def test_a_draw_that_no_shuffle_finds_ends_after_counted_tries() -> None:
    """A and B both need the accessible table and must not sit together; needs are assigned first."""
    tables = (Table(1, (1, 2), accessible=True), Table(2, (1, 2)))
    with pytest.raises(NotApart) as caught:
        draw_field("ab", Field((1, 2, 3, 4), tables, needs=(1, 2), apart=((1, 2),)))
    assert caught.value.tries == most_tries(4)


@settings(max_examples=examples(200), deadline=None)
@given(
    st.sets(st.tuples(st.integers(1, 5), st.integers(1, 5)).filter(lambda pair: pair[0] < pair[1])),
    st.sets(st.tuples(st.integers(1, 5), st.integers(1, 3))),
    st.lists(st.integers(0, 3), min_size=1, max_size=3),
)
def test_keep_apart_feasibility_equals_exhaustive_search(
    pairs: set[tuple[int, int]], barred: set[tuple[int, int]], room: list[int]
) -> None:
    tables = dict(enumerate(room, start=1))
    people = sorted({one for pair in pairs for one in pair} | {entry for entry, _table in barred})
    possible = any(
        all(at[one] != at[other] for one, other in pairs)
        and not any(at[entry] == table for entry, table in barred)
        and all(count <= tables[number] for number, count in Counter(at.values()).items())
        for at in (dict(zip(people, seating, strict=True)) for seating in product(tables, repeat=len(people)))
    )
    assert may_be_apart(sorted(pairs), sorted(barred), tables) == possible


def test_an_accessible_table_takes_the_place_of_the_last_other_one() -> None:
    tables = (Table(1, (1, 2, 3)), Table(2, (1, 2, 3)), Table(3, (1, 2, 3), open=False, accessible=True))
    assert [table.number for table in tables_for(tables, 6, 0)] == [1, 2]
    assert [table.number for table in tables_for(tables, 6, 2)] == [1, 3]
    assert [table.number for table in tables_for(tables, 4, 1)] == [1, 3]


def test_seat_number_enters_play_when_all_its_seats_are_taken() -> None:
    """PokerStars Live 2.1.2."""
    assert numbers_all_taken([Table(1, (2, 4)), Table(2, (4,))], 4) == [1, 3]
    assert numbers_all_taken([Table(1, (2, 4)), Table(2, (1,), ghosts=(3,))], 4) == []
    assert numbers_all_taken([], 4) == []


def test_the_highest_card_wins_and_among_equals_the_suit_decides() -> None:
    """Five Spades 3.12: spade, heart, diamond, club."""
    assert len({(card.rank, card.suit) for card in deck()}) == 52
    for number in range(300):
        found = draw_high_card(f"{number:064x}", HighCard(1, (1, 3, 5, 7, 8, 9)))
        assert len({card for _seat, card in found.cards}) == 6
        worth = {seat: (card.rank, -SUITS.index(card.suit)) for seat, card in found.cards}
        assert worth[found.seat] == max(worth.values())
    assert Card(14, "spade") in deck()


def test_suits_count_in_the_order_the_book_gives() -> None:
    reversed_suits = ("club", "diamond", "heart", "spade")
    differs = 0
    for number in range(300):
        one = draw_high_card(f"{number:064x}", HighCard(1, (1, 2, 3, 4, 5, 6, 7, 8, 9), reversed_suits))
        best = dict(one.cards)[one.seat]
        equal = [card for _seat, card in one.cards if card.rank == best.rank]
        assert min(reversed_suits.index(card.suit) for card in equal) == reversed_suits.index(best.suit)
        differs += len(equal) > 1
    assert differs > 0


def test_high_card_draw_without_players_is_an_error() -> None:
    with pytest.raises(ValueError, match="nobody"):
        draw_high_card("ab", HighCard(1, ()))
