"""Bounties of an event: values, winners and envelopes left. Reads only."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime

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
from tourney.services.field_counts import field_of
from tourney.snapshot import cached_in_snapshot

# After all busts: the envelopes of players who were not knocked out are the last ones.
_LAST = datetime.max.replace(tzinfo=UTC)


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


def bounty_money_kept(event: Tournament) -> int:
    """Return the money collected for bounties that the prizes pay to no player, because they have no bounties."""
    payout = payout_of_bounties(event)
    return 0 if payout is None or payout.bounties != "none" else bounty_money(event)


def payout_of_bounties(event: Tournament) -> Payout | None:
    """Return the settings by which an event's bounties are paid: those of the last of several stages."""
    return payout_of(stages_of_pool(event).paid_by or event)


@cached_in_snapshot
def bounties_of(event: Tournament) -> Bounties:
    """Return the state of the bounty money of an event.

    Bounties go on with the players who advance. The last of several stages pays those of all stages, so it has what was
    won in any of them, by the last entry of each player; an earlier stage has what was won there. All stages draw from
    the same envelopes.
    """
    payout = payout_of_bounties(event)
    if payout is None or payout.bounties == "none":
        parts = [bounty_amounts(one) for one in events_paid_by(event)]
        return Bounties(in_play={entry: amount for part in parts for entry, amount in part.items()})
    paid_by = stages_of_pool(event).paid_by
    if payout.bounties == "mystery":
        if paid_by is None:
            return _mystery(event, payout)
        part = _mystery_over_stages(paid_by)[event.pk]
        undrawn = tuple(entry for _at, entry in sorted(part.undrawn))
        return Bounties(part.won, {}, part.unclaimed, envelopes_left(payout), undrawn=undrawn)
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


def won_by_event(event: Tournament) -> dict[int, Mapping[int, int]]:
    """Return the bounties won in each event of the stages that an event pays for, by the entry there."""
    payout = payout_of(event)
    if payout is None or payout.bounties == "none":
        return {}
    if payout.bounties == "mystery":
        return {key: part.won for key, part in _mystery_over_stages(event).items()}
    return {key: part.won for key, part in _settled_over_stages(event)[0].items()}


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
    winners = set(winners_of(event)) - onward.entries.keys()
    if event.pk in onward.joined or _was_closed(event):
        winners |= _with_chips(event, onward)
    entries = {one.entry for one in entered_in(event)}
    return BountyStage(entries, bounty_amounts(event), knockouts_of(event), winners)


def _was_closed(event: Tournament) -> bool:
    """Return whether an event was closed and its players advance to no other one; several may be left (Five Spades
    4.15).
    """
    return event.closed_at is not None and stages_of_pool(event).paid_by is None


def _with_chips(event: Tournament, onward: Onward) -> set[int]:
    """Return the entries that were not knocked out, and do not advance."""
    return {one.entry for one in entered_in(event) if one.out is None} - onward.entries.keys()


def _mystery(event: Tournament, payout: Payout) -> Bounties:
    """Settle the mystery bounties that an event pays, over all stages."""
    onward = players_onward.ask(event).entries
    parts = _mystery_over_stages(event)
    won: Counter[int] = Counter()
    unclaimed: dict[int, int] = {}
    for part in parts.values():
        unclaimed |= part.unclaimed
        for entry, amount in part.won.items():
            won[newest_entry(entry, onward)] += amount
    left = envelopes_left(payout)
    waiting = [entry for part in parts.values() for entry in part.waiting]
    filled = sum(Envelope.objects.filter(payout=payout).values_list("value", flat=True))
    return Bounties(
        won=dict(won),
        unclaimed=unclaimed,
        envelopes=left,
        unfilled=bounty_money(event) - filled,
        undrawn=tuple(entry for _at, entry in sorted(one for part in parts.values() for one in part.undrawn)),
        bare=max(0, len(waiting) - len(left)),
    )


@dataclass(frozen=True, slots=True)
class _Mystery:
    """The mystery bounties of one event.

    Attributes:
        undrawn: time and entry of bounties with an envelope to be drawn; winners and players who left with chips have
            no bust, and come last.
        waiting: entries whose bounty still has no drawn envelope.
    """

    won: Mapping[int, int]
    unclaimed: Mapping[int, int]
    undrawn: Sequence[tuple[datetime, int]]
    waiting: Sequence[int]


def envelopes_left(payout: Payout) -> dict[int, int]:
    """Return the value of each envelope that is not drawn, by number."""
    return dict(Envelope.objects.filter(payout=payout, entry=None).values_list("number", "value"))


@cached_in_snapshot
def _mystery_over_stages(event: Tournament) -> dict[int, _Mystery]:
    """Settle the mystery bounties that an event pays: once filled, every bounty has an envelope, in whatever event of
    the stages it is won, and the envelopes hold all bounty money.

    Returns:
        The bounties of each event by its id.
    """
    payout = payout_of(event)
    assert payout is not None
    rows = Envelope.objects.filter(payout=payout, entry__isnull=False)
    drawn = {entry: value for entry, value in rows.values_list("entry", "value") if entry is not None}
    onward = players_onward.ask(event)
    return {one.pk: _mystery_in(one, drawn, payout.filled_at, onward) for one in events_paid_by(event)}


def _mystery_in(
    event: Tournament, drawn: Mapping[int, int], begins: datetime | None, onward: Onward
) -> _Mystery:
    """Settle the mystery bounties of an event.

    Args:
        drawn: value of the envelope drawn for each entry, of all stages.
        begins: when the envelopes were filled.
    """
    entered = entered_in(event)
    own = [one.entry for one in entered]
    kept = _keep_own_bounty(event, onward, begins)
    knocked_out_by = {one.eliminated: one.knocked_out_by for one in knockouts_of(event)}
    won: dict[int, int] = defaultdict(int)
    unclaimed: dict[int, int] = {}
    for entry in drawn.keys() & set(own):
        who = (entry,) if entry in kept else knocked_out_by.get(entry, ())
        if not who:
            unclaimed[entry] = drawn[entry]
            continue
        for winner, part in split_bounty(drawn[entry], who).items():
            won[winner] += part
    if begins is None:
        return _Mystery(won, unclaimed, (), ())
    out_at = dict(Entry.objects.filter(tournament=event, pk__in=knocked_out_by).values_list("pk", "out_at"))
    since = {entry: at for entry in knocked_out_by if (at := out_at[entry] or begins) >= begins}
    undrawn = [(at, entry) for entry, at in since.items() if knocked_out_by[entry] and entry not in drawn] + [
        (_LAST, entry) for entry in kept if entry not in drawn
    ]
    waiting = {*since, *kept, *in_play_in(event, onward)} - drawn.keys()
    return _Mystery(won, unclaimed, undrawn, [entry for entry in own if entry in waiting])


def _keep_own_bounty(event: Tournament, onward: Onward, begins: datetime | None) -> set[int]:
    """Return the entries that were not knocked out and go on no more: they have won, or left with chips since the
    envelopes were filled.
    """
    kept = set(winners_of(event)) - onward.entries.keys()
    left = onward.joined.get(event.pk) or (event.closed_at if _was_closed(event) else None)
    if left is not None and begins is not None and left >= begins:
        kept |= _with_chips(event, onward)
    return kept


def in_play_in(event: Tournament, onward: Onward) -> list[int]:
    """Return the entries in play whose players are in this event: they went on to no later one."""
    if event.pk in onward.joined or _was_closed(event):
        return []
    return [one.entry for one in entered_in(event) if one.out is None]


def bounties_in_play(event: Tournament) -> int:
    """Return the number of bounties in play over all stages that an event pays for."""
    if not stages_of_pool(event).earlier:
        return field_of(event).left
    onward = players_onward.ask(event)
    return sum(len(in_play_in(one, onward)) for one in events_paid_by(event))
