"""Choose the language of a page: the person's own, else the browser's, else the room's."""

from collections.abc import Callable

from django.conf import settings
from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse
from django.utils import translation

from tourney.models import Room, User

_CODES = {code for code, _name in settings.LANGUAGES}
Next = Callable[[HttpRequest], HttpResponse]


def known(code: str | None) -> str | None:
    """Return a language code if it is supported, else None."""
    return code if code in _CODES else None


def room_language() -> str:
    """Return the language of the room; without the database, the one of the settings."""
    try:
        code = Room.objects.filter(id=1).values_list("language", flat=True).first()
    except DatabaseError:
        # The request itself reports the missing database; /health/ shows it as well.
        return str(settings.LANGUAGE_CODE)
    return known(code) or settings.LANGUAGE_CODE


class LanguageMiddleware:
    """Activate the language chosen in this browser, the browser's own, or the room's."""

    def __init__(self, get_response: Next) -> None:
        self._next = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Serve a request in its language."""
        chosen = known(request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME))
        if chosen is None and request.headers.get("Accept-Language"):
            chosen = known(translation.get_language_from_request(request))
        with translation.override(chosen or room_language()):
            request.LANGUAGE_CODE = translation.get_language()
            response = self._next(request)
            response.headers.setdefault(
                "Content-Language", translation.get_language() or settings.LANGUAGE_CODE
            )
            return response


class PersonLanguageMiddleware:
    """Activate the language that the logged-in person has chosen."""

    def __init__(self, get_response: Next) -> None:
        self._next = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Serve a request in the person's language, unless this browser's was chosen by hand."""
        by_hand = known(request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME))
        if by_hand is None and isinstance(request.user, User):
            own = known(request.user.language)
            if own is not None:
                translation.activate(own)
                request.LANGUAGE_CODE = own
        return self._next(request)
