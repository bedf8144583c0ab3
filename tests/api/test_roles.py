"""Permissions of every endpoint for every role."""

import pytest

from api.commands import path_of
from tests.api.caller import Program, program_of
from tests.cash.scenes import offer
from tests.seasons.nights import season
from tourney.access.roles import ALLOWED, Role
from tourney.journal.commands import COMMANDS
from tourney.models import JournalEntry

STAFF = {Role.DIRECTOR, Role.FLOOR, Role.DESK, Role.DEALER}
READERS = {Role.DIRECTOR, Role.FLOOR, Role.DESK}
FLOOR = {Role.DIRECTOR, Role.FLOOR}
BOSS = {Role.DIRECTOR}
ROLES = [Role.DIRECTOR, Role.FLOOR, Role.DESK, Role.DEALER, Role.DISPLAY]
ANYBODY = {
    "time",
    "lobby",
    "room/boards",
    "cash/lists",
    "seasons",
    "seasons/lists",
    *(f"tournaments/1/{one}" for one in ("clock", "boards", "structure", "seats", "draws")),
    *(f"tournaments/1/{one}" for one in ("prizes", "results", "results/overall", "bounties", "chip-leaders")),
}
READS: dict[str, set[Role]] = {
    "me": {*ROLES},
    "room": STAFF,
    "tables": STAFF,
    "cash/floor": READERS,
    "cash/money": FLOOR,
    "cash/visits": BOSS,
    "cash/takings": BOSS,
    "players": READERS,
    "players/1": READERS,
    "players/like?name=x": READERS,
    "screens": STAFF,
    "overlays": FLOOR,
    "overlays/1": FLOOR,
    "chip-sets": STAFF,
    "structures": STAFF,
    "structures/1.csv": STAFF,
    "structures/suggestion": STAFF,
    "tournaments": STAFF,
    "tournaments/1/stages": STAFF,
    "tournaments/1/chip-plan": STAFF,
    "tournaments/1/structure/what_if": STAFF,
    "tournaments/1/tables": STAFF,
    "tournaments/1/bookings": READERS,
    "tournaments/1/receipts": FLOOR,
    "tournaments/1/results/staff": STAFF,
    "tournaments/1/deal": FLOOR,
    "tournaments/1/payables": READERS,
    "tournaments/1/till": BOSS,
    "tournaments/1/tickets": BOSS,
    "drawers": BOSS,
    "drawers/1": READERS,
    "drawers/mine": READERS,
    "receipts/1": READERS,
    "vouchers": BOSS,
    "books": STAFF,
    "books/munot": STAFF,
    "books/munot/text": STAFF,
    "books/compare?a=munot&b=tda": STAFF,
    "rules?q=chip+race": STAFF,
    "rulings": READERS,
    "dealers": FLOOR,
    "dealers/history": FLOOR,
    "room/journal": READERS,
    "tournaments/1/journal": READERS,
    "people": BOSS,
    "tokens": BOSS,
    "webhooks": BOSS,
    "webhook-deliveries": BOSS,
    "templates": BOSS,
    "weekly-plans": BOSS,
    "closed-days": BOSS,
}
# These rows do not exist; only roles with the permission get a 404.
NOT_THERE = {
    "structures/1.csv",
    "cash/floor",
    "cash/money",
    "players/1",
    "drawers/1",
    "drawers/mine",
    "receipts/1",
    "overlays/1",
    "tournaments/1/stages",
}
MAKES = {"tokens": BOSS, "webhooks": BOSS, "pictures": BOSS, "sounds": BOSS, "structures/read": BOSS}


@pytest.mark.django_db
def test_every_read_is_in_this_table() -> None:
    from django.test import Client

    paths = Client().get("/api/openapi.json").json()["paths"]
    there = {path.removeprefix("/api/v1/") for path, methods in paths.items() if "get" in methods}
    named = {path.partition("?")[0] for path in {*READS, *ANYBODY}} | {
        "tournaments/1/structure.csv",
        "tournaments/1/waiting_list",
        "draws/{digest}",
    }
    for one in ("tournament", "overlay", "structure", "player", "drawer", "receipt"):
        named = {path.replace(f"{one}s/1", f"{one}s/{{{one}}}") for path in named}
    assert {path.replace("books/munot", "books/{key}") for path in named} == there


@pytest.mark.parametrize("role", ROLES)
def test_role_reads_only_permitted_resources(event: int, role: Role) -> None:
    program = program_of(role)
    for path, roles in READS.items():
        status = program.get(path.replace("tournaments/1/", f"tournaments/{event}/")).status_code
        assert (status != 403) == (role in roles), (path, status)
        assert status in {200, 403} or (status == 404 and path in NOT_THERE), (path, status)


def test_requests_without_a_token_read_only_public_resources(event: int, stranger: Program) -> None:
    season()
    offer()
    for path in READS:
        assert stranger.get(path).status_code == 401, path
    for path in ANYBODY:
        assert stranger.get(path.replace("/1/", f"/{event}/")).status_code == 200, path


def test_boards_of_the_staff_are_for_staff(event: int, stranger: Program) -> None:
    def names(program: Program) -> set[str]:
        return set(program.get(f"tournaments/{event}/boards").json()["boards"])

    assert "clock" in names(stranger)
    assert "clock_staff" not in names(stranger)
    assert "clock_staff" not in names(program_of(Role.DISPLAY))
    assert "clock_staff" in names(program_of(Role.DEALER))


@pytest.mark.parametrize("role", ROLES)
def test_role_runs_only_permitted_commands(db: None, role: Role) -> None:
    program = program_of(role)
    before = JournalEntry.objects.count()
    for made in COMMANDS.values():
        # Nothing changes: the tournament does not exist, and the room's commands lack their arguments.
        path = path_of(made)[1:].replace("{int:tournament}", "999")
        response = program.do(path)
        if not made.public:
            assert response.status_code == 404, made.kind
        elif made.permission in ALLOWED[role]:
            assert response.status_code in {404, 409, 422}, (made.kind, response.content)
        else:
            assert response.status_code == 403, (made.kind, response.content)
            assert response.json()["code"] == "not_allowed"
    for path, roles in MAKES.items():
        assert (program.do(path).status_code != 403) == (role in roles), path
    assert JournalEntry.objects.count() == before


def test_requests_without_a_token_run_no_command(stranger: Program) -> None:
    for made in COMMANDS.values():
        if made.public:
            path = path_of(made)[1:].replace("{int:tournament}", "1")
            assert stranger.do(path).status_code == 401, made.kind
    for path in MAKES:
        assert stranger.do(path).status_code == 401, path
    assert not JournalEntry.objects.exists()
