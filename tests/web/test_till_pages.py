"""Drawers, receipts, reports, vouchers and tickets, and who may look at them."""

import csv
import io
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.timezone import localdate, localtime

from desk.commands.bookings import reserve
from desk.models import Drawer, DrawerMove, Receipt, Ticket, Voucher
from players.commands.players import add_player
from tests.web.addresses import addresses_of
from tests.web.till_room import drawer_of, drawn, on_sale, sold_to
from tests.web.visitors import client_of, done, lines, send, text_of
from tourney.access.roles import Actor, Role
from tourney.models import Entry
from tourney.now import room_now
from web.shared.money import price_text

pytestmark = pytest.mark.django_db
TILL = "/staff/till/"


@pytest.fixture
def sale(event: int) -> int:
    """An event on sale, by a book that asks for nothing special."""
    return on_sale(event)


@pytest.fixture
def event(make_event: Any) -> int:
    """An event by a book that asks for no membership."""
    made: int = make_event(book="munot")
    return made


@pytest.fixture
def clerk(desk: Actor) -> Client:
    """The browser of somebody at the desk."""
    return client_of(desk)


# --- one's own drawer ---------------------------------------------------------------------------------
def test_a_shift_from_float_to_blind_count(clerk: Client, desk: Actor, sale: int) -> None:
    assert send(clerk, TILL, what="open", opening_float="200.00", currency="EUR").status_code == 302
    sold_to(desk, sale, "Ann")
    send(clerk, TILL, what="move", amount="50", way="out", reason="Collected")
    shown = text_of(clerk.get(TILL))
    assert "Collected" in shown
    assert "−50.00" in shown
    # 200 + 100 − 50: counted blind, so the page must not name it before.
    assert "250.00" not in shown
    drawer = Drawer.objects.get()
    assert "250.00" not in text_of(clerk.get(f"{TILL}drawers/{drawer.pk}/"))
    for counted, sure in (("2495", ""), ("249.50", "249500")):
        # A typing mistake is asked about before anything is told or closed; so is every other sum.
        asked = send(clerk, TILL, what="close", counted=counted, sure=sure)
        assert asked.status_code == 200
        assert f"You counted {price_text(int(float(counted) * 100), 'EUR')}." in text_of(asked)
        assert "250.00" not in text_of(asked)
        assert Drawer.objects.get().closed_at is None
    assert 'name="sure" value="24950"' in text_of(asked)
    answer = send(clerk, TILL, what="close", counted="249.50", sure="24950")
    assert answer["Location"] == f"{TILL}drawers/{drawer.pk}/"
    report = text_of(clerk.get(answer["Location"]))
    assert "differs from the expected amount by EUR\u00a0−0.50" in report
    assert "250.00" in report
    assert "100.00" in report


def test_opening_float_may_be_zero(clerk: Client) -> None:
    assert send(clerk, TILL, what="open", opening_float="", currency="EUR").status_code == 302
    assert Drawer.objects.get().opening_float == 0


@pytest.mark.parametrize(
    ("values", "field"),
    [
        ({"what": "open", "opening_float": "x", "currency": "EUR"}, "opening_float"),
        ({"what": "open", "opening_float": "1", "currency": "Euro"}, "currency"),
        ({"what": "open", "opening_float": "1", "currency": ""}, "currency"),
    ],
)
def test_drawer_that_cannot_be_opened_is_reported(clerk: Client, values: dict[str, str], field: str) -> None:
    answer = send(clerk, TILL, **values)
    assert answer.status_code == 422
    assert 'aria-invalid="true"' in text_of(answer).partition(f'name="{field}"')[2].partition("</div>")[0]
    assert not Drawer.objects.exists()


PATTERNS = addresses_of(
    "office.event_tables",
    "office.desk_settings",
    "floor.moves_print",
    "desk.vouchers",
    "desk.payouts",
    "desk.printing",
    "office.prizes",
    "desk.receipts",
    "office.registration",
    "desk.till",
    "desk.till_reports",
    "desk.waiting_list",
)


@pytest.mark.parametrize(
    ("values", "field"),
    [
        ({"what": "move", "amount": "", "way": "in", "reason": "x"}, "amount"),
        ({"what": "move", "amount": "1.234", "way": "in", "reason": "x"}, "amount"),
        ({"what": "move", "amount": "5", "way": "up", "reason": "x"}, "way"),
        ({"what": "move", "amount": "5", "way": "in", "reason": " "}, "reason"),
        ({"what": "move", "amount": "5", "way": "in", "reason": "x" * 201}, "reason"),
        ({"what": "close", "counted": ""}, "counted"),
        ({"what": "close", "counted": "lots"}, "counted"),
        ({"what": "close", "counted": "-1"}, "counted"),
    ],
)
def test_wrong_drawer_is_reported_at_its_field(
    clerk: Client, desk: Actor, values: dict[str, str], field: str
) -> None:
    drawer_of(desk)
    answer = send(clerk, TILL, **values)
    assert answer.status_code == 422
    assert 'aria-invalid="true"' in text_of(answer).partition(f'name="{field}"')[2].partition("</div>")[0]
    assert not DrawerMove.objects.exists()
    assert Drawer.objects.get().closed_at is None


@pytest.mark.postgres
@pytest.mark.parametrize(
    "values", [{}, {"what": "rob"}, {"what": "move", "amount": "0", "reason": "x", "way": "in"}]
)
def test_any_drawer_request_is_answered(clerk: Client, values: dict[str, str]) -> None:
    assert send(clerk, TILL, **values).status_code == 422


# --- receipts and taking back -------------------------------------------------------------------------
def test_sale_is_undone_only_with_permission(sale: int, floor: Actor, desk: Actor) -> None:
    drawer_of(desk)
    drawer_of(floor)
    made = sold_to(desk, sale, "Ann", tendered=12_000)
    path = f"{TILL}receipts/{made['receipt']}/"
    shown = text_of(client_of(floor).get(path))
    assert "20.00 change" in shown
    items = [item.pk for item in Receipt.objects.get().items.all()]
    answer = send(client_of(floor), path, items=items, method="cash", reason="Ill", stack="")
    assert answer.status_code == 302
    back = Receipt.objects.get(corrects=made["receipt"])
    assert back.drawer.clerk.username == "flo"
    assert Entry.objects.get().voided_at is not None
    assert answer["Location"] == f"{TILL}receipts/{back.pk}/"
    assert "Ill" in text_of(client_of(floor).get(path))


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"items": []}, "Choose the items to refund."),
        ({"items": ["99999"]}, "This item is not on the receipt."),
        ({"items": ["x"]}, "This item is not on the receipt."),
        ({"reason": ""}, "This field is required."),
        ({"reason": "\x00"}, "characters that are not text"),
        ({"method": "gold"}, "must be one of"),
        ({"stack": "many"}, "is not a chip count"),
    ],
)
def test_wrong_refund_is_reported(
    sale: int, director: Actor, desk: Actor, wrong: dict[str, Any], said: str
) -> None:
    drawer_of(desk)
    drawer_of(director)
    made = sold_to(desk, sale, "Ann")
    items = [item.pk for item in Receipt.objects.get().items.all()]
    good = {"items": items, "method": "cash", "reason": "Ill", "stack": ""}
    answer = send(client_of(director), f"{TILL}receipts/{made['receipt']}/", **{**good, **wrong})
    assert answer.status_code == 422
    assert said in text_of(answer)
    assert Receipt.objects.count() == 1


def test_receipts_are_found_by_number_clerk_and_day(sale: int, desk: Actor, director: Actor) -> None:
    drawer_of(desk)
    drawer_of(director)
    mine, theirs = sold_to(desk, sale, "Anna Arnold"), sold_to(director, sale, "Bruno Baer")
    office = client_of(director)

    def found(**query: Any) -> set[str]:
        text = text_of(office.get(f"{TILL}receipts/", query))
        return {name for name in ("Anna Arnold", "Bruno Baer") if name in text}

    printed = str(Receipt.objects.get(pk=mine["receipt"]))
    today = f"{localtime(Receipt.objects.get(pk=theirs['receipt']).at):%Y-%m-%d}"
    assert found(number=printed) == {"Anna Arnold"}
    assert found(number="1") == {"Anna Arnold", "Bruno Baer"}
    assert found(clerk=director.key.removeprefix("user:")) == {"Bruno Baer"}
    assert found(day=today) == {"Anna Arnold", "Bruno Baer"}
    assert found(day="2001-01-01") == set()
    assert found(number="x-9") == set()
    # A clerk who reads only an own drawer finds nothing of others by their number.
    other = str(Receipt.objects.get(pk=theirs["receipt"]))
    assert "Bruno Baer" not in text_of(client_of(desk).get(f"{TILL}receipts/", {"number": other}))


def test_a_clerk_sees_own_receipts_and_no_others(sale: int, desk: Actor, person: Any) -> None:
    other = person("olaf", Role.DESK)
    drawer_of(desk)
    drawer_of(other)
    mine, theirs = sold_to(desk, sale, "Ann"), sold_to(other, sale, "Ben")
    clerk = client_of(desk)
    shown = text_of(
        clerk.get(f"{TILL}receipts/?drawer={Receipt.objects.get(pk=theirs['receipt']).drawer_id}")
    )
    assert "Ann" in shown
    assert "Ben" not in shown
    assert clerk.get(f"{TILL}receipts/{mine['receipt']}/").status_code == 200
    assert clerk.get(f"{TILL}receipts/{theirs['receipt']}/").status_code == 404
    assert clerk.get(f"/staff/print/receipt/{theirs['receipt']}/").status_code == 404
    theirs_drawer = Receipt.objects.get(pk=theirs["receipt"]).drawer_id
    assert clerk.get(f"{TILL}drawers/{theirs_drawer}/").status_code == 404
    before = lines(sale)
    items = [item.pk for item in Receipt.objects.get(pk=mine["receipt"]).items.all()]
    answer = send(clerk, f"{TILL}receipts/{mine['receipt']}/", items=items, method="cash", reason="x")
    assert answer.status_code == 422
    assert lines(sale) == before


def test_receipts_export_is_safe_from_spreadsheet_formulas(sale: int, director: Actor) -> None:
    drawer_of(director)
    sold_to(director, sale, "=HYPERLINK(1)")
    sold_to(director, sale, "Zoë")
    answer = client_of(director).get(f"{TILL}receipts/export.csv?event={sale}")
    text = answer.content.decode("utf-8-sig")
    head, first, second = csv.reader(io.StringIO(text))
    assert head[:5] == ["receipt", "at", "clerk", "event", "player"]
    assert not first[4].startswith("=")
    assert second[4] == "Zoë"
    row = dict(zip(head, second, strict=True))
    assert (row["pool"], row["fee"], row["total"], row["cash"]) == ("80.00", "20.00", "100.00", "100.00")


def test_an_events_report_adds_up(sale: int, director: Actor, desk: Actor) -> None:
    for who, names in ((director, ("Ann", "Ben")), (desk, ("Cid",))):
        drawer_of(who)
        for name in names:
            sold_to(who, sale, name)
    shown = text_of(client_of(director).get(f"/staff/t/{sale}/money/"))
    for figure in ("240.00", "60.00", "300.00", "desi", "dora"):
        assert figure in shown


@pytest.mark.postgres
@pytest.mark.parametrize(
    "query", ["event=x", "drawer=99999", "before=0", "before=%00", "event=" + "9" * 30, "player=-1"]
)
def test_any_receipt_query_is_answered(page: Client, query: str) -> None:
    assert page.get(f"{TILL}receipts/?{query}").status_code == 200
    assert page.get(f"{TILL}receipts/export.csv?{query}").status_code == 200


# --- vouchers and tickets -----------------------------------------------------------------------------
def test_vouchers_are_given_out_printed_and_declared_void(page: Client) -> None:
    answer = send(page, f"{TILL}papers/", what="issue", value="25,50", count="3", note="Quiz")
    assert answer.status_code == 302
    assert [voucher.value for voucher in Voucher.objects.all()] == [2550] * 3
    line = answer["Location"].partition("=")[2]
    printed = text_of(page.get(f"/staff/print/papers/?line={line}"))
    assert all(voucher.number in printed for voucher in Voucher.objects.all())
    number = Voucher.objects.first().number  # type: ignore[union-attr]
    assert send(page, f"{TILL}papers/", what="void", number=number).status_code == 302
    assert Voucher.objects.get(number=number).voided_at is not None
    assert page.get(f"/staff/print/papers/?n={number}").status_code == 404


def test_a_vouchers_last_day_is_listed_printed_and_extended(page: Client) -> None:
    until = localdate(room_now()) + timedelta(days=40)
    answer = send(page, f"{TILL}papers/", what="issue", value="10", count="1", valid_until=str(until))
    line = answer["Location"].partition("=")[2]
    assert "Valid until" in text_of(page.get(f"/staff/print/papers/?line={line}"))
    number = Voucher.objects.get().number
    Voucher.objects.update(valid_until=until - timedelta(days=90))
    assert ">expired<" in text_of(page.get(f"{TILL}papers/"))
    wrong = send(page, f"{TILL}papers/", what="extend", number=number, valid_until="2020-01-01")
    assert wrong.status_code == 422
    assert "This day has passed." in text_of(wrong)
    assert (
        send(page, f"{TILL}papers/", what="extend", number=number, valid_until=str(until)).status_code == 302
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
    answer = send(page, f"{TILL}papers/", what="issue", **values)
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
    printed = text_of(page.get(f"/staff/print/papers/?line={line}&event={sale}"))
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
    assert page.get(f"/staff/print/papers/?{query}").status_code == 404


# --- who may open what --------------------------------------------------------------------------------
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
    "payout_papers": DESK,
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
    "papers": DIRECTOR,
    "house": DIRECTOR,
    "print_entry": DESK,
    "print_booking": DESK,
    "print_receipt": {Role.DIRECTOR, Role.FLOOR},
    "print_papers": DESK,
    "print_drawer": DIRECTOR,
    "print_till": DIRECTOR,
}
# Addresses that only take forms.
MAY_SEND: dict[str, set[Role]] = {"prizes_preview": DESK}


def test_page_opens_only_to_permitted_roles(
    people: dict[Role, Client], client: Client, sale: int, desk: Actor, director: Actor
) -> None:
    drawer = drawer_of(desk)
    made = sold_to(desk, sale, "Ann")
    drawn(sale)
    number = (
        send(client_of(director), f"{TILL}papers/", what="issue", value="5", count="1")
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
        if name == "print_papers":
            address += f"?n={number}"
        # Of this event nothing was handed over that could be printed.
        opened = 404 if name == "payout_papers" else 200
        for role, browser in people.items():
            assert (browser.get(address).status_code == opened) is (role in MAY_OPEN[name]), (name, role)
        assert client.get(address)["Location"].startswith("/login/?next="), name
        nothing = address.replace(str(sale), "999999") if "tournament_id" in wanted else ""
        if nothing:
            assert people[Role.DIRECTOR].get(nothing).status_code == 404, name


# --- counted by note and coin ---------------------------------------------------------------------------
def test_notes_and_coins_are_added_up_asked_about_and_printed(clerk: Client, desk: Actor) -> None:
    send(clerk, TILL, what="open", opening_float="200", currency="EUR")
    typed = {"count_5000": "3", "count_2000": "2", "count_200": "5"}
    asked = send(clerk, TILL, what="close", counted="", **typed)
    assert asked.status_code == 200
    assert f"You counted {price_text(20_000, 'EUR')}." in text_of(asked)
    assert 'name="count_5000"' in text_of(asked)
    answer = send(clerk, TILL, what="close", counted="", sure="20000", **typed)
    drawer = Drawer.objects.get()
    assert drawer.counted == 20_000
    assert "3 × 50.00" in text_of(clerk.get(answer["Location"]))
    sheet = text_of(clerk.get(f"/staff/print/drawer/{drawer.pk}/"))
    assert "3 × 50.00" in sheet
    assert "Cash counted" in sheet


def test_count_that_differs_from_the_total_is_reported_at_its_field(clerk: Client, desk: Actor) -> None:
    send(clerk, TILL, what="open", opening_float="200", currency="EUR")
    for values, words in (
        ({"counted": "100", "count_5000": "3"}, "The notes and coins add up to EUR\u00a0150.00."),
        ({"counted": "", "count_5000": "three"}, "This must be a whole number."),
    ):
        answer = send(clerk, TILL, what="close", **values)
        assert answer.status_code == 422
        assert words in text_of(answer)
    assert Drawer.objects.get().closed_at is None


def test_printed_day_report_hides_the_readers_open_drawer(director: Actor, desk: Actor) -> None:
    page = client_of(director)
    assert "No drawer was opened on this day." in text_of(page.get("/staff/print/till/"))
    send(page, TILL, what="open", opening_float="70", currency="EUR")
    sheet = text_of(page.get("/staff/print/till/"))
    assert "1 drawer is still open" in sheet
    assert "Cash expected" not in sheet
    for day in ("2026-13-40", "0001-01-01", "never"):
        assert page.get("/staff/print/till/", {"day": day}).status_code == 200
