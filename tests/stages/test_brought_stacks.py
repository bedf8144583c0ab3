"""Printed pages of day 2 show the stack that a player brought and not the starting stack."""

import re
from typing import Any

import pytest
from django.test import Client

from procedures.commands.bag_openings import open_table
from procedures.models import Bag
from seating.models import Seat
from tests.fixtures.room import press
from tests.stages.conftest import TwoFlights
from tests.stages.stage_scenes import entry_of, seat_everybody
from tests.web.visitors import client_of, text_of
from tourney.access.roles import Actor

pytestmark = pytest.mark.django_db

_LAST_LINE = re.compile(r'<p class="slip-small">([^<]*Stack: [^<]*)</p>')


def stack_lines(client: Client, address: str) -> list[str]:
    """Return the line about the stack on each printed card."""
    return _LAST_LINE.findall(text_of(client.get(address)))


def test_seat_cards_of_day_2_show_the_stack_brought_and_its_flights(
    two_flights: TwoFlights, clerk: Actor
) -> None:
    found, bert, cleo = two_flights.events, two_flights.bert, two_flights.cleo
    client, own = client_of(clerk), f"/staff/print/entry/{entry_of(found['1A'], bert).pk}/"
    # The day of the flight is over, so the stack is in a bag.
    assert stack_lines(client, own) == ["First entry · Stack: 8,000"]
    two_flights.seat()
    assert stack_lines(client, f"/staff/t/{found['2']}/cards/?by=name") == [
        "From 1A, 1B · Stack: 27,000",
        "From 1A · Stack: 8,000",
        "From 1B · Stack: 5,000",
    ]
    own = f"/staff/print/entry/{entry_of(found['2'], cleo).pk}/"
    assert stack_lines(client, own) == ["From 1B · Stack: 5,000"]


def test_bags_are_listed_by_the_seats_of_day_2_for_those_who_lay_them_out(
    two_flights: TwoFlights, clerk: Actor
) -> None:
    found, bert = two_flights.events, two_flights.bert
    two_flights.advance()
    client, list_page = client_of(clerk), f"/staff/t/{found['2']}/counts/bags/"
    assert "No players have a seat yet." in text_of(client.get(list_page))
    seat_everybody(found["2"], [3])
    listed = text_of(client.get(list_page))
    assert "Bags for day 2" in listed
    seats = {
        seat.entry.player_id: seat.number
        for seat in Seat.objects.filter(tournament_table__table__number=3, entry__isnull=False)
        if seat.entry
    }
    rows = [
        (table, row.seat, row.number, part)
        for table, some, _sum in tables_of(client, list_page)
        for row, part in some
    ]
    bags = {(bag.entry.player_id, bag.number) for bag in Bag.objects.all() if bag.entry}
    expected = [(3, seats[who], number, "1A" if number < 1_000 else "1B") for who, number in bags]
    assert rows == sorted(expected)
    assert len(rows) == 4
    # Who lost the seat is listed after the tables, so that the bag is set aside.
    Seat.objects.filter(entry__player=two_flights.cleo, tournament_table__table__number=3).delete()
    assert [table for table, _some, _sum in tables_of(client, list_page)] == [3, 0]
    assert "Without a seat" in text_of(client.get(list_page))
    slips = client.get(f"/staff/t/{found['2']}/counts/slips/")
    assert [(slip["row"].table, slip["row"].number) for slip in slips.context["slips"]] == [
        (3, number) for _table, seat, number, _part in rows if seat != seats[two_flights.cleo]
    ]
    press(open_table, found["2"], by=clerk, number=3, seats=[seats[bert]])
    assert text_of(client.get(list_page)).count("✓ opened") == 1


def tables_of(client: Client, address: str) -> list[Any]:
    """Return the tables of the printed list."""
    found: list[Any] = client.get(address).context["tables"]
    return found
