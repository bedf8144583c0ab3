"""The room's login policy: second factors, sessions and passwords."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from tourney.access import reads
from tourney.access.login_policy import login_policy
from tourney.access.passwords import Busy
from web.office.logins import LOGIN_ROLES
from web.office.reauthentication import act_with_proof, proof_context
from web.shared.access import staff_page
from web.shared.errors import too_busy
from web.shared.forms import Form

_NUMBERS = ("session_hours", "idle_minutes", "password_length")


@sensitive_post_parameters()
@never_cache
@require_http_methods(["GET", "POST"])
@staff_page(reads.LOGINS)
def policy(request: HttpRequest) -> HttpResponse:
    """Set what the room demands of staff logins."""
    now = login_policy()
    form = Form(
        {
            **{name: getattr(now, name) for name in _NUMBERS},
            **{f"factor_{role}": "on" for role in now.factor_roles},
        }
    )
    if request.method == "POST":
        form = Form.sent(request)
        numbers = {name: form.whole(name) for name in _NUMBERS}
        roles = [role for role, _words in LOGIN_ROLES if form.flag(f"factor_{role}")]
        try:
            done = act_with_proof(
                request, form, "login.policy", needs_proof=True, factor_roles=roles, **numbers
            )
        except Busy:
            return too_busy(request)
        if done is not None:
            return redirect("login_policy")
    context = {
        **proof_context(request),
        "form": form,
        "roles": [(f"factor_{role}", words) for role, words in LOGIN_ROLES],
    }
    return render(request, "office/login_policy.html", context, status=422 if form.is_wrong else 200)
