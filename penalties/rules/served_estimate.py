"""Estimate of the hands served where hands are not counted, from the time played. Pure.

No book defines hands per hour; estimates are marked as such, and the floor may always correct the number of
hands left.
"""

from dataclasses import dataclass, replace

from penalties.rules.serving import Sentence, hands_since

MINUTE = 60_000
# Typical rate at a full table.
HANDS_PER_HOUR = 25
HAND_MS = 60 * MINUTE // HANDS_PER_HOUR
# A table that has recorded no hand for this long (ms of play) no longer counts hands.
QUIET = 10 * MINUTE


@dataclass(frozen=True, slots=True)
class Reckoned:
    """Effect of time played on a penalty.

    Attributes:
        left: remaining length of the penalty.
        hands: estimated hands played, counted as served.
        used: time they took, in ms; the rest carries over.
    """

    left: Sentence
    hands: int = 0
    used: int = 0


def reckoned(left: Sentence, played: int, *, players: int, waits: bool) -> Reckoned:
    """Return what is left of a penalty after time without recorded hands; never too little.

    A round of the button takes one hand per player.

    Args:
        left: remaining length before.
        played: ms of play, without breaks and pauses.
        players: number of players at the table, at least 1.
        waits: the hand in progress when it was imposed is not over, and does not count.
    """
    hands = hands_since(played / MINUTE, HANDS_PER_HOUR) - waits
    if left.hands is not None:
        hands = min(hands, left.hands)
        after = replace(left, hands=left.hands - max(hands, 0))
    else:
        rounds = min(max(hands, 0) // players, left.rounds or 0)
        hands = rounds * players
        after = replace(left, rounds=(left.rounds or 0) - rounds, mark=None if rounds else left.mark)
    if hands < 1:
        return Reckoned(left)
    return Reckoned(after, hands, (hands + waits) * HAND_MS)
