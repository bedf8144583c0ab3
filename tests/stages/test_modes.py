"""Modes of a club are played from the first entry to the last place: restart, play-the-clock, Landesliga and
multi-round (Five Spades 4.14, 4.15, 4.18, 4.19); and a shootout.
"""

import pytest
from msgspec import to_builtins

from clock.commands.events import close_event
from clock.models import Clock
from notifications.boards.own import mine_of
from notifications.services.texts import first_words
from penalties.commands.penalties import impose
from prizes.boards.event import prizes
from prizes.boards.structs import PrizesBoard
from prizes.commands.payouts import set_payout
from prizes.services.event_end import winners_in
from prizes.services.places import winners_of
from prizes.services.results import results_of
from seating.boards.floor import floor
from seating.commands import bust, set_plan
from seating.commands.floor_review import wanted
from seating.models import Seat
from seating.signals import tables_apart
from stages.commands.advance import advance_players
from stages.models import Advance, Stage
from stages.services.overall_results import overall_results_of
from tests.fixtures.room import MakesEvents, press, refusal
from tests.stages.stage_scenes import (
    bag,
    club_event,
    enter_all,
    enter_guests,
    entry_of,
    event_row,
    flights,
    people,
    seat_everybody,
    stacks_in,
)
from tourney.access.roles import FIRST_START, Actor
from tourney.services.field_counts import field_of

pytestmark = pytest.mark.django_db


def entries_in(event: int, stacks: dict[int, int]) -> dict[int, int]:
    """Return chips by entry of chips by player."""
    return {entry_of(event, who).pk: chips for who, chips in stacks.items()}


def places(event: int) -> dict[int, int]:
    """Return the place of each player over all stages."""
    return {one.player: one.best for one in overall_results_of(event_row(event)).places}


def table_of(event: int, who: int) -> int:
    """Return the number of a player's table."""
    return Seat.objects.get(entry=entry_of(event, who)).tournament_table.table.number


def lose_at_each_table(event: int, by: Actor) -> tuple[list[int], list[int]]:
    """Let one of two players bust at each table, and close the event.

    Returns:
        The players who won their table, and those who lost.
    """
    won, lost, tables = [], [], set()
    for seat in (
        Seat.objects.filter(tournament_table__tournament=event).select_related("entry").order_by("pk")
    ):
        assert seat.entry is not None
        if seat.tournament_table_id in tables:
            won.append(seat.entry.player_id)
        else:
            tables.add(seat.tournament_table_id)
            lost.append(seat.entry.player_id)
            press(bust, event, by=by, entry=seat.entry.pk)
    press(close_event, event, by=by, although_unfinished=True)
    return won, lost


def test_a_restart_goes_on_with_the_better_of_two_stacks(make_event: MakesEvents, clerk: Actor) -> None:
    found = club_event(make_event, "re_start")
    anna, bert, cleo, dora = who = people("Anna", "Bert", "Cleo", "Dora")
    enter_guests(found["1"], clerk, who)
    seat_everybody(found["1"], [1])
    bag(found["1"], clerk, entries_in(found["1"], {anna: 30_000, bert: 10_000, cleo: 0, dora: 0}))
    # Out of the first round is not out of the tournament (4.8).
    own = to_builtins(mine_of(found["1"], [dora])[dora])
    assert own["plays_on"] == "Round 2"
    assert first_words(own)["note"] == "All players are in the next one: Round 2. Your new seat appears here."
    press(advance_players, found["2"], by=clerk)
    assert stacks_after_draw(found["2"], 2) == dict.fromkeys(who, 10_000)
    bag(found["2"], clerk, entries_in(found["2"], {cleo: 25_000, bert: 15_000, anna: 0, dora: 0}))
    done = press(advance_players, found["3"], by=clerk)
    assert done.answer is not None
    assert (done.answer["labels"], done.answer["forfeited"]) == (["1", "2"], 10_000)
    assert stacks_after_draw(found["3"], 3) == {anna: 30_000, cleo: 25_000, bert: 15_000}
    assert field_of(event_row(found["3"])).chips == 70_000
    # The structure of the test has four levels, so the last of them stands for level 9.
    assert Clock.objects.get(tournament=found["3"]).position == 4
    for out in (bert, cleo):
        press(bust, found["3"], by=clerk, entry=entry_of(found["3"], out).pk)
    assert places(found["1"]) == {anna: 1, cleo: 2, bert: 3, dora: 4}


def stacks_after_draw(event: int, table: int) -> dict[int, int | None]:
    """Draw seats at a table, and return the stacks there by player."""
    seat_everybody(event, [table])
    return stacks_in(event)


def test_a_disqualified_player_does_not_come_into_the_second_round(
    make_event: MakesEvents, clerk: Actor
) -> None:
    found = club_event(make_event, "re_start")
    anna, bert, cleo = who = people("Anna", "Bert", "Cleo")
    entries = enter_guests(found["1"], clerk, who)
    seat_everybody(found["1"], [1])
    press(impose, found["1"], by=clerk, entry=entries[cleo], kind="disqualification", reason="Abuse")
    press(close_event, found["1"], by=clerk, although_unfinished=True)
    press(advance_players, found["2"], by=clerk)
    assert set(stacks_after_draw(found["2"], 2)) == {anna, bert}


def test_play_the_clock_takes_the_stacks_to_new_opponents_and_most_chips_win(
    make_event: MakesEvents, clerk: Actor
) -> None:
    found = club_event(make_event, "play_the_clock")
    anna, bert, cleo = who = people("Anna", "Bert", "Cleo")
    enter_guests(found["1"], clerk, who)
    seat_everybody(found["1"], [1])
    bag(found["1"], clerk, entries_in(found["1"], {anna: 18_000, bert: 12_000, cleo: 0}))
    press(advance_players, found["2"], by=clerk)
    assert stacks_after_draw(found["2"], 2) == {anna: 18_000, bert: 12_000}
    bag(found["2"], clerk, entries_in(found["2"], {anna: 11_000, bert: 19_000}))
    press(advance_players, found["3"], by=clerk)
    assert stacks_after_draw(found["3"], 3) == {anna: 11_000, bert: 19_000}
    bag(found["3"], clerk, entries_in(found["3"], {anna: 14_000, bert: 16_000}))
    press(close_event, found["3"], by=clerk, although_unfinished=True)
    assert places(found["3"]) == {bert: 1, anna: 2, cleo: 3}


def test_landesliga_gives_the_final_stacks_by_the_place_at_each_table(
    make_event: MakesEvents, clerk: Actor
) -> None:
    found = club_event(make_event, "landesliga")
    enter_guests(found["1"], clerk, people("Anna", "Bert", "Cleo", "Dora"))
    assert refusal(advance_players, found["2"], by=clerk).code == "not_bagged"
    seat_pairs(found["1"], (1, 2))
    won, lost = lose_at_each_table(found["1"], clerk)
    press(advance_players, found["2"], by=clerk)
    stacks = stacks_after_draw(found["2"], 3)
    assert stacks == {**dict.fromkeys(won, 20_000), **dict.fromkeys(lost, 17_000)}


def test_tables_of_a_heat_are_not_broken_or_balanced(make_event: MakesEvents, clerk: Actor) -> None:
    found = club_event(make_event, "multi_round_2")
    apart = {label: tables_apart.ask(event_row(event)) for label, event in found.items()}
    assert apart == {"1": True, "2": True, "3": False}
    enter_guests(found["1"], clerk, people("Anna", "Bert", "Cleo", "Dora"))
    seat_pairs(found["1"], (1, 2))
    press(set_plan, found["1"], by=clerk, seats_per_table=9)
    press(bust, found["1"], by=clerk, entry=Seat.objects.order_by("pk")[0].entry_id)
    assert {one.kind for one in wanted(event_row(found["1"])).values()} & {
        "break",
        "balance",
        "halt",
    } == set()


def seat_pairs(event: int, tables: tuple[int, ...]) -> None:
    """Draw all seats, two players at each table."""
    press(set_plan, event, by=FIRST_START, seats_per_table=2)
    seat_everybody(event, tables)


def test_multi_round_seats_the_best_at_the_final_table_and_ranks_them_first(
    make_event: MakesEvents, clerk: Actor
) -> None:
    found = club_event(make_event, "multi_round_2")
    final = Stage.objects.get(number=3)
    Stage.objects.filter(pk=final.pk).update(rule={**final.rule, "final_seats": 2})
    enter_guests(found["1"], clerk, people("Anna", "Bert", "Cleo", "Dora"))
    scores: dict[int, int] = {}
    for label, tables in (("1", (1, 2)), ("2", (3, 4))):
        if label == "2":
            press(advance_players, found["2"], by=clerk)
        seat_pairs(found[label], tables)
        won, lost = lose_at_each_table(found[label], clerk)
        for who in won:
            scores[who] = scores.get(who, 0) + 20
        for who in lost:
            scores[who] = scores.get(who, 0) + 15
    press(advance_players, found["3"], by=clerk)
    advances = Advance.objects.filter(target__tournament=found["3"]).order_by("rank")
    assert {one.entry.player_id: one.points for one in advances} == scores
    seat_everybody(found["3"], [5, 6])
    best = [one.entry.player_id for one in advances[:2]]
    others = [one.entry.player_id for one in advances[2:]]
    assert {table_of(found["3"], who) for who in best} == {5}
    assert {table_of(found["3"], who) for who in others} == {6}
    # Nobody moves between the final table and the other one, and four players are not drawn to one table.
    assert {one.kind for one in wanted(event_row(found["3"])).values()} == set()
    board = floor(found["3"])
    assert board is not None
    assert board.final_table == 5
    # One bust at the final table leads to the money, however many play at the other one.
    press(set_payout, found["3"], by=FIRST_START, method="hand", amounts=[30_000])
    money = prizes(found["3"])
    assert isinstance(money, PrizesBoard)
    assert money.money is not None
    assert money.money.to_go == 1
    # The final table ends before the other one: its players rank first all the same.
    press(bust, found["3"], by=clerk, entry=entry_of(found["3"], best[1]).pk)
    assert winners_of(event_row(found["3"])) == ()
    press(bust, found["3"], by=clerk, entry=entry_of(found["3"], others[1]).pk)
    # The last player at the other table has a place too, with chips: the event is over.
    due = {best[0]: 1, best[1]: 2, others[0]: 3, others[1]: 4}
    assert places(found["3"]) == due
    ranked = results_of(event_row(found["3"])).ranking.places
    assert {one.player: one.best for one in ranked} == due
    winner = entry_of(found["3"], best[0])
    assert winners_of(event_row(found["3"])) == (winner.pk,)
    assert winners_in(event_row(found["3"])) == (winner,)


def test_a_shootout_brings_the_winners_of_all_tables_to_the_final(
    make_event: MakesEvents, clerk: Actor
) -> None:
    found = flights(make_event, (), preset="shootout", settings={"re_entries_most": 0})
    enter_all(found["1"], clerk, people("Anna", "Bert", "Cleo", "Dora"))
    seat_pairs(found["1"], (1, 2))
    won, _lost = lose_at_each_table(found["1"], clerk)
    press(advance_players, found["2"], by=clerk)
    assert stacks_after_draw(found["2"], 3) == dict.fromkeys(won, 10_000)
