"""Staff see the same name of a person everywhere: the full name and the nickname."""

import pytest

from seating.boards import table as boards_table
from tests.fixtures.room import MakesEvents
from tests.fixtures.wire import as_sent
from tests.seating.people import drawn_event, places_of
from tourney.models import Entry, Tournament

table = as_sent(boards_table.table)

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("privacy", ["full", "short", "nickname"])
@pytest.mark.parametrize(
    ("nickname", "known_as"), [("Harry", "Harry"), ("", ""), (" emil HARTWIG", ""), (" Harry ", "Harry")]
)
def test_seat_shows_full_name_and_a_different_nickname(
    make_event: MakesEvents, privacy: str, nickname: str, known_as: str
) -> None:
    event = make_event(book="munot")
    drawn_event(event, 9, [1])
    entry, (number, seat) = next(iter(places_of(event).items()))
    player = Entry.objects.get(pk=entry).player
    player.name, player.nickname, player.privacy = "Emil Hartwig", nickname, privacy
    player.save()
    found = table(Tournament.objects.get(pk=event), number)
    assert found is not None
    shown = found["chairs"][seat - 1]
    assert (shown["name"], shown["known_as"]) == ("Emil Hartwig", known_as)
