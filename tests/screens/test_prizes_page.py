"""The page on which an event's prizes are set up."""

import json
import re
from typing import Any

import pytest
from django.test import Client
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from desk.actions.refunds import refund
from desk.models import Receipt
from prizes.actions.bounties import draw_envelope
from prizes.models import Deal, Envelope, NameList, Payout, PrizeItem, PrizeLine
from seating.actions import bust, set_plan
from tests.desk.tills import cash, enter, player, sold
from tests.fixtures.room import MakesEvents, press
from tests.prizes.evenings import amounts, closed, evening, payout
from tests.screens.visitors import done, lines, send, text_of
from tourney.access.roles import FIRST_START, Actor, Role
from tourney.actions import set_field
from tourney.models import Room, Tournament

pytestmark = pytest.mark.django_db
# As a browser sends the form with nothing changed.
GOOD: dict[str, str] = {
    "currency": "EUR",
    "method": "table",
    "table": "club",
    "added": "",
    "guarantee": "",
    "added_counts": "on",
    "staff_percent": "0",
    "note": "0.01",
    "percent": "15",
    "rounded": "up",
    "ratio": "1.6",
    "minimum": "1.5",
    "tiered": "on",
    "amounts": "",
    "kept": "",
    "ticket_for": "",
    "ticket_value": "",
    "bounties": "none",
    "bounty_cash": "100",
    "counting": "best",
    "tax_percent": "0",
    "tax_above": "",
    "locks_itself": "on",
}
THING = {
    "thing_0_from": "1",
    "thing_0_to": "",
    "thing_0_name": "Trophy",
    "thing_0_value": "50",
    "thing_0_ticket": "",
}


@pytest.fixture
def event(make_event: MakesEvents) -> int:
    """An event whose book asks for no membership."""
    return make_event(book="munot")


def page_of(event: int) -> str:
    return f"/staff/t/{event}/prizes/"


def looked(client: Client, event: int, **values: str) -> dict[str, Any]:
    """What the page's form comes to."""
    answer = client.post(f"{page_of(event)}look/", {**GOOD, **values})
    assert answer.status_code == 200
    found: dict[str, Any] = json.loads(answer.content)
    return found


def test_each_role_gets_what_it_may(people: dict[Role, Client], client: Client, event: int) -> None:
    before = lines(event)
    assert client.get(page_of(event)).status_code == 302
    assert people[Role.DEALER].get(page_of(event)).status_code == 403
    assert people[Role.DEALER].post(f"{page_of(event)}look/", GOOD).status_code == 403
    assert people[Role.DIRECTOR].get(f"{page_of(event)}look/").status_code == 405
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
    for words in ('value="2.5"', 'value="1,200.50"', "Withheld for staff", "22.50", "Overlay", "1,200.50"):
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
    assert list(PrizeLine.objects.values_list("amount", flat=True)) == [25_000, 10_050, 4_950]
    assert "250.00\n100.50\n49.50" in text_of(page.get(page_of(event)))


def test_a_satellite_says_which_event_and_what_a_ticket_is_worth(
    page: Client, make_event: MakesEvents, floor: Actor
) -> None:
    event, main = make_event(book="munot"), make_event(name="Main Event")
    evening(event, floor, 5)
    sent = {**GOOD, "method": "satellite", "ticket_for": str(main), "ticket_value": "200"}
    assert send(page, page_of(event), **sent).status_code == 302
    row = payout(event)
    assert (row.ticket_for_id, row.ticket_value) == (main, 20_000)
    found = looked(page, event, **{**sent, "staff_percent": "0"})
    assert "Main Event" in found["html"]
    assert found["ladder"] == ["200.00", "200.00", "100.00"]


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
        "100.00",
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
def test_what_is_wrong_is_said_at_its_field(
    page: Client, event: int, wrong: dict[str, str], field: str
) -> None:
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
@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(
    st.dictionaries(
        st.sampled_from(sorted({**GOOD, **THING, "what": "", "for_entries": "", "fill_up": ""})),
        st.one_of(st.text(max_size=20), st.sampled_from(["hand", "satellite", "lock", "fill", "9" * 30, ""])),
        max_size=6,
    )
)
def test_whatever_is_sent_is_answered(page: Client, event: int, junk: dict[str, str]) -> None:
    assert send(page, page_of(event), **{**GOOD, **junk}).status_code in {302, 422}
    assert page.post(f"{page_of(event)}look/", {**GOOD, **junk}).status_code == 200


# --- looking ------------------------------------------------------------------------------------------
def test_looking_tells_pool_ladder_and_ten_more_and_stores_nothing(
    page: Client, event: int, floor: Actor
) -> None:
    evening(event, floor, 16, bounty=1_000)
    before = (lines(event), Payout.objects.get().added)
    found = looked(page, event, added="400", note="10")
    assert found["ladder"] == ["900.00", "540.00", "340.00", "220.00"]
    for words in ("2,000.00", "Bounties, apart from it", "160.00", "What changes with 10 more entries"):
        assert words in found["html"], words
    assert found["faults"] == {}
    assert (lines(event), Payout.objects.get().added) == before


def test_before_anybody_has_entered_a_field_of_the_wanted_size_is_looked_at(page: Client, event: int) -> None:
    from tests.desk.tills import sold

    sold(event, pool=10_000, fee=0, staff=0, bounty=0, extras=[])
    found = looked(page, event, for_entries="9")
    assert "As it would be with 9 entries" in found["html"]
    assert found["ladder"] == ["450.00", "270.00", "180.00"]


def test_places_by_hand_say_what_is_left_and_which_rises(page: Client, event: int, floor: Actor) -> None:
    evening(event, floor, 4)
    found = looked(page, event, method="hand", amounts="100\n150\n50")
    assert (found["left"], found["rising"]) == (10_000, [2])
    assert "100.00 are left" in found["left_text"]
    over = looked(page, event, method="hand", amounts="400\n50")
    assert over["left"] == -5_000
    assert "too much" in over["left_text"]


def test_filling_up_keeps_what_was_typed_and_sums_to_the_pool(page: Client, event: int, floor: Actor) -> None:
    evening(event, floor, 10)
    typed = {"method": "hand", "fill_up": "yes", "note": "10"}
    found = looked(page, event, **typed, amounts="600\n300\n200\n", kept="1", places="5")["filled"]
    assert len(found) == 5
    assert found[0] == "600.00"
    cents = [round(float(one.replace(",", "")) * 100) for one in found]
    assert sum(cents) == 100_000
    assert cents == sorted(cents, reverse=True)
    refused = looked(page, event, **typed, amounts="600\n700", kept="1,2")
    assert refused["filled"] is None
    assert "Place 2" in refused["faults"]["amounts"]
    too_much = looked(page, event, **typed, amounts="2000\n1", kept="1")
    assert "pool" in too_much["faults"]["amounts"]


def test_what_cannot_be_read_is_told_at_its_field(page: Client, event: int) -> None:
    found = looked(page, event, added="x", method="formula", ratio="0")
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


def test_an_event_counted_by_hand_has_what_is_added(page: Client, event: int) -> None:
    done(set_field, event, entries=16, left=16)
    Room.objects.update_or_create(id=1, defaults={"currency": "EUR"})
    assert send(page, page_of(event), **{**GOOD, "added": "500"}).status_code == 302
    shown = text_of(page.get(page_of(event)))
    assert "counted by hand" in shown
    assert amounts(event) == [22_500, 13_500, 8_500, 5_500]


# --- lock, bubble, envelopes, names --------------------------------------------------------------------
def test_locked_opened_with_a_reason_and_locked_again(page: Client, event: int, floor: Actor) -> None:
    evening(event, floor, 9)
    assert send(page, page_of(event), what="lock").status_code == 302
    shown = text_of(page.get(page_of(event)))
    assert '<fieldset class="stack" disabled>' in shown
    assert "For 9 entries" in shown
    assert send(page, page_of(event), **GOOD).status_code == 422
    without = text_of(send(page, page_of(event), what="unlock", reason=""))
    assert 'class="error"' in without.partition('name="reason"')[2].partition("</div>")[0]
    assert send(page, page_of(event), what="unlock", reason="wrong table").status_code == 302
    assert payout(event).locked_at is None
    assert send(page, page_of(event), what="lock").status_code == 302


def test_opened_by_a_refund_it_names_the_line(page: Client, event: int, floor: Actor) -> None:
    evening(event, floor, 9)
    closed(event)
    receipt = Receipt.objects.order_by("pk").first()
    assert receipt is not None
    seq = press(refund, event, by=floor, receipt=receipt.pk, reason="never sat down").seq
    shown = text_of(page.get(page_of(event)))
    assert f'href="/staff/t/{event}/journal/{seq}/"' in shown
    assert "Opened again." in shown
    assert ">opened again</span>" in shown
    assert "has opened them again" in shown.partition('id="lock-state"')[2].partition("</p>")[0]
    assert "whatever is chosen here" in shown.partition('name="locks_itself"')[2].partition("</div>")[0]
    send(page, page_of(event), what="lock")
    assert payout(event).locked_pool == 80_000
    assert "Opened again." not in text_of(page.get(page_of(event)))


def test_a_prize_for_the_bubble_is_one_more_place(
    page: Client, people: dict[Role, Client], event: int, floor: Actor
) -> None:
    evening(event, floor, 9)
    closed(event)
    before = list(amounts(event))
    wrong = text_of(send(page, page_of(event), what="bubble", amount="x"))
    assert 'class="error"' in wrong.partition('name="amount"')[2].partition("</div>")[0]
    assert send(page, page_of(event), what="bubble", amount="900").status_code == 422
    assert 'value="bubble"' not in text_of(people[Role.DESK].get(page_of(event)))
    assert send(people[Role.FLOOR], page_of(event), what="bubble", amount="50").status_code == 302
    assert list(amounts(event)) == [before[0] - 5_000, *before[1:], 5_000]
    assert not Deal.objects.exists()


def test_envelopes_are_filled_with_what_is_missing_told_and_emptied(
    page: Client, event: int, floor: Actor
) -> None:
    evening(event, floor, 4, bounty=1_000, prizes={"bounties": "mystery"})
    closed(event)
    typed = {"what": "fill", "envelope_0_count": "1", "envelope_0_value": "25"}
    found = json.loads(page.post(f"{page_of(event)}look/", typed).content)
    assert "3 envelopes are missing." in found["text"]
    assert "15.00 are in no envelope" in found["text"]
    answer = send(page, page_of(event), **typed)
    assert answer.status_code == 422
    assert 'value="25"' in text_of(answer)
    assert "15.00 are in no envelope" in text_of(answer)
    assert send(page, page_of(event), **{**typed, "envelope_0_value": ""}).status_code == 422
    for wrong in ({"envelope_0_value": "0"}, {"envelope_0_count": "0"}, {"envelope_0_count": "30000"}):
        told = text_of(send(page, page_of(event), **{**typed, **wrong}))
        assert "dict_values" not in told
        field = next(iter(wrong))
        assert 'class="error"' in told.partition(f'name="{field}"')[2].partition("</div>")[0], wrong
    nothing = {**typed, "envelope_1_count": "3", "envelope_1_value": "0"}
    looked_at = json.loads(page.post(f"{page_of(event)}look/", nothing).content)
    assert not looked_at["fits"]
    assert looked_at["faults"]["envelope_1_value"] == "An envelope holds more than nothing."
    fits = {**typed, "envelope_1_count": "3", "envelope_1_value": "5"}
    assert json.loads(page.post(f"{page_of(event)}look/", fits).content)["fits"]
    assert send(page, page_of(event), **fits).status_code == 302
    assert Envelope.objects.count() == 4
    assert "0 of 4 are drawn" in text_of(page.get(page_of(event)))
    assert send(page, page_of(event), what="empty").status_code == 302
    assert not Envelope.objects.exists()


def test_money_of_a_late_head_is_in_no_envelope_until_some_are_added(
    page: Client, people: dict[Role, Client], event: int, floor: Actor
) -> None:
    entries = evening(event, floor, 3, bounty=1_000, prizes={"bounties": "mystery"})
    press(set_plan, event, by=FIRST_START, seats_per_table=9)
    filled = {"what": "fill", "envelope_0_count": "3", "envelope_0_value": "10"}
    assert send(page, page_of(event), **filled).status_code == 302
    assert "in no envelope" not in text_of(page.get(page_of(event)))
    press(bust, event, by=FIRST_START, entry=entries[0], hunters=[entries[1]])
    press(draw_envelope, event, by=floor, entry=entries[0])
    enter(event, floor, player("Late"), [cash(11_000)])
    for role, address in ((Role.DIRECTOR, "prizes"), (Role.DESK, "prizes"), (Role.DESK, "payouts")):
        shown = text_of(people[role].get(f"/staff/t/{event}/{address}/"))
        assert "EUR\xa010.00 taken for bounties are in no envelope." in shown, (role, address)
        assert "1 head has none" in shown, (role, address)
    add = {"what": "add", "envelope_0_count": "1", "envelope_0_value": "9"}
    looked_at = json.loads(page.post(f"{page_of(event)}look/", add).content)
    assert looked_at["text"] == "EUR\xa01.00 are in no envelope yet."
    refused = send(page, page_of(event), **add)
    assert refused.status_code == 422
    assert "EUR\xa01.00 are in no envelope yet." in text_of(refused)
    assert send(people[Role.DESK], page_of(event), **{**add, "envelope_0_value": "10"}).status_code == 422
    assert send(page, page_of(event), **{**add, "envelope_0_value": "10"}).status_code == 302
    shown = text_of(page.get(page_of(event)))
    assert "in no envelope" not in shown
    assert "1 of 4 are drawn" in shown


def test_bounties_without_one_in_the_price_are_warned_of(page: Client, event: int, floor: Actor) -> None:
    evening(event, floor, 3)
    assert "no bounty in it" not in looked(page, event)["html"]
    assert "no bounty in it" in looked(page, event, bounties="fixed")["html"]
    sold(event, pool=10_000, fee=0, staff=0, bounty=1_000, extras=[], re_entries_most=0)
    assert "no bounty in it" not in looked(page, event, bounties="fixed")["html"]


def test_a_progressive_head_is_half_and_half_where_nobody_says_more(page: Client, event: int) -> None:
    shown = text_of(page.get(page_of(event)))
    assert 'value="50"' in shown.partition('name="bounty_cash"')[2].partition(">")[0]
    assert send(page, page_of(event), **{**GOOD, "bounties": "progressive"}).status_code == 302
    shown = text_of(page.get(page_of(event)))
    assert 'value="100"' in shown.partition('name="bounty_cash"')[2].partition(">")[0]


@pytest.mark.parametrize("note", ["0", "0.00"])
def test_a_smallest_note_of_nothing_is_refused(page: Client, event: int, note: str) -> None:
    answer = send(page, page_of(event), **{**GOOD, "note": note})
    assert answer.status_code == 422
    assert "units of nothing" in text_of(answer)
    assert looked(page, event, note=note)["html"] is None


def test_filling_up_replaces_no_place_that_can_not_be_read(page: Client, event: int, floor: Actor) -> None:
    evening(event, floor, 10)
    typed = {"method": "hand", "fill_up": "yes", "places": "3", "kept": "1"}
    wrong = looked(page, event, **typed, amounts="500\n\nx")
    assert wrong["filled"] is None
    assert wrong["faults"]["amounts"].startswith("Place 3: “x”")
    assert len(looked(page, event, **typed, amounts="500\n\n100")["filled"]) == 3


def test_an_empty_first_place_is_missing_and_moves_no_other_up(page: Client, event: int) -> None:
    assert looked(page, event, method="hand", amounts="\n500")["faults"]["amounts"].startswith("Place 1:")


def test_names_to_hunt_are_drawn_once(page: Client, event: int, floor: Actor) -> None:
    evening(event, floor, 4)
    press(set_plan, event, by=FIRST_START, seats_per_table=9)
    assert send(page, page_of(event), what="names", count="many").status_code == 422
    assert send(page, page_of(event), what="names", count="2").status_code == 302
    assert NameList.objects.count() == 8
    shown = text_of(page.get(page_of(event)))
    assert "Player 1" in shown.partition("Who hunts whom")[2]
    assert 'value="names"' not in shown


def test_a_closed_event_is_read_only(page: Client, event: int) -> None:
    Tournament.objects.filter(pk=event).update(closed_at="2031-01-01T00:00:00Z")
    assert '<fieldset class="stack" disabled>' in text_of(page.get(page_of(event)))
