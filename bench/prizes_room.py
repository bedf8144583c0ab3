"""The event that `bench.prizes` reads from rows, finished and paid out. Prints one line of JSON."""

import json
import sys
from datetime import timedelta

from bench.draw_room import do
from bench.prizes import best_of
from clock.commands.events import create_event
from clock.commands.structures import LevelInput, save_structure
from players.models import Player
from prizes.commands.payouts import lock_payout, set_payout
from prizes.services.results import results_of
from seating.models import Bust
from tourney.models import Entry, Tournament
from tourney.now import database_now

_ROUNDS = 5


def make_event(entries: int) -> Tournament:
    """Create an event of this size with one player left and its payouts locked."""
    level = LevelInput(kind="level", duration=1_200_000, small_blind=50, big_blind=100)
    structure = do(save_structure, name="Bench", levels=[level])["structure"]
    event = int(
        do(create_event, name="Bench", structure=structure, starting_stack=10_000, book="tda")["tournament"]
    )
    now = database_now()
    people = Player.objects.bulk_create(
        [Player(name=f"Player Number{number:05}", created_at=now) for number in range(entries)]
    )
    began = now - timedelta(seconds=entries)
    rows = Entry.objects.bulk_create(
        [
            Entry(
                tournament_id=event,
                player=one,
                created_at=began,
                out_at=began + timedelta(seconds=at) if at < entries - 1 else None,
            )
            for at, one in enumerate(people)
        ],
        batch_size=2000,
    )
    Bust.objects.bulk_create(
        [Bust(entry=row, at=row.out_at) for row in rows if row.out_at is not None], batch_size=2000
    )
    Tournament.objects.filter(pk=event).update(counted_by_hand=False)
    do(set_payout, event, method="table", table="flat_15", added=entries * 10_000)
    do(lock_payout, event)
    return Tournament.objects.get(pk=event)


def main(entries: int) -> None:
    """Set up, and measure."""
    event = make_event(entries)
    given = results_of(event).won.values()
    if sum(one.prize for one in given) != entries * 10_000:
        raise SystemExit("The prizes do not add up to the pool.")
    print(json.dumps({"milliseconds": round(best_of(_ROUNDS, lambda: results_of(event)), 1)}))


if __name__ == "__main__":
    main(int(sys.argv[1]))
