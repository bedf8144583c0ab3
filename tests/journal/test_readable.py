"""Readers of a journal see only what their permissions cover, on pages, in files and in the API."""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.http import StreamingHttpResponse

from clock.commands.clock import start
from desk.commands.drawers import close_drawer, move_cash
from desk.commands.refunds import refund
from desk.commands.vouchers import issue_tickets, issue_vouchers, void_voucher
from desk.models import Ticket, Voucher
from players.commands.bans import ban_player
from players.commands.players import change_player
from tests.api.caller import program_of
from tests.desk.tills import card, cash, drawer, enter, numbered, player, sold
from tests.fixtures.room import MakesEvents, press
from tests.web.visitors import client_of
from tourney.access.roles import Actor, Role
from tourney.journal.boards import journal_entries
from tourney.journal.commands import COMMANDS
from tourney.journal.readable import readable, row_permissions
from tourney.journal.undo import undo_in_room
from tourney.models import JournalEntry

PERSONAL = ("1987-11-23", "CARD-77", "wheelchair please", "owes us a beer")
# Five digits: a group of four may occur in the identifier of a command.
DRAWER = ("54321", "98765", "92929")
RECEIPT = ("16789",)


@pytest.fixture
def played(make_event: MakesEvents, director: Actor, floor: Actor, desk: Actor) -> int:
    """Create an event with vouchers, tickets, drawers and player records in its journals."""
    event = make_event(book="munot")
    sold(event)
    drawer(director, 54321)
    drawer(floor, 30_000)
    drawer(desk, 20_000)
    press(move_cash, by=director, amount=92929, reason="change")
    anna = player(
        "Anna", birth_date=PERSONAL[0], card=PERSONAL[1], needs=PERSONAL[2], staff_notes=PERSONAL[3]
    )
    press(change_player, by=director, player=anna, name="Anna", staff_notes="")
    press(undo_in_room, by=director, seq=JournalEntry.journal(None).latest("seq").seq)
    press(issue_vouchers, by=director, value=20_000, count=3)
    spent, void, _left = Voucher.objects.order_by("pk").values_list("number", flat=True)
    press(void_voucher, by=director, number=void)
    press(undo_in_room, by=director, seq=JournalEntry.journal(None).latest("seq").seq)
    press(issue_tickets, event, by=director, players=[anna], unnamed=1)
    press(start, event, by=floor)
    # More than the price: the remainder is returned as a voucher.
    sale = enter(event, director, anna, [numbered("voucher", 12_000, spent)])
    press(refund, event, by=floor, receipt=sale["receipt"], reason="a slip", method="cash")
    enter(event, director, player("Bert"), [cash(12_000, 16_789)])
    enter(event, desk, player("Carl"), [card()])
    press(ban_player, by=floor, player=player("Dora"), ends_on=None, reason="threw a chair")
    press(close_drawer, by=director, counted=98765)
    return event


def read_by(actor: Actor, event: int) -> Iterator[tuple[str, str]]:
    """Return everything that shows a journal: (place, content)."""
    client, token = client_of(actor), program_of(Role(actor.role))
    for journal in ("/staff/journal/", f"/staff/t/{event}/journal/"):
        tournament = event if "/t/" in journal else None
        paths = [journal, f"{journal}export.csv", f"{journal}export.json"]
        paths += [
            f"{journal}{seq}/"
            for seq in journal_entries(tournament, reader=actor).values_list("seq", flat=True)
        ]
        for path in paths:
            yield path, _text(client.get(path))
    yield "feed", _text(client.get(f"/live/t{event}/journal/"))
    for path in ("room/journal", f"tournaments/{event}/journal"):
        yield path, _text(token.get(path, limit=500))


def _text(answer: Any) -> str:
    assert answer.status_code == 200
    if isinstance(answer, StreamingHttpResponse):
        from asgiref.sync import async_to_sync

        async def whole() -> bytes:
            return b"".join([part async for part in answer])

        return async_to_sync(whole)().decode()
    return str(answer.content.decode())


def _seen(texts: list[tuple[str, str]], values: Any) -> list[tuple[str, str]]:
    """Return the values that occur as whole words; a token or primary key may contain one by chance."""
    words = {value: re.compile(rf"(?<![0-9A-Za-z]){re.escape(value)}(?![0-9A-Za-z])") for value in values}
    return [(where, value) for where, text in texts for value, word in words.items() if word.search(text)]


@pytest.mark.django_db(transaction=True)
def test_each_role_reads_only_permitted_fields_of_the_journal(
    played: int, director: Actor, floor: Actor, desk: Actor
) -> None:
    numbers = [
        *Voucher.objects.values_list("number", flat=True),
        *Ticket.objects.values_list("number", flat=True),
    ]
    assert len(numbers) > 4
    for actor, sees, misses in (
        (director, {*numbers, *PERSONAL, *DRAWER[:1], *RECEIPT}, ()),
        (floor, {*PERSONAL, *RECEIPT}, {*numbers, *DRAWER}),
        (desk, (), {*numbers, *PERSONAL, *DRAWER, *RECEIPT}),
    ):
        texts = list(read_by(actor, played))
        # Pages group the digits of numbers, files do not.
        plain = [(where, text.replace("\u202f", "").replace(",", "")) for where, text in texts]
        assert not _seen(texts, misses), actor.role
        assert not _seen([one for one in plain if "export" not in one[0]], {*misses} - {*PERSONAL}), (
            actor.role
        )
        missing = [value for value in sees if not _seen(texts, [value])]
        assert not missing, (actor.role, missing)


def test_a_clerk_reads_the_count_of_their_own_drawer_and_of_no_others(desk: Actor, floor: Actor) -> None:
    for clerk in (desk, floor):
        drawer(clerk, 4321)
        press(close_drawer, by=clerk, counted=8765)
    own, other = JournalEntry.objects.filter(kind="drawer.close").order_by("seq")
    assert (readable(own, desk).answer or {})["difference"] == 8765 - 4321
    assert "difference" not in (readable(other, desk).answer or {})
    assert "counted" not in readable(other, desk).arguments
    assert readable(other, desk).changes[0]["hidden"] == ["counted"]
    assert "counted" in (other.answer or {}), "the entry itself is unchanged"


def test_undo_response_shows_only_readable_fields(director: Actor, floor: Actor) -> None:
    press(issue_vouchers, by=director, value=20_000)
    number = Voucher.objects.get().number
    press(void_voucher, by=director, number=number)
    undone = press(undo_in_room, by=director, seq=JournalEntry.journal(None).latest("seq").seq)
    assert number in json.dumps(undone.answer)
    for reader in (floor, None):
        line = readable(JournalEntry.journal(None).latest("seq"), reader)
        assert number not in json.dumps([line.answer, line.changes, line.arguments])


def test_every_declared_permission_names_a_field_that_is_there() -> None:
    from django.apps import apps

    for model in apps.get_models():
        columns = {field.attname for field in model._meta.concrete_fields}
        assert set(row_permissions(model._meta.label_lower)) <= columns, model
    assert any(made.answer_permissions for made in COMMANDS.values())
