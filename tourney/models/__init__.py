"""Models of the core."""

from tourney.models.access import Attempt, Token, User
from tourney.models.heartbeat import Heartbeat
from tourney.models.job import Job
from tourney.models.journal_entry import JournalEntry
from tourney.models.lease import Lease
from tourney.models.logins import (
    Authenticator,
    LoginIdentity,
    LoginPolicy,
    LoginSession,
    PasswordLink,
    PasswordRequest,
    RecoveryCode,
)
from tourney.models.notice import Notice
from tourney.models.redaction import Redaction
from tourney.models.room import Chip, ChipSet, Room
from tourney.models.rulebook_copy import BookCopy
from tourney.models.sealed_seed import SealedSeed
from tourney.models.tournament import ChipMove, Entry, Tournament

__all__ = [
    "Attempt",
    "Authenticator",
    "BookCopy",
    "Chip",
    "ChipMove",
    "ChipSet",
    "Entry",
    "Heartbeat",
    "Job",
    "JournalEntry",
    "Lease",
    "LoginIdentity",
    "LoginPolicy",
    "LoginSession",
    "Notice",
    "PasswordLink",
    "PasswordRequest",
    "RecoveryCode",
    "Redaction",
    "Room",
    "SealedSeed",
    "Token",
    "Tournament",
    "User",
]
