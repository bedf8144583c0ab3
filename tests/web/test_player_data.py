"""Staff with permission export what is held about a player; the journal tells who did."""

import uuid

import pytest
from django.test import Client

from players.commands.anonymisation import anonymise_player
from tests.desk.tills import player
from tests.fixtures.room import press
from tests.players.test_personal_data_file import parts_of
from tests.web.visitors import text_of
from tourney.access.roles import FIRST_START, Role
from tourney.models import JournalEntry

pytestmark = pytest.mark.django_db


def test_export_is_recorded_and_needs_permission(people: dict[Role, Client]) -> None:
    anna = player("Anna Berg", birth_date="1980-02-03")
    address = f"/staff/room/players/{anna}/data/"
    assert people[Role.DESK].get(address).status_code == 403
    assert people[Role.DESK].post(address, {"command_id": str(uuid.uuid4())}).status_code == 403
    floor = people[Role.FLOOR]
    assert f'href="{address}"' in text_of(floor.get(f"/staff/room/players/{anna}/"))
    assert "Anna Berg" in text_of(floor.get(address))
    assert not JournalEntry.objects.filter(kind="player.export_data").exists()
    answer = floor.post(address, {"command_id": str(uuid.uuid4())})
    assert answer["Content-Type"] == "application/zip"
    assert "1980-02-03" in parts_of(answer.content)["data.json"].decode()
    entry = JournalEntry.objects.get(kind="player.export_data")
    assert (entry.who, entry.arguments) == ("floor", {"player": anna})
    assert "1980" not in repr([entry.answer, entry.changes])
    press(anonymise_player, by=FIRST_START, player=anna)
    assert floor.get(address).status_code == 404
