"""Receipts: sales refunded, receipts found and exported, and the report of an event."""

import csv
import io
import re
from typing import Any

import pytest
from django.test import Client
from django.utils.timezone import localtime

from desk.models import Receipt
from seating.commands import give_seat
from tests.fixtures.room import press
from tests.web.till_room import TILL, drawer_of, event, sale, sold_to
from tests.web.visitors import client_of, lines, send, text_of
from tourney.access.roles import Actor, Role
from tourney.models import Entry
from web.desk.texts import DESK_WORDS
from web.shared.labels.sales import PARTS

__all__ = ["event", "sale"]
pytestmark = pytest.mark.django_db


def test_sale_is_undone_only_with_permission(sale: int, floor: Actor, desk: Actor) -> None:
    drawer_of(desk)
    drawer_of(floor)
    made = sold_to(desk, sale, "Ann", tendered=12_000)
    path = f"{TILL}receipts/{made['receipt']}/"
    shown = text_of(client_of(floor).get(path))
    assert "€20 change" in shown
    # Before the refund: what becomes of the seat and the chips.
    assert str(DESK_WORDS["desk.entry_ends"]) in shown
    # One format of amounts on a page, each with its currency.
    assert not re.search(r"\d\.00\b", shown)
    items = [item.pk for item in Receipt.objects.get().items.all()]
    answer = send(client_of(floor), path, items=items, method="cash", reason="Ill", stack="")
    assert answer.status_code == 302
    back = Receipt.objects.get(corrects=made["receipt"])
    assert back.drawer.clerk.username == "flo"
    assert Entry.objects.get().voided_at is not None
    assert str(DESK_WORDS["desk.entry_ends"]) not in text_of(client_of(floor).get(path))
    assert answer["Location"] == f"{TILL}receipts/{back.pk}/"
    assert "Ill" in text_of(client_of(floor).get(path))


@pytest.mark.parametrize(
    ("wrong", "message"),
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
    sale: int, director: Actor, desk: Actor, wrong: dict[str, Any], message: str
) -> None:
    drawer_of(desk)
    drawer_of(director)
    made = sold_to(desk, sale, "Ann")
    items = [item.pk for item in Receipt.objects.get().items.all()]
    good = {"items": items, "method": "cash", "reason": "Ill", "stack": ""}
    answer = send(client_of(director), f"{TILL}receipts/{made['receipt']}/", **{**good, **wrong})
    assert answer.status_code == 422
    assert message in text_of(answer)
    assert Receipt.objects.count() == 1


def test_receipt_prints_table_and_seat(sale: int, floor: Actor, desk: Actor) -> None:
    drawer_of(desk)
    made = sold_to(desk, sale, "Ann", tendered=12_000)
    press(give_seat, sale, by=floor, entry=made["entry"], table=2, seat=7)
    printed = client_of(floor).get(f"/staff/print/receipt/{made['receipt']}/").content.decode()
    slip = printed.partition('class="slip-seat"')[2].partition("</dl>")[0]
    assert re.findall(r"<dd>(.*?)</dd>", slip) == ["2", "7"]


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
    # A clerk who may read only their own drawer does not find other receipts by number.
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
    assert head[:5] == ["Receipt", "When", "Clerk", "Event", "Player"]
    assert not first[4].startswith("=")
    assert second[4] == "Zoë"
    row = dict(zip(head, second, strict=True))
    assert (row["Prize pool"], row["House fee"], row["Total"], row["Cash"]) == (
        "80.00",
        "20.00",
        "100.00",
        "100.00",
    )


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


def test_price_parts_have_one_name_at_the_desk_and_on_receipts() -> None:
    for part in ("pool", "fee", "staff", "bounty"):
        assert str(DESK_WORDS[f"desk.part_{part}"]) == str(PARTS[part])
