"""Periodic tasks: the past that delayed overlays show."""

from displays.services.overlay_states import record_states
from tourney.periodic import periodic


@periodic
def record_overlays() -> None:
    """Record the events that overlays show with a delay."""
    record_states()
