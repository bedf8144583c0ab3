"""A login whose password was right and whose second factor is still missing: there is no login yet."""

from datetime import timedelta

from django.conf import settings
from django.contrib.auth import login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.crypto import constant_time_compare

from tourney.access import login_sessions, logins
from tourney.access.factors import has_factor
from tourney.access.login_policy import login_policy
from tourney.access.sessions import SessionStore
from tourney.access.viewers import actor_of_user
from tourney.models import User
from tourney.now import room_now, server_ms
from web.shared.landing import landing_page

_PENDING = "pending_login"
_LIFETIME = timedelta(minutes=10)


def after_password(request: HttpRequest, user: User, page: str) -> HttpResponse:
    """Go on after the right password: to the second factor, to its set-up if the role needs one, or log in.

    Args:
        page: where to go after the login; "" for the page where the role works.
    """
    has = has_factor(user.pk)
    if not has and not login_policy().needs_factor(user.role):
        return finish(request, user, page, proven=False)
    # Under a new key: someone who knows the present one (session fixation) must not share the login that follows.
    request.session.flush()
    request.session[_PENDING] = {
        "user": user.pk,
        "hash": user.get_session_auth_hash(),
        "until": server_ms() + _LIFETIME // timedelta(milliseconds=1),
        "page": page,
    }
    if isinstance(request.session, SessionStore):
        request.session.ends_at = room_now() + _LIFETIME
    return redirect("login_code" if has else "login_enrol")


def pending_user(request: HttpRequest) -> User | None:
    """Return the login that waits for its second factor in this browser; None if there is none any more."""
    found = request.session.get(_PENDING)
    if not isinstance(found, dict) or found["until"] < server_ms():
        return None
    user = User.objects.filter(pk=found["user"], is_active=True).first()
    if user is None or not constant_time_compare(found["hash"], user.get_session_auth_hash()):
        return None
    return user


def page_after(request: HttpRequest) -> str:
    """Return where to go after the pending login; "" for the page where the role works."""
    return str((request.session.get(_PENDING) or {}).get("page", ""))


def finish(request: HttpRequest, user: User, page: str, *, proven: bool) -> HttpResponse:
    """Log in, remember this browser, and go to a page.

    Args:
        page: where to go; "" for the page where the role works.
        proven: whether a second factor was used.
    """
    request.session.pop(_PENDING, None)
    login(request, user, backend=settings.AUTHENTICATION_BACKENDS[0])
    login_sessions.begin(request, user, proven=proven)
    response = redirect(page or landing_page(actor_of_user(user)))
    logins.remember_device(request, response, user)
    return response
