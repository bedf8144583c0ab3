"""The count that `bench.leaders` reads, of an event of any size. Prints one line of JSON."""

import json
import sys
from random import Random

from bench.draw_room import do
from bench.prizes import best_of
from clock.commands.events import create_event
from clock.commands.structures import LevelInput, save_structure
from players.models import Player
from procedures.boards.own_stacks import stack_of
from procedures.boards.stack_counts import chip_leaders
from procedures.models import CountedStack, StackCount
from tourney.models import Entry
from tourney.now import database_now

_ROUNDS = 9
_SEATS = 9
# Phones whose own stacks one web process reads at once.
_PHONES = 2_000


def make_event(stacks: int) -> int:
    """Create an event with a closed count of this many stacks."""
    level = LevelInput(kind="level", duration=1_200_000, small_blind=50, big_blind=100)
    structure = do(save_structure, name="Bench", levels=[level])["structure"]
    event = int(
        do(create_event, name="Bench", structure=structure, starting_stack=10_000, book="tda")["tournament"]
    )
    now, random = database_now(), Random(1)
    people = Player.objects.bulk_create(
        [Player(name=f"Player Number{number:05}", created_at=now) for number in range(stacks)]
    )
    entries = Entry.objects.bulk_create(
        [Entry(tournament_id=event, player=one, created_at=now) for one in people], batch_size=2000
    )
    chips = [random.randrange(100, 20_000) for _entry in entries]
    count = StackCount.objects.create(
        tournament_id=event,
        occasion="check",
        opened_at=now,
        closed_at=now,
        chips=sum(chips),
        in_play=sum(chips),
    )
    CountedStack.objects.bulk_create(
        [
            CountedStack(
                stack_count=count, entry=entry, table=at // _SEATS + 1, seat=at % _SEATS + 1, chips=chips[at]
            )
            for at, entry in enumerate(entries)
        ],
        batch_size=2000,
    )
    return event


def main(stacks: int) -> None:
    """Set up, and measure."""
    event = make_event(stacks)
    players = list(Entry.objects.values_list("player", flat=True)[:_PHONES])
    plain = best_of(_ROUNDS, lambda: list(CountedStack.objects.values_list("entry", "chips")))
    board = best_of(_ROUNDS, lambda: chip_leaders(event))
    phones = best_of(_ROUNDS, lambda: stack_of(event, players))
    found = {
        "stacks": stacks,
        "leaders_ms": round(board, 1),
        "phones_ms": round(phones, 1),
        "plain_read_ms": round(plain, 1),
        "leaders_ratio": round(board / plain, 2),
        "phones_ratio": round(phones / plain, 2),
    }
    print(json.dumps(found))


if __name__ == "__main__":
    main(int(sys.argv[1]))
