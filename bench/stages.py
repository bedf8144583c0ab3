"""(l) Four flights of 2,500 stacks joined into day 2 on PostgreSQL, with the draw of its seats and the first slips,
against a plain insert of their rows.
"""

import json

from bench.draw import run_room

FLIGHTS = 4
PLAYERS = 2_500
SECONDS = 3.0


def run() -> dict[str, object]:
    """Run it on a separate PostgreSQL and Redis."""
    return run_room("bench.stages_room", FLIGHTS, PLAYERS)


if __name__ == "__main__":
    print(json.dumps(run(), indent=1))
