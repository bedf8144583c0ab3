"""What pages say once an event is won: the lobby, the entries and the winner's own page."""

import pytest
from django.test import Client

from clock.commands.events import close_event
from desk.boards.entries import entries, entry_rows
from desk.commands.registration import close_registration
from players.models import Player
from prizes.boards.own import prize_of
from prizes.boards.structs import OwnPrize
from prizes.services import event_end
from seating.commands import draw_seats, set_plan
from tests.fixtures.room import MakesEvents, press
from tests.phone.people import path_of
from tests.prizes.evenings import closed, evening, out, payout
from tests.seating.people import tables_for
from tests.web.test_lobby_cards import text_of
from tourney.access.roles import FIRST_START, Actor
from tourney.journal.undo import undo
from tourney.models import Entry, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def field(make_event: MakesEvents, desk: Actor) -> list[int]:
    """Play an event of three seated players down to one; return the entries, the winner's last."""
    event = make_event(book="munot")
    found = evening(event, desk, 3)
    tables_for(event, [1])
    press(set_plan, event, by=FIRST_START, seats_per_table=9)
    press(draw_seats, event, by=FIRST_START)
    closed(event)
    out(event, *found[:2])
    return found


def event_of(field: list[int]) -> Tournament:
    return Entry.objects.get(pk=field[-1]).tournament


def test_lobby_names_the_winner_and_counts_no_players_left(client: Client, field: list[int]) -> None:
    text = text_of(client)
    assert "Event over Winner: Player 3 3 entries" in text
    assert "left" not in text[text.index("Event over") :]


def test_lobby_ranks_a_won_field_once_until_its_journal_grows(
    client: Client, field: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    ranked: list[int] = []
    read = event_end.winners_of

    def counted(event: Tournament) -> tuple[int, ...]:
        ranked.append(event.pk)
        return read(event)

    monkeypatch.setattr(event_end, "winners_of", counted)
    for _visit in range(3):
        assert "Winner: Player 3" in text_of(client)
    assert len(ranked) == 1
    # A new name of the winner is not part of the event's journal.
    Player.objects.filter(entries=field[-1]).update(name="Renamed")
    assert "Winner: Renamed" in text_of(client)
    press(undo, event_of(field).pk, by=FIRST_START, seq=event_of(field).seq)
    assert "Winner" not in text_of(client)


def test_entries_show_the_winner_as_won(field: list[int]) -> None:
    board = entries(event_of(field).pk)
    assert board is not None
    assert {row.entry: row.state for row in board.entries} == dict(
        zip(field, ("out", "out", "won"), strict=True)
    )


def test_entries_in_play_are_finished_when_the_event_is_closed(
    make_event: MakesEvents, desk: Actor, director: Actor
) -> None:
    event = make_event(book="munot")
    found = evening(event, desk, 3)
    out(event, found[0])
    press(close_event, event, by=director, although_unfinished=True)
    states = {row.entry: row.state for row in entry_rows(Tournament.objects.get(pk=event))}
    assert states == dict(zip(found, ("out", "finished", "finished"), strict=True))


def test_the_winners_page_shows_the_place_before_a_script_has_run(client: Client, field: list[int]) -> None:
    text = text_of(client, path_of(Entry.objects.get(pk=field[-1]).player))
    assert "You have won Place 1 of 3" in text
    assert "Your seat" not in text


def test_places_are_known_in_an_event_without_prizes(make_event: MakesEvents, desk: Actor) -> None:
    event = make_event(book="munot")
    found = evening(event, desk, 3)
    payout(event).delete()
    press(close_registration, event, by=FIRST_START)
    out(event, *found[:2])
    winner = Entry.objects.get(pk=found[-1]).player_id
    own = prize_of(event, [winner])[winner]
    assert isinstance(own, OwnPrize)
    assert (own.state, own.best, own.field, own.currency) == ("in", 1, 3, "")
