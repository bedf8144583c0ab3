"""Several people who press at the same moment."""

import threading
from collections.abc import Callable

from django.db import connection

from tourney.journal.refused import Refused


def at_once(*presses: Callable[[], object]) -> list[object]:
    """Do all of it at the same time, each in a thread of its own.

    Returns:
        What each answered, or its refusal, in the order in which they were done.
    """
    gate = threading.Barrier(len(presses))
    outcomes: list[object] = []

    def go(one: Callable[[], object]) -> None:
        try:
            gate.wait(10)
            outcomes.append(one())
        except Refused as refused:
            outcomes.append(refused)
        finally:
            connection.close()

    threads = [threading.Thread(target=go, args=(one,)) for one in presses]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    return outcomes
