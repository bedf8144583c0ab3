"""Void a clerk's own sale, with a supervisor's approval.

The clerk requests it, and a supervisor types name and password at the same desk. The refund is recorded as
the supervisor's in the journal and on the receipt, and goes through the clerk's drawer. The password is used
for the check only.
"""

import logging
import math
import uuid
from typing import Any

from django.db import transaction
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_variables
from django.views.decorators.http import require_POST

from desk.commands.refunds import refund
from desk.models import Drawer, Item, Receipt
from tourney.access.factors import has_factor
from tourney.access.login_policy import login_policy
from tourney.access.passwords import Busy
from tourney.access.roles import Actor, Permission
from tourney.access.viewers import viewer_of_user
from tourney.edge.request_body import object_of
from tourney.journal.commands import CommandResult
from tourney.journal.refused import Refused
from tourney.journal.sqlite_write_queue import turn
from tourney.models import User
from web.desk.page import who_may
from web.desk.till import user_of
from web.public.login import ApprovalForm
from web.shared.access import actor_of, staff_page
from web.shared.commands import refusal
from web.shared.factor_faults import fault_of_code

log = logging.getLogger(__name__)
_LONGEST_REASON = 120
_NOT_CHECKED = {"too_many", "locked_out"}


@never_cache
@require_POST
@staff_page(Permission.REGISTER_PLAYERS)
@sensitive_variables("arguments")
def void_sale(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Refund a sale of the clerk's own open drawer on behalf of the supervisor whose name and password are sent.

    The body is `{"command_id", "receipt", "reason", "username", "password"}`, with `"code"` if the supervisor's login
    has a second factor; the answer is that of
    `desk.refund`. If several events were paid together, all entries are refunded or none; `back`, `money` and
    `issued` cover all of them.
    """
    try:
        arguments = object_of(request)
        command, receipt, reason = _asked(arguments)
        # Check what the clerk may see first: no password is checked if there is nothing to void.
        sale = _own_sale(user_of(request), tournament_id, receipt)
        supervisor = _supervisor(request, arguments)
        asked = _("Void: %(reason)s (sold by %(clerk)s)")
        asked %= {"reason": reason, "clerk": actor_of(request).name}
        # All refunds are one transaction, which waits for its turn to write like that of a single command.
        with turn() as let_go, transaction.atomic():
            transaction.on_commit(let_go)
            done = [_refunded(event, row, command, supervisor, asked) for event, row in sale]
    except Busy:
        text = _("The server is checking many passwords at the moment. Try again in a few seconds.")
        return refusal(Refused("busy", text))
    except Refused as error:
        answer = refusal(error)
        if error.code in {"wrong_password", "code_needed"}:
            # An expected answer of this form; browsers log other statuses as failed requests.
            answer.status_code = 200
        return answer
    answers = [one.answer or {} for one in done]
    found = {
        **answers[0],
        "back": sum(one["back"] for one in answers),
        "money": [part for one in answers for part in one["money"]],
        "issued": [voucher for one in answers for voucher in one["issued"]],
        "booking": next((one["booking"] for one in answers if one["booking"]), ""),
    }
    return JsonResponse({"ok": True, "seq": done[-1].seq, "answer": found, "by": supervisor.name})


def _asked(arguments: dict[str, Any]) -> tuple[uuid.UUID, int, str]:
    """Return the command id, receipt and reason of a request."""
    receipt, reason = arguments.get("receipt"), arguments.get("reason")
    try:
        command = uuid.UUID(str(arguments.get("command_id")))
    except ValueError:
        raise Refused("bad_argument", _("A command needs a command_id and arguments.")) from None
    if type(receipt) is not int or not 0 < receipt < 2**62:
        raise Refused("bad_argument", _("This sale does not exist."))
    if not isinstance(reason, str) or not reason.strip() or len(reason) > _LONGEST_REASON:
        raise Refused("bad_argument", _("Enter a reason for voiding the sale."))
    return command, receipt, reason.strip()


@sensitive_variables("arguments", "form")
def _supervisor(request: HttpRequest, arguments: dict[str, Any]) -> Actor:
    """Return the approving supervisor after checking password and role.

    Attempts are limited per clerk.

    Raises:
        Refused: the password is wrong or was not checked (`wrong_password`, `too_many`), or the role may not
            refund.
    """
    typed = {key: arguments.get(key) for key in ("username", "password")}
    if not all(isinstance(value, str) and len(value) <= 200 for value in typed.values()):
        raise Refused("bad_argument", _("Enter the supervisor’s name and password."))
    form = ApprovalForm(request, data=typed)
    if not form.is_valid():
        codes = {error.code for errors in form.errors.as_data().values() for error in errors}
        text = " ".join(str(error) for errors in form.errors.values() for error in errors)
        code = "too_many" if codes & _NOT_CHECKED or math.ceil(form.wait) else "wrong_password"
        log.warning("Approval of a void was refused: %s", code)
        raise Refused(code, text)
    user = form.get_user()
    if isinstance(user, User) and has_factor(user.pk):
        _check_code(request, user, arguments.get("code"))
    elif isinstance(user, User) and login_policy().needs_factor(user.role):
        log.warning("Approval of a void was refused: the supervisor has no second factor")
        raise Refused("no_factor", _("Set up a second factor first."))
    supervisor = viewer_of_user(user).actor
    if supervisor is None or not supervisor.may(Permission.REFUND):
        log.warning("Approval of a void was refused: the role may not refund")
        raise Refused(
            "not_allowed", _("Only %(who)s can approve this.") % {"who": who_may(Permission.REFUND)}
        )
    return supervisor


def _check_code(request: HttpRequest, user: User, typed: object) -> None:
    """Check the code of a supervisor's second factor.

    Raises:
        Refused: it is missing (`code_needed`), wrong (`wrong_password`), or was not checked (`too_many`).
    """
    if not isinstance(typed, str) or not typed.strip():
        raise Refused("code_needed", _("This login has a second factor. Enter its code as well."))
    fault = fault_of_code(request, user, typed)
    if fault is not None:
        raise Refused("too_many" if fault.is_locked else "wrong_password", fault.text)


def _own_sale(clerk: int, event: int, receipt: int) -> list[tuple[int, Receipt]]:
    """Return a sale of the clerk's open drawer as events with their receipts, in the lock order of events.

    Events paid for together are one sale.
    """
    drawer = Drawer.objects.filter(clerk=clerk, closed_at__isnull=True).first()
    sales = Receipt.objects.filter(drawer=drawer, corrects__isnull=True) if drawer else Receipt.objects.none()
    sale = sales.filter(pk=receipt).first()
    group = {} if sale is None else {"together": sale.together} if sale.together else {"pk": sale.pk}
    events = dict(Item.objects.filter(receipt__in=sales.filter(**group)).values_list("receipt", "tournament"))
    if sale is None or events.get(receipt) != event:
        text = _("Only a sale from your own open drawer can be voided. Ask for a refund.")
        raise Refused("not_own_sale", text)
    return sorted(((events[row.pk], row) for row in sales.filter(**group)), key=lambda one: one[0])


def _refunded(
    event: int, receipt: Receipt, command: uuid.UUID, supervisor: Actor, reason: str
) -> CommandResult:
    return refund(
        actor=supervisor,
        # Each receipt is its own command, with the same id when the request is repeated.
        command_id=uuid.uuid5(command, str(receipt.pk)),
        tournament_id=event,
        receipt=receipt.pk,
        reason=reason,
        method="as_paid",
        drawer=receipt.drawer_id,
        mistake=True,
    )
