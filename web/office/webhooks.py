"""Webhooks: addresses that get messages, their secrets, and the log of what was sent."""

import time
from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from tourney import periodic
from tourney.access import reads
from tourney.journal.commands import CommandResult
from web.shared.access import staff_page
from web.shared.forms import Form
from webhooks.boards.messages import MESSAGES, chosen_kinds
from webhooks.commands.webhooks import MOST_WEBHOOKS
from webhooks.models import Delivery, Webhook
from webhooks.services.secrets import secret_of

_A_PAGE = 50
# How long a page waits for the result of a test.
_WAIT_SECONDS = 6.0
_STATES = {
    "waiting": (lazy("waiting"), "is-waiting"),
    "delivered": (lazy("delivered"), "is-done"),
    "refused": (lazy("refused"), "is-over"),
    "given_up": (lazy("failed"), "is-over"),
}
_PAUSES = {
    "by_hand": lazy("Paused. What happens now is not reported."),
    "failures": lazy(
        "Paused because a message could not be delivered for hours. Test the address, then resume."
    ),
    "refused": lazy(
        "Paused because its receiver refused ten messages in a row. Test the address, then resume."
    ),
    "gone": lazy(
        "Paused because its receiver no longer accepts messages (410). Change the address, then resume."
    ),
}


@never_cache
@require_http_methods(["GET", "POST"])
@staff_page(reads.WEBHOOKS)
def webhooks(request: HttpRequest) -> HttpResponse:
    """List webhooks and add one; its secret is shown in the answer to that request only."""
    form = _new()
    added = None
    if request.method == "POST":
        form = Form.sent(request)
        done = form.act(
            request, "webhook.add", name=form.text("name"), url=form.text("url"), kinds=_kinds_in(form)
        )
        if done is not None and done.repeated:
            return redirect("webhooks")
        if done is not None:
            added = Webhook.objects.get(pk=(done.answer or {})["webhook"])
            form = _new()
    rows = list(Webhook.objects.all())
    context = {
        "webhooks": [(row, _PAUSES.get(row.paused, "")) for row in rows],
        "added": added,
        "secret": secret_of(added) if added is not None else "",
        "form": form,
        "kinds": _choices(form),
        "is_full": len(rows) >= MOST_WEBHOOKS,
        "most": MOST_WEBHOOKS,
        "private": settings.WEBHOOK_NETWORKS,
    }
    return render(request, "office/webhooks.html", context, status=422 if form.is_wrong else 200)


@never_cache
@require_http_methods(["GET", "POST"])
@staff_page(reads.WEBHOOKS)
def webhook(request: HttpRequest, webhook_id: int) -> HttpResponse:
    """Show a webhook with its log; each form names what it does in `what`."""
    row = Webhook.objects.filter(pk=webhook_id).first()
    if row is None:
        raise Http404
    form = Form({"name": row.name, "url": row.url, **{f"kind_{kind}": "on" for kind in row.kinds}})
    other, secret = Form(), ""
    if request.method == "POST":
        sent = Form.sent(request)
        what = sent.text("what")
        act = _ACTS.get(what)
        done = act(request, sent, row.pk) if act is not None else None
        if act is None:
            sent.message = _("This form is incomplete. Reload the page.")
        if done is not None and what == "test":
            _say_result(request, (done.answer or {})["delivery"])
        if done is not None and what == "secret" and not done.repeated:
            row.refresh_from_db()
            secret = secret_of(row)
        elif done is not None:
            return redirect("webhooks") if what == "remove" else redirect("webhook", row.pk)
        elif what == "change":
            form = sent
        else:
            other = sent
    context = {
        **_context(request, row),
        "form": form,
        "other": other,
        "kinds": _choices(form),
        "secret": secret,
    }
    wrong = form.is_wrong or other.is_wrong
    return render(request, "office/webhook.html", context, status=422 if wrong else 200)


def _context(request: HttpRequest, row: Webhook) -> dict[str, Any]:
    log = row.deliveries.select_related("tournament").order_by("-pk")
    page = Paginator(log, _A_PAGE).get_page(request.GET.get("page"))
    return {
        "webhook": row,
        "paused": _PAUSES.get(row.paused, ""),
        "page": page,
        "log": [_line(one) for one in page],
        "waits": row.deliveries.filter(state="waiting").count(),
    }


def _line(row: Delivery) -> dict[str, Any]:
    word, badge = _STATES[row.state]
    return {
        "row": row,
        "kind": MESSAGES[row.kind].title if row.kind in MESSAGES else row.kind,
        "state": word,
        "badge": badge,
        "can_repeat": row.state != "waiting" and row.kind != "test",
    }


def _choices(form: Form) -> list[tuple[str, Any, bool]]:
    return [(kind.name, kind.title, form.flag(f"kind_{kind.name}")) for kind in chosen_kinds()]


def _kinds_in(form: Form) -> list[str]:
    return [kind.name for kind in chosen_kinds() if form.flag(f"kind_{kind.name}")]


def _new() -> Form:
    return Form({f"kind_{kind.name}": "on" for kind in chosen_kinds()})


def _say_result(request: HttpRequest, delivery: int) -> None:
    """Show on the next page how a test ended, if a worker has sent it."""
    _wait_for(delivery)
    row = Delivery.objects.get(pk=delivery)
    if row.state == "delivered":
        messages.success(request, _("The test message was delivered."))
    elif row.state != "waiting":
        messages.error(request, _("The test message was not delivered. The log below says why."))


def _wait_for(delivery: int) -> None:
    """Wait until a test is sent, so that the page shows its result; not without a worker."""
    age = periodic.age("worker")
    until = time.monotonic() + (_WAIT_SECONDS if age is not None and age < 5 else 0)
    while time.monotonic() < until and Delivery.objects.filter(pk=delivery, state="waiting").exists():
        time.sleep(0.2)


def _change(request: HttpRequest, form: Form, webhook: int) -> CommandResult | None:
    return form.act(
        request,
        "webhook.change",
        webhook=webhook,
        name=form.text("name"),
        url=form.text("url"),
        kinds=_kinds_in(form),
    )


_ACTS: dict[str, Callable[[HttpRequest, Form, int], CommandResult | None]] = {
    "change": _change,
    "test": lambda request, form, pk: form.act(request, "webhook.test", webhook=pk),
    "pause": lambda request, form, pk: form.act(request, "webhook.pause", webhook=pk),
    "resume": lambda request, form, pk: form.act(request, "webhook.resume", webhook=pk),
    "secret": lambda request, form, pk: form.act(request, "webhook.new_secret", webhook=pk),
    "repeat": lambda request, form, _pk: form.act(request, "webhook.repeat", delivery=form.whole("delivery")),
    "remove": lambda request, form, pk: form.act(request, "webhook.remove", webhook=pk),
}
