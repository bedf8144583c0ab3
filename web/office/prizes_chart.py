"""The curve of a payout as a picture: steps that fall from the first place to the last one paid. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass

WIDTH, HEIGHT = 600, 180


@dataclass(frozen=True, slots=True)
class Curve:
    """A drawn curve, in units of its view box. `line` are the steps, `area` what lies below them."""

    line: str
    area: str
    width: int = WIDTH
    height: int = HEIGHT


def curve(amounts: Sequence[int]) -> Curve | None:
    """Draw the curve of a payout.

    Args:
        amounts: by place, first place (the largest) first; without money the result is None.
    """
    if not amounts or amounts[0] < 1:
        return None
    step = WIDTH / len(amounts)
    parts: list[str] = []
    before = None
    for place, amount in enumerate(amounts):
        if amount == before:
            continue
        height = round(HEIGHT * (1 - amount / amounts[0]), 1)
        parts.append(f"H{round(place * step, 1)}V{height}" if parts else f"M0 {height}")
        before = amount
    line = "".join([*parts, f"H{WIDTH}"])
    return Curve(line, f"{line}V{HEIGHT}H0Z")
