"""Reauthentication before a login is changed: the password again, or a recent login."""

from datetime import timedelta
from typing import Any

from django.http import HttpRequest
from django.utils.translation import gettext as _

from tourney.access.login_policy import may_use_password
from tourney.access.login_sessions import own_key
from tourney.access.sessions import SessionStore
from tourney.commands.factors import require_session
from tourney.journal.refused import Refused
from tourney.models import User
from tourney.now import room_now
from web.public.login import ApprovalForm
from web.shared.forms import Form

# Logins without a password change their factors soon after a login only.
_RECENT_LOGIN = timedelta(minutes=15)


def user_of(request: HttpRequest) -> User:
    """Return the login of a staff page."""
    if not isinstance(request.user, User):
        raise TypeError("Logins are rows of User.")
    return request.user


def reauthenticate(request: HttpRequest, form: Form) -> User | None:
    """Check the password again, or that the login was recent if it has no password; return the login.

    Once the login has a second factor, it must have been used in this session as well.

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
        return _by_password(request, user, form)
    row = request.session.login if isinstance(request.session, SessionStore) else None
    if row is not None and room_now() - row.started_at < _RECENT_LOGIN:
        return user
    form.message = _("Log out and in again, then try once more.")
    return None


def _by_password(request: HttpRequest, user: User, form: Form) -> User | None:
    values: dict[str, Any] = {"username": user.username, "password": form.values.get("password", "")}
    check = ApprovalForm(request, data=values)
    if check.is_valid():
        checked = check.get_user()
        if isinstance(checked, User):
            return checked
    wrong = check.has_error("password") or check.wait == 0
    form.fail(
        "password", _("This is not your password.") if wrong else " ".join(map(str, check.non_field_errors()))
    )
    return None
