"""Dealers on shift: assigned and pushed, never two at a table, undone, and recorded."""

from typing import Any

import pytest

from dealers.boards import dealers as dealers_boards
from dealers.boards.dealers import AHEAD
from dealers.commands.dealers import (
    add_dealer,
    begin_shift,
    change_dealer,
    end_shift,
    push_dealers,
    push_every,
    send_dealer,
)
from dealers.models import Dealer, Stint
from seating.models import TournamentTable
from tests.fixtures.journalled import journal_tells_the_rows
from tests.fixtures.room import MakesEvents, press, refusal
from tests.fixtures.wall import Wall
from tests.fixtures.wire import as_sent
from tests.seating.seating_scenes import Places, seated
from tourney.access.roles import Actor, Role
from tourney.journal.boards import text_of
from tourney.journal.undo import undo_in_room
from tourney.models import JournalEntry

history = as_sent(dealers_boards.history)
rotation = as_sent(dealers_boards.rotation)


@pytest.fixture
def event(make_event: MakesEvents) -> int:
    """Create an event that is played with dealers."""
    return make_event(book="tda")


@pytest.fixture
def at(event: int) -> Places:
    """Set up two tables with players and an empty one."""
    return seated(event, {1: (1, 3), 2: (2,)})


def on(floor: Actor, *names: str) -> list[int]:
    """Put dealers on shift, in this order."""
    found = []
    for name in names:
        answer = press(add_dealer, by=floor, name=name).answer
        assert answer is not None
        found.append(int(answer["dealer"]))
        press(begin_shift, by=floor, dealer=found[-1])
    return found


def where() -> dict[str, int | None]:
    """Return the dealer at each table."""
    return {one["name"]: one["table"] for one in rotation()["on"]}


def test_a_push_seats_them_and_the_next_ones_go_as_planned(event: int, at: Places, floor: Actor) -> None:
    on(floor, "Ada", "Bob", "Cid")
    assert where() == {"Ada": None, "Bob": None, "Cid": None}
    assert rotation()["without"] == [1, 2]
    for _number in range(5):
        planned = {one["name"]: one["next"] for one in rotation()["on"]}
        press(push_dealers, by=floor)
        assert where() == {name: tables[0] for name, tables in planned.items()}
        # The rest of the plan also holds as long as nothing changes.
        assert {one["name"]: one["next"][: AHEAD - 1] for one in rotation()["on"]} == {
            name: tables[1:] for name, tables in planned.items()
        }
        assert rotation()["without"] == []
    journal_tells_the_rows()


def test_five_spades_3_11_players_deal_unless_a_dealer_is_sent(make_event: MakesEvents, floor: Actor) -> None:
    seated(make_event(book="five_spades"), {1: (1, 3), 2: (2, 4)})
    ada, _bob = on(floor, "Ada", "Bob")
    assert rotation()["without"] == []
    assert rotation()["self_dealt"] == [1, 2]
    assert refusal(push_dealers, by=floor).code == "no_tables"
    press(send_dealer, by=floor, dealer=ada, table=2)
    assert rotation()["self_dealt"] == [1]
    press(push_dealers, by=floor)
    assert set(where().values()) == {None, 2}


def test_breaks_rotate_according_to_the_records(event: int, at: Places, floor: Actor) -> None:
    on(floor, "Ada", "Bob", "Cid", "Dan", "Eve")
    rests = {name: 0 for name in where()}
    for _number in range(10):
        press(push_dealers, by=floor)
        for name, table in where().items():
            rests[name] += table is None
        assert max(rests.values()) - min(rests.values()) <= 1


def test_dealer_sent_to_a_table_relieves_its_dealer(event: int, at: Places, floor: Actor) -> None:
    ada, bob = on(floor, "Ada", "Bob")
    press(send_dealer, by=floor, dealer=ada, table=2)
    press(send_dealer, by=floor, dealer=bob, table=2)
    assert where() == {"Ada": None, "Bob": 2}
    assert refusal(send_dealer, by=floor, dealer=bob, table=2).code == "there_already"
    press(send_dealer, by=floor, dealer=bob)
    assert where() == {"Ada": None, "Bob": None}
    assert [
        text_of(line) for line in JournalEntry.journal(None).filter(kind="dealer.send").order_by("seq")
    ] == [
        "Assigned Ada to table 2",
        "Assigned Bob to table 2, replacing Ada, who goes on break",
        "Sent Bob on break",
    ]
    journal_tells_the_rows()


def test_a_table_that_closed_gives_its_dealer_back(event: int, at: Places, floor: Actor) -> None:
    on(floor, "Ada", "Bob")
    press(push_dealers, by=floor)
    TournamentTable.objects.filter(table__number=2).update(state="paused")
    press(push_dealers, by=floor)
    assert sorted(str(table) for table in where().values()) == ["1", "None"]


def test_undo_returns_all_dealers_to_their_tables(
    event: int, at: Places, floor: Actor, director: Actor
) -> None:
    on(floor, "Ada", "Bob", "Cid")
    press(push_dealers, by=floor)
    before = where()
    pushed = rotation()["pushed_at"]
    press(push_dealers, by=floor)
    assert where() != before
    press(
        undo_in_room,
        by=director,
        seq=JournalEntry.journal(None).filter(kind="dealers.push").latest("seq").seq,
    )
    assert where() == before
    assert rotation()["pushed_at"] == pushed
    journal_tells_the_rows()


def test_the_plan_says_when_by_the_minutes_that_were_set(
    event: int, at: Places, floor: Actor, wall: Wall
) -> None:
    on(floor, "Ada")
    press(push_every, by=floor, minutes=20)
    press(push_dealers, by=floor)
    found = rotation()
    assert found["pushes"] == [found["pushed_at"] + number * 20 * 60_000 for number in range(1, AHEAD + 1)]
    wall.passes(minutes=50)
    late = rotation()["pushes"]
    assert late[0] > found["pushes"][0]
    assert late[1] - late[0] == 20 * 60_000


def test_history_shows_who_dealt_where_and_when(event: int, at: Places, floor: Actor, wall: Wall) -> None:
    ada, bob = on(floor, "Ada", "Bob")
    press(send_dealer, by=floor, dealer=ada, table=1)
    wall.passes(minutes=30)
    press(send_dealer, by=floor, dealer=bob, table=1)
    press(end_shift, by=floor, dealer=ada)
    rows = history(table=1)["stints"]
    assert [row["name"] for row in rows] == ["Bob", "Ada"]
    assert rows[0]["ended"] is None
    assert rows[1]["ended"] - rows[1]["begun"] >= 30 * 60_000
    assert [row["table"] for row in history(dealer=ada)["stints"]] == [None, 1, None]
    assert history(before=rows[1]["stint"], table=1)["stints"] == []


@pytest.mark.parametrize(
    ("made", "given", "code"),
    [
        (begin_shift, {}, "on_shift"),
        (change_dealer, {"name": "Ada", "active": False}, "on_shift"),
        (send_dealer, {"table": 77}, "not_found"),
        (send_dealer, {}, "there_already"),
        (change_dealer, {"name": "Bob"}, "bad_argument"),
        (change_dealer, {"name": " "}, "bad_argument"),
    ],
)
def test_invalid_dealer_commands_are_refused(
    event: int, at: Places, floor: Actor, made: Any, given: dict[str, Any], code: str
) -> None:
    ada, _bob = on(floor, "Ada", "Bob")
    before = where()
    assert refusal(made, by=floor, dealer=ada, **given).code == code
    assert where() == before


def test_push_without_dealers_or_tables_is_refused(db: None, floor: Actor) -> None:
    assert refusal(push_dealers, by=floor).code == "no_dealer_on_shift"
    (ada,) = on(floor, "Ada")
    assert refusal(push_dealers, by=floor).code == "no_tables"
    press(end_shift, by=floor, dealer=ada)
    assert refusal(end_shift, by=floor, dealer=ada).code == "off_shift"
    press(change_dealer, by=floor, dealer=ada, name="Ada L.", active=False)
    assert refusal(begin_shift, by=floor, dealer=ada).code == "not_active"
    assert rotation()["off"] == []
    assert (Dealer.objects.get().name, Stint.objects.count()) == ("Ada L.", 1)


@pytest.mark.parametrize("role", [Role.DESK, Role.DEALER, Role.DISPLAY])
def test_push_requires_permission_to_manage_tables(event: int, role: Role) -> None:
    assert refusal(push_dealers, by=Actor("token:1", "Somebody", role)).code == "not_allowed"


def test_simultaneous_pushes_happen_once(event: int, at: Places, floor: Actor) -> None:
    on(floor, "Ada", "Bob", "Cid")
    press(push_dealers, by=floor, seen=0)
    there = where()
    assert refusal(push_dealers, by=floor, seen=0).code == "pushed_since"
    assert where() == there
    press(push_dealers, by=floor, seen=rotation()["pushed_at"])
    assert where() != there
