"""The end of a day (PokerStars Live 3.12): a stop at 15 to 5 minutes, a card, equal hands for all."""

import pytest

from clock.boards import clock as clock_boards
from clock.commands import clock as buttons
from clock.commands.due import take_due_of
from clock.services.event_clock import event_clock_of
from desk.commands.sales import register_player
from procedures.commands.end_of_day import draw_hands, hands_played, stop_day
from seating.commands import add_tables, assign_table, set_table_state
from seating.models import Plan
from tests.desk.tills import cash, drawer, enter, player, sold
from tests.fixtures.journalled import all_rows, journal_tells_the_rows
from tests.fixtures.room import MINUTE, MakesEvents, level, press, refusal
from tests.fixtures.wall import Wall
from tests.fixtures.wire import as_sent
from tests.seating.seating_scenes import button, proposed, seated
from tourney.access.roles import Actor
from tourney.journal.undo import undo
from tourney.models import JournalEntry, SealedSeed, Tournament
from tourney.rules.randomness import SeededRandom, digest_of

clock_of = as_sent(clock_boards.clock_of)


@pytest.fixture
def event(make_event: MakesEvents) -> int:
    """Create an event whose day ends with the second level, of an hour."""
    rows = [level(100, minutes=30), level(200, minutes=60, ends_day=True), level(300)]
    return make_event(rows, book="pokerstars_live")


def last_level(event: int, director: Actor, wall: Wall, *, left: float) -> None:
    """Advance to the day's last level with a number of minutes left."""
    press(buttons.start, event, by=director)
    wall.passes(minutes=90 - left)
    take_due_of(event)


def board(event: int) -> object:
    return clock_of(Tournament.objects.get(pk=event))["last_hands"]


@pytest.mark.parametrize("left", [15, 10, 5])
def test_pokerstars_live_3_12_the_clock_is_stopped_between_15_and_5_minutes(
    event: int, director: Actor, wall: Wall, left: int
) -> None:
    last_level(event, director, wall, left=left)
    done = press(stop_day, event, by=director)
    assert JournalEntry.journal(event).get(seq=done.seq).rule == "PokerStars Live 3.12"
    read = event_clock_of(Tournament.objects.get(pk=event)).read(wall.ms)
    assert (read.state, read.remaining) == ("paused", left * MINUTE)
    assert board(event) == {"hands": None, "card": None, "rule": "PokerStars Live 3.12", "drawn": False}


@pytest.mark.parametrize(("left", "code"), [(15.001, "too_early"), (4.999, "too_late"), (30, "too_early")])
def test_end_of_day_outside_the_window_is_refused_and_names_it(
    event: int, director: Actor, wall: Wall, left: float, code: str
) -> None:
    last_level(event, director, wall, left=left)
    before = all_rows()
    refused = refusal(stop_day, event, by=director)
    assert refused.code == code
    assert "15:00" in refused.message
    assert "5:00" in refused.message
    assert refused.rule == "PokerStars Live 3.12"
    assert all_rows() == before


def test_only_the_days_last_level_ends_like_this(event: int, director: Actor, wall: Wall) -> None:
    press(buttons.start, event, by=director)
    wall.passes(minutes=20)
    assert refusal(stop_day, event, by=director).code == "not_last_of_day"


def test_a_book_without_such_a_procedure_says_so(
    make_event: MakesEvents, director: Actor, wall: Wall
) -> None:
    event = make_event([level(100, ends_day=True), level(200)], book="five_spades")
    press(buttons.start, event, by=director)
    assert refusal(stop_day, event, by=director).code == "no_last_hands"


def test_the_hash_is_public_before_the_draw_and_the_seed_after_it_proves_the_card(
    event: int, director: Actor, wall: Wall
) -> None:
    last_level(event, director, wall, left=10)
    stopped = press(stop_day, event, by=director)
    assert stopped.answer is not None
    digest = stopped.answer["sha256"]
    [sealed] = SealedSeed.objects.all()
    assert sealed.digest == digest
    for line in JournalEntry.objects.all():
        text = f"{line.arguments} {line.answer} {line.changes}"
        assert sealed.seed not in text, "the seed was visible before the draw"
    drawn = press(draw_hands, event, by=director)
    assert drawn.answer is not None
    assert digest_of(drawn.answer["seed"]) == digest == drawn.answer["sha256"]
    lowest, highest = drawn.answer["cards"]
    assert (lowest, highest) == (3, 7)
    # Anyone can repeat the calculation.
    assert drawn.answer["hands"] == lowest + SeededRandom(drawn.answer["seed"]).below(highest - lowest + 1)
    hands = drawn.answer["hands"]
    assert board(event) == {
        "hands": hands,
        "card": str(hands),
        "rule": "PokerStars Live 3.12",
        "drawn": True,
    }


def test_hands_three_to_seven_are_all_drawn_sooner_or_later(event: int, director: Actor, wall: Wall) -> None:
    last_level(event, director, wall, left=10)
    found = set()
    for _day in range(60):
        press(stop_day, event, by=director)
        done = press(draw_hands, event, by=director)
        assert done.answer is not None
        found.add(done.answer["hands"])
        press(buttons.resume, event, by=director)
    assert found == {3, 4, 5, 6, 7}
    assert SealedSeed.objects.count() == 60, "every draw has its own seed"


@pytest.mark.parametrize("card", [3, 7])
def test_a_card_drawn_by_a_player_counts_and_no_seed_is_shown(
    event: int, director: Actor, wall: Wall, card: int
) -> None:
    last_level(event, director, wall, left=10)
    press(stop_day, event, by=director)
    done = press(draw_hands, event, by=director, card=card)
    assert done.answer is not None
    assert (done.answer["hands"], done.answer["seed"]) == (card, None)


def test_a_card_that_is_not_in_the_deck_is_refused(event: int, director: Actor, wall: Wall) -> None:
    last_level(event, director, wall, left=10)
    press(stop_day, event, by=director)
    assert refusal(draw_hands, event, by=director, card=8).code == "card_out_of_range"
    assert refusal(draw_hands, event, by=director, card=2).code == "card_out_of_range"
    assert refusal(draw_hands, event, by=director, card=11).code == "bad_argument"


def test_the_card_is_drawn_once_and_undoing_the_draw_does_not_better_it(
    event: int, director: Actor, wall: Wall
) -> None:
    last_level(event, director, wall, left=10)
    assert refusal(draw_hands, event, by=director).code == "not_stopped"
    press(stop_day, event, by=director)
    first = press(draw_hands, event, by=director)
    assert refusal(draw_hands, event, by=director).code == "already_drawn"
    press(undo, event, by=director, seq=first.seq)
    again = press(draw_hands, event, by=director)
    assert again.answer == first.answer


def test_next_day_starts_with_the_time_left_and_no_announcement(
    event: int, director: Actor, wall: Wall
) -> None:
    last_level(event, director, wall, left=10)
    press(stop_day, event, by=director)
    press(draw_hands, event, by=director)
    wall.passes(minutes=12 * 60)
    press(buttons.resume, event, by=director)
    assert board(event) is None
    assert event_clock_of(Tournament.objects.get(pk=event)).read(wall.ms).remaining == 10 * MINUTE


def test_a_day_that_is_not_stopped_holds_at_zero_until_the_next_is_begun(
    event: int, director: Actor, wall: Wall
) -> None:
    last_level(event, director, wall, left=10)
    wall.passes(minutes=12 * 60)
    take_due_of(event)
    read = event_clock_of(Tournament.objects.get(pk=event)).read(wall.ms)
    assert (read.state, read.held_for, read.position) == ("held", "end_of_day", 1)
    press(buttons.resume, event, by=director)
    read = event_clock_of(Tournament.objects.get(pk=event)).read(wall.ms)
    assert (read.state, read.position, read.remaining) == ("running", 2, 20 * MINUTE)


def test_wsop_125_wants_four_tables(make_event: MakesEvents, director: Actor, wall: Wall) -> None:
    event = make_event([level(100, minutes=60, ends_day=True), level(200)], book="wsop")
    press(buttons.start, event, by=director)
    wall.passes(minutes=50)
    press(add_tables, by=director, first=1, last=4)
    for number in (1, 2, 3):
        press(assign_table, event, by=director, number=number)
    refused = refusal(stop_day, event, by=director)
    assert refused.code == "too_few_tables"
    assert "125" in refused.message
    # A reserve table is not in play.
    press(assign_table, event, by=director, number=4)
    press(set_table_state, event, by=director, number=4, state="reserve")
    assert refusal(stop_day, event, by=director).code == "too_few_tables"
    press(set_table_state, event, by=director, number=4, state="open")
    press(stop_day, event, by=director)


@pytest.mark.parametrize(("seats", "cards"), [(9, [3, 7]), (8, [2, 5]), (6, [2, 5])])
def test_wsop_125_cards_follow_the_event_table_size_not_the_seats_of_tables(
    make_event: MakesEvents, director: Actor, wall: Wall, seats: int, cards: list[int]
) -> None:
    event = make_event([level(100, minutes=60, ends_day=True), level(200)], book="wsop")
    Plan.objects.create(tournament_id=event, seats_per_table=seats)
    press(buttons.start, event, by=director)
    wall.passes(minutes=50)
    press(stop_day, event, by=director)
    assert (press(draw_hands, event, by=director).answer or {})["cards"] == cards


def test_wsop_125_no_entry_and_no_balancing_until_the_last_hands_are_played(
    make_event: MakesEvents, director: Actor, wall: Wall
) -> None:
    event = make_event([level(100, minutes=60, ends_day=True), level(200)], book="wsop")
    sold(event, extras=[])
    drawer(director)
    seated(event, {1: range(1, 9), 2: range(1, 4), 3: range(1, 9), 4: range(1, 9)})
    button(event, t1=1, t2=1, t3=1, t4=1)
    press(buttons.start, event, by=director)
    wall.passes(minutes=50)
    take_due_of(event)
    before = {one.kind for one in proposed(event)}
    assert before == {"balance"}
    press(stop_day, event, by=director)
    early = refusal(hands_played, event, by=director)
    assert (early.code, early.rule) == ("not_drawn", "WSOP 125")
    press(draw_hands, event, by=director)
    assert proposed(event) == []
    refused = refusal(register_player, event, by=director, player=player("Anna"), payments=[cash()])
    assert (refused.code, refused.rule) == ("last_hands", "WSOP 125")
    done = press(hands_played, event, by=director)
    assert JournalEntry.journal(event).get(seq=done.seq).rule == "WSOP 125"
    assert board(event) is None
    assert {one.kind for one in proposed(event)} == before
    assert refusal(hands_played, event, by=director).code == "not_drawn"
    assert enter(event, director, player("Bert"))["entry_number"] == 1
    press(undo, event, by=director, seq=done.seq)
    assert proposed(event) == []
    journal_tells_the_rows()


def test_pokerstars_live_3_12_last_hands_do_not_halt_entries(event: int, director: Actor, wall: Wall) -> None:
    seated(event, {1: range(1, 9), 2: range(1, 4)})
    button(event, t1=1, t2=1)
    last_level(event, director, wall, left=10)
    press(stop_day, event, by=director)
    press(draw_hands, event, by=director)
    assert proposed(event)
