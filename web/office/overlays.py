"""Overlays for streaming software. An address is made here, shown once, and not stored."""

import secrets
from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from clock.boards.clock import lobby
from displays.boards.overlay import OverlayRow
from displays.boards.overlay import overlays as overlay_rows
from displays.models import MOST_DELAY
from tourney.access.roles import Permission
from tourney.access.viewers import digest_of_secret
from tourney.services.addresses import room_address
from web.overlay.page import PARTS
from web.shared.access import staff_page
from web.shared.forms import Form

_PARTS = {
    "table": lazy("Feature table"),
    "clock": lazy("Clock"),
    "payouts": lazy("Prizes"),
    "chips": lazy("Chip counts"),
}


@never_cache
@require_http_methods(["GET", "POST"])
@staff_page(Permission.MANAGE_SCREENS)
def overlays(request: HttpRequest) -> HttpResponse:
    """List overlays, add and change them; a new address is shown in the answer to that request only."""
    form, address = Form({"delay": "0"}), ""
    wrong = 0
    if request.method == "POST":
        sent, made = Form.sent(request), secrets.token_urlsafe(32)
        what, before = sent.text("what"), sent.command_id
        done = _act(request, sent, what, digest_of_secret(made))
        if done is not None and what in ("add", "new_address"):
            address = made
        elif done is not None:
            return redirect("overlays")
        elif sent.command_id != before:
            # A reload sends the same command with another secret.
            sent.message = _("This address has already been created. It was shown then and is not stored.")
        if done is None:
            form, wrong = sent, (sent.chosen("overlay") or 0) if what != "add" else 0
    rows = overlay_rows()
    base = room_address(request) or f"{request.scheme}://{request.get_host()}"
    events = [(str(one.tournament), one.name) for one in lobby().events]
    context = {
        "rows": [
            (row, _form_of(row, form if row.id == wrong else None), _events(row, events)) for row in rows
        ],
        "form": form if not wrong else Form({"delay": "0"}),
        "problem": form if wrong else None,
        "events": events,
        "most": MOST_DELAY,
        "address": f"{base}/overlay/{address}/" if address else "",
        "feed": f"{base}/overlay/{address}.json" if address else "",
        "parts": [(part, _PARTS[part]) for part in PARTS],
    }
    return render(request, "office/overlays.html", context, status=422 if form.is_wrong else 200)


def _form_of(row: OverlayRow, sent: Form | None) -> Form:
    values = {"name": row.name, "tournament": str(row.tournament), "delay": str(row.delay)}
    return sent or Form(values)


def _events(row: OverlayRow, events: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """Return the events to choose from: the open ones, and the overlay's own."""
    own = (str(row.tournament), row.event)
    return events if own in events else [own, *events]


def _act(request: HttpRequest, form: Form, what: str, digest: str) -> Any:
    def settings() -> dict[str, Any]:
        return {
            "name": form.text("name"),
            "tournament": form.whole("tournament"),
            "delay": form.whole("delay"),
        }

    acts: dict[str, Callable[[], Any]] = {
        "add": lambda: form.act(request, "overlay.add", digest=digest, **settings()),
        "change": lambda: form.act(request, "overlay.change", overlay=form.whole("overlay"), **settings()),
        "new_address": lambda: form.act(
            request, "overlay.new_address", overlay=form.whole("overlay"), digest=digest
        ),
        "revoke": lambda: form.act(request, "overlay.revoke", overlay=form.whole("overlay")),
    }
    if what not in acts:
        form.message = _("This form is incomplete. Reload the page.")
        return None
    return acts[what]()
