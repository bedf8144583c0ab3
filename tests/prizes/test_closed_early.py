"""Five Spades 4.4: an event that ends with several players left is ranked by their chips, if these were counted."""

import time

import pytest

from clock.commands.events import close_event
from prizes.commands.bounties import draw_envelope, fill_envelopes
from prizes.commands.payments import pay_prize
from prizes.services.bounties import bounties_of
from prizes.services.places import ranking_of
from seating.commands import bust, count_stack, set_plan
from tests.fixtures.room import MakesEvents, press, refusal
from tests.prizes.evenings import closed, evening, out
from tests.seating.seating_scenes import seated
from tourney.access.roles import Actor
from tourney.models import Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def at(make_event: MakesEvents) -> dict[tuple[int, int], int]:
    """Seat four players at a table; return their entries."""
    return seated(make_event(), {1: (1, 2, 3, 4)})


@pytest.fixture
def event(at: dict[tuple[int, int], int]) -> int:
    """Return their event."""
    return Tournament.objects.get().pk


def placed(event: int) -> list[tuple[int, int]]:
    """Return entry and best place of everybody with a place."""
    return [(one.entry, one.best) for one in ranking_of(Tournament.objects.get(pk=event)).places]


def test_players_without_a_count_are_not_winners(
    event: int, at: dict[tuple[int, int], int], director: Actor
) -> None:
    press(bust, event, by=director, entry=at[1, 4])
    refused = refusal(close_event, event, by=director)
    assert refused.code == "unfinished"
    assert "3 players in play without a place: count the stacks first" in refused.message
    press(close_event, event, by=director, although_unfinished=True)
    assert placed(event) == [(at[1, 4], 4)]


def test_a_count_from_before_the_last_bust_ranks_no_player(
    event: int, at: dict[tuple[int, int], int], director: Actor
) -> None:
    for seat in (1, 2, 3):
        press(count_stack, event, by=director, entry=at[1, seat], chips=seat * 1_000)
    # The order of counts and busts is known to the millisecond.
    time.sleep(0.002)
    press(bust, event, by=director, entry=at[1, 4])
    assert refusal(close_event, event, by=director).code == "unfinished"
    for seat in (1, 2, 3):
        press(count_stack, event, by=director, entry=at[1, seat], chips=(4 - seat) * 1_000)
    press(close_event, event, by=director)
    assert placed(event) == [(at[1, 1], 1), (at[1, 2], 2), (at[1, 3], 3), (at[1, 4], 4)]


@pytest.mark.parametrize(("bounties", "grows"), [("fixed", 0), ("progressive", 500)])
def test_players_left_at_the_end_of_a_closed_event_keep_their_own_bounties(
    make_event: MakesEvents, floor: Actor, director: Actor, bounties: str, grows: int
) -> None:
    """Five Spades 4.15: nobody won these bounties, and no money stays behind."""
    event = make_event(book="munot")
    entries = evening(event, floor, 4, bounty=1_000, prizes={"bounties": bounties, "bounty_cash": 5_000})
    closed(event)
    out(event, entries[0], knocked_out_by=[entries[1]])
    row = Tournament.objects.get(pk=event)
    assert bounties_of(row).in_play == {entries[1]: 1_000 + grows, entries[2]: 1_000, entries[3]: 1_000}
    press(close_event, event, by=director, although_unfinished=True)
    found = bounties_of(Tournament.objects.get(pk=event))
    assert (found.won, found.in_play) == ({entries[1]: 2_000, entries[2]: 1_000, entries[3]: 1_000}, {})
    press(pay_prize, event, by=floor, entry=entries[2], amount=1_000, kind="bounty")


def test_players_left_at_the_end_of_a_closed_event_draw_their_own_envelopes(
    make_event: MakesEvents, floor: Actor, director: Actor
) -> None:
    event = make_event(book="munot")
    entries = evening(event, floor, 3, bounty=1_000, prizes={"bounties": "mystery"})
    press(set_plan, event, by=director, seats_per_table=9)
    closed(event)
    press(fill_envelopes, event, by=director, values=[{"value": 1_000, "count": 3}])
    out(event, entries[0], knocked_out_by=[entries[1]])
    press(close_event, event, by=director, although_unfinished=True)
    assert bounties_of(Tournament.objects.get(pk=event)).undrawn == tuple(entries)
    for entry in entries:
        press(draw_envelope, event, by=floor, entry=entry)
    found = bounties_of(Tournament.objects.get(pk=event))
    assert (sum(found.won.values()), found.undrawn, found.bare) == (3_000, (), 0)
    assert found.won.keys() == set(entries[1:])
