"""API clients read and change prizes, results, deals and payments."""

import msgspec
import pytest
from pydantic import TypeAdapter

from api.schemas import prizes
from players.models import Player
from prizes.boards.structs import BountiesBoard, DealBoard, PrizesBoard
from prizes.commands.deals import open_deal
from prizes.commands.payments import pay_prize
from seating.commands import bust, remove_entry
from tests.api.caller import Program, program_of
from tests.api.fitting import fits
from tests.fixtures.room import MakesEvents, press
from tests.prizes.evenings import amounts, closed, evening, out
from tourney.access.roles import Actor, Role


@pytest.fixture
def event(make_event: MakesEvents) -> int:
    """Make an event of the Munot rulebook."""
    return make_event(book="munot")


def test_pool_and_places_match_their_schemas(event: int, floor: Actor, stranger: Program) -> None:
    path = f"tournaments/{event}/prizes"
    assert stranger.get(path).json() == {"state": "none"}
    evening(event, floor, 9, bounty=500, prizes={"bounties": "fixed"})
    assert msgspec.convert(stranger.get(path).json(), PrizesBoard).money is None
    closed(event)
    fits(PrizesBoard, stranger.get(path).json())
    found = msgspec.convert(stranger.get(path).json(), PrizesBoard)
    assert (found.state, found.pool) == ("locked", 90_000)
    assert sum(one.cash * (one.to - one.first + 1) for one in found.tiers) == 90_000
    assert found.money is not None
    assert found.money.to_go == 9 - found.paid
    for other in ("results", "bounties"):
        assert stranger.get(f"tournaments/{event}/{other}").status_code == 200
        assert stranger.get(f"tournaments/999/{other}").status_code == 404
    assert stranger.get("tournaments/999/prizes").status_code == 404


def test_results_are_paged_and_only_staff_read_full_names(
    event: int, floor: Actor, stranger: Program, program: Program
) -> None:
    entries = evening(event, floor, 9, bounty=500, prizes={"bounties": "fixed"})
    Player.objects.filter(entries=entries[1]).update(name="Ann-Sophie Lang", privacy="short")
    closed(event)
    press(remove_entry, event, by=floor, entry=entries[0], penalty="disqualified")
    press(bust, event, by=floor, entry=entries[1], knocked_out_by=[entries[2]], stack=100)
    out(event, *entries[2:8])
    path = f"tournaments/{event}/results"
    whole = stranger.get(path).json()
    TypeAdapter(prizes.Results).validate_python(whole)
    assert [row["best"] for row in whole["rows"]] == list(range(1, 9))
    assert whole["rows"][7]["name"] == "Ann-Sophie L."
    part = stranger.get(path, offset=3, limit=2).json()
    assert part["rows"] == whole["rows"][3:5]
    assert part["placed"] == 8
    assert stranger.get(path, offset=100).json()["rows"] == []
    assert stranger.get(path, limit=501).status_code == 422
    staff = program.get(f"{path}/staff").json()
    TypeAdapter(prizes.StaffResults).validate_python(staff)
    assert staff["rows"][7]["name"] == "Ann-Sophie Lang"
    assert [one["entry"] for one in staff["rows"][7]["knocked_out_by"]] == [entries[2]]
    assert (staff["rows"][8]["state"], staff["rows"][8]["penalty"]) == ("unranked", "disqualified")
    assert stranger.get(f"{path}/staff").status_code == 401
    board = stranger.get(f"tournaments/{event}/bounties").json()
    fits(BountiesBoard, board)
    first = board["leaders"][0]
    assert (first["knockouts"], first["won"]) == (1, 500)


def test_staff_read_the_deal_and_payables(event: int, floor: Actor, program: Program) -> None:
    entries = evening(event, floor, 9)
    closed(event)
    assert program.get(f"tournaments/{event}/deal").json() == {"state": "none"}
    out(event, *entries[:6])
    stacks = [{"entry": entry, "chips": 30_000} for entry in entries[6:]]
    press(open_deal, event, by=floor, stacks=stacks)
    deal = program.get(f"tournaments/{event}/deal").json()
    fits(DealBoard, deal)
    found = msgspec.convert(deal, DealBoard)
    assert sum(one.amount for one in found.shares) == sum(found.ladder)
    assert program.do(f"tournaments/{event}/deal/void", reason="no deal").status_code == 200
    out(event, *entries[6:8])
    press(pay_prize, event, by=floor, entry=entries[8], amount=10_000)
    payables = program.get(f"tournaments/{event}/payables").json()
    board = TypeAdapter(prizes.PayablesBoard).validate_python(payables)
    mine = {row.entry: row for row in board.rows}[entries[8]]
    assert (mine.won, mine.paid) == ({"prize": amounts(event)[0]}, {"prize": 10_000})
    assert board.amount == sum(row.open for row in board.rows) == 80_000


def test_prize_commands_require_their_role_and_explain_token_refusals(
    event: int, floor: Actor, program: Program
) -> None:
    entries = evening(event, floor, 9)
    closed(event)
    out(event, *entries[:8])
    desk = program_of(Role.DESK)
    home = f"tournaments/{event}"
    assert desk.do(f"{home}/payout/unlock", reason="x").json()["code"] == "not_allowed"
    assert program.do(f"{home}/payout/unlock", reason="mended").status_code == 200
    assert program.do(f"{home}/payout/lock").status_code == 200
    refused = desk.do(f"{home}/prize/pay", entry=entries[8], amount=100)
    assert (refused.status_code, refused.json()["code"]) == (409, "no_drawer")
    wrong = program.do(f"{home}/prize/pay", entry=entries[8], amount=1.5)
    assert wrong.status_code == 422
    assert "amount" in wrong.json()["fields"]
