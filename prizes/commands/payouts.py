"""Commands for payouts: set up, lock, unlock."""

import uuid
from collections.abc import Sequence
from typing import Annotated, Any, Literal

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from pydantic import BaseModel, ConfigDict, Field

from desk.models import Registration
from prizes.models import Deal, Payout
from prizes.rules import payouts as rules
from prizes.rules.deal import bubble_deal
from prizes.rules.payouts import Prize
from prizes.rules.refusals import CannotPay
from prizes.rules.tables import shipped_table
from prizes.services.deals import cash_divided
from prizes.services.money import computed, entries_of, ladder_of, pool_of, prize_amounts, refused
from prizes.services.payout_lock import SHOWS, close_lines, payout_row, reopen, write_lines, write_things
from prizes.services.places import is_complete
from prizes.services.prize_notices import tell_prizes
from prizes.services.results import deal_of, payments_of
from tourney.access.roles import CLOCKWORK, Permission
from tourney.journal.arguments import Id
from tourney.journal.commands import command
from tourney.journal.refused import Refused
from tourney.journal.tx import Tx
from tourney.models import Tournament
from tourney.rulebooks.books.schema import cite
from tourney.services.field_counts import field_of

MOST = 10**12
Money = Annotated[int, Field(ge=0, le=MOST, description="minor units")]
Percent = Annotated[int, Field(ge=0, le=10_000, description="hundredths of a percent")]
Place = Annotated[int, Field(ge=1, le=20_000)]


class ThingInput(BaseModel):
    """A ticket or a prize in kind: place, name, value, whether the pool pays for it, and the event of a ticket."""

    model_config = ConfigDict(extra="forbid", strict=True)
    place: Place
    name: Annotated[str, Field(min_length=1, max_length=80)]
    value: Money
    from_pool: bool = True
    ticket_for: Id | None = None


@command(
    "payout.set",
    permission=Permission.SET_PRIZES,
    boards=SHOWS,
    summary=lazy("Saved the prize settings"),
)
def set_payout(
    tx: Tx,
    method: Literal["table", "formula", "hand", "satellite"],
    currency: Annotated[str, Field(pattern="^([A-Z]{3})?$")] | None = None,
    table: Annotated[str, Field(max_length=20)] = "club",
    percent: Annotated[int, Field(ge=1, le=10_000, description="hundredths of a percent")] = 1500,
    rounded: Literal["up", "down"] = "up",
    ratio: Annotated[int, Field(ge=100, le=1_000, description="hundredths")] = 160,
    minimum: Annotated[int, Field(ge=0, le=100_000, description="hundredths of a buy-in")] = 150,
    tiered: bool = True,
    amounts: Annotated[list[Money], Field(max_length=5_000)] = [],  # noqa: B006 (read only)
    things: Annotated[list[ThingInput], Field(max_length=200)] = [],  # noqa: B006
    ticket_for: Id | None = None,
    ticket_value: Money = 0,
    note: Annotated[int, Field(ge=1, le=MOST, description="minor units")] = 1,
    added: Money = 0,
    guarantee: Money = 0,
    added_counts: bool = True,
    staff_percent: Percent = 0,
    counting: Literal["best", "each"] = "best",
    bounties: Literal["none", "fixed", "progressive", "mystery"] = "none",
    bounty_cash: Percent = 10_000,
    early_bounties: Literal["none", "out", "all"] = "none",
    tax_percent: Percent = 0,
    tax_above: Money = 0,
    locks_itself: bool = True,
) -> dict[str, Any]:
    """Set an event's prize pool and payouts until they are locked.

    Args:
        method: from a table by field size, by a formula, typed by hand, or tickets for another event.
        currency: of all money here; "" for points only; left out: the one it is sold in, or the room's.
        table: its key.
        percent: by a formula: part of the field that is paid, in hundredths of a percent (1500 is 15 %); a
            book that says so decides it (WSOP).
        rounded: how that is rounded.
        ratio: by a formula: first prize to the second, in hundredths.
        minimum: by a formula: the least prize, in hundredths of the buy-in.
        tiered: by a formula: places further down get the same.
        amounts: by hand: what each place is worth, the first place's first, in minor units.
        things: tickets and prizes in kind.
        ticket_for: of a satellite: the event its tickets open.
        ticket_value: of a satellite: what a ticket is worth, in minor units.
        note: the smallest unit in which prizes are paid, in minor units.
        added: money the room adds, in minor units.
        guarantee: the least the pool will be, in minor units; the room pays what lacks.
        added_counts: whether added money helps to reach it.
        staff_percent: of the players' money, for the staff, in hundredths of a percent.
        counting: whether a player is ranked with the best entry, or with each.
        bounties: the kind of bounty.
        bounty_cash: of a progressive bounty, paid at once, in hundredths of a percent.
        early_bounties: of several stages: whose bounties are paid before the prizes are locked, once the flight in
            which they were won has ended: of players who are out, of all, or of none.
        tax_percent: withheld from prizes above `tax_above`, in hundredths of a percent.
        tax_above: in minor units.
        locks_itself: lock automatically once entry is over.

    Raises:
        Refused: it is locked (`payout_locked`); there is no such table; a ladder by hand rises
            (`ladder_rises`) or has things dearer than its places; bounties were paid under other terms
            (`bounties_paid`); a satellite of itself, or without a ticket
            (`bad_argument`).
    """
    if tx.tournament.closed_at is not None:
        raise Refused("event_closed", _("This event is closed. Reopen it first."))
    row = Payout.objects.filter(tournament=tx.tournament).first()
    if row is not None and row.locked_at is not None:
        raise Refused("payout_locked", _("The prizes are locked. Unlock them first."))
    _check(tx, method, table, amounts, ticket_for, ticket_value)
    columns: dict[str, Any] = {
        "method": method,
        "table": table,
        "percent": percent,
        "rounded": rounded,
        "ratio": ratio,
        "minimum": minimum,
        "tiered": tiered,
        "ticket_for_id": ticket_for if method == "satellite" else None,
        "ticket_value": ticket_value if method == "satellite" else 0,
        "note": note,
        "added": added,
        "guarantee": guarantee,
        "added_counts": added_counts,
        "staff_percent": staff_percent,
        "counting": counting,
        "bounties": bounties,
        "bounty_cash": bounty_cash,
        "early_bounties": early_bounties,
        "tax_percent": tax_percent,
        "tax_above": tax_above,
        "locks_itself": locks_itself,
        "currency": _currency(tx, currency),
    }
    if row is None:
        row = tx.create(Payout, tournament=tx.tournament, **columns)
    else:
        if row.bounties != bounties and row.filled_at is not None:
            raise Refused("envelopes_filled", _("The envelopes have already been filled. Empty them first."))
        _check_bounty_terms(tx, row, bounties, bounty_cash)
        tx.save(row, **columns)
    if method == "hand":
        write_lines(tx, row, amounts)
    if method != "satellite":
        write_things(tx, row, [one.model_dump() for one in things])
    found = ladder_of(tx.tournament)
    if found.fault is not None and found.fault.code not in {"no_entries", "no_pool"}:
        raise refused(found.fault, row.currency)
    return {"places": len(found.prizes), "left": found.left}


def _check_bounty_terms(tx: Tx, row: Payout, bounties: str, cash: int) -> None:
    """Refuse other terms for bounties that were paid already (`bounties_paid`)."""
    changed = row.bounties != bounties or (bounties == "progressive" and row.bounty_cash != cash)
    rows = payments_of(tx.tournament).filter(kind="bounty", voids=None, voided_by__isnull=True)
    if changed and rows.exists():
        message = _("Bounties have already been paid. Reverse these payments first.")
        raise Refused("bounties_paid", message, fields={"bounties": message})


def _check(
    tx: Tx, method: str, table: str, amounts: list[int], ticket_for: int | None, ticket_value: int
) -> None:
    try:
        shipped_table(table)
    except CannotPay as fault:
        raise refused(fault) from None
    rising = rules.by_hand(0, amounts).rising
    if rising:
        message = _("Place %(place)s would pay more than the place above it.") % {"place": rising[0]}
        raise Refused("ladder_rises", message, fields={"amounts": message})
    if method != "satellite":
        return
    if ticket_for is None or ticket_for == tx.tournament.pk or not ticket_value:
        message = _("Choose the event for the tickets and the value of one ticket.")
        raise Refused("bad_argument", message, fields={"ticket_for": message})
    tx.get(Tournament, pk=ticket_for)


def _currency(tx: Tx, wanted: str | None) -> str:
    """Return the currency. Raise Refused (`other_currency`) if it differs from the event's."""
    registration = Registration.objects.filter(tournament=tx.tournament).first()
    sold = None if registration is None else registration.currency
    if wanted is None:
        return sold or tx.room.currency
    if wanted and registration is not None and wanted != sold and registration.price:
        message = _("This event is priced in %(sold)s.") % {"sold": sold}
        raise Refused("other_currency", message, fields={"currency": message})
    return wanted


@command(
    "payout.lock",
    permission=Permission.SET_PRIZES,
    boards=SHOWS,
    summary=lazy("Locked the prizes. Places: %(places)s, entries: %(entries)s"),
)
def lock_payout(tx: Tx) -> dict[str, Any]:
    """Lock the prizes for the current field and pool.

    Raises:
        Refused: the payout is not set up (`no_payout`); it is locked (`payout_locked`); the ladder does not
            sum to the pool (`ladder_does_not_sum`) or cannot be calculated; a deal divided other
            prizes (`deal_stands`).
    """
    return _lock(tx)


@command(
    "payout.close",
    permission=Permission.KEEP_TIME,
    boards=SHOWS,
    summary=lazy("Registration closed, prizes locked. Places: %(places)s, entries: %(entries)s"),
    public=False,
)
def close_payout(tx: Tx) -> dict[str, Any]:
    """Lock the prizes because registration has closed.

    Raises:
        Refused: as `lock_payout`; not due (any more) (`not_due`).
    """
    row = payout_row(tx)
    if not row.locks_itself or row.reopened_by is not None or not is_complete(tx.tournament):
        raise Refused("not_due", _("This is not due yet."))
    return _lock(tx)


def _lock(tx: Tx) -> dict[str, Any]:
    row = payout_row(tx)
    if row.locked_at is not None:
        raise Refused("payout_locked", _("The prizes are locked."))
    found = ladder_of(tx.tournament)
    if found.fault is not None:
        raise refused(found.fault, row.currency)
    if found.left or not found.prizes:
        raise Refused("ladder_does_not_sum", _("The prizes do not add up to the pool."))
    _check_deal(tx, found.prizes)
    pool, entries = pool_of(tx.tournament).prizes, entries_of(tx.tournament)
    close_lines(tx, row, found.prizes)
    tx.save(row, locked_at=tx.effective_at, locked_entries=entries, locked_pool=pool, reopened_by=None)
    if found.rule:
        tx.cite(found.rule)
    tell_prizes(tx)
    return {"places": len(found.prizes), "entries": entries, "pool": pool}


def _check_deal(tx: Tx, prizes: Sequence[Prize]) -> None:
    """Refuse a pool that differs from the deal: the players agreed on other amounts."""
    deal = deal_of(tx.tournament)
    if deal is not None and cash_divided(prizes, deal.shares.count()) != deal.ladder:
        raise Refused("deal_stands", _("A deal is based on different prizes. Void the deal first."))


@command(
    "payout.unlock",
    permission=Permission.SET_PRIZES,
    boards=SHOWS,
    summary=lazy("Unlocked the prizes: %(reason)s"),
)
def unlock_payout(tx: Tx, reason: Annotated[str, Field(min_length=1, max_length=200)]) -> dict[str, Any]:
    """Unlock the prizes. From then on they are locked by hand.

    Args:
        reason: why; recorded in the journal.

    Raises:
        Refused: it is not locked (`payout_open`); a deal rests on it (`deal_stands`).
    """
    row = payout_row(tx)
    if row.locked_at is None:
        raise Refused("payout_open", _("The prizes are not locked."))
    if deal_of(tx.tournament) is not None:
        raise Refused("deal_stands", _("A deal is based on these prizes. Void the deal first."))
    reopen(tx, row, by_hand=True)
    return {"reason": reason.strip()}


@command(
    "payout.bubble",
    permission=Permission.MAKE_DEALS,
    boards=SHOWS,
    summary=lazy("Agreed to pay place %(place)s as well"),
)
def add_bubble_prize(tx: Tx, amount: Annotated[int, Field(ge=1, le=MOST)]) -> dict[str, Any]:
    """Pay one more place, as agreed by all players left and taken from the top prizes. It is then a prize like
    all others (Munot 79).

    Args:
        amount: of the extra prize, in minor units.

    Raises:
        Refused: the prizes are not locked (`payout_open`); a deal was made (`deal_stands`); the place is already
            taken (`too_late`), or it was paid from before; it would be more than the place above gets.
    """
    row = payout_row(tx)
    if row.locked_at is None:
        raise Refused("payout_open", _("The prizes are not locked."))
    if Deal.objects.filter(tournament=tx.tournament, state__in=("open", "stands")).exists():
        raise Refused("deal_stands", _("A deal is based on these prizes. Void the deal first."))
    amounts = prize_amounts(row)
    if field_of(tx.tournament).left <= len(amounts):
        raise Refused("too_late", _("The player for that place is already out."))
    if payments_of(tx.tournament).filter(kind="prize").exists():
        raise Refused("paid_already", _("Prizes have already been paid out."))
    try:
        write_lines(tx, row, bubble_deal(amounts, amount))
    except CannotPay as fault:
        raise refused(fault, row.currency) from None
    if row.method != "hand":
        # A manual ladder has it in its place prizes.
        tx.save(row, agreed=[*row.agreed, amount])
    tx.cite(cite(tx.book, tx.book.places.prize_claim))
    return {"place": len(amounts) + 1, "amount": amount}


def close_now(tournament_id: int) -> None:
    """Lock an event's prizes if due; another process may have done it in between."""
    event = Tournament.objects.filter(pk=tournament_id, closed_at__isnull=True).first()
    payout = None if event is None else Payout.objects.filter(tournament=event).first()
    if event is None or payout is None or payout.locked_at is not None:
        return
    pool, entries = pool_of(event).prizes, entries_of(event)
    if not is_complete(event) or not entries or not pool:
        return
    found = computed(payout, entries, pool, 0) if payout.method == "hand" else ladder_of(event)
    if found.fault is not None or found.left:
        return  # Staff have to resolve it; the page shows the fault.
    try:
        close_payout(actor=CLOCKWORK, command_id=uuid.uuid4(), tournament_id=tournament_id)
    except Refused as refusal:
        if refusal.code not in {
            "not_due",
            "payout_locked",
            "conflict",
            "no_payout",
            "ladder_does_not_sum",
            "handed_over",
        }:
            raise
