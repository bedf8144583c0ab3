"""The second step of a login: a code, or the set-up of a second factor if the role needs one."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from tourney.access.factors import codes_left, has_factor, is_recovery_code
from tourney.access.login_policy import login_policy
from tourney.models import User
from web.public.pending_login import finish, page_after, pending_user
from web.shared.app_setup import app_context, set_up_app
from web.shared.factor_faults import fault_of_code, fault_of_passkey
from web.shared.forms import Form
from web.shared.passkeys import (
    can_use_passkeys,
    creation_options,
    request_options,
    set_up_passkey,
)


@sensitive_post_parameters()
@never_cache
@require_http_methods(["GET", "POST"])
def code(request: HttpRequest) -> HttpResponse:
    """Ask for the code of the second factor, or a recovery code, and log in."""
    user = pending_user(request)
    if user is None or not has_factor(user.pk):
        return redirect("login")
    form, status, passkey_fault = Form(), 200, ""
    if request.method == "POST":
        form = Form.sent(request)
        if form.values.get("passkey"):
            fault = fault_of_passkey(request, user, form)
            passkey_fault = fault.text if fault else ""
        else:
            fault = fault_of_code(request, user, form.values.get("code", ""))
            if fault is not None:
                form.fail("code", fault.text)
        if fault is None:
            _note_recovery_code(request, user, form)
            return finish(request, user, page_after(request), verified=True)
        status = 429 if fault.is_locked else 200
    context = {
        "form": form,
        "username": user.username,
        "passkey_options": request_options(request, user),
        "passkey_fault": passkey_fault,
    }
    return render(request, "public/second_step.html", context, status=status)


def _note_recovery_code(request: HttpRequest, user: User, form: Form) -> None:
    """Tell a person who logged in with a recovery code how many are left."""
    if form.values.get("passkey") or not is_recovery_code(form.values.get("code", "")):
        return
    left = codes_left(user)
    text = ngettext(
        "You logged in with a recovery code. %(count)s unused code is left.",
        "You logged in with a recovery code. %(count)s unused codes are left.",
        left,
    )
    messages.warning(request, text % {"count": left})


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
