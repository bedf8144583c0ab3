"""A whole evening run by an API client."""

import pytest

from tests.api.caller import Program
from tests.fixtures.journalled import journal_tells_the_rows
from tests.fixtures.wall import Wall

LEVELS = [
    {"kind": "level", "duration": 1_200_000, "small_blind": 50, "big_blind": 100},
    {"kind": "level", "duration": 1_200_000, "small_blind": 100, "big_blind": 200},
    {"kind": "break", "duration": 600_000},
    {"kind": "level", "duration": 1_200_000, "small_blind": 200, "big_blind": 400},
]


def test_an_evening_can_be_run_through_the_api_alone(program: Program, stranger: Program, wall: Wall) -> None:
    structure = program.do("room/structure/save", name="Short", levels=LEVELS).json()["answer"]["structure"]
    created = program.do(
        "room/event/create", name="Friday", structure=structure, starting_stack=10_000, book="tda"
    ).json()
    event = created["answer"]["tournament"]
    here = f"tournaments/{event}/"

    assert stranger.get(here + "clock").json()["reading"]["state"] == "waiting"
    assert program.do(here + "field/set", entries=27, left=27).json()["seq"] == 1
    started = program.do(here + "clock/start").json()
    assert (started["seq"], started["repeated"]) == (2, False)
    assert started["answer"]["remaining_ms"] == 1_200_000

    wall.passes(minutes=5)
    clock = stranger.get(here + "clock").json()
    assert clock["reading"] == {
        "state": "running",
        "position": 0,
        "remaining": 900_000,
        "elapsed": 300_000,
        "starts_in": None,
        "next_level": 1,
        "next_break": 2_100_000,
        "held_for": None,
    }
    assert clock["server"] == wall.ms
    assert clock["field"]["chips"] == 270_000

    program.do(here + "clock/pause")
    wall.passes(minutes=3)
    added = program.do(here + "clock/add", ms=60_000).json()
    assert added["answer"]["remaining_ms"] == 960_000
    refused = program.do(here + "clock/pause")
    assert refused.status_code == 409
    assert set(refused.json()) == {"code", "message", "rule", "fields"}
    program.do(here + "clock/resume")
    assert program.do(here + "clock/next", position=0).json()["answer"]["number"] == 2
    assert program.do(here + "clock/next", position=0).json()["code"] == "moved_on"

    last = stranger.get(here + "clock").json()["seq"]
    assert program.do(here + "undo", seq=last).status_code == 200
    clock = stranger.get(here + "clock").json()
    assert (clock["reading"]["position"], clock["reading"]["remaining"]) == (0, 960_000)

    journal = program.get(here + "journal").json()
    assert [line["seq"] for line in journal["lines"]] == list(range(journal["seq"], 0, -1))
    assert [line["kind"] for line in journal["lines"]][:3] == ["undo", "clock.next", "clock.resume"]
    assert journal["lines"][1]["undone"] is True
    assert journal["more"] is False

    assert program.do(here + "event/close").status_code == 200
    assert stranger.get("lobby").json()["events"] == []
    assert [row["state"] for row in program.get("tournaments").json()] == ["closed"]
    journal_tells_the_rows()


@pytest.mark.postgres
def test_the_journal_is_paged_and_filtered(program: Program, event: int, wall: Wall) -> None:
    here = f"tournaments/{event}/"
    program.do(here + "clock/start")
    wall.passes(minutes=1)
    since = wall.ms
    program.do(here + "field/count", entries_by=1)
    program.do(here + "clock/pause")

    def kinds(**query: object) -> list[str]:
        return [line["kind"] for line in program.get(here + "journal", **query).json()["lines"]]

    assert kinds() == ["clock.pause", "field.count", "clock.start"]
    assert kinds(kind="clock") == ["clock.pause", "clock.start"]
    assert kinds(kind="clock.pause") == ["clock.pause"]
    assert kinds(who="DIRECTOR PROG") == ["clock.pause", "field.count", "clock.start"]
    assert kinds(who="somebody else") == []
    assert kinds(since=since) == ["clock.pause", "field.count"]
    assert kinds(until=since - 1) == ["clock.start"]
    first = program.get(here + "journal", limit=2).json()
    assert (len(first["lines"]), first["more"]) == (2, True)
    rest = program.get(here + "journal", limit=2, before_seq=first["lines"][-1]["seq"]).json()
    assert ([line["kind"] for line in rest["lines"]], rest["more"]) == (["clock.start"], False)


def test_room_undo_undoes_commands_of_a_token(program: Program) -> None:
    seq = program.do("room/table/add", first=1, last=3).json()["seq"]
    assert len(program.get("tables").json()) == 3
    assert program.do("room/undo", seq=seq).status_code == 200
    assert program.get("tables").json() == []
    assert program.get("room/journal").json()["lines"][0]["kind"] == "room.undo"
