"""Jobs of players by name, so that commands need not import the tasks, which import the commands."""

from tourney.jobs import enqueue


def import_soon(import_id: int) -> None:
    """Enqueue the next step of a player import."""
    enqueue("players.tasks.import_players", import_id, expires=None)
