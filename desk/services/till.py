"""Write receipts: the only way money enters or leaves a drawer."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Sum
from django.utils.translation import gettext as _

from desk.models import Drawer, DrawerMove, Item, Payment, Receipt, Voucher
from desk.rules.payments import Paid, PaymentFault, change_due
from desk.services.vouchers import came_from, issue_voucher, spendable_ticket, spendable_voucher
from desk.signals import TakingsChanged, takings_changed
from players.models import Membership, Player
from tourney.journal.refused import Refused
from tourney.journal.tx import Tx
from tourney.models import Entry, Tournament

ENTRIES = ("entry", "re_entry", "surrender")
PRIZE = "prize"


@dataclass(frozen=True, slots=True, kw_only=True)
class Sold:
    """An item of a receipt: a sale, or a refund with `corrects` and negative parts.

    Amounts are minor units of the drawer's currency; the attributes are the columns of `Item`.
    """

    kind: str
    tournament: Tournament
    entry: Entry | None = None
    membership: Membership | None = None
    pool: int = 0
    fee: int = 0
    staff: int = 0
    bounty: int = 0
    dues: int = 0
    won: int = 0
    chips: int = 0
    corrects: Item | None = None

    @property
    def amount(self) -> int:
        """Return the total amount."""
        return self.pool + self.fee + self.staff + self.bounty + self.dues + self.won


@dataclass(frozen=True, slots=True)
class Sale:
    """The result of a sale.

    Attributes:
        receipt: the new receipt.
        change: cash to hand back, in minor units.
        vouchers: numbers of new vouchers for the rest of a voucher beyond the price.
    """

    receipt: Receipt
    change: int
    vouchers: tuple[str, ...]


def own_drawer(tx: Tx) -> Drawer:
    """Return the actor's own open drawer, locked until the transaction ends.

    Raises:
        Refused: the actor has none (`no_drawer`).
    """
    kind, _sign, number = tx.actor.key.partition(":")
    if kind != "user":
        raise Refused("no_drawer", _("Only a personal login can have a drawer."))
    try:
        return tx.lock(Drawer, clerk_id=int(number), closed_at__isnull=True)
    except Refused:
        raise Refused("no_drawer", _("Open your drawer first.")) from None


def drawer_of(tx: Tx, currency: str, whose: int | None = None) -> Drawer:
    """Return the open drawer for a payment or refund, locked until the transaction ends.

    Args:
        currency: of the money.
        whose: a clerk's drawer from which a manager pays a refund; None for the actor's own.

    Raises:
        Refused: none of their own (`no_drawer`), that one is not open (`drawer_closed`), or it is one of
            another currency (`other_currency`).
    """
    drawer = own_drawer(tx) if whose is None else _clerks_drawer(tx, whose)
    if drawer.currency != currency:
        message = _("This drawer is in %(drawer)s, but the price is in %(price)s.")
        raise Refused("other_currency", message % {"drawer": drawer.currency, "price": currency})
    return drawer


def _clerks_drawer(tx: Tx, whose: int) -> Drawer:
    try:
        return tx.lock(Drawer, pk=whose, closed_at__isnull=True)
    except Refused:
        raise Refused("drawer_closed", _("This drawer has been closed. Choose another one.")) from None


def cash_in(drawer: Drawer) -> int:
    """Return the expected cash of a drawer: float, cash moves, payments and refunds."""
    moved = DrawerMove.objects.filter(drawer=drawer).aggregate(sum=Sum("amount"))["sum"] or 0
    paid = (
        Payment.objects.filter(receipt__drawer=drawer, method="cash").aggregate(sum=Sum("amount"))["sum"] or 0
    )
    return drawer.opening_float + int(moved) + int(paid)


def cash_given_back(drawer: Drawer) -> int:
    """Return the cash refunded from a drawer by its clerk or a manager, in minor units."""
    back = Payment.objects.filter(receipt__drawer=drawer, receipt__corrects__isnull=False, method="cash")
    return -int(back.filter(amount__lt=0).aggregate(sum=Sum("amount"))["sum"] or 0)


def enough(drawer: Drawer, amount: int) -> None:
    """Check that a drawer has enough cash to pay out.

    Raises:
        Refused: it has not (`not_enough_cash`); without a figure, as the closing count is blind.
    """
    if amount > 0 and cash_in(drawer) < amount:
        raise Refused(
            "not_enough_cash",
            _("This drawer does not hold that much cash. Add cash and record it first."),
        )


def sell(
    tx: Tx,
    player: Player,
    lines: Sequence[Sold],
    payments: Sequence[Paid],
    *,
    currency: str,
    corrects: Receipt | None = None,
    reason: str = "",
) -> Sale:
    """Write a receipt for what is sold, at the actor's own open drawer, and spend the vouchers and tickets.

    Args:
        player: the paying player.
        lines: what is sold.
        payments: the payments; they add up to the price of the lines.
        currency: of all amounts.
        corrects: the receipt that this one corrects.
        reason: why it is corrected.

    Raises:
        Refused: no open drawer, or one of another currency; the payments do not add up
            (`payments_do_not_add_up`); a voucher or ticket is not good for this.
    """
    price = sum(line.amount for line in lines)
    try:
        change = change_due(price, payments)
    except PaymentFault as fault:
        message = why_not_paid(fault)
        raise Refused(fault.code, message, fields={fault.place: message}) from None
    rests: list[tuple[int, Voucher]] = []
    rows: list[Payment] = []
    for place, paid in enumerate(payments):
        row = Payment(method=paid.method, amount=paid.amount, tendered=paid.tendered)
        where = f"payments.{place}.number"
        if paid.method == "voucher":
            row.voucher = spendable_voucher(tx, paid.number, currency, where)
            _covers(row.voucher.value, paid.amount, place)
            rests.append((row.voucher.value - paid.amount, row.voucher))
        elif paid.method == "ticket":
            row.ticket = spendable_ticket(
                tx, paid.number, currency, where, event=tx.tournament, player=player
            )
            entry_price = sum(line.amount for line in lines if line.kind in ENTRIES)
            _covers(min(row.ticket.value, entry_price), paid.amount, place)
            if paid.amount < min(row.ticket.value, entry_price):
                message = _("A ticket pays the full buy-in, or as much of it as it is worth.")
                raise Refused("ticket_in_full", message, fields={f"payments.{place}.amount": message})
        rows.append(row)
    _one_ticket(rows)
    receipt = write(tx, player, lines, rows, currency=currency, corrects=corrects, reason=reason)
    vouchers = [
        issue_voucher(tx, rest, currency, came_from(receipt), valid_until=spent.valid_until)
        for rest, spent in rests
        if rest
    ]
    return Sale(receipt, change, tuple(voucher.number for voucher in vouchers))


def write(
    tx: Tx,
    player: Player,
    lines: Sequence[Sold],
    payments: Sequence[Payment],
    *,
    currency: str,
    corrects: Receipt | None = None,
    reason: str = "",
    whose: int | None = None,
) -> Receipt:
    """Write a receipt with the drawer's next number, its items and payments, which have equal totals.

    Args:
        payments: rows without a receipt, with valid vouchers and tickets.
        whose: the drawer, if not the actor's own.
    """
    if sum(line.amount for line in lines) != sum(row.amount for row in payments):
        raise ValueError("Items and payments of a receipt add up to the same.")
    drawer = drawer_of(tx, currency, whose)
    tx.save(drawer, last_number=drawer.last_number + 1)
    receipt = tx.create(
        Receipt,
        drawer=drawer,
        number=drawer.last_number,
        player=player,
        at=tx.now,
        corrects=corrects,
        reason=reason,
        written_by_id=_login_of(tx),
    )
    for line in lines:
        tx.create(
            Item,
            receipt=receipt,
            kind=line.kind,
            tournament=line.tournament,
            entry=line.entry,
            membership=line.membership,
            pool=line.pool,
            fee=line.fee,
            staff=line.staff,
            bounty=line.bounty,
            dues=line.dues,
            won=line.won,
            chips=line.chips,
            corrects=line.corrects,
        )
    for row in payments:
        tx.create(
            Payment,
            receipt=receipt,
            method=row.method,
            amount=row.amount,
            tendered=row.tendered,
            voucher=row.voucher,
            ticket=row.ticket,
        )
    if any(line.kind != PRIZE for line in lines):
        takings_changed.send(TakingsChanged(tx))
    return receipt


def _login_of(tx: Tx) -> int | None:
    kind, _colon, key = tx.actor.key.partition(":")
    return int(key) if kind == "user" else None


def _covers(value: int, amount: int, place: int) -> None:
    if amount > value:
        message = _("This voucher or ticket is not worth that much.")
        raise Refused("voucher_worth_less", message, fields={f"payments.{place}.amount": message})


def _one_ticket(rows: Sequence[Payment]) -> None:
    tickets = [place for place, row in enumerate(rows) if row.ticket is not None]
    if len(tickets) > 1:
        message = _("One ticket pays one buy-in.")
        raise Refused("one_ticket", message, fields={f"payments.{tickets[1]}.number": message})


def why_not_paid(fault: PaymentFault) -> str:
    """Return the refusal for payments that do not settle a price."""
    match fault.code:
        case "too_little_tendered":
            return _("The amount given is less than the amount due.")
        case "tendered_is_cash":
            return _("Only cash can be more than the amount due.")
        case "number_missing":
            return _("Type or scan the number on the voucher.")
        case "number_not_needed":
            return _("Cash and cards have no voucher number.")
        case "voucher_twice":
            return _("The same voucher is listed twice.")
        case "ticket_elsewhere":
            return _("A ticket can pay only for the first event.")
    return _("The payments do not match the price.")
