"""Documents of the house's layouts, for the displays that show them."""

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, JsonResponse
from django.views.decorators.http import require_GET

from displays.models import HouseLayout
from tourney.access.roles import Permission
from tourney.access.viewers import SCREEN_COOKIE, token_of, viewer_of_user


@require_GET
def layout_document(request: HttpRequest, layout_id: int) -> JsonResponse:
    """Return a layout with its version, for paired displays, which keep it for offline starts, and for staff."""
    secret = request.COOKIES.get(SCREEN_COOKIE, "")
    actor = viewer_of_user(request.user).actor
    is_display = bool(secret) and token_of(secret) is not None
    if not is_display and not (actor and actor.may(Permission.MANAGE_SCREENS)):
        raise PermissionDenied
    row = HouseLayout.objects.filter(pk=layout_id).first()
    if row is None:
        raise Http404
    answer = {"version": row.version, "document": row.document}
    return JsonResponse(answer, headers={"Cache-Control": "no-cache"})
