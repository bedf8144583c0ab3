"""A clerk’s drawer: opened, moved, counted by sum or by note and coin, and closed; the day’s report."""

import pytest
from django.http import HttpResponse
from django.test import Client

from desk.models import Drawer, DrawerMove
from desk.services.prices import price_text
from tests.web.till_room import TILL, clerk, drawer_of, event, sale, sold_to
from tests.web.visitors import client_of, send, text_of
from tourney.access.roles import Actor

__all__ = ["clerk", "event", "sale"]
pytestmark = pytest.mark.django_db


def test_a_shift_from_float_to_blind_count(clerk: Client, desk: Actor, sale: int) -> None:
    assert send(clerk, TILL, what="open", opening_float="200.00", currency="EUR").status_code == 302
    sold_to(desk, sale, "Ann")
    send(clerk, TILL, what="move", amount="50", way="out", reason="Collected")
    shown = text_of(clerk.get(TILL))
    assert "Collected" in shown
    assert "−€50" in shown
    # 200 + 100 − 50: counted blind, so the page must not show it before.
    assert "€250" not in shown
    drawer = Drawer.objects.get()
    assert "€250" not in text_of(clerk.get(f"{TILL}drawers/{drawer.pk}/"))
    for counted, sure in (("2495", ""), ("249.50", "249500")):
        # The clerk confirms every sum before the page shows a difference or closes the drawer.
        asked = counted_in(clerk, counted=counted, sure=sure)
        assert f"You counted {price_text(int(float(counted) * 100), 'EUR')}." in text_of(asked)
        assert "€250" not in text_of(asked)
        assert Drawer.objects.get().closed_at is None
    assert 'name="sure" value="24950"' in text_of(asked)
    answer = send(clerk, TILL, what="close", counted="249.50", sure="24950")
    assert answer["Location"] == f"{TILL}drawers/{drawer.pk}/"
    report = text_of(clerk.get(answer["Location"]))
    assert "differs from the expected amount by −€0.50" in report
    assert "€250" in report
    assert "100.00" in report


def counted_in(clerk: Client, **values: str) -> HttpResponse:
    """Send a count that is refused or needs confirmation; return the next page, which is the only one that shows it."""
    answer = send(clerk, TILL, what="close", **values)
    assert (answer.status_code, answer["Location"]) == (302, TILL)
    page = clerk.get(TILL)
    assert page.status_code == 200
    again = text_of(clerk.get(TILL))
    assert ("You counted" in again, 'aria-invalid="true"' in again) == (False, False)
    return page


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


@pytest.mark.parametrize(
    ("values", "field"),
    [
        ({"what": "move", "amount": "", "way": "in", "reason": "x"}, "amount"),
        ({"what": "move", "amount": "1.234", "way": "in", "reason": "x"}, "amount"),
        ({"what": "move", "amount": "5", "way": "up", "reason": "x"}, "way"),
        ({"what": "move", "amount": "5", "way": "in", "reason": " "}, "reason"),
        ({"what": "move", "amount": "5", "way": "in", "reason": "x" * 201}, "reason"),
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


@pytest.mark.parametrize("counted", ["", "lots", "-1"])
def test_wrong_count_is_reported_at_its_field(clerk: Client, desk: Actor, counted: str) -> None:
    drawer_of(desk)
    shown = text_of(counted_in(clerk, counted=counted))
    assert 'aria-invalid="true"' in shown.partition('name="counted"')[2].partition("</div>")[0]
    assert Drawer.objects.get().closed_at is None


@pytest.mark.postgres
@pytest.mark.parametrize(
    "values", [{}, {"what": "rob"}, {"what": "move", "amount": "0", "reason": "x", "way": "in"}]
)
def test_any_drawer_request_is_answered(clerk: Client, values: dict[str, str]) -> None:
    assert send(clerk, TILL, **values).status_code == 422


def test_notes_and_coins_are_added_up_asked_about_and_printed(clerk: Client, desk: Actor) -> None:
    send(clerk, TILL, what="open", opening_float="200", currency="EUR")
    typed = {"count_5000": "3", "count_2000": "2", "count_200": "5"}
    asked = counted_in(clerk, counted="", **typed)
    assert f"You counted {price_text(20_000, 'EUR')}." in text_of(asked)
    assert 'name="count_5000"' in text_of(asked)
    answer = send(clerk, TILL, what="close", counted="", sure="20000", **typed)
    drawer = Drawer.objects.get()
    assert drawer.counted == 20_000
    assert f"3 × {price_text(5_000, 'EUR')}" in text_of(clerk.get(answer["Location"]))
    sheet = text_of(clerk.get(f"/staff/print/drawer/{drawer.pk}/"))
    assert "3 × 50.00" in sheet
    assert "Cash counted" in sheet


def test_count_that_differs_from_the_total_is_reported_at_its_field(clerk: Client, desk: Actor) -> None:
    send(clerk, TILL, what="open", opening_float="200", currency="EUR")
    for values, words in (
        ({"counted": "100", "count_5000": "3"}, "The notes and coins add up to €150."),
        ({"counted": "", "count_5000": "three"}, "This must be a whole number."),
    ):
        assert words in text_of(counted_in(clerk, **values))
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
