"""Authentication: API tokens and login sessions."""

from django.conf import settings
from django.http import HttpRequest
from django.utils.translation import gettext as _
from ninja.security import APIKeyCookie, HttpBearer
from ninja.utils import check_csrf

from tourney.access.roles import Actor, Permission
from tourney.access.viewers import (
    PUBLIC,
    UnknownToken,
    Viewer,
    address_of_request,
    viewer_of_token,
    viewer_of_user,
)
from tourney.journal.refused import Refused

_HARMLESS = {"GET", "HEAD", "OPTIONS"}


class BearerToken(HttpBearer):
    """`Authorization: Bearer <token>`, for programs."""

    openapi_description = "A token, issued by a director (page “Tokens”, or `POST /api/v1/tokens`)."

    def authenticate(self, request: HttpRequest, token: str) -> Viewer:
        """Find the token.

        Raises:
            Refused: it was never issued, or was revoked (`unknown_token`).
            LockedOut: this address sent too many wrong ones.
        """
        try:
            return viewer_of_token(token.strip(), address_of_request(request))
        except UnknownToken:
            raise Refused("unknown_token", _("This token is unknown or has been revoked.")) from None


class LoginSession(APIKeyCookie):
    """The session of a login, for our own pages. Writing requests also need `X-CSRFToken`."""

    param_name = settings.SESSION_COOKIE_NAME
    openapi_description = (
        "The cookie of somebody who is logged in. Whatever is not a GET must carry the header `X-CSRFToken`."
    )

    def __init__(self) -> None:
        # Checked below, once it is clear that the session authenticates the caller, not a token.
        super().__init__(csrf=False)

    def authenticate(self, request: HttpRequest, key: str | None) -> Viewer | None:
        """Return the logged-in user.

        Raises:
            Refused: the request writes and does not come from one of our pages (`page_out_of_date`).
        """
        viewer = viewer_of_user(request.user)
        if viewer.actor is None:
            return None
        if request.method not in _HARMLESS and check_csrf(request) is not None:
            text = _("This page is out of date. Reload it and try again.")
            raise Refused("page_out_of_date", text)
        return viewer


def anybody(request: HttpRequest) -> Viewer:
    """Admit callers without a token or login as the public."""
    return PUBLIC


KNOWN = [BearerToken(), LoginSession()]
OPEN = [*KNOWN, anybody]


def viewer_of(request: HttpRequest) -> Viewer:
    """Return the caller."""
    viewer: Viewer = request.auth  # type: ignore[attr-defined]
    return viewer


def allowed(request: HttpRequest, needs: Permission) -> Actor:
    """Return the caller, if their role has a permission.

    Raises:
        Refused: it does not (`not_allowed`).
    """
    actor = viewer_of(request).actor
    if actor is None or not actor.may(needs):
        raise Refused("not_allowed", _("Your role does not allow this."))
    return actor
