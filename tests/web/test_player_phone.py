"""Staff give a player the link to the phone page, with its QR code."""

import uuid

import pytest
from django.test import Client

from notifications.commands.player_links import link_of, path_of, renew_link
from tests.fixtures.room import press
from tests.phone.people import a_player
from tests.web.visitors import text_of
from tourney.access.roles import FIRST_START, Role
from tourney.models import JournalEntry, Token
from tourney.now import room_now
from tourney.services.qr import qr_picture

pytestmark = pytest.mark.django_db


def test_the_desk_shows_a_player_the_link_and_code_of_the_seat_card(people: dict[Role, Client]) -> None:
    player = a_player()
    record = f"/staff/room/players/{player.pk}/"
    desk = people[Role.DESK]
    assert f'href="{record}phone/"' in text_of(desk.get(record))
    assert "No link has been issued yet" in text_of(desk.get(f"{record}phone/"))
    assert not Token.objects.exists()
    answer = desk.post(f"{record}phone/", {"command_id": str(uuid.uuid4())})
    link = link_of(player.pk, request=answer.wsgi_request)
    text = text_of(answer)
    assert f'value="{link}"' in text
    assert qr_picture(link).path in text
    assert "no-store" in answer["Cache-Control"]
    # The record itself does not carry the player's key.
    assert path_of(player.pk) not in text_of(desk.get(record))


def test_a_new_link_replaces_the_one_shown(people: dict[Role, Client]) -> None:
    player = a_player()
    address = f"/staff/room/players/{player.pk}/phone/"
    before = path_of(player.pk)
    press(renew_link, by=FIRST_START, player=player.pk)
    text = text_of(people[Role.FLOOR].post(address, {"command_id": str(uuid.uuid4())}))
    assert before not in text
    assert path_of(player.pk) in text


def test_a_link_is_shown_only_on_request_and_the_journal_says_to_whom(people: dict[Role, Client]) -> None:
    player = a_player("Ada Lovelace")
    address, path = f"/staff/room/players/{player.pk}/phone/", path_of(player.pk)
    desk = people[Role.DESK]
    seen = text_of(desk.get(address))
    assert path not in seen
    assert "The journal records who sees it." in seen
    assert not JournalEntry.objects.filter(kind="token.show_link").exists()
    sent = {"command_id": str(uuid.uuid4())}
    for _reloaded in range(2):
        assert path in text_of(desk.post(address, sent))
    entry = JournalEntry.objects.get(kind="token.show_link")
    assert (entry.who, entry.arguments) == ("desk", {"player": player.pk})
    assert path.split("/")[2] not in repr([entry.arguments, entry.answer, entry.changes])
    assert Token.objects.count() == 1


def test_a_repeated_request_does_not_show_a_link_that_was_renewed_since(people: dict[Role, Client]) -> None:
    player = a_player()
    address, sent = f"/staff/room/players/{player.pk}/phone/", {"command_id": str(uuid.uuid4())}
    desk = people[Role.DESK]
    first = path_of(player.pk)
    assert first in text_of(desk.post(address, sent))
    press(renew_link, by=FIRST_START, player=player.pk)
    again = desk.post(address, sent)
    assert again.status_code == 422
    assert path_of(player.pk) not in text_of(again)
    assert "This link has been replaced since." in text_of(again)
    # The journal tells of a new request.
    assert path_of(player.pk) in text_of(desk.post(address, {"command_id": str(uuid.uuid4())}))
    assert JournalEntry.objects.filter(kind="token.show_link").count() == 2


def test_no_link_is_issued_for_a_record_that_is_no_longer_used(people: dict[Role, Client]) -> None:
    gone = a_player("Gone", anonymised_at=room_now())
    merged = a_player("Merged", merged_into=a_player("Kept"))
    for player in (gone, merged):
        address = f"/staff/room/players/{player.pk}/phone/"
        assert people[Role.DIRECTOR].post(address).status_code == 404
    assert not Token.objects.exists()
