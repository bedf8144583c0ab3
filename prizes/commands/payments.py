"""Commands to pay out or hand over prizes at the actor's drawer, and to reverse payouts."""

from typing import Annotated, Any, Literal

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from pydantic import Field

from desk.models import Item, Payment, Ticket
from desk.services.prices import price_text
from desk.services.till import PRIZE, Sold, drawer_of, write
from desk.services.vouchers import came_from, issue_ticket, issue_voucher, unspent, voucher_of_prize
from players.models import Player
from players.services.partners import partners_of, players_of
from prizes.models import Payout, PrizeItem, PrizePayment
from prizes.services.early_bounties import early_bounty_of
from prizes.services.payables import (
    payable_to,
    unconfirmed_as_journalled,
    unsettled_as_journalled,
    withheld_from,
)
from prizes.services.payout_lock import payout_row
from prizes.services.results import events_paid_by, handed_in, payments_of, results_of
from tourney.access.field_permissions import PAYMENT, VOUCHER_NUMBER
from tourney.access.roles import Permission
from tourney.journal.arguments import Id
from tourney.journal.commands import command
from tourney.journal.refused import Refused
from tourney.journal.tx import Tx
from tourney.models import Entry
from tourney.services.dates import time_text

BOARDS = ("payables",)
# Payouts reveal part of a drawer's cash, as payments of sales do.
_AMOUNTS = ("amount", "withheld", "paid", "issued.value")
Money = Annotated[int, Field(ge=1, le=10**12, description="minor units"), PAYMENT]
Withheld = Annotated[int, Field(ge=0, le=10**12, description="minor units"), PAYMENT]


@command(
    "prize.pay",
    permission=Permission.PAY_OUT,
    boards=BOARDS,
    summary=lazy("Paid %(name)s: receipt %(number)s"),
    undoable=False,
    undo_hint=lazy("Reverse the payment instead."),
    answer_permissions={"issued.number": VOUCHER_NUMBER, **dict.fromkeys(_AMOUNTS, PAYMENT)},
)
def pay_prize(
    tx: Tx,
    entry: Id,
    amount: Money,
    kind: Literal["prize", "deal", "bounty"] = "prize",
    method: Annotated[Literal["cash", "card", "voucher", "transfer"], PAYMENT] = "cash",
    withheld: Withheld | None = None,
    id_seen: bool = False,
    signed: bool = False,
    although_unsettled: bool = False,
    player: Id | None = None,
) -> dict[str, Any]:
    """Pay out a player's prize, or part of it, from the actor's open drawer.

    More than the expected cash can be paid: a refusal would reveal the expected amount before the blind
    count. Cash that was brought but not recorded shows as a difference in that count.

    Args:
        entry: the winner's entry.
        amount: the amount that counts as paid, with the amount withheld, in minor units.
        kind: the place's prize, the share of a deal, or bounties.
        method: of payment; "transfer" is paid later, by the bank.
        withheld: tax, in minor units; left out: as set for the event's prizes.
        id_seen: whether an ID was seen.
        signed: whether the winner has signed the slip.
        although_unsettled: pay although the place is shared only because stacks are missing.
        player: of a team, which of the two is paid; null: the entry is one player's alone.

    Raises:
        Refused: the prizes are not locked (`payout_open`), and it is no bounty of an event that has ended, or is
            not to be paid before (`Payout.early_bounties`); it is more than the open amount
            (`more_than_outstanding`); the place depends on a stack that was not recorded (`place_unsettled`), or the
            floor has not confirmed a tie (`tie_unconfirmed`); more is withheld than paid (`bad_argument`); two players
            share the entry and none of them is named (`player_missing`), or the one named is not of them
            (`not_of_team`).
    """
    row = tx.get(Entry, pk=entry, tournament__in=events_paid_by(tx.tournament), voided_at__isnull=True)
    person, of_team = _person(row, player)
    payout = _check_early(tx, row, amount, of_team) if kind == "bounty" else _locked(tx)
    if kind == "prize":
        _confirmed(tx, row)
    payable = payable_to(tx.tournament, row.pk, kind, of_team)
    if amount > payable:
        raise _too_much(row, person, kind, payable, payout.currency)
    if kind == "prize" and not although_unsettled and row.pk in unsettled_as_journalled(tx.tournament):
        message = _("The place of %(name)s is undecided. Record the stacks at the start of the hand first.")
        raise Refused("place_unsettled", message % {"name": row.player.name})
    kept = withheld_from(tx.tournament, row.pk, kind, amount, of_team) if withheld is None else withheld
    if kept > amount:
        message = _("The amount withheld is more than the payment.")
        raise Refused("bad_argument", message, fields={"withheld": message})
    money = amount - kept
    item, receipt = None, None
    issued: list[dict[str, Any]] = []
    if money:
        line = Sold(kind=PRIZE, tournament=tx.tournament, entry=row, won=-money)
        receipt = write(tx, person, [line], [Payment(method=method, amount=-money)], currency=payout.currency)
        item = Item.objects.get(receipt=receipt)
        if method == "voucher":
            voucher = issue_voucher(tx, money, payout.currency, came_from(receipt))
            issued.append({"method": "voucher", "number": voucher.number, "value": voucher.value})
    else:
        drawer_of(tx, payout.currency)
    place = None if kind == "bounty" else results_of(tx.tournament).places.get(row.pk)
    what = {
        "kind": kind,
        "amount": amount,
        "withheld": kept,
        "best": None if place is None else place.best,
        "worst": None if place is None else place.worst,
        "item": item,
        "player_id": of_team,
    }
    paid = _noted(tx, row, id_seen=id_seen, signed=signed, **what)
    return {
        "payment": paid.pk,
        "name": person.name,
        "receipt": None if receipt is None else receipt.pk,
        "number": "–" if receipt is None else str(receipt),
        "amount": amount,
        "withheld": kept,
        "paid": money,
        "issued": issued,
    }


def _person(row: Entry, player: int | None) -> tuple[Player, int | None]:
    """Return who is paid for an entry; and where two share it, the id of that player."""
    team = partners_of([row.pk]).get(row.pk)
    if team is None and player in (None, row.player_id):
        return row.player, None
    if player is None:
        raise Refused("player_missing", _("Two players share this entry. Choose one of them."))
    if team is not None and player == team.player_id:
        return team.player, player
    if team is not None and player == row.player_id:
        return row.player, player
    raise Refused(
        "not_of_team", _("This player does not share the entry of %(name)s.") % {"name": row.player.name}
    )


def _confirmed(tx: Tx, row: Entry) -> None:
    """Raise Refused (`tie_unconfirmed`) if the floor has not confirmed an entry's tie."""
    if row.pk in unconfirmed_as_journalled(tx.tournament):
        message = _("%(name)s busted in the same hand as others. The floor has to confirm it first.")
        raise Refused("tie_unconfirmed", message % {"name": row.player.name})


@command(
    "prize.hand",
    permission=Permission.PAY_OUT,
    boards=BOARDS,
    summary=lazy("Handed %(what)s to %(name)s"),
    undoable=False,
    undo_hint=lazy("Reverse it instead."),
    answer_permissions={"ticket": VOUCHER_NUMBER},
)
def hand_prize(
    tx: Tx,
    entry: Id,
    thing: Id,
    id_seen: bool = False,
    signed: bool = False,
    player: Id | None = None,
) -> dict[str, Any]:
    """Hand over a ticket or a non-cash prize. If players share a place, the floor decides who gets it.

    Args:
        entry: the winner's entry.
        thing: key of the prize.
        id_seen: whether an ID was seen.
        signed: whether the winner has signed the slip.
        player: of a team, which of the two receives it, and owns the ticket; null: the entry is one player's alone.

    Raises:
        Refused: the floor has not confirmed a tie (`tie_unconfirmed`); the prize is of another player
            (`not_theirs`), or was handed over already (`handed_over`); it belongs to a shared
            place, and the actor is not floor staff (`floor_settles`); the player of a team is not named
            (`player_missing`), or is not of it (`not_of_team`).
    """
    row = tx.get(Entry, pk=entry, tournament__in=events_paid_by(tx.tournament), voided_at__isnull=True)
    person, of_team = _person(row, player)
    payout = _locked(tx)
    item = tx.get(PrizeItem, pk=thing, payout=payout)
    _confirmed(tx, row)
    won = results_of(tx.tournament).won.get(row.pk)
    award = None if won is None else won.award
    if award is None or item.pk not in {one.key for one in (*award.items, *award.undivided)}:
        raise Refused("not_theirs", _("%(name)s has not won this.") % {"name": person.name})
    if item.pk in {one.key for one in award.undivided} and not tx.actor.may(Permission.MAKE_DEALS):
        raise Refused("floor_settles", _("Several players share this place. The floor decides who gets it."))
    if item.pk in handed_in(tx.tournament):
        raise Refused("handed_over", _("This has already been handed over."))
    ticket = None
    if item.ticket_for is not None:
        ticket = issue_ticket(
            tx, item.ticket_for, item.value, payout.currency, player=person, won_in=tx.tournament
        )
    what = {"kind": "thing", "amount": 0, "thing": item, "ticket": ticket, "player_id": of_team}
    paid = _noted(tx, row, id_seen=id_seen, signed=signed, **what)
    return {
        "payment": paid.pk,
        "name": person.name,
        "what": item.name,
        "ticket": None if ticket is None else ticket.number,
    }


@command(
    "prize.withdraw",
    permission=Permission.REFUND,
    boards=BOARDS,
    summary=lazy("Reversed the payout to %(name)s: %(reason)s"),
    undoable=False,
    undo_hint=lazy("Pay it out again instead."),
    answer_permissions={"ticket": VOUCHER_NUMBER, "voucher": VOUCHER_NUMBER},
)
def take_prize_back(
    tx: Tx, payment: Id, reason: Annotated[str, Field(min_length=1, max_length=200)]
) -> dict[str, Any]:
    """Reverse a payout: the money goes back into the actor's open drawer, and a voucher is collected.

    Args:
        payment: the payout.
        reason: why.

    Raises:
        Refused: it is of another event (`not_found`), was withdrawn already (`already_withdrawn`); its
            ticket or voucher was spent (`voucher_spent`).
    """
    row = tx.get(PrizePayment, pk=payment, pk__in=payments_of(tx.tournament))
    if row.voids_id is not None or PrizePayment.objects.filter(voids=row).exists():
        raise Refused("already_withdrawn", _("This has already been refunded."))
    item, receipt, voucher = None, None, None
    if row.item is not None:
        sold = row.item
        method = sold.receipt.payments.get().method
        # Collecting the voucher is the repayment: it can no longer be spent.
        voucher = voucher_of_prize(tx, sold.receipt) if method == "voucher" else None
        line = Sold(kind=PRIZE, tournament=tx.tournament, entry=row.entry, won=-sold.won, corrects=sold)
        receipt = write(
            tx,
            row.player or row.entry.player,
            [line],
            [Payment(method=method, amount=-sold.won, voucher=voucher)],
            currency=sold.receipt.drawer.currency,
            corrects=sold.receipt,
            reason=reason.strip(),
        )
        item = Item.objects.get(receipt=receipt)
    if row.ticket is not None:
        tx.save(unspent(tx, Ticket, row.ticket.number, "payment"), voided_at=tx.now)
    tx.create(
        PrizePayment,
        entry=row.entry,
        player=row.player,
        kind=row.kind,
        amount=-row.amount,
        withheld=-row.withheld,
        best=row.best,
        worst=row.worst,
        item=item,
        thing=row.thing,
        at=tx.now,
        reason=reason.strip(),
        voids=row,
    )
    tx.touch_players(*players_of(row.entry))
    return {
        "name": (row.player or row.entry.player).name,
        "reason": reason.strip(),
        "voucher": None if voucher is None else voucher.number,
        "receipt": None if receipt is None else receipt.pk,
        "number": "–" if receipt is None else str(receipt),
    }


def _locked(tx: Tx) -> Payout:
    row = payout_row(tx)
    if row.locked_at is None:
        raise Refused("payout_open", _("The prizes are not locked."))
    return row


def _check_early(tx: Tx, entry: Entry, amount: int, player: int | None) -> Payout:
    """Return the payout whose bounties are paid: once it is locked, or so far as the event's setting says."""
    row = payout_row(tx)
    if row.locked_at is not None or row.early_bounties == "none":
        return _locked(tx)
    payable = early_bounty_of(tx.tournament, entry.pk, player)
    if amount > payable:
        message = _(
            "The prizes are not locked. Until then, only bounties of flights that have ended are paid: %(payable)s to"
            " %(name)s."
        )
        words = {"payable": price_text(payable, row.currency), "name": entry.player.name}
        raise Refused("payout_open", message % words)
    return row


def _too_much(entry: Entry, person: Player, kind: str, payable: int, currency: str) -> Refused:
    """Return the refusal of an overpayment: the open amount, and the clerk, time and receipt of the last
    payment.
    """
    words = {"name": person.name, "payable": price_text(payable, currency)}
    message = (
        _("Only %(payable)s is payable to %(name)s.")
        if payable > 0
        else _("Nothing more is payable to %(name)s.")
    ) % words
    last = (
        PrizePayment.objects.filter(
            entry=entry, kind=kind, voids=None, voided_by__isnull=True, item__isnull=False
        )
        .select_related("item__receipt__drawer__clerk")
        .last()
    )
    whole = message
    if last is not None and last.item is not None:
        receipt = last.item.receipt
        paid = _("%(amount)s was paid at %(time)s by %(who)s, receipt %(number)s.") % {
            "amount": price_text(last.amount, currency),
            "time": time_text(last.at),
            "who": receipt.drawer.clerk.username,
            "number": str(receipt),
        }
        whole = f"{message} {paid}"
    return Refused("more_than_outstanding", whole, fields={"amount": message})


def _noted(tx: Tx, entry: Entry, *, id_seen: bool, signed: bool, **what: Any) -> PrizePayment:
    """Record a payment or handover, and notify the player.

    Args:
        what: columns of `PrizePayment`.
    """
    tx.touch_players(*players_of(entry))
    return tx.create(
        PrizePayment,
        entry=entry,
        id_seen_by=tx.actor.name[:120] if id_seen else "",
        signed=signed,
        at=tx.now,
        **what,
    )
