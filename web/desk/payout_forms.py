"""Forms of the payout page: paying, handing over, withdrawing, drawing an envelope."""

import uuid
from typing import Any

from django.http import HttpRequest
from django.utils.translation import gettext as _

from prizes.models import Payout
from prizes.services.payables import KINDS
from tourney.journal.commands import CommandResult
from tourney.journal.refused import Refused
from tourney.models import Tournament
from web.office.prizes_form import hundredths_in
from web.shared.forms import Form, command_of
from web.shared.money import amount_in


def carried_out(request: HttpRequest, form: Form, event: Tournament) -> list[CommandResult]:
    """Run the commands a form of the page asks for.

    Returns:
        The results, in order. Empty if the form is invalid; only the parts paid before a refusal otherwise.
    """
    where: dict[str, Any] = {"tournament_id": event.pk}
    match form.text("what"):
        case "pay":
            return _paid(request, form, event)
        case "hand":
            done = form.act(
                request,
                "prize.hand",
                **where,
                entry=form.whole("entry"),
                thing=form.whole("thing"),
                # Of two players who share the entry.
                player=form.chosen("receiver"),
                id_seen=form.flag("id_seen"),
                signed=form.flag("signed"),
            )
        case "take_back":
            if not form.text("reason"):
                form.fail("reason", _("Enter a reason for the reversal."))
            done = form.act(
                request,
                "prize.withdraw",
                **where,
                payment=form.whole("payment"),
                reason=form.text("reason"),
            )
        case "share":
            share = hundredths_in(form, "share", 0, 10_000)
            done = form.act(request, "prize.share", **where, entry=form.whole("entry"), share=share)
        case "draw":
            done = form.act(request, "envelope.draw", **where, entry=form.whole("entry"))
        case _:
            form.message = _("This form is incomplete. Reload the page.")
            done = None
    return [] if done is None else [done]


def _paid(request: HttpRequest, form: Form, event: Tournament) -> list[CommandResult]:
    payout = Payout.objects.filter(tournament=event).first()
    if payout is None:
        form.message = _("Set up this event’s prizes first.")
        return []
    given: dict[str, Any] = {
        "tournament_id": event.pk,
        "entry": form.whole("entry"),
        # Of two players who share the entry.
        "player": form.chosen("player"),
        "method": form.text("method") or "cash",
        "id_seen": form.flag("id_seen"),
        "signed": form.flag("signed"),
    }
    if form.text("kind") == "all":
        return _all_paid(request, form, given)
    amount = amount_in(form, "amount", payout.currency)
    # If unchanged, the split follows the event's prizes for the amount that is paid now.
    untouched = form.text("withheld") == form.text("withheld_was")
    withheld = None if untouched else amount_in(form, "withheld", payout.currency, empty=0)
    if not amount:
        form.fail("amount", _("There is nothing to pay."))
    given |= {"kind": form.text("kind"), "amount": amount, "withheld": withheld}
    done = form.act(request, "prize.pay", **given, although_unsettled=form.flag("although_unsettled"))
    return [] if done is None else [done]


def _all_paid(request: HttpRequest, form: Form, given: dict[str, Any]) -> list[CommandResult]:
    """Pay everything payable to a player, each part as shown and by its own command.

    The prize is paid first: it is the only part that fails if the place is not settled. The first refusal
    stops the payment.
    """
    parts = {kind: form.whole(f"part-{kind}") for kind in KINDS if form.text(f"part-{kind}")}
    if not parts:
        form.message = _("This form is incomplete. Reload the page.")
    if form.is_wrong:
        return []
    try:
        whole = command_of(form.command_id)
    except Refused as error:
        form.refuse(error)
        return []
    found: list[CommandResult] = []
    for kind, amount in parts.items():
        one = Form()
        one.command_id = str(uuid.uuid5(whole, kind))
        although = kind == "prize" and form.flag("although_unsettled")
        done = one.act(request, "prize.pay", **given, kind=kind, amount=amount, although_unsettled=although)
        if done is None:
            form.message, form.rule = one.message, one.rule
            break
        found.append(done)
    return found
