"""The waiting list under any sequence of changes: priorities hold, and no seat is promised twice."""

import itertools
from dataclasses import dataclass, field, replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desk.rules.waiting_list import (
    FIRST,
    IN_TURN,
    LAST,
    WANTS,
    Patience,
    Waiter,
    ahead_of,
    in_order,
    is_guaranteed_at_close,
    offers_seats,
    place_of,
    rank,
    rule_of,
    skipped,
    steps,
)
from tourney.rulebooks.books.loader import shipped
from tourney.rulebooks.books.schema import Book

BOOKS = [book for book in shipped().values() if "tournament" in book.games]
MUNOT, SPADES, WSOP = shipped()["munot"], shipped()["five_spades"], shipped()["wsop"]
OFFER = 180

a_book = st.sampled_from(BOOKS)
a_request = st.tuples(st.sampled_from(WANTS), st.booleans(), st.booleans())


def waiter(booking: int, wants: str = "entry", since: int | None = None, **more: bool) -> Waiter:
    return Waiter(booking, wants, since or booking, **more)  # type: ignore[arg-type]


@st.composite
def lists(draw: st.DrawFn) -> list[Waiter]:
    requests = draw(st.lists(a_request, max_size=12))
    return [
        Waiter(number, wants, draw(st.integers(0, 20)), at_once=at_once, sure=sure)
        for number, (wants, at_once, sure) in enumerate(requests, start=1)
    ]


def bookings(waiters: list[Waiter]) -> list[int]:
    return [one.booking for one in waiters]


def test_munot_72_immediate_re_entry_precedes_the_list_and_a_late_one_does_not() -> None:
    at_once, late = waiter(3, "re_entry", at_once=True), waiter(2, "re_entry")
    assert bookings(in_order([waiter(1), late, at_once], MUNOT)) == [3, 1, 2]


def test_munot_74_surrendered_player_stays_behind_later_arrivals() -> None:
    surrendered = waiter(1, "surrender", at_once=True)
    others = [waiter(2), waiter(3, "re_entry"), waiter(4, "re_entry", at_once=True)]
    assert bookings(in_order([surrendered, *others], MUNOT)) == [4, 2, 3, 1]


def test_five_spades_2_3_a_member_registered_early_goes_before_guests() -> None:
    assert bookings(in_order([waiter(1), waiter(2, sure=True)], SPADES)) == [2, 1]
    assert bookings(in_order([waiter(1), waiter(2, sure=True)], MUNOT)) == [1, 2]


@given(lists())
def test_silent_book_admits_in_order_of_arrival(waiters: list[Waiter]) -> None:
    came = sorted(waiters, key=lambda one: (one.since, one.booking))
    assert in_order(waiters, WSOP) == came
    assert rule_of(WSOP) == ""


@given(a_book, lists())
def test_each_book_orders_by_group_then_by_arrival(book: Book, waiters: list[Waiter]) -> None:
    ordered = in_order(waiters, book)
    assert sorted(bookings(ordered)) == sorted(bookings(waiters))
    for before, after in itertools.pairwise(ordered):
        assert rank(before, book) <= rank(after, book)
        if rank(before, book) == rank(after, book):
            assert (before.since, before.booking) < (after.since, after.booking)


@given(lists())
def test_munot_27_72_74_hold_in_any_list(waiters: list[Waiter]) -> None:
    group = {one.booking: rank(one, MUNOT) for one in waiters}
    for one in waiters:
        expected = IN_TURN
        if one.wants == "surrender":
            expected = LAST
        elif one.wants == "re_entry" and one.at_once:
            expected = FIRST
        assert group[one.booking] == expected


@given(a_book, lists(), a_request)
def test_no_player_loses_position_to_a_lower_priority_arrival(
    book: Book, waiters: list[Waiter], request: tuple[str, bool, bool]
) -> None:
    wants, at_once, sure = request
    newcomer = Waiter(99, wants, 30, at_once=at_once, sure=sure)  # type: ignore[arg-type]
    for one in waiters:
        before = place_of(one.booking, waiters, book)
        after = place_of(one.booking, [*waiters, newcomer], book)
        assert before
        assert after
        overtaken = rank(newcomer, book) < rank(one, book)
        assert after.position == before.position + overtaken
    ahead = ahead_of(newcomer, waiters, book)
    found = place_of(99, [*waiters, newcomer], book)
    assert found
    assert found.position == ahead + 1


@given(a_book, lists())
def test_place_counts_players_ahead_by_entry_kind(book: Book, waiters: list[Waiter]) -> None:
    for one in waiters:
        place = place_of(one.booking, waiters, book)
        assert place is not None
        assert sum(place.ahead.values()) == place.position - 1
    assert place_of(77, waiters, book) is None


def test_the_explanation_reads_like_seventh_two_re_entries_ahead() -> None:
    early = [waiter(number) for number in range(1, 5)]
    back = [waiter(8, "re_entry", at_once=True), waiter(9, "re_entry", at_once=True)]
    place = place_of(7, [*early, waiter(7), *back], MUNOT)
    assert place is not None
    assert (place.position, place.ahead) == (7, {"entry": 4, "re_entry": 2})
    assert place.rule == "Munot 73, Munot 27, 72, Munot 8, 74"


def test_munot_73_the_list_is_opened_with_the_start_and_guaranteed_at_the_close() -> None:
    assert not offers_seats(MUNOT, started=False)
    assert offers_seats(MUNOT, started=True)
    assert offers_seats(WSOP, started=False)
    assert is_guaranteed_at_close(MUNOT)
    assert not is_guaranteed_at_close(WSOP)


@dataclass
class Room:
    """A waiting list that is processed while changes occur."""

    book: Book
    patience: Patience
    seats: int
    now: int = 0
    number: int = 0
    waiting: list[Waiter] = field(default_factory=list)
    called: list[Waiter] = field(default_factory=list)
    skips: dict[int, int] = field(default_factory=dict)

    def arrive(self, wants: str, at_once: bool, sure: bool) -> None:
        self.number += 1
        self.waiting.append(Waiter(self.number, wants, self.now, at_once, sure))  # type: ignore[arg-type]

    def serve(self) -> None:
        found = steps(self.waiting, self.called, self.seats, self.now, self.book, self.patience)
        for step in found:
            self.carry_out(step.booking, step.does)
        assert len(self.called) <= max(0, self.seats), "more seats are promised than are free"
        again = steps(self.waiting, self.called, self.seats, self.now, self.book, self.patience)
        assert again == [], "processing the list again repeats a step"

    def carry_out(self, booking: int, does: str) -> None:
        one = next(one for one in (*self.waiting, *self.called) if one.booking == booking)
        if does == "call":
            assert one == in_order(self.waiting, self.book)[0], "called out of turn"
            self.waiting.remove(one)
            self.called.append(replace(one, calls=one.calls + 1, until=self.now + OFFER))
            return
        assert one in self.called
        self.called.remove(one)
        if does == "recall":
            assert not one.here, "a player at the desk was called again"
            self.called.append(replace(one, calls=one.calls + 1, until=self.now + OFFER))
        elif does == "take_back":
            assert not one.here or all(other.here for other in self.called), (
                "a player at the desk lost their seat first"
            )
            self.waiting.append(replace(one, until=None, here=False, calls=one.calls - 1))
        else:
            assert not one.here, "a player at the desk was skipped"
            assert one.until is not None
            assert one.until <= self.now
            self.skips[booking] = self.skips.get(booking, 0) + 1
            back = skipped(one, self.now, self.patience)
            assert (back is None) == (does == "pass") == (self.skips[booking] == 2)
            if back is not None:
                self.waiting.append(back)


happenings = st.lists(
    st.one_of(
        st.tuples(st.just("arrive"), a_request),
        st.tuples(st.just("seats"), st.integers(-3, 3)),
        st.tuples(st.just("time"), st.sampled_from([1, 60, OFFER, 3 * OFFER])),
        st.tuples(st.just("enter"), st.integers(0, 5)),
        st.tuples(st.just("come"), st.integers(0, 5)),
        st.tuples(st.just("cancel"), st.integers(0, 9)),
    ),
    max_size=60,
)


@given(a_book, st.integers(0, 3), st.integers(0, 4), happenings, st.randoms(use_true_random=False))
def test_no_seat_is_promised_twice_and_calls_keep_their_order(
    book: Book, recalls: int, seats: int, what: list[tuple[str, object]], rng: Random
) -> None:
    room = Room(book, Patience(recalls), seats)
    for happens, given_ in what:
        if happens == "arrive":
            room.arrive(*given_)  # type: ignore[misc]
        elif happens == "seats":
            room.seats += given_  # type: ignore[operator]
        elif happens == "time":
            room.now += given_  # type: ignore[operator]
        elif happens == "enter" and room.called:
            room.called.pop(given_ % len(room.called))  # type: ignore[operator]
            room.seats -= 1
        elif happens == "come" and room.called:
            number = given_ % len(room.called)  # type: ignore[operator]
            room.called[number] = replace(room.called[number], here=True)
        elif happens == "cancel" and room.waiting:
            room.waiting.pop(given_ % len(room.waiting))  # type: ignore[operator]
        if rng.random() < 0.5:
            room.serve()


def test_checked_in_players_lose_their_seat_last() -> None:
    room = Room(MUNOT, Patience(0), 2)
    room.arrive("entry", False, False)
    room.arrive("entry", False, False)
    room.serve()
    room.called[0] = replace(room.called[0], here=True)
    room.seats = 0
    found = steps(room.waiting, room.called, room.seats, room.now, room.book, room.patience)
    assert [(step.booking, step.does) for step in found] == [(2, "take_back"), (1, "take_back")]
    room.serve()
    assert (len(room.waiting), room.called) == (2, [])


@given(a_book, lists(), st.integers(0, 3))
def test_no_player_is_called_before_a_list_opens(book: Book, waiters: list[Waiter], seats: int) -> None:
    assert steps(waiters, [], seats, 50, book, Patience(1), opened=False) == []


@pytest.mark.parametrize(("recalls", "rounds"), [(0, 1), (1, 2), (3, 4)])
def test_absent_player_is_called_again_then_skipped_then_removed(recalls: int, rounds: int) -> None:
    room = Room(MUNOT, Patience(recalls), 1)
    room.arrive("entry", False, False)
    room.arrive("entry", False, False)
    calls = []
    for _ in range(8 * rounds):
        before = {one.booking: one.calls for one in room.called}
        room.serve()
        calls += [one.booking for one in room.called if one.calls != before.get(one.booking)]
        room.now += OFFER
    assert calls == [1] * rounds + [2] * rounds + [1] * rounds + [2] * rounds
    assert room.waiting == room.called == []


@given(a_book, lists(), st.integers(0, 3), st.integers(1, 9))
def test_player_who_came_when_called_keeps_the_seat(
    book: Book, waiters: list[Waiter], recalls: int, calls: int
) -> None:
    came = Waiter(99, "entry", 5, calls=calls, until=OFFER, here=True)
    assert steps(waiters, [came], 1, 1_000 * OFFER, book, Patience(recalls)) == []


def test_offer_of_a_lost_seat_is_withdrawn_from_an_absent_player_first() -> None:
    called = [replace(waiter(number), calls=1, until=OFFER, here=number == 3) for number in (1, 2, 3)]
    found = steps([waiter(4)], called, 1, 5, MUNOT, Patience(1))
    assert [(step.booking, step.does) for step in found] == [(1, "take_back"), (2, "take_back")]


def test_offer_of_a_lost_seat_is_withdrawn_from_the_last() -> None:
    called = [replace(waiter(number), calls=1, until=OFFER) for number in (1, 2, 3)]
    found = steps([waiter(4)], called, 1, 5, MUNOT, Patience(1))
    assert [(step.booking, step.does) for step in found] == [(2, "take_back"), (3, "take_back")]


@given(lists())
def test_any_number_of_seats_calls_players_in_order(waiters: list[Waiter]) -> None:
    found = steps(waiters, [], None, 50, MUNOT, Patience(1))
    assert [(step.booking, step.does) for step in found] == [
        (booking, "call") for booking in bookings(in_order(waiters, MUNOT))
    ]
