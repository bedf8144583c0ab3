"""An overlay for streaming software: a page with a transparent background, and the same as JSON.

Both are read by a secret address, without a login and without cookies. What they show is delayed here, on the server.
"""

import math
import threading

import msgspec
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils import translation
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from displays.boards.overlay import overlay_board
from displays.models import Overlay
from tourney.access.language import known, room_language
from tourney.access.viewers import address_of_request, digest_of_secret
from tourney.edge.rates import Rate, client_of, share_of
from tourney.live.mark_cache import Mark, MarkCache
from web.tv.page import words_in

PARTS = ("table", "clock", "payouts", "chips")
_USUAL = ("table", "clock")
_TEXTS = ("overlay.", "ante.", "big_blinds")
READS = Rate("POLLS_PER_MINUTE")
# By event and delay: many viewers of one overlay cost one read a second.
_bodies: MarkCache[tuple[int, int], bytes] = MarkCache(
    most=64, seconds=1.0, readers=threading.BoundedSemaphore(2)
)
_MARK: Mark = (1,)
# Web pages of any origin may read it if they know the address.
_HEADERS = {"Cache-Control": "no-store", "Access-Control-Allow-Origin": "*", "Referrer-Policy": "no-referrer"}


def _overlay_of(secret: str) -> Overlay | None:
    return Overlay.objects.filter(digest=digest_of_secret(secret), revoked_at__isnull=True).first()


@never_cache
@require_safe
def overlay(request: HttpRequest, secret: str) -> HttpResponse:
    """Show the page of an overlay. The query may name its parts (`show`) and its language (`language`)."""
    row = _overlay_of(secret)
    if row is None:
        raise Http404
    wanted = [part for part in request.GET.get("show", "").split(",") if part]
    if not set(wanted) <= set(PARTS):
        text = f"An overlay has no such part. Its parts are {', '.join(PARTS)}."
        return HttpResponse(text, status=404, content_type="text/plain; charset=utf-8")
    language = known(request.GET.get("language", "")) or room_language()
    config = {
        "feed": f"/overlay/{secret}.json",
        "parts": [part for part in PARTS if part in wanted] or list(_USUAL),
        "language": language,
        "words": words_in(language, _TEXTS),
        "build": settings.BUILD,
    }
    with translation.override(language):
        response = render(request, "overlay/page.html", {"config": config, "title": row.name})
    response["Referrer-Policy"] = "no-referrer"
    return response


@require_safe
def feed(request: HttpRequest, secret: str) -> HttpResponse:
    """Return what an overlay shows as JSON (docs/overlay.md)."""
    address = address_of_request(request)
    wait = READS.take(client_of(address), share=share_of(address))
    if wait:
        text = "Too many requests. Wait a moment."
        headers = {**_HEADERS, "Retry-After": str(math.ceil(wait))}
        return JsonResponse({"code": "too_many", "message": text}, status=429, headers=headers)
    row = _overlay_of(secret)
    if row is None:
        text = "There is no overlay at this address, or it was revoked."
        return JsonResponse({"code": "not_found", "message": text}, status=404, headers=_HEADERS)
    event, delay = row.tournament_id, row.delay
    body = _bodies.get(
        (event, delay), lambda: _MARK, lambda: msgspec.json.encode(overlay_board(event, delay))
    )
    return HttpResponse(body or b"", content_type="application/json", headers=_HEADERS)


def forget_all() -> None:
    """Clear the cache after rows were changed outside a command, and the counted readers."""
    _bodies.clear()
    READS.forget_all()
