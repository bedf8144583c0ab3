"""Printed pages: seat cards, receipts, vouchers."""

import re
from datetime import UTC, datetime
from typing import Any

import pytest
import segno
from django.test import Client
from hypothesis import given, settings
from hypothesis import strategies as st

from desk.boards.find import find
from desk.commands.bookings import cancel, reserve, wait
from desk.commands.refunds import refund
from desk.models import PrintSettings, Receipt
from notifications.commands.player_links import typed_address
from players.commands.players import add_player
from players.rules.person_code import code_of
from tests.fixtures.room import press
from tests.web.till_room import drawer_of, drawn, on_sale, sold_to
from tests.web.visitors import client_of, done, lines, send, text_of
from tourney.access.roles import Actor
from tourney.access.viewers import token_of
from tourney.journal.boards import journal_entry_board
from tourney.models import ChipMove, Entry, JournalEntry
from tourney.services.qr import SMALLEST_MM, QrPicture, qr_picture
from web.templatetags.pages import team_name, unbroken

QUIET = 4
NOW = datetime(2026, 1, 1, tzinfo=UTC)
_RUN = re.compile(r"M(\d+) (\d+)h(\d+)v1h-\3z")


def modules_of(picture: QrPicture) -> list[list[int]]:
    """Return the dark modules of a drawn code, without its quiet zone."""
    size = picture.modules - 2 * QUIET
    found = [[0] * size for _row in range(size)]
    runs = _RUN.findall(picture.path)
    assert "".join(f"M{x} {y}h{n}v1h-{n}z" for x, y, n in runs) == picture.path
    for x, y, n in runs:
        for step in range(int(n)):
            found[int(y) - QUIET][int(x) - QUIET + step] = 1
    return found


@settings(deadline=None)
@given(st.text(alphabet="abcXYZ0189:/.-_", min_size=1, max_size=120))
def test_a_code_is_drawn_module_by_module(text: str) -> None:
    matrix = [list(row) for row in segno.make(text, error="m", micro=False).matrix]
    assert modules_of(qr_picture(text)) == matrix


@settings(deadline=None)
@given(st.text(alphabet="abc", min_size=1, max_size=120), st.integers(1, 40))
def test_no_code_is_smaller_than_a_phone_reads(text: str, wanted: int) -> None:
    picture = qr_picture(text, symbol_mm=wanted)
    symbol = float(picture.millimetres) * (picture.modules - 2 * QUIET) / picture.modules
    assert symbol >= SMALLEST_MM - 0.01


@pytest.fixture
def event(make_event: Any) -> int:
    """Make an event that is on sale."""
    return on_sale(make_event(book="munot", name="Friday Deep"))


def links_in(text: str) -> list[str]:
    """Return the texts of a page's codes, found by drawing each candidate again."""
    return re.findall(r'<path d="([^"]+)"', text)


@pytest.mark.django_db
def test_a_seat_card_shows_table_seat_and_the_way_to_the_phones_page(event: int, desk: Actor) -> None:
    drawer_of(desk)
    made = sold_to(desk, event, "Ann Miller")
    before = text_of(client_of(desk).get(f"/staff/print/entry/{made['entry']}/"))
    assert "Your seat is drawn before the start." in before
    drawn(event)
    answer = client_of(desk).get(f"/staff/print/entry/{made['entry']}/")
    card = answer.context["cards"][0]
    assert card["table"]
    assert card["seat"]
    assert f"<dd>{card['table']}</dd>" in text_of(answer)
    assert "Ann Miller" in text_of(answer)
    assert links_in(text_of(answer)) == [qr_picture(card["link"]).path]
    # The number can be typed at a desk without a scanner.
    assert f'<p class="slip-code">{code_of(made["player"])}</p>' in text_of(answer)
    assert find(code_of(made["player"]), event).exact == made["player"]
    receipt = text_of(client_of(desk).get(f"/staff/print/receipt/{made['receipt']}/"))
    assert f'<p class="slip-code">{code_of(made["player"])}</p>' in receipt
    token = token_of(card["link"].rstrip("/").rpartition("/")[2])
    assert token is not None
    assert token.player_id == made["player"]


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("columns", "message"),
    [
        ({"out_at": NOW}, "You are out of the event with this entry."),
        ({"voided_at": NOW}, "This entry was refunded."),
    ],
)
def test_the_card_of_an_entry_that_is_out_promises_no_seat(
    event: int, desk: Actor, columns: dict[str, Any], message: str
) -> None:
    drawer_of(desk)
    made = sold_to(desk, event, "Ann Miller")
    Entry.objects.filter(pk=made["entry"]).update(**columns)
    card = text_of(client_of(desk).get(f"/staff/print/entry/{made['entry']}/"))
    assert message in card
    assert "Your seat is drawn before the start." not in card


@pytest.mark.django_db
def test_the_card_of_a_surrendered_entry_says_so(event: int, desk: Actor) -> None:
    drawer_of(desk)
    made = sold_to(desk, event, "Ann Miller")
    Entry.objects.filter(pk=made["entry"]).update(out_at=NOW)
    ChipMove.objects.create(tournament_id=event, entry_id=made["entry"], kind="surrender", chips=-500, at=NOW)
    card = text_of(client_of(desk).get(f"/staff/print/entry/{made['entry']}/"))
    assert "Stack surrendered." in card


@pytest.mark.django_db
def test_a_seat_card_says_its_address_in_letters(event: int, desk: Actor) -> None:
    drawer_of(desk)
    made = sold_to(desk, event, "Ann")
    answer = client_of(desk).get(f"/staff/print/entry/{made['entry']}/")
    link = answer.context["cards"][0]["link"]
    shown = text_of(answer)
    assert f'<p class="slip-address">{typed_address(link)}</p>' in shown
    field = text_of(client_of(desk).get(f"/staff/t/{event}/tables/"))
    assert 'target="_blank">Print seat cards</a>' in field


@pytest.mark.django_db
def test_print_is_journalled_but_a_preview_is_not(event: int, desk: Actor) -> None:
    drawer_of(desk)
    made = sold_to(desk, event, "Ann")
    clerk = client_of(desk)
    for kind, key in (("entry", "entry"), ("receipt", "receipt")):
        path = f"/staff/print/{kind}/{made[key]}/"
        clerk.get(path)
        before = lines(event)
        shown = send(clerk, path)
        assert shown.status_code == 200
        assert "data-again" in text_of(shown)
        assert lines(event) == before + 1
        line = JournalEntry.journal(event).latest("seq")
        assert (line.kind, line.who) == ("desk.printed", "desi")
        assert journal_entry_board(line)["text"].startswith("Printed: ")
        assert send(clerk, path, command="nonsense").status_code == 409
        assert lines(event) == before + 1


@pytest.mark.django_db
@pytest.mark.postgres
def test_only_a_repeated_print_is_a_reprint(event: int, desk: Actor) -> None:
    drawer_of(desk)
    made = sold_to(desk, event, "Ann")
    clerk = client_of(desk)
    for kind, key in (("entry", "entry"), ("receipt", "receipt")):
        path = f"/staff/print/{kind}/{made[key]}/"
        assert ">Print</button>" in text_of(clerk.get(path))
        assert "· reprint" not in text_of(send(clerk, path))
        again = text_of(clerk.get(path))
        assert ">Reprint</button>" in again
        assert ("· reprint" in again) == (kind == "receipt")
        send(clerk, path)
        line = JournalEntry.journal(event).latest("seq")
        assert journal_entry_board(line)["text"].startswith("Reprinted: ")


@pytest.mark.django_db
def test_a_printed_card_leads_back_to_where_it_was_opened(event: int, desk: Actor, floor: Actor) -> None:
    drawer_of(desk)
    made = sold_to(desk, event, "Ann")
    path = f"/staff/print/entry/{made['entry']}/"
    on_desk, on_floor = f'href="/staff/desk/{event}/?player=', f'href="/staff/t/{event}/floor/"'
    clerk, boss = client_of(desk), client_of(floor)
    assert on_desk in text_of(clerk.get(path))
    assert on_floor in text_of(boss.get(path))
    came = {"headers": {"referer": f"http://testserver/staff/t/{event}/floor/"}}
    shown = text_of(clerk.get(path, **came))
    assert on_floor in shown
    assert on_desk not in shown
    came = {"headers": {"referer": f"http://testserver/staff/desk/{event}/"}}
    assert on_desk in text_of(boss.get(path, **came))
    # The print itself keeps it.
    assert on_floor in text_of(send(clerk, path, back="floor"))


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("book_it", "message"),
    [
        (reserve, "Your seat is reserved."),
        (wait, "Your phone alerts you when a seat is open for you."),
    ],
)
def test_link_is_printed_for_a_player_without_an_entry(
    event: int, desk: Actor, book_it: Any, message: str
) -> None:
    who = done(add_player, name="Ann Early", birth_date="1990-04-01")["player"]
    booking = done(book_it, event, player=who)["booking"]
    path = f"/staff/print/booking/{booking}/"
    clerk = client_of(desk)
    answer = clerk.get(path)
    card = answer.context["cards"][0]
    assert message in text_of(answer)
    assert "Your seat is drawn" not in text_of(answer)
    assert links_in(text_of(answer)) == [qr_picture(card["link"]).path]
    assert f'<p class="slip-code">{code_of(who)}</p>' in text_of(answer)
    # It is the player's own page, and it opens without an entry.
    token = token_of(card["link"].rstrip("/").rpartition("/")[2])
    assert token is not None
    assert token.player_id == who
    assert "Ann Early" in text_of(Client().get("/" + card["address"].partition("/")[2], follow=True))
    before = lines(event)
    assert "data-again" in text_of(send(clerk, path))
    line = JournalEntry.journal(event).latest("seq")
    assert (lines(event), line.kind) == (before + 1, "desk.printed")
    assert journal_entry_board(line)["text"] == "Printed the phone link for Ann Early"


@pytest.mark.django_db
def test_a_booking_that_is_over_prints_no_link(event: int, desk: Actor) -> None:
    who = done(add_player, name="Ann Early", birth_date="1990-04-01")["player"]
    booking = done(reserve, event, player=who)["booking"]
    done(cancel, event, booking=booking)
    assert client_of(desk).get(f"/staff/print/booking/{booking}/").status_code == 404


@pytest.mark.django_db
def test_the_receipt_of_a_sale_names_the_one_that_corrects_it(event: int, desk: Actor, floor: Actor) -> None:
    drawer = drawer_of(desk)
    made = sold_to(desk, event, "Ann")
    address, page = f"/staff/print/receipt/{made['receipt']}/", client_of(desk)
    assert "Corrected by" not in text_of(page.get(address))
    press(refund, event, by=floor, receipt=made["receipt"], reason="Ill", method="cash", drawer=drawer)
    correction = Receipt.objects.select_related("drawer").get(corrects=made["receipt"])
    assert f"Corrected by receipt {unbroken(str(correction))}" in text_of(page.get(address))
    assert "Corrected by" not in text_of(page.get(f"/staff/print/receipt/{correction.pk}/"))


@pytest.mark.django_db
def test_a_receipt_adds_up_on_paper(event: int, desk: Actor) -> None:
    drawer_of(desk)
    made = sold_to(desk, event, "Ann", tendered=15_000)
    shown = text_of(client_of(desk).get(f"/staff/print/receipt/{made['receipt']}/"))
    for text in (
        made["number"],
        "Prize pool",
        "80.00",
        "House fee",
        "20.00",
        "100.00",
        "150.00",
        "50.00",
        "Cash",
    ):
        assert text in shown


@pytest.mark.postgres
@pytest.mark.django_db
def test_the_whole_field_is_printed_in_the_order_of_tables_or_names(
    page: Client, event: int, desk: Actor, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawer_of(desk)
    for name in ("Cid", "Ann", "Ben"):
        sold_to(desk, event, name)
    empty = text_of(page.get(f"/staff/t/{event}/cards/"))
    assert "No players have a seat yet." in empty.partition("<main")[2]
    assert 'id="print"' not in empty
    drawn(event)
    by_table = page.get(f"/staff/t/{event}/cards/").context["cards"]
    places = [(card["table"], card["seat"]) for card in by_table]
    assert len(places) == 3
    assert places == sorted(places)
    by_name = page.get(f"/staff/t/{event}/cards/?by=name&paper=roll").context["cards"]
    assert [card["name"] for card in by_name] == ["Ann", "Ben", "Cid"]
    monkeypatch.setattr("web.desk.seat_cards._CARDS_AT_ONCE", 2)
    first, second = (page.get(f"/staff/t/{event}/cards/?by=name&part={part}") for part in (1, 2))
    assert [card["name"] for card in (*first.context["cards"], *second.context["cards"])] == [
        "Ann",
        "Ben",
        "Cid",
    ]
    for part in ("x", "0", "999", "-1"):
        assert page.get(f"/staff/t/{event}/cards/?part={part}&by=%00&paper=gold").status_code == 200


@pytest.mark.postgres
@pytest.mark.django_db
@pytest.mark.parametrize(
    "path", ["entry/0/", "entry/99999/", "receipt/99999/", "receipt/9999999999999999999/"]
)
def test_printing_missing_items_returns_not_found(page: Client, path: str) -> None:
    assert page.get(f"/staff/print/{path}").status_code == 404
    assert send(page, f"/staff/print/{path}").status_code == 404


def test_print_settings_are_on_the_desk_page(director: Actor) -> None:
    page = client_of(director)
    sent = {"company": "Grand Casino Bern AG", "tax_number": "CHE-1", "wifi_name": "Poker", "paper": "a6"}
    assert send(page, "/staff/room/desk/", what="printing", **sent).status_code == 302
    row = PrintSettings.objects.get()
    assert (row.company, row.tax_number, row.wifi_name, row.paper) == tuple(sent.values())
    assert send(page, "/staff/room/desk/", what="printing", paper="a3").status_code == 422
    assert send(page, "/staff/room/desk/", what="logo").status_code == 422
    assert send(page, "/staff/room/desk/", what="no_logo").status_code == 302


def test_numbers_of_receipts_in_a_text_stay_on_one_line() -> None:
    assert unbroken("Anna <b>: receipt 2-0001, 28-11") == (
        'Anna &lt;b&gt;: receipt <span class="nowrap">2-0001</span>, 28-11'
    )


def test_the_slash_of_a_team_never_begins_a_line() -> None:
    assert team_name("Ann Lang / Bert Meyer") == "Ann Lang\u00a0/ Bert Meyer"
    assert team_name("Ann Lang") == "Ann Lang"
