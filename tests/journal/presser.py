"""A director in a separate process who presses at random: `python -m tests.journal.presser …`.

Prints "ready" and waits for a line before it starts, so that two of them press at the same time. Prints as
JSON how often each outcome occurred, and all errors that are not refusals.
"""

import json
import os
import sys
from collections import Counter
from random import Random


def main(event: int, key: str, seed: int, steps: int, locking: bool) -> None:
    """Wait for a line on standard input, then press a number of buttons."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tourney.settings")
    import django

    django.setup()
    from tests.fixtures.presses import random_press
    from tourney.access.roles import Actor, Role
    from tourney.journal import commands

    commands.locking = locking
    director, dice = Actor(key, key, Role.DIRECTOR), Random(seed)
    outcomes: Counter[str] = Counter()
    errors: list[str] = []
    print("ready", flush=True)
    sys.stdin.readline()
    for _step in range(steps):
        try:
            outcomes[random_press(dice, director, event)] += 1
        except Exception as error:
            errors.append(f"{type(error).__name__}: {error}")
    print(json.dumps({"outcomes": outcomes, "errors": errors}))


if __name__ == "__main__":
    number, who, dice_seed, how_many, lock = sys.argv[1:]
    main(int(number), who, int(dice_seed), int(how_many), lock == "lock")
