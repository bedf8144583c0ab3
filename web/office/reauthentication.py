"""Reauthentication before a login is changed: the password again, or a recent login, and the second factor."""

from datetime import timedelta
from typing import Any

from django.http import HttpRequest
from django.utils.translation import gettext as _

from tourney.access import guard
from tourney.access.factors import has_factor, is_code_right, unused_code_bounds
from tourney.access.login_policy import may_use_password
from tourney.access.login_sessions import own_key
from tourney.access.sessions import SessionStore
from tourney.commands.logins import require_strong
from tourney.commands.proof import require_session
from tourney.journal.commands import CommandResult
from tourney.journal.refused import Refused
from tourney.models import Authenticator, User
from tourney.now import room_now
from web.public.login import ApprovalForm
from web.shared.factor_faults import fault_of_code, fault_of_passkey
from web.shared.forms import Form
from web.shared.passkeys import request_options

# Logins without a password change their factors soon after a login only.
_RECENT_LOGIN = timedelta(minutes=15)


def user_of(request: HttpRequest) -> User:
    """Return the login of a staff page."""
    if not isinstance(request.user, User):
        raise TypeError("Logins are rows of User.")
    return request.user


def factor_context(request: HttpRequest, user: User) -> dict[str, Any]:
    """Return what a form asks for as the second factor: a code, a passkey, or neither."""
    has = has_factor(user.pk)
    # Those who have only passkeys may use a recovery code instead.
    by_code = user.authenticators.filter(kind=Authenticator.APP).exists() or "code" in request.GET
    options = request_options(request, user) if has and not by_code else None
    return {"asks_code": has and options is None, "passkey_options": options}


def act_with_proof(
    request: HttpRequest, form: Form, kind: str, /, *, needs_proof: bool, **arguments: Any
) -> CommandResult | None:
    """Run a form's command; if it needs proof, with the actor's password and second factor from the form.

    Raises:
        Busy: too many passwords are being checked.
    """
    proof: dict[str, Any] = {}
    if needs_proof:
        checked = reauthenticate(request, form, asked_in="own_password")
        if checked is None:
            return None
        proof = proof_of(request, checked)
    return form.act(request, kind, **arguments, **proof)


def mark_weak(form: Form, name: str, user: User) -> None:
    """Mark a field with a new password for a login that is too weak for one."""
    try:
        require_strong(form.values.get(name, ""), user)
    except Refused as error:
        form.fail(name, error.fields["password"])


def proof_of(request: HttpRequest, checked: User) -> dict[str, Any]:
    """Return what a command takes as proof, once the login has been reauthenticated."""
    return {"own_digest": checked.get_session_auth_hash(), "own_session": own_key(request)}


def proof_context(request: HttpRequest) -> dict[str, Any]:
    """Return what forms ask for besides the second factor: the actor's password, if the login has one."""
    user = user_of(request)
    return {"own_password": may_use_password(user), **factor_context(request, user)}


def reauthenticate(
    request: HttpRequest, form: Form, *, asked_in: str = "password", code: str = "code"
) -> User | None:
    """Check the password again, or that the login was recent if it has no password; return the login.

    If the login has a second factor, it must have been used in this session and is asked for again: an open browser and
    the password must not be enough to remove it.

    Args:
        asked_in: the field with the password.
        code: the field with the code of the second factor.

    Returns:
        The login as it was when its password was checked; None if the form has errors.

    Raises:
        Busy: too many passwords are being checked.
    """
    user = user_of(request)
    try:
        require_session(user, own_key(request))
    except Refused as error:
        form.refuse(error)
        return None
    if may_use_password(user):
        checked = _by_password(request, user, form, asked_in, code)
    else:
        checked = _by_age(request, user, form)
    if checked is None:
        return None
    if form.is_wrong:
        # Other errors of the form do not use up a code.
        if has_factor(user.pk):
            _mark_wrong_code(user, form, code)
        return None
    # Checked last, for the same reason.
    return checked if not has_factor(user.pk) or _factor_is_right(request, user, form, code) else None


def _mark_wrong_code(user: User, form: Form, code: str) -> None:
    """Mark a wrong code besides other errors of the form, so that all are mended at once. No code is used up.

    Has limits of its own: those who do not know the password must not lock the codes of the login.
    """
    if form.values.get("passkey"):
        return
    try:
        noted = guard.count(*unused_code_bounds(user.pk))
    except guard.LockedOut:
        return
    if is_code_right(user.pk, form.values.get(code, "")):
        guard.withdraw(noted)
    else:
        form.fail(code, _("This code is wrong or has already been used."))


def _by_age(request: HttpRequest, user: User, form: Form) -> User | None:
    row = request.session.login if isinstance(request.session, SessionStore) else None
    if row is not None and room_now() - row.started_at < _RECENT_LOGIN:
        return user
    form.message = _("Log out and in again, then try once more.")
    return None


def _by_password(request: HttpRequest, user: User, form: Form, asked_in: str, code: str) -> User | None:
    values: dict[str, Any] = {"username": user.username, "password": form.values.get(asked_in, "")}
    check = ApprovalForm(request, data=values)
    if check.is_valid():
        checked = check.get_user()
        if isinstance(checked, User):
            return checked
    wrong = check.has_error("password") or check.wait == 0
    form.fail(
        asked_in, _("This is not your password.") if wrong else " ".join(map(str, check.non_field_errors()))
    )
    if wrong and has_factor(user.pk):
        _mark_wrong_code(user, form, code)
    return None


def _factor_is_right(request: HttpRequest, user: User, form: Form, code: str) -> bool:
    if form.values.get("passkey") and code == "code":
        fault = fault_of_passkey(request, user, form)
        form.message = fault.text if fault else ""
    else:
        fault = fault_of_code(request, user, form.values.get(code, ""))
        if fault is not None:
            form.fail(code, fault.text)
    return fault is None
