"""Payables by player, and the state of an event's money. Reads only; amounts in minor units."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.db.models import Q, Sum

from desk.models import Item
from prizes.rules.bounties import entries_up_to, newest_entry
from prizes.rules.pool import Account
from prizes.services.bounties import bounties_of, bounty_money
from prizes.services.early_bounties import bounties_paid_to
from prizes.services.money import passed_on, payout_of, pool_of, stages_of_pool
from prizes.services.places import is_complete, way_back_of
from prizes.services.results import paid_in, paid_to_players, payments_of, results_of
from prizes.services.team_shares import of_player, parts_of, teams_paid_by
from prizes.signals import players_onward
from tourney.models import JournalEntry, Tournament
from tourney.services.bounded_cache import BoundedCache
from tourney.snapshot import cached_in_snapshot, consistent_read

KINDS = ("prize", "deal", "bounty")


@cached_in_snapshot
def won_in(event: Tournament) -> dict[tuple[int, str], int]:
    """Return what was won, by entry and kind."""
    found: dict[tuple[int, str], int] = {}
    for entry, won in results_of(event).won.items():
        if won.prize:
            found[entry, "prize"] = won.prize
        if won.deal:
            found[entry, "deal"] = won.deal
    # Bounties of an earlier stage are paid by the last one.
    bounties = {} if stages_of_pool(event).goes_on else bounties_of(event).won
    for entry, amount in bounties.items():
        if amount:
            found[entry, "bounty"] = amount
    return found


# Entries that pay out or reverse a payment do not change winnings.
_PAYING = ("prize.pay", "prize.hand", "prize.withdraw")
# Limit of the winnings that a process caches, of all events together.
_MOST_CACHED = 20_000


@dataclass(frozen=True, slots=True)
class _Won:
    """Winnings by entry and kind, entries whose prize depends on an uncounted stack, and entries in a tie that
    the floor has not confirmed.
    """

    won: Mapping[tuple[int, str], int]
    unsettled: frozenset[int]
    unconfirmed: frozenset[int]


_known: BoundedCache[int, tuple[object, _Won]] = BoundedCache(_MOST_CACHED, lambda kept: len(kept[1].won))


def won_as_journalled(event: Tournament) -> Mapping[tuple[int, str], int]:
    """Return the result of `won_in`, kept by each process until a journal entry may have changed it,
    because a desk that pays a thousand people would rank the field for each of them.

    Not for commands that have already changed something: the journal has no entry for it yet.
    """
    return _as_journalled(event).won


def unsettled_as_journalled(event: Tournament) -> frozenset[int]:
    """Return entries whose prize may still change with a stack at the start of the hand; kept as
    `won_as_journalled` is.
    """
    return _as_journalled(event).unsettled


def unconfirmed_as_journalled(event: Tournament) -> frozenset[int]:
    """Return entries in ties that the floor has not confirmed; kept as
    `won_as_journalled`.
    """
    return _as_journalled(event).unconfirmed


def _as_journalled(event: Tournament) -> _Won:
    lines = JournalEntry.journal(event.pk).exclude(kind__in=_PAYING).order_by("-seq")
    # Time alone may end the entry period, so it is part of the key beside the journal's number.
    # Knock-outs of earlier stages are in their own journals.
    earlier = tuple((one.pk, one.seq) for one in stages_of_pool(event).earlier)
    stamp = (
        lines.values_list("command", flat=True).first(),
        is_complete(event),
        way_back_of(event),
        earlier,
    )
    kept = _known.get(event.pk)
    if kept is not None and kept[0] == stamp:
        return kept[1]
    with consistent_read():
        results = results_of(event)
        places = results.ranking.places
        unconfirmed = frozenset(one.entry for one in places if one.unconfirmed)
        found = _Won(won_in(event), results.undecided, unconfirmed)
    _known.put(event.pk, (stamp, found))
    return found


def payable_to(event: Tournament, entry: int, kind: str, player: int | None = None) -> int:
    """Return the amount payable to an entry, of one kind; negative if it was overpaid; see
    `won_as_journalled`.

    Args:
        player: of a team, whose part is asked for.
    """
    if kind == "bounty" and stages_of_pool(event).earlier:
        # It may have been paid with an entry from which the player has gone on since.
        onward = players_onward.ask(event).entries
        entry = newest_entry(entry, onward)
        paid = bounties_paid_to(event, entries_up_to(entry, onward), player)
    else:
        rows = payments_of(event).filter(entry=entry, kind=kind)
        rows = rows if player is None else rows.filter(of_player(player))
        paid = int(rows.aggregate(sum=Sum("amount"))["sum"] or 0)
    return _part(event, entry, kind, won_as_journalled(event).get((entry, kind), 0), player) - paid


def _part(event: Tournament, entry: int, kind: str, amount: int, player: int | None) -> int:
    """Return what of an amount of one kind is a player's, where two share the entry; otherwise all of it."""
    team = None if player is None else teams_paid_by(event).get(entry)
    if team is None or player is None:
        return amount
    return parts_of(team, kind, amount, payout_of(event)).get(player, 0)


def withheld_from(event: Tournament, entry: int, kind: str, amount: int, player: int | None = None) -> int:
    """Return the tax withheld from a payment, rounded down: nothing for bounties, nor if the winnings are
    not above the limit.

    Args:
        amount: the amount that counts as paid.
        player: of a team, who is paid: each one's part is taxed for itself.
    """
    payout = payout_of(event)
    if payout is None or kind == "bounty" or not payout.tax_percent:
        return 0
    won = won_as_journalled(event)
    whole = sum(_part(event, entry, one, won.get((entry, one), 0), player) for one in ("prize", "deal"))
    return amount * payout.tax_percent // 10_000 if whole > payout.tax_above else 0


@dataclass(frozen=True, slots=True)
class Payable:
    """Winnings and payments of an entry.

    Attributes:
        won, paid: by kind.
    """

    won: Mapping[str, int]
    paid: Mapping[str, int]

    @property
    def open(self) -> int:
        """Amount still to be paid; negative if overpaid."""
        return sum(self.won.values()) - sum(self.paid.values())


def payables_of(event: Tournament) -> dict[int, Payable]:
    """Return winnings and payments by entry."""
    won, paid = won_as_journalled(event), paid_in(event)
    entries = {entry for entry, _kind in (*won, *paid)}
    return {
        entry: Payable(
            {kind: won[entry, kind] for kind in KINDS if (entry, kind) in won},
            {kind: paid[entry, kind] for kind in KINDS if paid.get((entry, kind))},
        )
        for entry in sorted(entries)
    }


def payables_of_players(event: Tournament) -> dict[tuple[int, int | None], Payable]:
    """Return winnings and payments by entry and player: the player is None where an entry is one player's alone."""
    teams, paid = teams_paid_by(event), paid_to_players(event)
    payout = payout_of(event)
    found: dict[tuple[int, int | None], Payable] = {}
    for entry, money in payables_of(event).items():
        team = teams.get(entry)
        if team is None:
            found[entry, None] = money
            continue
        won = {kind: parts_of(team, kind, amount, payout) for kind, amount in money.won.items()}
        before = {kind: money.paid.get(kind, 0) for kind in KINDS}
        for kind in KINDS:
            before[kind] -= sum(
                paid.get((entry, player, kind), 0) for player in (team.entry.player_id, team.player_id)
            )
        for player in (team.entry.player_id, team.player_id):
            # What was paid before the entry was shared was paid to the player who registered.
            more = before if player == team.entry.player_id else {}
            found[entry, player] = Payable(
                {kind: parts[player] for kind, parts in won.items() if parts[player]},
                {
                    kind: sum_
                    for kind in KINDS
                    if (sum_ := paid.get((entry, player, kind), 0) + more.get(kind, 0))
                },
            )
    return found


def account_of(event: Tournament) -> Account:
    """Return the state of an event's money: a `difference` other than 0 is an error."""
    parts = ("pool", "fee", "staff", "bounty")
    rows = Item.objects.filter(tournament=event)
    sums = rows.aggregate(
        **{f"{part}_in": Sum(part, filter=Q(corrects__isnull=True)) for part in parts},
        **{f"{part}_back": Sum(part, filter=Q(corrects__isnull=False)) for part in parts},
    )
    pool = pool_of(event)
    stages = stages_of_pool(event)
    # What another stage pays of this event's pool and bounties, and what this one pays of theirs.
    away = passed_on(event) if stages.goes_on else 0
    moved = sum(passed_on(one) for one in stages.earlier) - away
    own_bounties = bounty_money(event) if stages.goes_on else 0
    moved += sum(bounty_money(one) for one in stages.earlier) - own_bounties
    paid = paid_in(event)
    bounties_paid = sum(amount for (_entry, kind), amount in paid.items() if kind == "bounty")
    prizes_paid = sum(amount for (_entry, kind), amount in paid.items() if kind != "bounty")
    return Account(
        sold=sum(int(sums[f"{part}_in"] or 0) for part in parts) + moved,
        refunded=-sum(int(sums[f"{part}_back"] or 0) for part in parts),
        house=pool.added + pool.overlay,
        fee=pool.fee,
        staff=pool.staff + pool.withheld,
        bounties_paid=bounties_paid,
        bounties_open=0 if stages.goes_on else bounties_of(event).total - bounties_paid,
        prizes_paid=prizes_paid,
        prizes_open=pool.prizes - away - prizes_paid,
        apart=pool.apart,
    )
