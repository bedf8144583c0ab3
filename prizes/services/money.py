"""Money of an event: the pool from the desk's sales, and the prizes of the places. Reads only."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Sum
from django.utils.translation import gettext as _

from desk.models import Item, Registration
from desk.rules.amounts import places_of, write_amount
from prizes.models import Payout, PlacePrize, PrizeItem
from prizes.rules import payouts as rules
from prizes.rules.deal import bubble_deal
from prizes.rules.payouts import Formula, Prize
from prizes.rules.pool import Pool, Sale, Terms, pools
from prizes.rules.refusals import CannotPay
from prizes.rules.tables import shipped_table
from prizes.signals import PoolStages, pool_stages
from tourney.journal.refused import Refused
from tourney.models import Tournament
from tourney.rulebooks.shelf import book_of
from tourney.services.field_counts import field_of, fields_of
from tourney.services.prepared_query import PreparedQuery
from tourney.snapshot import cached_in_snapshot, cached_in_snapshot_each

# Parts of a price, as items are sold.
_PARTS = ("pool", "fee", "staff", "bounty")


def written(amount: int, currency: str) -> str:
    """Format minor units for the summaries of commands: EUR 12500.00, which reads the same in every
    language.
    """
    return f"{currency}\u00a0{write_amount(amount, places_of(currency), decimal='.', group='')}"


def refused(fault: CannotPay, currency: str = "") -> Refused:
    """Convert an error of the rules to a refusal in the user's language.

    Args:
        fault: the error of the rules.
        currency: of the amounts in it, which are formatted by `written`; without it they stay minor units.
    """
    params = dict(fault.params)
    if currency:
        for name in [name for name in params if name.startswith("money")]:
            params[name] = written(int(str(params[name])), currency)
    return Refused(fault.code, _(fault.message) % params)


_PAYOUTS = PreparedQuery(lambda events: Payout.objects.filter(tournament__in=events))
_REGISTRATIONS = PreparedQuery(lambda events: Registration.objects.filter(tournament__in=events))


def payout_of(event: Tournament) -> Payout | None:
    """Return the payout settings of an event; None if there are none yet."""
    return payouts_of([event])[event.pk]


@cached_in_snapshot_each
def payouts_of(events: Sequence[Tournament]) -> dict[int, Payout | None]:
    """Return the payout settings of each event by its id."""
    found: dict[int, Payout | None] = {event.pk: None for event in events}
    found |= {row.pk: row for row in _PAYOUTS.all(list(found))}
    return found


@cached_in_snapshot_each
def registrations_of(events: Sequence[Tournament]) -> dict[int, Registration | None]:
    """Return the registration of each event by its id."""
    found: dict[int, Registration | None] = {event.pk: None for event in events}
    found |= {row.tournament_id: row for row in _REGISTRATIONS.all(list(found))}
    return found


@cached_in_snapshot_each
def _sales_of(events: Sequence[Tournament]) -> dict[int, dict[str, int]]:
    """Return the money sold in each event by its id, and `unplayed`, the pool of entries that played no hand."""
    found: dict[int, dict[str, int]] = {event.pk: {} for event in events}
    rows = Item.objects.filter(tournament__in=events).order_by().values("tournament")
    sums = {name: Sum(name) for name in _PARTS}
    for row in rows.annotate(**sums):
        found[row["tournament"]] |= {name: int(row[name] or 0) for name in _PARTS}
    for row in rows.filter(entry__bust__no_hand=True).annotate(pool=Sum("pool")):
        found[row["tournament"]]["unplayed"] = int(row["pool"] or 0)
    return found


def terms_of(payout: Payout) -> Terms:
    """Return added money and guarantee of the room as inputs of the rules."""
    return Terms(payout.added, payout.guarantee, payout.added_counts, payout.staff_percent)


@cached_in_snapshot
def pool_of(event: Tournament) -> Pool:
    """Return an event's money in the currency it is sold in; all 0 if none was paid or added."""
    return pool_under(event, payout_of(event))


def pool_under(event: Tournament, payout: Payout | None, *, more: int = 0) -> Pool:
    """Return an event's money under the terms of a payout, stored or not. The last of several stages has the pools of
    the earlier ones as well, less what those pay themselves.

    Args:
        event: the event whose sales count.
        payout: the terms; None if there are none yet.
        more: assumed money of further entries, in minor units.
    """
    sold = _sales_of([event])[event.pk]
    currency = payout.currency if payout is not None else ""
    sale = Sale(currency, **{name: sold.get(name, 0) for name in _PARTS})
    terms = {currency: terms_of(payout)} if payout is not None else {}
    apart = {currency: sold.get("unplayed", 0)}
    earlier = sum(passed_on(one) for one in stages_of_pool(event).earlier)
    return pools([sale, Sale(currency, more + earlier)], terms, apart)[currency]


@cached_in_snapshot
def stages_of_pool(event: Tournament) -> PoolStages:
    """Return the stages that pay into the pool of an event; only itself for most events."""
    return pool_stages.ask(event)


def passed_on(event: Tournament) -> int:
    """Return what of the pool of an earlier stage is paid by the last one: all but the event's own prizes."""
    return pool_of(event).prizes - sum(one.worth for one in ladder_of(event).prizes)


def entries_of(event: Tournament) -> int:
    """Return the number of entries that the prizes are for: in the last of several stages those of all stages."""
    entries = stages_of_pool(event).entries
    return field_of(event).entries if entries is None else entries


def buy_in_of(event: Tournament) -> int:
    """Return the price of an entry, bounty included, in minor units. A formula states its lowest prize as a
    multiple of it.
    """
    registration = registrations_of([event])[event.pk]
    return 0 if registration is None else registration.price


@dataclass(frozen=True, slots=True)
class Ladder:
    """The prizes of an event's places.

    Attributes:
        prizes: by place, the first place's first.
        left: part of the pool without a place, if a ladder typed by hand does not fit the pool (negative if it
            exceeds the pool).
        rule: the rule of the book that sets the number of paid places.
        fault: why there is no ladder yet; None if there is one.
    """

    prizes: tuple[Prize, ...] = ()
    left: int = 0
    rule: str = ""
    fault: CannotPay | None = None


def prize_amounts(payout: Payout) -> list[int]:
    """Return the stored amount of each place, the first place's first."""
    return _amounts_of([payout])[payout.pk]


@cached_in_snapshot_each
def _amounts_of(payouts: Sequence[Payout]) -> dict[int, list[int]]:
    found: dict[int, list[int]] = {payout.pk: [] for payout in payouts}
    for payout, amount in PlacePrize.objects.filter(payout__in=payouts).values_list("payout", "amount"):
        found[payout].append(amount)
    return found


def things_of(payout: Payout) -> list[rules.Item]:
    """Return tickets and prizes in kind as inputs of the rules; the key of each is its row's."""
    return _things_of([payout])[payout.pk]


@cached_in_snapshot_each
def _things_of(payouts: Sequence[Payout]) -> dict[int, list[rules.Item]]:
    found: dict[int, list[rules.Item]] = {payout.pk: [] for payout in payouts}
    for row in PrizeItem.objects.filter(payout__in=payouts):
        found[row.payout_id].append(rules.Item(row.place, row.name, row.value, row.from_pool, row.pk))
    return found


def read_money_ahead(events: Sequence[Tournament]) -> None:
    """Read what the money of several events is computed from; within a snapshot, each row is read once."""
    fields_of(events), registrations_of(events), _sales_of(events)
    payouts = [payout for payout in payouts_of(events).values() if payout is not None]
    _amounts_of(payouts), _things_of(payouts)


def computed(
    payout: Payout,
    entries: int,
    pool: int,
    buy_in: int,
    *,
    typed: Sequence[int] | None = None,
    things: Sequence[rules.Item] | None = None,
) -> Ladder:
    """Compute the ladder of a payout for a field and a pool, regardless of stored amounts.

    Args:
        payout: by table, by formula, by hand, or a satellite; it need not be stored.
        entries: how many entered, re-entries included.
        pool: in minor units.
        buy_in: of the event.
        typed: amounts of the places typed by hand; the stored ones by default.
        things: tickets and prizes in kind; the stored ones by default.
    """
    rule = ""
    try:
        things = things_of(payout) if things is None else things
        if payout.method == "hand":
            typed = prize_amounts(payout) if typed is None else typed
            given = rules.by_hand(pool, typed)
            return Ladder(tuple(rules.with_items(typed, things, note=payout.note)), given.left)
        rules.check_pool(entries, pool)
        if payout.method == "satellite":
            assert payout.ticket_for is not None
            name = payout.ticket_for.name
            return Ladder(tuple(rules.satellite(pool, name, payout.ticket_value)))
        if payout.method == "formula":
            formula = Formula(
                payout.percent, payout.rounded, payout.ratio / 100, payout.minimum, payout.tiered
            )
            formula, rule = rules.formula_for(book_of(payout.tournament.book), formula)
            amounts = rules.by_formula(formula, entries, pool, buy_in, note=payout.note)
        else:
            amounts = rules.by_table(shipped_table(payout.table), entries, pool, note=payout.note)
        for extra in payout.agreed:
            amounts = bubble_deal(amounts, extra)
        return Ladder(tuple(rules.with_items(amounts, things, note=payout.note)), rule=rule)
    except CannotPay as fault:
        return Ladder(rule=rule, fault=fault)


@cached_in_snapshot
def ladder_of(event: Tournament) -> Ladder:
    """Return the prizes of an event's places: the locked ones, or computed for the current field and pool."""
    payout = payout_of(event)
    if payout is None:
        return Ladder()
    pool = pool_of(event).prizes
    if payout.locked_at is None:
        return computed(payout, entries_of(event), pool, buy_in_of(event))
    amounts = prize_amounts(payout)
    return Ladder(tuple(rules.with_items(amounts, things_of(payout), note=payout.note)), pool - sum(amounts))


@cached_in_snapshot
def tickets_of(event: Tournament) -> int:
    """Return how many places of a satellite win a ticket; 0 in any other event."""
    payout = payout_of(event)
    if payout is None or payout.method != "satellite":
        return 0
    return sum(bool(one.items) for one in ladder_of(event).prizes)
