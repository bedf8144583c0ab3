"""A drawer counted by notes and coins, and the report of a day (C 12)."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.utils.timezone import localdate

from desk.boards.till import day_report, drawer_report
from desk.commands.drawers import close_drawer, open_drawer
from desk.models import Drawer, DrawerCount
from desk.rules.denominations import denominations_of, total_of
from tests.fixtures.journalled import journal_tells_the_rows
from tests.fixtures.room import press, refusal
from tourney.access.roles import Actor
from tourney.now import room_now

pytestmark = pytest.mark.django_db


@pytest.fixture
def drawer(desk: Actor) -> Drawer:
    """Open a drawer with 200.00 euros."""
    press(open_drawer, by=desk, opening_float=20_000, currency="EUR")
    return Drawer.objects.get()


def counts(**pieces: int) -> list[dict[str, int]]:
    return [{"value": int(value[1:]), "quantity": quantity} for value, quantity in pieces.items()]


def test_the_euro_has_seven_notes_and_eight_coins() -> None:
    values = denominations_of("EUR")
    assert sum(value >= 500 for value in values) == 7
    assert sum(value < 500 for value in values) == 8
    assert list(values) == sorted(values, reverse=True)
    assert denominations_of("XXX") == ()
    assert total_of([(5_000, 2), (20, 3)]) == 10_060


def test_notes_and_coins_are_kept_with_the_count(desk: Actor, drawer: Drawer) -> None:
    done = press(close_drawer, by=desk, counted=19_990, counts=counts(_5000=3, _2000=2, _200=4, _50=3, _20=2))
    assert done.answer is not None
    assert done.answer["difference"] == -10
    report = drawer_report(drawer.pk, blind=False)
    assert report is not None
    assert [(one["value"], one["quantity"]) for one in report["counts"]] == [
        (5_000, 3), (2_000, 2), (200, 4), (50, 3), (20, 2),
    ]  # fmt: skip
    assert sum(one["amount"] for one in report["counts"]) == report["counted"] == 19_990
    journal_tells_the_rows()


def test_the_total_alone_can_still_be_counted(desk: Actor, drawer: Drawer) -> None:
    press(close_drawer, by=desk, counted=20_000)
    assert not DrawerCount.objects.exists()


@pytest.mark.parametrize(
    ("given", "code"),
    [
        (counts(_5000=4, _20=1), "counts_differ"),
        (counts(_3000=6, _2000=1), "bad_argument"),
        ([*counts(_5000=3), *counts(_5000=1)], "bad_argument"),
    ],
    ids=["another sum", "no note of the currency", "a note twice"],
)
def test_a_count_that_can_not_be_is_refused(
    desk: Actor, drawer: Drawer, given: list[dict[str, int]], code: str
) -> None:
    assert refusal(close_drawer, by=desk, counted=20_000, counts=given).code == code
    assert Drawer.objects.get().closed_at is None
    assert not DrawerCount.objects.exists()


@pytest.mark.parametrize("wrong", [{"quantity": 0}, {"value": 0}], ids=["of nothing", "of no value"])
def test_the_database_holds_no_empty_count(drawer: Drawer, wrong: dict[str, Any]) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        DrawerCount.objects.create(drawer=drawer, **{"value": 500, "quantity": 1, **wrong})


def test_a_value_is_counted_once_per_drawer(drawer: Drawer) -> None:
    DrawerCount.objects.create(drawer=drawer, value=500, quantity=1)
    with pytest.raises(IntegrityError), transaction.atomic():
        DrawerCount.objects.create(drawer=drawer, value=500, quantity=2)


def test_day_report_sums_closed_drawers_and_hides_the_own_open_one(
    desk: Actor, floor: Actor, drawer: Drawer
) -> None:
    press(open_drawer, by=floor, opening_float=5_000, currency="EUR")
    press(close_drawer, by=floor, counted=4_900)
    today = localdate(room_now())
    reader = int(desk.key.removeprefix("user:"))
    report = day_report(today, reader=reader)
    assert report["open"] == 1
    assert [(one["clerk"], one["expected"]) for one in report["drawers"]] == [
        (desk.name, None),
        (floor.name, 5_000),
    ]
    assert report["sums"] == [
        {"currency": "EUR", "expected": 5_000, "counted": 4_900, "difference": -100, "takings": 0, "won": 0}
    ]
    assert day_report(today - timedelta(days=1))["drawers"] == []
