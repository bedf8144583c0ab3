"""After any press, the boards of a followed table equal a new read: no change to a table is missed."""

from random import Random
from typing import Any

import pytest

from clock.commands.clock import next_level, pause, reset, resume
from clock.commands.clock import start as start_clock
from players.commands.merge import merge_players
from players.commands.players import add_player, change_player
from procedures.commands.chip_races import finish as finish_race
from procedures.commands.hand_for_hand import announce, deal, end
from procedures.commands.race_counts import enter
from procedures.commands.race_tables import deal as deal_race
from procedures.commands.race_tables import table_done
from procedures.commands.shot_clock import give_banks, put_shot_clock_away, set_shot_clock, use_bank
from seating.commands import (
    bust,
    close_seat,
    give_seat,
    halt_table,
    leave_seat,
    note_table,
    open_seat,
    set_plan,
    set_table_access,
    set_table_state,
)
from seating.models import Seat
from tests.examples import EXPLORES, in_soak
from tests.fixtures.room import MakesEvents, press
from tests.live.followed_tables import Followed
from tests.procedures.chip_race_scenes import EVENING, ROOM, counts, started, with_chips
from tests.seating.floor_presser import Presser
from tests.seating.people import drawn_event
from tests.seating.seating_scenes import button, seated
from tourney.access.roles import FIRST_START, Actor
from tourney.models import Entry

pytestmark = pytest.mark.django_db(transaction=True)
STEPS = 90 if EXPLORES else 50


class Hurried(Presser):
    """A floor person who presses everything there is, in turn with the presses of `Presser`."""

    def others(self) -> None:
        """Press one of the rarer buttons."""
        dice, event = self.dice, self.event
        number = self.one_table().table.number
        seats = self.seats()
        seat: Seat = dice.choice(seats)
        player = seat.entry.player_id if seat.entry is not None else 0
        table = {"number": number}
        entry = {"entry": seat.entry_id}
        free = self.vacate_seat()
        at = {"table": free[0], "seat": free[1]}
        ways: list[tuple[Any, bool, dict[str, Any]]] = [
            (note_table, False, {**table, "note": str(dice.random())}),
            (halt_table, False, {**table, "halted": dice.random() < 0.5}),
            (set_table_state, False, {**table, "state": dice.choice(["open", "paused"])}),
            (set_table_access, True, {**table, "accessible": dice.random() < 0.5}),
            (set_plan, False, {"seats_per_table": dice.choice([8, 9])}),
            (close_seat, False, at),
            (open_seat, False, at),
            (leave_seat, False, entry),
            (give_seat, False, {**entry, **at}),
            (set_shot_clock, False, {"seconds": dice.choice([20, 30]), "bank_seconds": 20, "banks": 3}),
            (put_shot_clock_away, False, {}),
            (use_bank, False, {**table, "seat": seat.number}),
            (give_banks, False, {"count": 1, **(entry if dice.random() < 0.5 else {})}),
            (announce, False, {}),
            (deal, False, {"hand": dice.randint(0, 2)}),
            (end, False, {}),
            (start_clock, False, {}),
            (pause, False, {}),
            (resume, False, {}),
            (next_level, False, {}),
            (reset, False, {}),
            (change_player, True, {"player": player, "name": f"Renamed {dice.random()}"}),
        ]
        made, in_room, arguments = dice.choice(ways)
        self.event = None if in_room else event  # type: ignore[assignment]
        try:
            self.press(made.kind, made, **arguments)
        finally:
            self.event = event


@pytest.mark.parametrize("seed", [1, in_soak(2), in_soak(3)])
def test_followed_tables_equal_a_new_read_after_each_of_many_presses(
    seed: int, make_event: MakesEvents, floor: Actor, monkeypatch: pytest.MonkeyPatch
) -> None:
    event = make_event(book="tda")
    tables = [1, 2, 3]
    drawn_event(event, 20, tables, seats_per_table=9)
    button(event, t1=1, t2=2, t3=3)
    followed = Followed(event, monkeypatch)
    presser = Hurried(event, floor.key, 0, tables, Random(seed))
    presser.actor = FIRST_START
    for _step in range(STEPS):
        acts = (presser.step, presser.others, presser.call, presser.others)
        presser.dice.choice(acts)()
        followed.catch_up()
        assert not followed.outdated(), presser.outcomes
    assert not presser.errors
    done = {what for what in presser.outcomes if ":" not in what}
    assert len(done) >= 12, done
    # Presses at one table do not cost a read of all the others.
    assert followed.read < followed.entries * len(tables) * 0.8


@pytest.fixture
def race_event(make_event: MakesEvents) -> int:
    """Create an event in the break in which its smallest chip is raced."""
    event = make_event(EVENING, book="tda")
    with_chips(event, 25, 100, 500)
    seated(event, ROOM)
    button(event, t1=1, t2=2, t3=1)
    press(start_clock, event, by=FIRST_START)
    press(next_level, event, by=FIRST_START)
    return event


def test_tables_in_a_chip_race_are_followed(
    race_event: int, floor: Actor, director: Actor, monkeypatch: pytest.MonkeyPatch
) -> None:
    event = race_event
    followed = Followed(event, monkeypatch)

    def pressed(made: Any, by: Actor = floor, **more: Any) -> list[int]:
        press(made, event, by=by, **more)
        concerned = followed.catch_up()
        assert not followed.outdated()
        return concerned

    race = started(event, floor)
    assert followed.catch_up() == [1, 2, 3]
    assert not followed.outdated()
    assert followed.boards[1]["table_race"]["state"] == "open"
    assert pressed(enter, race=race, number=1, seats=counts(s1=5, s3=3)) == [1]
    assert pressed(deal_race, race=race, number=1) == [1]
    assert pressed(table_done, race=race, number=1) == [1]
    # The clock's position decides which chips a count may contain.
    assert pressed(next_level, by=director) == [1, 2, 3]
    mover = Seat.objects.get(tournament_table__table__number=3, number=9)
    assert pressed(give_seat, entry=mover.entry_id, table=1, seat=9) == [1, 3]
    for number in (2, 3):
        pressed(table_done, race=race, number=number, none=True)
    pressed(table_done, race=race, number=1, none=True)
    pressed(finish_race, race=race)
    assert followed.boards[1]["table_race"] is None


def test_rename_merge_and_erasure_reach_the_tables_of_the_players(
    event: int, floor: Actor, director: Actor, monkeypatch: pytest.MonkeyPatch
) -> None:
    at = seated(event, {3: (1, 2, 5, 9), 7: (2, 4)})
    followed = Followed(event, monkeypatch)
    player = Entry.objects.get(pk=at[3, 5]).player
    press(change_player, by=director, player=player.pk, name="Erika Mustermann")
    assert followed.catch_up() == [3]
    assert followed.boards[3]["table"]["chairs"][4]["name"] == "Erika Mustermann"
    made = press(add_player, by=director, name="Erika Musterfrau")
    assert made.answer is not None
    assert followed.catch_up() == []
    press(merge_players, by=director, player=player.pk, into=made.answer["player"])
    followed.catch_up()
    assert not followed.outdated()
    assert followed.boards[3]["table"]["chairs"][4]["name"] == "Erika Musterfrau"
    press(bust, event, by=floor, entry=at[3, 5])
    assert followed.catch_up() == [3]
    assert "Erika" in followed.boards[3]["table"]["last"][0]["texts"]["de"]


def test_a_player_on_the_way_is_renamed_at_the_table_that_was_left(
    event: int, floor: Actor, director: Actor, monkeypatch: pytest.MonkeyPatch
) -> None:
    at = seated(event, {3: (1, 2, 5, 9), 7: (2, 4)})
    followed = Followed(event, monkeypatch)
    press(give_seat, event, by=floor, entry=at[3, 5], table=7, seat=1)
    assert followed.catch_up() == [3, 7]
    player = Entry.objects.get(pk=at[3, 5]).player_id
    press(change_player, by=director, player=player, name="Erika Mustermann")
    assert followed.catch_up() == [3, 7]
    assert followed.boards[3]["table"]["sent"][0]["name"] == "Erika Mustermann"
