"""Models of players."""

from players.models.ban import Ban
from players.models.membership import Membership
from players.models.partner import Partner
from players.models.player import Player
from players.models.player_import import ImportBatch, PlayerImport
from players.models.retention import Retention

__all__ = ["Ban", "ImportBatch", "Membership", "Partner", "Player", "PlayerImport", "Retention"]
