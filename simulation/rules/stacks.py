"""Stacks of a simulated event, counted independently of the product. Pure."""

from random import Random

from simulation.rules.pace import shares


class Stacks:
    """Chips of all players in play. Random draws take constant time, for ten players or ten thousand.

    Attributes:
        total: sum of all stacks. `unit`: value of the smallest chip in play.
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
        """Add a player with a stack."""
        self._at[entry] = len(self._order)
        self._order.append(entry)
        self.chips[entry] = chips
        self.total += chips

    def leave(self, entry: int) -> int:
        """Remove a player and return the stack."""
        at, last = self._at.pop(entry), self._order.pop()
        if last != entry:
            self._order[at] = last
            self._at[last] = at
        chips = self.chips.pop(entry)
        self.total -= chips
        return chips

    def win(self, winners: tuple[int, ...], chips: int) -> None:
        """Divide chips among the winners."""
        for winner, part in zip(winners, shares(chips, len(winners), self.unit), strict=True):
            self.chips[winner] += part
        self.total += chips

    def pot(self, dice: Random, players: list[int]) -> None:
        """Move a pot of modest size between two players; no stack becomes empty."""
        if len(players) < 2:
            return
        loser, winner = dice.sample(players, 2)
        lost = int(self.chips[loser] * dice.uniform(0.05, 0.4)) // self.unit * self.unit
        if 0 < lost < self.chips[loser]:
            self.chips[loser] -= lost
            self.chips[winner] += lost

    def pay(self, loser: int, winner: int, chips: int) -> None:
        """Move chips from one player to another."""
        self.chips[loser] -= chips
        self.chips[winner] += chips

    def raced(self, entry: int, chips: int) -> None:
        """Change a stack by the result of a chip race."""
        if entry in self.chips:
            self.chips[entry] += chips
            self.total += chips

    def anybody(self, dice: Random, count: int) -> list[int]:
        """Return random entries; the same one may occur twice."""
        return [dice.choice(self._order) for _one in range(count)]
