"""Vouchers and tickets: issued, printed, extended and declared void."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils.timezone import localdate

from desk.models import Ticket, Voucher
from players.commands.players import add_player
from tests.web.till_room import TILL, event, sale
from tests.web.visitors import done, send, text_of
from tourney.now import room_now

__all__ = ["event", "sale"]
pytestmark = pytest.mark.django_db


def test_vouchers_are_given_out_printed_and_declared_void(page: Client) -> None:
    answer = send(page, f"{TILL}vouchers/", what="issue", value="25,50", count="3", note="Quiz")
    assert answer.status_code == 302
    assert [voucher.value for voucher in Voucher.objects.all()] == [2550] * 3
    line = answer["Location"].partition("=")[2]
    printed = text_of(page.get(f"/staff/print/vouchers/?line={line}"))
    assert all(voucher.number in printed for voucher in Voucher.objects.all())
    number = Voucher.objects.first().number  # type: ignore[union-attr]
    assert send(page, f"{TILL}vouchers/", what="void", number=number).status_code == 302
    assert Voucher.objects.get(number=number).voided_at is not None
    assert page.get(f"/staff/print/vouchers/?n={number}").status_code == 404


def test_a_vouchers_last_day_is_listed_printed_and_extended(page: Client) -> None:
    until = localdate(room_now()) + timedelta(days=40)
    answer = send(page, f"{TILL}vouchers/", what="issue", value="10", count="1", valid_until=str(until))
    line = answer["Location"].partition("=")[2]
    assert "Valid until" in text_of(page.get(f"/staff/print/vouchers/?line={line}"))
    number = Voucher.objects.get().number
    Voucher.objects.update(valid_until=until - timedelta(days=90))
    assert ">expired<" in text_of(page.get(f"{TILL}vouchers/"))
    wrong = send(page, f"{TILL}vouchers/", what="extend", number=number, valid_until="2020-01-01")
    assert wrong.status_code == 422
    assert "This day has passed." in text_of(wrong)
    assert (
        send(page, f"{TILL}vouchers/", what="extend", number=number, valid_until=str(until)).status_code
        == 302
    )
    assert Voucher.objects.get().valid_until == until


@pytest.mark.parametrize(
    ("values", "field"),
    [
        ({"value": "", "count": "1"}, "value"),
        ({"value": "0", "count": "1"}, "value"),
        ({"value": "x", "count": "1"}, "value"),
        ({"value": "5", "count": "0"}, "count"),
        ({"value": "5", "count": "501"}, "count"),
        ({"value": "5", "count": "1.5"}, "count"),
        ({"value": "5", "count": "1", "note": "x" * 201}, "note"),
    ],
)
def test_wrong_vouchers_are_reported_at_their_field(page: Client, values: dict[str, str], field: str) -> None:
    answer = send(page, f"{TILL}vouchers/", what="issue", **values)
    assert answer.status_code == 422
    assert 'aria-invalid="true"' in text_of(answer).partition(f'name="{field}"')[2].partition("</div>")[0]
    assert not Voucher.objects.exists()


def test_tickets_are_issued_with_and_without_a_name(page: Client, sale: int) -> None:
    done(add_player, name="Ann")
    done(add_player, name="Ben", card="77")
    path = f"/staff/t/{sale}/tickets/"
    answer = send(page, path, what="issue", players="ann\r\n77\r\n", unnamed="1", won_in="")
    assert answer.status_code == 302
    assert sorted(ticket.player.name if ticket.player else "" for ticket in Ticket.objects.all()) == [
        "",
        "Ann",
        "Ben",
    ]
    line = answer["Location"].partition("=")[2]
    printed = text_of(page.get(f"/staff/print/vouchers/?line={line}&event={sale}"))
    assert all(ticket.number in printed for ticket in Ticket.objects.all())
    number = Ticket.objects.first().number  # type: ignore[union-attr]
    send(page, path, what="void", number=number)
    assert Ticket.objects.get(number=number).voided_at is not None


@pytest.mark.parametrize(
    "values",
    [
        {"players": "", "unnamed": ""},
        {"players": "Nobody", "unnamed": "0"},
        {"players": "", "unnamed": "x"},
        {"players": "", "unnamed": "9999"},
        {"players": "", "unnamed": "1", "won_in": "x"},
        {"players": "", "unnamed": "1", "won_in": "99999"},
        {"players": "\x00", "unnamed": "0"},
        {"what": "void", "number": "T123"},
        {"what": "void", "number": ""},
    ],
)
def test_wrong_tickets_are_reported(page: Client, sale: int, values: dict[str, str]) -> None:
    answer = send(page, f"/staff/t/{sale}/tickets/", **{"what": "issue", **values})
    assert answer.status_code == 422
    assert 'role="alert"' in text_of(answer)
    assert not Ticket.objects.exists()


@pytest.mark.postgres
@pytest.mark.parametrize(
    "query", ["", "line=x", "line=1", "line=" + "9" * 30, "n=%00", "n=NOPE", "line=1&event=x"]
)
def test_unknown_voucher_returns_404(page: Client, query: str) -> None:
    assert page.get(f"/staff/print/vouchers/?{query}").status_code == 404
