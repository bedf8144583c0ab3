"""Single sign-on: to the provider, and back."""

import logging
import uuid
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.crypto import constant_time_compare
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from tourney.access import guard
from tourney.access.roles import Actor, Role
from tourney.access.sessions import SessionStore
from tourney.access.single_sign_on import Identity, SignOnFailed, Started, complete, is_configured, start
from tourney.access.viewers import address_of_request, viewer_of_user
from tourney.commands import change_person
from tourney.commands.identities import add_external, link_identity
from tourney.journal.refused import Refused
from tourney.models import LoginIdentity, User
from tourney.now import room_now, server_ms
from web.public.pending_login import finish
from web.shared.access import LONGEST_ADDRESS
from web.shared.landing import landing_page

log = logging.getLogger(__name__)
SIGN_ON = Actor("system:sso", "Single sign-on", Role.DIRECTOR)
_WAITING = "single_sign_on"
_LIFETIME = timedelta(minutes=10)
_LONGEST_CODE = 4000


@never_cache
@require_GET
def sign_on(request: HttpRequest) -> HttpResponse:
    """Send the browser to the provider."""
    if not is_configured():
        raise Http404
    page = request.GET.get("next", "")
    ours = url_has_allowed_host_and_scheme(page, {request.get_host()}, require_https=request.is_secure())
    page = page if ours and len(page) <= LONGEST_ADDRESS else ""
    actor = viewer_of_user(request.user).actor
    if actor is not None:
        # No link may log anybody out.
        return redirect(page or landing_page(actor))
    base = settings.PUBLIC_URL.rstrip("/") or f"{request.scheme}://{request.get_host()}"
    try:
        guard.count(guard.Bound("sign_on", address_of_request(request), 60))
        address, started = start(base + reverse("login_sso_callback"))
    except guard.LockedOut:
        return _refused(request, _("Too many attempts. Try again in a few minutes."))
    except SignOnFailed as error:
        log.error("Single sign-on could not begin: %s", error)
        return _refused(request, _("The sign-on service can’t be reached at the moment."))
    request.session.flush()
    request.session[_WAITING] = {
        **started.as_json(),
        "until": server_ms() + _LIFETIME // timedelta(milliseconds=1),
        "page": page,
    }
    if isinstance(request.session, SessionStore):
        request.session.ends_at = room_now() + _LIFETIME
    return HttpResponseRedirect(address)


@never_cache
@require_GET
def callback(request: HttpRequest) -> HttpResponse:
    """Log in the person whom the provider names. Each attempt is good for one answer."""
    if not is_configured():
        raise Http404
    waiting = request.session.pop(_WAITING, None)
    code = request.GET.get("code", "")
    if (
        not isinstance(waiting, dict)
        or waiting["until"] < server_ms()
        or not constant_time_compare(request.GET.get("state", ""), waiting["state"])
        or not 0 < len(code) <= _LONGEST_CODE
    ):
        return _refused(request, _("This sign-on was cancelled or took too long. Try again."))
    started = Started(*(waiting[name] for name in ("state", "nonce", "verifier", "callback")))
    try:
        identity = complete(code, started)
        user = _user_of(identity)
    except SignOnFailed as error:
        log.warning("Single sign-on was refused: %s", error)
        return _refused(request, _("The sign-on service gave no valid answer. Try again, or ask a director."))
    except Refused as error:
        return _refused(request, error.message)
    return finish(request, user, waiting["page"], verified=settings.OIDC_SECOND_FACTOR)


def _user_of(identity: Identity) -> User:
    """Return the login of a person, with the role that their groups have; created or linked if the settings say so.

    Raises:
        Refused: there is none, or it is inactive.
    """
    if settings.OIDC_ROLES and identity.role is None:
        raise Refused("no_role", _("Your account has no role in this room. Ask a director."))
    known = LoginIdentity.objects.filter(issuer=identity.issuer, subject=identity.subject)
    row = known.select_related("user").first()
    user = row.user if row is not None else _by_email(identity)
    who: dict[str, Any] = {"issuer": identity.issuer, "subject": identity.subject}
    if user is None:
        if identity.role is None:
            raise Refused(
                "no_login", _("Your account is not linked to a login of this room. Ask a director.")
            )
        made = add_external(
            actor=SIGN_ON, command_id=uuid.uuid4(), name=identity.name[:255], role=identity.role.value, **who
        )
        return User.objects.get(pk=(made.answer or {})["user"])
    if not user.is_active:
        raise Refused("inactive", _("This login is inactive. Ask a director."))
    if row is None:
        link_identity(actor=SIGN_ON, command_id=uuid.uuid4(), user=user.pk, **who)
    if identity.role is not None and identity.role != user.role:
        change_person(
            actor=SIGN_ON, command_id=uuid.uuid4(), user=user.pk, role=identity.role.value, active=True
        )
        user.refresh_from_db()
    return user


def _by_email(identity: Identity) -> User | None:
    """Return the login with the person's verified address that is linked to no account, if the settings allow it."""
    if not settings.OIDC_LINK_BY_EMAIL or not identity.email:
        return None
    rows = User.objects.filter(identities__isnull=True).exclude(email="")
    found = [user for user in rows if _is_same_address(user.email, identity.email)]
    return found[0] if len(found) == 1 else None


def _is_same_address(one: str, other: str) -> bool:
    """Compare without regard to case for ASCII only: beyond it, other people's addresses fold to the same text."""
    return one == other or (one.isascii() and other.isascii() and one.lower() == other.lower())


def _refused(request: HttpRequest, text: str) -> HttpResponse:
    messages.error(request, text)
    return redirect("login")
