"""API tokens for programs and displays. A secret is generated here, shown once, and not stored."""

import secrets

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from tourney.access import reads
from tourney.access.passwords import Busy
from tourney.access.roles import Role
from tourney.access.viewers import digest_of_secret
from tourney.boards import room
from tourney.journal.refused import Refused
from web.office.reauthentication import act_with_proof, proof_context
from web.shared.access import staff_page
from web.shared.errors import too_busy
from web.shared.forms import Form, say_refused
from web.shared.labels import ROLES


@sensitive_post_parameters()
@never_cache
@require_http_methods(["GET", "POST"])
@staff_page(reads.LOGINS)
def tokens(request: HttpRequest) -> HttpResponse:
    """List all tokens and create new ones.

    The secret is shown in the response to this request only.
    """
    form = Form({"role": "floor"})
    secret = label = ""
    if request.method == "POST":
        form = Form.sent(request)
        made = secrets.token_urlsafe(32)
        # A reload sends the same command with another secret and is refused.
        sent_before = form.command_id
        try:
            done = act_with_proof(
                request,
                form,
                "token.issue",
                needs_proof=form.text("role") == Role.DIRECTOR.value,
                label=form.text("label"),
                role=form.text("role"),
                digest=digest_of_secret(made),
            )
        except Busy:
            return too_busy(request)
        if done is not None:
            secret, label = made, form.text("label")
            form = Form({"role": "floor"})
        elif form.command_id != sent_before:
            form.message = _(
                "This token has already been issued. Its secret was shown then and is not stored."
            )
    context = {
        **proof_context(request),
        "tokens": room.tokens(),
        "secret": secret,
        "label": label,
        "form": form,
        "roles": [(role, words) for role, (words, _explained) in ROLES.items()],
    }
    return render(request, "office/tokens.html", context, status=422 if form.is_wrong else 200)


@require_POST
@staff_page(reads.LOGINS)
def revoke(request: HttpRequest, token_id: int) -> HttpResponse:
    """Revoke a token."""
    form = Form.sent(request)
    if form.act(request, "token.revoke", token=token_id) is None:
        say_refused(request, Refused("refused", form.message, form.rule))
    return redirect("tokens")
