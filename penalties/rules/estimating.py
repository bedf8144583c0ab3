"""What of a penalty was served where nobody counts hands: reckoned from the time that was played. Pure.

No book says how many hands an hour has; what is reckoned is marked as such, and the floor may always say how many hands
are left.
"""

from dataclasses import dataclass, replace

from penalties.rules.serving import Sentence, hands_since

MINUTE = 60_000
# House practice at a full table.
HANDS_PER_HOUR = 25
HAND_MS = 60 * MINUTE // HANDS_PER_HOUR
# A table that counted hands and has told none for so long (ms of play) counts them no more.
QUIET = 10 * MINUTE


@dataclass(frozen=True, slots=True)
class Reckoned:
    """What follows from a time of play.

    Attributes:
        left: of the penalty.
        hands: that were played about, and are served.
        used: how much of the time they took, in ms; the rest counts on.
    """

    left: Sentence
    hands: int = 0
    used: int = 0


def reckoned(left: Sentence, played: int, *, players: int, waits: bool) -> Reckoned:
    """What is left of a penalty after some time of play in which nobody told a hand; never too little.

    A round of the button takes as many hands as there are players.

    Args:
        left: before.
        played: ms of play, without breaks and pauses.
        players: at the table, at least 1.
        waits: the hand that ran when it was imposed was not over, and is not counted.
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
