"""A login whose password was right and whose second factor is still missing: there is no login yet."""

import logging
import uuid
from datetime import timedelta

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.crypto import constant_time_compare
from django.utils.translation import gettext as _

from tourney.access import login_sessions, logins
from tourney.access.decisions import log_factor_needed, log_login
from tourney.access.factors import has_factor
from tourney.access.login_lock import lock_new_session
from tourney.access.login_policy import login_policy
from tourney.access.sessions import SessionStore
from tourney.access.viewers import actor_of_user, address_of_request
from tourney.commands.login_notes import note_login
from tourney.journal.refused import Refused
from tourney.models import User
from tourney.now import room_now, server_ms
from web.public import ended_login
from web.shared.landing import landing_page

log = logging.getLogger(__name__)
_PENDING = "pending_login"
_LIFETIME = timedelta(minutes=10)


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


def finish(
    request: HttpRequest, user: User, page: str, *, verified: bool, rotates_key: bool = False
) -> HttpResponse:
    """Log in, remember this browser, and go to a page; go to the second factor first if one is needed and was not used.

    Args:
        user: as it was when its password, factor or identity was checked.
        page: where to go; "" for the page where the role works.
        verified: whether a second factor was used.
        rotates_key: whether this only gives an open session another key, which does not count as a login.
    """
    with transaction.atomic():
        # From here on nothing changes what is checked, until the session has begun.
        lock_new_session()
        current = User.objects.filter(pk=user.pk, is_active=True).first()
        if current is None or current.get_session_auth_hash() != user.get_session_auth_hash():
            messages.error(request, _("This login has just been changed. Log in again."))
            return redirect("login")
        if not verified and (has_factor(user.pk) or login_policy().needs_factor(current.role)):
            return _wait_for_factor(request, current, page)
        request.session.pop(_PENDING, None)
        login(request, current, backend=settings.AUTHENTICATION_BACKENDS[0])
        login_sessions.begin(request, current, verified=verified)
    if not rotates_key:
        log_login(current.pk, verified=verified)
        _note(request, current)
    response = redirect(page or landing_page(actor_of_user(user)))
    logins.remember_device(request, response, user)
    ended_login.note_login(request, response)
    return response


def _note(request: HttpRequest, user: User) -> None:
    """Record a login that has begun in the journal of the room."""
    try:
        note_login(actor=actor_of_user(user), command_id=uuid.uuid4(), address=address_of_request(request))
    except Refused as refusal:
        # A long command of the room, such as an import, must not prevent a login. The log contains it in any case.
        log.warning("The login of user:%s is not in the journal: %s", user.pk, refusal.code)


def _wait_for_factor(request: HttpRequest, user: User, page: str) -> HttpResponse:
    """Go on to the second factor, or to its set-up."""
    log_factor_needed(user.pk)
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
    return redirect("login_code" if has_factor(user.pk) else "login_enrol")
