"""The feed for those whose socket is gone: the same messages over HTTP."""

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from tourney.access.guard import LockedOut
from tourney.access.viewers import UnknownToken, viewer_of_request
from tourney.live import messages
from tourney.live.boards import names_in, seq_of, tournament_of
from tourney.live.publish import Envelope, envelope_of, own_of


@require_GET
def poll(request: HttpRequest, topic: str) -> HttpResponse:
    """Answer what a socket would get on following a topic: `current`, or a `snapshot`."""
    try:
        viewer = viewer_of_request(request)
        tournament_of(topic)
    except (UnknownToken, LockedOut):
        return _refused("unknown_token", _("This token is not known or was revoked."), 403)
    except ValueError:
        return _refused("unknown_topic", _("There is no such topic."), 404)
    seq = seq_of(topic)
    if seq is None:
        return _refused("unknown_topic", _("There is no such topic."), 404)
    # What is a player's own in the room follows the lines of events, which the room's number does not count.
    counted = viewer.player is None or topic != "room"
    if counted and request.GET.get("seq") == str(seq):
        return _answer(messages.current(topic, seq))
    found = envelope_of(topic, 0, names_in(topic))
    whole = Envelope(topic, found.at, found.at, found.at, found.boards)
    own = None if viewer.player is None else own_of(topic, {viewer.player}).get(viewer.player)
    return _answer(messages.snapshot(whole).of(viewer.audience, own))


def _answer(text: str) -> HttpResponse:
    return HttpResponse(text, content_type="application/json", headers={"Cache-Control": "no-store"})


def _refused(code: str, message: str, status: int) -> JsonResponse:
    return JsonResponse({"is": "refused", "code": code, "message": message}, status=status)
