"""A browser whose login has ended without a press of "Log out": its login page says so.

Only a cookie says that there was a login. It names no one and is not checked: the page tells an outsider nothing.
"""

from django.http import HttpRequest, HttpResponse

_COOKIE, _VALUE = "room_logged_in", "1"
_PATH = "/login/"


def note_login(request: HttpRequest, response: HttpResponse) -> None:
    """Mark a browser in which a login begins."""
    response.set_cookie(
        _COOKIE, _VALUE, httponly=True, samesite="Lax", secure=request.is_secure(), path=_PATH
    )


def forget_login(response: HttpResponse) -> None:
    """Take the mark away, because this browser was logged out on purpose."""
    response.delete_cookie(_COOKIE, path=_PATH, samesite="Lax")


def has_ended(request: HttpRequest) -> bool:
    """Return whether there was a login in this browser that was not logged out on purpose."""
    return not request.user.is_authenticated and request.COOKIES.get(_COOKIE) == _VALUE
