"""Rulings of the floor: recorded, corrected, found, undone, and deleted with the player's data."""

import hashlib
from typing import Any

import pytest

from players.commands.anonymisation import anonymise_player
from rulings.boards import rulings as rulings_boards
from rulings.boards.rulings import MOST
from rulings.commands.rulings import correct_ruling, note_ruling
from rulings.models import Concern, Ruling
from rulings.services.photos import folder, keep_photo, photo_of
from tests.fixtures.journalled import journal_tells_the_rows
from tests.fixtures.picture import png
from tests.fixtures.room import MakesEvents, press, refusal
from tests.fixtures.wire import as_sent
from tests.seating.seating_scenes import Places, seated
from tourney.access.roles import Actor, Role
from tourney.journal.boards import text_of
from tourney.journal.refused import Refused
from tourney.journal.undo import undo
from tourney.models import Entry, JournalEntry, Tournament
from tourney.services.picture_files import read_picture

ruling = as_sent(rulings_boards.ruling)
rulings_found = as_sent(rulings_boards.rulings_found)

PNG = png()


@pytest.fixture
def event(make_event: MakesEvents) -> int:
    """Create a Munot event."""
    return make_event(book="munot")


@pytest.fixture
def at(event: int) -> Places:
    """Seat three players at table 1 and two at table 2."""
    return seated(event, {1: (1, 3, 4), 2: (2, 5)})


def note(event: int, floor: Actor, text: str = "Pot awarded wrongly, put right", **given: Any) -> int:
    """Record a ruling and return its primary key."""
    answer = press(note_ruling, event, by=floor, text=text, **given).answer
    assert answer is not None
    return int(answer["ruling"])


def found(**asked: Any) -> list[int]:
    return [one["ruling"] for one in rulings_found(**asked)["rulings"]]


def test_ruling_stores_table_players_rule_and_author(event: int, at: Places, floor: Actor) -> None:
    pk = note(event, floor, table=1, entries=[at[1, 3], at[1, 4], at[1, 3]], rule="Munot 22")
    found = ruling(pk)
    assert found is not None
    assert (found["table"], found["rule"], found["who"]) == (1, "Munot 22", floor.name)
    assert [one["entry"] for one in found["people"]] == [at[1, 3], at[1, 4]]
    line = JournalEntry.journal(event).get(kind="ruling.note")
    assert line.rule == "Munot 22"
    assert text_of(line) == "Ruling at table 1: Pot awarded wrongly, put right"
    journal_tells_the_rows()


def test_a_correction_takes_its_place_and_the_former_one_can_still_be_read(
    event: int, at: Places, floor: Actor, director: Actor
) -> None:
    first = note(event, floor, table=1, rule="Munot 53")
    press(correct_ruling, event, by=director, ruling=first, text="Hand was live", rule="Munot 14")
    (one,) = rulings_found(event=event)["rulings"]
    assert (one["text"], one["rule"], one["table"], one["who"]) == (
        "Hand was live",
        "Munot 14",
        None,
        director.name,
    )
    assert [(former["ruling"], former["rule"]) for former in one["earlier"]] == [(first, "Munot 53")]
    assert refusal(correct_ruling, event, by=floor, ruling=first, text="Again").code == "corrected_already"
    press(correct_ruling, event, by=floor, ruling=one["ruling"], text="Third")
    assert [former["text"] for former in rulings_found()["rulings"][0]["earlier"]] == [
        "Hand was live",
        "Pot awarded wrongly, put right",
    ]
    journal_tells_the_rows()


def test_ruling_is_undone_but_a_corrected_one_only_after_its_correction(
    event: int, at: Places, floor: Actor, director: Actor
) -> None:
    first = note(event, floor, entries=[at[1, 1]])
    noted = JournalEntry.journal(event).get(kind="ruling.note").seq
    press(correct_ruling, event, by=floor, ruling=first, text="Otherwise", entries=[at[2, 2]])
    corrected = JournalEntry.journal(event).get(kind="ruling.correct").seq
    with pytest.raises(Refused):
        press(undo, event, by=director, seq=noted)
    press(undo, event, by=director, seq=corrected)
    assert found() == [first]
    press(undo, event, by=director, seq=noted)
    assert not Ruling.objects.exists()
    assert not Concern.objects.exists()
    journal_tells_the_rows()


@pytest.mark.postgres
def test_rulings_are_found_by_event_table_person_rule_and_word(
    make_event: MakesEvents, event: int, at: Places, floor: Actor
) -> None:
    name = Entry.objects.get(pk=at[1, 3]).player.name
    one = note(
        event, floor, "String-Bet von Platz 3, Überzahl zurück", table=1, entries=[at[1, 3]], rule="Munot 56"
    )
    two = note(event, floor, "Misdeal: hand replayed", table=2, rule="Munot 35")
    other = make_event(book="tda")
    three = note(other, floor, "Two on one seat", rule="TDA 7")
    assert found() == [three, two, one]
    assert found(event=event) == [two, one]
    assert found(table=1) == [one]
    assert found(person=name.upper()) == found(person=name[:3]) == [one]
    assert found(rule="munot 56") == found(rule="56") == [one]
    assert found(rule="6") == []
    assert found(words="uberzahl STRING") == [one]
    assert found(words="misdeal überzahl") == []
    assert found(event=event, words="hand") == [two]
    press(correct_ruling, event, by=floor, ruling=two, text="Was no misdeal")
    assert len(found(words="replayed")) == 1


@pytest.mark.postgres
def test_rulings_are_paginated_without_gaps(event: int, floor: Actor) -> None:
    made = [note(event, floor, f"Ruling {number}") for number in range(MOST + 3)]
    first = rulings_found(event=event)
    rest = rulings_found(event=event, before=first["before"])
    assert [one["ruling"] for one in (*first["rulings"], *rest["rulings"])] == made[::-1]
    assert rest["before"] is None


@pytest.mark.parametrize(
    ("given", "code"),
    [
        ({"text": "  "}, "bad_argument"),
        ({"text": ""}, "bad_argument"),
        ({"table": 77}, "not_assigned"),
        ({"entries": [2**40]}, "not_found"),
        ({"photo": "ab" * 32 + ".png"}, "no_picture"),
        ({"photo": "../room.png"}, "bad_argument"),
    ],
)
def test_invalid_ruling_is_refused(
    event: int, at: Places, floor: Actor, given: dict[str, Any], code: str
) -> None:
    assert refusal(note_ruling, event, by=floor, **{"text": "Ruled", **given}).code == code
    assert not Ruling.objects.exists()


def test_ruling_names_players_and_corrects_rulings_of_its_own_event_only(
    make_event: MakesEvents, event: int, at: Places, floor: Actor
) -> None:
    other = make_event(book="tda")
    assert refusal(note_ruling, other, by=floor, text="Ruled", entries=[at[1, 1]]).code == "not_found"
    assert refusal(correct_ruling, other, by=floor, ruling=note(event, floor), text="No").code == "not_found"


@pytest.mark.parametrize("role", [Role.DEALER, Role.DISPLAY, Role.PLAYER])
def test_noting_a_ruling_requires_permission_to_seat_players(event: int, role: Role) -> None:
    who = Actor("token:1", "Somebody", role)
    assert refusal(note_ruling, event, by=who, text="Ruled").code == "not_allowed"


def test_a_ruling_may_be_noted_after_the_event(event: int, at: Places, floor: Actor) -> None:
    from tourney.now import room_now

    Tournament.objects.filter(pk=event).update(closed_at=room_now())
    assert note(event, floor, table=1)


def test_a_photo_is_shown_as_long_as_a_ruling_shows_it(event: int, floor: Actor, director: Actor) -> None:
    name = keep_photo(PNG)
    assert name == f"{hashlib.sha256(read_picture(PNG).data).hexdigest()}.png"
    assert photo_of(name) is None
    pk = note(event, floor, photo=name)
    assert photo_of(name) == folder() / name
    press(correct_ruling, event, by=floor, ruling=pk, text="Same photo")
    assert Ruling.objects.filter(photo=name).count() == 2
    press(undo, event, by=director, seq=JournalEntry.journal(event).get(kind="ruling.correct").seq)
    press(undo, event, by=director, seq=JournalEntry.journal(event).get(kind="ruling.note").seq)
    assert photo_of(name) is None


def test_anonymising_a_player_erases_text_and_photo_of_rulings(
    event: int, at: Places, floor: Actor, director: Actor, django_capture_on_commit_callbacks: object
) -> None:
    name = keep_photo(png(1))
    gone = note(event, floor, "Anna shouted", entries=[at[1, 1]], rule="Munot 70", photo=name)
    kept = note(event, floor, "Bert was late", entries=[at[1, 3]])
    row = Entry.objects.get(pk=at[1, 1])
    Tournament.objects.filter(pk=event).update(closed_at="2026-01-01T00:00:00Z")
    with django_capture_on_commit_callbacks(execute=True):  # type: ignore[operator]
        press(anonymise_player, by=director, player=row.player_id)
    found = ruling(gone)
    assert found is not None
    assert (found["text"], found["photo"], found["rule"]) == ("", "", "Munot 70")
    assert not (folder() / name).exists()
    other = ruling(kept)
    assert other is not None
    assert other["text"] == "Bert was late"
