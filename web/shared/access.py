"""Access control of pages."""

import functools
from collections.abc import Callable
from typing import Concatenate, ParamSpec

from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponseBase

from tourney.access.roles import Actor, Permission
from tourney.access.viewers import viewer_of_user
from tourney.snapshot import consistent_read

LONGEST_ADDRESS = 2000
_READS = ("GET", "HEAD")
P = ParamSpec("P")
View = Callable[Concatenate[HttpRequest, P], HttpResponseBase]


def staff_page(
    needs: Permission = Permission.SEE_STAFF, *, makes_links: bool = False
) -> Callable[[View[P]], View[P]]:
    """Restrict a page to logins with a permission; others are sent to the login or refused.

    Args:
        makes_links: for sheets on which a missing player link is made when they are printed. All other pages only read,
            unless they are posted.
    """

    def guard(view: View[P]) -> View[P]:
        @functools.wraps(view)
        def guarded(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponseBase:
            actor = viewer_of_user(request.user).actor
            if actor is None:
                address = request.get_full_path()
                # Browsers and proxies limit the length of addresses; none of ours is that long.
                return redirect_to_login(
                    address if len(address) <= LONGEST_ADDRESS else request.path[:LONGEST_ADDRESS]
                )
            if not actor.may(needs):
                raise PermissionDenied
            if makes_links or request.method not in _READS:
                return view(request, *args, **kwargs)
            # All parts of a page are read from one snapshot, and what several of them need is read once.
            with consistent_read():
                return view(request, *args, **kwargs)

        return guarded

    return guard


def actor_of(request: HttpRequest) -> Actor:
    """Return the actor of a staff page."""
    actor = viewer_of_user(request.user).actor
    if actor is None:
        raise PermissionDenied
    return actor
