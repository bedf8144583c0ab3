"""Numbers of shared hands, and the time after a bust in which the next may be of the same hand. Pure."""

# Numbers from here on are for hands recorded by staff; those of hand-for-hand are smaller.
NOTED_HANDS = 1_000_000
# Time (ms) after a bust in which a table is asked whether the next one was in the same hand; hands rarely
# take longer.
ASKED_FOR = 180_000
