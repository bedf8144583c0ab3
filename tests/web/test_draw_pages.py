"""The public page that verifies a draw, and the seat list."""

import gzip
import json
from typing import Any

import pytest
from django.test import Client

from players.commands.players import change_player
from players.models import Player
from players.rules.names import shortened
from seating.boards import seating as seating_boards
from seating.commands import add_apart, bust, draw_button, draw_one_seat, draw_seats, set_plan
from seating.models import Draw, Plan, Table
from tests.fixtures.room import MakesEvents, press
from tests.fixtures.wire import as_sent
from tests.seating.people import drawn_event, places_of, register_entries, tables_for
from tests.web.visitors import client_of, text_of
from tourney.access.roles import Actor
from tourney.journal.undo import undo
from tourney.models import Entry, Tournament

seating = as_sent(seating_boards.seating)


def name_of(entry: int) -> str:
    """Return a name as the public sees it (Five Spades 5.8)."""
    return shortened(Entry.objects.get(pk=entry).player.name)


def test_the_hash_of_the_next_draw_is_public_before_it_is_held(
    event: int, client: Client, floor: Actor
) -> None:
    press(set_plan, event, by=floor, seats_per_table=9)
    digest = Plan.objects.get().next_digest
    board = seating(event)
    assert board is not None
    assert board["next_digest"] == digest
    page = text_of(client.get(f"/draw/{digest}/"))
    assert digest in page
    assert f"<title>{Tournament.objects.get(pk=event).name} · Upcoming draw" in page
    assert client.get(f"/draw/{digest}/draw.json").status_code == 404


def test_draw_page_is_public_with_inputs_and_verification(event: int, client: Client, floor: Actor) -> None:
    entries = drawn_event(event, 12, [1, 2])
    draw = Draw.objects.get()
    page = text_of(client.get(f"/draw/{draw.digest}/"))
    for word in (draw.digest, draw.seed, draw.next_digest, "Verified", name_of(entries[0])):
        assert word in page
    assert page.count("same</td>") == 12
    assert "when the seating was set up" in page
    one = text_of(client.get(f"/draw/{draw.digest}/", {"q": name_of(entries[3])[:8].upper()}))
    assert one.count("same</td>") == 1
    assert "No matching players" in text_of(client.get(f"/draw/{draw.digest}/", {"q": "zzz"}))
    for wrong in ("ffff", "ab" * 32, "%00" * 64, draw.digest.upper()):
        assert client.get(f"/draw/{wrong}/").status_code == 404
        assert client.get(f"/draw/{wrong}/draw.json").status_code == 404


def test_draw_that_cannot_be_reproduced_is_reported(event: int, client: Client, floor: Actor) -> None:
    drawn_event(event, 5, [1])
    draw = Draw.objects.get()
    first, second = draw.outcome["seats"][:2]
    draw.outcome["seats"][:2] = [[first[0], *second[1:]], [second[0], *first[1:]]]
    draw.save()
    page = text_of(client.get(f"/draw/{draw.digest}/"))
    assert "Not verified" in page
    assert "Seed and inputs give a different result." in page
    assert page.count("same</td>") == 3


def test_a_latecomers_draw_and_a_buttons_draw_have_their_pages(
    event: int, client: Client, floor: Actor
) -> None:
    drawn_event(event, 8, [1])
    press(draw_button, event, by=floor)
    (entry,) = register_entries(event, 1)
    press(draw_one_seat, event, by=floor, entry=entry)
    _field, button, seat = Draw.objects.order_by("id")
    page = text_of(client.get(f"/draw/{button.digest}/"))
    assert "highest card" in page
    assert page.count("<tr") == 9
    page = text_of(client.get(f"/draw/{seat.digest}/"))
    assert name_of(entry) in page
    assert "Verified" in page
    assert f"/draw/{button.digest}/" in page


def test_needs_and_pairs_are_numbers_to_the_public_and_names_to_staff(
    event: int, client: Client, floor: Actor
) -> None:
    tables_for(event, [1, 2])
    Table.objects.filter(number=1).update(accessible=True)
    press(set_plan, event, by=floor, seats_per_table=9, keep_apart=True)
    entries = register_entries(event, 12, needs=[4])
    one, other = (Entry.objects.get(pk=entry).player_id for entry in entries[:2])
    press(add_apart, by=floor, one=one, other=other, reason="divorced")
    press(draw_seats, event, by=floor)
    digest = Draw.objects.get().digest
    public = json.loads(client.get(f"/draw/{digest}/draw.json").content)
    assert public["inputs"]["needs"] is None
    assert public["inputs"]["apart"] is None
    assert public["withheld"] == {"needs": 1, "apart": 1}
    assert public["names"][str(entries[4])] == name_of(entries[4])
    assert "divorced" not in json.dumps(public)
    whole = json.loads(client_of(floor).get(f"/draw/{digest}/draw.json").content)
    assert whole["inputs"]["needs"] == [entries[4]]
    assert whole["inputs"]["apart"] == [entries[:2]]
    assert "(name not shown)" in text_of(client.get(f"/draw/{digest}/"))


def test_undone_draw_is_marked_as_undone(event: int, client: Client, floor: Actor) -> None:
    drawn_event(event, 5, [1])
    draw = Draw.objects.get()
    press(undo, event, by=floor, seq=draw.seq)
    assert "was undone later" in text_of(client.get(f"/draw/{draw.digest}/"))


def seats(client: Client, event: int, **headers: Any) -> Any:
    return client.get(f"/live/t{event}/seats/", headers=headers)


def rename(entry: int, by: Actor, name: str, privacy: str = "full", nickname: str = "") -> None:
    player = Entry.objects.get(pk=entry).player
    press(change_player, by=by, player=player.pk, name=name, privacy=privacy, nickname=nickname)


@pytest.mark.postgres
def test_list_is_sorted_by_surname_with_public_names(
    make_event: MakesEvents, client: Client, floor: Actor
) -> None:
    event = make_event(book="munot")
    entries = drawn_event(event, 4, [1])
    for entry, (name, privacy, nickname) in zip(
        entries,
        [
            ("Zoe Adam", "full", ""),
            ("Émile Brun", "full", ""),
            ("Anna Berger", "short", ""),
            ("Fritz Egli", "nickname", "ace"),
        ],
        strict=True,
    ):
        rename(entry, floor, name, privacy, nickname)
    found = json.loads(seats(client, event).content)
    where = places_of(event)
    assert found["seats"] == [
        ["ace", *where[entries[3]]],
        ["Adam, Zoe", *where[entries[0]]],
        ["B., Anna", *where[entries[2]]],
        ["Brun, Émile", *where[entries[1]]],
    ]
    board = seating(event)
    assert board is not None
    assert found["list_seq"] == board["list_seq"]


def test_list_changes_on_a_bust_and_is_restored_by_undo(event: int, client: Client, floor: Actor) -> None:
    entries = drawn_event(event, 5, [1])
    before = json.loads(seats(client, event).content)
    out = press(bust, event, by=floor, entry=entries[0])
    after = json.loads(seats(client, event).content)
    assert len(after["seats"]) == 4
    assert after["list_seq"] != before["list_seq"]
    press(undo, event, by=floor, seq=out.seq)
    back = json.loads(seats(client, event).content)
    assert back["seats"] == before["seats"]
    assert back["list_seq"] == before["list_seq"]
    assert back["seq"] > before["seq"]


def test_the_list_travels_packed_once_and_not_at_all_when_it_is_known(
    event: int, client: Client, floor: Actor, django_assert_max_num_queries: Any
) -> None:
    entries = drawn_event(event, 9, [1])
    answer = seats(client, event, accept_encoding="gzip")
    assert answer["Content-Encoding"] == "gzip"
    assert gzip.decompress(answer.content) == seats(client, event).content
    with django_assert_max_num_queries(5):
        known = seats(client, event, if_none_match=answer["ETag"])
    assert known.status_code == 304
    assert not known.content
    rename(entries[0], floor, "Somebody Else")
    again = seats(client, event, if_none_match=answer["ETag"])
    assert again.status_code == 200
    assert "E., Somebody" in {row[0] for row in json.loads(again.content)["seats"]}


def test_an_event_that_is_not_there_has_no_list(client: Client, db: None) -> None:
    assert seats(client, 999).status_code == 404
    assert seats(client, 10**30).status_code == 404


def test_guests_are_shown_short_where_the_book_says_so(event: int, client: Client, floor: Actor) -> None:
    """Five Spades 5.8."""
    (entry,) = drawn_event(event, 1, [1])
    rename(entry, floor, "Anna Berger")
    assert json.loads(seats(client, event).content)["seats"][0][0] == "B., Anna"
    draw = Draw.objects.get()
    assert "Anna Berger" not in text_of(client.get(f"/draw/{draw.digest}/"))
    assert Player.objects.get().name == "Anna Berger"
