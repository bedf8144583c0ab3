"""Players who were not seen for long are anonymised by the room's policy, unless somebody still needs their name."""

import uuid
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils.timezone import localdate

from cash.commands.lists import join_list, leave_list
from cash.models import ListEntry
from clock.commands.clock import start
from clock.commands.events import close_event
from desk.commands.vouchers import issue_tickets
from operations import periodic
from operations.periodic import carry_out_retention
from operations.services.retention import QUIET, TAKES_EFFECT, unseen
from players.commands.anonymisation import anonymise_player
from players.commands.bans import ban_player, lift_ban
from players.commands.retention import set_retention
from players.models import Ban, Membership, Player, Retention
from players.rules.retention import months_before
from seasons.commands.seasons import close_season, correct_points
from stages.commands.event_end import end_event
from tests.cash.scenes import open_game
from tests.desk.tills import card, drawer, enter, player, sold
from tests.fixtures.room import MakesEvents, press, refusal
from tests.seasons.nights import season
from tests.stages.stage_scenes import bagged_flight, flights
from tests.web.visitors import text_of
from tourney.access.roles import Actor, Role
from tourney.models import Entry, JournalEntry, Tournament
from tourney.now import room_now

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


def in_years(count: float = 3) -> datetime:
    """Return a time when the players of a test have not been seen for long."""
    return room_now() + timedelta(days=365.25 * count)


def due(now: datetime, months: int = 24) -> set[str]:
    return {row.name for row, _seen in unseen(months, now).due}


def test_months_end_on_the_last_day_of_a_shorter_month() -> None:
    at = datetime(2027, 3, 31, 12, tzinfo=UTC)
    assert months_before(at, 1) == datetime(2027, 2, 28, 12, tzinfo=UTC)
    assert months_before(at, 3) == datetime(2026, 12, 31, 12, tzinfo=UTC)
    assert months_before(at, 25) == datetime(2025, 2, 28, 12, tzinfo=UTC)


def test_only_players_without_a_visit_for_so_long_are_due(db: None) -> None:
    player("Anna Alt")
    assert due(in_years(1.9)) == set()
    assert due(in_years(2.1)) == {"Anna Alt"}
    assert due(in_years(2.1), months=36) == set()


def test_a_visit_of_a_record_that_was_merged_counts(
    director: Actor, make_event: MakesEvents, desk: Actor
) -> None:
    from players.commands.merge import merge_players

    event = make_event(book="tda")
    sold(event)
    drawer(desk)
    kept, other = player("Anna Berg"), player("Anna Berk")
    enter(event, desk, other, [card()])
    press(close_event, event, by=director, although_unfinished=True)
    press(merge_players, by=director, player=other, into=kept)
    Player.objects.filter(pk=kept).update(created_at=room_now() - timedelta(days=2_000))
    assert due(room_now()) == set()
    assert due(in_years()) == {"Anna Berg"}


def test_banned_players_and_members_are_kept(director: Actor) -> None:
    anna, bert = player("Anna"), player("Bert")
    now = in_years()
    press(ban_player, by=director, player=anna, ends_on=None, reason="shouted")
    # The day in the room's zone: three years are not whole days, so at some hours another one than in UTC.
    today = localdate(now)
    member = Membership.objects.create(
        player_id=bert, kind="season", starts_on=today, ends_on=today, applied_at=room_now()
    )
    assert due(now) == set()
    assert unseen(24, now).kept["banned"] == 2
    press(lift_ban, by=director, ban=Ban.objects.get().pk)
    member.delete()
    assert due(now) == {"Anna", "Bert"}


def test_players_of_an_open_event_or_season_and_those_with_something_outstanding_are_kept(
    make_event: MakesEvents, director: Actor, desk: Actor
) -> None:
    event = make_event(book="munot")
    sold(event)
    drawer(desk)
    press(start, event, by=director)
    for name in ("Anna", "Bert"):
        enter(event, desk, player(name), [card()])
    now = in_years()
    assert unseen(24, now).kept["open_event"] == 2
    press(close_event, event, by=director, although_unfinished=True)
    assert due(now) == {"Anna", "Bert"}
    anna = Entry.objects.filter(tournament=event).order_by("pk")[0].player_id
    row = season(book="munot", points="linear")
    press(correct_points, by=director, season=row.pk, player=anna, points=3, reason="played twice")
    assert due(now) == {"Bert"}
    assert unseen(24, now).kept["season"] == 1
    press(close_season, by=director, season=row.pk, although_unfinished=True)
    assert due(now) == {"Anna", "Bert"}
    other = make_event(book="munot")
    sold(other)
    press(issue_tickets, other, by=director, players=[anna])
    assert due(now) == {"Bert"}
    assert unseen(24, now).kept["outstanding"] == 1


def test_players_on_a_cash_list_are_kept_and_their_place_was_a_visit(floor: Actor) -> None:
    game = open_game()
    anna = player("Anna")
    press(join_list, by=floor, player=anna, game=game, call_in=True)
    assert unseen(24, in_years()).kept["cash"] == 1
    press(leave_list, by=floor, entry=ListEntry.objects.get().pk)
    Player.objects.update(created_at=room_now() - timedelta(days=2_000))
    assert due(room_now()) == set()
    assert due(in_years()) == {"Anna"}


def test_players_who_wait_for_day_2_with_a_bagged_stack_are_not_erased(
    make_event: MakesEvents, director: Actor
) -> None:
    drawer(director)
    found = flights(make_event)
    anna, bert = player("Anna"), player("Bert")
    bagged_flight(found["1A"], director, [1], {anna: 12_000, bert: 8_000})
    press(end_event, found["1A"], by=director)
    assert unseen(24, in_years()).kept["open_event"] == 2
    refused = refusal(anonymise_player, by=director, player=anna)
    assert refused.code == "still_in"
    assert "Main Event Day 2" in refused.message
    Tournament.objects.update(closed_at=room_now())
    assert unseen(24, in_years()).kept["open_event"] == 0
    press(anonymise_player, by=director, player=anna)


def test_policy_takes_effect_after_a_week_while_nobody_works(director: Actor) -> None:
    anna = player("Anna Quendolin", staff_notes="plays on Fridays")
    press(set_retention, by=director, months=24)
    saved = Retention.objects.get().changed_at
    Player.objects.update(created_at=saved - timedelta(days=1_000))
    assert carry_out_retention(saved + TAKES_EFFECT - timedelta(minutes=1)) == 0
    at = saved + TAKES_EFFECT + timedelta(minutes=1)
    assert carry_out_retention(at) == 1
    row = Player.objects.get(pk=anna)
    assert (row.name, row.staff_notes) == (f"#{anna}", "")
    entry = JournalEntry.objects.get(kind="player.anonymise")
    assert (entry.actor, entry.arguments) == ("system:retention", {"player": anna})
    assert "Quendolin" not in repr(list(JournalEntry.objects.values_list("arguments", "answer", "changes")))
    # No player is left to anonymise.
    assert carry_out_retention(at) == 0


def test_nobody_is_anonymised_while_the_room_is_at_work_or_without_a_policy(director: Actor) -> None:
    player("Anna")
    now = in_years()
    assert carry_out_retention(now) == 0
    press(set_retention, by=director, months=24)
    Retention.objects.update(changed_at=room_now() - TAKES_EFFECT)
    Player.objects.update(created_at=room_now() - timedelta(days=1_000))
    assert carry_out_retention(room_now()) == 0
    assert carry_out_retention(room_now() + QUIET + timedelta(minutes=1)) == 1
    press(set_retention, by=director, months=None)
    player("Bert")
    assert carry_out_retention(now) == 0


def test_player_who_comes_back_while_others_are_anonymised_is_kept(
    director: Actor, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("Anna", "Bert"):
        player(name)
    press(set_retention, by=director, months=24)
    Retention.objects.update(changed_at=room_now() - TAKES_EFFECT)
    Player.objects.update(created_at=room_now() - timedelta(days=1_000))

    def anonymise(**given: Any) -> Any:
        Player.objects.filter(name="Bert").update(created_at=room_now())
        return anonymise_player(**given)

    monkeypatch.setattr(periodic, "anonymise_player", anonymise)
    assert carry_out_retention(room_now() + QUIET + timedelta(minutes=1)) == 1
    assert Player.objects.filter(name="Bert").exists()


def test_director_looks_first_who_would_be_anonymised(person: Any) -> None:
    from tests.web.visitors import client_of

    player("Anna Alt")
    Player.objects.update(created_at=room_now() - timedelta(days=1_000))
    player("Neu")
    page: Client = client_of(person("director", Role.DIRECTOR))
    path = "/staff/room/players/retention/"
    shown = text_of(page.get(f"{path}?months=24"))
    assert "1 player would be anonymised" in shown
    assert "Anna Alt" in shown
    assert "Neu<" not in shown
    assert page.get(f"{path}?months=0").status_code == 422
    assert page.get(f"{path}?months=%C2%B2").status_code == 422
    preview = page.post(path, {"months": "36", "what": "preview", "command_id": str(uuid.uuid4())})
    assert preview["Location"] == f"{path}?months=36"
    answer = page.post(path, {"months": "24", "command_id": str(uuid.uuid4())})
    assert answer.status_code == 302
    assert Retention.objects.get().months == 24
    assert "Saved; takes effect on" in text_of(page.get(path))
    assert page.post(path, {"months": "", "command_id": str(uuid.uuid4())}).status_code == 302
    assert Retention.objects.get().months is None
    assert client_of(person("floor", Role.FLOOR)).get(path).status_code == 403
