"""Each command for each role: permitted, or refused before any data is read."""

import pytest

from tests.access.some_arguments import arguments_of
from tests.fixtures.journalled import all_rows
from tests.fixtures.room import press, refusal
from tourney.access.roles import ALLOWED, FIRST_START, Actor, Permission, Role
from tourney.journal.commands import COMMANDS, Command
from tourney.journal.refused import Refused
from tourney.models import JournalEntry, User

KINDS = sorted(COMMANDS)


def outcome(made: Command, where: int | None, actor: Actor, kind: str) -> str:
    """Return "done", or the code of the refusal."""
    try:
        press(made, where, by=actor, **arguments_of(kind))
    except Refused as refused:
        return refused.code
    return "done"


@pytest.mark.parametrize("kind", KINDS)
def test_role_may_run_exactly_the_commands_of_the_table(event: int, kind: str) -> None:
    made = COMMANDS[kind]
    # The actors share a real login, because a drawer belongs to one.
    user = User.objects.create(username="somebody")
    actors = [Actor(f"user:{user.pk}", "Somebody", role) for role in Role]
    where = event if made.scope == "tournament" else None
    before = all_rows()
    for actor in actors:
        if made.permission not in ALLOWED[actor.role]:
            code = refusal(made, where, by=actor, **arguments_of(kind)).code
            assert (actor.role, code) == (actor.role, "not_allowed")
    assert all_rows() == before
    assert not JournalEntry.objects.filter(who="Somebody").exists()
    for actor in actors:
        if made.permission in ALLOWED[actor.role]:
            assert (actor.role, outcome(made, where, actor, kind)) != (actor.role, "not_allowed")


def test_permissions_follow_the_room_settings() -> None:
    """The table of permissions, repeated on purpose: a change must be made in both places."""
    director = set(Permission) - {Permission.KEEP_TIME, Permission.USE_SELF_SERVICE}
    floor = {
        Permission.SEE_STAFF,
        Permission.RUN_CLOCK,
        Permission.COUNT_FIELD,
        Permission.MANAGE_SCREENS,
        Permission.MANAGE_TABLES,
        Permission.EDIT_PLAYERS,
        Permission.REGISTER_PLAYERS,
        Permission.REFUND,
        Permission.CONFIRM_MEMBERSHIPS,
        Permission.BAN_PLAYERS,
        Permission.MAKE_DEALS,
        Permission.PAY_OUT,
        Permission.SEAT_PLAYERS,
        Permission.DEAL,
        Permission.READ_JOURNAL,
        Permission.READ_PERSONAL_DATA,
        Permission.UNDO,
    }
    assert {role: set(may) for role, may in ALLOWED.items()} == {
        Role.DIRECTOR: director,
        Role.FLOOR: floor,
        Role.DESK: {
            Permission.SEE_STAFF,
            Permission.COUNT_FIELD,
            Permission.EDIT_PLAYERS,
            Permission.REGISTER_PLAYERS,
            Permission.PAY_OUT,
            Permission.SEAT_PLAYERS,
            Permission.DEAL,
            Permission.READ_JOURNAL,
        },
        Role.DEALER: {Permission.SEE_STAFF, Permission.DEAL},
        Role.DISPLAY: set(),
        Role.PLAYER: {Permission.USE_SELF_SERVICE},
        Role.SYSTEM: {Permission.KEEP_TIME},
    }


@pytest.mark.parametrize(
    "kind",
    [
        "add_on.credit",
        "day.close",
        "day.plan",
        "day.draw_next",
        "day.resume",
        "stages.advance",
        "stages.end_event",
        "stages.set_seats",
    ],
)
def test_the_floor_decides_what_begins_or_ends_a_day_and_the_desk_does_not(kind: str) -> None:
    permission = COMMANDS[kind].permission
    assert permission in ALLOWED[Role.FLOOR]
    assert permission not in ALLOWED[Role.DESK]


def test_time_keeps_time_and_no_person_can_take_its_place(event: int, director: Actor) -> None:
    assert (
        refusal(COMMANDS["clock.due"], event, by=director, what="level", position=1, at=1).code
        == "not_allowed"
    )
    assert not COMMANDS["clock.due"].public
    assert not COMMANDS["clock.note_outage"].public


def test_the_last_director_cannot_be_dismissed(director: Actor) -> None:
    number = int(director.key.partition(":")[2])
    for role, active in (("floor", True), ("director", False)):
        refused = refusal(COMMANDS["login.change"], by=FIRST_START, user=number, role=role, active=active)
        assert refused.code == "last_director"


def test_a_login_needs_a_name_of_its_own_and_a_password_worth_the_name(director: Actor) -> None:
    add = COMMANDS["login.add"]
    assert (
        refusal(add, by=director, username="DORA", role="floor", password="correct horse").code
        == "name_taken"
    )
    for weak in ("short", "password123", "12345678901"):
        refused = refusal(add, by=director, username="flo", role="floor", password=weak)
        assert refused.code == "weak_password"
        assert refused.fields["password"]
    assert (
        refusal(add, by=director, username="a b\n", role="floor", password="correct horse").code
        == "bad_value"
    )


def test_only_people_have_a_language_of_their_own(director: Actor) -> None:
    press(COMMANDS["login.language"], by=director, language="de-ch")
    program = Actor("token:4", "Program", Role.DIRECTOR)
    assert refusal(COMMANDS["login.language"], by=program, language="de").code == "no_person"
