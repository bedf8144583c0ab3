"""Commands are the only way to write: one transaction, one journal entry, once."""

import threading
import uuid
from typing import Any

import pytest
from django.db import connection, transaction

from clock.commands.clock import add, pause, resume, start
from clock.models import Clock
from players.commands.players import add_player
from players.models import Player
from tests.fixtures.journalled import all_rows
from tests.fixtures.room import MakesEvents, press, refusal
from tests.fixtures.wall import Wall
from tourney.access.roles import Actor, Role
from tourney.commands import count_field
from tourney.journal.arguments import groups_of
from tourney.journal.commands import COMMANDS, command
from tourney.journal.refused import Refused
from tourney.journal.replay import gaps
from tourney.models import JournalEntry, Room, Tournament


def test_each_command_writes_one_journal_entry_numbered_without_gaps(event: int, director: Actor) -> None:
    for number, made in enumerate([start, pause, resume, pause], start=1):
        done = press(made, event, by=director)
        assert done.seq == number
        assert JournalEntry.journal(event).count() == number
    assert Tournament.objects.get(pk=event).seq == 4
    assert gaps(event) == []


def test_room_and_events_number_their_entries_apart(make_event: MakesEvents, director: Actor) -> None:
    one, other = make_event(), make_event()
    room = Room.objects.get(id=1).seq
    assert press(start, one, by=director).seq == 1
    assert press(start, other, by=director).seq == 1
    assert press(add_player, by=director, name="Ada").seq == room + 1


def test_journal_entry_records_actor_time_command_and_row_images(
    event: int, director: Actor, wall: Wall
) -> None:
    press(start, event, by=director)
    wall.passes(minutes=5, ms=123)
    command = uuid.uuid4()
    press(pause, event, by=director, command=command, seen=1)
    line = JournalEntry.journal(event).get(seq=2)
    clock = Clock.objects.get(tournament=event)
    assert (line.kind, line.actor, line.who, line.command) == ("clock.pause", director.key, "dora", command)
    assert line.at == wall.now
    assert line.due_at is None
    assert line.arguments == {"seen": 1}
    assert line.changes == [
        {
            "model": "clock.clock",
            "pk": clock.pk,
            "before": {
                "running": True,
                "elapsed_ms": 0,
                "anchor_at": "2026-11-21T18:00:00.000000+00:00",
            },
            "after": {"running": False, "elapsed_ms": 300_123, "anchor_at": None},
        }
    ]


def test_the_same_command_happens_once_and_answers_the_same(event: int, director: Actor) -> None:
    press(start, event, by=director)
    command = uuid.uuid4()
    first = press(add, event, by=director, command=command, ms=60_000)
    before = all_rows()
    second = press(add, event, by=director, command=command, ms=60_000)
    assert (second.seq, second.answer, second.repeated) == (first.seq, first.answer, True)
    assert not first.repeated
    assert all_rows() == before


@pytest.mark.parametrize("scope", ["event", "room"])
@pytest.mark.django_db(transaction=True)
def test_the_same_command_sent_eight_times_at_once_happens_once(
    event: int, director: Actor, scope: str
) -> None:
    command = uuid.uuid4()
    answers: list[Any] = []
    gate = threading.Barrier(8)

    def send() -> None:
        try:
            gate.wait(20)
            if scope == "event":
                answers.append(press(count_field, event, by=director, command=command, entries_by=1))
            else:
                answers.append(press(add_player, by=director, command=command, name="Ada"))
        except BaseException as error:
            answers.append(error)
        finally:
            connection.close()

    threads = [threading.Thread(target=send) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert all((done.seq, done.answer) == (answers[0].seq, answers[0].answer) for done in answers), answers
    assert sorted(done.repeated for done in answers) == [False] + [True] * 7
    assert Player.objects.count() == (scope == "room")
    assert Tournament.objects.get(pk=event).counted_entries == (scope == "event")


@pytest.mark.parametrize("difference", ["arguments", "action", "person", "event", "scope"])
def test_command_id_reused_for_another_command_is_refused(
    make_event: MakesEvents, director: Actor, other_director: Actor, difference: str
) -> None:
    event, other_event = make_event(), make_event()
    press(start, event, by=director)
    press(start, other_event, by=director)
    command = uuid.uuid4()
    press(add, event, by=director, command=command, ms=60_000)
    before = all_rows()
    arguments: dict[str, Any] = {"by": director, "command": command}
    second = {
        "arguments": lambda: refusal(add, event, **arguments, ms=120_000),
        "action": lambda: refusal(pause, event, **arguments),
        "person": lambda: refusal(add, event, **{**arguments, "by": other_director}, ms=60_000),
        "event": lambda: refusal(add, other_event, **arguments, ms=60_000),
        "scope": lambda: refusal(add_player, **arguments, name="Ada"),
    }[difference]()
    assert second.code == "command_reused"
    assert all_rows() == before


def test_a_refused_command_may_be_sent_again_when_it_has_become_possible(event: int, director: Actor) -> None:
    command = uuid.uuid4()
    assert refusal(pause, event, by=director, command=command).code == "not_started"
    press(start, event, by=director)
    assert not press(pause, event, by=director, command=command).repeated


def test_an_event_that_does_not_exist_is_refused(event: int, director: Actor) -> None:
    assert refusal(start, 999_999, by=director).code == "unknown_tournament"


@pytest.fixture
def clumsy() -> Any:
    """A command that writes a row, registers a callback on commit, and then fails in the given way."""
    followed: list[str] = []

    @command(
        "test.clumsy",
        permission=next(iter(COMMANDS.values())).permission,
        scope="room",
        summary="",
        public=False,
    )
    def made(tx: Any, how: str) -> None:
        tx.create(Player, name="Half done", created_at=tx.now)
        tx.on_commit(lambda: followed.append("followed"))
        if how == "refused":
            raise Refused("no", "No.")
        if how == "bug":
            raise ZeroDivisionError
        if how == "constraint":
            tx.create(Player, pk=Player.objects.latest("pk").pk, name="Again", created_at=tx.now)

    yield made, followed
    del COMMANDS["test.clumsy"]


@pytest.mark.django_db(transaction=True)
def test_command_failing_halfway_changes_nothing(clumsy: Any, director: Actor) -> None:
    made, followed = clumsy
    before = all_rows()
    assert refusal(made, by=director, how="refused").code == "no"
    with pytest.raises(ZeroDivisionError):
        press(made, by=director, how="bug")
    assert refusal(made, by=director, how="constraint").code == "conflict"
    assert all_rows() == before
    assert followed == []
    press(made, by=director, how="well")
    assert followed == ["followed"]


@pytest.mark.django_db(transaction=True)
def test_on_commit_work_runs_after_the_outer_commit(clumsy: Any, director: Actor) -> None:
    made, followed = clumsy
    with transaction.atomic():
        press(made, by=director, how="well")
        assert followed == []
    assert followed == ["followed"]


def test_two_commands_of_one_kind_fail_at_start() -> None:
    with pytest.raises(ValueError, match=r"clock\.start"):
        command("clock.start", permission=COMMANDS["clock.start"].permission, summary="")(lambda tx: None)


def test_scope_of_a_command_must_match_the_event_argument(event: int, director: Actor) -> None:
    with pytest.raises(TypeError):
        press(add_player, event, by=director, name="Ada")
    with pytest.raises(TypeError):
        press(start, by=director)


def test_every_command_has_a_summary_and_a_docstring() -> None:
    for kind, made in COMMANDS.items():
        assert made.summary, kind
        assert made.body.__doc__, kind
        groups = groups_of(made.body).values()
        documented = "\n".join([made.body.__doc__, *(one.__doc__ or "" for one in groups)])
        for name in made.arguments.model_fields:
            assert name in documented, f"{kind}: {name} is not documented"


def test_roles_without_permission_are_refused_before_any_read(event: int) -> None:
    before = all_rows()
    for role in (Role.DISPLAY, Role.PLAYER, Role.DEALER):
        display = Actor("token:1", "TV", role)
        assert refusal(start, event, by=display).code == "not_allowed"
    assert all_rows() == before
