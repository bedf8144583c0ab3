"""Unclaimed bounties: busts without a recorded winner of the chips. Reads only."""

from dataclasses import dataclass
from datetime import datetime

from players.services.partners import entry_name
from prizes.services.bounties import bounties_of, knockouts_of, payout_of_bounties
from prizes.services.results import events_paid_by
from seating.models import Bust
from tourney.models import Tournament


@dataclass(frozen=True, slots=True)
class Unclaimed:
    """A bounty without a recorded winner.

    Attributes:
        entry: the owner of the bounty.
        event: of the bust; an earlier stage, if it is not the event that was asked for.
        event_name: its name.
        name: full name.
        table: the player's last table; None: without a seat.
        value: in minor units; None: an envelope is drawn for it.
    """

    entry: int
    event: int
    event_name: str
    name: str
    table: int | None
    at: datetime
    value: int | None


def unclaimed_bounties(event: Tournament) -> list[Unclaimed]:
    """Return unclaimed bounties whose winner staff can still record, the newest bust first.

    The last of several stages pays the bounties of all, so it lists them all. A player who was removed with chips was
    beaten by no one and is left out.
    """
    payout = payout_of_bounties(event)
    if payout is None or payout.bounties == "none":
        return []
    mystery = payout.bounties == "mystery"
    values = bounties_of(event).unclaimed
    events = {one.pk: one for one in events_paid_by(event)}
    without = [
        one.eliminated
        for stage in events.values()
        for one in knockouts_of(stage)
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
            row.entry.tournament_id,
            events[row.entry.tournament_id].name,
            entry_name(row.entry),
            None if row.tournament_table is None else row.tournament_table.table.number,
            row.at,
            None if mystery else values.get(row.entry_id, 0),
        )
        for row in rows.order_by("-at", "-pk")
    ]
