"""The feed over HTTP for clients without a socket, with the same messages.

Requests without credentials are answered before Django, by `tourney/live/public_polls.py`.
"""

import math

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from tourney.access.guard import LockedOut
from tourney.access.viewers import UnknownToken, Viewer, address_of_request, viewer_of_request
from tourney.edge.rates import Rate, client_of, share_of
from tourney.live import messages
from tourney.live.boards import Audience
from tourney.live.publish import own_of
from tourney.live.snapshots import snapshot_of
from tourney.live.topics import may_follow, parse

POLLS = Rate("POLLS_PER_MINUTE")


@require_GET
def poll(request: HttpRequest, topic: str) -> HttpResponse:
    """Answer what a socket would get on following a topic: `current` or a `snapshot`."""
    try:
        viewer = viewer_of_request(request)
        name = parse(topic)
    except (UnknownToken, LockedOut):
        return _refused("unknown_token", _("This token is unknown or has been revoked."), 403)
    except ValueError:
        return _refused("unknown_topic", _("This topic does not exist."), 404)
    wait = _wait(request, viewer)
    if wait:
        answer = _refused("too_many", _("Too many requests. Wait a moment."), 429)
        answer["Retry-After"] = str(math.ceil(wait))
        return answer
    if not may_follow(viewer.actor, name):
        return _refused("not_allowed", _("Your role does not allow this."), 403)
    whole = snapshot_of(topic)
    if whole is None:
        return _refused("unknown_topic", _("This topic does not exist."), 404)
    seq = whole.last
    # A player's own boards of the room depend on entries of events, which the room's number does not count.
    counted = viewer.player is None or topic != "room"
    if counted and request.GET.get("seq") == str(seq):
        return _answer(messages.current(topic, seq))
    own = None if viewer.player is None else own_of(topic, {viewer.player}).get(viewer.player)
    return _answer(messages.snapshot(whole).of(viewer.audience, own))


def _wait(request: HttpRequest, viewer: Viewer) -> float:
    """Return the seconds this client must wait; 0 for displays and staff."""
    if viewer.audience is not Audience.PUBLIC:
        return 0.0
    if viewer.credential:
        return POLLS.take(viewer.credential)
    return wait_of_address(address_of_request(request))


def wait_of_address(address: str) -> float:
    """Count an anonymous poll; return the seconds its address must wait, 0 if it may be answered now."""
    return POLLS.take(client_of(address), share=share_of(address))


def _answer(text: str) -> HttpResponse:
    return HttpResponse(text, content_type="application/json", headers={"Cache-Control": "no-store"})


def _refused(code: str, message: str, status: int) -> JsonResponse:
    return JsonResponse({"is": "refused", "code": code, "message": message}, status=status)
