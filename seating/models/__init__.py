"""Models of the tables, the seats, the draws and the floor."""

from seating.models.dealer_tables import DealerTable
from seating.models.draws import Apart, Draw, Plan
from seating.models.floor import Bust, Call, Knockout, Move, Proposal
from seating.models.tables import Seat, Table, TournamentTable

__all__ = [
    "Apart",
    "Bust",
    "Call",
    "DealerTable",
    "Draw",
    "Knockout",
    "Move",
    "Plan",
    "Proposal",
    "Seat",
    "Table",
    "TournamentTable",
]
