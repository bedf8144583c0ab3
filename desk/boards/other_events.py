"""Other events that a player can be registered for in the same payment. Reads only."""

from typing import TypedDict

from clock.services.progress import progress_of
from desk.boards.chances import may_enter_with
from desk.models import Registration
from desk.services.check_context import preview
from players.models import Player
from tourney.access.roles import Actor
from tourney.models import Tournament
from tourney.now import to_ms


class OtherEvent(TypedDict):
    """An event, its price in minor units of the same currency, when it starts in ms (null once it has begun), and
    until when a partner is named: "entry", "close", or "" where each player has an entry alone.
    """

    tournament: int
    name: str
    price: int
    starts_at: int | None
    partner_until: str


def other_events(player: Player, event: Tournament, by: Actor) -> list[OtherEvent]:
    """Return the other events that are sold to a player now in the currency of this one, the next to start
    first.

    Args:
        player: the player.
        event: the one on the page.
        by: the login that would sell them.
    """
    own = Registration.objects.filter(tournament=event).first()
    if own is None:
        return []
    rows = Registration.objects.filter(
        currency=own.currency,
        closed_at__isnull=True,
        tournament__closed_at__isnull=True,
        tournament__demo_speed__isnull=True,
    )
    found = []
    for row in rows.exclude(tournament=event).select_related("tournament").order_by("tournament"):
        other = row.tournament
        if may_enter_with(preview(other, by), player):
            progress = progress_of(other)
            starts_at = None if progress.started else to_ms(progress.starts_at)
            found.append(
                OtherEvent(
                    tournament=other.pk,
                    name=other.name,
                    price=row.price,
                    starts_at=starts_at,
                    partner_until=row.partner_until,
                )
            )
    return sorted(found, key=lambda one: (one["starts_at"] is None, one["starts_at"] or 0, one["tournament"]))
