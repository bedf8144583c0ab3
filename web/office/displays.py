"""The room's displays: pairing and control by staff."""

import re

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods

from clock.boards.clock import lobby
from displays.models import Trigger
from displays.services.layout_names import own_layouts
from displays.services.placement import just_closed
from displays.services.trigger_words import duration_text, when_text
from tourney.access.roles import Permission
from tourney.services.addresses import qr_of, room_address
from web.office.hub import staff_config
from web.shared.access import staff_page
from web.shared.forms import Form

_CODE = re.compile(r"^[A-Z0-9]{1,6}$")


@never_cache
@staff_page(Permission.MANAGE_SCREENS)
@require_http_methods(["GET", "POST"])
def displays(request: HttpRequest, tournament_id: int | None = None) -> HttpResponse:
    """Pair a TV by the code it shows (`?code=` fills it in), for an event or any, and control paired ones.

    The form is sent as it is only before the page's script has loaded.
    """
    form = Form()
    if request.method == "POST":
        form = Form.sent(request)
        tournament_id = form.chosen("tournament")
        code = form.text("code")
        done = form.act(
            request,
            "display.pair",
            code=code,
            name=form.text("name") or f"TV {code.upper()}",
            tournament=tournament_id,
            layout=form.text("layout"),
        )
        if done is not None:
            return redirect("displays")
    code = (form.text("code") or request.GET.get("code", "")).strip().upper()
    events = [(one.tournament, one.name) for one in lobby().events]
    chosen = next((key for key, _name in events if key == tournament_id), events[0][0] if events else None)
    languages = [[key, str(name)] for key, name in settings.LANGUAGES]
    triggers = [
        [
            one.pk,
            when_text(one.when, one.before_seconds, one.number),
            duration_text(one.when, one.before_seconds, one.number, one.layout_seconds),
        ]
        for one in Trigger.objects.exclude(layout="")
    ]
    config = staff_config(
        request, languages=languages, event=tournament_id, closed=just_closed(), triggers=triggers
    )
    context = {
        "config": config,
        "events": events,
        "chosen": tournament_id if form.is_wrong else chosen,
        "own_layouts": own_layouts(),
        "code": code if _CODE.match(code) else "",
        "form": form,
        "tv_address": room_address(request).split("://")[-1] or request.get_host(),
    }
    return render(request, "office/displays.html", context, status=422 if form.is_wrong else 200)


@require_GET
def pairing_qr(request: HttpRequest) -> HttpResponse:
    """Return a QR code for an unpaired screen, which opens the displays page with its code filled in."""
    code = request.GET.get("code", "")
    address = room_address(request)
    if not _CODE.match(code) or not address:
        raise Http404
    return qr_of(f"{address}/staff/screens/?code={code}")
