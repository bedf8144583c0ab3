"""The chips of which a stack is made: the fewest that still pay and change for the next levels. Pure.

A chain is a choice of denominations of which each divides the next. On a chain, let T(i) be the sum of a stack's chips
up to the i-th denomination d(i). Then

- the amounts a(1), a(2), … can be paid one after the other, without change, if T(i) is never less than the sum of all
  a(j) mod d(i + 1);
- a chip of d(i + 1) can be changed into smaller ones of the same stack if T(i) is at least d(i + 1);
- the stack is right if T(i) leaves the rest that the stack leaves when divided by d(i + 1).

More chips than these conditions ask for never save others, unless the room has too few of some.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from clock.rules.pieces import in_order
from clock.rules.structure import Level

LEVELS_AHEAD = 4
# Where the room has too few chips of a value, so many more lots of smaller ones are tried.
_MORE_LOTS = 60
_MOST_CHAINS = 200
# Sums that are tried for one stack: chip sets with many denominations and scarce chips would take seconds. The usual
# ones need a tenth of it.
_MOST_TRIED = 200_000


@dataclass(slots=True)
class _Work:
    """How many sums may still be tried."""

    left: int = _MOST_TRIED


def amounts_ahead(levels: Sequence[Level], row: int, chips: int) -> list[int]:
    """Return small blind, big blind and ante of the next four levels, once each, as far as a stack pays for them.

    Args:
        row: from which on, from 0.
        chips: the stack.
    """
    found: list[int] = []
    ahead = [level for level in levels[row:] if level.kind == "level"][:LEVELS_AHEAD]
    for level in ahead:
        for amount in (level.small_blind, level.big_blind, level.ante):
            if sum(found) + amount > chips:
                return found
            if amount:
                found.append(amount)
    return found


def breakdown(
    chips: int, values: Sequence[int], amounts: Sequence[int], most: Mapping[int, int] | None = None
) -> list[tuple[int, int]] | None:
    """Return the fewest chips of a stack that pay the amounts one after the other and can be changed.

    Args:
        chips: the stack.
        values: denominations in play.
        amounts: to be paid out of the stack without change; together at most the stack.
        most: how many chips of a value the stack may have; values left out are not limited.

    Returns:
        Value and number, the largest value first; None if these denominations cannot make such a stack, or none was
        found within the bound of the work.
    """
    work = _Work()
    best: list[int] | None = None
    pieces: list[tuple[int, int]] | None = None
    for chain in chains(values):
        for start, smallest in enumerate(chain):
            # Smaller chips are left out where nothing needs them.
            if any(amount % smallest for amount in (chips, *amounts)):
                break
            counts = _on_chain(chips, chain[start:], amounts, most, work)
            if counts is not None and (best is None or sum(counts) < sum(best)):
                best, pieces = counts, in_order(list(zip(chain[start:], counts, strict=False)))
    return pieces


def chains(values: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Yield the longest possible choices of denominations of which each divides the next, at most 200."""
    rising = sorted({value for value in values if value > 0})
    found = 0
    open_: list[tuple[int, ...]] = [
        (value,) for value in rising if not any(value % other == 0 for other in rising if other < value)
    ]
    while open_ and found < _MOST_CHAINS:
        chain = open_.pop()
        above = [value for value in rising if value > chain[-1] and value % chain[-1] == 0]
        following = [
            value for value in above if not any(value % other == 0 for other in above if other < value)
        ]
        if following:
            open_ += [(*chain, value) for value in following]
        else:
            found += 1
            yield chain


def _on_chain(
    chips: int, chain: Sequence[int], amounts: Sequence[int], most: Mapping[int, int] | None, work: _Work
) -> list[int] | None:
    """Return how many chips of each denomination of a chain make the stack; None if it cannot be made."""
    limits = [chips if most is None else most.get(value, chips) for value in chain]
    best: list[int] | None = None
    for largest in range(len(chain)):
        if chain[largest] > chips:
            break
        part = chain[: largest + 1]
        counts = _up_to(chips, part, amounts, limits, 1, work)
        # More lots of small chips only help where the room has too few of a value.
        if counts is None and most is not None:
            counts = _up_to(chips, part, amounts, limits, _MORE_LOTS, work)
        if counts is not None and (best is None or sum(counts) < sum(best)):
            best = counts
    return best


def _up_to(
    chips: int,
    chain: Sequence[int],
    amounts: Sequence[int],
    limits: Sequence[int],
    tried: int,
    work: _Work,
) -> list[int] | None:
    """Return the fewest chips of a chain of which the last denomination is held; None once the work is used up."""
    # Sums of the chips so far, with the fewest chips that make each.
    sums: dict[int, list[int]] = {0: []}
    for place, (value, larger) in enumerate(pairwise(chain)):
        least = max(larger, sum(amount % larger for amount in amounts))
        following: dict[int, list[int]] = {}
        for before, counts in sums.items():
            low = max(least, before)
            low += (chips - low) % larger
            for total in range(low, min(chips, low + tried * larger - 1) + 1, larger):
                work.left -= 1
                if work.left < 0:
                    return None
                pieces, rest = divmod(total - before, value)
                if rest or pieces > limits[place]:
                    break
                if total not in following or sum(counts) + pieces < sum(following[total]):
                    following[total] = [*counts, pieces]
        sums = following
    ends = []
    for before, counts in sums.items():
        pieces, rest = divmod(chips - before, chain[-1])
        if not rest and 0 < pieces <= limits[len(chain) - 1]:
            ends.append([*counts, pieces])
    return min(ends, key=sum, default=None)
