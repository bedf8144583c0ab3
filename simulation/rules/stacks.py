"""Stacks of a simulated event, counted apart from the product. Pure."""

from random import Random

from simulation.rules.pace import shares


class Stacks:
    """Chips of everybody who is in. Draws at random in no more time for ten thousand than for ten.

    Attributes:
        total: of all of them. `unit`: value of the smallest chip in play.
    """

    def __init__(self, unit: int = 1) -> None:
        self.unit = unit
        self.chips: dict[int, int] = {}
        self.total = 0
        self._order: list[int] = []
        self._at: dict[int, int] = {}

    def __len__(self) -> int:
        return len(self._order)

    def __contains__(self, entry: int) -> bool:
        return entry in self._at

    def enter(self, entry: int, chips: int) -> None:
        """Somebody sits down with a stack."""
        self._at[entry] = len(self._order)
        self._order.append(entry)
        self.chips[entry] = chips
        self.total += chips

    def leave(self, entry: int) -> int:
        """Somebody gets up; returns the chips they leave behind, which are nobody's now."""
        at, last = self._at.pop(entry), self._order.pop()
        if last != entry:
            self._order[at] = last
            self._at[last] = at
        chips = self.chips.pop(entry)
        self.total -= chips
        return chips

    def win(self, winners: tuple[int, ...], chips: int) -> None:
        """Chips are shared by those who won them."""
        for winner, part in zip(winners, shares(chips, len(winners), self.unit), strict=True):
            self.chips[winner] += part
        self.total += chips

    def pot(self, dice: Random, players: list[int]) -> None:
        """A pot of modest size goes from one to another; nobody loses all of a stack."""
        if len(players) < 2:
            return
        loser, winner = dice.sample(players, 2)
        lost = int(self.chips[loser] * dice.uniform(0.05, 0.4)) // self.unit * self.unit
        if 0 < lost < self.chips[loser]:
            self.chips[loser] -= lost
            self.chips[winner] += lost

    def raced(self, entry: int, chips: int) -> None:
        """Somebody's stack has gained or lost by a chip race."""
        if entry in self.chips:
            self.chips[entry] += chips
            self.total += chips

    def anybody(self, dice: Random, count: int) -> list[int]:
        """Some entries at random; the same one may come twice."""
        return [dice.choice(self._order) for _one in range(count)]
