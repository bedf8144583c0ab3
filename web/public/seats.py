"""The seat list of an event for displays and phones, separate because it is long and changes as a whole."""

import gzip
from collections import OrderedDict

import msgspec
from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.utils.timezone import localdate
from django.views.decorators.http import require_GET

from seating.boards.seat_list import seats_in_public
from tourney.models import Room, Tournament
from tourney.now import room_now, to_ms
from tourney.snapshot import consistent_read

_encode = msgspec.json.Encoder().encode
_KEPT = 16
_LARGEST = 2**62
# Rendered lists by event: their tag, plain and compressed.
_ready: OrderedDict[int, tuple[str, bytes, bytes]] = OrderedDict()


def _tag(event: Tournament) -> str:
    """Return a tag that changes with the content of the list: event, player names and memberships."""
    room = Room.objects.filter(id=1).values_list("seq", flat=True).first() or 0
    made = to_ms(event.created_at)
    return f'"{event.pk}-{made}-{event.seq}-{room}-{localdate(room_now()):%Y%m%d}"'


@require_GET
def seats(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Return the seat list in alphabetical order by public names, built once per change and process."""
    with consistent_read():
        event = Tournament.objects.filter(pk=tournament_id).first() if tournament_id <= _LARGEST else None
        if event is None:
            return HttpResponse(
                _encode({"is": "refused", "code": "unknown_topic"}),
                status=404,
                content_type="application/json",
            )
        tag = _tag(event)
        if request.headers.get("If-None-Match") == tag:
            return _headed(HttpResponseNotModified(), tag)
        kept = _ready.get(tournament_id)
        if kept is None or kept[0] != tag:
            text = _encode(seats_in_public(event))
            kept = (tag, text, gzip.compress(text, 6, mtime=0))
            _ready[tournament_id] = kept
            while len(_ready) > _KEPT:
                _ready.popitem(last=False)
    packed = "gzip" in request.headers.get("Accept-Encoding", "")
    answer = HttpResponse(kept[2] if packed else kept[1], content_type="application/json")
    if packed:
        answer["Content-Encoding"] = "gzip"
    return _headed(answer, tag)


def _headed(answer: HttpResponse, tag: str) -> HttpResponse:
    answer["ETag"] = tag
    answer["Cache-Control"] = "no-cache"
    answer["Vary"] = "Accept-Encoding"
    return answer
