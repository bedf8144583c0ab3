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
from tourney.access.login_policy import login_policy
from tourney.access.passwords import Busy
from tourney.access.roles import Role
from tourney.access.viewers import digest_of_secret
from tourney.boards import room
from tourney.commands.password_links import LINK_HOURS, require_address
from tourney.journal.commands import CommandResult
from tourney.journal.refused import Refused
from tourney.models import User
from tourney.services.addresses import room_address
from tourney.services.password_mail import sends_links
from web.office.reauthentication import act_with_proof, mark_weak, proof_context
from web.shared.access import actor_of, staff_page
from web.shared.errors import too_busy
from web.shared.forms import Form
from web.shared.labels import ROLES
from web.shared.session_rows import session_rows

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
        try:
            if _add(request, form) is not None:
                return redirect("people")
        except Busy:
            return too_busy(request)
    context = {
        **proof_context(request),
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
    forms = {
        "change": Form({"role": row.role, "active": "on" if row.is_active else ""}),
        "email": Form({"email": row.email}),
        **{name: Form() for name in ("password", "link", "reset_factors", "end_sessions")},
    }
    made_link = ""
    if request.method == "POST":
        sent = Form.sent(request)
        what = sent.text("what")
        forms[what if what in forms else "change"] = sent
        try:
            if what == "link":
                made_link, done = _make_link(request, row, sent), None
            else:
                done = _change(request, row, what, sent)
        except Busy:
            return too_busy(request)
        if done is not None:
            return redirect("person", user_id)
    context = {
        **proof_context(request),
        **forms,
        "person": row,
        "mail_is_sent": sends_links(),
        "made_link": made_link,
        "link_hours": LINK_HOURS["director"],
        "factors": list(row.authenticators.all()),
        "sessions": session_rows(row.pk, request.session.session_key),
        "password_length": login_policy().password_length,
        "roles": LOGIN_ROLES,
        "explained": [(words, text) for role, (words, text) in ROLES.items() if Role(role).for_people],
        "is_me": _is_own(request, user_id),
        "is_director": row.role == Role.DIRECTOR.value,
        "lacks_password": not row.has_usable_password(),
    }
    wrong = any(form.is_wrong for form in forms.values())
    return render(request, "office/login.html", context, status=422 if wrong else 200)


def _is_own(request: HttpRequest, user: int) -> bool:
    return actor_of(request).key == f"user:{user}"


def _add(request: HttpRequest, form: Form) -> CommandResult | None:
    username, role = form.text("username"), form.text("role")
    makes_director = role == Role.DIRECTOR.value
    if makes_director:
        # First, so that a refused password does not use up a code.
        mark_weak(form, "password", User(username=username, role=role))
    given = {"username": username, "role": role, "password": form.values.get("password", "")}
    return act_with_proof(request, form, "login.add", needs_proof=makes_director, **given)


def _change(request: HttpRequest, row: User, what: str, form: Form) -> CommandResult | None:
    """Run the command of one of the forms; what concerns a director or an address needs the actor's password."""
    about_director = row.role == Role.DIRECTOR.value
    is_own = _is_own(request, row.pk)
    given: dict[str, Any]
    match what:
        case "email":
            kind, needs_proof, given = "login.email", True, {"email": form.text("email")}
            _mark_no_address(form)
        case "password":
            kind, needs_proof = "login.password", about_director and not is_own
            given = {"password": form.values.get("password", "")}
            if needs_proof:
                mark_weak(form, "password", row)
        case "reset_factors":
            kind, needs_proof, given = "login.reset_factors", about_director and not is_own, {}
        case "end_sessions":
            kind, needs_proof = "login.end_sessions", about_director and not is_own
            given = _session(form)
        case _:
            given = {"role": form.text("role"), "active": form.flag("active")}
            kind, needs_proof = "login.change", about_director or given["role"] == Role.DIRECTOR.value
    return act_with_proof(request, form, kind, needs_proof=needs_proof, user=row.pk, **given)


def _mark_no_address(form: Form) -> None:
    """Mark an invalid e-mail address before a code is used up."""
    try:
        require_address(form.text("email"))
    except Refused as error:
        form.fail("email", error.message)


def _make_link(request: HttpRequest, row: User, form: Form) -> str:
    """Make a link for a new password; return its address, or "" if the form has errors."""
    secret = secrets.token_urlsafe(32)
    given = {"user": row.pk, "digest": digest_of_secret(secret), "way": "director"}
    needs_proof = row.role == Role.DIRECTOR.value and not _is_own(request, row.pk)
    made = act_with_proof(request, form, "login.make_link", needs_proof=needs_proof, **given)
    if made is None or made.repeated:
        return ""
    return room_address(request) + reverse("login_new_password", args=[secret])


def _session(form: Form) -> dict[str, int | None]:
    """Return the session that a form names; nothing for what ends all of them."""
    return {"session": form.chosen("session")} if form.text("session") else {}
