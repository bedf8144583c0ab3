"""API reads of bookings and the waiting list."""

from desk.boards.bookings import Bookings
from desk.boards.waiting_list import WaitingListBoard
from desk.periodic import process_waiting_lists
from tests.api.caller import Program
from tests.api.fitting import fits
from tests.desk.lists import leaves, opened, plays, reserves, starts, waits
from tests.fixtures.room import MakesEvents
from tourney.access.roles import Actor


def test_bookings_and_waiting_list_match_their_schemas(
    program: Program, stranger: Program, make_event: MakesEvents, director: Actor
) -> None:
    event = make_event(book="munot")
    assert stranger.get(f"tournaments/{event}/waiting_list").status_code == 404
    opened(event, director)
    seated = plays(event, "Seated")
    reserves(event, director, "Res")
    starts(event, director)
    for name in ("Ada", "Bob", "Cid"):
        waits(event, director, name)
    leaves(seated)
    process_waiting_lists()
    found = program.get(f"tournaments/{event}/bookings").json()
    fits(Bookings, found)
    assert [(one["name"], one["state"], one["position"]) for one in found["bookings"]] == [
        ("Ada", "called", None),
        ("Bob", "waiting", 1),
        ("Cid", "waiting", 2),
        ("Res", "reserved", None),
    ]
    assert found["bookings"][2]["ahead"] == {"entry": 1}
    public = stranger.get(f"tournaments/{event}/waiting_list").json()
    fits(WaitingListBoard, public, with_seq=True)
    assert [one["name"] for one in public["waiting"]] == ["Bob", "Cid"]
    assert stranger.get(f"tournaments/{event}/bookings").status_code == 401


def test_missing_items_return_not_found(stranger: Program) -> None:
    for number in (999, 10**30):
        assert stranger.get(f"tournaments/{number}/waiting_list").status_code == 404
