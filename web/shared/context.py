"""Template context of every page."""

from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.utils.translation import get_language

from tourney.access.viewers import viewer_of_user
from tourney.models import Room
from web.shared.languages import LANGUAGES, short_name


def page(request: HttpRequest) -> dict[str, Any]:
    """Return the room, the user and the permissions, for templates."""
    room = Room.objects.get_or_create(id=1)[0]
    user = getattr(request, "user", None)
    viewer = viewer_of_user(user)
    may = {what.value: viewer.actor is not None and viewer.actor.may(what) for what in _all_of_may()}
    return {
        "room": room,
        "may": may,
        "viewer": viewer,
        "build": settings.BUILD,
        "version": settings.VERSION,
        "language_names": LANGUAGES,
        "language": get_language(),
        "language_name": short_name(get_language()),
        "zone": settings.TIME_ZONE,
    }


def _all_of_may() -> Any:
    from tourney.access.roles import Permission

    return Permission
