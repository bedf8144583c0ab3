"""Responses of reads match the documentation, field by field."""

from typing import Any

import pytest

from api.schemas import core, rulebooks
from clock.boards import structs as clock_boards
from dealers.boards import dealers as dealers_boards
from displays.services.pairing import new_pairing
from players.boards.players import PlayerBoard
from rulings.boards import rulings as rulings_boards
from seating.boards.seating import RoomTableBoard
from tests.api.caller import Program
from tests.api.fitting import fits
from tests.fixtures.picture import png
from tests.fixtures.room import MakesEvents
from tests.fixtures.wall import Wall
from tests.seating.seating_scenes import seated
from tourney.access.roles import Actor
from tourney.boards import room as room_boards
from tourney.services.picture_files import read_picture

PNG = png()


def test_room_reads_match_their_schemas(program: Program, event: int, floor: Actor) -> None:
    program.do("room/player/add", name="Ada Lovelace", nickname="Countess")
    program.do("room/table/add", first=1, last=2)
    program.do(f"tournaments/{event}/table/assign", number=1)
    colours = {"face": "#ffffff", "edge": "#000000"}
    program.do("room/chips/add_set", name="Case", chips=[{"value": 25, **colours}])
    _secret, pairing = new_pairing("127.0.0.1")
    assert (
        program.do("room/display/pair", code=pairing.code, name="Wall", tournament=event).status_code == 200
    )
    for path, shape in {
        "time": core.Time,
        "me": core.Me,
        "room": room_boards.RoomBoard,
        "room/boards": core.Boards,
        "room/journal": core.Journal,
        "lobby": clock_boards.LobbyBoard,
        "players": list[PlayerBoard],
        "people": list[room_boards.PersonBoard],
        "tokens": list[room_boards.TokenBoard],
        "tables": list[RoomTableBoard],
        "screens": list[core.Screen],
        "chip-sets": list[room_boards.ChipSetBoard],
        "tournaments": list[clock_boards.EventRow],
        "structures": list[clock_boards.LibraryStructure],
        "books": list[rulebooks.BookHead],
        "books/munot": rulebooks.WholeBook,
        "books/munot/text": rulebooks.BookText,
        "books/compare?a=munot&b=tda": rulebooks.Compared,
        "rules?q=chip+race&book=munot": rulebooks.RulesFound,
    }.items():
        response = program.get(path)
        assert response.status_code == 200, path
        assert response["Cache-Control"] == "no-store"
        assert response.json(), path
        fits(shape, response.json(), with_seq=path == "lobby")
    assert program.get("players", q="countess").json()[0]["name"] == "Ada Lovelace"
    assert program.get("players", q="babbage").json() == []
    assert program.get("tables").json()[0]["tournament"] == event
    assert program.get("screens").json()[0]["tournament"] == event


def test_tournament_reads_match_their_schemas(program: Program, event: int, wall: Wall) -> None:
    here = f"tournaments/{event}/"
    program.do(here + "clock/start")
    program.do(here + "clock/say", text="Dinner is served")
    wall.passes(minutes=3)
    program.do(here + "clock/pause")
    for path, shape in {
        "clock": clock_boards.ClockNow,
        "boards": core.Boards,
        "journal": core.Journal,
        "structure": clock_boards.EventStructure,
    }.items():
        fits(shape, program.get(here + path).json(), with_seq=path == "clock")
    assert program.get(here + "clock").json()["announcement"]["text"] == "Dinner is served"
    boards = program.get(here + "boards").json()
    assert boards["boards"]["clock"]["seq"] == boards["seq"] == 3


def test_a_book_says_every_policy_with_its_rule(program: Program) -> None:
    book = program.get("books/munot").json()
    policies = {row["key"]: row for section in book["sections"] for row in section["policies"]}
    policy = policies["clock.new_level"]
    assert (policy["stated"], policy["citation"]) == (True, "Munot 23")
    assert policy["values"]["starts"] == "announced"
    assert sum(row["stated"] for row in policies.values()) == book["policies"]
    silent = next(row for row in policies.values() if not row["stated"])
    assert silent["values"] is None
    assert silent["value"]


def test_a_rule_is_found_in_the_language_that_was_asked_for_with_the_other_beside(program: Program) -> None:
    found = program.get("rules", q="Chiprennen", book="munot").json()
    assert (found["book"], found["complete"], found["edited"]) == ("munot", True, False)
    best = found["found"][0]
    assert (best["citation"], best["title"], best["first"]) == ("Munot 24", "Colour-up and chip race", True)
    assert best["other"]["title"] == "Color-up und Chiprennen"
    assert len(program.get("rules", book="munot").json()["found"]) == 83
    assert program.get("rules", q="x" * 81).status_code == 422
    assert program.get("rules", book="no_such").json()["code"] == "unknown_book"


def test_a_ruling_is_noted_corrected_and_found_by_a_program(program: Program, event: int) -> None:
    here = f"tournaments/{event}/"
    noted = program.do(here + "ruling/note", text="Pot put right", rule="Munot 22").json()["answer"]
    program.do(here + "ruling/correct", ruling=noted["ruling"], text="Pot split", rule="Munot 21")
    found = program.get("rulings", rule="21", words="split").json()
    fits(rulings_boards.RulingsFound, found)
    assert found["rulings"][0]["earlier"][0]["text"] == "Pot put right"
    assert program.get("rulings", words="put right").json()["rulings"] == found["rulings"]
    assert program.get("rulings", event=event + 1).json() == {"rulings": [], "before": None}


def test_dealers_are_pushed_by_a_program_as_it_was_planned(program: Program, make_event: MakesEvents) -> None:
    event = make_event(book="tda")
    seated(event, {1: (1, 3), 2: (2,)})
    for name in ("Ada", "Bob", "Cid"):
        made = program.do("room/dealer/add", name=name).json()["answer"]
        program.do("room/dealer/begin", dealer=made["dealer"])
    planned = program.get("dealers").json()
    fits(dealers_boards.Rotation, planned)
    assert program.do("room/dealers/push").status_code == 200
    now = program.get("dealers").json()
    assert [one["table"] for one in now["on"]] == [one["next"][0] for one in planned["on"]]
    found = program.get("dealers/history", table=1).json()
    fits(dealers_boards.DealerHistory, found)
    assert len(found["stints"]) == 1


def test_an_edited_book_is_the_rooms_own(program: Program) -> None:
    text = program.get("books/munot/text").json()["text"]
    assert program.get("books/munot").json()["own"] is False
    saved = program.do("room/book/save", key="munot", text=text + "\n# ours\n")
    assert saved.status_code == 200, saved.content
    assert program.get("books/munot").json()["own"] is True
    assert program.get("books/munot/text").json()["text"].endswith("# ours\n")
    assert {book["key"]: book["own"] for book in program.get("books").json()}["munot"] is True


def test_structure_csv_round_trips(program: Program, event: int) -> None:
    board = program.get(f"tournaments/{event}/structure").json()
    response = program.get(f"tournaments/{event}/structure.csv")
    assert response["Content-Type"] == "text/csv; charset=utf-8"
    assert f"tournament-{event}.csv" in response["Content-Disposition"]
    library = program.get("structures").json()[0]
    assert program.get(f"structures/{library['id']}.csv").content == response.content

    back = program.send("structures/read?filename=club.csv", response.content, kind="text/csv")
    fits(clock_boards.StructureFile, back.json())
    assert back.json() == {"name": "club", "encoding": "utf-8", "levels": board["levels"], "warnings": []}

    rows = [{key: value for key, value in row.items() if key != "number"} for row in back.json()["levels"]]
    saved = program.do("room/structure/save", name="Club again", levels=rows)
    assert saved.status_code == 200


@pytest.mark.parametrize("data", [b"", b"\x00\xff", b"Small blind,Big blind\n1,2\n", b"{", b"PK\x03\x04"])
def test_a_broken_file_is_refused_with_its_places(program: Program, data: bytes) -> None:
    response = program.send("structures/read", data, kind="text/csv")
    assert (response.status_code, response.json()["code"]) == (422, "bad_file")
    assert response.json()["fields"]


def test_the_place_of_a_fault_names_line_and_column(program: Program) -> None:
    data = b"Small blind,Big blind,Duration\n50,100,20\nmany,200,20\n"
    refused = program.send("structures/read", data, kind="text/csv").json()
    assert list(refused["fields"]) == ["line 3, Small blind"]


def test_a_picture_becomes_an_events_logo(program: Program, event: int, settings: Any, tmp_path: Any) -> None:
    settings.MEDIA_ROOT = tmp_path
    logo = program.send("pictures", PNG, kind="image/png").json()["logo"]
    assert (tmp_path / logo).read_bytes() == read_picture(PNG).data
    assert program.do(f"tournaments/{event}/event/logo", logo=logo).status_code == 200
    assert program.get(f"tournaments/{event}/clock").json()["logo"] == f"/media/{logo}"


def test_invalid_or_oversized_picture_is_not_stored(program: Program, settings: Any, tmp_path: Any) -> None:
    settings.MEDIA_ROOT = tmp_path
    assert program.send("pictures", b"<svg/>", kind="image/png").status_code == 422
    assert program.send("pictures", PNG + b"x" * 1024 * 1024, kind="image/png").status_code == 413
    assert list(tmp_path.iterdir()) == []
