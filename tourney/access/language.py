"""In which language a page speaks: the person's own, else the browser's choice, else the room's."""

from collections.abc import Callable

from django.conf import settings
from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse
from django.utils import translation

from tourney.models import Room, User

_CODES = {code for code, _name in settings.LANGUAGES}
Next = Callable[[HttpRequest], HttpResponse]


def known(code: str | None) -> str | None:
    """A language code the house speaks, or None."""
    return code if code in _CODES else None


def room_language() -> str:
    """The language of the room; without the database, the one of the settings."""
    try:
        code = Room.objects.filter(id=1).values_list("language", flat=True).first()
    except DatabaseError:
        # Whoever asks is told so by what they came for; /health/ says it in a word.
        return str(settings.LANGUAGE_CODE)
    return known(code) or settings.LANGUAGE_CODE


class LanguageMiddleware:
    """Speak the language chosen in this browser, the browser's own, or the room's."""

    def __init__(self, get_response: Next) -> None:
        self._next = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer in the right language."""
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
    """Speak the language that the person who is logged in has chosen for themselves."""

    def __init__(self, get_response: Next) -> None:
        self._next = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer in the person's language, unless this browser's was chosen by hand."""
        by_hand = known(request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME))
        if by_hand is None and isinstance(request.user, User):
            own = known(request.user.language)
            if own is not None:
                translation.activate(own)
                request.LANGUAGE_CODE = own
        return self._next(request)
