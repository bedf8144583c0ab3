"""A director in a process of their own who presses at random: `python -m tests.journal.presser …`.

Prints what came of it, as JSON: how often each outcome, and the errors that are none of the house's refusals.
"""

import json
import os
import sys
import time
from collections import Counter
from random import Random


def main(event: int, key: str, seed: int, steps: int, locking: bool, start_at: float) -> None:
    """Press so many times, from a given moment on."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tourney.settings")
    import django

    django.setup()
    from tests.fixtures.presses import random_press
    from tourney.access.roles import Actor, Role
    from tourney.journal import actions

    actions.locking = locking
    director, dice = Actor(key, key, Role.DIRECTOR), Random(seed)
    outcomes: Counter[str] = Counter()
    errors: list[str] = []
    time.sleep(max(0.0, start_at - time.time()))
    for _step in range(steps):
        try:
            outcomes[random_press(dice, director, event)] += 1
        except Exception as error:
            errors.append(f"{type(error).__name__}: {error}")
    print(json.dumps({"outcomes": outcomes, "errors": errors}))


if __name__ == "__main__":
    number, who, dice_seed, how_many, lock, moment = sys.argv[1:]
    main(int(number), who, int(dice_seed), int(how_many), lock == "lock", float(moment))
