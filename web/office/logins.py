"""Logins of the staff."""

import secrets
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from tourney.access import reads
from tourney.access.login_policy import login_policy, may_use_password
from tourney.access.login_sessions import own_key
from tourney.access.passwords import Busy
from tourney.access.roles import Role
from tourney.access.viewers import digest_of_secret
from tourney.boards import room
from tourney.commands.password_links import LINK_HOURS
from tourney.journal.commands import CommandResult
from tourney.models import User
from tourney.services.addresses import room_address
from tourney.services.password_mail import sends_links
from web.office.reauthentication import factor_context, reauthenticate, user_of
from web.shared.access import actor_of, staff_page
from web.shared.errors import too_busy
from web.shared.forms import Form
from web.shared.labels import ROLES
from web.shared.session_rows import session_rows

_ACTIONS = {"reset_factors": "login.reset_factors", "end_sessions": "login.end_sessions"}
LOGIN_ROLES = [(role, words) for role, (words, _explained) in ROLES.items() if Role(role).for_people]


@sensitive_post_parameters()
@never_cache
@require_http_methods(["GET", "POST"])
@staff_page(reads.LOGINS)
def people(request: HttpRequest) -> HttpResponse:
    """List all logins and create new ones."""
    form = Form({"role": "floor"})
    if request.method == "POST":
        form = Form.sent(request)
        done = form.act(
            request,
            "login.add",
            username=form.text("username"),
            role=form.text("role"),
            password=form.values.get("password", ""),
        )
        if done is not None:
            return redirect("people")
    context = {
        "people": room.people(),
        "me": actor_of(request).key,
        "form": form,
        "roles": LOGIN_ROLES,
        "explained": [(words, text) for words, text in ROLES.values()],
        "password_length": login_policy().password_length,
    }
    return render(request, "office/logins.html", context, status=422 if form.is_wrong else 200)


@sensitive_post_parameters()
@never_cache
@require_http_methods(["GET", "POST"])
@staff_page(reads.LOGINS)
def person(request: HttpRequest, user_id: int) -> HttpResponse:
    """Edit one login: permissions, active state, a new password."""
    row = User.objects.filter(pk=user_id).first()
    if row is None:
        raise Http404
    change = Form({"role": row.role, "active": "on" if row.is_active else ""})
    password, other, email = Form(), Form(), Form({"email": row.email})
    link = ""
    if request.method == "POST":
        sent = Form.sent(request)
        if sent.values.get("what") == "link":
            other = sent
            secret = secrets.token_urlsafe(32)
            digest = digest_of_secret(secret)
            made = sent.act(request, "login.make_link", user=user_id, digest=digest, way="director")
            done = None
            if made is not None and not made.repeated:
                link = room_address(request) + reverse("login_new_password", args=[secret])
        elif sent.values.get("what") == "email":
            email = sent
            try:
                done = _set_email(request, user_id, sent)
            except Busy:
                return too_busy(request)
        elif sent.values.get("what") in _ACTIONS:
            other = sent
            done = sent.act(request, _ACTIONS[sent.text("what")], user=user_id, **_session(sent))
        elif sent.values.get("what") == "password":
            password = sent
            given = sent.values.get("password", "")
            done = sent.act(request, "login.password", user=user_id, password=given)
        else:
            change = sent
            done = sent.act(
                request, "login.change", user=user_id, role=sent.text("role"), active=sent.flag("active")
            )
        if done is not None:
            return redirect("person", user_id)
    is_me = _is_own(request, user_id)
    context = {
        **(factor_context(request, user_of(request)) if is_me else {}),
        "person": row,
        "change": change,
        "password": password,
        "other": other,
        "email": email,
        "mail_is_sent": sends_links(),
        "link": link,
        "link_hours": LINK_HOURS["director"],
        "factors": list(row.authenticators.all()),
        "sessions": session_rows(row.pk, request.session.session_key),
        "password_length": login_policy().password_length,
        "roles": LOGIN_ROLES,
        "explained": [(words, text) for role, (words, text) in ROLES.items() if Role(role).for_people],
        "is_me": is_me,
        "own_password": may_use_password(row),
    }
    wrong = any(form.is_wrong for form in (change, password, other, email))
    return render(request, "office/login.html", context, status=422 if wrong else 200)


def _is_own(request: HttpRequest, user: int) -> bool:
    return actor_of(request).key == f"user:{user}"


def _set_email(request: HttpRequest, user: int, form: Form) -> CommandResult | None:
    """Set the e-mail address of a login; of the own one with the current password and the second factor."""
    proof: dict[str, Any] = {}
    if _is_own(request, user):
        checked = reauthenticate(request, form)
        if checked is None:
            return None
        proof = {"digest": checked.get_session_auth_hash(), "session": own_key(request)}
    return form.act(request, "login.email", user=user, email=form.text("email"), **proof)


def _session(form: Form) -> dict[str, int | None]:
    """Return the session that a form names; nothing for what ends all of them."""
    return {"session": form.chosen("session")} if form.text("session") else {}
