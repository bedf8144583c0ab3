"""Permissions of the pages around the till."""

import pytest
from django.test import Client
from django.urls import reverse

from desk.commands.bookings import reserve
from desk.models import Voucher
from players.commands.players import add_player
from tests.web.addresses import addresses_of
from tests.web.till_room import TILL, drawer_of, drawn, event, sale, sold_to
from tests.web.visitors import client_of, done, send
from tourney.access.roles import Actor, Role

__all__ = ["event", "sale"]
pytestmark = pytest.mark.django_db
PATTERNS = addresses_of(
    "office.event_tables",
    "office.desk_settings",
    "floor.moves_print",
    "desk.vouchers",
    "desk.payouts",
    "desk.printing",
    "desk.seat_cards",
    "office.prizes",
    "office.prizes_live_preview",
    "desk.receipts",
    "office.registration",
    "desk.till",
    "desk.till_reports",
    "desk.waiting_list",
)


DESK = {Role.DIRECTOR, Role.FLOOR, Role.DESK}
DIRECTOR = {Role.DIRECTOR}
MAY_OPEN: dict[str, set[Role]] = {
    "registration": DESK,
    "event_tables": DESK,
    "waiting_list": DESK,
    "event_money": DIRECTOR,
    "prizes": DESK,
    "payouts": DESK,
    "payout_slips": DESK,
    "payout_vouchers": DESK,
    "event_tickets": DIRECTOR,
    "print_cards": DESK,
    "print_moves": DESK,
    "print_expected": DESK,
    "till": DESK,
    "till_drawers": DIRECTOR,
    "till_drawer": DIRECTOR,
    "till_receipts": DESK,
    "till_export": DIRECTOR,
    "till_receipt": {Role.DIRECTOR, Role.FLOOR},
    "vouchers": DIRECTOR,
    "desk_settings": DIRECTOR,
    "print_entry": DESK,
    "print_booking": DESK,
    "print_receipt": {Role.DIRECTOR, Role.FLOOR},
    "print_vouchers": DESK,
    "print_drawer": DIRECTOR,
    "print_till": DIRECTOR,
}


# Addresses that only accept forms.
MAY_SEND: dict[str, set[Role]] = {"prizes_preview": DESK}


def test_page_opens_only_to_permitted_roles(
    people: dict[Role, Client], client: Client, sale: int, desk: Actor, director: Actor
) -> None:
    drawer = drawer_of(desk)
    made = sold_to(desk, sale, "Ann")
    drawn(sale)
    number = (
        send(client_of(director), f"{TILL}vouchers/", what="issue", value="5", count="1")
        and Voucher.objects.get().number
    )
    values = {
        "tournament_id": sale,
        "drawer_id": drawer,
        "receipt_id": made["receipt"],
        "entry_id": made["entry"],
        "booking_id": done(
            reserve, sale, player=done(add_player, name="Bo", birth_date="1990-04-01")["player"]
        )["booking"],
    }
    assert {str(pattern.name) for pattern in PATTERNS} == {*MAY_OPEN, *MAY_SEND}
    for pattern in PATTERNS:
        name = str(pattern.name)
        wanted = pattern.pattern.converters
        address = reverse(name, kwargs={key: values[key] for key in wanted})
        if name in MAY_SEND:
            for role, browser in people.items():
                assert (browser.post(address).status_code == 403) is (role not in MAY_SEND[name]), (
                    name,
                    role,
                )
            assert client.post(address)["Location"].startswith("/login/?next="), name
            continue
        if name == "print_vouchers":
            address += f"?n={number}"
        # No voucher was issued in this event that could be printed.
        opened = 404 if name == "payout_vouchers" else 200
        for role, browser in people.items():
            assert (browser.get(address).status_code == opened) is (role in MAY_OPEN[name]), (name, role)
        assert client.get(address)["Location"].startswith("/login/?next="), name
        nothing = address.replace(str(sale), "999999") if "tournament_id" in wanted else ""
        if nothing:
            assert people[Role.DIRECTOR].get(nothing).status_code == 404, name
