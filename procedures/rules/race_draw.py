"""The cards of a race as a stored draw that can be recomputed from seed and inputs. Pure."""

from collections.abc import Mapping, Sequence
from typing import Any

from procedures.rules.race import BigChips, Colours, Held, Raced, deal_cards, odd_chips, race

Plain = dict[str, Any]


def race_to_plain(
    table: int,
    colours: Colours,
    policy: BigChips,
    held: Mapping[int, Held],
    order: Sequence[int],
    suits: Sequence[str],
) -> Plain:
    """Return the inputs of a table's race as plain data.

    Args:
        table: table number.
        held: chips by seat.
        order: seats with odd chips, in dealing order.
        suits: from the highest to the lowest.
    """
    return {
        "table": table,
        "small": colours.small,
        "big": colours.big,
        "policy": policy,
        # Of a player's other chips, only whether there are any matters.
        "held": [[seat, one.small, one.others > 0] for seat, one in sorted(held.items()) if one.small],
        "order": list(order),
        "suits": list(suits),
    }


def raced_again(seed: str, inputs: Mapping[str, Any]) -> Plain:
    """Deal a table's cards, and settle its race.

    Args:
        seed: hexadecimal digits, sealed before.
        inputs: as returned by `race_to_plain`.

    Returns:
        `cards`: [seat, [[rank, suit], …]] in the order dealt; `won`, `saved`: seats.

    Raises:
        ValueError: the order is not that of the seats with odd chips.
    """
    colours = Colours(inputs["small"], inputs["big"])
    held = {seat: Held(small, int(others)) for seat, small, others in inputs["held"]}
    odd = odd_chips(held, colours)
    if sorted(inputs["order"]) != sorted(odd):
        raise ValueError("The order must consist of the seats with odd chips.")
    cards = deal_cards(odd, inputs["order"], seed)
    outcome = race(held, colours, inputs["policy"], cards=cards, suits=inputs["suits"])
    return {
        "cards": [[seat, [[card.rank, card.suit] for card in cards[seat]]] for seat in inputs["order"]],
        **winners_to_plain(outcome),
    }


def winners_to_plain(outcome: Mapping[int, Raced]) -> Plain:
    """Return the seats that won a big chip, and those that received one to avoid being raced out."""
    return {
        "won": sorted(seat for seat, one in outcome.items() if one.won),
        "saved": sorted(seat for seat, one in outcome.items() if one.saved),
    }
