"""Your login: your second factor, and the browsers in which you are logged in."""

from datetime import timedelta
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from tourney.access.factors import codes_left, has_factor
from tourney.access.login_policy import login_policy, may_use_password
from tourney.access.login_sessions import end_others, end_sessions, mark_proven, sessions_of
from tourney.access.one_time_codes import new_recovery_codes
from tourney.access.passwords import Busy
from tourney.access.sessions import SessionStore
from tourney.live.publish import tell_hubs
from tourney.models import User
from tourney.now import room_now
from web.public.login import ApprovalForm
from web.shared.access import staff_page
from web.shared.app_setup import app_context, set_up_app
from web.shared.errors import too_busy
from web.shared.forms import Form
from web.shared.passkeys import can_use_passkeys, creation_options, set_up_passkey
from web.shared.session_rows import session_rows

# Logins without a password change their factors soon after a login only.
_RECENT_LOGIN = timedelta(minutes=15)


@sensitive_post_parameters()
@never_cache
@require_http_methods(["GET", "POST"])
@staff_page()
def own_login(request: HttpRequest) -> HttpResponse:
    """Show second factors and sessions of the own login; end sessions, remove factors, make recovery codes."""
    user, form = _user_of(request), Form()
    if request.method == "POST":
        form = Form.sent(request)
        what = form.text("what")
        if what in {"end", "end_all"}:
            return _end(request, user, form)
        try:
            answer = _change_factors(request, user, form)
        except Busy:
            return too_busy(request)
        if answer is not None:
            return answer
    context = {
        "form": form,
        "factors": list(user.authenticators.all()),
        "codes_left": codes_left(user),
        "needed": login_policy().needs_factor(user.role),
        "ask_password": may_use_password(user),
        "sessions": session_rows(user.pk, request.session.session_key),
    }
    return render(request, "office/own_login.html", context, status=422 if form.is_wrong else 200)


@sensitive_post_parameters()
@never_cache
@require_http_methods(["GET", "POST"])
@staff_page()
def own_app(request: HttpRequest) -> HttpResponse:
    """Set up an authenticator app, in the place of an earlier one, or add a passkey."""
    user, form, passkey_form = _user_of(request), Form(), Form()
    if request.method == "POST":
        sent = Form.sent(request)
        is_passkey = sent.text("what") == "passkey"
        form, passkey_form = (form, sent) if is_passkey else (sent, passkey_form)
        set_up = set_up_passkey if is_passkey else set_up_app
        is_first = not has_factor(user.pk)
        try:
            codes = set_up(request, user, sent) if _is_confirmed(request, user, sent) else None
        except Busy:
            return too_busy(request)
        if codes is not None:
            mark_proven(request)
            if is_first:
                tell_hubs({"close_sessions": end_others(request, user)})
            return _shown_once(request, codes) if codes else redirect("own_login")
    context = {
        "form": form,
        "passkey_form": passkey_form,
        "passkey_options": creation_options(request, user) if can_use_passkeys(request) else None,
        "ask_password": may_use_password(user),
        **app_context(request, user),
    }
    wrong = form.is_wrong or passkey_form.is_wrong
    return render(request, "public/enrol.html", context, status=422 if wrong else 200)


def _change_factors(request: HttpRequest, user: User, form: Form) -> HttpResponse | None:
    """Carry out what the form asks for; None if it was refused."""
    if not _is_confirmed(request, user, form):
        return None
    if form.text("what") == "codes":
        codes = new_recovery_codes()
        done = form.act(request, "factor.recovery_codes", codes=codes)
        return None if done is None or done.repeated else _shown_once(request, codes)
    done = form.act(request, "factor.remove", factor=form.whole("factor"))
    return None if done is None else redirect("own_login")


def _shown_once(request: HttpRequest, codes: list[str]) -> HttpResponse:
    return render(request, "public/recovery_codes.html", {"codes": codes, "onward": reverse("own_login")})


def _end(request: HttpRequest, user: User, form: Form) -> HttpResponse:
    """End one session or all sessions of the own login, and go on: to the login, if this one has ended."""
    number = form.chosen("session") if form.text("what") == "end" else None
    rows = session_rows(user.pk, request.session.session_key)
    ends = {row.id for row in rows if form.text("what") == "end_all" or row.id == number}
    keys = end_sessions([row for row in sessions_of(user.pk) if row.pk in ends])
    tell_hubs({"close_sessions": keys})
    if any(row.here for row in rows if row.id in ends):
        request.session.flush()
        return redirect("login")
    return redirect("own_login")


def _is_confirmed(request: HttpRequest, user: User, form: Form) -> bool:
    """Return whether the person at the browser is the login's: the password, or a login a short time ago.

    Once the login has a second factor, it must have been used in this session as well.

    Raises:
        Busy: too many passwords are being checked.
    """
    row = request.session.login if isinstance(request.session, SessionStore) else None
    is_proven = row is not None and row.proven
    is_recent = row is not None and room_now() - row.started_at < _RECENT_LOGIN
    by_password = may_use_password(user)
    if (has_factor(user.pk) and not is_proven) or not (by_password or is_recent):
        form.message = _("Log out and in again, then try once more.")
        return False
    if not by_password:
        return True
    values: dict[str, Any] = {"username": user.username, "password": form.values.get("password", "")}
    check = ApprovalForm(request, data=values)
    if check.is_valid():
        return True
    wrong = check.has_error("password") or check.wait == 0
    form.fail(
        "password", _("This is not your password.") if wrong else " ".join(map(str, check.non_field_errors()))
    )
    return False


def _user_of(request: HttpRequest) -> User:
    if not isinstance(request.user, User):
        raise TypeError("Logins are rows of User.")
    return request.user
