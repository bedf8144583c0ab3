"""The list of an event's entries: the board, its topic, the page and the file."""

import csv
import io

import pytest
from django.test import Client

from desk.boards.entries import ENTRIES, entries, entry_rows
from players.commands.players import change_player
from players.models import Player
from seating.commands import bust, call_floor
from tests.web.till_room import drawer_of, drawn, event, on_sale, sold_to
from tests.web.visitors import done, text_of
from tourney.access.roles import Actor, Role
from tourney.models import Entry, JournalEntry, Tournament
from tourney.now import room_now

__all__ = ["event"]
pytestmark = pytest.mark.django_db


@pytest.fixture
def field(event: int, desk: Actor) -> dict[str, int]:
    """Make an event with three entries, two of them seated and one out; return the entries by first name."""
    on_sale(event)
    drawer_of(desk)
    found = {name: int(sold_to(desk, event, f"{name} Berger")["entry"]) for name in ("Ann", "Bea")}
    drawn(event)
    found["Cleo"] = int(sold_to(desk, event, "Cleo Berger")["entry"])
    done(bust, event, entry=found["Ann"])
    return found


def concerns(event: int | None) -> object:
    """Return what the last journal entry concerns of the topic: [] for nothing, None for all of it."""
    entry = JournalEntry.journal(event).order_by("seq").last()
    assert entry is not None
    return (
        ENTRIES.concerned_in_room(entry.changes) if event is None else ENTRIES.concerned(event, entry.changes)
    )


def test_entries_are_listed_by_name_with_their_state_and_seat(event: int, field: dict[str, int]) -> None:
    board = entries(event)
    assert board is not None
    assert [row.name for row in board.entries] == ["Ann Berger", "Bea Berger", "Cleo Berger"]
    ann, bea, cleo = board.entries
    assert [row.entry for row in board.entries] == [field["Ann"], field["Bea"], field["Cleo"]]
    assert (ann.state, ann.table is not None, ann.out_at is not None) == ("out", True, True)
    assert (bea.state, bea.out_at) == ("seated", None)
    assert bea.table in {1, 2}
    assert (cleo.state in {"seated", "unseated"}, cleo.number) == (True, 1)


def test_withdrawn_entries_are_left_out(event: int, field: dict[str, int], desk: Actor) -> None:
    Entry.objects.filter(pk=field["Cleo"]).update(voided_at=room_now())
    assert [row.name for row in entry_rows(Tournament.objects.get(pk=event))] == ["Ann Berger", "Bea Berger"]


def test_the_number_of_queries_does_not_grow_with_the_field(
    event: int, field: dict[str, int], django_assert_num_queries: object
) -> None:
    tournament = Tournament.objects.get(pk=event)
    with django_assert_num_queries(7):  # type: ignore[operator]
        entry_rows(tournament)


def test_only_entries_that_change_the_list_are_published_to_its_page(
    event: int, field: dict[str, int], floor: Actor
) -> None:
    assert concerns(event) is None
    done(call_floor, event, number=1, kind="floor")
    assert concerns(event) == []
    player = Player.objects.get(name="Bea Berger")
    done(change_player, player=player.pk, name="Bea Novak")
    assert concerns(None) == {event: None}


def test_the_page_and_the_file_are_for_the_desk_and_the_floor(
    people: dict[Role, Client], event: int, field: dict[str, int]
) -> None:
    for role, client in people.items():
        expected = 403 if role is Role.DEALER else 200
        assert client.get(f"/staff/t/{event}/entries/").status_code == expected, role
        assert client.get(f"/staff/t/{event}/entries/entries.csv").status_code == expected, role
        assert client.get(f"/live/t{event}/entries/").status_code == expected, role
    assert 'href="/staff/desk/' in text_of(people[Role.DESK].get(f"/staff/t/{event}/entries/"))


def test_the_file_lists_every_entry_and_disarms_formulas(
    people: dict[Role, Client], event: int, field: dict[str, int], desk: Actor
) -> None:
    sold_to(desk, event, "=cmd Evil")
    text = people[Role.DESK].get(f"/staff/t/{event}/entries/entries.csv").content.decode("utf-8-sig")
    head, *rows = list(csv.reader(io.StringIO(text)))
    assert head[:3] == ["Player", "Entry", "Status"]
    assert len(rows) == 4
    assert {row[2] for row in rows} <= {"Out", "At a table", "Without a seat"}
    assert all(not row[0].startswith("=") for row in rows)
