"""Verifiable randomness: results of a seed that anybody can recompute. Pure.

The seed is a text of hexadecimal digits. Its SHA-256 is published before a draw and the seed after it. Random
numbers are the SHA-256 of "seed:0", "seed:1", …, read as integers; numbers that would favour some outcomes
are skipped, so every outcome is equally likely.
"""

import hashlib
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")
_SPACE = 2**256


def digest_of(seed: str) -> str:
    """Return the SHA-256 of a seed in hexadecimal digits."""
    return hashlib.sha256(seed.encode()).hexdigest()


class SeededRandom:
    """Random numbers of one seed, in a fixed order."""

    def __init__(self, seed: str) -> None:
        self._seed = seed
        self._count = 0

    def below(self, bound: int) -> int:
        """Return an integer from 0 to bound − 1, each equally likely."""
        if bound < 1:
            raise ValueError("There is nothing to choose from.")
        fair = _SPACE - _SPACE % bound
        while True:
            text = f"{self._seed}:{self._count}"
            self._count += 1
            number = int.from_bytes(hashlib.sha256(text.encode()).digest())
            if number < fair:
                return number % bound

    def shuffled(self, items: Sequence[T]) -> list[T]:
        """Return the items in random order, each order equally likely."""
        deck = list(items)
        for last in range(len(deck) - 1, 0, -1):
            other = self.below(last + 1)
            deck[last], deck[other] = deck[other], deck[last]
        return deck
