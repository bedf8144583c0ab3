"""The stacks of players as far as they are known, once they have won chips of busted players."""

import pytest

from displays.services.feature_table import feature_of
from seating.boards.public import eliminations
from seating.boards.table import table
from seating.boards.table_topic import tables_of_winners
from seating.commands import bust, count_stack
from seating.commands.eliminations import note_bust
from seating.models import Bust
from tests.fixtures.room import MakesEvents, press
from tests.seating.seating_scenes import Places, seated
from tourney.access.roles import Actor
from tourney.commands import set_field
from tourney.journal.undo import undo
from tourney.models import JournalEntry, Tournament
from web.floor.deal import state_of

pytestmark = pytest.mark.django_db

ANNA, BERT, CLEO, DORA = ((1, seat) for seat in (1, 2, 3, 4))


@pytest.fixture
def places(make_event: MakesEvents, director: Actor) -> Places:
    """Seat four players with counted stacks, 40,000 chips in all."""
    event = make_event(book="pokerstars_live")
    press(set_field, event, by=director, entries=4, left=4)
    found = seated(event, {1: (1, 2, 3, 4)})
    for place, chips in {ANNA: 16_000, BERT: 12_000, CLEO: 8_000, DORA: 4_000}.items():
        press(count_stack, event, by=director, entry=found[place], chips=chips)
    return found


def stacks(event: Tournament) -> dict[int, int | None]:
    """Return the stacks of the tablet by seat; the deal's page and the ring of displays show the same ones."""
    board = table(event, 1)
    assert board is not None
    found = {chair.seat: chair.stack for chair in board.chairs if chair.kind == "player"}
    assert {row["seat"]: row["stack"] for row in state_of(event)["players"]} == found
    feature = feature_of(event)
    assert feature is None or {one.seat: one.stack for one in feature.players} == found
    near_the_end = eliminations(event.pk)
    assert near_the_end is not None
    assert {seat: chips for _name, _table, seat, chips in near_the_end.last} in ({}, found)
    return found


def test_the_winner_has_the_chips_of_a_busted_player_until_the_next_count(
    places: Places, director: Actor
) -> None:
    event = Tournament.objects.get()
    press(bust, event.pk, by=director, entry=places[DORA], knocked_out_by=[places[CLEO]])
    assert stacks(event) == {1: 16_000, 2: 12_000, 3: 12_000}
    # With the chips that were won before.
    last = press(bust, event.pk, by=director, entry=places[CLEO], knocked_out_by=[places[ANNA]])
    assert Bust.objects.get(entry=places[CLEO]).last_stack == 12_000
    assert stacks(event) == {1: 28_000, 2: 12_000}
    board = table(event, 1)
    assert board is not None
    assert [chair.estimated for chair in board.chairs if chair.kind == "player"] == [True, False]
    press(undo, event.pk, by=director, seq=last.seq)
    assert stacks(event) == {1: 16_000, 2: 12_000, 3: 12_000}
    press(count_stack, event.pk, by=director, entry=places[CLEO], chips=11_500)
    assert stacks(event) == {1: 16_000, 2: 12_000, 3: 11_500}


def test_the_stack_of_a_winner_is_unknown_after_an_unknown_number_of_chips(
    places: Places, director: Actor
) -> None:
    event = Tournament.objects.get()
    both = [places[ANNA], places[BERT]]
    press(bust, event.pk, by=director, entry=places[DORA], knocked_out_by=both)
    assert stacks(event) == {1: None, 2: None, 3: 8_000}
    press(count_stack, event.pk, by=director, entry=places[ANNA], chips=18_000)
    assert stacks(event) == {1: 18_000, 2: None, 3: 8_000}
    # The floor names another winner.
    press(note_bust, event.pk, by=director, entry=places[DORA], knocked_out_by=[places[BERT]])
    assert stacks(event) == {1: 18_000, 2: 16_000, 3: 8_000}
    # The stack at the start of the hand replaces the earlier count.
    press(note_bust, event.pk, by=director, entry=places[DORA], stack=3_000)
    assert stacks(event)[2] == 15_000


def test_the_table_of_a_winner_named_later_is_published(places: Places, director: Actor) -> None:
    event = Tournament.objects.get()
    press(bust, event.pk, by=director, entry=places[DORA])
    noted = press(note_bust, event.pk, by=director, entry=places[DORA], knocked_out_by=[places[CLEO]])
    changes = JournalEntry.journal(event.pk).get(seq=noted.seq).changes
    changes = [one for one in changes if one["model"] == "seating.knockout"]
    assert set(tables_of_winners(event.pk, changes) or ()) == {1}
