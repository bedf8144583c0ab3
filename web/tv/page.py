"""TV displays: the page, its service worker, its texts, and its pairing code."""

import functools
from pathlib import Path
from typing import Any

import msgspec
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils import translation
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_GET, require_POST

from displays.models import Pairing, Screen
from displays.services.health import Report, keep_report
from displays.services.pairing import TooMany, new_pairing, pairing_of
from tourney.access.language import known, room_language
from tourney.access.viewers import SCREEN_COOKIE, address_of_request, token_of
from tourney.now import server_ms
from tourney.services.addresses import room_address
from web.shared.texts import WORDS

_LONGEST_REPORT = 1_000
_TEN_YEARS = 10 * 365 * 24 * 3600


# Texts of a display, by the first part of their keys.
DISPLAY_TEXTS = ("tv.", "clock.", "ante.", "big_blinds", "entry.", "prize.", "speech.")


def words_in(language: str, groups: tuple[str, ...] = ("",)) -> dict[str, str]:
    """Return the texts of the scripts in a language: those whose keys begin with one of `groups`, or all."""
    with translation.override(language):
        return {key: str(text) for key, text in WORDS.items() if key.startswith(groups)}


@never_cache
@require_GET
def tv(request: HttpRequest) -> HttpResponse:
    """Show the page of a display: paired ones show what staff chose, others a code."""
    secret = request.COOKIES.get(SCREEN_COOKIE, "")
    screen = screen_of(secret)
    pairing: Pairing | None = None
    if screen is None:
        pairing = pairing_of(secret) if secret else None
        if pairing is None:
            try:
                secret, pairing = new_pairing(address_of_request(request))
            except TooMany:
                text = _("Too many screens are waiting to be paired. Try again in half an hour.")
                return render(
                    request, "shared/plain.html", {"title": _("Please wait"), "text": text}, status=429
                )
    language = (screen.language if screen else "") or room_language()
    config = {
        "screen": screen.pk if screen else None,
        "code": pairing.code if pairing else None,
        "build": settings.BUILD,
        "socket": "/ws/live/",
        "poll": "/live/",
        # The list board of the cash room and the feature table fetch their own texts: few displays show them.
        "words": {
            key: text
            for key, text in words_in(language, DISPLAY_TEXTS).items()
            if not key.startswith(("tv.cash", "tv.feature"))
        },
        "language": language,
        "worker": "/tv/sw.js",
        # A display that staff have reload compares it with the time at which they pressed.
        "now": server_ms(),
        "address": room_address(request).partition("://")[2],
    }
    title = screen.name if screen else _("Display")
    response = render(request, "tv/page.html", {"config": config, "title": title})
    response.set_cookie(
        SCREEN_COOKIE, secret, max_age=_TEN_YEARS, httponly=True, samesite="Lax", secure=request.is_secure()
    )
    return response


def screen_of(secret: str) -> Screen | None:
    """Return the paired display that has a cookie's secret; None for any other secret, also that of another token."""
    token = token_of(secret) if secret else None
    return Screen.objects.filter(token=token, retired=False).first() if token else None


# The cookie is not sent from other sites (SameSite), and a report changes nothing in the room.
@csrf_exempt
@require_POST
def report(request: HttpRequest) -> HttpResponse:
    """Keep the report of a paired display; one that comes too soon after the last is answered with 429."""
    screen = screen_of(request.COOKIES.get(SCREEN_COOKIE, ""))
    if screen is None:
        return HttpResponse(status=403)
    try:
        said = msgspec.json.decode(request.body[:_LONGEST_REPORT], type=Report)
    except msgspec.DecodeError:
        return HttpResponse(status=400)
    return HttpResponse(status=204 if keep_report(screen, said) else 429)


@functools.cache
def _worker_text() -> str:
    return (Path(settings.PROJECT_DIR) / "static" / "tv" / "sw.js").read_text()


@require_GET
def service_worker(request: HttpRequest) -> HttpResponse:
    """Serve the displays' service worker from their own path, which is its scope."""
    return HttpResponse(_worker_text(), content_type="text/javascript", headers={"Cache-Control": "no-cache"})


@require_GET
def words(request: HttpRequest, language: str) -> JsonResponse:
    """Return the texts of displays in a language, for a display that changes its language."""
    if known(language) is None:
        raise Http404
    return JsonResponse(words_in(language, DISPLAY_TEXTS), headers={"Cache-Control": "no-cache"})


def page_config(request: HttpRequest, groups: tuple[str, ...] = ("",), **more: Any) -> dict[str, Any]:
    """Return the config of the live parts of any page, with the texts of some groups, or all."""
    language = translation.get_language() or settings.LANGUAGE_CODE
    return {
        "build": settings.BUILD,
        "socket": "/ws/live/",
        "poll": "/live/",
        "words": words_in(language, groups),
        "language": language,
        **more,
    }
