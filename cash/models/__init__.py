"""Models of the cash room."""

from cash.models.games import CashGame, CashSettings, CashTable
from cash.models.lists import ListEntry
from cash.models.seats import CashSeat, CashVisit, DinnerBreak
from cash.models.stakes import StakeMove, TableMoney

__all__ = [
    "CashGame",
    "CashSeat",
    "CashSettings",
    "CashTable",
    "CashVisit",
    "DinnerBreak",
    "ListEntry",
    "StakeMove",
    "TableMoney",
]
