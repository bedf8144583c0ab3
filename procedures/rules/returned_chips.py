"""Chips that came back without being counted by value: which values are assumed. Pure."""

from collections.abc import Collection, Mapping

from clock.rules.pieces import in_order, worth


def assumed_pieces(
    chips: int, held: Mapping[int, int], gone: Collection[int] = ()
) -> list[tuple[int, int]] | None:
    """Return which chips are assumed to have come back, the largest value first; None if they cannot make the sum.

    Chips of a value that was raced off are not at the tables any more, so all that were not raced came back. Of the
    others the same part of each value is assumed, and the rest in chips as large as possible.

    Args:
        chips: what came back, in chips.
        held: by value, how many chips came into play and left it otherwise.
        gone: values that were raced off.
    """
    found = {value: held[value] for value in gone if held.get(value, 0) > 0}
    rest = chips - worth(list(found.items()))
    here = {value: count for value, count in held.items() if value not in gone and count > 0}
    total = worth(list(here.items()))
    if rest < 0 or rest > total:
        return None
    for start in (True, False):
        part = {value: count * rest // total if start and total else 0 for value, count in here.items()}
        left = rest - worth(list(part.items()))
        for value in sorted(here, reverse=True):
            more = min(here[value] - part[value], left // value)
            part[value] += more
            left -= more * value
        if not left:
            return in_order([*found.items(), *part.items()])
    return None
