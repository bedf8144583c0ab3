"""Places from rows: ties with recorded stacks, re-entries, penalties, the edge of the money."""

from typing import Any

import pytest
from django.test import Client

from prizes.boards.event import results
from prizes.services.payables import account_of
from prizes.services.results import results_of
from seating.commands import (
    add_tables,
    assign_table,
    draw_seats,
    note_bust,
    note_one_hand,
    remove_entry,
    set_plan,
)
from seating.models import Seat
from tests.desk.tills import cash, enter
from tests.fixtures.journalled import journal_tells_the_rows
from tests.fixtures.room import MakesEvents, press
from tests.prizes.evenings import PRICE, amounts, closed, evening, out, place, prize
from tourney.access.roles import FIRST_START, Actor
from tourney.journal.undo import undo
from tourney.models import Entry, JournalEntry, Tournament


def plays_on(event: int) -> dict[int, bool]:
    """Return for each entry of the results whether its player plays on."""
    board = results(event)
    assert board is not None
    return {one.entry: one.plays_on for one in board.rows}


def numbers(event: int) -> dict[int, int | None]:
    """Return for each entry of the results which of its player's it is."""
    board = results(event)
    assert board is not None
    return {one.entry: one.number for one in board.rows}


def row(event: int) -> Tournament:
    return Tournament.objects.get(pk=event)


def seated(event: int, tables: int = 2) -> dict[int, list[int]]:
    """Draw the field to a number of tables; return the entries by table number."""
    press(add_tables, by=FIRST_START, first=1, last=tables)
    for number in range(1, tables + 1):
        press(assign_table, event, by=FIRST_START, number=number)
    press(set_plan, event, by=FIRST_START, seats_per_table=6)
    press(draw_seats, event, by=FIRST_START)
    found: dict[int, list[int]] = {}
    rows = Seat.objects.filter(tournament_table__tournament=event, entry__isnull=False).order_by("number")
    for entry, number in rows.values_list("entry", "tournament_table__table__number"):
        assert entry is not None
        found.setdefault(number, []).append(entry)
    return found


def one_hand(event: int, floor: Actor, stacks: dict[int, int], **more: Any) -> None:
    """Bust entries in one hand, with their chips at its start.

    Args:
        more: arguments of `bust.one_hand`.
    """
    out(event, *stacks)
    for entry, stack in stacks.items():
        press(note_bust, event, by=floor, entry=entry, stack=stack)
    press(note_one_hand, event, by=floor, entries=list(stacks), **more)


def held(event: int, *entries: int) -> list[tuple[int, int] | None]:
    """Return the places of these entries."""
    found = [place(event, entry) for entry in entries]
    return [None if one is None else (one.best, one.worst) for one in found]


@pytest.mark.parametrize("book", ["pokerstars_live", "wsop"])
def test_pokerstars_live_3_13_2_wsop_126b_busts_at_different_tables_share(
    make_event: MakesEvents, floor: Actor, book: str
) -> None:
    event = make_event(book=book)
    evening(event, floor, 10)
    at = seated(event)
    closed(event)
    one_hand(event, floor, {at[1][0]: 9_000, at[2][0]: 400})
    assert held(event, at[1][0], at[2][0]) == [(9, 10), (9, 10)]


@pytest.mark.parametrize("book", ["pokerstars_live", "wsop"])
def test_pokerstars_live_3_13_3_wsop_126b_bigger_stack_ranks_first_at_a_table(
    make_event: MakesEvents, floor: Actor, book: str
) -> None:
    event = make_event(book=book)
    evening(event, floor, 10)
    at = seated(event)
    closed(event)
    one_hand(event, floor, {at[1][0]: 9_000, at[1][1]: 400})
    assert held(event, at[1][0], at[1][1]) == [(9, 9), (10, 10)]
    # A stack was miscounted: the larger stack ranks first.
    press(note_bust, event, by=floor, entry=at[1][1], stack=9_500)
    assert held(event, at[1][0], at[1][1]) == [(10, 10), (9, 9)]


def test_five_spades_9_5_bigger_stack_ranks_first_across_tables(
    make_event: MakesEvents, floor: Actor
) -> None:
    event = make_event(book="munot")
    evening(event, floor, 10)
    people = list(Entry.objects.filter(tournament=event).order_by("pk").values_list("player", flat=True))
    spades = make_event(name="Spades", book="five_spades")
    from clock.commands.clock import start
    from desk.commands.registration import close_registration
    from tests.desk.tills import sold
    from tourney.rulebooks.shelf import book_of

    policy = book_of("five_spades").entering.membership
    assert policy is not None
    sold(spades, pool=PRICE, fee=0, staff=0, bounty=0, extras=[], re_entries_most=0)
    press(start, spades, by=FIRST_START)
    price = PRICE + policy.day_fee.amount
    for player in people:
        enter(spades, floor, player, [cash(price)], membership="day")
    at = seated(spades)
    press(close_registration, spades, by=FIRST_START)
    one_hand(spades, floor, {at[1][0]: 300, at[2][0]: 800})
    assert held(spades, at[1][0], at[2][0]) == [(10, 10), (9, 9)]


def test_munot_79_all_of_one_hand_share_once_the_bubble_was_announced(
    make_event: MakesEvents, floor: Actor
) -> None:
    event = make_event(book="munot")
    evening(event, floor, 10)
    at = seated(event)
    closed(event)
    one_hand(event, floor, {at[1][0]: 9_000, at[1][1]: 400, at[2][0]: 60}, announced=True)
    assert held(event, at[1][0], at[1][1], at[2][0]) == [(8, 10)] * 3


def test_tie_across_the_bubble_shares_the_paid_places_to_the_cent(
    make_event: MakesEvents, floor: Actor
) -> None:
    event = make_event(book="munot")
    entries = evening(event, floor, 9, pool=10_003)
    closed(event)
    out(event, *entries[:4])
    # Three places are paid, and three players share places three to five: an odd cent goes to the biggest
    # stack.
    one_hand(event, floor, {entries[4]: 500, entries[5]: 2_000, entries[6]: 700}, announced=True)
    third, (a, b, c) = amounts(event)[2], (prize(event, entry) for entry in entries[4:7])
    assert len(amounts(event)) == 3
    assert (a + b + c, max(a, b, c) - min(a, b, c) <= 1) == (third, True)
    assert b == max(a, b, c)
    out(event, entries[7])
    assert sum(prize(event, entry) for entry in entries) == sum(amounts(event)) == 9 * 10_003
    assert account_of(row(event)).difference == 0


def test_busted_player_may_re_enter_while_entry_is_open_and_best_entry_counts(
    make_event: MakesEvents, floor: Actor
) -> None:
    event = make_event(book="tda")
    entries = evening(event, floor, 5, re_entries_most=1)
    out(event, entries[0])
    first = place(event, entries[0])
    assert first is not None
    assert first.state == "open"
    who = Entry.objects.get(pk=entries[0]).player_id
    again = int(enter(event, floor, who, [cash(PRICE)])["entry"])
    # The earlier entry no longer counts: there are five players, and all of them are in play.
    assert place(event, entries[0]) is None
    closed(event)
    out(event, entries[1], again)
    assert held(event, again, entries[1]) == [(4, 4), (5, 5)]
    assert results_of(row(event)).ranking.superseded == (entries[0],)
    assert sum(amounts(event)) == 6 * PRICE


def test_or_each_entry_has_a_place(make_event: MakesEvents, floor: Actor) -> None:
    event = make_event(book="tda")
    entries = evening(event, floor, 5, re_entries_most=1, prizes={"counting": "each"})
    out(event, entries[0])
    who = Entry.objects.get(pk=entries[0]).player_id
    again = int(enter(event, floor, who, [cash(PRICE)])["entry"])
    closed(event)
    assert plays_on(event) == {entries[0]: True}
    assert numbers(event) == {entries[0]: 1}
    out(event, again)
    assert held(event, again, entries[0]) == [(5, 5), (6, 6)]
    assert plays_on(event) == {again: False, entries[0]: False}
    out(event, entries[1])
    # Only who is listed twice is marked.
    assert numbers(event) == {entries[1]: None, again: 2, entries[0]: 1}
    page = Client().get(f"/results/{event}/").content.decode()
    assert [page.count(f'class="badge">{mark}<') for mark in ("re-entry 1", "first entry")] == [1, 1]


def test_five_spades_4_8_busted_player_is_final_when_entry_closes(
    make_event: MakesEvents, floor: Actor
) -> None:
    event = make_event(book="tda")
    entries = evening(event, floor, 5, re_entries_most=1)
    out(event, entries[0])
    again = int(enter(event, floor, Entry.objects.get(pk=entries[0]).player_id, [cash(PRICE)])["entry"])
    out(event, entries[1], again)
    # The player who could not come back busted later, and was finally out first.
    closed(event)
    assert held(event, entries[1], again) == [(4, 4), (5, 5)]


def test_pokerstars_live_6_9_6_disqualified_get_nothing_and_others_move_up(
    make_event: MakesEvents, floor: Actor
) -> None:
    event = make_event(book="pokerstars_live")
    entries = evening(event, floor, 9)
    closed(event)
    out(event, *entries[:6])
    press(remove_entry, event, by=floor, entry=entries[6], chips=1_000, penalty="disqualified")
    out(event, entries[7])
    first, second, third = amounts(event)
    assert [prize(event, entry) for entry in entries[5:]] == [third, 0, second, first]
    assert account_of(row(event)).difference == 0
    journal_tells_the_rows()


def test_pokerstars_live_6_9_5_the_eliminated_have_the_place_of_the_players_left(
    make_event: MakesEvents, floor: Actor
) -> None:
    event = make_event(book="pokerstars_live")
    entries = evening(event, floor, 9)
    closed(event)
    out(event, *entries[:6])
    press(remove_entry, event, by=floor, entry=entries[6], chips=1_000, penalty="eliminated")
    assert held(event, entries[6]) == [(3, 3)]
    assert prize(event, entries[6]) == amounts(event)[2]


def test_undo_of_one_hand_separates_the_busts_again(
    make_event: MakesEvents, floor: Actor, director: Actor
) -> None:
    event = make_event(book="munot")
    entries = evening(event, floor, 9)
    closed(event)
    one_hand(event, floor, {entries[0]: 100, entries[1]: 200}, announced=True)
    assert held(event, entries[0], entries[1]) == [(8, 9), (8, 9)]
    line = JournalEntry.objects.filter(kind="bust.one_hand").get()
    press(undo, event, by=director, seq=line.seq)
    assert held(event, entries[0], entries[1]) == [(9, 9), (8, 8)]


def test_single_entrant_has_not_won(make_event: MakesEvents, floor: Actor) -> None:
    event = make_event(book="munot")
    (alone,) = evening(event, floor, 1)
    closed(event)
    assert place(event, alone) is None
