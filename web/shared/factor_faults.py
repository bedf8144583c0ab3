"""Check a second factor, and describe why it was refused."""

import math
import uuid
from datetime import timedelta
from typing import NamedTuple

from django.http import HttpRequest
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tourney.access import guard
from tourney.access.decisions import log_wrong_factor
from tourney.access.factors import (
    accept_app_code,
    code_bounds,
    codes_left,
    is_code_used,
    is_recovery_code,
    recovery_bounds,
    recovery_digest,
)
from tourney.access.viewers import actor_of_user, address_of_request
from tourney.commands.factors import use_recovery_code
from tourney.commands.login_notes import note_wrong_code
from tourney.journal.refused import Refused
from tourney.models import User
from web.shared.forms import Form
from web.shared.passkeys import accept_passkey

_LONGEST = 40
_HOUR = timedelta(hours=1)


class FactorFault(NamedTuple):
    """Why a second factor was refused.

    Attributes:
        is_locked: whether it was not checked, because there were too many wrong ones.
    """

    text: str
    is_locked: bool = False


def fault_of_code(request: HttpRequest, user: User, typed: str) -> FactorFault | None:
    """Accept a code of the app or a recovery code, which is then used up; return a fault if it is refused."""
    typed = typed[:_LONGEST]
    is_recovery = is_recovery_code(typed)
    try:
        # Counted before it is checked, so that parallel guesses can't exceed the limit.
        noted = guard.count(*(recovery_bounds(user.pk) if is_recovery else code_bounds(user.pk)))
    except guard.LockedOut as lock:
        text = _("Too many wrong recovery codes.") if is_recovery else _("Too many wrong codes.")
        return _locked(text, lock, "" if is_recovery else _other_way(user))
    if _use_recovery_code(user, typed) if is_recovery else accept_app_code(user.pk, typed):
        guard.withdraw(noted)
        return None
    if is_code_used(user.pk, typed):
        guard.withdraw(noted)
        return FactorFault(_("This code has already been used. Enter another one."))
    _note_wrong(request, user)
    return FactorFault(_("This code is wrong or has already been used."))


def fault_of_passkey(request: HttpRequest, user: User, form: Form) -> FactorFault | None:
    """Accept a passkey of the login; return a fault if it is refused.

    No answer can be guessed; the limit is of the journal.
    """
    try:
        noted = guard.count(guard.Bound("passkey", str(user.pk)))
    except guard.LockedOut as lock:
        return _locked(_("Too many failed attempts with a passkey."), lock, _other_way(user))
    if accept_passkey(request, user, form):
        guard.withdraw(noted)
        return None
    _note_wrong(request, user)
    return FactorFault(_("This passkey could not be checked. Try again, or enter a code."))


def _locked(text: str, lock: guard.LockedOut, other_way: str) -> FactorFault:
    return FactorFault(" ".join(filter(None, (text, _wait_text(lock.wait), other_way))), is_locked=True)


def _wait_text(wait: timedelta) -> str:
    if wait > _HOUR:
        count = math.ceil(wait / _HOUR)
        return ngettext("Try again in %(count)s hour.", "Try again in %(count)s hours.", count) % {
            "count": count
        }
    count = math.ceil(wait / timedelta(minutes=1))
    return ngettext("Try again in %(count)s minute.", "Try again in %(count)s minutes.", count) % {
        "count": count
    }


def _other_way(user: User) -> str:
    return _("Your recovery codes still work.") if codes_left(user) else ""


def _note_wrong(request: HttpRequest, user: User) -> None:
    address = address_of_request(request)
    log_wrong_factor(user.pk, address)
    note_wrong_code(
        actor=actor_of_user(user),
        command_id=uuid.uuid4(),
        address=address,
        logged_in=request.user.is_authenticated,
    )


def _use_recovery_code(user: User, typed: str) -> bool:
    digest = recovery_digest(user.pk, typed)
    if digest is None:
        return False
    try:
        use_recovery_code(actor=actor_of_user(user), command_id=uuid.uuid4(), digest=digest)
    except Refused:
        # Another request has just used it.
        return False
    return True
