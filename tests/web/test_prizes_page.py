"""The page that sets up an event's prizes."""

import re

import pytest
from django.test import Client
from django.urls import reverse
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from desk.commands.registration import close_registration
from prizes.commands.payouts import set_payout
from prizes.models import Payout, PlacePrize, PrizeItem
from tests.desk.tills import sold
from tests.examples import examples
from tests.fixtures.room import MakesEvents, press
from tests.prizes.evenings import amounts, closed, evening, out, payout
from tests.web.prize_forms import GOOD, THING, event, page_of, previewed
from tests.web.visitors import done, lines, send, text_of
from tourney.access.roles import FIRST_START, Actor, Role
from tourney.commands import set_field
from tourney.models import Room

__all__ = ["event"]
pytestmark = pytest.mark.django_db


def test_each_role_gets_its_permitted_page(people: dict[Role, Client], client: Client, event: int) -> None:
    before = lines(event)
    assert client.get(page_of(event)).status_code == 302
    assert people[Role.DEALER].get(page_of(event)).status_code == 403
    assert people[Role.DEALER].post(f"{page_of(event)}preview/", GOOD).status_code == 403
    assert people[Role.DIRECTOR].get(f"{page_of(event)}preview/").status_code == 405
    for role in (Role.FLOOR, Role.DESK):
        shown = people[role].get(page_of(event))
        assert shown.status_code == 200
        assert '<fieldset class="stack" disabled>' in text_of(shown)
        assert send(people[role], page_of(event), **GOOD).status_code == 422
        for what in ("lock", "unlock", "fill", "empty", "names"):
            assert send(people[role], page_of(event), what=what, reason="x", count="5").status_code == 422
    assert '<fieldset class="stack">' in text_of(people[Role.DIRECTOR].get(page_of(event)))
    assert lines(event) == before
    assert people[Role.DIRECTOR].get("/staff/t/999999/prizes/").status_code == 404


def test_the_page_is_a_tab_of_the_event(page: Client, event: int) -> None:
    assert re.search(
        rf'href="{page_of(event)}" aria-current="page">Prizes', text_of(page.get(page_of(event)))
    )


def test_a_table_is_saved_and_shown(page: Client, event: int, floor: Actor) -> None:
    evening(event, floor, 9)
    sent = {
        **GOOD,
        "table": "flat_15",
        "added": "100",
        "guarantee": "1'200.50",
        "staff_percent": "2.5",
        "note": "5",
    }
    assert send(page, page_of(event), **sent).status_code == 302
    row = payout(event)
    assert (row.method, row.table, row.added, row.guarantee) == ("table", "flat_15", 10_000, 120_050)
    assert (row.staff_percent, row.note, row.locks_itself) == (250, 500, True)
    shown = text_of(page.get(page_of(event)))
    for words in ('value="2.5"', 'value="1200.50"', "Withheld for staff", "22.50", "Overlay", "1,200.50"):
        assert words in shown, words


def test_a_formula_is_saved_in_hundredths(page: Client, event: int) -> None:
    sent = {
        **GOOD,
        "method": "formula",
        "percent": "12.5",
        "ratio": "1,75",
        "minimum": "2",
        "rounded": "down",
    }
    send(page, page_of(event), **{**sent, "tiered": ""})
    row = payout(event)
    assert (row.percent, row.ratio, row.minimum, row.rounded, row.tiered) == (1250, 175, 200, "down", False)


def test_places_by_hand_are_saved_as_typed(page: Client, event: int, floor: Actor) -> None:
    evening(event, floor, 4)
    send(page, page_of(event), **{**GOOD, "method": "hand", "amounts": "250\r\n100.50\r\n49.50\r\n\r\n"})
    assert list(PlacePrize.objects.values_list("amount", flat=True)) == [25_000, 10_050, 4_950]
    assert "250.00\n100.50\n49.50" in text_of(page.get(page_of(event)))


def test_satellite_shows_its_target_event_and_ticket_value(
    page: Client, make_event: MakesEvents, floor: Actor
) -> None:
    event, main = make_event(book="munot"), make_event(name="Main Event")
    evening(event, floor, 5)
    sent = {**GOOD, "method": "satellite", "ticket_for": str(main), "ticket_value": "200"}
    assert send(page, page_of(event), **sent).status_code == 302
    row = payout(event)
    assert (row.ticket_for_id, row.ticket_value) == (main, 20_000)
    found = previewed(page, event, **{**sent, "staff_percent": "0"})
    assert "Main Event" in found["html"]
    assert found["ladder"] == ["200.00", "200.00", "100.00"]


def test_ticket_value_defaults_to_the_price_of_its_event(
    page: Client, make_event: MakesEvents, floor: Actor
) -> None:
    event, main = make_event(book="munot"), make_event(name="Main Event", book="tda")
    sold(main, pool=18_000, fee=2_000, staff=0, bounty=0, extras=[])
    evening(event, floor, 5)
    sent = {**GOOD, "method": "satellite", "ticket_for": str(main), "ticket_value": ""}
    assert send(page, page_of(event), **sent).status_code == 302
    assert payout(event).ticket_value == 20_000


def test_things_for_several_places_are_one_line_and_a_row_each(
    page: Client, make_event: MakesEvents, floor: Actor
) -> None:
    event, main = make_event(book="munot"), make_event(name="Main Event")
    evening(event, floor, 16)
    ticket = {
        "1_from": "2",
        "1_to": "3",
        "1_name": "Seat",
        "1_value": "100",
        "1_ticket": str(main),
        "1_on_top": "on",
    }
    sent = {**GOOD, **THING, **{f"thing_{name}": value for name, value in ticket.items()}}
    send(page, page_of(event), **sent)
    rows = PrizeItem.objects.values_list("place", "name", "value", "from_pool", "ticket_for")
    assert list(rows) == [
        (1, "Trophy", 5_000, True, None),
        (2, "Seat", 10_000, False, main),
        (3, "Seat", 10_000, False, main),
    ]
    form = page.get(page_of(event)).context["form"]
    assert [form.text(f"thing_1_{name}") for name in ("from", "to", "name", "value", "on_top")] == [
        "2",
        "3",
        "Seat",
        "100",
        "on",
    ]


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"added": "abc"}, "added"),
        ({"guarantee": "1.250"}, "guarantee"),
        ({"staff_percent": "101"}, "staff_percent"),
        ({"tax_percent": "x"}, "tax_percent"),
        ({"tax_above": "-1"}, "tax_above"),
        ({"note": "0.001"}, "note"),
        ({"method": "magic"}, "method"),
        ({"method": "formula", "percent": "0"}, "percent"),
        ({"method": "formula", "ratio": "0.5"}, "ratio"),
        ({"method": "formula", "minimum": "1001"}, "minimum"),
        ({"method": "formula", "rounded": "sideways"}, "rounded"),
        ({"method": "hand", "amounts": "100\n\n50"}, "amounts"),
        ({"method": "hand", "amounts": "100\nfifty"}, "amounts"),
        ({"method": "hand", "amounts": "100\n200"}, "amounts"),
        ({"method": "satellite", "ticket_value": "100"}, "ticket_for"),
        ({"method": "satellite", "ticket_for": "1", "ticket_value": ""}, "ticket_value"),
        ({"bounties": "golden"}, "bounties"),
        ({"bounties": "progressive", "bounty_cash": "200"}, "bounty_cash"),
        ({"counting": "worst"}, "counting"),
        ({"currency": "XYZ1"}, "currency"),
        ({**THING, "thing_0_from": "x"}, "thing_0_from"),
        ({**THING, "thing_0_from": "3", "thing_0_to": "1"}, "thing_0_to"),
        ({**THING, "thing_0_name": ""}, "thing_0_name"),
        ({**THING, "thing_0_value": "much"}, "thing_0_value"),
        ({**THING, "thing_0_name": "x" * 81}, "thing_0_name"),
    ],
)
def test_error_is_shown_at_its_field(page: Client, event: int, wrong: dict[str, str], field: str) -> None:
    before = lines(event)
    answer = send(page, page_of(event), **{**GOOD, **wrong})
    shown = text_of(answer)
    assert answer.status_code == 422
    marked = shown.partition(f'name="{field}"')[2].partition("</div>")[0]
    assert 'aria-invalid="true"' in marked, field
    assert 'class="error"' in marked, field
    assert lines(event) == before


def test_another_currency_than_the_event_is_sold_in_is_refused_at_its_field(
    page: Client, event: int, floor: Actor
) -> None:
    evening(event, floor, 2)
    shown = text_of(send(page, page_of(event), **{**GOOD, "currency": "USD"}))
    assert 'class="error"' in shown.partition('name="currency"')[2].partition("</div>")[0]


@pytest.mark.postgres
@settings(
    max_examples=examples(25), suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None
)
@given(
    st.dictionaries(
        st.sampled_from(sorted({**GOOD, **THING, "what": "", "for_entries": "", "fill_up": ""})),
        st.one_of(st.text(max_size=20), st.sampled_from(["hand", "satellite", "lock", "fill", "9" * 30, ""])),
        max_size=6,
    )
)
def test_any_request_is_answered(page: Client, event: int, junk: dict[str, str]) -> None:
    assert send(page, page_of(event), **{**GOOD, **junk}).status_code in {302, 422}
    assert page.post(f"{page_of(event)}preview/", {**GOOD, **junk}).status_code == 200


# --- preview ------------------------------------------------------------------------------------------
def test_preview_shows_pool_ladder_and_ten_more_without_saving(
    page: Client, event: int, floor: Actor
) -> None:
    evening(event, floor, 16, bounty=1_000)
    before = (lines(event), Payout.objects.get().added)
    found = previewed(page, event, added="400", note="10")
    assert found["ladder"] == ["900.00", "540.00", "340.00", "220.00"]
    for words in ("2,000.00", "Bounties, separate", "160.00", "With 10 more entries"):
        assert words in found["html"], words
    assert found["faults"] == {}
    assert (lines(event), Payout.objects.get().added) == before


def test_preview_uses_the_chosen_field_size_before_any_entry(page: Client, event: int) -> None:

    sold(event, pool=10_000, fee=0, staff=0, bounty=0, extras=[])
    found = previewed(page, event, for_entries="9")
    assert "Estimate with 9 entries" in found["html"]
    assert found["ladder"] == ["450.00", "270.00", "180.00"]


def test_manual_places_show_the_rest_and_rising_places(page: Client, event: int, floor: Actor) -> None:
    evening(event, floor, 4)
    found = previewed(page, event, method="hand", amounts="100\n150\n50")
    assert (found["left"], found["rising"]) == (10_000, [2])
    assert "€100 is still to be assigned" in found["left_text"]
    over = previewed(page, event, method="hand", amounts="400\n50")
    assert over["left"] == -5_000
    assert "too much" in over["left_text"]


def test_fill_up_keeps_typed_amounts_and_sums_to_the_pool(page: Client, event: int, floor: Actor) -> None:
    evening(event, floor, 10)
    typed = {"method": "hand", "fill_up": "yes", "note": "10"}
    found = previewed(page, event, **typed, amounts="600\n300\n200\n", kept="1", places="5")["filled"]
    assert len(found) == 5
    assert found[0] == "600.00"
    cents = [round(float(one.replace(",", "")) * 100) for one in found]
    assert sum(cents) == 100_000
    assert cents == sorted(cents, reverse=True)
    refused = previewed(page, event, **typed, amounts="600\n700", kept="1,2")
    assert refused["filled"] is None
    assert "Place 2" in refused["faults"]["amounts"]
    too_much = previewed(page, event, **typed, amounts="2000\n1", kept="1")
    assert "pool" in too_much["faults"]["amounts"]


def test_unreadable_input_is_reported_at_its_field(page: Client, event: int) -> None:
    found = previewed(page, event, added="x", method="formula", ratio="0")
    assert found["html"] is None
    assert set(found["faults"]) == {"added", "ratio"}


def test_a_club_that_plays_for_points_has_things_and_no_money(page: Client, event: int, floor: Actor) -> None:
    done(set_field, event, entries=8, left=8)
    assert (
        send(page, page_of(event), **{**GOOD, **THING, "currency": "", "thing_0_value": ""}).status_code
        == 302
    )
    row = payout(event)
    assert (row.currency, row.method) == ("", "hand")
    shown = text_of(page.get(page_of(event)))
    assert "Played for points" in shown
    assert "Place 1: Trophy" in shown
    assert send(page, page_of(event), what="lock").status_code == 302
    assert payout(event).locked_at is not None


def test_the_page_says_that_saving_locks_once_registration_is_closed(page: Client, event: int) -> None:
    sold(event)
    hint = "Registration is closed, so saving locks the prizes at once."
    assert hint not in text_of(page.get(page_of(event)))
    press(close_registration, event, by=FIRST_START)
    assert hint in text_of(page.get(page_of(event)))


def test_manually_counted_event_has_the_added_pool(page: Client, event: int) -> None:
    done(set_field, event, entries=16, left=16)
    Room.objects.update_or_create(id=1, defaults={"currency": "EUR"})
    assert send(page, page_of(event), **{**GOOD, "added": "500"}).status_code == 302
    shown = text_of(page.get(page_of(event)))
    assert "counted by hand" in shown
    assert amounts(event) == [22_500, 13_500, 8_500, 5_500]


def test_bounties_that_were_sold_but_are_not_paid_are_named_here_and_at_the_end(
    page: Client, desk: Actor, event: int
) -> None:
    # Each of the three entries has a bounty of 20.00.
    warning = "Entries were sold with bounties, €60 in total."
    found = evening(event, desk, 3, pool=8_000, bounty=2_000)
    # Saving may lock the prizes, so the page warns before.
    assert warning in text_of(page.get(page_of(event)))
    done(set_payout, event, method="hand", amounts=[], bounties="none", locks_itself=False)
    assert warning in text_of(page.get(page_of(event)))
    assert warning in text_of(page.get(reverse("event_money", args=[event])))
    closed(event)
    out(event, *found[:2])
    end = f"/staff/t/{event}/"
    assert warning in text_of(page.get(end))
    done(set_payout, event, method="hand", amounts=[], bounties="fixed", locks_itself=False)
    assert warning not in text_of(page.get(page_of(event)))
    assert warning not in text_of(page.get(end))
