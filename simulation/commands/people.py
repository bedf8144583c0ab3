"""Players of demos: invented, and hidden if earlier versions left them among real players."""

from collections.abc import Sequence
from datetime import date
from typing import Annotated, Any

from django.utils.translation import gettext_lazy as lazy
from pydantic import BaseModel, Field

from players.models import Player
from simulation.models import SimulatedEvent
from tourney.access.roles import Permission
from tourney.journal.commands import command
from tourney.journal.refused import Refused
from tourney.journal.tx import Tx
from tourney.models import Tournament

MOST_INVENTED = 500
_CARDS = "PLAY-"


class Invented(BaseModel):
    """An invented player."""

    name: Annotated[str, Field(min_length=1, max_length=120)]
    card: Annotated[str, Field(pattern="^PLAY-[0-9]{5}$")]
    birth_date: date


@command(
    "simulation.people",
    permission=Permission.MANAGE_EVENTS,
    scope="room",
    summary=lazy("Added players for a demo"),
    undoable=False,
    public=False,
)
def invent_people(tx: Tx, people: Annotated[Sequence[Invented], Field(max_length=MOST_INVENTED)]) -> Any:
    """Create invented players for a demo, or reuse those of earlier demos.

    Args:
        people: players to create, each with a demo card.
    """
    known = {row.card: row for row in Player.objects.filter(card__in=[one.card for one in people])}
    _hide(tx, list(known.values()))
    tx.create_many(
        [
            Player(name=one.name, card=one.card, birth_date=one.birth_date, demo=True, created_at=tx.now)
            for one in people
            if one.card not in known
        ]
    )
    found = dict(Player.objects.filter(card__in=[one.card for one in people]).values_list("card", "pk"))
    return {"players": [found[one.card] for one in people]}


def _hide(tx: Tx, people: Sequence[Player]) -> int:
    """Mark leftover demo players as invented."""
    rows = [row for row in people if not row.demo]
    tx.save_many(rows, demo=True)
    return len(rows)


@command(
    "simulation.sweep",
    permission=Permission.MANAGE_EVENTS,
    scope="room",
    summary=lazy("Hid players and events of earlier demos"),
    undoable=False,
    public=False,
)
def sweep(tx: Tx) -> Any:
    """Mark players and events left behind by demos of earlier versions.

    Raises:
        Refused: there are none (`nothing_due`).
    """
    people = _hide(tx, list(Player.objects.filter(card__startswith=_CARDS, demo=False)))
    left = SimulatedEvent.objects.filter(tournament__isnull=False, tournament__demo_speed__isnull=True)
    events = list(Tournament.objects.filter(pk__in=left.values("tournament")))
    tx.save_many(events, demo_speed=1)
    if not people and not events:
        raise Refused("nothing_due", "Nothing is left of demos.")
    return {"people": people, "events": len(events)}
