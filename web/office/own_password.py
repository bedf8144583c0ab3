"""The page on which staff change their own password, with the current one and the second factor if there is one."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters, sensitive_variables
from django.views.decorators.http import require_http_methods

from tourney.access.factors import has_factor
from tourney.access.login_policy import login_policy, may_use_password
from tourney.access.passwords import TURNS, Busy
from tourney.access.viewers import actor_of_user
from tourney.commands.own_password import change_password
from tourney.journal.refused import Refused
from tourney.models import User
from web.office.reauthentication import factor_context, mark_weak, proof_of, reauthenticate, user_of
from web.public.pending_login import finish
from web.shared.access import staff_page
from web.shared.errors import too_busy
from web.shared.forms import Form, command_of


@sensitive_post_parameters()
@sensitive_variables("form")
@never_cache
@require_http_methods(["GET", "POST"])
@staff_page()
def own_password(request: HttpRequest) -> HttpResponse:
    """Change the reader's password, end the other sessions, and give this one a new key."""
    user, form = user_of(request), Form()
    if not may_use_password(user):
        return redirect("own_login")
    if request.method == "POST":
        form = Form.sent(request)
        try:
            changed = _change(request, user, form)
        except Busy:
            return too_busy(request)
        if changed is not None:
            messages.success(
                request,
                _("Your password has been changed. All other browsers with your login have been logged out."),
            )
            return finish(
                request, changed, reverse("own_login"), verified=has_factor(user.pk), rotates_key=True
            )
    context = {
        "form": form,
        "username": user.username,
        **factor_context(request, user),
        "password_length": login_policy().password_length,
    }
    return render(request, "office/own_password.html", context, status=422 if form.is_wrong else 200)


def _change(request: HttpRequest, user: User, form: Form) -> User | None:
    """Change the password; return the login with the new one, or None if the form has errors."""
    password = form.values.get("new", "")
    # First, so that a refused password does not use up a code.
    mark_weak(form, "new", user)
    if password == form.values.get("password"):
        form.fail("new", _("Enter a password other than the current one."))
    checked = reauthenticate(request, form)
    if checked is None or form.is_wrong:
        return None
    try:
        with TURNS:
            change_password(
                actor=actor_of_user(user),
                command_id=command_of(form.command_id),
                password=password,
                **proof_of(request, checked),
            )
    except Refused as error:
        form.refuse(error)
        return None
    return User.objects.get(pk=user.pk)
