"""Your login: your second factor, and the browsers in which you are logged in."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from tourney.access.factors import codes_left, has_factor
from tourney.access.login_policy import login_policy, may_use_password
from tourney.access.login_sessions import end_all, end_sessions, own_key, sessions_of
from tourney.access.one_time_codes import new_recovery_codes
from tourney.access.passwords import Busy
from tourney.journal.boards import JournalEntryBoard, journal_entry_board
from tourney.journal.login_entries import own_login_entries
from tourney.journal.readable import readable
from tourney.live.publish import tell_hubs
from tourney.models import User
from tourney.services.password_mail import sends_links
from web.office.reauthentication import factor_context, reauthenticate, user_of
from web.public.ended_login import forget_login
from web.shared.access import actor_of, staff_page
from web.shared.app_setup import app_context, app_waits, check_code_of_app, set_up_app
from web.shared.errors import too_busy
from web.shared.forms import Form
from web.shared.passkeys import can_use_passkeys, creation_options, set_up_passkey
from web.shared.session_rows import session_rows

_MOST_EVENTS = 20


@sensitive_post_parameters()
@never_cache
@require_http_methods(["GET", "POST"])
@staff_page()
def own_login(request: HttpRequest) -> HttpResponse:
    """Show second factors and sessions of the reader's login; end sessions, remove factors, make recovery codes."""
    user, form = user_of(request), Form()
    if request.method == "POST":
        form = Form.sent(request)
        what = form.text("what")
        if what in {"end", "end_others", "end_all"}:
            return _end(request, user, form)
        try:
            answer = _change_factors(request, form)
        except Busy:
            return too_busy(request)
        if answer is not None:
            return answer
    context = {
        "form": form,
        "factors": list(user.authenticators.all()),
        "codes_left": codes_left(user),
        "mail_is_sent": sends_links(),
        "needed": login_policy().needs_factor(user.role),
        "ask_password": may_use_password(user),
        **factor_context(request, user),
        "events": _events(request),
        "sessions": session_rows(user.pk, request.session.session_key),
    }
    return render(request, "office/own_login.html", context, status=422 if form.is_wrong else 200)


@sensitive_post_parameters()
@never_cache
@require_http_methods(["GET", "POST"])
@staff_page()
def own_app(request: HttpRequest) -> HttpResponse:
    """Set up an authenticator app, in the place of an earlier one, or add a passkey."""
    user, form, passkey_form = user_of(request), Form(), Form()
    is_first = not has_factor(user.pk)
    if request.method == "POST":
        sent = Form.sent(request)
        is_passkey = sent.text("what") == "passkey"
        form, passkey_form = (form, sent) if is_passkey else (sent, passkey_form)
        if not is_passkey and not is_first and not app_waits(request, user):
            messages.info(request, _("An authenticator app has been set up in another tab in the meantime."))
            return redirect("own_login")
        set_up = set_up_passkey if is_passkey else set_up_app
        try:
            # The new app is checked first, so that a wrong code for it does not use up a code of the current factor.
            if not is_passkey:
                check_code_of_app(request, user, sent)
            checked = reauthenticate(request, sent, code="current_code")
            codes = set_up(request, user, sent) if checked else None
        except Busy:
            return too_busy(request)
        if codes is not None:
            return _shown_once(request, codes, logged_out=is_first) if codes else redirect("own_login")
    context = {
        "form": form,
        "passkey_form": passkey_form,
        "passkey_options": creation_options(request, user) if can_use_passkeys(request) else None,
        "ask_password": may_use_password(user),
        "asks_current_code": not is_first,
        **app_context(request, user),
    }
    wrong = form.is_wrong or passkey_form.is_wrong
    return render(request, "public/enrol.html", context, status=422 if wrong else 200)


def _change_factors(request: HttpRequest, form: Form) -> HttpResponse | None:
    """Carry out what the form asks for; None if it was refused."""
    if reauthenticate(request, form) is None:
        return None
    session = own_key(request)
    if form.text("what") == "codes":
        codes = new_recovery_codes()
        done = form.act(request, "factor.recovery_codes", codes=codes, session=session)
        return None if done is None or done.repeated else _shown_once(request, codes)
    done = form.act(request, "factor.remove", factor=form.whole("factor"), session=session)
    if done is None:
        return None
    user = user_of(request)
    if not has_factor(user.pk) and may_use_password(user):
        text = _("Your password alone is now enough to log in. Your other browsers stay logged in.")
        messages.info(request, text)
    return redirect("own_login")


def _shown_once(request: HttpRequest, codes: list[str], *, logged_out: bool = False) -> HttpResponse:
    context = {"codes": codes, "onward": reverse("own_login"), "logged_out": logged_out}
    return render(request, "public/recovery_codes.html", context)


def _end(request: HttpRequest, user: User, form: Form) -> HttpResponse:
    """End one session, the others or all of the reader's login, and go on: to the login, if this one has ended."""
    what, own = form.text("what"), own_key(request)
    if what == "end":
        number = form.chosen("session")
        keys = end_sessions(row for row in sessions_of(user.pk) if row.pk == number)
    else:
        keys = end_all(user.pk, but=own if what == "end_others" else "")
    tell_hubs({"close_sessions": keys})
    if own in keys:
        request.session.flush()
        everywhere = what == "end_all"
        text = (
            _("You are logged out in all browsers.")
            if everywhere
            else _("You are logged out in this browser.")
        )
        messages.info(request, text)
        response = redirect("login")
        forget_login(response)
        return response
    if what == "end_others":
        messages.success(request, _("All other browsers with your login have been logged out."))
    elif keys:
        messages.success(request, _("That browser has been logged out."))
    return redirect("own_login")


def _events(request: HttpRequest) -> list[JournalEntryBoard]:
    """Return the latest journal entries about the reader's login, so that its owner notices changes by others."""
    reader = actor_of(request)
    entries = own_login_entries(reader).exclude(kind="login.language")
    entries = entries.select_related("undone_by__undone_by", "undoes")[:_MOST_EVENTS]
    return [journal_entry_board(readable(entry, reader)) for entry in entries]
