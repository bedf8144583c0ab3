"""Bounties of an event: values, winners and envelopes left. Reads only."""

from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field

from django.db.models import Sum

from desk.models import Item
from prizes.models import Envelope, Payout
from prizes.rules.bounties import (
    ALL,
    BountyStage,
    Knockout,
    Settled,
    newest_entry,
    settle_stages,
    split_bounty,
)
from prizes.services.money import payout_of, stages_of_pool
from prizes.services.places import entered_in, winners_of
from prizes.services.results import events_paid_by
from prizes.signals import Onward, players_onward
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


def bounty_money(event: Tournament) -> int:
    """Return the money collected for bounties, in minor units: in the last of several stages that of all stages."""
    return sum(sum(bounty_amounts(one).values()) for one in events_paid_by(event))


def payout_of_bounties(event: Tournament) -> Payout | None:
    """Return the settings by which an event's bounties are paid: those of the last of several stages."""
    return payout_of(stages_of_pool(event).paid_by or event)


@cached_in_snapshot
def bounties_of(event: Tournament) -> Bounties:
    """Return the state of the bounty money of an event.

    Bounties go on with the players who advance. The last of several stages pays those of all stages, so it has what was
    won in any of them, by the last entry of each player; an earlier stage has what was won there.
    """
    payout = payout_of_bounties(event)
    if payout is None or payout.bounties == "none":
        parts = [bounty_amounts(one) for one in events_paid_by(event)]
        return Bounties(in_play={entry: amount for part in parts for entry, amount in part.items()})
    paid_by = stages_of_pool(event).paid_by
    if payout.bounties == "mystery":
        return Bounties() if paid_by is not None else _mystery(event, payout)
    settled, onward = _settled_over_stages(paid_by or event)
    if paid_by is not None:
        own = settled[event.pk]
        return Bounties(own.won, own.in_play, own.unclaimed)
    won: Counter[int] = Counter()
    for one in settled.values():
        for entry, amount in one.won.items():
            won[newest_entry(entry, onward)] += amount
    return Bounties(
        won,
        {entry: amount for one in settled.values() for entry, amount in one.in_play.items()},
        {entry: amount for one in settled.values() for entry, amount in one.unclaimed.items()},
    )


@cached_in_snapshot
def _settled_over_stages(event: Tournament) -> tuple[dict[int, Settled], Mapping[int, int]]:
    """Settle the fixed or progressive bounties that an event pays.

    Returns:
        The bounties of each event by its id, and with which entry players go on.
    """
    payout = payout_of(event)
    assert payout is not None
    *earlier, last = (*stages_of_pool(event).earlier, event)
    onward = players_onward.ask(event)
    stages = [_bounty_stage(one, onward) for one in (*earlier, last)]
    cash = ALL if payout.bounties == "fixed" else payout.bounty_cash
    settled = settle_stages(stages, onward.entries, cash=cash)
    return dict(zip((one.pk for one in (*earlier, last)), settled, strict=True)), onward.entries


def _bounty_stage(event: Tournament, onward: Onward) -> BountyStage:
    entered = entered_in(event)
    winners = set(winners_of(event)) - onward.entries.keys()
    if event.pk in onward.joined:
        # A player with chips who does not advance was not knocked out.
        winners |= {one.entry for one in entered if one.out is None and one.entry not in onward.entries}
    return BountyStage({one.entry for one in entered}, bounty_amounts(event), knockouts_of(event), winners)


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
        unfilled=bounty_money(event) - sum(value for _number, value, _entry in rows),
        undrawn=tuple(undrawn),
        bare=max(0, waiting - len(left)),
    )
