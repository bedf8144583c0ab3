"""The dealer's tablet undoes its own last press at the table within a minute, and nothing else."""

from datetime import timedelta
from typing import Any

import pytest

from seating.commands import (
    arrive,
    bust,
    call_floor,
    count_stack,
    finish_hand,
    give_seat,
    put_button,
    take_back,
)
from seating.models import Bust, Call, Move, Seat
from tests.api.caller import token_for
from tests.fixtures.journalled import journal_tells_the_rows
from tests.fixtures.room import press, refusal
from tests.seating.seating_scenes import (
    Places,
    button,
    name,
    place_of,
    positions,
    seated,
    tournament_table,
    under_way,
)
from tourney.access.roles import Actor, Role
from tourney.journal.boards import text_of
from tourney.journal.undo import undo
from tourney.models import JournalEntry


@pytest.fixture
def at(event: int) -> Places:
    """Seat players at tables of five and three."""
    found = seated(event, {1: (1, 2, 3, 4, 5), 2: (1, 2, 3)})
    button(event, t1=1)
    return found


def older(event: int, seq: int, seconds: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Advance the room's time after a journal entry."""
    then = JournalEntry.journal(event).get(seq=seq).at + timedelta(seconds=seconds)
    monkeypatch.setattr("tourney.journal.commands.database_now", lambda: then)


# --- what can be undone ---------------------------------------------------------------------------------------------
def test_undoing_a_bust_undoes_all_its_consequences(event: int, dealer: Actor, at: Places) -> None:
    press(call_floor, event, by=dealer, number=1, kind="time", seat=3)
    done = press(bust, event, by=dealer, entry=at[1, 3], knocked_out_by=[at[1, 1]])
    back = press(take_back, event, by=dealer, number=1, seq=done.seq)
    assert place_of(at[1, 3]) == (1, 3)
    assert not Bust.objects.exists()
    assert Call.objects.filter(answered_at__isnull=True).count() == 1
    line = JournalEntry.journal(event).get(seq=back.seq)
    out = f"{name(at[1, 3])} is out; {name(at[1, 1])} won the chips"
    assert text_of(line) == f"Table 1: undid #{done.seq}: {out}"
    assert line.undoes is not None
    assert line.undoes.seq == done.seq
    journal_tells_the_rows()


def test_unfinished_hand_is_undone(event: int, dealer: Actor, at: Places) -> None:
    done = press(finish_hand, event, by=dealer, number=1, hand=1)
    press(take_back, event, by=dealer, number=1, seq=done.seq)
    assert (tournament_table(1).hands, positions(1)) == (0, (1, 2, 3))
    journal_tells_the_rows()


def test_button_count_call_and_arrival_are_undone(
    event: int, dealer: Actor, floor: Actor, at: Places
) -> None:
    press(give_seat, event, by=floor, entry=at[2, 1], table=1, seat=9)
    presses: list[tuple[Any, dict[str, Any]]] = [
        (arrive, {"move": Move.objects.get().pk}),
        (put_button, {"number": 1, "button": 4}),
        (count_stack, {"entry": at[1, 2], "chips": 4_000}),
        (call_floor, {"number": 1, "kind": "floor"}),
    ]
    for made, arguments in presses:
        done = press(made, event, by=dealer, **arguments)
        press(take_back, event, by=dealer, number=1, seq=done.seq)
    assert under_way(event) == [(at[2, 1], "floor")]
    assert positions(1) == (1, 2, 3)
    assert Seat.objects.get(entry=at[1, 2]).stack is None
    assert not Call.objects.exists()
    journal_tells_the_rows()


def test_presses_at_another_table_do_not_prevent_undo(
    event: int, dealer: Actor, floor: Actor, at: Places
) -> None:
    done = press(bust, event, by=dealer, entry=at[1, 3])
    press(finish_hand, event, by=floor, number=2, hand=1)
    press(take_back, event, by=dealer, number=1, seq=done.seq)
    assert place_of(at[1, 3]) == (1, 3)


def test_floor_may_undo_the_undo(event: int, dealer: Actor, floor: Actor, at: Places) -> None:
    done = press(bust, event, by=dealer, entry=at[1, 3])
    back = press(take_back, event, by=dealer, number=1, seq=done.seq)
    press(undo, event, by=floor, seq=back.seq)
    assert place_of(at[1, 3]) is None
    journal_tells_the_rows()


# --- what cannot be undone ----------------------------------------------------------------------------------------
def test_a_dealer_has_no_other_undo(event: int, dealer: Actor, at: Places) -> None:
    done = press(bust, event, by=dealer, entry=at[1, 3])
    assert refusal(undo, event, by=dealer, seq=done.seq).code == "not_allowed"


def test_tablet_undo_keeps_commands_of_another_login(
    event: int, dealer: Actor, floor: Actor, at: Places
) -> None:
    done = press(bust, event, by=floor, entry=at[1, 3])
    assert refusal(take_back, event, by=dealer, number=1, seq=done.seq).code == "not_yours"
    # The same person on a tablet with its own token is a different actor.
    own = press(bust, event, by=dealer, entry=at[1, 4])
    tablet = Actor(f"token:{token_for(Role.DEALER)[0]}", dealer.name, Role.DEALER)
    assert refusal(take_back, event, by=tablet, number=1, seq=own.seq).code == "not_yours"
    assert place_of(at[1, 3]) is None


def test_after_a_minute_it_is_the_floors(
    event: int, dealer: Actor, at: Places, monkeypatch: pytest.MonkeyPatch
) -> None:
    done = press(bust, event, by=dealer, entry=at[1, 3])
    older(event, done.seq, 61, monkeypatch)
    refused = refusal(take_back, event, by=dealer, number=1, seq=done.seq)
    assert refused.code == "too_late"
    assert "60 seconds" in refused.message
    older(event, done.seq, 60, monkeypatch)
    press(take_back, event, by=dealer, number=1, seq=done.seq)


@pytest.mark.parametrize("later", ["dealer", "floor", "moved away"])
def test_only_the_last_press_at_a_table_is_undone(
    event: int, dealer: Actor, floor: Actor, at: Places, later: str
) -> None:
    done = press(count_stack, event, by=dealer, entry=at[1, 2], chips=4_000)
    if later == "moved away":
        press(give_seat, event, by=floor, entry=at[1, 3], table=2, seat=9)
    else:
        press(finish_hand, event, by=dealer if later == "dealer" else floor, number=1, hand=1)
    refused = refusal(take_back, event, by=dealer, number=1, seq=done.seq)
    assert refused.code == "changed_since"
    assert "Table 1" in refused.message
    assert Seat.objects.get(entry=at[1, 2]).stack == 4_000


def test_tablet_undo_keeps_commands_at_another_table(event: int, dealer: Actor, at: Places) -> None:
    done = press(bust, event, by=dealer, entry=at[1, 3])
    assert refusal(take_back, event, by=dealer, number=2, seq=done.seq).code == "not_of_the_table"
    assert refusal(take_back, event, by=dealer, number=9, seq=done.seq).code == "not_found"
    assert refusal(take_back, event, by=dealer, number=1, seq=9_999).code == "no_such_journal_entry"


def test_tablet_undo_keeps_own_commands_that_are_not_table_commands(
    event: int, floor: Actor, at: Places
) -> None:
    done = press(give_seat, event, by=floor, entry=at[1, 3], table=1, seat=9)
    assert refusal(take_back, event, by=floor, number=1, seq=done.seq).code == "not_of_the_table"


def test_undo_works_once_and_is_not_itself_undone(event: int, dealer: Actor, at: Places) -> None:
    done = press(bust, event, by=dealer, entry=at[1, 3])
    back = press(take_back, event, by=dealer, number=1, seq=done.seq)
    assert refusal(take_back, event, by=dealer, number=1, seq=done.seq).code == "already_undone"
    assert refusal(take_back, event, by=dealer, number=1, seq=back.seq).code == "not_of_the_table"


def test_press_of_another_event_is_not_undone(event: int, dealer: Actor, at: Places, make_event: Any) -> None:
    done = press(bust, event, by=dealer, entry=at[1, 3])
    other = make_event(name="Other")
    assert refusal(take_back, other, by=dealer, number=1, seq=done.seq).code == "not_found"
    assert place_of(at[1, 3]) is None
