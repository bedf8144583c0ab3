"""Results as seasons see them: frequent players, several stages, and what the cache must not keep."""

import pytest

from desk.commands.registration import close_registration
from players.commands.merge import merge_players
from players.commands.players import change_player
from seasons.commands.season_events import add_event
from seasons.services.event_results import counted_elsewhere, results_in
from seasons.services.player_history import played_years_of
from seasons.services.seasons import state_of
from seating.commands import bust
from seating.models import Bust
from stages.commands.advance import advance_players
from tests.desk.tills import cash, drawer, enter, player, sold
from tests.fixtures.room import MakesEvents, press, refusal
from tests.seasons.nights import members, name_of, season, written_night
from tests.stages.stage_scenes import bagged_flight, entry_of, event_row, flights, people, seat_everybody
from tests.web.visitors import client_of
from tourney.access.roles import FIRST_START, Actor
from tourney.journal.undo import undo_in_room
from tourney.models import Entry, JournalEntry, Tournament

pytestmark = pytest.mark.django_db


def test_frequent_players_collect_points_per_entry_fee_and_hour(
    make_event: MakesEvents, director: Actor
) -> None:
    drawer(director)
    event = make_event(book="munot")
    sold(event, pool=1_000, fee=250, staff=0, bounty=0, extras=[], re_entries_most=1)
    ann, ben = player("Ann"), player("Ben")
    first = enter(event, director, ann, [cash(1_250)])["entry"]
    enter(event, director, ben, [cash(1_250)])
    press(bust, event, by=FIRST_START, entry=first)
    enter(event, director, ann, [cash(1_250)])
    press(close_registration, event, by=FIRST_START)

    def points(formula: str, scale: float) -> dict[str, int]:
        row = season(
            name=formula, book="munot", points=formula, parameters=[{"name": "scale", "value": scale}]
        )
        return {name_of(one.player): one.points for one in state_of(row).ranking}

    assert points("per_entry", 10) == {"Ann": 20, "Ben": 10}
    assert points("per_fee", 2) == {"Ann": 10, "Ben": 5}
    # Nobody has played an hour, and the event is still running.
    assert points("per_hour", 1) == {}


def test_players_of_all_flights_are_one_field_that_counts_once(
    make_event: MakesEvents, director: Actor
) -> None:
    drawer(director)
    found = flights(make_event, settings={"re_entries_most": 0})
    anna, bert, cleo, dora = people("Anna", "Bert", "Cleo", "Dora")
    bagged_flight(found["1A"], director, [1], {anna: 20_000, bert: 0})
    bagged_flight(found["1B"], director, [2], {cleo: 21_000, anna: 9_000, dora: 0})
    press(advance_players, found["2"], by=director)
    seat_everybody(found["2"], [3])
    press(bust, found["2"], by=director, entry=entry_of(found["2"], anna).pk)
    row = season(book="munot", points="linear")
    state = state_of(row)
    assert [one.event.pk for one in state.events] == [found["2"]]
    assert [(name_of(one.player), one.points) for one in state.ranking] == [
        ("Cleo", 4),
        ("Anna", 3),
        ("Bert", 2),
        ("Dora", 1),
    ]
    assert (state.events[0].result.entries, state.events[0].result.players[anna].bought) == (5, 2)
    assert set(counted_elsewhere().values_list("tournament", flat=True)) == {found["1A"], found["1B"]}
    refused = refusal(add_event, by=director, season=row.pk, tournament=found["1A"])
    assert refused.code == "earlier_stage"
    page = client_of(director).get(f"/staff/seasons/{row.pk}/settings/").content.decode()
    offered = page.partition('name="tournament"')[2].partition("</select>")[0]
    assert [f'value="{found[name]}"' in offered for name in ("1A", "1B", "2")] == [False, False, True]
    # Who was out in a flight sees the whole event as well.
    (year,) = played_years_of(bert)
    assert [(one.event.pk, one.place, one.field) for one in year.events] == [(found["2"], 3, 4)]
    assert event_row(found["2"]).pk == found["2"]


def test_merged_player_keeps_the_results_of_closed_events(make_event: MakesEvents, director: Actor) -> None:
    club = members("Ann Abel", "Ben Bauer", "Cid Cohn", "Dan Dorn", "Eve Ernst", "Fay Falk")
    event = written_night(make_event, club)
    row = season()
    assert state_of(row).ranking[0].player == club[0]
    again = player("Anne Abel")
    press(merge_players, by=director, player=club[0], into=again)
    assert (state_of(row).ranking[0].player, state_of(row).ranking[0].points) == (again, 6)
    assert Entry.objects.filter(tournament=event, player=again).exists()


def test_result_of_a_closed_event_is_cached_until_its_journal_grows(make_event: MakesEvents) -> None:
    club = members("Ann Abel", "Ben Bauer", "Cid Cohn")
    event = Tournament.objects.get(pk=written_night(make_event, club))
    before = results_in([event])[event.pk]
    Bust.objects.filter(entry__player=club[2]).delete()
    assert results_in([event])[event.pk] is before
    Tournament.objects.filter(pk=event.pk).update(seq=event.seq + 1)
    assert results_in([Tournament.objects.get(pk=event.pk)])[event.pk] is not before


def test_only_what_changes_results_in_the_room_empties_the_cache(
    make_event: MakesEvents, director: Actor
) -> None:
    ann, ben, cid = members("Ann Abel", "Ben Bauer", "Cid Cohn")
    event = Tournament.objects.get(pk=written_night(make_event, [ann, ben, cid]))

    def undo_last() -> None:
        press(undo_in_room, by=director, seq=JournalEntry.journal(None).latest("seq").seq)

    before = results_in([event])[event.pk]
    press(change_player, by=director, player=ann, name="Anna Abel")
    undo_last()
    assert results_in([event])[event.pk] is before
    again = player("Anne Abel")
    press(merge_players, by=director, player=ann, into=again)
    assert set(results_in([event])[event.pk].players) == {again, ben, cid}
    undo_last()
    assert set(results_in([event])[event.pk].players) == {ann, ben, cid}
    undo_last()
    assert set(results_in([event])[event.pk].players) == {again, ben, cid}
