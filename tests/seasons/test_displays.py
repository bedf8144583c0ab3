"""Displays hear of changes to a season, and of other names in its ranking."""

from typing import Any

import pytest

from players.commands.anonymisation import anonymise_player
from players.commands.merge import merge_players
from players.commands.player_import import import_players
from players.commands.players import change_player
from seasons.boards.season_ranking import season_ranking
from seasons.commands.season_events import add_event
from seasons.services import publishing
from tests.desk.tills import player
from tests.fixtures.room import MakesEvents, press
from tests.seasons.nights import members, season, written_night
from tourney.access.roles import FIRST_START, Actor
from tourney.journal.undo import undo_in_room
from tourney.models import JournalEntry

pytestmark = pytest.mark.django_db


@pytest.fixture
def done(django_capture_on_commit_callbacks: Any) -> Any:
    """Press a button, and do what follows the commit."""

    def pressed(*args: Any, **kwargs: Any) -> None:
        with django_capture_on_commit_callbacks(execute=True):
            press(*args, **kwargs)

    return pressed


@pytest.fixture
def shown(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Collect the topics in which the ranking is published."""
    found: list[str] = []
    monkeypatch.setattr(publishing, "publish_boards", lambda topic, _names: found.append(topic))
    return found


def test_erased_and_private_names_leave_the_displays_at_once(
    make_event: MakesEvents, director: Actor, shown: list[str], done: Any
) -> None:
    season(points="linear")
    anna, bert = members("Anna Abel", "Bert Bauer")
    written_night(make_event, [anna, bert])
    event = make_event(book="five_spades", name="Tonight")

    def names() -> list[str]:
        board = season_ranking(event)
        assert board is not None
        assert shown == [f"t{event}"]
        shown.clear()
        return [one.name for one in board.rows]

    shown.clear()
    done(change_player, by=director, player=anna, name="Anna Abel", privacy="short")
    assert names() == ["Anna A.", "Bert Bauer"]
    done(undo_in_room, by=director, seq=JournalEntry.journal(None).latest("seq").seq)
    assert names() == ["Anna Abel", "Bert Bauer"]
    done(import_players, by=director, rows=[{"do": "change", "player": bert, "name": "Bert Brandt"}])
    assert names() == ["Anna Abel", "Bert Brandt"]
    robert = player("Robert Brandt")
    done(merge_players, by=director, player=bert, into=robert)
    assert names() == ["Anna Abel", "Robert Brandt"]
    done(anonymise_player, by=director, player=anna)
    assert names() == [f"#{anna}", "Robert Brandt"]
    done(change_player, by=director, player=robert, name="Robert Brandt", staff_notes="Plays slowly")
    assert shown == []


def test_event_by_another_book_that_counts_shows_the_season(
    make_event: MakesEvents, director: Actor, shown: list[str], done: Any
) -> None:
    row = season()
    event = make_event(book="munot")
    make_event(book="munot", name="Other")
    shown.clear()
    done(add_event, by=FIRST_START, season=row.pk, tournament=event)
    assert shown == [f"t{event}"]
