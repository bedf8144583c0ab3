"""Prizes that were paid or handed over: named on receipts, and before an undo changes who has won them. Reads only."""

from dataclasses import dataclass, field

from django.utils.translation import ngettext

from desk.services.prices import price_text
from players.services.partners import entry_name
from prizes.models import PrizePayment
from prizes.services.money import payout_of
from prizes.services.payables import won_in
from prizes.services.results import handed_in, paid_in, results_of
from tourney.models import Entry, Tournament

_MOST_NAMED = 5


@dataclass(slots=True)
class PaidPrizes:
    """What an entry has received: an amount in minor units, and the names of things."""

    amount: int = 0
    things: list[str] = field(default_factory=list)


def paid_prizes_in(event: Tournament) -> dict[int, PaidPrizes]:
    """Return what was paid and handed over, by entry."""
    found: dict[int, PaidPrizes] = {}
    for (entry, _kind), amount in paid_in(event).items():
        if amount:
            found.setdefault(entry, PaidPrizes()).amount += amount
    for row in handed_in(event).values():
        if row.thing is not None:
            found.setdefault(row.entry_id, PaidPrizes()).things.append(row.thing.name)
    return found


def overpaid_in(event: Tournament) -> dict[int, PaidPrizes]:
    """Return what was paid and handed over, for entries that have won less than that."""
    given = paid_prizes_in(event)
    if not given:
        return {}
    won, places = won_in(event), results_of(event).won
    less = {entry for (entry, kind), paid in paid_in(event).items() if paid > won.get((entry, kind), 0)}
    for thing, row in handed_in(event).items():
        award = None if row.entry_id not in places else places[row.entry_id].award
        if award is None or all(item.key != thing for item in award.items):
            less.add(row.entry_id)
    return {entry: one for entry, one in given.items() if entry in less}


def paid_prizes_text(event: Tournament, given: dict[int, PaidPrizes]) -> str:
    """Return players and what they received, the most first, for a sentence: "Anna €500, Bert €300"."""
    payout = payout_of(event)
    currency = "" if payout is None else payout.currency
    ordered = sorted(given.items(), key=lambda one: (-one[1].amount, one[0]))
    rows = Entry.objects.filter(pk__in=[entry for entry, _one in ordered[:_MOST_NAMED]])
    names = {row.pk: entry_name(row) for row in rows.select_related("player", "partner__player")}
    parts = []
    for entry, one in ordered[:_MOST_NAMED]:
        amount = [price_text(one.amount, currency)] if one.amount else []
        parts.append(" ".join([names[entry], " + ".join([*amount, *one.things])]))
    more = len(ordered) - len(parts)
    if more:
        parts.append(ngettext("%(n)s more", "%(n)s more", more) % {"n": more})
    return ", ".join(parts)


def team_paid(payment: PrizePayment) -> str:
    """Return the team whose prize a payment is a share of; "" of a player's own prize.

    A payment from before teams were paid by player names none.
    """
    return "" if payment.player_id is None else entry_name(payment.entry)
