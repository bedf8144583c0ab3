"""Breaking tables by the rulebooks' examples, and the draws of seats and orders."""

import hashlib
import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations, permutations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from seating.rules.breaking import Broken, Method, draw_break, draw_order, spare_tables, tables_to_break
from seating.rules.button import SUITS
from seating.rules.draw import Field, NoRoom
from seating.rules.record import broken_to_plain, check, field_to_plain, held, order_to_plain
from seating.rules.tables import Table
from tests.examples import examples
from tests.seating.chi import is_fair
from tests.seating.floors import book, floor, sized, table
from tourney.rules.randomness import digest_of

SEED = st.binary(min_size=32, max_size=32).map(bytes.hex)
METHODS: tuple[Method, ...] = ("random", "double_random")

# ---- when a table breaks, and which one ----

OPEN, CLOSED = True, False
EXAMPLES = [
    # rule, description, rulebook, players at tables 1, 2, 3 …, seats, registration, arrivals, tables to break
    ("Munot 10", "three tables, ten left during entry, ten to a table", "munot", (4, 3, 3), 10, OPEN, 0, [3]),
    ("Munot 10", "with eleven left only one table could go", "munot", (4, 4, 3), 10, OPEN, 0, []),
    ("Munot 10", "nine to a table: ten do not fit on one", "munot", (4, 3, 3), 9, OPEN, 0, []),
    ("Munot 10", "nine to a table: nine do", "munot", (3, 3, 3), 9, OPEN, 0, [3]),
    ("Munot 10", "somebody is still coming", "munot", (3, 3, 3), 9, OPEN, 1, []),
    ("Munot 10", "two tables during entry: two could never go", "munot", (1, 1), 9, OPEN, 0, []),
    ("Munot 10", "of three that could go during entry two do", "munot", (3, 2, 2, 2), 9, OPEN, 0, [4, 3]),
    ("Munot 10", "entry closed: they fit on one table fewer", "munot", (6, 6, 6), 9, CLOSED, 0, [3]),
    ("Munot 10", "entry closed: one too many", "munot", (7, 6, 6), 9, CLOSED, 0, []),
    ("Munot 10", "entry closed: one has no seat yet", "munot", (6, 6, 6), 9, CLOSED, 1, []),
    (
        "Munot 78",
        "ten fit on a table of ten, but the last one begins with nine",
        "munot",
        (5, 5),
        10,
        CLOSED,
        0,
        [],
    ),
    ("Munot 78", "of three tables two stay", "munot", (4, 3, 3), 10, CLOSED, 0, [3]),
    ("Other Poker 5", "the book is silent: not during entry", "other_poker", (3, 3, 3), 10, OPEN, 0, []),
    ("Other Poker 5", "ten to a table", "other_poker", (7, 7, 6), 10, CLOSED, 0, [3]),
    ("Other Poker 5", "one too many", "other_poker", (7, 7, 7), 10, CLOSED, 0, []),
    (
        "Five Spades 4.6",
        "merged little by little, during entry too",
        "five_spades",
        (6, 5, 5),
        9,
        OPEN,
        0,
        [3],
    ),
    ("Five Spades 4.6", "each remaining table keeps a seat", "five_spades", (6, 6, 5), 9, OPEN, 0, []),
    ("Five Spades 4.6", "no seat is kept once entry is closed", "five_spades", (6, 6, 6), 9, CLOSED, 0, [3]),
    ("Five Spades 4.6", "two become one during entry", "five_spades", (4, 4), 9, OPEN, 0, [2]),
    (
        "PokerStars Live 2.4",
        "not before registration has closed",
        "pokerstars_live",
        (3, 3, 3),
        9,
        OPEN,
        0,
        [],
    ),
    ("PokerStars Live 2.4", "then", "pokerstars_live", (6, 6, 6), 9, CLOSED, 0, [3]),
    ("TDA 10B", "the book is silent: not during entry", "tda", (3, 3, 3), 8, OPEN, 0, []),
    ("TDA 10B", "two of four tables could go", "tda", (4, 4, 4, 4), 8, CLOSED, 0, [4, 3]),
    ("WSOP 66", "order is posted when registration closes", "wsop", (3, 3, 3), 9, OPEN, 0, []),
    ("WSOP 66", "then", "wsop", (7, 7, 7, 6), 9, CLOSED, 0, [4]),
]


@pytest.mark.parametrize(
    ("rule", "message", "key", "sizes", "seats", "entry_open", "coming", "gone"),
    EXAMPLES,
    ids=[f"{one[0]}: {one[1]}" for one in EXAMPLES],
)
def test_tables_are_broken_when_the_book_says(
    rule: str,
    message: str,
    key: str,
    sizes: Sequence[int],
    seats: int,
    entry_open: bool,
    coming: int,
    gone: list[int],
) -> None:
    event = sized(*sizes, seats=seats, entry_open=entry_open, coming=coming)
    assert [one.number for one in tables_to_break(event, book(key))] == gone


@pytest.mark.parametrize(("returning", "reserved", "gone"), [(0, 0, [3]), (1, 0, []), (0, 1, [])])
def test_break_keeps_seats_for_re_entries_and_reservations(
    returning: int, reserved: int, gone: list[int]
) -> None:
    event = sized(6, 5, 5, entry_open=OPEN, returning=returning, reserved=reserved)
    assert [one.number for one in tables_to_break(event, book("five_spades"))] == gone
    over = sized(6, 5, 5, entry_open=CLOSED, returning=returning, reserved=reserved)
    assert [one.number for one in tables_to_break(over, book("five_spades"))] == [3]


def test_munot_10_two_spare_tables_suffice_for_re_entries_not_reservations() -> None:
    example = {"seats": 10, "entry_open": OPEN}
    assert tables_to_break(sized(4, 3, 3, returning=17, **example), book("munot"))
    assert not tables_to_break(sized(4, 3, 3, reserved=1, **example), book("munot"))


def test_wsop_66_tables_go_in_the_order_that_was_posted() -> None:
    event = floor(
        table(1, range(1, 5), breaks=2),
        table(2, range(1, 5), breaks=0),
        table(3, range(1, 6), breaks=1),
        table(4, range(1, 6), breaks=3),
    )
    assert [one.number for one in tables_to_break(event, book("wsop"))] == [2, 3]


def test_highest_table_number_breaks_first_without_an_order() -> None:
    event = floor(table(11, range(1, 7)), table(30, range(1, 7)), table(12, range(1, 7)))
    assert [one.number for one in tables_to_break(event, book("munot"))] == [30]


def test_closed_seats_do_not_count_as_free() -> None:
    six = range(1, 7)
    event = floor(table(1, six), table(2, six, closed=[9]), table(3, six, breaks=-1))
    assert spare_tables(event) == []
    assert tables_to_break(event, book("tda")) == []


def test_five_spades_9_5_ghosts_keep_their_seats() -> None:
    full = floor(
        table(1, range(1, 10), ghosts=[7, 8, 9]),
        table(2, range(1, 10), ghosts=[9]),
        table(3, range(1, 10), ghosts=range(2, 10), breaks=-1),
    )
    assert tables_to_break(full, book("five_spades")) == []
    with_room = floor(*full.tables[1:], table(1, range(1, 9), ghosts=[7, 8]), entry_open=True)
    assert [one.number for one in tables_to_break(with_room, book("five_spades"))] == [3]


@settings(max_examples=examples(200), deadline=None)
@given(
    st.lists(st.integers(1, 9), min_size=1, max_size=9),
    st.integers(0, 4),
    st.booleans(),
    st.sampled_from(["munot", "other_poker", "five_spades", "pokerstars_live", "tda", "wsop"]),
)
def test_players_of_a_breaking_table_fit_at_the_remaining_tables(
    sizes: list[int], coming: int, entry_open: bool, key: str
) -> None:
    event = sized(*sizes, coming=coming, entry_open=entry_open)
    gone = {one.number for one in tables_to_break(event, book(key))}
    free = sum(len(one.free) for one in event.tables if one.number not in gone)
    assert not gone or sum(one.size for one in event.tables if one.number in gone) + coming <= free
    assert len(gone) < len(sizes)


# ---- the draw of new seats ----


@st.composite
def breaks(draw: st.DrawFn) -> Broken:
    """Build a broken table and others with enough seats."""
    tables = []
    for number in range(1, draw(st.integers(1, 5)) + 1):
        free = draw(st.sets(st.integers(1, 9), max_size=9))
        taken = draw(st.integers(0, 9 - len(free)))
        spare = sorted(set(range(1, 10)) - free)[: 9 - len(free) - taken]
        ghosts = tuple(spare) if draw(st.booleans()) else ()
        tables.append(Table(number * 2, tuple(sorted(free)), taken=taken, ghosts=ghosts))
    room = sum(len(one.free) for one in tables)
    seats = sorted(draw(st.sets(st.integers(1, 10), max_size=min(10, room))))
    return Broken(
        tuple((draw(st.integers(1, 9)) * 100 + seat, seat) for seat in seats),
        tuple(tables),
        draw(st.sampled_from(METHODS)),
        tuple(draw(st.permutations(SUITS))),
    )


@settings(max_examples=examples(200), deadline=None)
@given(SEED, breaks())
def test_each_player_gets_one_free_seat_at_balanced_tables(seed: str, given: Broken) -> None:
    found = draw_break(seed, given).seats
    assert [entry for entry, _number, _seat in found] == [entry for entry, _seat in given.players]
    seats = {(number, seat) for _entry, number, seat in found}
    assert len(seats) == len(found)
    assert seats <= {(one.number, seat) for one in given.tables for seat in one.free}
    placed = Counter(number for _entry, number, _seat in found)
    size = {one.number: one.taken + len(one.ghosts) + placed[one.number] for one in given.tables}
    for fuller in given.tables:
        for emptier in given.tables:
            if size[fuller.number] > size[emptier.number] + 1:
                assert not placed[fuller.number] or placed[emptier.number] == len(emptier.free)


@settings(max_examples=examples(100), deadline=None)
@given(SEED, breaks(), st.lists(st.tuples(st.integers(0, 8), st.integers(0, 10)), max_size=4))
def test_a_table_without_a_free_seat_does_not_change_the_draw(
    seed: str, given: Broken, full: list[tuple[int, int]]
) -> None:
    tables = list(given.tables)
    for number, (at, taken) in enumerate(full, start=100):
        tables.insert(at, Table(number, (), taken=taken))
    assert draw_break(seed, replace(given, tables=tuple(tables))) == draw_break(seed, given)


@pytest.mark.parametrize("method", METHODS)
def test_every_seat_is_equally_likely_for_every_player(method: Method) -> None:
    players = ((11, 2), (12, 5), (13, 6))
    tables = (Table(1, (2, 4, 7), taken=3), Table(2, (1, 8, 9), taken=3))
    outcomes = set()
    for at_first in (1, 2):
        for first in combinations(tables[0].free, at_first):
            for second in combinations(tables[1].free, 3 - at_first):
                seats = [(1, seat) for seat in first] + [(2, seat) for seat in second]
                outcomes.update(permutations(seats))
    assert len(outcomes) == 108
    given = Broken(players, tables, method)
    drawn = (draw_break(f"{number:064x}", given).seats for number in range(3_000))
    assert is_fair(Counter(tuple(seat[1:] for seat in seats) for seats in drawn), outcomes)


def test_pokerstars_live_2_4_1_the_highest_card_takes_the_first_seat_card() -> None:
    """The same seed deals the same seat cards with either method; only the assignment differs."""
    tables = (Table(3, (1, 2, 3, 4, 5), taken=4), Table(5, (6, 7, 8), taken=6))
    players = tuple((900 + seat, seat) for seat in (1, 2, 4, 7, 9))
    for number in range(50):
        seed = f"{number:064x}"
        in_order = [seat[1:] for seat in draw_break(seed, Broken(players, tables, "random")).seats]
        found = draw_break(seed, Broken(players, tables, "double_random"))
        taken = {entry: (table, seat) for entry, table, seat in found.seats}
        assert [seat for seat, _card in found.cards] == [1, 2, 4, 7, 9]
        ranked = sorted(found.cards, key=lambda one: (one[1].rank, -SUITS.index(one[1].suit)), reverse=True)
        assert [taken[900 + seat] for seat, _card in ranked] == in_order


def test_of_equal_ranks_the_higher_suit_takes_a_seat_card_first() -> None:
    tables = (Table(1, tuple(range(1, 10))),)
    players = tuple((seat, seat) for seat in range(1, 10))
    pairs = 0
    for number in range(60):
        for suits in (SUITS, SUITS[::-1]):
            found = draw_break(f"{number:064x}", Broken(players, tables, "double_random", suits))
            first = [
                seat[1:] for seat in draw_break(f"{number:064x}", Broken(players, tables, "random")).seats
            ]
            turn = {entry: first.index((table, seat)) for entry, table, seat in found.seats}
            for (one, card), (other, its) in combinations(found.cards, 2):
                if card.rank == its.rank:
                    pairs += 1
                    assert (turn[one] < turn[other]) == (suits.index(card.suit) < suits.index(its.suit))
    assert pairs > 50


def test_too_few_seats_means_no_draw() -> None:
    given = Broken(((1, 1), (2, 2), (3, 3)), (Table(1, (4, 5)),))
    with pytest.raises(NoRoom) as refused:
        draw_break("00", given)
    assert refused.value.missing == 1


# ---- recorded draws, and recomputing them from the documentation ----


class Stranger:
    """Random numbers as specified in docs/draws.md, implemented independently."""

    def __init__(self, seed: str) -> None:
        self.seed, self.count = seed, 0

    def one_of(self, many: int) -> int:
        while True:
            digest = hashlib.sha256(f"{self.seed}:{self.count}".encode()).hexdigest()
            self.count += 1
            if int(digest, 16) < 2**256 // many * many:
                return int(digest, 16) % many

    def shuffle(self, items: list[Any]) -> list[Any]:
        items = list(items)
        for last in range(len(items) - 1, 0, -1):
            other = self.one_of(last + 1)
            items[last], items[other] = items[other], items[last]
        return items


def by_the_page(seed: str, inputs: dict[str, Any]) -> list[list[int]]:
    """Return the seats of a broken table's players, by docs/draws.md."""
    rng = Stranger(seed)
    many = len(inputs["players"])
    sits = [one["taken"] + len(one["ghosts"]) for one in inputs["tables"]]
    most = [at + len(one["chairs"]) for at, one in zip(sits, inputs["tables"], strict=True)]

    def needed(level: int) -> list[int]:
        return [max(0, min(level, top) - at) for at, top in zip(sits, most, strict=True)]

    level = max(level for level in range(0, max([0, *most]) + 1) if sum(needed(level)) <= many)
    places, one_more = needed(level), needed(level + 1)
    could = [at for at in range(len(places)) if one_more[at] > places[at]]
    for at in rng.shuffle(could)[: many - sum(places)]:
        places[at] += 1
    used: list[Any] = []
    for place, one in zip(places, inputs["tables"], strict=True):
        used += [[one["table"], seat] for seat in rng.shuffle(one["chairs"])[:place]]
    cards = rng.shuffle(used)
    turn = list(range(many))
    if inputs["method"] == "double_random":
        deck = rng.shuffle([(rank, suit) for suit in inputs["suits"] for rank in range(2, 15)])
        turn.sort(key=lambda at: (-deck[at][0], inputs["suits"].index(deck[at][1])))
    takes = dict(zip(turn, cards, strict=True))
    return [[entry, *takes[at]] for at, (entry, _seat) in enumerate(inputs["players"])]


@settings(max_examples=examples(100), deadline=None)
@given(SEED, breaks())
def test_a_stranger_with_the_page_alone_gets_the_same_seats(seed: str, given: Broken) -> None:
    inputs = json.loads(json.dumps(broken_to_plain(given)))
    assert by_the_page(seed, inputs) == held("break", "1", seed, inputs)["seats"]


@settings(max_examples=examples(60), deadline=None)
@given(SEED, breaks())
def test_break_draw_is_verified_from_its_record(seed: str, given: Broken) -> None:
    inputs = json.loads(json.dumps(broken_to_plain(given)))
    outcome = json.loads(json.dumps(held("break", "1", seed, inputs)))
    assert check("break", "1", digest_of(seed), seed, inputs, outcome).fits
    if outcome["seats"]:
        outcome["seats"][0][2] += 1
        assert not check("break", "1", digest_of(seed), seed, inputs, outcome).outcome_fits
    assert not check("break", "1", digest_of(seed), seed, {**inputs, "method": "by_hand"}, outcome).fits


def test_redraw_of_all_seats_works_like_the_first_draw() -> None:
    inputs = field_to_plain(Field(tuple(range(1, 10)), (Table(4, tuple(range(1, 10))),)))
    for number in range(20):
        seed = f"{number:064x}"
        assert held("redraw", "1", seed, inputs) == held("field", "1", seed, inputs)


def test_other_poker_6_order_of_source_tables_is_drawn_uniformly() -> None:
    drawn = Counter(draw_order(f"{number:064x}", (1, 2, 3)) for number in range(600))
    assert is_fair(drawn, list(permutations((1, 2, 3))))
    inputs = order_to_plain([4, 7, 9])
    outcome = held("order", "1", "ab", inputs)
    assert sorted(outcome["order"]) == [4, 7, 9]
    assert outcome["order"] == Stranger("ab").shuffle([4, 7, 9])
    assert check("order", "1", digest_of("ab"), "ab", inputs, outcome).fits
