"""A helper process that acts as the staff: one line of JSON in, one out.

{"do": "pair", "code": …}                      pair the display with this code with event 1
{"do": "act", "kind": …, "event": …, …}        run a command as the director, with its arguments
{"do": "seat"}                                 seat a player in event 1; return the path of their page
{"do": "quick"}                                start an event with levels of two seconds
{"do": "race"}                                 start an event with an automatic chip race in its next break
{"do": "raced", "event": …}                    return the state of its race, and the number of starts
{"do": "judge"}                                return faults of the journals, and the recorded times
{"do": "board", "event": …}                    return the clock board
"""

import json
import os
import sys
import uuid
from typing import Any

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tourney.settings")
django.setup()

from clock.boards import clock as clock_boards  # noqa: E402
from clock.commands.clock import start  # noqa: E402
from clock.commands.events import create_event  # noqa: E402
from clock.commands.structures import LevelInput, save_structure  # noqa: E402
from displays.commands.displays import pair_screen  # noqa: E402
from displays.models import Screen  # noqa: E402
from notifications.commands.player_links import path_of  # noqa: E402
from procedures.models import Race  # noqa: E402
from seating.models import Table  # noqa: E402
from tests.fixtures.wire import as_sent  # noqa: E402
from tourney.access.roles import FIRST_START  # noqa: E402
from tourney.journal.commands import COMMANDS, CommandResult  # noqa: E402
from tourney.journal.replay import disagreements, gaps, replay  # noqa: E402
from tourney.models import Entry, JournalEntry, Tournament  # noqa: E402
from tourney.now import room_now, to_ms  # noqa: E402
from tourney.snapshot import consistent_read  # noqa: E402

clock_of = as_sent(clock_boards.clock_of)

QUICK_ROWS = 150
QUICK_MS = 2_000


def act(command: Any, **arguments: Any) -> CommandResult:
    """Run a command as the director."""
    done: CommandResult = command(actor=FIRST_START, command_id=uuid.uuid4(), **arguments)
    return done


def seat() -> dict[str, Any]:
    """Place twelve tables on the map and seat a player at the last of them in event 1."""
    numbers = range(1, 13)
    first = 1 + max(Table.objects.values_list("number", flat=True), default=0)
    act(COMMANDS["table.add"], first=first, last=numbers[-1])
    for place, number in enumerate(numbers):
        across, down = 1000 + 2600 * (place % 4), 1500 + 3200 * (place // 4)
        act(COMMANDS["table.place"], number=number, across=across, down=down)
        if number >= first:
            act(COMMANDS["table.assign"], tournament_id=1, number=number)
    player = (act(COMMANDS["player.add"], name="Anna Berg").answer or {})["player"]
    entry = Entry.objects.create(tournament_id=1, player_id=player, created_at=room_now())
    act(COMMANDS["seat.give"], tournament_id=1, entry=entry.pk, table=numbers[-1], seat=4)
    return {"path": path_of(player)}


def quick() -> dict[str, Any]:
    """Start an event whose levels last two seconds."""
    row = LevelInput(kind="level", duration=QUICK_MS, small_blind=1, big_blind=2)
    saved = act(save_structure, name=f"Quick {uuid.uuid4()}", levels=[row] * QUICK_ROWS)
    structure = (saved.answer or {})["structure"]
    made = act(create_event, name="Quick", structure=structure, starting_stack=100, book="tda")
    event = (made.answer or {})["tournament"]
    act(start, tournament_id=event)
    return {"event": event}


def race() -> dict[str, Any]:
    """Start an event of two tables; its first level lasts four seconds, then the chips of 25 are raced."""
    rows = [
        LevelInput(kind="level", duration=4_000, small_blind=25, big_blind=50),
        LevelInput(kind="break", duration=600_000, colour_up=[25]),
        LevelInput(kind="level", duration=600_000, small_blind=100, big_blind=200),
    ]
    saved = act(save_structure, name=f"Race {uuid.uuid4()}", levels=rows)
    chips = [{"value": value, "face": "#1f6f3f", "edge": "#ffffff"} for value in (25, 100)]
    added = act(COMMANDS["chips.add_set"], name=f"Race {uuid.uuid4()}", chips=chips)
    given = {"structure": (saved.answer or {})["structure"], "chip_set": (added.answer or {})["chip_set"]}
    made = act(create_event, name="Race", starting_stack=10_000, book="tda", **given)
    event = (made.answer or {})["tournament"]
    first = 1 + max(Table.objects.values_list("number", flat=True), default=0)
    act(COMMANDS["table.add"], first=first, last=first + 1)
    for at in range(4):
        number = first + at % 2
        if at < 2:
            act(COMMANDS["table.assign"], tournament_id=event, number=number)
        player = (act(COMMANDS["player.add"], name=f"Racer {first} {at}").answer or {})["player"]
        entry = Entry.objects.create(tournament_id=event, player_id=player, created_at=room_now())
        act(COMMANDS["seat.give"], tournament_id=event, entry=entry.pk, table=number, seat=1 + at)
    act(COMMANDS["race.plan"], tournament_id=event, small=25)
    act(start, tournament_id=event)
    board = clock_of(Tournament.objects.select_related("chip_set").get(pk=event))
    return {"event": event, "due": board["clock"]["anchor"] + 4_000}


def raced(event: int) -> dict[str, Any]:
    """Return the state of an event's race."""
    row = Race.objects.get(tournament=event)
    starts = JournalEntry.journal(event).filter(kind="race.start").count()
    return {"state": row.state, "tables": row.tables.count(), "starts": starts}


def judge() -> dict[str, Any]:
    """Return faults of all journals, and the times taken per event: (position, due, noticed)."""
    with consistent_read():
        return _judged()


def _judged() -> dict[str, Any]:
    faults = disagreements(replay(JournalEntry.objects.order_by("pk")))
    faults += [f"the room's journal lacks {seq}" for seq in gaps(None)]
    events = list(Tournament.objects.values_list("pk", flat=True))
    for event in events:
        faults += [f"the journal of event {event} lacks {seq}" for seq in gaps(event)]
    starts = {
        str(event): [
            [line.arguments["position"], to_ms(line.due_at), to_ms(line.at)]
            for line in JournalEntry.objects.filter(tournament=event, kind="clock.due").order_by("seq")
        ]
        for event in events
    }
    return {"faults": faults, "starts": starts, "lines": JournalEntry.objects.count()}


def obey(request: dict[str, Any]) -> dict[str, Any]:
    """Carry out one request."""
    order = request.pop("do")
    if order == "pair":
        code = request["code"]
        # No two displays have the same name.
        name = f"Wall {code}" if Screen.objects.exists() else "Wall"
        done = act(pair_screen, code=code, name=name, tournament=1, layout="clock")
        return dict(done.answer or {})
    if order == "act":
        kind, event = request.pop("kind"), request.pop("event")
        done = act(COMMANDS[kind], tournament_id=event, **request)
        return {"seq": done.seq, "answer": done.answer}
    if order == "seat":
        return seat()
    if order == "quick":
        return quick()
    if order == "race":
        return race()
    if order == "raced":
        return raced(request["event"])
    if order == "judge":
        return judge()
    return clock_of(Tournament.objects.select_related("chip_set").get(pk=request["event"]))


for line in sys.stdin:
    print(json.dumps(obey(json.loads(line))), flush=True)
