"""A press that waited for the network, on a table that somebody else has changed since."""

import uuid
from typing import Any

import pytest
from django.test import Client

from seating.commands import bust, count_stack, finish_hand, give_seat, halt_table
from seating.models import Bust
from tests.fixtures.room import press
from tests.seating.seating_scenes import Places, button, name, seated, tournament_table
from tests.web.visitors import client_of
from tourney.access.roles import BY_ITSELF, Actor
from tourney.models import JournalEntry
from tourney.now import server_ms

pytestmark = pytest.mark.django_db
LONG_AGO = 120_000


@pytest.fixture
def at(event: int) -> Places:
    """Seat players at two tables; return the entry at each (table, seat)."""
    found = seated(event, {3: (1, 2, 5, 9), 7: (2, 4)})
    button(event, t3=1)
    return found


@pytest.fixture
def tablet(dealer: Actor) -> Client:
    """Return the dealer's browser."""
    return client_of(dealer)


def newest(event: int) -> int:
    """Return the number of the journal's newest entry: what a page without network shows."""
    return JournalEntry.journal(event).count()


def send(
    client: Client, event: int, kind: str, seen: object, command: uuid.UUID | None = None, **given: Any
) -> Any:
    """Send a command as the tablet does, with what its dealer saw."""
    body = {"command_id": str(command or uuid.uuid4()), "arguments": given, "seen": seen}
    return client.post(f"/do/t/{event}/{kind}/", body, content_type="application/json").json()


def seen_at(seq: int, *, ago: int = LONG_AGO, own: tuple[int, ...] = (), table: int = 3) -> dict[str, Any]:
    return {"table": table, "seq": seq, "at": server_ms() - ago, "own": list(own)}


def test_late_bust_at_a_changed_table_is_refused_and_names_the_change(
    tablet: Client, event: int, floor: Actor, at: Places
) -> None:
    before = newest(event)
    press(count_stack, event, by=floor, entry=at[3, 2], chips=9_000)
    answer = send(tablet, event, "entry.bust", seen_at(before), entry=at[3, 1])
    assert answer["code"] == "table_changed"
    assert name(at[3, 2]) in answer["message"]
    assert f"({floor.name})" in answer["message"]
    assert not Bust.objects.exists()
    # The dealer has looked at the table, and presses again.
    assert send(tablet, event, "entry.bust", seen_at(newest(event), ago=0), entry=at[3, 1])["ok"]


def test_late_press_at_an_unchanged_table_counts(
    tablet: Client, event: int, floor: Actor, at: Places
) -> None:
    before = newest(event)
    press(bust, event, by=floor, entry=at[7, 2])
    assert send(tablet, event, "entry.bust", seen_at(before), entry=at[3, 1])["ok"]


def test_prompt_press_counts_whatever_others_have_changed(
    tablet: Client, event: int, floor: Actor, at: Places
) -> None:
    before = newest(event)
    press(halt_table, event, by=floor, number=3, halted=True)
    assert send(tablet, event, "entry.bust", seen_at(before, ago=5_000), entry=at[3, 1])["ok"]


def test_page_without_the_servers_time_is_taken_as_late(
    tablet: Client, event: int, floor: Actor, at: Places
) -> None:
    before = newest(event)
    press(halt_table, event, by=floor, number=3, halted=True)
    seen = {**seen_at(before), "at": None}
    assert send(tablet, event, "entry.bust", seen, entry=at[3, 1])["code"] == "table_changed"


def test_presses_of_the_same_tablet_and_of_the_server_do_not_count_as_changes(
    tablet: Client, event: int, at: Places
) -> None:
    before = newest(event)
    first = send(tablet, event, "entry.bust", seen_at(before), entry=at[3, 1])
    press(halt_table, event, by=BY_ITSELF, number=3, halted=True)
    second = send(tablet, event, "hand.finish", seen_at(before, own=(first["seq"],)), number=3, hand=1)
    assert second["ok"], second
    assert tournament_table(3).hands == 1
    # The same login at another device is somebody else.
    third = send(tablet, event, "entry.bust", seen_at(before, own=(first["seq"],)), entry=at[3, 2])
    assert third["code"] == "table_changed"


def test_player_moved_away_meanwhile_is_not_busted(
    tablet: Client, event: int, floor: Actor, at: Places
) -> None:
    before = newest(event)
    press(give_seat, event, by=floor, entry=at[3, 1], table=7, seat=9)
    answer = send(tablet, event, "entry.bust", seen_at(before), entry=at[3, 1])
    assert answer["code"] == "table_changed"


def test_repeated_late_press_gets_the_answer_of_the_first(
    tablet: Client, event: int, floor: Actor, at: Places
) -> None:
    before, command = newest(event), uuid.uuid4()
    first = send(tablet, event, "entry.bust", seen_at(before), command, entry=at[3, 1])
    press(finish_hand, event, by=floor, number=3, hand=1)
    again = send(tablet, event, "entry.bust", seen_at(before), command, entry=at[3, 1])
    assert (again["ok"], again["seq"], again["repeated"]) == (True, first["seq"], True)


@pytest.mark.parametrize(
    "seen",
    [
        "table 3",
        {"table": 3},
        {"table": -1, "seq": 1},
        {"table": 3, "seq": 2**63},
        {"table": 3, "seq": True},
        {"table": 3, "seq": 1, "at": 10**30},
        {"table": 3, "seq": 1, "own": ["1"]},
        {"table": 3, "seq": 1, "own": list(range(101))},
    ],
)
def test_unreadable_view_of_a_table_is_refused(tablet: Client, event: int, at: Places, seen: object) -> None:
    assert send(tablet, event, "entry.bust", seen, entry=at[3, 1])["code"] == "bad_argument"


def test_table_that_the_event_does_not_have_is_left_to_the_command(
    event: int, floor: Actor, at: Places
) -> None:
    answer = send(client_of(floor), event, "hand.finish", seen_at(0, table=99), number=99, hand=1)
    assert answer["code"] == "not_found"
