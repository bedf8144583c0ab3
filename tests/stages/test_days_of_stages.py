"""Days are counted over all stages of a tournament: the event after the flights is day 2."""

import pytest

from clock.commands.clock import start
from notifications.boards.own import mine_of
from procedures.boards.bags import bags
from procedures.commands.bag_openings import open_table
from procedures.commands.bags import hand_in, seal_table
from procedures.commands.event_days import close_day
from procedures.commands.stack_counts import count_table, open_count
from procedures.models import EventDay
from procedures.services.bags import days_over
from procedures.services.stack_counts import seats_with_chips
from stages.commands.advance import advance_players
from tests.fixtures.room import MakesEvents, press, refusal
from tests.stages.stage_scenes import event_row, flights, people, seat_everybody
from tests.stages.test_carried_bags import in_bags
from tests.web.visitors import client_of, text_of
from tourney.access.roles import Actor
from tourney.journal.undo import undo
from tourney.models import JournalEntry

pytestmark = pytest.mark.django_db


def closing_of(event: int) -> int:
    """Return the journal entry that closed the day of an event."""
    return JournalEntry.objects.get(tournament=event, kind="day.close").seq


def test_the_event_after_the_flights_is_day_2_until_its_own_end(
    make_event: MakesEvents, clerk: Actor
) -> None:
    found = flights(make_event)
    (anna, bert) = people("Anna", "Bert")
    final = found["2"]
    page = f"/staff/t/{final}/counts/"
    assert "End day 2" not in text_of(client_of(clerk).get(page))
    in_bags(found["1A"], clerk, 1, {anna: 12_000, bert: 8_000})
    assert EventDay.objects.get().number == 1
    press(advance_players, final, by=clerk, sources=[found["1A"]])
    seat_everybody(final, [3])
    press(open_table, final, by=clerk, number=3)
    press(start, final, by=clerk)
    assert "End day 2" in text_of(client_of(clerk).get(page))
    press(open_count, final, by=clerk, occasion="day_end")
    board = bags(final)
    assert board is not None
    assert (board.phase, board.day) == ("bagging", 2)
    stacks = [{"seat": seat.number, "chips": seat.stack} for seat in seats_with_chips(final)]
    press(count_table, final, by=clerk, number=3, stacks=stacks)
    press(seal_table, final, by=clerk, number=3)
    press(hand_in, final, by=clerk, number=3)
    assert mine_of(final, {anna})[anna].bag.day == 2
    closed = press(close_day, final, running=True, by=clerk)
    assert closed.answer["day"] == 2
    assert mine_of(final, {anna})[anna].bag.day == 2
    assert "End of day 2" in text_of(client_of(clerk).get(page))
    # A day that an earlier version called the first one is followed by the second.
    EventDay.objects.filter(tournament=final).update(number=1)
    assert days_over(event_row(final)) == 1


def test_the_days_of_a_single_event_begin_with_the_first(make_event: MakesEvents) -> None:
    assert days_over(event_row(make_event())) == 0


def test_undo_of_the_end_of_a_flight_says_that_its_players_advanced(
    make_event: MakesEvents, clerk: Actor
) -> None:
    found = flights(make_event)
    (anna, bert) = people("Anna", "Bert")
    in_bags(found["1A"], clerk, 1, {anna: 12_000, bert: 8_000})
    advanced = press(advance_players, found["2"], by=clerk, sources=[found["1A"]])
    refused = refusal(undo, found["1A"], by=clerk, seq=closing_of(found["1A"]))
    assert (refused.code, refused.message) == (
        "joined",
        f"Players of this event advanced to “{event_row(found['2']).name}”. Undo that there first.",
    )
    press(undo, found["2"], by=clerk, seq=advanced.seq)
    assert press(undo, found["1A"], by=clerk, seq=closing_of(found["1A"]))


def test_the_pages_of_a_flight_say_where_its_players_play_on(make_event: MakesEvents, clerk: Actor) -> None:
    found = flights(make_event)
    (anna, bert) = people("Anna", "Bert")
    in_bags(found["1A"], clerk, 1, {anna: 12_000, bert: 8_000})
    client, says = client_of(clerk), f"Players with chips continue in “{event_row(found['2']).name}”"
    pages = [f"/staff/t/{found['1A']}/", f"/staff/t/{found['1A']}/journal/"]
    assert not any(says in text_of(client.get(page)) for page in pages)
    advanced = press(advance_players, found["2"], by=clerk, sources=[found["1A"]])
    assert all(says in text_of(client.get(page)) for page in pages)
    assert says not in text_of(client.get(f"/staff/t/{found['2']}/"))
    press(undo, found["2"], by=clerk, seq=advanced.seq)
    assert not any(says in text_of(client.get(page)) for page in pages)
