"""Signal receivers of players."""

from players.services.records import tell_names
from tourney.signals import Undone, undone


@undone.connect
def tell_restored_names(event: Undone) -> None:
    """Announce names that an undo has restored."""
    tell_names(event.tx)
