"""Absent players: automatic advance of the button, and stacks of no-shows (WSOP 16, 36)."""

from typing import Any

import pytest

from clock.commands.clock import start
from prizes.services.money import pool_of
from prizes.services.payables import account_of
from prizes.services.places import ranking_of
from seating.commands import count_stack, finish_hand, mark_absent, mark_back
from seating.commands.proposals import accept, dismiss
from seating.models import Bust, Proposal
from seating.periodic import review_absentees
from seating.rules.absentees import Lone, NoHand, absentees_wanted
from seating.services.absentees import are_other_ones
from tests.fixtures.journalled import journal_tells_the_rows
from tests.fixtures.room import MakesEvents, level, press, refusal
from tests.fixtures.wall import Wall
from tests.prizes.evenings import evening
from tests.seating.seating_scenes import Places, button, seated, tournament_table
from tourney.access.roles import Actor
from tourney.models import ChipMove, Entry, JournalEntry, Tournament
from tourney.rulebooks.books import shipped

MINUTE = 60_000
ROOM = {1: (1, 3, 5), 2: (2, 4, 6)}
LEVELS = [level(100, minutes=30), level(200, minutes=30), level(300, minutes=30)]


# --- rules -----------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("book", "alone", "moved", "due"),
    [
        ("wsop", 4, None, False),
        ("wsop", 5, None, True),
        ("wsop", 7, 1, False),
        ("wsop", 7, 2, True),
        ("tda", 60, None, False),
    ],
)
def test_wsop_36_the_button_moves_every_two_minutes_after_five(
    book: str, alone: int, moved: int | None, due: bool
) -> None:
    one = Lone(7, alone * MINUTE, None if moved is None else moved * MINUTE, hands=12)
    found = absentees_wanted([one], [], shipped()[book])
    assert [row.kind for row in found] == (["advance"] if due else [])
    if due:
        assert (found[0].key, found[0].rule) == ("advance 7 12", "WSOP 16, 36")


@pytest.mark.parametrize(
    ("book", "now", "due"), [("wsop", 2, False), ("wsop", 3, True), ("wsop", 4, True), ("tda", 9, False)]
)
def test_wsop_16_player_without_a_hand_by_level_three_loses_the_stack(book: str, now: int, due: bool) -> None:
    found = absentees_wanted([], [NoHand(41, 7, 3, now)], shipped()[book])
    assert [row.kind for row in found] == (["no_hand"] if due else [])


# --- tables ----------------------------------------------------------------------------------------------------------
@pytest.fixture
def event(wall: Wall, make_event: MakesEvents) -> int:
    """Create a WSOP event with three levels of half an hour."""
    return make_event(LEVELS, book="wsop")


@pytest.fixture
def at(event: int) -> Places:
    """Seat three players at each of two tables; the button of table 1 is at seat 1."""
    found = seated(event, ROOM)
    button(event, t1=1)
    return found


def wanted(event: int, kind: str) -> list[dict[str, Any]]:
    """Check the time limits and return the proposals."""
    review_absentees()
    rows = Proposal.objects.filter(tournament=event, kind=kind, state="open")
    return [{"proposal": row.pk, **row.detail} for row in rows.order_by("pk")]


def test_a_table_with_one_player_present_has_its_button_moved_on(
    event: int, at: Places, wall: Wall, floor: Actor
) -> None:
    press(start, event, by=floor)
    wall.passes(minutes=1)
    press(mark_absent, event, by=floor, entry=at[1, 3])
    wall.passes(minutes=1)
    press(mark_absent, event, by=floor, entry=at[1, 5])
    wall.passes(minutes=4)
    assert wanted(event, "advance") == []
    wall.passes(minutes=1)
    (first,) = wanted(event, "advance")
    assert first["table"] == 1
    press(accept, event, by=floor, proposal=first["proposal"])
    assert (tournament_table(1).button, tournament_table(1).hands) == (3, 1)
    assert JournalEntry.journal(event).get(kind="proposal.accept").rule == "WSOP 16, 36"
    wall.passes(minutes=1)
    assert wanted(event, "advance") == []
    wall.passes(minutes=1)
    (second,) = wanted(event, "advance")
    # A dealer who reports the end of a hand has moved the button.
    press(finish_hand, event, by=floor, number=1, hand=2)
    assert wanted(event, "advance") == []
    assert Proposal.objects.get(pk=second["proposal"]).state == "withdrawn"
    wall.passes(minutes=2)
    assert len(wanted(event, "advance")) == 1
    press(mark_back, event, by=floor, entry=at[1, 5])
    assert wanted(event, "advance") == []
    journal_tells_the_rows()


def test_no_lone_player_while_the_clock_is_paused_or_the_book_is_silent(
    event: int, at: Places, wall: Wall, floor: Actor
) -> None:
    for seat in (3, 5):
        press(mark_absent, event, by=floor, entry=at[1, seat])
    wall.passes(minutes=30)
    assert wanted(event, "advance") == []
    press(start, event, by=floor)
    wall.passes(minutes=6)
    Tournament.objects.filter(pk=event).update(book="tda")
    assert wanted(event, "advance") == []


def test_no_show_is_removed_at_level_three_and_not_ranked(
    event: int, at: Places, wall: Wall, floor: Actor
) -> None:
    never, late, back = at[1, 3], at[2, 4], at[2, 6]
    press(mark_absent, event, by=floor, entry=never)
    press(start, event, by=floor)
    wall.passes(minutes=10)
    press(mark_absent, event, by=floor, entry=back)
    wall.passes(minutes=30)
    press(mark_absent, event, by=floor, entry=late)
    press(mark_back, event, by=floor, entry=back)
    wall.passes(minutes=15)
    assert wanted(event, "no_hand") == []
    wall.passes(minutes=6)
    (one,) = wanted(event, "no_hand")
    assert (one["entry"], one["table"], one["seat"]) == (never, 1, 3)
    refused = refusal(accept, event, by=floor, proposal=one["proposal"])
    assert (refused.code, refused.rule) == ("needs_count", "WSOP 16, 36")
    press(count_stack, event, by=floor, entry=never, chips=7_500)
    press(accept, event, by=floor, proposal=one["proposal"])
    assert Bust.objects.get(entry=never).no_hand
    assert ChipMove.objects.get(tournament=event, kind="removed").chips == -7_500
    ranking = ranking_of(Tournament.objects.get(pk=event))
    assert never in ranking.unranked
    assert not any(place.entry == never for place in ranking.places)
    journal_tells_the_rows()


def test_wsop_16_player_who_played_before_leaving_is_not_removed(
    event: int, at: Places, wall: Wall, floor: Actor
) -> None:
    """Table 1 reports its hands; table 2 does not."""
    press(start, event, by=floor)
    press(mark_absent, event, by=floor, entry=at[1, 5])
    wall.passes(minutes=2)
    press(mark_absent, event, by=floor, entry=at[2, 6])
    press(finish_hand, event, by=floor, number=1, hand=1)
    wall.passes(minutes=18)
    for place in ((1, 3), (2, 4)):
        press(mark_absent, event, by=floor, entry=at[place])
    press(finish_hand, event, by=floor, number=1, hand=2)
    wall.passes(minutes=41)
    assert [one["entry"] for one in wanted(event, "no_hand")] == [at[1, 5], at[2, 6]]


def test_wsop_16_no_missed_hands_at_a_table_that_dealt_none(
    event: int, at: Places, wall: Wall, floor: Actor
) -> None:
    press(start, event, by=floor)
    press(finish_hand, event, by=floor, number=1, hand=1)
    wall.passes(minutes=1)
    press(mark_absent, event, by=floor, entry=at[1, 3])
    wall.passes(minutes=61)
    assert wanted(event, "no_hand") == []


def test_player_who_did_play_is_kept_and_not_proposed_again(
    event: int, at: Places, wall: Wall, floor: Actor
) -> None:
    press(mark_absent, event, by=floor, entry=at[1, 3])
    press(start, event, by=floor)
    wall.passes(minutes=61)
    (one,) = wanted(event, "no_hand")
    press(dismiss, event, by=floor, proposal=one["proposal"], reason="Played two hands")
    wall.passes(minutes=5)
    assert not are_other_ones(Tournament.objects.get(pk=event))
    assert wanted(event, "no_hand") == []


# --- money -----------------------------------------------------------------------------------------------------------
def test_buy_in_of_a_no_show_is_accounted_separately_to_the_cent(
    wall: Wall, make_event: MakesEvents, desk: Actor, floor: Actor
) -> None:
    event = make_event(LEVELS, book="wsop")
    entries = evening(event, desk, 4, pool=9_000, fee=1_000)
    tournament = Tournament.objects.get(pk=event)
    assert (pool_of(tournament).prizes, pool_of(tournament).apart) == (36_000, 0)
    never = Entry.objects.get(pk=entries[0])
    Bust.objects.create(entry=never, removed=True, no_hand=True, at=wall.now)
    pool = pool_of(tournament)
    assert (pool.prizes, pool.apart, pool.fee, pool.left_over) == (27_000, 9_000, 4_000, 0)
    account = account_of(tournament)
    assert (account.apart, account.difference) == (9_000, 0)
