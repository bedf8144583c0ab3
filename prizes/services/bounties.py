"""Bounties of an event: values, winners and envelopes left. Reads only."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field

from django.db.models import Sum

from desk.models import Item
from prizes.models import Envelope, Payout
from prizes.rules.bounties import ALL, Knockout, settle, split_bounty
from prizes.services.money import payout_of
from prizes.services.results import entered_in, winners_of
from seating.models import Knockout as KnockoutRow
from tourney.models import Entry, Tournament
from tourney.snapshot import cached_in_snapshot


@cached_in_snapshot
def bounty_amounts(event: Tournament) -> dict[int, int]:
    """Return what each entry paid for its own bounty, in minor units, without refunded entries."""
    rows = (
        Item.objects.filter(tournament=event, entry__isnull=False, entry__voided_at__isnull=True)
        .order_by()
        .values_list("entry")
        .annotate(Sum("bounty"))
    )
    return {entry: int(amount) for entry, amount in rows if amount}


@cached_in_snapshot
def knockouts_of(event: Tournament) -> list[Knockout]:
    """Return busts with the winners of the chips, in order; a re-entry has a separate bounty."""
    knocked_out_by: dict[int, list[int]] = defaultdict(list)
    rows = KnockoutRow.objects.filter(bust__entry__tournament=event).order_by("pk")
    for eliminated, winner in rows.values_list("bust__entry", "winner"):
        knocked_out_by[eliminated].append(winner)
    gone = [(one.entry, one.out) for one in entered_in(event) if one.out is not None]
    gone.sort(key=lambda one: (one[1].at, one[0]))
    return [
        Knockout(
            entry,
            tuple(knocked_out_by[entry]),
            final=not out.may_return,
            removed=out.how != "bust",
        )
        for entry, out in gone
    ]


@dataclass(frozen=True, slots=True)
class Bounties:
    """State of the bounty money of an event; amounts in minor units. The sum is the money collected for
    bounties.

    Attributes:
        won: amount won, by the winner's entry.
        in_play: by entry in play, the current value of its bounty; empty with envelopes.
        unclaimed: by eliminated entry, a bounty or envelope without a winner.
        envelopes: value by number, of envelopes not drawn.
        unfilled: collected money that is in no envelope; negative if envelopes hold more than was
            collected.
        undrawn: entries whose bounty has an envelope to be drawn, the first to bust first.
        bare: number of bounties without an envelope, because players entered after these were
            filled.
    """

    won: Mapping[int, int] = field(default_factory=dict)
    in_play: Mapping[int, int] = field(default_factory=dict)
    unclaimed: Mapping[int, int] = field(default_factory=dict)
    envelopes: Mapping[int, int] = field(default_factory=dict)
    unfilled: int = 0
    undrawn: tuple[int, ...] = ()
    bare: int = 0

    @property
    def total(self) -> int:
        """Return the total."""
        parts = (self.won, self.in_play, self.unclaimed, self.envelopes)
        return sum(sum(part.values()) for part in parts) + self.unfilled


@cached_in_snapshot
def bounties_of(event: Tournament) -> Bounties:
    """Return the state of the bounty money of an event."""
    payout = payout_of(event)
    amounts = bounty_amounts(event)
    if payout is None or payout.bounties == "none":
        return Bounties(in_play=amounts)
    if payout.bounties == "mystery":
        return _mystery(event, payout)
    cash = ALL if payout.bounties == "fixed" else payout.bounty_cash
    knockouts = [one for one in knockouts_of(event) if one.eliminated in amounts]
    settled = settle(amounts, knockouts, cash=cash, winners=winners_of(event))
    return Bounties(settled.won, settled.in_play, settled.unclaimed)


def _mystery(event: Tournament, payout: Payout) -> Bounties:
    """Settle mystery bounties: once filled, every bounty has an envelope, and the envelopes hold all bounty
    money.
    """
    rows = list(Envelope.objects.filter(payout=payout).values_list("number", "value", "entry"))
    winners = winners_of(event)
    knockouts = knockouts_of(event)
    knocked_out_by = {one.eliminated: one.knocked_out_by for one in knockouts}
    won: dict[int, int] = defaultdict(int)
    unclaimed: dict[int, int] = {}
    for _number, value, entry in rows:
        if entry is None:
            continue
        who = (entry,) if entry in winners else knocked_out_by.get(entry, ())
        if not who:
            unclaimed[entry] = value
            continue
        for winner, part in split_bounty(value, who).items():
            won[winner] += part
    drawn = {entry for _number, _value, entry in rows}
    begins = payout.filled_at
    out_at = dict(Entry.objects.filter(tournament=event, pk__in=knocked_out_by).values_list("pk", "out_at"))
    undrawn = [
        one.eliminated
        for one in knockouts
        if begins is not None
        and one.knocked_out_by
        and one.eliminated not in drawn
        and (out_at[one.eliminated] or begins) >= begins
    ]
    if begins is not None:
        undrawn += [winner for winner in winners if winner not in drawn]
    left = {number: value for number, value, entry in rows if entry is None}
    waiting = sum(
        one.entry not in drawn and (one.out is None or (out_at.get(one.entry) or begins) >= begins)
        for one in entered_in(event)
        if begins is not None
    )
    return Bounties(
        won=dict(won),
        unclaimed=unclaimed,
        envelopes=left,
        unfilled=sum(bounty_amounts(event).values()) - sum(value for _number, value, _entry in rows),
        undrawn=tuple(undrawn),
        bare=max(0, waiting - len(left)),
    )
