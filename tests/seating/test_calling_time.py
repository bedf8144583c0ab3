"""The clock called on a player: the seconds of the rulebook, and the outcome when they expire."""

import pytest

from clock.commands.clock import start
from seating.boards import table
from seating.commands import answer_call, call_floor, end_time
from seating.models import Call
from seating.rules.call_for_time import Count, count_of, when_up
from tests.fixtures.journalled import journal_tells_the_rows
from tests.fixtures.room import MINUTE, MakesEvents, level, press, refusal
from tests.fixtures.wire import as_sent
from tests.seating.seating_scenes import seated
from tourney.access.roles import Actor
from tourney.journal.boards import text_of
from tourney.journal.undo import undo
from tourney.models import JournalEntry, Tournament
from tourney.rulebooks.books import shipped

table_board = as_sent(table.table)


@pytest.mark.parametrize(
    ("book", "minutes", "count"),
    [
        ("munot", 20, Count(25, 5, shortened=True)),  # Munot 29
        ("other_poker", 20, Count(60, 10, shortened=False)),  # Other Poker 20
        ("five_spades", 18, Count(60, 10, shortened=False)),  # Five Spades 9.5
        ("pokerstars_live", 30, Count(50, 10, shortened=True)),  # PokerStars Live 3.11
        ("pokerstars_live", 20, Count(25, 5, shortened=True)),  # PokerStars Live 3.11.1
        ("tda", 60, Count(25, 5, shortened=True)),  # TDA 29
        ("wsop", 120, Count(25, 5, shortened=True)),  # WSOP 80
        ("st_moritz_cash", 20, Count(25, 5, shortened=True)),  # no rule
    ],
)
def test_time_allowed_after_the_clock_is_called(book: str, minutes: int, count: Count) -> None:
    assert count_of(shipped()[book], minutes * MINUTE) == count


def test_unknown_level_length_uses_the_default() -> None:
    assert count_of(shipped()["pokerstars_live"], None).whole == 60


@pytest.mark.parametrize(
    ("book", "without_bet"),
    [
        ("munot", "check"),  # Munot 29
        ("tda", "check"),  # TDA 29
        ("other_poker", "hand_dead"),  # Other Poker 20
        ("five_spades", "hand_dead"),  # Five Spades 9.5
        ("pokerstars_live", "hand_dead"),  # PokerStars Live 3.11
    ],
)
def test_outcome_when_the_called_time_is_up(book: str, without_bet: str) -> None:
    assert when_up(shipped()[book], facing_bet=True) == "hand_dead"
    assert when_up(shipped()[book], facing_bet=False) == without_bet


@pytest.fixture
def event(make_event: MakesEvents) -> int:
    """Create a PokerStars Live event with half-hour levels and two tables."""
    made = make_event([level(100, minutes=30), level(200, minutes=15)], book="pokerstars_live")
    seated(made, {1: (1, 3, 4), 2: (2, 5)})
    return made


@pytest.mark.django_db
def test_called_time_follows_the_book_and_its_outcome_is_recorded(
    event: int, floor: Actor, dealer: Actor
) -> None:
    press(start, event, by=floor)
    made = press(call_floor, event, by=dealer, number=1, kind="time", seat=3)
    assert made.answer is not None
    call = made.answer["call"]
    assert JournalEntry.journal(event).latest("seq").rule == "PokerStars Live 3.11, 3.11.1"
    board = table_board(Tournament.objects.get(pk=event), 1)
    assert board is not None
    assert [(one["seat"], one["seconds"], one["countdown"]) for one in board["calls"]] == [(3, 50, 10)]
    ended = press(end_time, event, by=dealer, call=call, outcome="hand_dead")
    assert (
        text_of(JournalEntry.journal(event).latest("seq"))
        == "Table 1: the time is up, the hand is dead (seat 3)"
    )
    row = Call.objects.get()
    assert (row.outcome, row.answered_at is not None) == ("hand_dead", True)
    assert refusal(end_time, event, by=dealer, call=call, outcome="acted").code == "answered_already"
    press(undo, event, by=floor, seq=ended.seq)
    assert Call.objects.get().outcome == ""
    journal_tells_the_rows()


@pytest.mark.django_db
def test_the_floor_may_give_less_where_the_book_lets_it_and_never_more(
    event: int, make_event: MakesEvents, floor: Actor, dealer: Actor
) -> None:
    more = refusal(call_floor, event, by=floor, number=1, kind="time", seat=3, seconds=51)
    assert (more.code, more.rule) == ("time_is_fixed", "PokerStars Live 3.11, 3.11.1")
    press(call_floor, event, by=floor, number=1, kind="time", seat=3, seconds=15)
    assert (Call.objects.get().seconds, Call.objects.get().countdown) == (15, 10)
    other = make_event(book="five_spades")
    seated(other, {3: (1, 3), 4: (2, 5)})
    fixed = refusal(call_floor, other, by=floor, number=3, kind="time", seat=3, seconds=30)
    assert (fixed.code, fixed.rule) == ("time_is_fixed", "Five Spades 9.5")


@pytest.mark.django_db
def test_floor_call_is_not_a_time_call(event: int, dealer: Actor) -> None:
    made = press(call_floor, event, by=dealer, number=1, kind="floor")
    assert made.answer is not None
    refused = refusal(end_time, event, by=dealer, call=made.answer["call"], outcome="acted")
    assert refused.code == "not_a_time"
    press(answer_call, event, by=dealer, call=made.answer["call"])
    assert (Call.objects.get().seconds, Call.objects.get().outcome) == (None, "")
