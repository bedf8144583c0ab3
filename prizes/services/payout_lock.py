"""The rows of a payout: written when it is locked, checked whenever money changes. Parts of commands."""

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _

from prizes.models import Payout, PlacePrize, PrizeItem
from prizes.rules.payouts import Prize
from prizes.services.money import entries_of, pool_of
from tourney.journal.refused import Refused
from tourney.journal.tx import Tx
from tourney.services.prepared_query import PreparedQuery

_PAYOUTS = PreparedQuery(lambda event: Payout.objects.filter(tournament=event))
SHOWS = ("prizes", "results", "bounties")


def payout_row(tx: Tx) -> Payout:
    """Return the payout of the event. Raises Refused (`no_payout`) if none was set."""
    row = _PAYOUTS.first(tx.tournament.pk)
    if row is None:
        raise Refused("no_payout", _("Set up this event’s prizes first."))
    return row


def write_lines(tx: Tx, payout: Payout, amounts: Sequence[int]) -> None:
    """Replace the place prizes of a payout, the first place first."""
    rows = {row.place: row for row in PlacePrize.objects.filter(payout=payout)}
    new = []
    for place, amount in enumerate(amounts, start=1):
        row = rows.pop(place, None)
        if row is None:
            new.append(PlacePrize(payout=payout, place=place, amount=amount))
        else:
            tx.save(row, amount=amount)
    tx.create_many(new)
    tx.delete_many(list(rows.values()))


def write_things(tx: Tx, payout: Payout, things: Sequence[dict[str, Any]]) -> None:
    """Replace the things of a payout; an unchanged one keeps its row.

    Args:
        things: columns of `PrizeItem`, with `ticket_for` an event's id or None.

    Raises:
        Refused: a thing to be removed was already handed over (`handed_over`).
    """
    rows = list(PrizeItem.objects.filter(payout=payout))
    for thing in things:
        columns = {**thing, "name": thing["name"].strip()}
        columns["ticket_for_id"] = columns.pop("ticket_for")
        if not columns["name"]:
            raise Refused("bad_argument", _("A non-cash prize needs a name."))
        same = next(
            (row for row in rows if all(getattr(row, name) == value for name, value in columns.items())), None
        )
        if same is not None:
            rows.remove(same)
        else:
            tx.create(PrizeItem, payout=payout, **columns)
    for row in rows:
        # Payments are never deleted, even reversed ones, and each refers to the thing handed over.
        if row.handed.exists():
            message = _("“%(name)s” has already been handed over and stays on the list.")
            raise Refused("handed_over", message % {"name": row.name})
        tx.delete(row)


def close_lines(tx: Tx, payout: Payout, prizes: Sequence[Prize]) -> None:
    """Store the prizes of the places. A satellite's tickets become separate things, to be handed over."""
    write_lines(tx, payout, [prize.worth for prize in prizes])
    if payout.method == "satellite":
        assert payout.ticket_for is not None
        tickets = [
            {
                "place": prize.place,
                "name": payout.ticket_for.name,
                "value": payout.ticket_value,
                "from_pool": True,
                "ticket_for": payout.ticket_for_id,
            }
            for prize in prizes
            if prize.items
        ]
        write_things(tx, payout, tickets)


def reopen(tx: Tx, payout: Payout, *, by_hand: bool) -> None:
    """Reopen a locked payout. The place prizes stay until it is locked again.

    Args:
        by_hand: reopened by a director; otherwise this journal entry has changed the money.
    """
    tx.save(
        payout,
        locked_at=None,
        locked_entries=None,
        locked_pool=None,
        locks_itself=False,
        reopened_by=None if by_hand else tx.tournament.seq + 1,
    )
    tx.touch(*SHOWS)


_PAYOUTS = PreparedQuery(lambda event: Payout.objects.filter(tournament=event))


def reopen_if_changed(tx: Tx) -> None:
    """Reopen prizes that were locked for a different field or pool; a director locks them again."""
    payout = _PAYOUTS.first(tx.tournament.pk)
    tx.touch("prizes")
    if payout is None or payout.locked_at is None:
        return
    now = (entries_of(tx.tournament), pool_of(tx.tournament).prizes)
    if now != (payout.locked_entries, payout.locked_pool):
        reopen(tx, payout, by_hand=False)
