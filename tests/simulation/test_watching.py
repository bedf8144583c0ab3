"""Requested demos: started, supervised, stopped, and never left running."""

import subprocess
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db.models import F
from django.utils.timezone import localdate

from clock.boards import clock as clock_boards
from clock.commands.clock import start
from clock.models import Structure
from clock.rules.shipped import shipped_structures
from clock.services.event_clock import event_clock_of, levels_of
from desk.boards.find import find
from players.boards import players as players_boards
from players.boards.people import likely, unconfirmed
from players.commands.players import add_player
from players.models import Membership
from players.services.records import living_records
from prizes.services.championship import championship_of
from procedures.commands.hand_for_hand import announce, deal
from seating.commands import finish_hand
from seating.models import Plan, Seat, Table, TournamentTable
from simulation import periodic
from simulation.boards import demos as demo_boards
from simulation.commands.demos import MOST_AT_ONCE, begin, end, stop, watch
from simulation.driver import run, runner
from simulation.driver.cleanup import give_back
from simulation.driver.event_clock import AtOnce
from simulation.driver.runner import Runner
from simulation.driver.staff import DIRECTOR
from simulation.management.commands.play_asked import play_one
from simulation.models import SimulatedEvent
from simulation.services import demos
from tests.fixtures.room import MakesEvents, level, press, refusal
from tests.fixtures.wire import as_sent
from tests.oracle.replay_check import faults_of
from tests.seating.seating_scenes import seated
from tourney.access.roles import Actor
from tourney.models import Entry, Heartbeat, JournalEntry, Tournament
from tourney.periodic import note
from web.phone.find import find as phone_find

events = as_sent(clock_boards.events)
lobby = as_sent(clock_boards.lobby)
players = as_sent(players_boards.players)
plays = as_sent(demo_boards.demos)


class Process:
    """Simulate a process that plays and ends when asked to."""

    def __init__(self) -> None:
        self.returncode: int | None = None

    def poll(self) -> int | None:
        return self.returncode

    def terminate(self) -> None:
        self.returncode = -15

    def kill(self) -> None:
        self.returncode = -9

    def wait(self, timeout: float | None = None) -> int:
        if self.returncode is None:
            raise subprocess.TimeoutExpired("play", timeout or 0)
        return self.returncode


class Deaf(Process):
    """A process that ignores the request to end."""

    def terminate(self) -> None:
        """Ignore the request."""


def asked(by: Actor, **more: Any) -> int:
    """Request a demo and return its primary key."""
    done = press(watch, by=by, **{"players": 9, "book": "tda", "speed": 60, **more})
    assert done.answer is not None
    played: int = done.answer["demo"]
    return played


def runner_of(kind: type[Process] = Process) -> Runner:
    """Create a runner with simulated processes."""
    return Runner(lambda _played: kind())  # type: ignore[return-value, arg-type]


def state(played: int) -> str:
    """Return the demo's state as staff see it."""
    board = plays(0, "")
    assert board is not None
    return str(next(row["state"] for row in board["demos"] if row["demo"] == played))


def age(played: int, seconds: float) -> None:
    """Let time pass since the demo's last heartbeat."""
    back = timedelta(seconds=seconds)
    row = SimulatedEvent.objects.get(pk=played)
    for heartbeat in Heartbeat.objects.filter(part=row.heartbeat):
        Heartbeat.objects.filter(part=row.heartbeat).update(seen_at=heartbeat.seen_at - back)
    SimulatedEvent.objects.filter(pk=played).update(
        asked_at=row.asked_at - back, begun_at=None if row.begun_at is None else row.begun_at - back
    )


class Ended(Exception):
    """Simulate the end of the playing process."""


@pytest.fixture
def halfway(director: Actor, monkeypatch: pytest.MonkeyPatch) -> Callable[..., tuple[int, int]]:
    """Play a demo until its process ends after a few busts; return its primary key and its event."""

    class Broken(AtOnce):
        steps = 0

        def until(self, minute: float) -> None:
            self.steps += 1
            if self.steps > 6:
                raise Ended
            super().until(minute)

    def make(book: str = "tda", seed: int = 1) -> tuple[int, int]:
        monkeypatch.setattr("tourney.journal.commands.publish", lambda *_args: None)
        monkeypatch.setattr(run, "ByTheClock", lambda room, _speed: Broken(room))
        played = asked(director, players=20, book=book, seed=seed)
        press(begin, by=DIRECTOR, demo=played)
        with pytest.raises(Ended):
            play_one(played)
        event = SimulatedEvent.objects.get(pk=played).tournament_id
        assert event is not None
        assert Seat.objects.filter(tournament_table__tournament=event, kind="player").count() > 10
        note(f"play:{played}")
        return played, event

    return make


# --- requests -------------------------------------------------------------------------------------------------
@pytest.mark.django_db
def test_requested_demo_is_started_and_shown_as_running(director: Actor) -> None:
    played = asked(director)
    assert state(played) == "waits"
    one = runner_of()
    one.check()
    assert state(played) == "prepares"
    assert list(one.players) == [played]
    assert Heartbeat.objects.filter(part=f"play:{played}").exists()
    kinds = list(JournalEntry.journal(None).order_by("seq").values_list("kind", flat=True))
    assert kinds[-2:] == ["simulation.watch", "simulation.begin"]


@pytest.mark.django_db
def test_at_most_two_demos_run_and_none_with_cash_game_books(director: Actor, floor: Actor) -> None:
    assert refusal(watch, by=director, players=9, book="st_moritz_cash").code == "no_tournaments"
    assert refusal(watch, by=director, players=9, book="nobody").code == "unknown_book"
    assert refusal(watch, by=floor, players=9, book="tda").code == "not_allowed"
    for _one in range(MOST_AT_ONCE):
        asked(director)
    assert refusal(watch, by=director, players=9, book="tda").code == "enough_played"


@pytest.mark.django_db
def test_two_runners_do_not_take_up_the_same_one(director: Actor) -> None:
    played = asked(director)
    one, other = runner_of(), runner_of()
    one.check()
    other.check()
    assert (list(one.players), list(other.players)) == ([played], [])
    assert refusal(begin, by=DIRECTOR, demo=played).code == "play_begun"


# --- stopping -------------------------------------------------------------------------------------------------
@pytest.mark.django_db
def test_unclaimed_job_is_stopped_immediately(director: Actor) -> None:
    played = asked(director)
    press(stop, by=director, demo=played)
    assert state(played) == "stopped"
    one = runner_of()
    one.check()
    assert one.players == {}
    assert refusal(stop, by=director, demo=played).code == "play_over"


@pytest.mark.django_db
def test_one_that_plays_is_stopped_and_says_so_once_its_process_has_ended(director: Actor) -> None:
    played = asked(director)
    one = runner_of()
    one.check()
    press(stop, by=director, demo=played)
    assert state(played) == "stops"
    one.check()
    one.check()
    assert state(played) == "stopped"
    assert not Heartbeat.objects.filter(part=f"play:{played}").exists()


@pytest.mark.django_db
@pytest.mark.parametrize(("book", "seed"), [("tda", 1), ("five_spades", 2), ("munot", 1)])
def test_stopped_half_way_its_event_is_closed_and_the_room_has_its_tables_back(
    halfway: Callable[..., tuple[int, int]], book: str, seed: int
) -> None:
    before = set(Table.objects.filter(retired=False).values_list("number", flat=True))
    played, event = halfway(book, seed)
    one = runner_of()
    press(end, by=DIRECTOR, demo=played, how="stopped")
    one.check()
    row = SimulatedEvent.objects.get(pk=played)
    assert (row.cleared, row.words) == (True, "")
    assert Tournament.objects.get(pk=event).closed_at is not None
    assert not TournamentTable.objects.filter(tournament=event, released_at__isnull=True).exists()
    assert set(Table.objects.filter(retired=False).values_list("number", flat=True)) == before
    assert give_back(event, row.added) == []
    assert faults_of(event) == []


@pytest.mark.django_db
def test_when_the_server_is_shut_down_all_end_even_one_that_is_deaf(
    director: Actor, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked(director), asked(director)
    one = runner_of(Deaf)
    one.check()
    monkeypatch.setattr(runner, "_PATIENCE", 0.0)
    one.stop()
    assert list(SimulatedEvent.objects.values_list("how", flat=True)) == ["shut", "shut"]


# --- no demo keeps running ------------------------------------------------------------------------------------
@pytest.mark.django_db
def test_demo_whose_process_died_is_reported(director: Actor) -> None:
    played = asked(director)
    one = runner_of()
    one.check()
    one.players[played].kill()
    one.check()
    row = SimulatedEvent.objects.get(pk=played)
    assert (row.how, row.words) == ("failed", "Its process ended with -9.")


@pytest.mark.django_db
def test_tables_of_a_killed_runner_are_released_by_the_next(
    halfway: Callable[..., tuple[int, int]],
) -> None:
    played, event = halfway()
    age(played, demos.LOST - 5)
    periodic.end_abandoned_demos()
    assert state(played) == "plays"
    age(played, 10)
    periodic.end_abandoned_demos()
    assert state(played) == "lost"
    assert Tournament.objects.get(pk=event).closed_at is None
    runner_of().check()
    assert Tournament.objects.get(pk=event).closed_at is not None


@pytest.mark.django_db
def test_demo_with_a_heartbeat_is_never_considered_lost(director: Actor) -> None:
    played = asked(director)
    one = runner_of()
    one.check()
    SimulatedEvent.objects.update(begun_at=F("begun_at") - timedelta(hours=3))
    periodic.end_abandoned_demos()
    assert state(played) == "prepares"


@pytest.mark.django_db
def test_one_that_was_found_lost_too_early_is_ended_by_its_own_runner(director: Actor) -> None:
    """After a pause of the whole machine: the state in the journal applies."""
    played = asked(director)
    one = runner_of()
    one.check()
    age(played, demos.LOST + 1)
    periodic.end_abandoned_demos()
    one.check()
    one.check()
    assert one.players == {}
    assert state(played) == "lost"


@pytest.mark.django_db
def test_unclaimed_job_does_not_wait_for_ever(director: Actor) -> None:
    played = asked(director)
    age(played, demos.UNTAKEN - 5)
    periodic.end_abandoned_demos()
    assert state(played) == "waits"
    age(played, 10)
    periodic.end_abandoned_demos()
    assert state(played) == "lost"


# --- playing --------------------------------------------------------------------------------------------------
@pytest.mark.django_db
def test_demo_is_played_to_its_end_and_names_its_event(
    director: Actor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tourney.journal.commands.publish", lambda *_args: None)
    monkeypatch.setattr(run, "ByTheClock", lambda room, _speed: AtOnce(room))
    played = asked(director, players=8, seed=3)
    press(begin, by=DIRECTOR, demo=played)
    play_one(played)
    row = SimulatedEvent.objects.get(pk=played)
    assert (row.how, row.words, row.cleared) == ("over", "", True)
    assert row.tournament is not None
    assert row.tournament.closed_at is not None
    assert row.tournament.name == row.name


# --- separation from the room ------------------------------------------------------------------------------------
def shown_elsewhere(event: int) -> dict[str, Any]:
    """Return the traces of a demo outside of it."""
    today = localdate()
    someone = Entry.objects.filter(tournament=event).select_related("player")[0].player
    lobby_board = lobby()
    return {
        "players": living_records().filter(card__startswith="PLAY-").count(),
        "desk": len(find(someone.name, None).rows) + len(find(someone.card, None).rows),
        "api": len(players(someone.name)),
        "memberships": unconfirmed().count(),
        "phone": phone_find(someone.name, someone.birth_date.year if someone.birth_date else 0, "10.0.0.1"),
        "duplicates": len(likely(someone.name, someone.birth_date, by=None)),
        "events": [row["tournament"] for row in events()],
        "championship": len(championship_of(today - timedelta(days=2), today + timedelta(days=2)).rows),
        "public": [row["tournament"] for row in lobby_board["events"] if not row["demo"]],
    }


NOTHING = {
    "players": 0, "desk": 0, "api": 0, "memberships": 0, "phone": None, "duplicates": 0, "events": [],
    "championship": 0, "public": [],
}  # fmt: skip


@pytest.mark.django_db
def test_demo_stays_separate_from_the_room_during_and_after_play(
    halfway: Callable[..., tuple[int, int]],
) -> None:
    """Five Spades has a championship, and its guests need a membership."""
    played, event = halfway("five_spades", 2)
    assert Membership.objects.filter(confirmed_by="").exists()
    assert shown_elsewhere(event) == NOTHING
    # Spectators find its players in the demo itself.
    someone = Entry.objects.filter(tournament=event).select_related("player")[0].player
    assert find(someone.name, event).rows
    assert [row["tournament"] for row in lobby()["events"]] == [event]
    press(end, by=DIRECTOR, demo=played, how="stopped")
    runner_of().check()
    assert shown_elsewhere(event) == NOTHING
    assert lobby()["events"] == []


@pytest.mark.django_db
def test_leftover_demo_players_are_removed_at_the_next_start(director: Actor) -> None:
    """Earlier versions treated invented players as real ones."""
    press(add_player, by=director, name="Nele Invented", card="PLAY-00001", birth_date="1980-01-01")
    press(add_player, by=director, name="Rita Real", birth_date="1980-01-01")
    runner.sweep_up()
    assert list(living_records().values_list("name", flat=True)) == ["Rita Real"]
    runner.sweep_up()
    assert JournalEntry.journal(None).filter(kind="simulation.sweep").count() == 1


@pytest.mark.django_db
def test_a_demo_plays_five_spades_with_its_own_structure_and_ghosts(
    halfway: Callable[..., tuple[int, int]],
) -> None:
    _played, event = halfway("five_spades", 1)
    own = shipped_structures()["five_spades"]
    assert len(levels_of(Structure.objects.get(tournament=event))) == len(own.levels)
    assert Plan.objects.get(tournament=event).ghosts
    assert Tournament.objects.get(pk=event).demo_speed == 60


@pytest.mark.django_db
def test_hand_for_hand_takes_minutes_off_a_demo_as_much_faster_as_it_plays(
    make_event: MakesEvents, director: Actor, floor: Actor
) -> None:
    """At twenty times the speed, two minutes per hand are six seconds of a 45-minute level."""
    took = []
    for speed in (None, 20):
        event = make_event(levels=[level(100, minutes=20)], book="tda", name=f"Speed {speed}")
        Tournament.objects.filter(pk=event).update(demo_speed=speed)
        first = 10 * len(took)
        seated(event, {first + 1: (1, 2, 3), first + 2: (1, 2, 3)})
        press(start, event, by=director)
        press(announce, event, by=floor, way="per_hand", minutes=2)
        before = event_clock_of(Tournament.objects.get(pk=event)).state.elapsed
        for hand in (0, 1):
            for number in (first + 1, first + 2):
                press(finish_hand, event, by=floor, number=number, hand=hand + 1)
            press(deal, event, by=floor, hand=hand)
        took.append(event_clock_of(Tournament.objects.get(pk=event)).state.elapsed - before)
    assert 110_000 < took[0] < 240_000
    assert took[1] < 60_000
