"""The next day: seats are drawn or kept, bags are opened at the tables, and what players carry goes on."""

from typing import Any

import pytest
from msgspec import to_builtins

from clock.boards.clock import clock
from clock.commands.clock import resume as resume_clock
from clock.commands.clock import start
from notifications.boards.own import mine_of
from notifications.services.texts import first_words
from procedures.boards.bags import bags
from procedures.boards.stack_counts import chip_leaders
from procedures.commands.bag_openings import open_table
from procedures.commands.bags import hand_in, seal_table
from procedures.commands.event_days import close_day, draw_next_day, plan_day, resume_day
from procedures.commands.stack_counts import count_table, open_count
from procedures.models import Bag, EventDay
from seating.commands import arrive, draw_one_seat, redraw_field, set_plan
from seating.models import Draw, Move, Seat
from tests.fixtures.journalled import journal_tells_the_rows
from tests.fixtures.room import MakesEvents, press, refusal
from tests.procedures.test_bags import SATURDAY, Places, bagged
from tests.seating.people import register_entries
from tests.seating.seating_scenes import name, place_of, positions, seated, under_way
from tourney.access.roles import Actor
from tourney.commands import set_field
from tourney.journal.undo import undo
from tourney.live.boards import shown_by_rows
from tourney.models import Entry, JournalEntry, Notice

pytestmark = pytest.mark.django_db


def played(make_event: MakesEvents, director: Actor, book: str = "pokerstars_live") -> tuple[int, Places]:
    """Create an event with ten players at two tables, whose clock runs."""
    event = make_event(book=book)
    press(set_field, event, by=director, entries=10, left=10)
    places = seated(event, {5: (1, 2, 3, 4, 5, 6), 7: (1, 3, 5, 9)})
    press(start, event, by=director)
    return event, places


@pytest.fixture
def over(make_event: MakesEvents, director: Actor) -> tuple[int, Places]:
    """Close day 1 of an event with ten players."""
    event, places = played(make_event, director)
    bagged(event, director)
    press(close_day, event, running=True, by=director)
    return event, places


def stacks_of(event: int) -> dict[int, int]:
    """Return the stack of every seated entry."""
    seats = Seat.objects.filter(tournament_table__tournament=event, kind="player")
    return {seat.entry_id or 0: seat.stack or 0 for seat in seats}


def test_seats_are_drawn_again_with_stacks_button_and_messages(
    over: tuple[int, Places], director: Actor
) -> None:
    event, places = over
    before = stacks_of(event)
    sealed = Draw.objects.order_by("-pk").values_list("next_digest", flat=True)[0]
    done = press(draw_next_day, event, by=director, tables=2)
    assert done.answer is not None
    assert (done.answer["players"], done.answer["tables"]) == (10, 2)
    assert stacks_of(event) == before
    assert sum(before.values()) == 100_000
    # The seed had been sealed before; the button is drawn for the whole field (PokerStars Live 3.1).
    draw, button = Draw.objects.order_by("pk").filter(seq=done.seq)
    assert (draw.kind, button.kind, draw.digest) == ("redraw", "button", sealed)
    assert positions(5)[0] == positions(7)[0] == button.outcome["seat"]
    assert set(Move.objects.filter(batch=done.seq).values_list("kind", flat=True)) == {"redraw"}
    told = Notice.objects.filter(kind="moved")
    assert told.count() == 10
    assert EventDay.objects.get().drawn_at is not None
    press(undo, event, by=director, seq=done.seq)
    assert all(place_of(entry) == place for place, entry in places.items())
    assert EventDay.objects.get().drawn_at is None


def test_a_final_table_with_more_seats_than_the_others_stays_one_table(
    make_event: MakesEvents, director: Actor
) -> None:
    event = make_event(book="pokerstars_live")
    press(set_field, event, by=director, entries=8, left=8)
    seated(event, {5: (1, 2, 3, 4, 5, 6, 7, 8)})
    press(set_plan, event, by=director, seats_per_table=6)
    press(start, event, by=director)
    press(open_count, event, by=director, occasion="day_end")
    press(
        count_table, event, by=director, number=5, stacks=[{"seat": n, "chips": 10_000} for n in range(1, 9)]
    )
    press(seal_table, event, by=director, number=5)
    press(hand_in, event, by=director, number=5)
    press(close_day, event, running=True, by=director)
    done = press(draw_next_day, event, by=director)
    assert done.answer is not None
    assert (done.answer["players"], done.answer["tables"]) == (8, 1)


def test_chip_leaders_are_shown_where_they_sit_after_the_redraw(
    over: tuple[int, Places], director: Actor
) -> None:
    event, _places = over
    press(draw_next_day, event, by=director, tables=2)
    board = chip_leaders(event)
    assert board is not None
    seats = Seat.objects.filter(kind="player").values_list(
        "stack", "tournament_table__table__number", "number"
    )
    assert {(one.chips, one.table, one.seat) for one in board.rows} <= set(seats)
    assert "chip_leaders" in shown_by_rows(f"t{event}", {"seating.move"})


def test_a_player_who_says_they_are_here_is_marked_until_the_bag_is_open(
    over: tuple[int, Places], director: Actor
) -> None:
    event, _places = over
    press(draw_next_day, event, by=director, tables=2)
    move = Move.objects.select_related("entry").first()
    assert move is not None
    press(arrive, event, by=director, move=move.pk)
    before = bags(event)
    assert before is not None
    table = move.to_table.table.number
    assert [(one.number, bag.seat) for one in before.tables for bag in one.bags if bag.here] == [
        (table, move.to_seat)
    ]
    press(open_table, event, by=director, number=table)
    after = bags(event)
    assert after is not None
    assert not [bag for one in after.tables for bag in one.bags if bag.here]


def test_seats_are_drawn_again_only_if_that_is_wanted_and_come_from_the_day_before(
    over: tuple[int, Places], director: Actor
) -> None:
    event, places = over
    press(draw_next_day, event, by=director, tables=2)
    refused = refusal(draw_next_day, event, by=director, tables=2)
    assert (refused.code, refused.message) == (
        "already_drawn",
        "The seats of day 2 are drawn. Draw again?",
    )
    press(draw_next_day, event, by=director, tables=2, again=True)
    moves = Move.objects.filter(dropped_at__isnull=True).select_related("from_table__table")
    former = {(one.from_table.table.number, one.from_seat): one.entry_id for one in moves if one.from_table}
    assert former == places


def test_a_field_that_has_shrunk_is_drawn_to_as_few_tables_as_hold_it(
    make_event: MakesEvents, director: Actor
) -> None:
    event, _places = played(make_event, director)
    bagged(event, director)
    press(close_day, event, running=True, by=director)
    done = press(draw_next_day, event, by=director)
    assert done.answer is not None
    # Ten players need two tables of nine.
    assert done.answer["tables"] == 2


def test_five_spades_3_12_a_redrawn_day_begins_with_the_button_of_the_highest_card(
    make_event: MakesEvents, director: Actor
) -> None:
    event, _places = played(make_event, director, "five_spades")
    bagged(event, director)
    press(close_day, event, running=True, by=director)
    press(draw_next_day, event, by=director, tables=2)
    # The same seat at every table, or the last player before it.
    assert Draw.objects.filter(kind="button").count() == 1
    assert None not in (positions(5)[0], positions(7)[0])


def test_seats_are_kept_if_the_event_wants_it(make_event: MakesEvents, director: Actor) -> None:
    event, places = played(make_event, director)
    bagged(event, director)
    press(close_day, event, running=True, by=director, seats="kept")
    assert refusal(draw_next_day, event, by=director).code == "seats_kept"
    press(open_table, event, by=director, number=5)
    assert refusal(plan_day, event, by=director, seats="redraw").code == "bags_open"
    press(open_table, event, by=director, number=7)
    press(resume_day, event, by=director)
    assert all(place_of(entry) == place for place, entry in places.items())
    assert Draw.objects.filter(kind="button").count() == 1
    assert positions(5)[0] is not None


def test_the_redraw_of_the_floor_waits_for_the_day(over: tuple[int, Places], director: Actor) -> None:
    assert refusal(redraw_field, over[0], by=director, tables=2).code == "day_over"


def test_the_day_resumes_only_after_the_draw_and_then_the_clock_may_start(
    over: tuple[int, Places], director: Actor
) -> None:
    event, _places = over
    assert refusal(resume_day, event, by=director).code == "seats_not_drawn"
    assert refusal(open_table, event, by=director, number=5).code == "seats_not_drawn"
    press(draw_next_day, event, by=director, tables=2)
    assert refusal(resume_clock, event, by=director).code == "day_over"
    press(resume_day, event, by=director)
    assert refusal(resume_day, event, by=director).code == "day_not_closed"
    board = clock(event)
    assert board is not None
    assert board.day_over is None
    press(resume_clock, event, by=director)
    journal_tells_the_rows()


def test_players_whose_bags_are_closed_are_absent_from_the_start(
    over: tuple[int, Places], director: Actor, dealer: Actor
) -> None:
    event, _places = over
    press(draw_next_day, event, by=director, tables=2)
    board = bags(event)
    assert board is not None
    assert (board.phase, board.drawn, board.handed_in, board.opened) == ("over", True, 10, 0)
    table = board.tables[0]
    late, *others = [bag.seat for bag in table.bags]
    press(open_table, event, by=dealer, number=table.number, seats=others)
    press(open_table, event, by=dealer, number=board.tables[1].number)
    done = press(resume_day, event, by=director)
    assert done.answer == {"day": 2, "absent": 1}
    seat = Seat.objects.get(tournament_table__table__number=table.number, number=late)
    assert seat.absent_since is not None
    # The floor puts the stack on the table, so that it can be blinded off: the player stays absent.
    press(open_table, event, by=director, number=table.number, seats=[late], absent=[late])
    seat.refresh_from_db()
    assert seat.absent_since is not None
    refused = refusal(open_table, event, by=director, number=table.number, seats=[late])
    assert (refused.code, name(seat.entry_id or 0) in refused.message) == ("opened_already", True)


def test_players_see_their_own_bag_until_they_open_it(make_event: MakesEvents, director: Actor) -> None:
    event, places = played(make_event, director)
    player = Entry.objects.get(pk=places[7, 1]).player_id
    assert mine_of(event, [player])[player].bag is None
    bagged(event, director)
    own = mine_of(event, [player])[player].bag
    assert own is not None
    assert (own.number, own.chips, own.day, own.over, own.seat_known) == (701, 31_000, 1, False, False)
    press(close_day, event, running=True, by=director, next_start=SATURDAY)
    own = mine_of(event, [player])[player].bag
    assert own is not None
    assert (own.over, own.next_start, own.seat_known) == (True, SATURDAY, False)
    assert first_words(to_builtins(mine_of(event, [player])[player]))["title"] == "Day 1 is over"
    told = Notice.objects.get(player=player, kind="day_over")
    assert told.values == {"day": 1, "bag": 701}
    press(draw_next_day, event, by=director, tables=2)
    words = first_words(to_builtins(mine_of(event, [player])[player]))
    assert (words["title"], words["note"]) == ("Your seat on day 2", "Bag 701: 31,000 chips.")
    table = Seat.objects.get(entry=places[7, 1]).tournament_table.table.number
    press(open_table, event, by=director, number=table)
    assert mine_of(event, [player])[player].bag is None


def test_who_comes_late_opens_the_bag_and_is_back(over: tuple[int, Places], director: Actor) -> None:
    event, _places = over
    press(draw_next_day, event, by=director, tables=2)
    done = press(resume_day, event, by=director)
    assert done.answer == {"day": 2, "absent": 10}
    board = bags(event)
    assert board is not None
    press(open_table, event, by=director, number=board.tables[0].number)
    here = Seat.objects.filter(tournament_table__table__number=board.tables[0].number)
    assert not here.filter(absent_since__isnull=False).exists()
    assert Seat.objects.filter(absent_since__isnull=False).count() == 10 - here.count()


def test_a_bag_that_differs_from_its_slip_is_named_and_accepted_by_the_floor_with_a_reason(
    over: tuple[int, Places], director: Actor, floor: Actor, desk: Actor, dealer: Actor
) -> None:
    event, _places = over
    press(draw_next_day, event, by=director, tables=2)
    seat = Seat.objects.filter(kind="player", stack=31_000).select_related("entry__player").get()
    assert seat.entry is not None
    place: dict[str, Any] = {"number": seat.tournament_table.table.number, "seats": [seat.number]}
    found = [{"seat": seat.number, "chips": 30_500}]
    assert refusal(open_table, event, by=desk, **place, stacks=found, reason="x").code == "bag_differs"
    refused = refusal(open_table, event, by=dealer, **place, stacks=found, reason="counted twice")
    assert (refused.code, refused.rule) == ("bag_differs", "PokerStars Live 3.12")
    assert refused.message.startswith(
        f"Table {place['number']}, seat {seat.number} ({seat.entry.player.name}): 30,500 chips were counted, but the"
        " slip of bag 701 says 31,000."
    )
    assert refused.message.endswith("call the floor, who may accept the difference with a reason.")
    refused = refusal(open_table, event, by=director, **place, stacks=found)
    assert refused.code == "bag_differs"
    assert refused.message.endswith("Count again, or enter a reason to accept the difference.")
    assert not Bag.objects.filter(opened_at__isnull=False).exists()
    press(open_table, event, by=floor, **place, stacks=found, reason="one chip less")
    bag = Bag.objects.get(number=701)
    assert (bag.chips, bag.opened_chips, bag.reason) == (31_000, 30_500, "one chip less")
    seat.refresh_from_db()
    assert seat.stack == 30_500


def test_a_reason_is_refused_where_no_bag_differs_from_its_slip(
    over: tuple[int, Places], director: Actor
) -> None:
    event, _places = over
    press(draw_next_day, event, by=director, tables=2)
    refused = refusal(open_table, event, by=director, number=5, reason="one chip less")
    assert (refused.code, refused.rule) == ("nothing_differs", "PokerStars Live 3.12")
    assert not Bag.objects.filter(opened_at__isnull=False).exists()


def test_bags_of_a_closed_day_stay_handed_in_after_the_next_day_has_begun(
    over: tuple[int, Places], director: Actor
) -> None:
    event, _places = over
    press(draw_next_day, event, by=director, tables=2)
    press(resume_day, event, by=director)
    for kind in ("bags.hand_in", "bags.seal_table"):
        seq = JournalEntry.journal(event).filter(kind=kind).latest("seq").seq
        refused = refusal(undo, event, by=director, seq=seq)
        # Sealing is undone only after handing in.
        assert refused.code == ("day_closed" if kind == "bags.hand_in" else "changed_since")
    assert Bag.objects.filter(handed_in_at__isnull=False).count() == 10
    for number in (5, 7):
        opened = press(open_table, event, by=director, number=number)
        # Their chips are played, so the undo asks.
        assert refusal(undo, event, by=director, seq=opened.seq).code == "chips_in_play"
        press(undo, event, by=director, seq=opened.seq, although_paid=True)
        press(open_table, event, by=director, number=number)


def test_who_opens_the_bag_has_arrived_at_the_new_seat(over: tuple[int, Places], director: Actor) -> None:
    event, _places = over
    press(draw_next_day, event, by=director, tables=2)
    assert len(under_way(event)) == 10
    board = bags(event)
    assert board is not None
    number = board.tables[0].number
    press(open_table, event, by=director, number=number)
    assert {move.to_table.table.number for move in Move.objects.filter(arrived_at__isnull=True)} == {
        one.number for one in board.tables if one.number != number
    }


def test_a_player_who_enters_between_two_days_is_drawn_with_the_others(
    over: tuple[int, Places], director: Actor
) -> None:
    event, _places = over
    (late,) = register_entries(event, 1)
    press(draw_one_seat, event, by=director, entry=late)
    press(draw_next_day, event, by=director, tables=2)
    seat = Seat.objects.get(entry=late)
    refused = refusal(
        open_table, event, by=director, number=seat.tournament_table.table.number, seats=[seat.number]
    )
    assert (refused.code, refused.rule) == ("no_bag", "PokerStars Live 3.12")
    done = press(resume_day, event, by=director)
    # The stack of a player who entered since is on the table: only those with closed bags are absent.
    assert done.answer == {"day": 2, "absent": 10}
    seat.refresh_from_db()
    assert seat.absent_since is None


def test_seats_are_not_drawn_again_once_bags_are_open(over: tuple[int, Places], director: Actor) -> None:
    event, _places = over
    drawn = press(draw_next_day, event, by=director, tables=2)
    assert refusal(plan_day, event, by=director, seats="kept").code == "already_drawn"
    press(plan_day, event, by=director, seats="redraw", next_start=SATURDAY)
    board = bags(event)
    assert board is not None
    press(open_table, event, by=director, number=board.tables[0].number)
    assert refusal(draw_next_day, event, by=director, tables=2).code == "bags_open"
    assert refusal(undo, event, by=director, seq=drawn.seq).code == "changed_since"
