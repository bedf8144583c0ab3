"""Preview of a payout for its editor: pool, places, curve, and the change for ten more entries.

Read-only: a payout being typed is computed like a stored one and is not stored.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from desk.models import Registration
from prizes.models import Payout
from prizes.rules.bounties import Filling, filling
from prizes.rules.payouts import ByHand, Change, Item, by_hand, changes, filled_up
from prizes.rules.pool import Pool
from prizes.services.money import (
    Ladder,
    buy_in_of,
    computed,
    entries_of,
    ladder_of,
    payout_of,
    pool_under,
    refused,
)
from tourney.models import Tournament
from web.office.prizes_chart import Curve, curve
from web.office.prizes_form import hundredths_text

MORE = 10
# Entries assumed for the preview of an empty field, unless the field is to hold another number.
USUAL_FIELD = 30
_MOST_CHANGES = 40
# Reasons that are not errors: data is still missing.
_NOT_YET = frozenset({"no_entries", "no_pool"})


@dataclass(frozen=True, slots=True)
class Tier:
    """Consecutive places with the same prize.

    `worth` is cash and the items paid from the pool, `share` its percentage of the pool, as text; `things`
    are names.
    """

    first: int
    last: int
    cash: int
    worth: int
    things: tuple[str, ...]
    share: str


@dataclass(frozen=True, slots=True)
class Step:
    """Consecutive places with the same change for ten more entries; amounts 0 if unpaid."""

    first: int
    last: int
    now: int
    then: int

    @property
    def more(self) -> int:
        """Return the increase; negative for a decrease."""
        return self.then - self.now


@dataclass(frozen=True, slots=True)
class PrizePreview:
    """The preview of a payout. Amounts in minor units of `currency`.

    Attributes:
        entries: size of the field in the preview; `supposed`: it differs from the entries so far.
        players: the players' part of the pool, before anything is withheld.
        fault: why there is no ladder, or "". `waits`: only because there are no entries or payments yet.
        left: part of the pool without a place; `rising`: places worth more than the one before.
        steps: changes for ten more entries; `more_left`: the undistributed rest if places are typed by hand.
        more_places: number of further places that would change.
        no_bounty: bounties are set up, but the price of an entry contains none.
    """

    currency: str
    locked: bool
    method: str
    entries: int
    supposed: bool
    pool: Pool
    players: int
    tiers: tuple[Tier, ...] = ()
    places: int = 0
    picture: Curve | None = None
    first: int = 0
    last: int = 0
    first_share: str = ""
    fault: str = ""
    waits: bool = False
    rule: str = ""
    left: int = 0
    rising: tuple[int, ...] = ()
    steps: tuple[Step, ...] = ()
    more_places: int = 0
    more_left: int = 0
    no_bounty: bool = False


def preview_of(
    event: Tournament,
    payout: Payout,
    *,
    typed: Sequence[int] | None = None,
    things: Sequence[Item] | None = None,
    entries: int | None = None,
) -> PrizePreview:
    """Preview a payout, stored or not.

    Args:
        event: the event.
        payout: the terms.
        typed, things: values typed by hand; the stored ones by default.
        entries: size of the field; the current one by default. Places typed by hand apply to the current
            field.

    Raises:
        CannotPay: the terms are impossible.
    """
    stored = payout_of(event)
    locked = stored is not None and stored.locked_at is not None
    have = entries_of(event)
    by_hand_typed = payout.method == "hand"
    count = have if entries is None or locked or by_hand_typed else entries
    each = _players_part(event)
    pool = pool_under(event, payout, more=max(-_taken(event), (count - have) * each))
    if locked:
        ladder = ladder_of(event)
        then, more_left = ladder, 0
    else:
        ladder = _ladder(payout, count, pool.prizes, event, typed, things)
        larger = pool_under(event, payout, more=max(-_taken(event), (count + MORE - have) * each))
        then = _ladder(payout, count + MORE, larger.prizes, event, typed, things)
        more_left = larger.prizes - pool.prizes if by_hand_typed else 0
    worth = [prize.worth for prize in ladder.prizes]
    steps = _steps(changes(worth, [prize.worth for prize in then.prizes]) if not by_hand_typed else [])
    rising = by_hand(pool.prizes, typed).rising if by_hand_typed and typed is not None else ()
    fault = ladder.fault
    return PrizePreview(
        currency=payout.currency,
        locked=locked,
        method=payout.method,
        entries=count,
        supposed=count != have,
        pool=pool,
        players=pool.prizes - pool.added - pool.overlay + pool.withheld,
        tiers=_tiers(ladder, pool.prizes),
        places=len(worth),
        picture=None if rising else curve(worth),
        first=worth[0] if worth else 0,
        last=worth[-1] if worth else 0,
        first_share=_share(worth[0], pool.prizes) if worth else "",
        fault="" if fault is None else refused(fault, payout.currency).message,
        waits=fault is not None and fault.code in _NOT_YET,
        rule=ladder.rule,
        left=ladder.left,
        rising=rising,
        steps=tuple(steps[:_MOST_CHANGES]),
        more_places=sum(one.last - one.first + 1 for one in steps[_MOST_CHANGES:]),
        more_left=more_left,
        no_bounty=payout.bounties != "none" and not pool.bounty and not _sells_bounties(event),
    )


def supposed_field(event: Tournament) -> int:
    """Return the field size of the first preview: the current one, or a usual size before the first entry."""
    have = entries_of(event)
    if have:
        return have
    capacity = Registration.objects.filter(tournament=event).values_list("capacity", flat=True).first()
    return capacity or USUAL_FIELD


def _ladder(
    payout: Payout,
    entries: int,
    pool: int,
    event: Tournament,
    typed: Sequence[int] | None,
    things: Sequence[Item] | None,
) -> Ladder:
    if payout.method == "satellite" and (payout.ticket_for is None or not payout.ticket_value):
        return Ladder()
    return computed(payout, entries, pool, buy_in_of(event), typed=typed, things=things)


def _players_part(event: Tournament) -> int:
    """Return the contribution of an entry to the pool."""
    return Registration.objects.filter(tournament=event).values_list("pool", flat=True).first() or 0


def _sells_bounties(event: Tournament) -> bool:
    """Return whether the price of an entry contains a bounty."""
    return Registration.objects.filter(tournament=event, bounty__gt=0).exists()


def _taken(event: Tournament) -> int:
    """Return the players' contributions to the pool so far."""
    pool = pool_under(event, None)
    return pool.collected - pool.fee - pool.staff - pool.bounty


def _share(amount: int, pool: int) -> str:
    return hundredths_text(round(amount * 10_000 / pool)) if pool > 0 else ""


def _tiers(ladder: Ladder, pool: int) -> tuple[Tier, ...]:
    found = []
    for (cash, things, worth), group in groupby(
        ladder.prizes, key=lambda one: (one.cash, tuple(item.name for item in one.items), one.worth)
    ):
        places = [one.place for one in group]
        found.append(Tier(places[0], places[-1], cash, worth, things, _share(worth, pool)))
    return tuple(found)


def _steps(found: Sequence[Change]) -> list[Step]:
    """Return changes of consecutive places, merged if equal."""
    steps: list[Step] = []
    for one in found:
        before = steps[-1] if steps else None
        if before and (before.last + 1, before.now, before.then) == (one.place, one.now, one.then):
            steps[-1] = Step(before.first, one.place, one.now, one.then)
        else:
            steps.append(Step(one.place, one.place, one.now, one.then))
    return steps


def fill_up(pool: int, amounts: Sequence[int | None], kept: Sequence[int], note: int) -> ByHand:
    """Scale places typed by hand to the pool; kept ones stay as typed, others change in proportion.

    Args:
        pool: in minor units.
        amounts: as typed; None if empty: such a place counts like the one before it.
        kept: which places stay as typed.
        note: smallest unit of the others.

    Raises:
        CannotPay: the kept places do not fit.
    """
    base: list[int] = []
    for amount in amounts:
        above = base[-1] if base else None
        wanted = above if amount is None else amount
        base.append(max(1, min(pool if wanted is None else wanted, pool if above is None else above)))
    found = {place: amounts[place - 1] for place in kept if 1 <= place <= len(amounts)}
    return filled_up(pool, base, {place: one for place, one in found.items() if one is not None}, note=note)


def envelopes_missing(values: Sequence[tuple[int, int]], money: int, bounties: int) -> Filling:
    """Describe what the envelopes still lack; `values` are [amount, count]."""
    plan: dict[int, int] = {}
    for value, count in values:
        plan[value] = plan.get(value, 0) + count
    return filling(plan, money, bounties)
