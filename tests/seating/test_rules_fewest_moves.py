"""For any floor: no shorter plan balances it, and the moves of a plan stay valid one after the other."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from seating.rules.balancing import Transfer, least_difference, transfers
from seating.rules.positions import Positions
from seating.rules.review import Floor, PlayedTable
from tests.examples import examples
from tests.seating.floors import BOOKS, book, floor, moves, sized, table, with_policy


def fewest(tables: Iterable[PlayedTable], least: int) -> int:
    """Return the minimum number of moves, found by trying all plans of increasing length."""
    tables = list(tables)
    stay = [sum(1 for _seat, who in one.players if who is None or who in one.sent) for one in tables]
    most = [one.size + len(one.free) for one in tables]
    reached = {tuple(one.size for one in tables)}
    count = 0
    while True:
        if any(_even(sizes, stay, most, least) for sizes in reached):
            return count
        reached = {
            (*(size + (at == destination) - (at == source) for at, size in enumerate(sizes)),)
            for sizes in reached
            for source in range(len(sizes))
            for destination in range(len(sizes))
            if source != destination
            and sizes[source] > stay[source]
            and sizes[destination] < most[destination]
        }
        count += 1


def _even(sizes: Sequence[int], stay: Sequence[int], most: Sequence[int], least: int) -> bool:
    """Return whether the tables are even.

    No player who could move to a table with a free seat is at one with too many players for it.
    """
    giving = [size for size, at_least in zip(sizes, stay, strict=True) if size > at_least]
    taking = [size for size, at_most in zip(sizes, most, strict=True) if size < at_most]
    return not giving or not taking or max(giving) - min(taking) < least


@st.composite
def rooms(draw: st.DrawFn, *, known: bool = False) -> Floor:
    """Generate two to five tables of six seats: with closed seats, ghosts, and players under way."""
    tables = []
    for number in range(1, draw(st.integers(2, 4)) + 1):
        seats = sorted(draw(st.sets(st.integers(1, 6), min_size=1)))
        spare = [seat for seat in range(1, 7) if seat not in seats]
        rare = st.integers(0, 3).map(lambda one: one == 0)
        ghosts = [seat for seat in seats if draw(rare)]
        sent = tuple(number * 100 + seat for seat in seats if seat not in ghosts and draw(rare))
        one, other, third = (draw(st.integers(1, 6)) for _position in range(3))
        tables.append(
            table(
                number,
                seats,
                (one, other, third) if known else None,
                seats=6,
                ghosts=ghosts,
                closed=[seat for seat in spare if draw(rare)],
                breaks=draw(st.integers(0, 3)),
                sent=sent,
                under_way=len(sent),
            )
        )
    giving = tuple(draw(st.permutations([played.number for played in tables]))) if draw(st.booleans()) else ()
    return floor(*tables, seats=6, giving=giving, last_gave=draw(st.sampled_from([None, 1, 2])))


@settings(max_examples=examples(250), deadline=None)
@given(rooms(), st.sampled_from(BOOKS))
def test_no_plan_with_fewer_moves_evens_out_the_tables(event: Floor, key: str) -> None:
    least, _rule = least_difference(event, book(key))
    assert len(transfers(event, book(key))) == fewest(event.tables, least)


@settings(max_examples=examples(150), deadline=None)
@given(st.lists(st.integers(1, 7), min_size=2, max_size=4), st.integers(2, 5), st.sampled_from(BOOKS))
def test_no_plan_with_fewer_moves_reaches_a_smaller_spread(sizes: list[int], least: int, key: str) -> None:
    """Without obstacles, the same number of moves brings the spread below the threshold."""
    rules = with_policy(key, difference=least)
    if key == "wsop":
        least = 2
    event = sized(*sizes, seats=11)
    left = list(sizes)
    for source, destination in moves(event, rules):
        assert max(left) - min(left) >= least
        left[source - 1] -= 1
        left[destination - 1] += 1
    assert max(left) - min(left) < least
    assert len(moves(event, rules)) == fewest(event.tables, least)


def done(event: Floor, one: Transfer) -> Floor:
    """Return the floor after a move."""
    tables = []
    for played in event.tables:
        if played.number == one.source:
            left = tuple(seat for seat in played.players if seat[0] != one.mover.seat)
            played = replace(played, players=left, free=tuple(sorted([*played.free, one.mover.seat or 0])))
        elif played.number == one.destination:
            assert one.spot.seat in played.free
            assert one.mover.entry is not None
            played = replace(
                played,
                players=tuple(sorted([*played.players, (one.spot.seat, one.mover.entry)])),
                free=tuple(seat for seat in played.free if seat != one.spot.seat),
                sent=(*played.sent, one.mover.entry),
            )
        tables.append(played)
    return replace(event, tables=tuple(tables), last_gave=one.source)


@settings(max_examples=examples(150), deadline=None)
@given(rooms(known=True), st.sampled_from(BOOKS))
def test_moves_that_are_planned_at_once_hold_one_after_the_other(event: Floor, key: str) -> None:
    """No player and no seat is used twice; after each move the rulebook still wants the rest of the plan."""
    found = transfers(event, book(key))
    entries = [one.mover.entry for one in found]
    assert None not in entries
    assert len(set(entries)) == len(entries)
    seats = [(one.destination, one.spot.seat) for one in found]
    assert len(set(seats)) == len(seats)
    for at, one in enumerate(found):
        now = transfers(event, book(key))
        assert [(two.situation, two.mover, two.spot) for two in now] == [
            (two.situation, two.mover, two.spot) for two in found[at:]
        ]
        event = done(event, one)
    assert transfers(event, book(key)) == []


@settings(max_examples=examples(100), deadline=None)
@given(rooms(known=True), st.sampled_from(BOOKS))
def test_no_player_is_moved_into_the_next_small_blind(event: Floor, key: str) -> None:
    at = {played.number: played for played in event.tables}
    for one in transfers(event, book(key)):
        positions = at[one.destination].positions
        assert isinstance(positions, Positions)
        if len(at[one.destination].players) > 1:
            assert one.spot.seat != positions.big_blind
