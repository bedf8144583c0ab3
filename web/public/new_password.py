"""A new password by a link, from a director or by mail."""

import hashlib
from datetime import timedelta

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters, sensitive_variables
from django.views.decorators.http import require_http_methods

from tourney.access import guard
from tourney.access.login_policy import login_policy
from tourney.access.passwords import TURNS, Busy
from tourney.access.viewers import actor_of_user, address_of_request, digest_of_secret
from tourney.commands.password_links import use_password_link
from tourney.edge.rates import client_of
from tourney.jobs import enqueue
from tourney.journal.refused import Refused
from tourney.models import PasswordLink, PasswordRequest, User
from tourney.now import room_now
from tourney.services.password_mail import sends_links
from web.shared.errors import too_busy
from web.shared.forms import Form, command_of

_HOUR = timedelta(hours=1)
_LONGEST = 254


@never_cache
@require_http_methods(["GET", "POST"])
def forgotten(request: HttpRequest) -> HttpResponse:
    """Take a request for a link by mail. The answer is the same whether a login has the address or not."""
    if not sends_links():
        raise Http404
    form, sent, status = Form(), False, 200
    if request.method == "POST":
        form = Form.sent(request)
        email = form.text("email")
        if not 3 <= len(email) <= _LONGEST or "@" not in email or "\x00" in email:
            form.fail("email", _("Enter a valid e-mail address."))
            status = 422
        else:
            try:
                _request_link(request, email)
                sent = True
            except guard.LockedOut:
                form.fail("email", _("Too many requests. Try again in an hour, or ask a director."))
                status = 429
    return render(request, "public/forgotten.html", {"form": form, "sent": sent}, status=status)


def _request_link(request: HttpRequest, email: str) -> None:
    """Store a request for a link. Nothing is looked up: a worker does that.

    Raises:
        guard.LockedOut: there were too many from this address, or for it.
    """
    mark = hashlib.sha256(email.casefold().encode("utf-8", "surrogatepass")).hexdigest()[:40]
    guard.count(
        guard.Bound("mail_client", client_of(address_of_request(request)), 10, _HOUR),
        guard.Bound("mail_address", mark, 3, _HOUR),
    )
    row = PasswordRequest.objects.create(
        email=email,
        base=str(settings.PUBLIC_URL).rstrip("/")[:300],
        language=get_language() or settings.LANGUAGE_CODE,
        asked_at=room_now(),
    )
    enqueue("tourney.tasks.slow_password_mail", row.pk, expires=60)


@sensitive_post_parameters()
@sensitive_variables("secret", "form")
@never_cache
@require_http_methods(["GET", "POST"])
def new_password(request: HttpRequest, secret: str) -> HttpResponse:
    """Set a new password with a link. Opening the page does not use the link up: programs open links in mails."""
    digest = digest_of_secret(secret)
    user = _user_of_link(digest)
    if user is None:
        try:
            guard.count(guard.Bound("password_link", address_of_request(request)))
            status = 404
        except guard.LockedOut:
            status = 429
        return render(request, "public/new_password.html", {"gone": True}, status=status)
    form = Form()
    if request.method == "POST":
        form = Form.sent(request)
        try:
            with TURNS:
                use_password_link(
                    actor=actor_of_user(user),
                    command_id=command_of(form.command_id),
                    digest=digest,
                    password=form.values.get("password", ""),
                )
        except Busy:
            return too_busy(request)
        except Refused as error:
            form.refuse(error)
        else:
            messages.success(request, _("The new password is set. Log in with it."))
            return redirect("login")
    context = {"form": form, "username": user.username, "password_length": login_policy().password_length}
    return render(request, "public/new_password.html", context, status=422 if form.is_wrong else 200)


def _user_of_link(digest: str) -> User | None:
    """Return the login of a link that still works."""
    links = PasswordLink.objects.filter(digest=digest, expires_at__gt=room_now(), user__is_active=True)
    link = links.select_related("user").first()
    return None if link is None else link.user
