"""Draws of envelopes, names and broken tables: their public pages, and that they can be reproduced."""

import hashlib
import json
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from prizes.commands.bounties import draw_envelope, draw_names, fill_envelopes
from seating.boards import seating as seating_boards
from seating.commands import break_table, bust, draw_giving_order, redraw_field, set_plan
from seating.models import Draw, Plan
from tests.fixtures.room import MakesEvents, press, refusal
from tests.fixtures.wire import as_sent
from tests.prizes.evenings import closed, evening
from tests.seating.people import drawn_event
from tests.web.visitors import text_of
from tourney.access.roles import Actor

seating = as_sent(seating_boards.seating)


@pytest.fixture
def event(make_event: MakesEvents) -> int:
    """Make an event of the Munot rulebook."""
    return make_event(book="munot")


def below(seed: str, bound: int, count: list[int]) -> int:
    """Return the next random number of a seed, implemented again from docs/draws.md."""
    while True:
        number = int(hashlib.sha256(f"{seed}:{count[0]}".encode()).hexdigest(), 16)
        count[0] += 1
        if number < 2**256 - 2**256 % bound:
            return number % bound


def public_draw(client: Client, draw: Draw) -> Any:
    return json.loads(client.get(f"/draw/{draw.digest}/draw.json").content)


def verify_output(digest: str) -> str:
    out = StringIO()
    call_command("verify_draw", digest, stdout=out, no_color=True)
    return out.getvalue()


def mystery(event: int, floor: Actor, director: Actor) -> list[int]:
    """Register four players with bounties, fill the envelopes and win one bounty."""
    entries = evening(event, floor, 4, bounty=1_000, prizes={"bounties": "mystery"})
    press(set_plan, event, by=floor, seats_per_table=9)
    closed(event)
    values = [{"value": 2_500, "count": 1}, {"value": 500, "count": 3}]
    press(fill_envelopes, event, by=director, values=values)
    press(bust, event, by=floor, entry=entries[0], knocked_out_by=[entries[1]])
    return entries


def test_envelope_draw_is_announced_and_publicly_verifiable(
    event: int, floor: Actor, director: Actor, client: Client
) -> None:
    entries = mystery(event, floor, director)
    announced = Plan.objects.get().next_digest
    board = seating(event)
    assert board is not None
    assert board["next_digest"] == announced
    assert "Upcoming draw" in text_of(client.get(f"/draw/{announced}/"))
    press(draw_envelope, event, by=floor, entry=entries[0])
    draw = Draw.objects.get()
    assert draw.digest == announced
    found = public_draw(client, draw)
    left = found["inputs"]["envelopes"]
    assert left == [[1, 2_500], [2, 500], [3, 500], [4, 500]]
    assert left[below(found["seed"], 4, [0])][0] == found["outcome"]["envelope"]
    assert found["names"] == {str(entries[0]): "Player 1"}
    page = text_of(client.get(f"/draw/{draw.digest}/"))
    for words in ("Verified", "Player 1", "recalculated: the same", "€25", "this draw"):
        assert words in page
    assert "1 checked: as announced." in verify_output(draw.digest)
    again = refusal(draw_envelope, event, by=floor, entry=entries[0])
    assert again.code == "no_envelope"


@pytest.mark.parametrize("envelopes", [[], [[9, 500]]], ids=["none-left", "another-one"])
def test_tampered_envelope_is_detected(
    event: int, floor: Actor, director: Actor, client: Client, envelopes: list[list[int]]
) -> None:
    entries = mystery(event, floor, director)
    press(draw_envelope, event, by=floor, entry=entries[0])
    draw = Draw.objects.get()
    draw.inputs["envelopes"] = envelopes
    draw.save()
    page = text_of(client.get(f"/draw/{draw.digest}/"))
    assert "Not verified" in page
    assert "recalculated: the same" not in page
    with pytest.raises(CommandError):
        verify_output(draw.digest)


def test_lists_of_names_can_be_written_again_from_the_page(
    event: int, floor: Actor, director: Actor, client: Client
) -> None:
    """Five Spades 4.17: anyone can reproduce the draw of the names."""
    entries = evening(event, floor, 7)
    press(set_plan, event, by=floor, seats_per_table=9)
    press(draw_names, event, by=director, count=3)
    draw = Draw.objects.get()
    found = public_draw(client, draw)
    count = [0]
    lists: list[Any] = []
    for owner in found["inputs"]["owners"]:
        hat = list(found["inputs"]["people"])
        drawn: list[int] = []
        while hat and len(drawn) < found["inputs"]["count"]:
            at = below(found["seed"], len(hat), count)
            name = hat[at]
            hat[at] = hat[-1]
            hat.pop()
            if name != owner:
                drawn.append(name)
        lists.append([owner, drawn])
    assert lists == found["outcome"]["lists"]
    assert len(found["names"]) == 7
    page = text_of(client.get(f"/draw/{draw.digest}/"))
    assert "Verified" in page
    assert page.count("same</td>") == 7
    one = text_of(client.get(f"/draw/{draw.digest}/", {"q": "Player 3"}))
    assert one.count("same</td>") == 1
    assert "1 checked: as announced." in verify_output(draw.digest)
    draw.outcome["lists"][0][1].reverse()
    draw.save()
    page = text_of(client.get(f"/draw/{draw.digest}/"))
    assert "Not verified" in page
    assert page.count("same</td>") == 6
    assert len(entries) == 7


def test_draws_of_a_break_a_redraw_and_an_order_have_their_pages(
    event: int, floor: Actor, client: Client
) -> None:
    entries = drawn_event(event, 10, [1, 2])
    for entry in entries[:3]:
        press(bust, event, by=floor, entry=entry)
    press(draw_giving_order, event, by=floor)
    press(break_table, event, by=floor, number=2)
    press(redraw_field, event, by=floor, tables=1)
    for draw in Draw.objects.exclude(kind="field"):
        page = text_of(client.get(f"/draw/{draw.digest}/"))
        assert "Verified" in page, draw.kind
        assert "same" in page, draw.kind
        assert public_draw(client, draw)["kind"] == draw.kind
    assert {draw.kind for draw in Draw.objects.all()} >= {"break", "redraw", "order"}
