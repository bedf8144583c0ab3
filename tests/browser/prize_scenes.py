"""Boards of prizes for the browser tests: pool and ladder, results, bounties."""

from collections.abc import Sequence
from typing import Any

from tests.browser.scenes import Board, people

NAMES = people(280)
THINGS = "Ticket Grand Championship of the Alps – Main Event"


def tier(first: int, last: int, cash: int, *things: str, worth: int = 0, deal: bool = False) -> Board:
    """Return places that get the same prize."""
    return {
        "from": first, "to": last, "cash": cash, "things": list(things), "worth": worth, "deal": deal,
        "decided": False,
    }  # fmt: skip


CLUB = [
    tier(1, 1, 450_000), tier(2, 2, 290_000), tier(3, 3, 200_000), tier(4, 4, 130_000), tier(5, 5, 80_000),
    tier(6, 6, 50_000),
]  # fmt: skip


# Four players made a deal and play on for the rest; the third also gets a trophy, the fifth a ticket.
AFTER_A_DEAL = [
    tier(1, 1, 5_000, deal=True), tier(2, 2, 2_000, deal=True), tier(3, 3, 0, "Trophy", deal=True),
    tier(4, 4, 0, deal=True), tier(5, 5, 4_000, THINGS, worth=11_000), tier(6, 6, 11_000),
]  # fmt: skip


def prizes(ladder: Sequence[Board] = CLUB, *, left: int = 19, **more: Any) -> Board:
    """Return the board `prizes`: locked, of 27 entries, with the distance to the money."""
    worth = [one["cash"] for one in ladder for _place in range(one["from"], one["to"] + 1)]
    certain = worth[left - 1] if 0 < left <= len(worth) else 0
    better = next((at for at in range(min(left - 1, len(worth)), 0, -1) if worth[at - 1] > certain), None)
    money = {
        "to_go": max(0, left - len(worth)), "certain": certain,
        "jump": worth[better - 1] if better else None, "jump_after": left - better if better else 0,
    }  # fmt: skip
    return {
        "state": "locked", "currency": "EUR", "places": 2, "pool": sum(worth), "added": 0, "guarantee": 0,
        "overlay": 0, "bounty": 0, "entries": 27, "left": left, "paid": len(worth), "tiers": list(ladder),
        "fault": None, "money": money, "deal": None, "bounties": "none", **more,
    }  # fmt: skip


def long_ladder(count: int) -> list[Board]:
    """Return the ladder of a large field: single places, then tiers of nine."""
    single = [tier(place, place, 25_000_000 // place) for place in range(1, 10)]
    tiers = [tier(10 + 9 * i, 18 + 9 * i, 2_600_000 - 12_000 * i) for i in range(count - 9)]
    return [*single, *tiers]


def results(rows: int, *, first: int = 20, prize: int = 0, **more: Any) -> Board:
    """Return the board `results` with this many places."""
    return {
        "field": 120, "left": first - 1, "placed": 120 - first + 1, "before": 0,
        "rows": [
            {
                "entry": 7 * i, "best": first + i, "worst": first + i, "name": NAMES[i * 7], "state": "out",
                "prize": max(0, prize - 5_000 * i), "deal": 0, "things": [], "worth": 0, "needs_stack": False,
                "rule": "", "plays_on": False, "number": None,
                **more,
            }
            for i in range(rows)
        ],
    }  # fmt: skip


def bounties(leaders: int, values: Sequence[tuple[int, int]] = (), **more: Any) -> Board:
    """Return the board `bounties`."""
    return {
        "kind": "mystery" if values else "progressive", "currency": "EUR", "places": 2, "collected": 600_000,
        "in_play": 0 if values else 412_500, "values": [list(one) for one in values], "undrawn": 0,
        "leaders": [
            {"name": NAMES[i * 9], "knockouts": 12 - i // 2,
             "won": 125_000 - 5_500 * i, "points": 12 - i // 2, "drawn": 0}
            for i in range(leaders)
        ],
        **more,
    }  # fmt: skip
