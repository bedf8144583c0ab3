"""Documents of the house's layouts, for the displays that show them."""

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, JsonResponse
from django.views.decorators.http import require_GET

from displays.models import HouseLayout
from displays.rules.layouts import LayoutFaults, read_document
from tourney.access.roles import Permission
from tourney.access.viewers import SCREEN_COOKIE, viewer_of_user
from web.tv.page import screen_of


@require_GET
def layout_document(request: HttpRequest, layout_id: int) -> JsonResponse:
    """Return a layout with its version, for paired displays, which keep it for offline starts, and for staff."""
    actor = viewer_of_user(request.user).actor
    is_display = screen_of(request.COOKIES.get(SCREEN_COOKIE, "")) is not None
    if not is_display and not (actor and actor.may(Permission.MANAGE_SCREENS)):
        raise PermissionDenied
    row = HouseLayout.objects.filter(pk=layout_id).first()
    if row is None:
        raise Http404
    try:
        read_document(row.document, is_stored=True)
    except LayoutFaults:
        # A later version may refuse what an earlier one allowed: a display then shows the clock.
        raise Http404 from None
    answer = {"version": row.version, "document": row.document}
    return JsonResponse(answer, headers={"Cache-Control": "no-cache"})
