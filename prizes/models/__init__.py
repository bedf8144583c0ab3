"""Models of the prizes."""

from prizes.models.bounties import Envelope, NameList
from prizes.models.deals import Deal, DealShare
from prizes.models.paying import PrizePayment
from prizes.models.payout import Payout, PlacePrize, PrizeItem

__all__ = [
    "Deal",
    "DealShare",
    "Envelope",
    "NameList",
    "Payout",
    "PlacePrize",
    "PrizeItem",
    "PrizePayment",
]
