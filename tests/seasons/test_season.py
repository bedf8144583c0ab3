"""A season over rows: which events count, points of members and guests, corrections, corrected results."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils.timezone import localdate

from desk.models import Registration
from players.commands.merge import merge_players
from players.models import Membership
from seasons.commands.season_events import add_event, leave_out_event
from seasons.commands.seasons import change_season, close_season, correct_points, create_season
from seasons.commands.titles import decide_cup_seat
from seasons.models import PointsCorrection, Season
from seasons.services.seasons import state_of
from tests.desk.tills import player
from tests.fixtures.room import MakesEvents, press, refusal
from tests.seasons.nights import members, name_of, night, season
from tourney.access.roles import FIRST_START, Actor
from tourney.commands import remove_book, save_book
from tourney.journal.undo import undo, undo_in_room
from tourney.models import JournalEntry, Tournament
from tourney.now import room_now
from tourney.rulebooks.books.loader import shipped_text

pytestmark = pytest.mark.django_db


def points(row: Season) -> dict[str, int]:
    """Return the points by name."""
    return {name_of(one.player): one.points for one in state_of(row).ranking}


@pytest.fixture
def seven(db: None) -> list[int]:
    """Add six members and a guest."""
    return [*members("Ann A", "Ben B", "Cid C", "Dan D", "Eve E", "Fay F"), player("Gus Guest")]


def test_five_spades_5_4_points_of_all_events_add_up_and_guests_are_in_the_ranking(
    make_event: MakesEvents, floor: Actor, seven: list[int]
) -> None:
    row = season()
    ann, ben, cid, dan, eve, fay, gus = seven
    night(make_event, floor, [gus, ann, ben, cid, dan, eve, fay])  # 7 players: 7 4 2 1
    night(make_event, floor, [ann, fay, gus, ben, cid, dan])  # 6 players: 6 3 1
    assert points(row) == {
        "Ann A": 4 + 6,
        "Gus Guest": 7 + 1,
        "Fay F": 3,
        "Ben B": 2,
        "Cid C": 1,
        "Dan D": 0,
        "Eve E": 0,
    }
    state = state_of(row)
    assert state.member_count == 6
    assert gus not in state.members
    assert [one.result.field for one in state.events] == [7, 6]


def test_only_open_events_by_the_book_within_the_days_count(
    make_event: MakesEvents, floor: Actor, seven: list[int]
) -> None:
    row = season()
    early = night(make_event, floor, seven, days_ago=800)
    other = night(make_event, floor, seven)
    Tournament.objects.filter(pk=other).update(book="munot")
    closed = night(make_event, floor, seven)
    Registration.objects.filter(tournament=closed).update(members_only=True)
    demo = night(make_event, floor, seven)
    Tournament.objects.filter(pk=demo).update(demo_speed=10)
    # Nobody has bust: it has not begun.
    night(make_event, floor, seven, ends=False)
    assert state_of(row).events == ()
    for event in (early, other, closed):
        press(add_event, by=FIRST_START, season=row.pk, tournament=event)
    assert [one.event.pk for one in state_of(row).events] == [early, other, closed]
    assert refusal(add_event, by=FIRST_START, season=row.pk, tournament=demo).code == "demo"


def test_event_that_is_left_out_brings_no_points_and_counts_again(
    make_event: MakesEvents, floor: Actor, director: Actor, seven: list[int]
) -> None:
    row = season()
    event = night(make_event, floor, seven)
    press(leave_out_event, by=director, season=row.pk, tournament=event)
    assert state_of(row).events == ()
    error = refusal(leave_out_event, by=director, season=row.pk, tournament=event)
    assert (error.code, error.rule) == ("not_in_season", "Five Spades 5.1, 5.4")
    press(add_event, by=director, season=row.pk, tournament=event)
    assert points(row)["Ann A"] == 7
    entry = JournalEntry.journal(None).filter(kind="season.leave_out_event").last()
    assert entry is not None
    assert entry.rule == "Five Spades 5.1, 5.4"


def test_corrected_result_changes_a_closed_season(
    make_event: MakesEvents, floor: Actor, director: Actor, seven: list[int]
) -> None:
    row = season()
    event = night(make_event, floor, seven)
    press(close_season, by=director, season=row.pk, although_unfinished=True)
    Tournament.objects.filter(pk=event).update(closed_at=room_now())
    assert points(row)["Ben B"] == 4
    Tournament.objects.filter(pk=event).update(closed_at=None)
    # The last bust is undone, and the other player of the two is out.
    last = JournalEntry.journal(event).filter(kind="entry.bust").last()
    assert last is not None
    press(undo, event, by=director, seq=last.seq)
    # They play on: until they have a place, they are not in the ranking.
    assert points(row)["Cid C"] == 2
    assert not {"Ann A", "Ben B"} & set(points(row))


def test_correction_of_points_has_a_reason_and_is_undone(
    make_event: MakesEvents, floor: Actor, director: Actor, seven: list[int]
) -> None:
    row = season()
    night(make_event, floor, seven)
    ann = seven[0]
    done = press(correct_points, by=director, season=row.pk, player=ann, points=-2, reason="Late")
    assert points(row)["Ann A"] == 5
    assert refusal(correct_points, by=director, season=row.pk, player=ann, points=0, reason="x").code == (
        "no_points"
    )
    assert refusal(correct_points, by=director, season=row.pk, player=ann, points=1, reason=" ").fields
    press(undo_in_room, by=director, seq=done.seq)
    assert points(row)["Ann A"] == 7


def test_closed_season_refuses_changes_until_it_is_opened_again(director: Actor, seven: list[int]) -> None:
    row = season()
    press(close_season, by=director, season=row.pk, although_unfinished=True)
    given: dict[str, Any] = {"season": row.pk, "player": seven[0], "points": 3, "reason": "Bonus"}
    assert refusal(correct_points, by=director, **given).code == "season_closed"
    assert refusal(close_season, by=director, season=row.pk).code == "season_closed"
    press(close_season, by=director, season=row.pk, closed=False)
    assert refusal(close_season, by=director, season=row.pk, closed=False).code == "season_open"
    press(correct_points, by=director, **given)
    assert points(row) == {"Ann A": 3}


def test_unfinished_season_is_closed_only_when_asked_to(
    make_event: MakesEvents, floor: Actor, director: Actor, seven: list[int]
) -> None:
    today = localdate(room_now())
    row = season(last_day=str(today + timedelta(days=3)))
    night(make_event, floor, seven, name="Open night")
    closed = night(make_event, floor, seven, name="Closed night")
    Tournament.objects.filter(pk=closed).update(closed_at=room_now())
    left_out = night(make_event, floor, seven, name="Other night")
    press(leave_out_event, by=director, season=row.pk, tournament=left_out)
    # Nobody has busted yet, but it is named as the final.
    final = make_event(book="five_spades", name="Cup night")
    press(add_event, by=director, season=row.pk, tournament=final, role="cup_final")
    refused = refusal(close_season, by=director, season=row.pk)
    assert (refused.code, refused.message) == (
        "unfinished",
        "Still open: “Open night”, “Cup night”. The season has 3 days left.",
    )
    press(close_season, by=director, season=row.pk, although_unfinished=True)
    press(close_season, by=director, season=row.pk, closed=False)
    Tournament.objects.update(closed_at=room_now())
    Season.objects.filter(pk=row.pk).update(last_day=today)
    press(close_season, by=director, season=row.pk)
    row.refresh_from_db()
    assert row.closed_at is not None


def test_undo_changes_no_closed_season_but_opens_it_again(
    make_event: MakesEvents, director: Actor, seven: list[int]
) -> None:
    row, event = season(name="League"), make_event(book="munot")

    def last() -> int:
        return JournalEntry.journal(None).latest("seq").seq

    done = []
    for command, arguments in (
        (correct_points, {"player": seven[0], "points": 3, "reason": "Extra"}),
        (decide_cup_seat, {"player": seven[0], "has_seat": True, "reason": "Invited"}),
        (add_event, {"tournament": event}),
        (leave_out_event, {"tournament": event}),
    ):
        press(command, by=director, season=row.pk, **arguments)
        done.append(last())
    press(undo_in_room, by=director, seq=done[3])
    undone = last()
    press(close_season, by=director, season=row.pk, although_unfinished=True)
    closed = last()
    for seq in (*done[:3], undone):
        refused = refusal(undo_in_room, by=director, seq=seq)
        assert (refused.code, refused.message) == (
            "season_closed",
            "“League” is closed. Reopen it to change it.",
        ), seq
    press(undo_in_room, by=director, seq=closed)
    reopened = last()
    press(undo_in_room, by=director, seq=done[0])
    assert not PointsCorrection.objects.exists()
    # The undo of closing is undone: closed again.
    press(undo_in_room, by=director, seq=reopened)
    row.refresh_from_db()
    assert row.closed_at is not None


def test_merged_player_of_a_closed_season_is_split_again(director: Actor, seven: list[int]) -> None:
    row, again = season(), player("Anne A")
    press(correct_points, by=director, season=row.pk, player=seven[0], points=3, reason="Extra")
    press(close_season, by=director, season=row.pk, although_unfinished=True)
    press(merge_players, by=director, player=seven[0], into=again)
    assert PointsCorrection.objects.get().player_id == again
    press(undo_in_room, by=director, seq=JournalEntry.journal(None).latest("seq").seq)
    assert PointsCorrection.objects.get().player_id == seven[0]


def test_bad_settings_are_refused_at_their_field(director: Actor, floor: Actor) -> None:
    usual: dict[str, Any] = {
        "name": "Year",
        "first_day": "2026-01-01",
        "last_day": "2026-12-31",
        "book": "five_spades",
    }
    press(create_season, by=director, **usual)

    def fields(**wrong: Any) -> set[str]:
        return set(refusal(create_season, by=director, **{**usual, "name": "Other", **wrong}).fields)

    assert fields(name="Year") == {"name"}
    assert fields(name="  ") == {"name"}
    assert fields(last_day="2025-12-31") == {"last_day"}
    assert fields(first_day="1.1.2026") == {"first_day"}
    assert fields(book="tda") == {"points"}
    assert fields(points="linear", parameters=[{"name": "eval", "value": 1}]) == {"parameters"}
    assert fields(drops=[{"day": "2027-01-01", "worst": 1}]) == {"drops"}
    assert refusal(create_season, by=director, **{**usual, "book": "none"}).code == "unknown_book"
    assert refusal(create_season, by=floor, **usual).code == "not_allowed"


def test_rulebook_of_a_season_cannot_be_removed(director: Actor) -> None:
    text = shipped_text("munot").replace('key = "munot"', 'key = "house"', 1)
    press(save_book, by=director, key="house", text=text)
    saved = JournalEntry.journal(None).latest("seq").seq
    row = season(name="League", book="house", points="linear")
    press(close_season, by=director, season=row.pk, although_unfinished=True)
    for refused in (
        refusal(remove_book, by=director, key="house"),
        refusal(undo_in_room, by=director, seq=saved),
    ):
        assert refused.code == "in_use"
        assert "“League” follows this rulebook." in refused.message
    Season.objects.filter(pk=row.pk).update(book="munot")
    press(remove_book, by=director, key="house")


def test_formula_best_results_and_members_only_are_settings(
    make_event: MakesEvents, floor: Actor, director: Actor, seven: list[int]
) -> None:
    row = season(points="linear", best_of=1, members_only=True)
    ann, ben, *others, gus = seven
    night(make_event, floor, [gus, ann, ben, *others])
    night(make_event, floor, [ben, ann, gus, *others])
    found = points(row)
    assert "Gus Guest" not in found
    assert (found["Ann A"], found["Ben B"]) == (6, 7)
    given: dict[str, Any] = {
        "season": row.pk,
        "name": row.name,
        "first_day": row.first_day.isoformat(),
        "last_day": row.last_day.isoformat(),
        "book": row.book,
    }
    press(change_season, by=director, **given)
    assert points(Season.objects.get(pk=row.pk))["Gus Guest"] == 7 + 2


def test_membership_on_the_day_of_the_event_decides_where_only_members_count(
    make_event: MakesEvents, floor: Actor, seven: list[int]
) -> None:
    row = season(members_only=True)
    night(make_event, floor, seven)
    Membership.objects.filter(player=seven[0]).update(ends_on=localdate(room_now()) - timedelta(days=1))
    assert "Ann A" not in points(row)
    assert points(row)["Ben B"] == 4
