"""Prizes for screenshots, in the room of DATA_DIR: an event whose last four players negotiate a deal.

The last line of output is one JSON object: the event, and the page of a player who is in the money.
"""

import contextlib
import itertools
import json
import os
import sys
from random import Random

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tourney.settings")
django.setup()

from notifications.commands.player_links import path_of  # noqa: E402
from prizes.commands.deals import StackInput, open_deal  # noqa: E402
from simulation.driver.event import Wanted, prepare_event  # noqa: E402
from simulation.driver.event_clock import AtOnce  # noqa: E402
from simulation.driver.playthrough import Playthrough  # noqa: E402
from simulation.driver.staff import DIRECTOR, press  # noqa: E402
from simulation.rules.terms import terms_for  # noqa: E402
from tourney.models import Entry, Tournament  # noqa: E402
from tourney.services.field_counts import field_of  # noqa: E402

PLAYERS = 72
LEFT = 4


class Enough(Exception):
    """Play has lasted long enough."""


class UntilFew(AtOnce):
    """A clock without waiting that stops play once few players are left."""

    event = 0

    def until(self, minute: float) -> None:
        """Advance the clock.

        Raises:
            Enough: few players are left.
        """
        if minute > 30 and field_of(Tournament.objects.get(pk=self.event)).left <= LEFT:
            raise Enough
        super().until(minute)


def with_bounties() -> int:
    """Return a seed of an event with progressive bounties and a ladder from a table, played to the end."""
    for seed in itertools.count(1):
        terms = terms_for(seed, PLAYERS)
        made = terms.payout
        if made["bounties"] == "progressive" and made.get("table") == "club" and not terms.deal_among:
            return seed
    raise AssertionError


def main() -> int:
    """Play until few are left, and let them negotiate a deal."""
    room = prepare_event(Wanted("Sunday Progressive", PLAYERS, "pokerstars_live", seed=with_bounties()))
    times = UntilFew(room)
    times.event = room.event
    with contextlib.suppress(Enough):
        Playthrough(room, Random(5), times).play()
    left = list(
        Entry.objects.filter(tournament=room.event, out_at__isnull=True, voided_at__isnull=True).order_by(
            "pk"
        )
    )
    chips = field_of(Tournament.objects.get(pk=room.event)).chips
    counts = [chips * part // 100 for part in (41, 29, 19)]
    counts = [*counts, chips - sum(counts)][: len(left)]
    press(
        open_deal,
        room.event,
        by=DIRECTOR,
        stacks=[StackInput(entry=entry.pk, chips=count) for entry, count in zip(left, counts, strict=True)],
    )
    path = path_of(left[0].player_id)
    print(json.dumps({"event": room.event, "path": path}))
    return 0


if __name__ == "__main__":
    sys.exit(main())
