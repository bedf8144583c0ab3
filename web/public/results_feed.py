"""The results of finished events as JSON, for a club's website.

Anybody may ask, on behalf of a website with many readers: an event is read once a minute at most, whatever the query
and however much happens in the room.
"""

import hashlib
import math
import threading

import msgspec
from django.http import HttpRequest, HttpResponse, HttpResponseNotModified, JsonResponse
from django.utils.http import parse_etags
from django.views.decorators.http import require_safe

from planning.boards.results_feed import (
    MOST_EVENTS,
    MOST_PLACES,
    FeedEvent,
    finished_event,
    latest_event,
    results_feed,
)
from tourney.access.viewers import address_of_request
from tourney.edge.rates import Rate, client_of, share_of
from tourney.live.mark_cache import Mark, MarkCache
from tourney.snapshot import consistent_read

_EVENTS, _PLACES = 10, 20
READS = Rate("POLLS_PER_MINUTE")
# Events and places of each, and the event with which the page begins. Together the two are at most a minute old. Each
# has a limit of its own: reads of the feed keep no reader of other pages waiting, and one reads the other.
_feeds: MarkCache[tuple[int, int, int | None], bytes] = MarkCache(
    most=64, seconds=10.0, readers=threading.BoundedSemaphore(2)
)
_events: MarkCache[int, tuple[FeedEvent | None]] = MarkCache(
    most=512, seconds=50.0, readers=threading.BoundedSemaphore(1)
)
# Not of the journals: each entry of any event would let everything be read again.
_MARK: Mark = (1,)
# Websites of any origin may read what everybody may see.
_HEADERS = {"Cache-Control": "public, max-age=60", "Access-Control-Allow-Origin": "*"}


@require_safe
def feed(request: HttpRequest) -> HttpResponse:
    """Return finished events with their places. The query may hold `limit`, `places` and `before`."""
    address = address_of_request(request)
    wait = READS.take(client_of(address), share=share_of(address))
    if wait:
        text = "Too many requests. Wait a moment."
        headers = {**_HEADERS, "Cache-Control": "no-store", "Retry-After": str(math.ceil(wait))}
        return JsonResponse({"code": "too_many", "message": text}, status=429, headers=headers)
    try:
        limit = _number(request, "limit", _EVENTS, MOST_EVENTS)
        places = _number(request, "places", _PLACES, MOST_PLACES)
        before = _number(request, "before", 0, 2**62) or None
    except ValueError as wrong:
        text = f"The parameter {wrong} must be a whole number within its limits."
        return JsonResponse({"code": "bad_argument", "message": text}, status=422, headers=_HEADERS)
    # Any number may be asked for; the same page begins with the same event.
    latest = latest_event(before)
    body = _feeds.get((limit, places, latest), lambda: _MARK, lambda: _read(limit, places, latest)) or b""
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


def _read(limit: int, places: int, latest: int | None) -> bytes:
    with consistent_read():
        return msgspec.json.encode(results_feed(limit, places, latest, _event))


def _event(event: int) -> FeedEvent | None:
    kept = _events.get(event, lambda: _MARK, lambda: (finished_event(event),))
    return kept[0] if kept else None


def forget_all() -> None:
    """Clear the caches after rows were changed outside a command, and the counted readers."""
    _feeds.clear()
    _events.clear()
    READS.forget_all()
