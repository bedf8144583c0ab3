"""Models of the cash room."""

from cash.models.games import CashGame, CashSettings, CashTable
from cash.models.lists import ListEntry
from cash.models.penalties import CashPenalty
from cash.models.seats import CashSeat, CashVisit, DinnerBreak, SeatChange
from cash.models.stakes import CompMove, StakeMove, TableMoney

__all__ = [
    "CashGame",
    "CashPenalty",
    "CashSeat",
    "CashSettings",
    "CashTable",
    "CashVisit",
    "CompMove",
    "DinnerBreak",
    "ListEntry",
    "SeatChange",
    "StakeMove",
    "TableMoney",
]
