"""API reads of tables, seats and draws."""

from api.schemas import seating
from seating.boards.seating import DrawHead, EventTable
from seating.commands import draw_button
from seating.models import Draw
from tests.api.caller import Program, program_of
from tests.api.fitting import fits
from tests.fixtures.room import press
from tests.seating.people import drawn_event, places_of
from tourney.access.roles import Actor, Role


def test_tables_seats_and_draws_match_their_schemas(
    program: Program, stranger: Program, event: int, floor: Actor
) -> None:
    drawn_event(event, 7, [1, 2], seats_per_table=6, ghosts=True)
    press(draw_button, event, by=floor)
    tables = program.get(f"tournaments/{event}/tables").json()
    fits(list[EventTable], tables)
    assert {one["entry"]: (table["number"], one["seat"]) for table in tables for one in table["taken"]} == {
        **places_of(event),
        None: next(
            (table["number"], one["seat"])
            for table in reversed(tables)
            for one in reversed(table["taken"])
            if one["kind"] == "ghost"
        ),
    }
    seats = stranger.get(f"tournaments/{event}/seats").json()
    fits(seating.SeatList, seats)
    assert sorted((table, seat) for _name, table, seat in seats["seats"]) == sorted(places_of(event).values())
    draws = stranger.get(f"tournaments/{event}/draws").json()
    fits(list[DrawHead], draws)
    assert [one["kind"] for one in draws] == ["button", "field"]
    for one in draws:
        record = stranger.get(f"draws/{one['digest']}").json()
        fits(seating.DrawRecord, record)
        assert record["fits"] is True
        assert record["seed"] == Draw.objects.get(digest=one["digest"]).seed


def test_missing_items_return_not_found(stranger: Program, event: int) -> None:
    for path in (f"draws/{'ab' * 32}", "tournaments/999/seats", f"tournaments/{10**30}/draws"):
        assert stranger.get(path).status_code == 404, path
    assert program_of(Role.DEALER).get("tournaments/999/tables").status_code == 404
