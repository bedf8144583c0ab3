"""Bounties of entries after the envelopes were filled: listed, and put into additional envelopes."""

import pytest

from prizes.boards import event as event_boards
from prizes.commands.bounties import add_envelopes, draw_envelope, empty_envelopes, fill_envelopes
from prizes.models import Envelope
from prizes.services.bounties import bounties_of
from seating.commands import set_plan
from tests.desk.tills import cash, enter, player
from tests.fixtures.journalled import journal_tells_the_rows
from tests.fixtures.room import MakesEvents, press, refusal
from tests.fixtures.wire import as_sent
from tests.prizes.evenings import evening, out
from tourney.access.roles import FIRST_START, Actor
from tourney.journal.undo import undo
from tourney.models import Tournament

bounties = as_sent(event_boards.bounties)

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(make_event: MakesEvents) -> int:
    """Create an event whose rulebook does not require membership."""
    return make_event(book="munot")


def row(event: int) -> Tournament:
    return Tournament.objects.get(pk=event)


def envelopes(value: int, count: int) -> list[dict[str, int]]:
    return [{"value": value, "count": count}]


def begun(event: int, floor: Actor) -> list[int]:
    """Start an event with three envelopes of 10.00, one of them drawn."""
    entries = evening(event, floor, 3, bounty=1_000, prizes={"bounties": "mystery"})
    press(set_plan, event, by=FIRST_START, seats_per_table=9)
    press(fill_envelopes, event, by=FIRST_START, values=envelopes(1_000, 3))
    out(event, entries[0], knocked_out_by=[entries[1]])
    press(draw_envelope, event, by=floor, entry=entries[0])
    return entries


def late(event: int, floor: Actor, name: str) -> int:
    return int(enter(event, floor, player(name), [cash(11_000)])["entry"])


def where(event: int) -> tuple[int, int, int, int]:
    """Return the drawn amount, the amount in envelopes, the rest, and the bounties without an envelope."""
    found = bounties_of(row(event))
    drawn = sum(found.won.values()) + sum(found.unclaimed.values())
    return drawn, sum(found.envelopes.values()), found.unfilled, found.bare


def test_a_late_bounty_is_counted_until_its_envelope_is_added(event: int, floor: Actor) -> None:
    entries = begun(event, floor)
    assert where(event) == (1_000, 2_000, 0, 0)
    assert refusal(add_envelopes, event, by=FIRST_START, values=envelopes(1, 1)).code == "nothing_to_add"
    newcomers = [late(event, floor, "Late"), late(event, floor, "Later")]
    assert where(event) == (1_000, 2_000, 2_000, 2)
    assert bounties_of(row(event)).total == 5_000
    board = bounties(event)
    assert board is not None
    assert (board["unfilled"], board["bare"]) == (2_000, 2)
    for wrong in (envelopes(2_000, 1), envelopes(500, 2), envelopes(1_000, 3)):
        refused = refusal(add_envelopes, event, by=FIRST_START, values=wrong)
        assert refused.code == "envelopes_do_not_fit"
        assert "EUR" in refused.fields["values"] or "envelope" in refused.fields["values"]
    added = press(add_envelopes, event, by=FIRST_START, values=[*envelopes(1_500, 1), *envelopes(500, 1)])
    assert added.answer == {"envelopes": 2}
    assert where(event) == (1_000, 4_000, 0, 0)
    assert list(Envelope.objects.values_list("number", "value"))[3:] == [(4, 1_500), (5, 500)]
    board = bounties(event)
    assert board is not None
    assert (board["unfilled"], board["bare"]) == (0, 0)
    out(event, newcomers[0], knocked_out_by=[entries[1]])
    press(draw_envelope, event, by=floor, entry=newcomers[0])
    assert bounties_of(row(event)).total == 5_000
    assert refusal(empty_envelopes, event, by=FIRST_START).code == "envelope_drawn"
    journal_tells_the_rows()


def test_a_bounty_left_without_an_envelope_gets_an_added_one(event: int, floor: Actor) -> None:
    entries = begun(event, floor)
    newcomer = late(event, floor, "Late")
    for eliminated, winner in ((newcomer, entries[1]), (entries[2], entries[1])):
        out(event, eliminated, knocked_out_by=[winner])
        press(draw_envelope, event, by=floor, entry=eliminated)
    # One bounty is left, the winner's, without an envelope.
    assert where(event) == (3_000, 0, 1_000, 1)
    press(add_envelopes, event, by=FIRST_START, values=envelopes(1_000, 1))
    assert where(event) == (3_000, 1_000, 0, 0)


def test_draw_without_envelopes_names_the_money_not_in_envelopes(event: int, floor: Actor) -> None:
    entries = begun(event, floor)
    newcomers = [late(event, floor, "Late"), late(event, floor, "Later")]
    for eliminated in (newcomers[0], entries[2]):
        out(event, eliminated, knocked_out_by=[entries[1]])
        press(draw_envelope, event, by=floor, entry=eliminated)
    out(event, newcomers[1], knocked_out_by=[entries[1]])
    refused = refusal(draw_envelope, event, by=floor, entry=newcomers[1])
    assert refused.code == "no_envelope"
    assert "EUR\u00a020.00 of bounty money is not in an envelope" in refused.message
    assert where(event) == (3_000, 0, 2_000, 2)


def test_added_envelopes_are_removed_by_undo(event: int, floor: Actor) -> None:
    begun(event, floor)
    late(event, floor, "Late")
    done = press(add_envelopes, event, by=FIRST_START, values=envelopes(1_000, 1))
    press(undo, event, by=FIRST_START, seq=done.seq)
    assert where(event) == (1_000, 2_000, 1_000, 1)
    journal_tells_the_rows()


def test_envelopes_cannot_be_added_before_filling(event: int, floor: Actor) -> None:
    evening(event, floor, 2, bounty=1_000, prizes={"bounties": "mystery"})
    assert refusal(add_envelopes, event, by=FIRST_START, values=envelopes(1_000, 2)).code == "no_envelope"
