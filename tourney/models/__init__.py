"""The rows every room stands on."""

from tourney.models.access import Attempt, Token, User
from tourney.models.books import BookCopy
from tourney.models.chance import SealedSeed
from tourney.models.job import Job
from tourney.models.line import Line
from tourney.models.player import Notice, Player
from tourney.models.pulse import Pulse
from tourney.models.redaction import Redaction
from tourney.models.room import Chip, ChipSet, Room
from tourney.models.tournament import ChipMove, Entry, Tournament

__all__ = [
    "Attempt",
    "BookCopy",
    "Chip",
    "ChipMove",
    "ChipSet",
    "Entry",
    "Job",
    "Line",
    "Notice",
    "Player",
    "Pulse",
    "Redaction",
    "Room",
    "SealedSeed",
    "Token",
    "Tournament",
    "User",
]
