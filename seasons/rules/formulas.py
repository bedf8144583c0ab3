"""Points of a result by a formula: named functions with parameters. Pure."""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Outcome:
    """A player's result in an event, as formulas see it. Amounts in minor units.

    Attributes:
        place: the best place held, 1 for the winner; None without a place (disqualified, not ranked).
        field: number of players ranked.
        entries: entries of all players, re-entries included.
        buy_in: price of an entry.
        prize_pool: money of all prizes.
        prize: money this player has won, a share of a deal included.
        bought: entries of this player.
        fee: fees this player has paid.
        minutes: from this player's entry, at the earliest from the start, until the last bust.
        minor: minor units of the currency in one main unit: 100 cents; 1 for currencies without.
    """

    place: int | None
    field: int
    entries: int = 0
    buy_in: int = 0
    prize_pool: int = 0
    prize: int = 0
    bought: int = 1
    fee: int = 0
    minutes: int = 0
    minor: int = 100


Numbers = Mapping[str, float]


@dataclass(frozen=True, slots=True)
class Formula:
    """A way to compute points.

    Attributes:
        points: from a result and the parameters; without a place it is not called, unless `without_place`.
        parameters: their names with the values that hold if none are given.
        without_place: whether players without a place have points as well.
    """

    points: Callable[[Outcome, Numbers], float]
    parameters: Mapping[str, float]
    without_place: bool = False


def _linear(one: Outcome, given: Numbers) -> float:
    return given["scale"] * (one.field + 1 - (one.place or 0))


def _percentile(one: Outcome, given: Numbers) -> float:
    beaten = one.field - (one.place or 0)
    return given["scale"] * (beaten / (one.field - 1) if one.field > 1 else 1)


def _root(one: Outcome, given: Numbers) -> float:
    return given["scale"] * math.sqrt(one.field / (one.place or 1))


def _root_buy_in(one: Outcome, given: Numbers) -> float:
    buy_in = one.buy_in / one.minor + given["added"]
    return _root(one, given) * (1 + math.log10(buy_in)) if buy_in > 0 else 0


def _inverse(one: Outcome, given: Numbers) -> float:
    return given["scale"] * one.field / (one.place or 1)


def _prize(one: Outcome, given: Numbers) -> float:
    return given["scale"] * one.prize / one.minor


def _pool_share(one: Outcome, given: Numbers) -> float:
    return given["scale"] * one.prize / one.prize_pool if one.prize_pool else 0


def _return(one: Outcome, given: Numbers) -> float:
    return given["scale"] * one.prize / one.buy_in if one.buy_in else 0


# For frequent players: points for what they buy or how long they play, independent of their place.
def _per_entry(one: Outcome, given: Numbers) -> float:
    return given["scale"] * one.bought


def _per_fee(one: Outcome, given: Numbers) -> float:
    return given["scale"] * one.fee / one.minor


def _per_hour(one: Outcome, given: Numbers) -> float:
    return given["scale"] * one.minutes / 60


# Parameters that every formula by place has besides its own.
_BY_PLACE: Mapping[str, float] = {
    "played": 0,  # for every player with a place
    "winner": 0,  # more for the winner
    "places": 0,  # only the best places have points by the formula; 0: all
}


def _by_place(points: Callable[[Outcome, Numbers], float], **own: float) -> Formula:
    def with_common_parameters(one: Outcome, given: Numbers) -> float:
        place = one.place or 0
        counted = points(one, given) if not given["places"] or place <= given["places"] else 0
        return counted + given["played"] + (given["winner"] if place == 1 else 0)

    return Formula(with_common_parameters, {**own, **_BY_PLACE})


FORMULAS: Mapping[str, Formula] = {
    # scale × (field + 1 − place)
    "linear": _by_place(_linear, scale=1),
    # scale × players beaten ÷ opponents: 100 for the winner, 0 for the last
    "percentile": _by_place(_percentile, scale=100),
    # scale × √(field ÷ place)
    "root": _by_place(_root, scale=10),
    # scale × √(field ÷ place) × (1 + log10(buy-in + added)), the buy-in in units of the currency
    "root_buy_in": _by_place(_root_buy_in, scale=10, added=0.25),
    # scale × field ÷ place
    "inverse": _by_place(_inverse, scale=1),
    # scale × prize, in units of the currency
    "prize": _by_place(_prize, scale=1),
    # scale × prize ÷ prize pool
    "pool_share": _by_place(_pool_share, scale=100),
    # scale × prize ÷ buy-in
    "return": _by_place(_return, scale=1),
    # scale × entries bought
    "per_entry": Formula(_per_entry, {"scale": 1}, without_place=True),
    # scale × fees paid, in units of the currency
    "per_fee": Formula(_per_fee, {"scale": 1}, without_place=True),
    # scale × hours played
    "per_hour": Formula(_per_hour, {"scale": 1}, without_place=True),
}
# No parameter is larger; points stay readable, and no product overflows.
LARGEST = 1_000_000


def parameters_of(formula: str, given: Mapping[str, float]) -> dict[str, float]:
    """Return all parameters of a formula: those given, and the usual values of the others.

    Raises:
        ValueError: there is no such parameter, or its value is negative or too large.
    """
    usual = FORMULAS[formula].parameters
    for name, value in given.items():
        if name not in usual:
            raise ValueError(name)
        if not 0 <= value <= LARGEST:
            raise ValueError(name)
    return {**usual, **given}


def points_by_formula(formula: str, given: Mapping[str, float], one: Outcome) -> int:
    """Return whole points of a result, halves rounded up. A scale of 100 keeps two decimals.

    Args:
        formula: a name in `FORMULAS`.
        given: parameters that differ from the usual ones.
        one: the result.
    """
    chosen = FORMULAS[formula]
    if one.place is None and not chosen.without_place:
        return 0
    return math.floor(chosen.points(one, parameters_of(formula, given)) + 0.5)
