"""Register a player for several events with one payment: all of the entries or none."""

import uuid
from collections.abc import Sequence
from typing import Annotated, Any, Literal

from django.db.models import QuerySet
from django.utils.translation import gettext as _
from pydantic import Field

from desk.commands.partners import no_partners
from desk.commands.sales import (
    INSTEAD,
    SALE_PERMISSIONS,
    Payments,
    membership_fee,
    paid,
    register_player,
)
from desk.models import Receipt, Registration, Voucher
from desk.rules.payments import PaymentFault
from desk.rules.split_payment import Share, divide
from desk.rules.vouchers import read_number
from desk.services.till import why_not_paid
from tourney.access.roles import Permission
from tourney.journal.arguments import Id
from tourney.journal.commands import command
from tourney.journal.refused import Refused
from tourney.journal.tx import Tx
from tourney.models import JournalEntry, Tournament
from tourney.rulebooks.shelf import book_of

MOST_EVENTS = 10
# What the result contains for each entry.
_TOLD = ("event", "event_name", "entry", "entry_number", "receipt", "number", "table", "seat", "name")


def _summarise(journal_entry: JournalEntry) -> str:
    answer = journal_entry.answer or {}
    text = _("%(name)s registered for %(events)s (receipts %(numbers)s)")
    name = answer.get("name", "–")
    return text % {
        "name": name,
        "events": ", ".join(
            one["event_name"] if one.get("name", name) == name else f"{one['event_name']} ({one['name']})"
            for one in answer.get("sales", [])
        ),
        "numbers": answer.get("number", "–"),
    }


@command(
    "desk.register_for_events",
    permission=Permission.REGISTER_PLAYERS,
    scope="room",
    summary=_summarise,
    undoable=False,
    undo_hint=INSTEAD,
    answer_permissions=SALE_PERMISSIONS,
)
def register_for_events(
    tx: Tx,
    player: Id,
    events: Annotated[list[Id], Field(min_length=2, max_length=MOST_EVENTS)],
    payments: Payments,
    id_seen: bool = False,
    membership: Literal["day", "season"] | None = None,
    partner: Id | None = None,
    partner_id_seen: bool = False,
) -> dict[str, Any]:
    """Register a player for several events with one payment, all or none; each entry has its own receipt.

    Args:
        player: the player.
        events: the events in order of payment. A ticket pays for the first one.
        payments: how the total is paid; empty if it is free.
        id_seen: whether the clerk has seen an ID.
        membership: the membership sold with the first event, if any.
        partner: the player who shares the entries of those events that are for teams of two; null: see
            `desk.register`.
        partner_id_seen: whether the clerk has seen the partner's ID.

    Raises:
        Refused: one of the entries can't be sold; the message names its event. None of the events is for teams
            (`no_partners`).
    """
    if len(set(events)) != len(events):
        text = _("The same event is listed twice.")
        raise Refused("bad_argument", text, fields={"events": text})
    rows = _locked(events)
    teams = set(_for_teams(rows))
    if partner is not None and not teams:
        raise no_partners()
    prices = [_price(row, membership if row.pk == events[0] else None) for row in rows]
    try:
        shares = divide(prices, paid(payments))
    except PaymentFault as fault:
        message = why_not_paid(fault)
        raise Refused(fault.code, message, fields={fault.place: message}) from None
    vouchers = _Vouchers()
    together = uuid.uuid4()
    sales = []
    for row, parts in zip(rows, shares, strict=True):
        made = _sell(
            tx,
            row,
            [vouchers.numbered(share) for share in parts],
            [share.place for share in parts],
            player=player,
            id_seen=id_seen,
            membership=membership if row.pk == events[0] else None,
            **({"partner": partner, "partner_id_seen": partner_id_seen} if row.pk in teams else {}),
        )
        vouchers.note(parts, made["vouchers"])
        tx.save(tx.get(Receipt, pk=made["receipt"]), together=together)
        sales.append({"event": row.pk, "event_name": row.name, **made})
    # The buyer; if all events are for teams, the team: "Anna Meyer / Bert Rossi".
    named = next((one for one in sales if one["event"] not in teams), sales[0])
    return {
        "name": named["name"],
        "number": ", ".join(one["number"] for one in sales),
        "receipt": sales[0]["receipt"],
        "change": sum(one["change"] for one in sales),
        "vouchers": vouchers.good,
        "sales": [{key: one[key] for key in _TOLD} for one in sales],
    }


class _Vouchers:
    """Vouchers that pay for several entries: the rest of a voucher is issued as a new one, which pays for the
    next.

    Attributes:
        good: numbers of new vouchers that have not been spent.
    """

    def __init__(self) -> None:
        self.good: list[str] = []
        # Number of the voucher for the rest, by index of the payment.
        self._left: dict[int, str] = {}

    def numbered(self, share: Share) -> dict[str, Any]:
        """Return a share as a payment of the sale."""
        one = share.paid
        number = one.number
        if share.continues and one.method == "voucher":
            number = self._left.get(share.place, number)
            self.good = [good for good in self.good if good != number]
        return {
            "method": one.method,
            "amount": one.amount,
            "tendered": one.tendered,
            "number": number or None,
        }

    def note(self, parts: Sequence[Share], made: Sequence[str]) -> None:
        """Record the vouchers that a sale issued for the rest of its payments, in order."""
        self.good += made
        rests = iter(made)
        for share in parts:
            if share.paid.method != "voucher":
                continue
            number = self._left.get(share.place, share.paid.number) if share.continues else share.paid.number
            spent = Voucher.objects.filter(number=read_number(number) or number).first()
            if spent is not None and spent.value > share.paid.amount:
                self._left[share.place] = next(rests)


def _locked(events: Sequence[int]) -> list[Tournament]:
    """Lock the events in the order of their ids, so that two clerks never deadlock.

    The room's row is locked first; no code locks the room after an event.
    """
    rows = Tournament.objects.select_for_update(of=("self",)).filter(pk__in=events).order_by("pk")
    found = {row.pk: row for row in rows}
    if len(found) != len(events):
        raise Refused("unknown_tournament", _("This tournament does not exist."))
    return [found[event] for event in events]


def _for_teams(events: Sequence[Tournament]) -> QuerySet[Registration, int]:
    """Return those of these events in which two players share an entry."""
    rows = Registration.objects.filter(tournament__in=events).exclude(partner_until="")
    return rows.values_list("tournament", flat=True)


def _price(event: Tournament, membership: Literal["day", "season"] | None) -> int:
    registration = Registration.objects.filter(tournament=event).first()
    if registration is None:
        raise _of(event, Refused("no_registration", _("Set up this event’s registration first.")))
    dues = membership_fee(book_of(event.book), registration, membership) if membership else 0
    return registration.price + dues


def _sell(
    tx: Tx, event: Tournament, payments: list[dict[str, Any]], places: list[int], **arguments: Any
) -> dict[str, Any]:
    try:
        done = register_player(
            actor=tx.actor,
            command_id=uuid.uuid4(),
            tournament_id=event.pk,
            payments=payments,
            **arguments,
        )
    except Refused as refused:
        raise _of(event, refused, places) from refused
    assert done.answer is not None
    return done.answer


def _of(event: Tournament, refused: Refused, places: Sequence[int] = ()) -> Refused:
    """Return the refusal with the event's name and the payment fields as they were sent."""
    text = _("%(event)s: %(why)s") % {"event": event.name, "why": refused.message}
    fields: dict[str, str] = {}
    for name, sentence in refused.fields.items():
        head, _dot, rest = name.partition(".")
        number, _dot, field = rest.partition(".")
        sent = head == "payments" and number.isdecimal() and int(number) < len(places)
        fields[f"payments.{places[int(number)]}.{field}" if sent else name] = sentence
    return Refused(refused.code, text, refused.rule, fields)
