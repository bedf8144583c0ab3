"""The prizes page: lock and unlock, the bubble, envelopes and name bounties."""

import json

import pytest
from django.test import Client

from desk.commands.refunds import refund
from desk.models import Receipt
from prizes.commands.bounties import draw_envelope
from prizes.models import Deal, Envelope, NameList
from seating.commands import bust, set_plan
from tests.desk.tills import cash, enter, player, sold
from tests.fixtures.room import press
from tests.prizes.evenings import amounts, closed, evening, payout
from tests.web.prize_forms import GOOD, event, page_of, previewed
from tests.web.visitors import send, text_of
from tourney.access.roles import FIRST_START, Actor, Role
from tourney.models import Tournament

__all__ = ["event"]
pytestmark = pytest.mark.django_db


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


def test_page_names_the_journal_entry_of_the_refund_that_unlocked(
    page: Client, event: int, floor: Actor
) -> None:
    evening(event, floor, 9)
    closed(event)
    receipt = Receipt.objects.order_by("pk").first()
    assert receipt is not None
    seq = press(refund, event, by=floor, receipt=receipt.pk, reason="never sat down").seq
    shown = text_of(page.get(page_of(event)))
    assert f'href="/staff/t/{event}/journal/{seq}/"' in shown
    assert "Unlocked." in shown
    assert ">unlocked</span>" in shown
    assert "unlocked the prizes" in shown.partition('id="lock-state"')[2].partition("</p>")[0]
    assert "whatever is chosen here" in shown.partition('name="locks_itself"')[2].partition("</div>")[0]
    send(page, page_of(event), what="lock")
    assert payout(event).locked_pool == 80_000
    assert "Unlocked." not in text_of(page.get(page_of(event)))


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


def test_envelopes_are_filled_and_emptied_with_the_difference_shown(
    page: Client, event: int, floor: Actor
) -> None:
    evening(event, floor, 4, bounty=1_000, prizes={"bounties": "mystery"})
    closed(event)
    typed = {"what": "fill", "envelope_0_count": "1", "envelope_0_value": "25"}
    found = json.loads(page.post(f"{page_of(event)}preview/", typed).content)
    assert "3 envelopes are missing." in found["text"]
    assert "€15 is not in an envelope" in found["text"]
    answer = send(page, page_of(event), **typed)
    assert answer.status_code == 422
    assert 'value="25"' in text_of(answer)
    assert "15.00 is not in an envelope" in text_of(answer)
    assert send(page, page_of(event), **{**typed, "envelope_0_value": ""}).status_code == 422
    for wrong in ({"envelope_0_value": "0"}, {"envelope_0_count": "0"}, {"envelope_0_count": "30000"}):
        message = text_of(send(page, page_of(event), **{**typed, **wrong}))
        assert "dict_values" not in message
        field = next(iter(wrong))
        assert 'class="error"' in message.partition(f'name="{field}"')[2].partition("</div>")[0], wrong
    nothing = {**typed, "envelope_1_count": "3", "envelope_1_value": "0"}
    looked_at = json.loads(page.post(f"{page_of(event)}preview/", nothing).content)
    assert not looked_at["fits"]
    assert looked_at["faults"]["envelope_1_value"] == "Every envelope must have a value."
    fits = {**typed, "envelope_1_count": "3", "envelope_1_value": "5"}
    assert json.loads(page.post(f"{page_of(event)}preview/", fits).content)["fits"]
    assert send(page, page_of(event), **fits).status_code == 302
    assert Envelope.objects.count() == 4
    assert "0 of 4 drawn" in text_of(page.get(page_of(event)))
    assert send(page, page_of(event), what="empty").status_code == 302
    assert not Envelope.objects.exists()


def test_late_bounty_money_is_in_no_envelope_until_some_are_added(
    page: Client, people: dict[Role, Client], event: int, floor: Actor
) -> None:
    entries = evening(event, floor, 3, bounty=1_000, prizes={"bounties": "mystery"})
    press(set_plan, event, by=FIRST_START, seats_per_table=9)
    filled = {"what": "fill", "envelope_0_count": "3", "envelope_0_value": "10"}
    assert send(page, page_of(event), **filled).status_code == 302
    assert "not in an envelope" not in text_of(page.get(page_of(event)))
    press(bust, event, by=FIRST_START, entry=entries[0], knocked_out_by=[entries[1]])
    press(draw_envelope, event, by=floor, entry=entries[0])
    enter(event, floor, player("Late"), [cash(11_000)])
    for role, address in ((Role.DIRECTOR, "prizes"), (Role.DESK, "prizes"), (Role.DESK, "payouts")):
        shown = text_of(people[role].get(f"/staff/t/{event}/{address}/"))
        assert "€10 of bounty money is not in an envelope." in shown, (role, address)
        assert "1 bounty has no envelope" in shown, (role, address)
    add = {"what": "add", "envelope_0_count": "1", "envelope_0_value": "9"}
    looked_at = json.loads(page.post(f"{page_of(event)}preview/", add).content)
    assert looked_at["text"] == "€1 is not in an envelope yet."
    refused = send(page, page_of(event), **add)
    assert refused.status_code == 422
    assert "1.00 is not in an envelope yet." in text_of(refused)
    assert send(people[Role.DESK], page_of(event), **{**add, "envelope_0_value": "10"}).status_code == 422
    assert send(page, page_of(event), **{**add, "envelope_0_value": "10"}).status_code == 302
    shown = text_of(page.get(page_of(event)))
    assert "not in an envelope" not in shown
    assert "1 of 4 drawn" in shown


def test_bounties_without_one_in_the_price_are_warned_of(page: Client, event: int, floor: Actor) -> None:
    evening(event, floor, 3)
    assert "includes no bounty" not in previewed(page, event)["html"]
    assert "includes no bounty" in previewed(page, event, bounties="fixed")["html"]
    sold(event, pool=10_000, fee=0, staff=0, bounty=1_000, extras=[], re_entries_most=0)
    assert "includes no bounty" not in previewed(page, event, bounties="fixed")["html"]


def test_progressive_bounty_defaults_to_half_and_half(page: Client, event: int) -> None:
    shown = text_of(page.get(page_of(event)))
    assert 'value="50"' in shown.partition('name="bounty_cash"')[2].partition(">")[0]
    assert send(page, page_of(event), **{**GOOD, "bounties": "progressive"}).status_code == 302
    shown = text_of(page.get(page_of(event)))
    assert 'value="100"' in shown.partition('name="bounty_cash"')[2].partition(">")[0]


@pytest.mark.parametrize("note", ["0", "0.00"])
def test_smallest_note_of_zero_is_refused(page: Client, event: int, note: str) -> None:
    answer = send(page, page_of(event), **{**GOOD, "note": note})
    assert answer.status_code == 422
    assert "greater than zero" in text_of(answer)
    assert previewed(page, event, note=note)["html"] is None


def test_filling_up_replaces_no_place_that_can_not_be_read(page: Client, event: int, floor: Actor) -> None:
    evening(event, floor, 10)
    typed = {"method": "hand", "fill_up": "yes", "places": "3", "kept": "1"}
    wrong = previewed(page, event, **typed, amounts="500\n\nx")
    assert wrong["filled"] is None
    assert wrong["faults"]["amounts"].startswith("Place 3: “x”")
    assert len(previewed(page, event, **typed, amounts="500\n\n100")["filled"]) == 3


def test_an_empty_first_place_is_missing_and_moves_no_other_up(page: Client, event: int) -> None:
    assert previewed(page, event, method="hand", amounts="\n500")["faults"]["amounts"].startswith("Place 1:")


def test_bounty_targets_are_drawn_once(page: Client, event: int, floor: Actor) -> None:
    evening(event, floor, 4)
    press(set_plan, event, by=FIRST_START, seats_per_table=9)
    assert send(page, page_of(event), what="names", count="many").status_code == 422
    assert send(page, page_of(event), what="names", count="2").status_code == 302
    assert NameList.objects.count() == 8
    shown = text_of(page.get(page_of(event)))
    assert "Player 1" in shown.partition("Bounty targets")[2]
    assert 'value="names"' not in shown


def test_a_closed_event_is_read_only(page: Client, event: int) -> None:
    Tournament.objects.filter(pk=event).update(closed_at="2031-01-01T00:00:00Z")
    assert '<fieldset class="stack" disabled>' in text_of(page.get(page_of(event)))
