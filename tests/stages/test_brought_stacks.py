"""Printed pages of day 2 show the stack that a player brought and not the starting stack."""

import re

import pytest
from django.test import Client

from stages.commands.advance import advance_players
from tests.fixtures.room import MakesEvents, press
from tests.stages.stage_scenes import entry_of, flights, people, seat_everybody
from tests.stages.test_carried_bags import in_bags
from tests.web.visitors import client_of, text_of
from tourney.access.roles import Actor

pytestmark = pytest.mark.django_db

_LAST_LINE = re.compile(r'<p class="slip-small">([^<]*Stack: [^<]*)</p>')


def stack_lines(client: Client, address: str) -> list[str]:
    """Return the line about the stack on each printed card."""
    return _LAST_LINE.findall(text_of(client.get(address)))


def test_seat_cards_of_day_2_show_the_stack_brought_and_its_flights(
    make_event: MakesEvents, clerk: Actor
) -> None:
    found = flights(make_event, preset="flights_sum")
    anna, bert, cleo = people("Anna", "Bert", "Cleo")
    in_bags(found["1A"], clerk, 1, {anna: 12_000, bert: 8_000})
    in_bags(found["1B"], clerk, 2, {anna: 15_000, cleo: 5_000})
    client, own = client_of(clerk), f"/staff/print/entry/{entry_of(found['1A'], bert).pk}/"
    # The day of the flight is over, so the stack is in a bag.
    assert stack_lines(client, own) == ["First entry · Stack: 8,000"]
    press(advance_players, found["2"], by=clerk)
    seat_everybody(found["2"], [3])
    assert stack_lines(client, f"/staff/t/{found['2']}/cards/?by=name") == [
        "From 1A, 1B · Stack: 27,000",
        "From 1A · Stack: 8,000",
        "From 1B · Stack: 5,000",
    ]
    own = f"/staff/print/entry/{entry_of(found['2'], cleo).pk}/"
    assert stack_lines(client, own) == ["From 1B · Stack: 5,000"]
