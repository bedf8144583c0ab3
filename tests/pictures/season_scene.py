"""A season that is over, for screenshots, in the room of DATA_DIR.

The last line of output is one JSON object: `season`, its id, and `player`, the path of its best player's page.
"""

import json
import os
import sys

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tourney.settings")
django.setup()


from notifications.commands.player_links import path_of  # noqa: E402
from seasons.models import Season  # noqa: E402
from seasons.services.seasons import state_of  # noqa: E402
from simulation.driver.season import SeasonPlay, SeasonWanted  # noqa: E402


def main() -> int:
    """Play a season of a small club."""
    done = SeasonPlay(SeasonWanted("five_spades", seed=3)).play()
    best = state_of(Season.objects.get(pk=done.season)).ranking[0].player
    print(json.dumps({"season": done.season, "player": path_of(best)}))
    return 0


if __name__ == "__main__":
    sys.exit(main())
