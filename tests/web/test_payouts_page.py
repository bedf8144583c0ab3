"""Payouts at the desk: who has what to collect, payment and its undo, and permissions."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from desk.models import Drawer, Voucher
from desk.services.prices import price_text
from desk.services.till import cash_in
from players.rules.person_code import code_of
from prizes.commands.payments import pay_prize
from prizes.commands.payouts import unlock_payout
from prizes.models import PrizePayment
from prizes.services.payables import payable_to
from tests.desk.tills import drawer
from tests.fixtures.room import MakesEvents, press
from tests.prizes.evenings import amounts, closed, evening, out
from tests.web.visitors import client_of, send, text_of
from tourney.access.roles import FIRST_START, Actor, Role
from tourney.journal.undo import undo
from tourney.models import Entry, JournalEntry, Tournament

pytestmark = pytest.mark.django_db
FIELD = 9


@pytest.fixture
def event(make_event: MakesEvents) -> int:
    """Make an event of the Munot rulebook."""
    return make_event(book="munot")


@pytest.fixture
def clerk(desk: Actor) -> Client:
    """Return the browser of a clerk with a drawer."""
    drawer(desk, 1_000_000)
    return client_of(desk)


def over(event: int, floor: Actor, **prizes: Any) -> list[int]:
    """Finish an event of nine; return its entries, the winner's last."""
    entries = evening(event, floor, FIELD, prizes=prizes)
    closed(event)
    out(event, *entries[:-1])
    return entries


def page_of(event: int) -> str:
    return f"/staff/t/{event}/payouts/"


def row_of(text: str, entry: int) -> str:
    """Return the text of a player's row in the list."""
    found = re.search(rf'<tr data-entry="{entry}".*?</tr>', text, re.DOTALL)
    assert found is not None
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", found[0]))


def result_of(text: str) -> str:
    """Return the shown result of the last action."""
    return text.partition('id="payouts-result"')[2].partition("</section>")[0]


def event_row(event: int) -> Tournament:
    return Tournament.objects.get(pk=event)


# --- the list -----------------------------------------------------------------------------------------
def test_list_shows_place_won_paid_and_payable(event: int, floor: Actor, clerk: Client) -> None:
    entries = over(event, floor)
    first, second = amounts(event)[:2]
    press(pay_prize, event, by=floor, entry=entries[-1], amount=10_000)
    text = text_of(clerk.get(page_of(event)))
    assert f" 1 Player 9 {first / 100:.2f} 100.00 {(first - 10_000) / 100:.2f} paid in part" in row_of(
        text, entries[-1]
    )
    assert f" 2 Player 8 {second / 100:.2f} 0.00 {second / 100:.2f} outstanding" in row_of(text, entries[-2])
    assert f'data-entry="{entries[0]}"' not in text, "a player without a prize is not listed"


@pytest.mark.parametrize("how", ["name", "code"])
def test_player_is_found_by_typing_or_scanning_and_opened_by_enter(
    event: int, floor: Actor, clerk: Client, how: str
) -> None:
    winner = over(event, floor)[-1]
    sought = "player 9" if how == "name" else code_of(Entry.objects.get(pk=winner).player_id)
    answer = clerk.get(page_of(event), {"q": sought, "enter": "1"})
    assert answer["Location"] == f"{page_of(event)}?entry={winner}"
    part = text_of(clerk.get(page_of(event), {"q": sought, "part": "1"}))
    assert re.findall(r'<tr data-entry="(\d+)"', part) == [str(winner)]


def test_scanned_player_without_a_prize_gets_a_message(event: int, floor: Actor, clerk: Client) -> None:
    loser = over(event, floor)[0]
    answer = clerk.get(page_of(event), {"q": code_of(Entry.objects.get(pk=loser).player_id), "enter": "1"})
    assert "Player 1 has no winnings and no payments here." in text_of(answer)


def test_paid_player_who_no_longer_won_is_marked(event: int, floor: Actor, clerk: Client) -> None:
    entries = evening(event, floor, FIELD)
    closed(event)
    out(event, *entries[:-2])
    third = entries[-3]
    press(pay_prize, event, by=floor, entry=third, amount=amounts(event)[2])
    paid = price_text(amounts(event)[2], "EUR")
    busts = JournalEntry.objects.filter(tournament=event, kind="entry.bust").order_by("-seq")
    last, before = busts[:2]
    press(undo, event, by=FIRST_START, seq=last.seq, although_paid=True)
    # Back in play, the player may win it again: nothing is claimed back yet.
    text = text_of(clerk.get(page_of(event)))
    assert "paid, playing again" in row_of(text, third)
    assert f"was paid {paid} and is playing again" in text.partition("payouts-too-much")[2]
    assert "Wait for the final place" in text_of(clerk.get(page_of(event), {"entry": third}))
    press(undo, event, by=FIRST_START, seq=before.seq, although_paid=True)
    out(event, third)
    text = text_of(clerk.get(page_of(event)))
    assert f"overpaid by {paid}".replace("\xa0", " ") in row_of(text, third)
    assert f"overpaid by {paid}" in text.partition("payouts-too-much")[2].partition("</ul>")[0]
    assert f"−{amounts(event)[2] / 100:.2f}" in row_of(text, third)
    assert "than the current places pay" in text_of(clerk.get(page_of(event), {"entry": third}))


# --- payment ------------------------------------------------------------------------------------------
def test_panel_is_prefilled_and_payment_tells_what_to_hand_over(
    event: int, floor: Actor, clerk: Client, desk: Actor
) -> None:
    winner = over(event, floor, tax_percent=1_000)[-1]
    won = amounts(event)[0]
    shown = text_of(clerk.get(page_of(event), {"entry": winner}))
    assert re.search(rf'name="amount" value="{won / 100:.2f}"[^>]* autofocus', shown)
    assert f'name="withheld" value="{won // 10 / 100:.2f}"' in shown
    before = cash_in(Drawer.objects.get(clerk__username=desk.name))
    answer = send(
        clerk,
        page_of(event),
        what="pay",
        entry=winner,
        kind="prize",
        amount="100",
        method="cash",
        withheld=f"{won // 10 / 100:.2f}",
        withheld_was=f"{won // 10 / 100:.2f}",
        id_seen="1",
        signed="1",
    )
    assert answer.status_code == 302
    row = PrizePayment.objects.get()
    assert (row.amount, row.withheld, row.signed, row.id_seen_by) == (10_000, 1_000, True, desk.name)
    assert cash_in(Drawer.objects.get(clerk__username=desk.name)) == before - 9_000
    message = result_of(text_of(clerk.get(answer["Location"])))
    assert "Hand over in cash" in message
    assert "€90" in message
    assert payable_to(event_row(event), winner, "prize") == won - 10_000


def test_payment_above_the_payable_is_refused_at_its_field(event: int, floor: Actor, clerk: Client) -> None:
    winner = over(event, floor)[-1]
    answer = send(
        clerk, page_of(event), what="pay", entry=winner, kind="prize", amount="9999.00", method="cash"
    )
    assert answer.status_code == 422
    field = text_of(answer).partition('name="amount"')[2].partition("</div>")[0]
    assert f"Only {price_text(amounts(event)[0], 'EUR')} is payable to" in field
    assert "Nothing was paid." in text_of(answer)
    assert not PrizePayment.objects.exists()


@pytest.mark.parametrize(
    "values",
    [
        {},
        {"what": "rob"},
        {"what": "pay"},
        {"what": "pay", "amount": "x", "entry": "1", "kind": "prize"},
        {"what": "pay", "amount": "1", "entry": "1", "kind": "loot", "method": "cash"},
        {"what": "hand", "entry": "x"},
        {"what": "take_back", "payment": "1", "reason": ""},
        {"what": "draw", "entry": "999999"},
    ],
)
def test_malformed_payment_is_answered_without_paying(
    event: int, floor: Actor, clerk: Client, values: dict[str, str]
) -> None:
    over(event, floor)
    assert send(clerk, page_of(event), **values).status_code == 422
    assert not PrizePayment.objects.exists()


def test_a_voucher_is_shown_by_its_number_and_printed(event: int, floor: Actor, clerk: Client) -> None:
    winner = over(event, floor)[-1]
    answer = send(
        clerk, page_of(event), what="pay", entry=winner, kind="prize", amount="50", method="voucher"
    )
    text = text_of(clerk.get(answer["Location"]))
    number = Voucher.objects.get().number
    assert number in result_of(text)
    found = re.search(r'href="([^"]*/vouchers/\?line=\d+)"', text)
    assert found is not None
    assert number in text_of(clerk.get(found[1]))


def test_another_clerk_does_not_read_the_number_of_a_voucher_that_was_paid_out(
    event: int, floor: Actor, clerk: Client, director: Actor, person: Callable[..., Actor]
) -> None:
    winner = over(event, floor)[-1]
    given = {"what": "pay", "entry": winner, "kind": "prize", "amount": "50", "method": "voucher"}
    shown = send(clerk, page_of(event), **given)["Location"]
    line, number = JournalEntry.journal(event).get(kind="prize.pay").seq, Voucher.objects.get().number
    sheet = f"{page_of(event)}vouchers/?line={line}"
    other = client_of(person("desmond", Role.DESK))
    assert number not in text_of(other.get(shown))
    assert "vouchers/?line" not in text_of(other.get(shown))
    assert other.get(sheet).status_code == 404
    assert number in text_of(client_of(director).get(sheet))


def test_withdrawing_a_payment_requires_permission_and_a_reason(
    event: int, floor: Actor, clerk: Client
) -> None:
    winner = over(event, floor)[-1]
    press(pay_prize, event, by=floor, entry=winner, amount=10_000)
    payment = PrizePayment.objects.get().pk
    given: dict[str, Any] = {"what": "take_back", "entry": winner, "payment": payment}
    assert 'value="take_back"' not in text_of(clerk.get(page_of(event), {"entry": winner}))
    assert send(clerk, page_of(event), **given, reason="x").status_code == 422
    boss = client_of(floor)
    assert 'value="take_back"' in text_of(boss.get(page_of(event), {"entry": winner}))
    assert send(boss, page_of(event), **given, reason=" ").status_code == 422
    answer = send(boss, page_of(event), **given, reason="wrong person")
    text = text_of(boss.get(answer["Location"]))
    assert "Return to the drawer" in result_of(text)
    assert "€100" in result_of(text)
    assert "wrong person" in text
    assert 'value="take_back"' not in text, "it is paid once"


def test_an_overpaid_player_shows_who_reverses_which_receipt_and_what_is_paid_again(
    event: int, floor: Actor, clerk: Client, director: Actor
) -> None:
    entries = over(event, floor)
    won, second, winner = *amounts(event)[:2], entries[-1]
    # The payment of one cent is not the one to reverse.
    for amount in (won - 1, 1):
        press(pay_prize, event, by=floor, entry=winner, amount=amount)
    last = JournalEntry.journal(event).filter(kind="entry.bust").latest("seq")
    press(undo, event, by=director, seq=last.seq, although_paid=True)
    out(event, winner)
    rows = re.findall(r'<tr data-entry="(\d+)"', text_of(clerk.get(page_of(event))))
    assert rows[:2] == [str(entries[-2]), str(winner)], "by place, though the second is overpaid"
    paid = PrizePayment.objects.order_by("pk")[0]
    assert paid.item is not None
    number = str(paid.item.receipt)
    again = price_text(second - 1, "EUR")

    def notice(reader: Client) -> str:
        text = text_of(reader.get(page_of(event), {"entry": winner}))
        return re.sub(
            r"\s+", " ", re.sub(r"<[^>]*>", "", text.partition("Overpaid by")[2].partition("</p>")[0])
        )

    assert f"Floor or Director can reverse receipt {number}. Then pay {again} again." in notice(clerk)
    assert f"Reverse receipt {number}. Then pay {again} again." in notice(client_of(floor))
    # Without a drawer no reason is asked for; with one, what was typed stays after a refusal.
    boss = client_of(director)
    shown = text_of(boss.get(page_of(event), {"entry": winner}))
    assert "Open your drawer first." in shown
    assert 'name="reason"' not in shown
    given: dict[str, Any] = {"what": "take_back", "entry": winner, "payment": paid.pk, "reason": "They won"}
    drawer(director)
    Drawer.objects.filter(clerk__username=director.name).update(currency="CHF")
    refused = text_of(send(boss, page_of(event), **given))
    assert re.search(r'<details class="sure" open>.*? value="They won"', refused, re.DOTALL)


def test_payments_require_locked_prizes(event: int, floor: Actor, director: Actor, clerk: Client) -> None:
    winner = over(event, floor)[-1]
    press(unlock_payout, event, by=director, reason="a slip")
    assert "not locked" in text_of(clerk.get(page_of(event)))
    answer = send(clerk, page_of(event), what="pay", entry=winner, kind="prize", amount="1", method="cash")
    assert answer.status_code == 422
    assert "not locked" in text_of(answer)


def test_event_without_prizes_and_clerk_without_drawer_get_a_message(event: int, desk: Actor) -> None:
    text = text_of(client_of(desk).get(page_of(event)))
    assert "The prizes of this event are not set up yet." in text
    # Nothing can be paid before the prizes are set up and locked.
    assert "Open your drawer" not in text
