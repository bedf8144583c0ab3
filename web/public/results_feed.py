"""The results of finished events as JSON, for a club's website."""

import hashlib

import msgspec
from django.db.models import Sum
from django.http import HttpRequest, HttpResponse, HttpResponseNotModified, JsonResponse
from django.utils.http import parse_etags
from django.views.decorators.http import require_safe

from planning.boards.results_feed import MOST_EVENTS, MOST_PLACES, results_feed
from tourney.live.mark_cache import Mark, MarkCache
from tourney.models import Room, Tournament
from tourney.snapshot import consistent_read

_EVENTS, _PLACES = 10, 20
# Events and places of each, and the event before which the page begins.
_feeds: MarkCache[tuple[int, int, int | None], bytes] = MarkCache(most=32)
# Websites of any origin may read what everybody may see.
_HEADERS = {"Cache-Control": "public, max-age=60", "Access-Control-Allow-Origin": "*"}


@require_safe
def feed(request: HttpRequest) -> HttpResponse:
    """Return finished events with their places. The query may hold `limit`, `places` and `before`."""
    try:
        limit = _number(request, "limit", _EVENTS, MOST_EVENTS)
        places = _number(request, "places", _PLACES, MOST_PLACES)
        before = _number(request, "before", 0, 2**62) or None
    except ValueError as wrong:
        text = f"The parameter {wrong} must be a whole number within its limits."
        return JsonResponse({"code": "bad_argument", "message": text}, status=422, headers=_HEADERS)
    body = _feeds.get((limit, places, before), _mark, lambda: _read(limit, places, before)) or b""
    tag = f'"{hashlib.sha256(body).hexdigest()[:32]}"'
    headers = {**_HEADERS, "ETag": tag}
    asked = parse_etags(request.headers.get("If-None-Match", ""))
    if tag in {one.removeprefix("W/") for one in asked} or "*" in asked:
        return HttpResponseNotModified(headers=headers)
    return HttpResponse(body, content_type="application/json", headers=headers)


def _number(request: HttpRequest, name: str, usual: int, most: int) -> int:
    """Return a number of the query; raise ValueError with its name if it is none, or out of bounds."""
    text = request.GET.get(name)
    if text is None:
        return usual
    if not (text.isascii() and text.isdigit() and len(text) < 20 and 1 <= int(text) <= most):
        raise ValueError(name)
    return int(text)


def _mark() -> Mark:
    """Return numbers that change with every journal entry."""
    room = Room.objects.filter(id=1).values_list("seq", flat=True).first() or 0
    return (room, Tournament.objects.aggregate(all=Sum("seq"))["all"] or 0)


def _read(limit: int, places: int, before: int | None) -> bytes:
    with consistent_read():
        return msgspec.json.encode(results_feed(limit, places, before))
