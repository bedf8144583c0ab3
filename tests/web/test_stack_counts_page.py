"""The page of chip counts: stacks are entered table by table, and what does not add up is asked about."""

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from clock.commands.clock import pause, start
from clock.commands.events import close_event
from clock.models import Clock
from procedures.boards.stack_counts import stack_count
from procedures.commands.bags import hand_in, seal_table
from procedures.commands.event_days import draw_next_day
from procedures.models import StackByValue
from tests.fixtures.room import MakesEvents, press
from tests.procedures.chip_race_scenes import with_chips
from tests.seating.seating_scenes import seated
from tests.web.visitors import client_of, text_of
from tourney.access.roles import Actor
from tourney.commands import set_field
from tourney.models import Entry

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(make_event: MakesEvents, director: Actor) -> int:
    """Create an event with three players at each of two tables: 60,000 chips."""
    made = make_event()
    press(set_field, made, by=director, entries=6, left=6)
    seated(made, {2: (1, 4, 9), 3: (2, 3, 5)})
    return made


def sent(client: Client, event: int, what: str, **fields: object) -> tuple[int, str]:
    """Send one of the page's forms; return the status and the text of the page that follows."""
    address = f"/staff/t/{event}/counts/"
    page = client.get(address).content.decode()
    found = re.search(r'name="command_id" value="([^"]+)"', page)
    assert found is not None
    answer = client.post(address, {"command_id": found[1], "what": what, **fields}, follow=True)
    return answer.status_code, text_of(answer)


def test_tables_are_entered_one_after_the_other_and_the_count_is_closed(event: int, floor: Actor) -> None:
    client = client_of(floor)
    assert "Start the count" in text_of(client.get(f"/staff/t/{event}/counts/"))
    sent(client, event, "open", occasion="break")
    first = text_of(client.get(f"/staff/t/{event}/counts/?table=2"))
    assert "Table 2" in first
    status, following = sent(
        client, event, "table", table=2, **{"seat-1": "10'000", "seat-4": 15000, "seat-9": "5,000"}
    )
    # The next table is offered.
    assert (status, "Counted table 2: 30,000 chips" in following, "Table 3" in following) == (200, True, True)
    sent(client, event, "table", table=3, **{"seat-2": 10_000, "seat-3": 10_000, "seat-5": 9_000})
    status, asked = sent(client, event, "close")
    assert status == 422
    assert "59,000 chips are counted, 1,000 fewer than the 60,000 in play." in asked
    assert "Close the count with this difference" in asked
    status, closed = sent(client, event, "close", difference=-1000)
    assert (status, "59,000 of 60,000 chips" in closed, "Chip leaders" in closed) == (200, True, True)


def test_a_table_with_a_stack_left_out_stays_open_and_says_so(event: int, floor: Actor) -> None:
    client = client_of(floor)
    sent(client, event, "open", occasion="day_end")
    status, page = sent(client, event, "table", table=2, **{"seat-1": 10_000, "seat-9": 5_000})
    assert status == 200
    assert "Counted table 2: 15,000 chips. 1 stack is not counted yet" in page
    assert page.count("Not counted yet") == 1
    assert re.search(r'id="seat-4"[^>]*autofocus', page)
    status, page = sent(client, event, "table", table=2, **{"seat-4": 15_000})
    assert "Counted 1 stack at table 2: 15,000 chips. Total at the table: 30,000" in page
    assert "not counted yet" not in page


def test_a_table_counted_by_two_names_what_each_counted_and_what_it_has(event: int, floor: Actor) -> None:
    client = client_of(floor)
    sent(client, event, "open", occasion="break")
    sent(client, event, "table", table=2, **{"seat-1": 10_000})
    _status, page = sent(client, event, "table", table=2, **{"seat-4": 5_000})
    counted = "Counted 1 stack at table 2: 5,000 chips. Total at the table: 15,000."
    assert f"{counted} 1 stack is not counted yet" in page


def test_stacks_that_players_entered_are_read_once_for_all_seats(event: int, floor: Actor) -> None:
    client = client_of(floor)
    sent(client, event, "open", occasion="break")
    read = []
    for query in ("", "?table=2"):
        with CaptureQueriesContext(connection) as queries:
            client.get(f"/staff/t/{event}/counts/{query}")
        read.append(sum("procedures_reportedstack" in one["sql"] for one in queries))
    assert read[1] == read[0] + 1


def test_a_table_counted_meanwhile_is_counted_again_only_once_that_is_confirmed(
    event: int, floor: Actor
) -> None:
    client = client_of(floor)
    sent(client, event, "open", occasion="break")
    sent(client, event, "table", table=2, **{"seat-1": 10_000, "seat-4": 15_000, "seat-9": 5_000})
    status, asked = sent(
        client, event, "table", table=2, **{"seat-1": 1_000, "seat-4": 15_000, "seat-9": 5_000}
    )
    assert status == 422
    assert "Table 2 has been counted: 30,000 chips" in asked
    assert "Count again" in asked
    board = stack_count(event)
    assert board is not None
    fields = {"seat-1": 1_000, "seat-4": 15_000, "seat-9": 5_000, "seen": board.tables[0].at}
    assert sent(client, event, "table", table=2, **fields)[0] == 200
    board = stack_count(event)
    assert board is not None
    assert board.chips == 21_000


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({"seat-1": "many"}, "Check the marked fields."),
        ({}, "Enter at least one stack."),
        ({"seat-7": 100}, "Table 2, seat 7 has no stack to count."),
        ({"table": "x", "seat-1": 100}, "Check the marked fields."),
    ],
)
def test_invalid_input_is_refused_and_kept(
    event: int, floor: Actor, fields: dict[str, object], says: str
) -> None:
    client = client_of(floor)
    sent(client, event, "open", occasion="break")
    status, page = sent(client, event, "table", **{"table": 2, **fields})
    assert status == 422
    assert says in page


def test_stacks_of_a_closed_count_are_a_file_the_biggest_first(event: int, floor: Actor) -> None:
    client = client_of(floor)
    sent(client, event, "open", occasion="day_end")
    sent(client, event, "table", table=2, **{"seat-1": 10_000, "seat-4": 15_000, "seat-9": 5_000})
    sent(client, event, "table", table=3, **{"seat-2": 20_000, "seat-3": 4_000, "seat-5": 6_000})
    sent(client, event, "close")
    answer = client.get(f"/staff/t/{event}/counts/stacks.csv")
    lines = answer.content.decode("utf-8-sig").splitlines()
    assert lines[0] == "Player,Table,Seat,Chips"
    assert [line.split(",")[1:] for line in lines[1:3]] == [["3", "2", "20000"], ["2", "4", "15000"]]
    # The press reads the leaders without a login, by their public names.
    feed = Client().get(f"/api/v1/tournaments/{event}/chip-leaders").json()
    assert [(row["rank"], row["table"], row["chips"]) for row in feed["rows"][:2]] == [
        (1, 3, 20_000),
        (2, 2, 15_000),
    ]
    assert feed["rows"][0]["name"] == lines[1].split(",")[0]
    assert "/chip-leaders" in text_of(client.get(f"/staff/t/{event}/counts/"))


def test_a_day_is_closed_on_the_page_and_the_next_one_begins(event: int, floor: Actor, desk: Actor) -> None:
    client = client_of(floor)
    sent(client, event, "open", occasion="day_end")
    status, page = sent(
        client, event, "table", table=2, **{"seat-1": 10_000, "seat-4": 15_000, "seat-9": 5_000}
    )
    # The bags of this table come next, not the next table.
    assert (status, "Change the stacks" in page, "End of day 1" in page) == (200, True, True)
    sent(client, event, "table", table=3, **{"seat-2": 20_000, "seat-3": 4_000, "seat-5": 6_000})
    status, page = sent(client, event, "close_day", seats="redraw")
    assert (status, "Bags are missing: table 2" in page) == (422, True)
    for table in (2, 3):
        press(seal_table, event, by=floor, number=table)
    # A bag of the second flight has the same table and seat.
    status, page = sent(client, event, "hand_in", bag="100201")
    assert (status, "This bag is of another flight or day." in page) == (422, True)
    status, page = sent(client, event, "hand_in", bag="203")
    assert (status, "Table 2, seat 3 has no stack." in page) == (422, True)
    # A scanner types the address on the slip.
    status, page = sent(client, event, "hand_in", bag="http://room.example/staff/t/1/counts/?bag=204")
    assert (status, "Bag 204 is handed in" in page) == (200, True)
    status, page = sent(client, event, "hand_in", bag="204")
    assert (status, "bag 204 was handed in to" in page) == (422, True)
    assert re.search(r'<input id="bag" name="bag" value="204"[^>]*autofocus', page)
    for table in (2, 3):
        press(hand_in, event, by=floor, number=table)
    seen = text_of(client_of(desk).get(f"/staff/t/{event}/counts/"))
    assert "The floor closes the day once all bags are handed in." in seen
    assert 'value="close_day"' not in seen
    assert sent(client_of(desk), event, "close_day", seats="redraw")[0] == 422
    status, page = sent(client, event, "close_day", seats="redraw", next_start="2026-11-28T12:00")
    assert (status, "Day 1 is over: 6 bags" in page, "Start day 2" in page) == (200, True, True)
    seen = text_of(client_of(desk).get(f"/staff/t/{event}/counts/"))
    assert "The floor draws the seats and starts the day." in seen
    assert [part for part in ("plan_day", "resume_day", "next-draw") if part in seen] == []
    status, page = sent(client, event, "plan_day", seats="redraw", next_start="2026-11-28T13:00")
    assert (status, 'value="2026-11-28T13:00"' in page) == (200, True)
    status, page = sent(client, event, "resume_day")
    assert (status, "Draw the seats of the next day first." in page) == (422, True)
    press(draw_next_day, event, by=floor, tables=2)
    assert "Print seat slips" in text_of(client.get(f"/staff/t/{event}/counts/"))
    # The form asks before it marks players as absent, and its main button does not start the day.
    form = client.get(f"/staff/t/{event}/counts/").content.decode()
    assert 'class="btn btn-large" id="start-day"' in form
    status, page = sent(client, event, "resume_day")
    assert status == 422
    assert "The bags of 6 players are not open: they would be absent and blinded off." in page
    assert "Day 2 is planned to start" in page
    assert "Start day 2, absent: 6" in page
    assert sent(client, event, "resume_day", absent=5)[0] == 422
    status, page = sent(client, event, "resume_day", absent=6)
    assert (status, "Day 2 has begun, absent: 6" in page) == (200, True)
    # The day has begun, the clock has not: the page says so, with the press that starts it.
    assert "The clock is still paused." in page
    assert "The clock is still paused." in text_of(client_of(desk).get(f"/staff/t/{event}/counts/"))
    assert 'value="start_clock"' not in text_of(client_of(desk).get(f"/staff/t/{event}/counts/"))
    status, page = sent(client, event, "start_clock")
    assert (status, "The clock is still paused." in page) == (200, False)
    assert Clock.objects.get(tournament=event).running
    # A later pause is one of the day.
    press(pause, event, by=floor)
    assert "The clock is still paused." not in text_of(client.get(f"/staff/t/{event}/counts/"))


@pytest.mark.parametrize("bag", ["", "many", "4", "299"])
def test_a_bag_that_does_not_exist_is_refused_beside_its_field(event: int, floor: Actor, bag: str) -> None:
    client = client_of(floor)
    sent(client, event, "open", occasion="day_end")
    status, page = sent(client, event, "hand_in", bag=bag)
    assert (status, 'id="bag-error"' in page) == (422, True)


def test_a_day_whose_clock_still_runs_is_closed_only_once_that_is_confirmed(event: int, floor: Actor) -> None:
    client = client_of(floor)
    press(start, event, by=floor)
    # Tables are counted, sealed and handed in while others still play their last hands.
    sent(client, event, "open", occasion="day_end")
    sent(client, event, "table", table=2, **{"seat-1": 10_000, "seat-4": 15_000, "seat-9": 5_000})
    sent(client, event, "table", table=3, **{"seat-2": 20_000, "seat-3": 4_000, "seat-5": 6_000})
    for table in (2, 3):
        press(seal_table, event, by=floor, number=table)
        press(hand_in, event, by=floor, number=table)
    status, asked = sent(client, event, "close_day", seats="redraw")
    assert (status, "The clock is still running." in asked, "Close the day anyway" in asked) == (
        422,
        True,
        True,
    )
    assert Clock.objects.get(tournament=event).running
    status, page = sent(client, event, "close_day", seats="redraw", running=1)
    assert (status, "Day 1 is over: 6 bags. The clock was still running and is stopped." in page) == (
        200,
        True,
    )
    assert not Clock.objects.get(tournament=event).running


def test_slips_name_player_place_chips_and_the_number_of_the_bag(event: int, floor: Actor) -> None:
    client = client_of(floor)
    sent(client, event, "open", occasion="day_end")
    assert "No stack has been counted yet." in text_of(client.get(f"/staff/t/{event}/counts/slips/"))
    sent(client, event, "table", table=2, **{"seat-1": 10_000, "seat-4": 15_000, "seat-9": 5_000})
    page = text_of(client.get(f"/staff/t/{event}/counts/slips/?table=2"))
    player = Entry.objects.get(seat__number=4).player.name
    for part in (player, "Table 2, seat 4", "15,000", ">204<", "Dealer or floor"):
        assert part in page
    assert page.count('class="slip"') == 3
    assert text_of(client.get(f"/staff/t/{event}/counts/slips/?table=3")).count('class="slip"') == 0
    assert 'class="slip"' in text_of(client.get(f"/staff/t/{event}/counts/slips/?paper=a4"))
    press(seal_table, event, by=floor, number=2)
    press(hand_in, event, by=floor, number=2, seats=[4])
    page = text_of(client.get(f"/staff/t/{event}/counts/bags/"))
    assert (page.count("tick-box"), f"\u2713 {floor.name}" in page) == (2, True)


def test_the_public_results_show_the_chip_leaders_of_an_event_in_play(event: int, floor: Actor) -> None:
    client, anybody = client_of(floor), Client()
    sent(client, event, "open", occasion="break")
    sent(client, event, "table", table=2, **{"seat-1": 20_000, "seat-4": 5_000, "seat-9": 5_000})
    assert "Chip leaders" not in text_of(anybody.get(f"/results/{event}/"))
    sent(client, event, "table", table=3, **{"seat-2": 18_000, "seat-3": 10_000, "seat-5": 2_000})
    sent(client, event, "close")
    shown = text_of(anybody.get(f"/results/{event}/"))
    assert "Average 10,000 · Shortest stack 2,000 (table 3)" in shown
    assert shown.index("20,000") < shown.index("18,000")
    assert "Chip leaders" not in text_of(anybody.get(f"/results/{event}/", {"q": "Anna"}))


def test_stacks_are_entered_by_value_and_printed_so_on_their_slips(event: int, floor: Actor) -> None:
    client = client_of(floor)
    with_chips(event, 1_000, 5_000)
    sent(client, event, "open", occasion="day_end")
    form = client.get(f"/staff/t/{event}/counts/?table=2&by_value").content.decode()
    assert 'name="seat-4-5000"' in form
    assert "Enter sums instead" in form
    typed = {"seat-1-5000": 2, "seat-4-5000": 2, "seat-4-1000": 5, "seat-9-1000": 5}
    _status, page = sent(client, event, "table", table=2, by_value=1, **typed)
    assert "Counted table 2: 30,000 chips" in page
    row = next(iter(StackByValue.objects.filter(table=2, seat=4)))
    assert (row.chips, row.pieces) == (15_000, [[5_000, 2], [1_000, 5]])
    slips = client.get(f"/staff/t/{event}/counts/slips/?table=2").content.decode()
    assert "<td>× 5</td><td>= 5,000</td>" in slips
    # What was counted is there again when the stack is changed.
    again = client.get(f"/staff/t/{event}/counts/?table=2&by_value").content.decode()
    assert 'name="seat-4-1000" value="5"' in again


def test_the_end_of_a_day_is_offered_only_while_it_is_played(
    event: int, floor: Actor, director: Actor
) -> None:
    def offers() -> tuple[bool, bool]:
        page = text_of(client_of(floor).get(f"/staff/t/{event}/counts/"))
        return "Count for the end of the day" in page, ">Start the count</button>" in page

    assert offers() == (False, True)
    press(start, event, by=director)
    assert offers() == (True, True)
    press(close_event, event, by=director, although_unfinished=True)
    assert offers() == (False, False)
