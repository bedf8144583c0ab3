"""Screens of the events that players advance from hear that these were closed or reopened. Writes no rows."""

from collections.abc import Collection, Sequence

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

    _show_later(tx, events, _BOARDS, "sources of a stage")


def show_clocks_later(tx: Tx, events: Collection[int]) -> None:
    """Publish the clocks of events whose players continue in another event, once its command is committed: they say
    when that starts.

    Args:
        events: ids.
    """
    if events:
        _show_later(tx, events, ("clock",), "clocks of earlier stages")


def _show_later(tx: Tx, events: Collection[int], boards: Sequence[str], once: str) -> None:
    def show() -> None:
        for pk, seq in Tournament.objects.filter(pk__in=events).values_list("pk", "seq"):
            publish(f"t{pk}", seq, list(boards))

    tx.on_commit(show, once=once)


def show_places_later(tx: Tx, event: Tournament) -> None:
    """Publish the places and prizes of an event once a command of an earlier stage is committed."""
    tx.on_commit(lambda: publish(f"t{event.pk}", event.seq, list(_PLACES)), once="places of the last stage")
