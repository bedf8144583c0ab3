"""Facts that the rulebooks of several rooms share."""

from typing import Any

Fact = tuple[str, str, dict[str, Any]]
"""Rule, policy, what it decides."""

SUITS = ("spade", "heart", "diamond", "club")
NOT_BEHIND_BUTTON = {"dealt_in": "at_once_except_behind_button"}
HEADS_UP = {"button_pays": "small_blind", "big_blind_twice_running": False}
QUICK_CLOCK = {"seconds": 25, "countdown_seconds": 5, "without_bet": "check"}
BIG_BLIND_FIRST = {
    "kinds": ("big_blind",),
    "paid_by": "big_blind",
    "first": "big_blind",
    "reduced_short_handed": False,
}
