"""What a display can show of an event."""

LAYOUTS = (
    "clock",
    "structure",
    "seats",
    "waiting",
    "moves",
    "eliminations",
    "free",
    "map",
    "prizes",
    "payouts",
    "results",
    "bounty_leaderboard",
    "chip_leaders",
    "season_ranking",
    "cash_lists",
    "feature",
)
# In place of one of them: a layout of the house, which the row names besides.
HOUSE = "house"
