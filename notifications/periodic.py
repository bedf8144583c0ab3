"""Periodic tasks: push messages, and displays and tablets that come and go."""

from notifications.services.push import something_to_push
from tourney.jobs.push_queue import enqueue_push
from tourney.live import presence
from tourney.live.publish import publish_boards
from tourney.periodic import periodic

# The credentials without a connection that the last published board is from.
_known: list[set[str]] = []


@periodic
def push_what_players_were_told() -> None:
    """Enqueue a job to push pending notifications. Without a broker they wait as long as they are
    relevant.
    """
    if something_to_push():
        enqueue_push("notifications.tasks.push_notices")


@periodic
def publish_lost_connections() -> None:
    """Publish what waits in the room when a device loses its connection or gets it back."""
    gone = presence.gone()
    if gone is None or (_known and _known[0] == gone):
        return
    _known[:] = [gone]
    publish_boards("room", ["attention_room"])
