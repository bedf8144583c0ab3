"""Unclaimed bounties: busts without a recorded winner of the chips. Reads only."""

from dataclasses import dataclass
from datetime import datetime

from players.services.partners import entry_name
from prizes.services.bounties import bounties_of, knockouts_of, payout_of_bounties
from seating.models import Bust
from tourney.models import Tournament


@dataclass(frozen=True, slots=True)
class Unclaimed:
    """A bounty without a recorded winner.

    Attributes:
        entry: the owner of the bounty.
        name: full name.
        table: the player's last table; None: without a seat.
        value: in minor units; None: an envelope is drawn for it.
    """

    entry: int
    name: str
    table: int | None
    at: datetime
    value: int | None


def unclaimed_bounties(event: Tournament) -> list[Unclaimed]:
    """Return unclaimed bounties that staff can still assign, the newest bust first.

    A player who was removed with chips was beaten by no one and is left out.
    """
    payout = payout_of_bounties(event)
    if payout is None or payout.bounties == "none":
        return []
    mystery = payout.bounties == "mystery"
    values = bounties_of(event).unclaimed
    without = [
        one.eliminated
        for one in knockouts_of(event)
        if not one.knocked_out_by and not one.removed and (mystery or one.eliminated in values)
    ]
    rows = Bust.objects.filter(entry__in=without, removed=False).select_related(
        "entry__player", "entry__partner__player", "tournament_table__table"
    )
    if mystery:
        # A bounty has no value before the envelopes are filled.
        rows = rows.filter(at__gte=payout.filled_at) if payout.filled_at is not None else rows.none()
    return [
        Unclaimed(
            row.entry_id,
            entry_name(row.entry),
            None if row.tournament_table is None else row.tournament_table.table.number,
            row.at,
            None if mystery else values.get(row.entry_id, 0),
        )
        for row in rows.order_by("-at", "-pk")
    ]
