"""The oracle finds the fault in each of these journals, and none in the correct versions."""

import dataclasses

import pytest

from tests.oracle.oracle import judge
from tests.oracle.written_journals import JournalWriter, T

LADDER = (50_000, 30_000, 20_000)


def faults(record: JournalWriter, book: str = "tda") -> str:
    """Return the oracle's faults of a journal."""
    return "\n".join(judge(record.lines, T, book).faults)


# --- places and prizes ------------------------------------------------------------------------------------------
def evening(**noted: int) -> JournalWriter:
    """Four players at a table; three bust, two of them three minutes apart."""
    record = JournalWriter({1: (1, 2, 3, 4)})
    record.bust(104)
    record.bust(103, **noted)
    record.minute += 3
    record.bust(102, **noted)
    return record


def test_an_evening_as_it_should_be_has_no_fault() -> None:
    record = evening()
    record.pays(LADDER, {101: 50_000, 102: 30_000, 103: 20_000})
    assert faults(record) == ""
    assert judge(record.lines, T, "tda").places == ((101, 1, 1), (102, 2, 2), (103, 3, 3), (104, 4, 4))


def test_d1_a_tie_by_a_counter_of_hands_is_found() -> None:
    record = evening(hand=7, together=1_000_000)
    record.pays(LADDER, {101: 50_000, 102: 25_000, 103: 25_000})
    found = faults(record)
    assert "entries [102, 103] are tied without a report" in found
    assert "entry 102 was paid 25000 as prize, and 30000 is right" in found


def test_reported_tie_is_paid_by_stacks() -> None:
    """PokerStars Live 3.13.3: at one table the bigger stack at the start of the hand is ahead."""
    record = JournalWriter({1: (1, 2, 3, 4)})
    record.bust(104)
    record.bust(102, stack=900, together=1_000_000)
    record.bust(103, stack=500, together=1_000_000, same_hand=102)
    record.pays(LADDER, {101: 50_000, 102: 30_000, 103: 20_000})
    assert faults(record, "pokerstars_live") == ""


@pytest.mark.parametrize(("paid", "found"), [((25_000, 25_000), False), ((30_000, 20_000), True)])
def test_a1_munot_79_busts_in_one_hand_after_the_announcement_share(
    paid: tuple[int, int], found: bool
) -> None:
    """Hand-for-hand has ended, but the claim remains."""
    record = JournalWriter({1: (1, 2, 3, 4)})
    record.hand_for_hand(hands=2, over=True)
    record.bust(104)
    record.bust(103, stack=500)
    record.bust(102, stack=900)
    record.one_hand(102, 103, together=1_000_000)
    record.pays(LADDER, {101: 50_000, 102: paid[0], 103: paid[1]})
    assert ("is right" in faults(record, "munot")) is found


def test_munot_79_before_the_announcement_the_bigger_stack_is_ahead() -> None:
    record = JournalWriter({1: (1, 2, 3, 4)})
    record.bust(104)
    record.bust(103, stack=500)
    record.bust(102, stack=900)
    record.one_hand(102, 103, together=1_000_000)
    record.pays(LADDER, {101: 50_000, 102: 30_000, 103: 20_000})
    assert faults(record, "munot") == ""


@pytest.mark.parametrize(
    ("paid", "found"), [((30_000, 10_000, 10_000), False), ((16_668, 16_666, 16_666), True)]
)
def test_d1_only_equal_stacks_of_three_busts_in_one_hand_share(
    paid: tuple[int, int, int], found: bool
) -> None:
    """PokerStars Live 3.13.3: the order of the stacks was reported without a count."""
    record = JournalWriter({1: (1, 2, 3, 4, 5)})
    record.bust(105)
    for entry, order in ((104, 2), (103, 2), (102, 1)):
        record.bust(entry, stack_order=order)
    record.one_hand(102, 103, 104, together=1_000_000)
    record.pays(LADDER, dict(zip((101, 102, 103, 104), (50_000, *paid), strict=True)))
    assert ("is right" in faults(record, "pokerstars_live")) is found


# --- moves -----------------------------------------------------------------------------------------------------
def balanced(due: int, games: tuple[str, ...] = ("",), level: int = 0) -> JournalWriter:
    """Six against three players; the button of table 1 is in seat 1, so seat 4 pays the big blind next."""
    record = JournalWriter({1: (1, 2, 3, 4, 5, 6), 2: (1, 2, 3)}, games=games, level=level)
    record.positions(1, 1, 2, 3)
    record.positions(2, 1, 2, 3)
    detail = {"entry": 100 + due, "from": 1, "from_seat": due, "to": 2, "to_seat": 4}
    record.accepts("balance", [record.gets_up(100 + due), record.sits(100 + due, 2, 4)], **detail)
    return record


def test_only_the_next_big_blind_moves() -> None:
    assert faults(balanced(4)) == ""
    assert "pays the big blind next" in faults(balanced(6))


def test_a2_in_a_mixed_event_the_next_big_blind_moves_also_in_a_stud_level() -> None:
    """TDA 11A: by position in stud tournaments only."""
    mixed = ("", "Seven Card Stud")
    assert faults(balanced(4, mixed, 1)) == ""
    assert "pays the big blind next" in faults(balanced(6, mixed, 1))
    assert faults(balanced(6, ("Razz", "Seven Card Stud"), 1)) == ""


def test_a2_wsop_67b_the_high_card_moves_in_every_game_of_an_event_with_stud() -> None:
    assert "the high card decides" in faults(balanced(4, ("", "Razz"), 0), "wsop")


@pytest.mark.parametrize(("level", "found"), [(0, False), (1, True)])
def test_a2_the_button_does_not_move_in_a_stud_hand(level: int, found: bool) -> None:
    record = JournalWriter({1: (1, 2, 3, 4)}, games=("", "Seven Card Stud"), level=level)
    record.positions(1, 1, 2, 3)
    record.positions(1, 2, 3, 4, kind="hand.finish")
    assert ("moved in a stud hand" in faults(record)) is found


def test_a_button_that_skips_a_player_is_found() -> None:
    record = JournalWriter({1: (1, 2, 3, 4, 5)})
    record.positions(1, 1, 2, 3)
    record.positions(1, 2, 3, 5, kind="hand.finish")
    assert "seat 4 pays the big blind next, not 5" in faults(record)


def test_move_without_a_reason_is_detected() -> None:
    record = JournalWriter({1: (1, 2, 3), 2: (1, 2)})
    record.say("desk.register", [record.gets_up(103), record.sits(103, 2, 4)])
    assert "entry 103 was moved for no reason" in faults(record)


def test_shared_and_lost_seats_are_detected() -> None:
    record = JournalWriter({1: (1, 2, 3)})
    record.say("hand.misdeal", [record.sits(103, 1, 2)])
    assert "two entries in seat 2" in faults(record)
    lost = JournalWriter({1: (1, 2, 3)})
    lost.say("desk.register", [lost.gets_up(102)])
    assert "entry 102 has lost its seat" in faults(lost)


# --- halted tables ---------------------------------------------------------------------------------------------
@pytest.mark.parametrize(("late", "found"), [(0, False), (3, True)])
def test_a5_tda_11d_seats_taken_by_late_entries_halt_no_table(late: int, found: bool) -> None:
    """Three players bust at table 2; late entries take their seats and move away again."""
    record = JournalWriter({1: (1, 2, 3, 4, 5, 6), 2: (1, 2, 3, 4, 5, 6)})
    for seat in (4, 5, 6):
        record.bust(200 + seat, 2)
    for at in range(late):
        record.enter(901 + at, 2, 4 + at)
        record.say("seat.give", [record.gets_up(901 + at), record.sits(901 + at, 1, 7 + at)])
    record.accepts("halt", table=2)
    assert ("empty by elimination" in faults(record)) is found


# --- chips -----------------------------------------------------------------------------------------------------
def test_a_bust_that_changes_the_chips_in_play_is_found() -> None:
    record = JournalWriter({1: (1, 2, 3)})
    record.bust(103, chips=-1_000)
    assert "entry.bust changed the chips in play by -1000" in faults(record)


def test_an_entry_without_a_starting_stack_is_found() -> None:
    record = JournalWriter({1: (1, 2, 3)})
    last = record.lines[-1]
    record.lines[-1] = dataclasses.replace(
        last, changes=[one for one in last.changes if one["model"] != "tourney.chipmove"]
    )
    assert "entry 103 got 0 starting stacks" in faults(record)


def test_missing_journal_entry_is_detected() -> None:
    record = JournalWriter({1: (1, 2, 3)})
    del record.lines[3]
    assert "line 3 is missing" in faults(record)


@pytest.mark.parametrize(("entry", "found"), [(101, True), (104, False)])
def test_wsop_16_player_present_for_a_hand_is_not_removed_as_absent(entry: int, found: bool) -> None:
    record = JournalWriter({1: (1, 2, 3, 4)})
    record.positions(1, 1, 2, 3)
    record.goes_away(104)
    record.positions(1, 2, 3, 4, kind="hand.finish")
    record.goes_away(101)
    record.accepts("no_hand", entry=entry, table=1, seat=entry % 100)
    assert ("was there for a hand" in faults(record, "wsop")) is found
