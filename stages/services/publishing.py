"""Screens of the events that players advance from hear that these were closed or reopened. Writes no rows."""

from collections.abc import Collection

from tourney.journal.tx import Tx
from tourney.live.publish import publish
from tourney.models import Tournament

_BOARDS = ("seating", "floor", "map", "free", "clock", "clock_staff", "lobby")
_PLACES = ("results", "prizes", "payables", "bounties", "clock", "clock_staff", "floor")


def show_sources_later(tx: Tx, events: Collection[int]) -> None:
    """Publish the boards of events that a command of another event has changed, once it is committed.

    Args:
        events: ids.
    """

    def show() -> None:
        for pk, seq in Tournament.objects.filter(pk__in=events).values_list("pk", "seq"):
            publish(f"t{pk}", seq, list(_BOARDS))

    tx.on_commit(show, once="sources of a stage")


def show_places_later(tx: Tx, event: Tournament) -> None:
    """Publish the places and prizes of an event once a command of an earlier stage is committed."""
    tx.on_commit(lambda: publish(f"t{event.pk}", event.seq, list(_PLACES)), once="places of the last stage")
