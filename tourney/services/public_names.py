"""Public names of players. A book may shorten guests' names, and only the desk knows the members."""

from collections.abc import Sequence

from tourney.models import Player, Tournament
from tourney.signals import PublicNames, public_names


def names_in_public(event: Tournament, players: Sequence[Player]) -> dict[int, str]:
    """Return public names of players at an event, by player.

    Args:
        players: rows with name, nickname and privacy; may contain the same person several times.
    """
    people = list({one.pk: one for one in players}.values())
    return public_names.ask(PublicNames(event, people)) if people else {}
