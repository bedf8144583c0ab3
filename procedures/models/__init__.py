"""Models of hand-for-hand, chip races, shot clocks, counts of all stacks, bags and days."""

from procedures.models.chip_races import Race, RaceSeat, RaceTable
from procedures.models.chips_by_value import ChipExchange, ReturnedChips, StackMakeUp
from procedures.models.days import Bag, EventDay
from procedures.models.hand_for_hand import HandForHand, HandForHandTable
from procedures.models.shot_clock import BankMove, ShotClock
from procedures.models.stack_counts import (
    CountedStack,
    ReportedStack,
    StackByValue,
    StackCount,
    TableCount,
)

__all__ = [
    "Bag",
    "BankMove",
    "ChipExchange",
    "CountedStack",
    "EventDay",
    "HandForHand",
    "HandForHandTable",
    "Race",
    "RaceSeat",
    "RaceTable",
    "ReportedStack",
    "ReturnedChips",
    "ShotClock",
    "StackByValue",
    "StackCount",
    "StackMakeUp",
    "TableCount",
]
