"""The guests of a simulated cash room: when they come, what they play, and how their chips go up and down."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from random import Random

# Chances per minute of a player in a seat.
LEAVES, GOES_AWAY, COMES_BACK = 0.004, 0.006, 0.12
GOES_TO_DINNER, ASKS_FOR_CHANGE, CHANGES_SEAT = 0.004, 0.002, 0.001
# Chance that a called player comes within a minute, and that a player at dinner never comes back.
ANSWERS, FORGETS_DINNER = 0.45, 0.1
# Of arrivals: by telephone, and on their own phone.
CALLS_IN, BY_PHONE = 0.15, 0.3
_CHIP = 100


@dataclass(slots=True)
class Guest:
    """A guest of the evening.

    Attributes:
        player: the player's key.
        comes: minute of arrival.
        games: indexes of the games they want, the first one most.
        chips: chips in front of them; 0 without a seat.
        dinner: whether they had their dinner break.
        back: minute at which they come back from dinner; None: never.
        gone: whether they went home.
    """

    player: int
    comes: int
    games: tuple[int, ...]
    chips: int = 0
    dinner: bool = False
    back: int | None = None
    gone: bool = False


@dataclass(slots=True)
class Chips:
    """Chips of a table that no rows show yet: what the players have, and rake that was not counted yet."""

    rake: dict[int, int] = field(default_factory=dict)

    def play_hand(
        self, table: int, players: Sequence[Guest], big_blind: int, raked: bool, dice: Random
    ) -> None:
        """Let one player win chips of another; rake is 5 % of the pot, one big blind at most, in whole chips."""
        able = [one for one in players if one.chips > 0]
        if len(able) < 2:
            return
        loser, winner = dice.sample(able, 2)
        pot = min(loser.chips, winner.chips, big_blind * dice.choice((1, 2, 2, 4, 8, 20, 60)))
        pot = pot // _CHIP * _CHIP or pot
        rake = min(big_blind, pot // 20 // _CHIP * _CHIP) if raked else 0
        loser.chips -= pot
        winner.chips += pot - rake
        self.rake[table] = self.rake.get(table, 0) + rake

    def count_rake(self, table: int) -> int:
        """Return the rake of a table since it was last counted, and begin again."""
        return self.rake.pop(table, 0)


def guests(players: Iterable[int], minutes: int, games: int, dice: Random) -> list[Guest]:
    """Return guests who come over the first two thirds of an evening, most of them early.

    Args:
        players: their keys.
        minutes: length of the evening.
        games: number of games; the first ones have more players.
        dice: the chance.
    """
    found = []
    for player in players:
        first = min(int(dice.random() ** 1.5 * games), games - 1)
        wanted = [first]
        if games > 1 and dice.random() < 0.3:
            wanted.append(dice.choice([other for other in range(games) if other != first]))
        comes = int(dice.random() ** 2 * minutes * 2 / 3)
        found.append(Guest(player, comes, tuple(wanted)))
    return sorted(found, key=lambda one: (one.comes, one.player))
