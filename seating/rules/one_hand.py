"""Which busts are of one hand: numbers of hands, and how long after a bust one asks about the next. Pure."""

# Numbers from here on are of hands that somebody named; those of hand-for-hand have smaller ones.
NOTED_HANDS = 1_000_000
# So long after a bust (ms) a table is asked whether the next one was in the same hand: hardly a hand takes longer.
ASKED_FOR = 180_000
