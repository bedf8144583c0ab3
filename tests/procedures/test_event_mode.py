"""An event is played in a mode of its rulebook (Five Spades 4.2, 4.13, 4.16)."""

from typing import Any

import pytest

from clock.commands.clock import go_to, start
from clock.models import Structure
from desk.commands.extras import add_on, rebuy
from desk.commands.registration import ExtraInput, set_registration
from desk.models import Extra, Registration
from procedures.commands.event_copy import copy_event
from procedures.commands.event_mode import credit_add_on, set_mode
from procedures.commands.event_setup import set_up_event
from procedures.periodic import credit_due_add_ons
from tests.desk.tills import cash, drawer, enter, player
from tests.fixtures.journalled import journal_tells_the_rows
from tests.fixtures.room import MakesEvents, level, pause, press, refusal
from tourney.access.roles import Actor
from tourney.commands import change_event
from tourney.journal.undo import undo
from tourney.models import ChipMove, JournalEntry, Notice, Tournament
from tourney.services.field_counts import field_of

pytestmark = pytest.mark.django_db

# Rows 0 to 3, a break, then two more levels: the add-on is due with row 4.
FOUR_LEVELS = [level(100), level(200), level(300), level(400), pause(), level(600), level(800)]
FREE: dict[str, Any] = {"pool": 0, "fee": 0, "re_entries_most": 0}


@pytest.fixture
def event(make_event: MakesEvents, director: Actor) -> int:
    """Create a free Five Spades event of the mode re-buy/add-on, with stacks of 10,000."""
    made = make_event(FOUR_LEVELS)
    press(set_registration, made, by=director, **FREE)
    press(set_mode, made, by=director, mode="rebuy_add_on")
    return made


@pytest.fixture
def playing(event: int, floor: Actor) -> dict[str, int]:
    """Start the event with three players; Bert takes his rebuy."""
    drawer(floor)
    entries = {
        name: enter(event, floor, player(name), [cash(200)], membership="day")["entry"]
        for name in ("Anna", "Bert", "Cleo")
    }
    press(start, event, by=floor)
    press(rebuy, event, by=floor, entry=entries["Bert"], payments=[])
    return entries


def chips(event: int) -> int:
    """Return the chips in play."""
    return field_of(Tournament.objects.get(pk=event)).chips


def mode_of(event: int) -> str:
    """Return the mode of an event."""
    return Tournament.objects.get(pk=event).mode


# --- re-buy and add-on (4.13) -----------------------------------------------------------------------------------
def test_the_mode_gives_one_free_rebuy_until_the_add_on(event: int) -> None:
    extra = Extra.objects.get(registration=event)
    assert (extra.kind, extra.price, extra.chips, extra.most) == ("rebuy", 0, 10_000, 1)
    assert (extra.from_row, extra.until_row) == (0, 3)
    assert JournalEntry.journal(event).get(kind="event.set_mode").rule == "Five Spades 4.13"


def test_a_second_rebuy_is_refused(event: int, floor: Actor, playing: dict[str, int]) -> None:
    refused = refusal(rebuy, event, by=floor, entry=playing["Bert"], payments=[])
    assert refused.code == "no_more_of_them"


def test_twice_the_starting_stack_is_credited_to_players_without_a_rebuy(
    event: int, floor: Actor, playing: dict[str, int]
) -> None:
    credit_due_add_ons()
    assert chips(event) == 40_000
    press(go_to, event, by=floor, to=4)
    credit_due_add_ons()
    credit_due_add_ons()
    moves = ChipMove.objects.filter(tournament=event, kind="add_on")
    assert {move.entry_id: move.chips for move in moves} == {playing["Anna"]: 20_000, playing["Cleo"]: 20_000}
    assert chips(event) == 80_000
    assert Notice.objects.filter(kind="add_on", values={"chips": 20_000}).count() == 2
    line = JournalEntry.journal(event).get(kind="add_on.credit")
    assert (line.rule, line.actor) == ("Five Spades 4.13", "system:floor")
    journal_tells_the_rows()


def test_an_add_on_that_was_undone_is_credited_by_hand(
    event: int, floor: Actor, director: Actor, playing: dict[str, int]
) -> None:
    assert refusal(credit_add_on, event, by=floor).code == "not_yet"
    press(go_to, event, by=floor, to=4)
    credit_due_add_ons()
    press(undo, event, by=director, seq=JournalEntry.journal(event).get(kind="add_on.credit").seq)
    credit_due_add_ons()
    assert chips(event) == 40_000
    press(credit_add_on, event, by=floor)
    assert chips(event) == 80_000
    assert refusal(credit_add_on, event, by=floor).code == "credited_already"


def test_an_undo_of_the_undo_does_not_credit_the_add_on_twice(
    event: int, floor: Actor, director: Actor, playing: dict[str, int]
) -> None:
    press(go_to, event, by=floor, to=4)
    credit_due_add_ons()
    first = press(undo, event, by=director, seq=JournalEntry.journal(event).get(kind="add_on.credit").seq)
    press(credit_add_on, event, by=floor)
    assert refusal(undo, event, by=director, seq=first.seq).code == "credited_already"
    assert chips(event) == 80_000


def test_the_add_on_is_not_sold(event: int, floor: Actor, director: Actor, playing: dict[str, int]) -> None:
    assert refusal(add_on, event, by=floor, entry=playing["Anna"], payments=[]).code == "not_offered"
    sold = [ExtraInput(kind="add_on", chips=20_000, until_row=4)]
    refused = refusal(set_registration, event, by=director, **FREE, extras=sold)
    assert (refused.code, refused.rule) == ("not_in_this_mode", "Five Spades 4.13")
    twice = [ExtraInput(kind="rebuy", chips=10_000, until_row=3, most=2)]
    assert refusal(set_registration, event, by=director, **FREE, extras=twice).code == "not_in_this_mode"


def test_a_structure_that_ends_before_the_add_on_is_refused(make_event: MakesEvents, director: Actor) -> None:
    made = make_event([level(100), level(200), pause(), level(300)])
    refused = refusal(set_mode, made, by=director, mode="rebuy_add_on")
    assert (refused.code, refused.rule) == ("structure_unfit", "Five Spades 4.13")
    assert "level 5" in refused.message


# --- one stack (4.2, 4.17) --------------------------------------------------------------------------------------
@pytest.mark.parametrize("mode", ["freeze_out", "bounty", "mystery_bounty"])
def test_a_freezeout_has_neither_re_entries_nor_rebuys(
    make_event: MakesEvents, director: Actor, mode: str
) -> None:
    made = make_event()
    extras = [ExtraInput(kind="rebuy", chips=5_000, until_row=1)]
    press(set_registration, made, by=director, re_entries_most=None, surrender_allowed=True, extras=extras)
    press(set_mode, made, by=director, mode=mode)
    row = Registration.objects.get(tournament=made)
    assert (row.re_entries_most, row.surrender_allowed) == (0, False)
    assert not Extra.objects.filter(registration=made).exists()
    assert refusal(set_registration, made, by=director, re_entries_most=1).code == "not_in_this_mode"
    refused = refusal(set_registration, made, by=director, re_entries_most=0, extras=extras)
    assert refused.code == "not_in_this_mode"
    press(set_registration, made, by=director, pool=5_000, re_entries_most=0)


# --- levels that get longer (4.16) ------------------------------------------------------------------------------
def test_levels_of_a_cannonball_get_longer(make_event: MakesEvents, director: Actor) -> None:
    made = make_event([level(100, minutes=10), level(200, minutes=12), pause(20), level(300, minutes=12)])
    refused = refusal(set_mode, made, by=director, mode="cannonball")
    assert (refused.code, refused.rule) == ("structure_unfit", "Five Spades 4.16")
    assert "level 3" in refused.message


def test_a_cannonball_whose_structure_was_changed_does_not_start(
    make_event: MakesEvents, director: Actor
) -> None:
    made = make_event([level(100, minutes=10), level(200, minutes=12)])
    press(set_mode, made, by=director, mode="cannonball")
    row = Structure.objects.get(tournament=made).rows.get(position=1)
    row.duration_ms = row.duration_ms // 2
    row.save()
    assert refusal(start, made, by=director).code == "structure_unfit"


# --- choosing a mode --------------------------------------------------------------------------------------------
def test_the_mode_is_fixed_once_play_has_started(
    event: int, director: Actor, playing: dict[str, int]
) -> None:
    refused = refusal(set_mode, event, by=director, mode="freeze_out")
    assert (refused.code, refused.rule) == ("mode_fixed", "Five Spades 4.13")
    assert refusal(set_mode, event, by=director).code == "mode_fixed"
    assert mode_of(event) == "rebuy_add_on"


def test_an_undo_does_not_change_the_mode_of_an_event_in_play(
    event: int, director: Actor, playing: dict[str, int]
) -> None:
    chosen = JournalEntry.journal(event).get(kind="event.set_mode")
    assert refusal(undo, event, by=director, seq=chosen.seq).code in {"mode_fixed", "changed_since"}
    assert mode_of(event) == "rebuy_add_on"


def test_an_undo_of_the_mode_is_refused_once_the_clock_runs(
    make_event: MakesEvents, director: Actor, floor: Actor
) -> None:
    made = make_event()
    press(set_mode, made, by=director, mode="freeze_out")
    chosen = JournalEntry.journal(made).get(kind="event.set_mode")
    press(start, made, by=floor)
    assert refusal(undo, made, by=director, seq=chosen.seq).code == "mode_fixed"


def test_a_mode_that_the_book_does_not_have_is_refused(make_event: MakesEvents, director: Actor) -> None:
    made = make_event(book="tda")
    assert refusal(set_mode, made, by=director, mode="cannonball").code == "mode_not_played"


def test_a_book_without_the_mode_is_refused(event: int, director: Actor) -> None:
    refused = refusal(change_event, event, by=director, name="Friday", book="tda", starting_stack=10_000)
    assert refused.code == "mode_not_played"
    press(set_mode, event, by=director)
    press(change_event, event, by=director, name="Friday", book="tda", starting_stack=10_000)


def test_a_new_event_and_a_copy_have_the_mode(director: Actor, structure: int) -> None:
    given = {"name": "Club", "structure": structure, "starting_stack": 10_000, "book": "five_spades"}
    made = press(set_up_event, by=director, **given, mode="freeze_out", entry={"pool": 2_000}).answer
    assert made is not None
    assert mode_of(made["tournament"]) == "freeze_out"
    copy = press(copy_event, by=director, copied=made["tournament"], name="Club 2").answer
    assert copy is not None
    assert mode_of(copy["tournament"]) == "freeze_out"
    refused = refusal(set_up_event, by=director, **given, mode="rebuy_add_on", entry={})
    assert refused.code == "structure_unfit"
