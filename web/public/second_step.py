"""The second step of a login: a code, or the set-up of a second factor if the role needs one."""

import uuid

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from tourney.access import guard
from tourney.access.decisions import log_wrong_factor
from tourney.access.factors import accept_app_code, code_bounds, has_factor, recovery_digest
from tourney.access.login_policy import login_policy
from tourney.access.viewers import actor_of_user, address_of_request
from tourney.commands.factors import use_recovery_code
from tourney.commands.login_notes import note_wrong_code
from tourney.journal.refused import Refused
from tourney.models import User
from web.public.pending_login import finish, page_after, pending_user
from web.shared.app_setup import app_context, set_up_app
from web.shared.forms import Form
from web.shared.passkeys import (
    accept_passkey,
    can_use_passkeys,
    creation_options,
    request_options,
    set_up_passkey,
)

_LONGEST = 40


@sensitive_post_parameters()
@never_cache
@require_http_methods(["GET", "POST"])
def code(request: HttpRequest) -> HttpResponse:
    """Ask for the code of the second factor, or a recovery code, and log in."""
    user = pending_user(request)
    if user is None or not has_factor(user.pk):
        return redirect("login")
    form, status, fault = Form(), 200, ""
    if request.method == "POST":
        form = Form.sent(request)
        try:
            if form.values.get("passkey"):
                if accepts_passkey(request, user, form):
                    return finish(request, user, page_after(request), verified=True)
                fault = _("This passkey could not be checked. Try again, or enter a code.")
            elif accepts_code(request, user, form.values.get("code", "")):
                return finish(request, user, page_after(request), verified=True)
            else:
                form.fail("code", _("This code is wrong or has already been used."))
        except guard.LockedOut:
            form.fail("code", _("Too many wrong codes. Try again later, or ask a director to reset them."))
            status = 429
    context = {
        "form": form,
        "username": user.username,
        "passkey_options": request_options(request, user),
        "passkey_fault": fault,
    }
    return render(request, "public/second_step.html", context, status=status)


def accepts_code(request: HttpRequest, user: User, typed: str) -> bool:
    """Return whether a code of the app or a recovery code is right; it is then used up.

    Raises:
        guard.LockedOut: there were too many wrong ones.
    """
    # Counted before it is checked, so that parallel guesses can't exceed the limit.
    noted = guard.count(*code_bounds(user.pk))
    if _is_right(user, typed[:_LONGEST]):
        guard.withdraw(noted)
        return True
    _note_wrong(request, user)
    return False


def accepts_passkey(request: HttpRequest, user: User, form: Form) -> bool:
    """Return whether the browser has a passkey of the login. No answer can be guessed; the limit is of the journal.

    Raises:
        guard.LockedOut: there were too many wrong ones.
    """
    noted = guard.count(guard.Bound("passkey", str(user.pk)))
    if accept_passkey(request, user, form):
        guard.withdraw(noted)
        return True
    _note_wrong(request, user)
    return False


def _note_wrong(request: HttpRequest, user: User) -> None:
    address = address_of_request(request)
    log_wrong_factor(user.pk, address)
    note_wrong_code(
        actor=actor_of_user(user),
        command_id=uuid.uuid4(),
        address=address,
        logged_in=request.user.is_authenticated,
    )


def _is_right(user: User, typed: str) -> bool:
    if accept_app_code(user.pk, typed):
        return True
    digest = recovery_digest(user.pk, typed)
    if digest is None:
        return False
    try:
        use_recovery_code(actor=actor_of_user(user), command_id=uuid.uuid4(), digest=digest)
    except Refused:
        # Another request has just used it.
        return False
    return True


@sensitive_post_parameters()
@never_cache
@require_http_methods(["GET", "POST"])
def enrol(request: HttpRequest) -> HttpResponse:
    """Set up a second factor before the login, because the role needs one."""
    user = pending_user(request)
    if user is None or has_factor(user.pk) or not login_policy().needs_factor(user.role):
        return redirect("login")
    form, passkey_form = Form(), Form()
    if request.method == "POST":
        sent = Form.sent(request)
        if sent.text("what") == "passkey":
            passkey_form = sent
            codes = set_up_passkey(request, user, sent)
        else:
            form = sent
            codes = set_up_app(request, user, sent)
        if codes is not None:
            answer = finish(request, user, page_after(request), verified=True)
            page = render(
                request, "public/recovery_codes.html", {"codes": codes, "onward": answer["Location"]}
            )
            page.cookies = answer.cookies
            return page
    context = {
        "form": form,
        "passkey_form": passkey_form,
        "passkey_options": creation_options(request, user) if can_use_passkeys(request) else None,
        "required": True,
        **app_context(request, user),
    }
    wrong = form.is_wrong or passkey_form.is_wrong
    return render(request, "public/enrol.html", context, status=422 if wrong else 200)
